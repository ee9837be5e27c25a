//! Which lookups have a path of their own.

use super::images::LevelSizes;
use super::level::Levels;
use super::stored::Stored;
use super::{FEW, Reads, SIZES};
use crate::format::{Base, FormatKind};
use crate::lookup::{Lookup, Offset};
use crate::shadow::arrange;
use crate::{BoundTexture, Encoding, LayerAxis, MagnificationFilter, MinificationFilter, Wrap};
use std::ops::Range;

/// What decides how a lookup is computed, chosen once a bound texture.
#[derive(Clone, Debug)]
pub(crate) struct Key {
    /// How many components texels have; of a depth beside a stencil value one.
    pub(super) components: usize,
    /// What they are stored as.
    pub(super) stored: Stored,
    /// Where the components of results come from.
    pub(super) sources: [Source; 4],
    /// Whether lookups see floats, or integers as bits.
    pub(super) is_float: bool,
    /// The filter within a level, for magnification and for minification.
    pub(super) filters: [MagnificationFilter; 2],
    /// λ up to this magnifies, where the filters differ.
    pub(super) switch_over: f32,
    /// Whether the level of detail makes a difference.
    pub(super) needs_lambda: bool,
    /// The axes that are filtered.
    pub(super) dimensions: usize,
    /// The coordinates of a lookup, layers aside.
    pub(super) coordinates: usize,
    /// The texels of these axes, at the base level, for 1 of their coordinates.
    pub(super) scales: [f32; 3],
    /// Whether coordinates go from 0 to 1; else they count texels.
    pub(super) is_normalized: bool,
    /// How s, t and r are wrapped.
    pub(super) wrap: [WrapMode; 3],
    /// The border, where it may be read.
    pub(super) border: Option<Border>,
    /// The levels that are read.
    pub(super) levels: Levels,
    /// Their sizes.
    pub(super) level_sizes: LevelSizes,
    /// The axis of images that counts layers.
    pub(super) layers: LayerAxis,
    /// Whether it is a cube map or an array of them.
    pub(super) is_cube: bool,
    /// Whether linear filters go on across the edges of its faces.
    pub(super) is_seamless: bool,
    /// Whether long areas of pixels have several samples.
    pub(super) is_anisotropic: bool,
}

/// Where a component of a result comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// A component of texels.
    Texel(u8),
    Zero,
    One,
}

impl Source {
    /// The sources of x, y, z and w: depths are arranged by the depth mode, colours by their base format; then the swizzle
    /// chooses.
    fn of(bound: &BoundTexture) -> [Source; 4] {
        let [first, second, third, fourth] = [0, 1, 2, 3].map(Source::Texel);
        let arranged = if bound.shows_depths() {
            arrange(bound.sampler().depth_mode, first, Source::Zero, Source::One)
        } else {
            let base = bound.format().row().base;
            base.expand([first, second, third, fourth], Source::Zero, Source::One)
        };
        bound.swizzled(arranged, Source::Zero, Source::One)
    }
}

/// The colour of the border.
#[derive(Clone, Copy, Debug)]
pub(super) struct Border {
    /// As a texel.
    pub texel: [u8; 16],
    /// As words, for what is decoded where it is read.
    pub words: [u32; 4],
}

/// How coordinates outside the image are taken: a [`Mode`](super::mode::Mode) each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WrapMode {
    Repeat,
    Mirrored,
    ToEdge,
    AcrossFaces,
    ToBorder,
    HalfBorder,
    MirroredToEdge,
    MirroredToBorder,
    MirroredHalfBorder,
}

