//! Which lookups have a path of their own.

use super::level::Levels;
use super::{FEW, SIZES};
use crate::format::{Base, Encoding, FormatKind};
use crate::lookup::{Lookup, Offset};
use crate::{BoundTexture, MagnificationFilter, MinificationFilter, ObjectTarget, Wrap};
use std::ops::Range;

/// What decides how a lookup is computed, chosen once a bound texture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    /// The components of the texels.
    pub(super) base: Base,
    /// What they are stored as.
    pub(super) stored: Stored,
    /// The filter within a level, for magnification too.
    pub(super) filter: MagnificationFilter,
    /// How s and t are wrapped.
    pub(super) wrap: [WrapMode; 2],
    /// The border, where it may be read, as the word of a texel.
    pub(super) border: Option<u32>,
    /// The levels that are read.
    pub(super) levels: Levels,
    /// Whether it is a cube map.
    pub(super) is_cube: bool,
}

/// Encodings of texels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stored {
    /// Components of 8 bits.
    Bytes,
    /// RGB or RGBA in sRGB, of 8 bits.
    Srgb,
    /// Depths of so many bits.
    Depth16,
    Depth24,
    Depth24AboveStencil,
    Depth32,
}

impl Stored {
    fn of(base: Base, encoding: Encoding) -> Option<Stored> {
        match (base, encoding) {
            (Base::Depth, Encoding::Unorm16) => Some(Stored::Depth16),
            (Base::Depth, Encoding::Unorm24) => Some(Stored::Depth24),
            (Base::Depth, Encoding::Unorm32) => Some(Stored::Depth32),
            (Base::DepthStencil, Encoding::Unorm24Uint8) => Some(Stored::Depth24AboveStencil),
            (Base::Depth | Base::DepthStencil | Base::Stencil, _) => None,
            (_, Encoding::Unorm8) => Some(Stored::Bytes),
            (Base::Rgb | Base::Rgba, Encoding::Srgb8) => Some(Stored::Srgb),
            _ => None,
        }
    }

    /// The texel of a colour, red in the low byte, if it has components of 0 and 1 alone, as most borders have; a depth in all
    /// of it.
    fn word(self, color: [f32; 4]) -> Option<u32> {
        let bit = |value: f32| match value {
            0.0 => Some(0),
            1.0 => Some(1),
            _ => None,
        };
        let depth = |most: u32| bit(color[0]).map(|bit| bit * most);
        match self {
            Stored::Bytes | Stored::Srgb => {
                let bytes = color.map(|value| bit(value).map(|bit| bit as u8 * u8::MAX));
                let [Some(red), Some(green), Some(blue), Some(alpha)] = bytes else {
                    return None;
                };
                Some(u32::from_le_bytes([red, green, blue, alpha]))
            }
            Stored::Depth16 => depth(0xffff),
            Stored::Depth24 | Stored::Depth24AboveStencil => depth(0xff_ffff),
            Stored::Depth32 => depth(u32::MAX),
        }
    }
}

/// How coordinates outside the image are taken: a [`Mode`](super::axis::Mode) each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WrapMode {
    Repeat,
    Mirrored,
    ToEdge,
    ToBorder,
    HalfBorder,
}

impl Key {
    /// The key of a complete texture, if there is a path for it.
    pub(crate) fn of(bound: &BoundTexture) -> Option<Key> {
        let sampler = bound.sampler();
        let row = bound.format().row();
        let filter = sampler.magnification;
        let mode = |wrap: Wrap| match (wrap, filter) {
            (Wrap::Repeat, _) => Some(WrapMode::Repeat),
            (Wrap::MirroredRepeat, _) => Some(WrapMode::Mirrored),
            (Wrap::ClampToEdge, _) | (Wrap::Clamp, MagnificationFilter::Nearest) => Some(WrapMode::ToEdge),
            (Wrap::ClampToBorder, _) => Some(WrapMode::ToBorder),
            (Wrap::Clamp, MagnificationFilter::Linear) => Some(WrapMode::HalfBorder),
            (Wrap::MirrorClamp | Wrap::MirrorClampToEdge | Wrap::MirrorClampToBorder, _) => None,
        };
        let [width, height, _] = bound.image(sampler.base_level, 0)?.extent().sizes();
        let fits = bound.incomplete().is_none()
            && matches!(bound.target(), ObjectTarget::TwoDimensional | ObjectTarget::Cube)
            && !bound.is_anisotropic()
            && !(bound.is_seamless() && filter == MagnificationFilter::Linear)
            && bound.kind() == FormatKind::Float
            && filter == sampler.minification.within_level()
            && width.max(height) < SIZES
            && u64::from(width) * u64::from(height) < 1 << 31;
        fits.then_some(())?;
        let stored = Stored::of(row.base, row.encoding)?;
        let wrap = [mode(bound.wrap(0))?, mode(bound.wrap(1))?];
        let has_border = wrap
            .iter()
            .any(|mode| matches!(mode, WrapMode::ToBorder | WrapMode::HalfBorder));
        let border = match has_border {
            true => Some(stored.word(bound.border())?),
            false => None,
        };
        Some(Key {
            base: row.base,
            stored,
            filter,
            wrap,
            border,
            is_cube: bound.target() == ObjectTarget::Cube,
            levels: match sampler.minification {
                MinificationFilter::Nearest | MinificationFilter::Linear => Levels::Base,
                MinificationFilter::NearestMipmapNearest | MinificationFilter::LinearMipmapNearest => {
                    Levels::Nearest
                }
                MinificationFilter::NearestMipmapLinear | MinificationFilter::LinearMipmapLinear => {
                    Levels::Two
                }
            },
        })
    }

    /// Whether the path is worth taking for so many lanes of a lookup, which the texture serves.
    pub(crate) fn takes(self, lookup: &Lookup<'_>, lanes: &Range<usize>) -> bool {
        let unmoved = matches!(lookup.offset, Offset::Constant([0, 0, _]));
        unmoved && lanes.len() >= FEW
    }
}
