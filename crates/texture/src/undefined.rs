//! Lookups that the specifications call undefined: what a sanitizer reports. Lookups themselves never stop; they
//! give what their functions say.
//!
//! Sources: NV_gpu_program4 section 2.X.4.4; NV_gpu_program5 sections 2.X.4.4 and 2.X.8.Z (TXGO); OpenGL 2.1
//! equation 3.20; ARB_texture_gather for the limits of TXGO. Undefined fetches are
//! [`crate::fetch::UndefinedFetch`].

use crate::{Access, BoundTexture, Incomplete, ObjectTarget, Wrap};

/// Why a lookup is undefined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum UndefinedLookup {
    /// The texture is incomplete.
    #[error("the texture is incomplete")]
    Incomplete(Incomplete),
    /// The texture has another target than the instruction.
    #[error("the texture has another target than the instruction")]
    Target(ObjectTarget),
    /// A SHADOW target and a texture that does not hold depths.
    #[error("the texture does not hold depths that could be compared")]
    NoDepths,
    /// A SHADOW target and a texture whose compare mode is NONE.
    #[error("the texture's compare mode is off")]
    CompareOff,
    /// Another target than a SHADOW one, and a texture whose compare mode is on.
    #[error("the texture's compare mode is on, but the target does not compare")]
    CompareOn,
    /// TEXTURE_MIN_LOD is above TEXTURE_MAX_LOD.
    #[error("the minimum level of detail is above the maximum")]
    LodRange,
    /// A component of the texel offset is outside its limits.
    #[error("texel offset {0} is outside the limits")]
    Offset(i32),
    /// TXGO with a wrap mode that mixes the border in.
    #[error("gathers with offsets need another wrap mode")]
    GatherWrap(Wrap),
}

/// The range of texel offsets: MIN_PROGRAM_TEXEL_OFFSET and MAX_PROGRAM_TEXEL_OFFSET, or the GATHER ones.
pub type OffsetRange = std::ops::RangeInclusive<i32>;

/// MIN_PROGRAM_TEXEL_OFFSET and MAX_PROGRAM_TEXEL_OFFSET, which EXT_gpu_shader4 allows at least.
pub const TEXEL_OFFSETS: OffsetRange = -8..=7;

/// MIN_PROGRAM_TEXTURE_GATHER_OFFSET and MAX_PROGRAM_TEXTURE_GATHER_OFFSET, as NV_gpu_program5 issue 2 expects.
pub const GATHER_OFFSETS: OffsetRange = -32..=31;

impl BoundTexture {
    /// Why every filtered lookup or gather of an instruction with this target is undefined, if it is.
    ///
    /// In ARB programs an incomplete texture gives (0, 0, 0, 1), and the compare mode counts only for SHADOW
    /// targets; there [`UndefinedLookup::Incomplete`] and [`UndefinedLookup::CompareOn`] are defined.
    pub fn undefined_lookup(&self, access: Access) -> Option<UndefinedLookup> {
        let sampler = self.sampler();
        let depths = self.shows_depths();
        if self.target() != access.target {
            Some(UndefinedLookup::Target(self.target()))
        } else if let Some(incomplete) = self.incomplete() {
            Some(UndefinedLookup::Incomplete(incomplete))
        } else if access.reference.is_some() && !depths {
            Some(UndefinedLookup::NoDepths)
        } else if access.reference.is_some() && !sampler.compare {
            Some(UndefinedLookup::CompareOff)
        } else if access.reference.is_none() && depths && sampler.compare {
            Some(UndefinedLookup::CompareOn)
        } else if sampler.minimum_lod > sampler.maximum_lod {
            Some(UndefinedLookup::LodRange)
        } else {
            None
        }
    }

    /// Why a texel offset makes a lookup undefined, if it does; components that the target does not filter are
    /// ignored.
    pub fn undefined_offset(&self, offset: [i32; 3], range: &OffsetRange) -> Option<UndefinedLookup> {
        let dimensions = self.row().dimensions;
        offset[..dimensions]
            .iter()
            .find(|component| !range.contains(component))
            .map(|&component| UndefinedLookup::Offset(component))
    }

    /// Why TXGO is undefined with the texture's wrap modes, if it is.
    pub fn undefined_gather(&self) -> Option<UndefinedLookup> {
        self.sampler().wrap[..2]
            .iter()
            .find(|wrap| matches!(wrap, Wrap::Clamp | Wrap::MirrorClamp))
            .map(|&wrap| UndefinedLookup::GatherWrap(wrap))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Extent, Format, PixelFormat, PixelType, Pixels, Sampler, Texture};
    use quadrille_isa::gl::TextureTarget;
    use std::sync::Arc;

    #[test]
    fn compare_modes_and_targets_must_agree() {
        // source: NV_gpu_program4 section 2.X.4.4, the lists after table X.17
        let depth = 0.5_f32.to_ne_bytes();
        let pixels = Pixels::new(PixelFormat::DepthComponent, PixelType::Float, &depth).expect("a GL pair");
        let mut depths = Texture::new(ObjectTarget::TwoDimensional);
        depths
            .define(0, 0, Format::Depth24, Extent::new(1, 1, 1), &pixels)
            .expect("one texel");
        let colors = Texture::from_rgba8(ObjectTarget::TwoDimensional, Extent::new(1, 1, 1), &[0; 4])
            .expect("one texel");
        let (plain, shadow) = (
            Access::of(TextureTarget::T2D),
            Access::of(TextureTarget::Shadow2D),
        );
        let (off, on) = (
            Sampler::nearest(),
            Sampler {
                compare: true,
                ..Sampler::nearest()
            },
        );
        let rows = [
            (&depths, off, plain, None),
            (&depths, on, shadow, None),
            (&depths, on, plain, Some(UndefinedLookup::CompareOn)),
            (&depths, off, shadow, Some(UndefinedLookup::CompareOff)),
            (&colors, on, shadow, Some(UndefinedLookup::NoDepths)),
            (&colors, on, plain, None),
            (
                &colors,
                Sampler {
                    minimum_lod: 2.0,
                    maximum_lod: 1.0,
                    ..off
                },
                plain,
                Some(UndefinedLookup::LodRange),
            ),
        ];
        for (texture, sampler, access, expected) in rows {
            let bound = BoundTexture::new(Arc::new(texture.clone()), sampler);
            assert_eq!(bound.undefined_lookup(access), expected);
        }
    }

    #[test]
    fn offsets_have_limits() {
        // source: NV_gpu_program5 section 2.X.4.4: components that the target does not need are ignored
        let texture = Texture::new(ObjectTarget::TwoDimensional);
        let bound = BoundTexture::new(Arc::new(texture), Sampler::nearest());
        assert_eq!(bound.undefined_offset([-8, 7, 99], &TEXEL_OFFSETS), None);
        assert_eq!(
            bound.undefined_offset([0, 8, 0], &TEXEL_OFFSETS),
            Some(UndefinedLookup::Offset(8))
        );
        assert_eq!(bound.undefined_offset([0, 8, 0], &GATHER_OFFSETS), None);
    }
}