impl WrapMode {
    /// The mode for filters of which one at least is linear, or none.
    fn of(wrap: Wrap, is_linear: bool) -> WrapMode {
        match (wrap, is_linear) {
            (Wrap::Repeat, _) => WrapMode::Repeat,
            (Wrap::MirroredRepeat, _) => WrapMode::Mirrored,
            (Wrap::ClampToEdge, _) | (Wrap::Clamp, false) => WrapMode::ToEdge,
            (Wrap::ClampToBorder, _) => WrapMode::ToBorder,
            (Wrap::Clamp, true) => WrapMode::HalfBorder,
            (Wrap::MirrorClampToEdge, _) | (Wrap::MirrorClamp, false) => WrapMode::MirroredToEdge,
            (Wrap::MirrorClampToBorder, _) => WrapMode::MirroredToBorder,
            (Wrap::MirrorClamp, true) => WrapMode::MirroredHalfBorder,
        }
    }

    fn reads_border(self) -> bool {
        match self {
            WrapMode::Repeat
            | WrapMode::Mirrored
            | WrapMode::ToEdge
            | WrapMode::AcrossFaces
            | WrapMode::MirroredToEdge => false,
            WrapMode::ToBorder
            | WrapMode::HalfBorder
            | WrapMode::MirroredToBorder
            | WrapMode::MirroredHalfBorder => true,
        }
    }

    fn repeats(self) -> bool {
        matches!(self, WrapMode::Repeat | WrapMode::Mirrored)
    }
}

impl Key {
    /// The key of a complete texture, if there is a path for it.
    pub(crate) fn of(bound: &BoundTexture) -> Option<Key> {
        let sampler = bound.sampler();
        let (target, row) = (bound.row(), bound.format().row());
        let filters = [sampler.magnification, sampler.minification.within_level()];
        let is_linear = filters.contains(&MagnificationFilter::Linear);
        let sizes = bound.image(sampler.base_level, 0)?.extent().sizes();
        let texels = sizes.map(u64::from).iter().product::<u64>();
        let is_float = bound.kind() == FormatKind::Float;
        // Stencil values beside depths are decoded otherwise.
        let is_plain = is_float || row.base != Base::DepthStencil;
        let fits = bound.incomplete().is_none()
            && target.is_filtered()
            && is_plain
            && sizes.iter().all(|size| *size < SIZES)
            && texels < 1 << 30;
        fits.then_some(())?;
        let is_seamless = bound.is_seamless() && is_linear;
        let wrap = [0, 1, 2].map(|axis| match is_seamless {
            true => WrapMode::AcrossFaces,
            false => WrapMode::of(bound.wrap(axis), is_linear),
        });
        let filtered = &wrap[..target.dimensions];
        if !target.is_mipmapped() && filtered.iter().any(|wrap| wrap.repeats()) {
            return None;
        }
        let levels = match sampler.minification {
            MinificationFilter::Nearest | MinificationFilter::Linear => Levels::Base,
            MinificationFilter::NearestMipmapNearest | MinificationFilter::LinearMipmapNearest => {
                Levels::Nearest
            }
            MinificationFilter::NearestMipmapLinear | MinificationFilter::LinearMipmapLinear => Levels::Two,
        };
        let mut stored = Stored::of(row.base, row.encoding);
        let mut border = None;
        // Bytes that are not mixed as such are divided where they are read.
        if row.encoding == Encoding::Unorm8 && !bound.mixes_bytes() {
            stored = Stored::decoded(row.base, row.encoding);
        }
        if filtered.iter().any(|wrap| wrap.reads_border()) {
            let color = Border::of(bound);
            if !color.is_texel(bound) {
                stored = Stored::decoded(row.base, row.encoding);
            }
            border = Some(color);
        }
        Some(Key {
            components: if row.base == Base::DepthStencil {
                1
            } else {
                row.base.components()
            },
            stored,
            sources: Source::of(bound),
            is_float,
            filters,
            switch_over: match (sampler.magnification, sampler.minification) {
                (
                    MagnificationFilter::Linear,
                    MinificationFilter::NearestMipmapNearest | MinificationFilter::NearestMipmapLinear,
                ) => 0.5,
                _ => 0.0,
            },
            needs_lambda: bound.needs_lambda(),
            dimensions: target.dimensions,
            coordinates: usize::from(target.coordinates),
            scales: match target.is_mipmapped() {
                true => sizes.map(|size| size as f32),
                false => [1.0; 3],
            },
            is_normalized: target.is_mipmapped(),
            wrap,
            border,
            layers: target.layers,
            is_cube: target.cube,
            is_seamless,
            is_anisotropic: bound.is_anisotropic(),
            levels,
            level_sizes: LevelSizes::of(bound, levels),
        })
    }

    /// The components of texels that these components of results, x in bit 0, are made of.
    #[inline(always)]
    pub(super) fn reads(&self, components: u8) -> Reads {
        let mut reads = 0;
        for (index, source) in self.sources.into_iter().enumerate() {
            if let (Source::Texel(component), true) = (source, components >> index & 1 != 0) {
                reads |= 1 << component;
            }
        }
        Reads(reads)
    }

    /// Whether magnified lanes have another filter.
    pub(super) fn is_mixed(&self) -> bool {
        self.filters[0] != self.filters[1]
    }

    /// Whether a level of detail magnifies, which NaN does.
    #[inline(always)]
    pub(super) fn magnifies(&self, lambda: f32) -> bool {
        lambda.is_nan() | (lambda <= self.switch_over)
    }

    /// Whether all components are finite and none is -0.
    pub(super) fn is_finite(&self) -> bool {
        self.stored.is_finite()
    }

    /// Whether the images are those of the faces of a cube map.
    pub(super) fn has_faces(&self) -> bool {
        self.is_cube && self.layers == LayerAxis::None
    }

    /// Whether the texels of an axis are those of its coordinates in every lookup: there is one level, and one filter.
    pub(super) fn has_axes_of_coordinates(&self) -> bool {
        self.levels == Levels::Base && !self.is_mixed() && !self.is_cube && self.layers == LayerAxis::None
    }

    /// Whether a lookup moves texels.
    pub(super) fn is_moved(&self, lookup: &Lookup<'_>) -> bool {
        match lookup.offset {
            Offset::Constant(offset) => offset[..self.dimensions].iter().any(|texels| *texels != 0),
            Offset::PerLane(_) => true,
        }
    }

    /// Whether the path is worth taking for so many lanes of a lookup, which the texture serves.
    pub(crate) fn takes(&self, lookup: &Lookup<'_>, lanes: &Range<usize>) -> bool {
        lanes.len() >= FEW && !(self.is_seamless && self.is_moved(lookup))
    }
}

impl Border {
    /// The border of a texture, as near as a texel comes to it.
    fn of(bound: &BoundTexture) -> Border {
        let row = bound.format().row();
        let mut texel = [0; 16];
        let bytes = &mut texel[..bound.format().texel_bytes()];
        if bound.kind() == FormatKind::Float {
            let color = row.base.select(bound.border());
            row.encoding.encode(color.map(f64::from), bytes);
            return Border {
                texel,
                words: color.map(f32::to_bits),
            };
        }
        let words = row.base.select(bound.integer_border());
        let numbers = match bound.kind() {
            FormatKind::Signed => words.map(|word| f64::from(word.cast_signed())),
            FormatKind::Unsigned | FormatKind::Float => words.map(f64::from),
        };
        row.encoding.encode(numbers, bytes);
        Border { texel, words }
    }

    /// Whether the texel is the border.
    fn is_texel(&self, bound: &BoundTexture) -> bool {
        let row = bound.format().row();
        let texel = &self.texel[..bound.format().texel_bytes()];
        let components = match bound.shows_depths() {
            true => 1,
            false => row.base.components(),
        };
        if bound.kind() != FormatKind::Float {
            let integers = row.encoding.decode_integer(texel);
            return integers[..components] == self.words[..components];
        }
        let pairs = row.encoding.decode(texel).into_iter().zip(self.words);
        pairs.take(components).all(|(number, word)| {
            let border = f32::from_bits(word);
            number.to_bits() == word || number.is_nan() && border.is_nan()
        })
    }
}
