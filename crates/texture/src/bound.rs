//! A texture with its sampler, as a texture unit holds them, and whether the two go together.

use crate::fast::Key;
use crate::format::unorm8::unorm8;
use crate::format::{Base, FormatKind};
use crate::sampler::BorderColor;
use crate::{
    DepthStencilMode, Encoding, Extent, Format, Image, MagnificationFilter, MinificationFilter, ObjectTarget,
    Sampler, Swizzle, Texture, Wrap,
};
use quadrille_isa::gl::texture::{LayerAxis, ObjectTargetRow};
use std::sync::Arc;

/// Why lookups cannot use a texture (OpenGL 2.1 section 3.8.10, EXT_texture_integer for filters).
///
/// The result of such a lookup depends on the language: (0, 0, 0, 1) in ARB programs, which is what lookups of an
/// incomplete [`BoundTexture`] return; zeros in NV_fragment_program; undefined from NV_gpu_program4 on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Incomplete {
    /// The base level has no image.
    #[error("the base level {0} has no image")]
    NoBaseLevel(u32),
    /// A face of a level is missing, or its size or format differs from the first face's.
    #[error("face {face} of level {level} does not match the cube map's first face")]
    Face {
        /// The level.
        level: u32,
        /// The face.
        face: u32,
    },
    /// The minification filter needs mipmaps, and a level is missing or has another size or format than the
    /// base level asks for.
    #[error("level {0} does not continue the mipmap")]
    Level(u32),
    /// The minification filter needs mipmaps, and the base level is above the maximum level.
    #[error("the base level is above the maximum level")]
    LevelRange,
    /// The minification filter needs mipmaps, which the target does not have.
    #[error("the target has no mipmaps")]
    NoMipmaps,
    /// Integer texels cannot be filtered, nor stencil values.
    #[error("integer texels need nearest filters")]
    IntegerFilter,
}

/// A texture and its sampler, with everything worked out that depends on both.
#[derive(Clone, Debug)]
pub struct BoundTexture {
    texture: Arc<Texture>,
    sampler: Sampler,
    incomplete: Option<Incomplete>,
    format: Format,
    kind: FormatKind,
    last_level: u32,
    border: [f32; 4],
    integer_border: [u32; 4],
    row: &'static ObjectTargetRow,
    needs_lambda: bool,
    swizzles: bool,
    /// Whether it is a cube map whose filters go on across the edges of faces.
    seamless: bool,
    mixes_bytes: bool,
    /// The path of its lookups, where there is one beside the general one.
    path: Option<Key>,
}

impl BoundTexture {
    /// Binds a texture and a sampler. An incomplete pair is no error here: see [`BoundTexture::incomplete`].
    pub fn new(texture: Arc<Texture>, sampler: Sampler) -> BoundTexture {
        BoundTexture::in_context(texture, sampler, false)
    }

    /// The same in a context that has TEXTURE_CUBE_MAP_SEAMLESS enabled, or not.
    pub(crate) fn in_context(texture: Arc<Texture>, sampler: Sampler, seamless: bool) -> BoundTexture {
        let incomplete = incomplete(&texture, &sampler);
        let base = texture.image(sampler.base_level, 0);
        let format = base.map_or(Format::Rgba8, Image::format);
        let largest = base.map_or(1, |image| mipmapped_size(&texture, image.extent()));
        let last_level = sampler
            .base_level
            .saturating_add(largest.ilog2())
            .min(sampler.maximum_level);
        let row = format.row();
        let (border, integer_border) = match sampler.border {
            BorderColor::Float(color) => (color, [0; 4]),
            BorderColor::Integer(color) => ([0.0; 4], color),
        };
        let border = row.base.expand(
            row.base
                .select(border.map(|value| row.encoding.clamp(value.into()) as f32)),
            0.0,
            1.0,
        );
        let integer_border = row.base.expand(row.base.select(integer_border), 0, 1);
        let needs_lambda = sampler.minification.uses_mipmap()
            || sampler.minification.within_level() != sampler.magnification;
        let target = texture.target().row();
        let mut bound = BoundTexture {
            row: target,
            seamless: target.cube && (seamless || sampler.seamless),
            texture,
            incomplete,
            format,
            kind: seen_kind(format, &sampler),
            last_level,
            border,
            integer_border,
            needs_lambda,
            swizzles: sampler.swizzle != Sampler::default().swizzle,
            sampler,
            mixes_bytes: false,
            path: None,
        };
        bound.mixes_bytes = row.encoding == Encoding::Unorm8
            && (!bound.reads_border() || border.iter().all(|component| is_byte(*component)));
        bound.path = Key::of(&bound);
        bound
    }

    /// Why lookups cannot use the texture, if they cannot.
    pub fn incomplete(&self) -> Option<Incomplete> {
        self.incomplete
    }

    /// The same of a texture a level of which is bound to an image unit, where filters do not matter: the base level is base
    /// complete, and with another level the texture is mipmap complete (OpenGL 4.6, 8.17).
    pub fn incomplete_image(&self, level: u32) -> Option<Incomplete> {
        let minification = match level == self.sampler.base_level {
            true => MinificationFilter::Nearest,
            false => MinificationFilter::NearestMipmapNearest,
        };
        let sampler = Sampler {
            minification,
            magnification: MagnificationFilter::Nearest,
            ..self.sampler
        };
        incomplete(&self.texture, &sampler)
    }

    /// The texture.
    pub fn texture(&self) -> &Arc<Texture> {
        &self.texture
    }

    /// The sampler.
    pub fn sampler(&self) -> &Sampler {
        &self.sampler
    }

    /// The target of the texture.
    pub fn target(&self) -> ObjectTarget {
        self.row.target
    }

    /// The format of the base level; RGBA8 where it has no image.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The type that lookups return.
    pub fn kind(&self) -> FormatKind {
        self.kind
    }

    /// The highest level that lookups may read: q of OpenGL 2.1 section 3.8.8.
    pub fn last_level(&self) -> u32 {
        self.last_level
    }

    /// How an axis is wrapped. Seamless cube maps have one mode (ARB_seamless_cube_map section 3.8.7).
    #[inline(always)]
    pub(crate) fn wrap(&self, axis: usize) -> Wrap {
        if self.seamless {
            Wrap::ClampToEdge
        } else {
            self.sampler.wrap[axis]
        }
    }

    /// Whether a lookup may read the border: TXG does with CLAMP whatever the filters are.
    pub(crate) fn reads_border(&self) -> bool {
        (0..self.row.dimensions).any(|axis| match self.wrap(axis) {
            Wrap::ClampToBorder | Wrap::MirrorClampToBorder | Wrap::Clamp | Wrap::MirrorClamp => true,
            Wrap::Repeat | Wrap::MirroredRepeat | Wrap::ClampToEdge | Wrap::MirrorClampToEdge => false,
        })
    }

    /// Whether means are those of bytes, and over 255 at last: where texels are bytes that stand for 0 to 1, and the border,
    /// if it is read, is such a texel too.
    #[inline(always)]
    pub(crate) fn mixes_bytes(&self) -> bool {
        self.mixes_bytes
    }

    /// Whether it is a cube map whose linear filters go on across the edges of faces.
    pub fn is_seamless(&self) -> bool {
        self.seamless
    }

    /// Whether lookups see depths, which SHADOW targets compare and the depth mode arranges.
    #[inline(always)]
    pub fn shows_depths(&self) -> bool {
        self.format.is_depth() && self.kind == FormatKind::Float
    }

    /// Whether lookups take several samples where a pixel's area is long.
    pub(crate) fn is_anisotropic(&self) -> bool {
        self.sampler.maximum_anisotropy >= 2.0 && self.kind == FormatKind::Float
    }

    /// The row of the texture's target in the table of targets.
    pub(crate) fn row(&self) -> &'static ObjectTargetRow {
        self.row
    }

    /// The key of its lookups, if they have a path of their own.
    pub(crate) fn path(&self) -> Option<&Key> {
        self.path.as_ref()
    }

    /// Whether the level of detail makes a difference to filtered lookups.
    pub(crate) fn needs_lambda(&self) -> bool {
        self.needs_lambda
    }

    /// A colour after the sampler's swizzle (EXT_texture_swizzle section 3.8.x).
    #[inline]
    pub(crate) fn swizzled<T: Copy>(&self, color: [T; 4], zero: T, one: T) -> [T; 4] {
        if !self.swizzles {
            return color;
        }
        self.sampler.swizzle.map(|source| match source {
            Swizzle::Red => color[0],
            Swizzle::Green => color[1],
            Swizzle::Blue => color[2],
            Swizzle::Alpha => color[3],
            Swizzle::Zero => zero,
            Swizzle::One => one,
        })
    }

    /// The image of a level and face. Levels of a complete texture have one.
    pub(crate) fn image(&self, level: u32, face: u32) -> Option<&Image> {
        self.texture.image(level, face)
    }

    /// The colour of the border, as a texel of the format would have it.
    pub(crate) fn border(&self) -> [f32; 4] {
        self.border
    }

    /// The same of integers.
    pub(crate) fn integer_border(&self) -> [u32; 4] {
        self.integer_border
    }

    /// The colour of an integer texel, or of the border if `index` is `None`.
    pub(crate) fn integer_color(&self, image: &Image, index: Option<usize>) -> [u32; 4] {
        index.map_or(self.integer_border, |index| image.integer_color(index))
    }
}

/// Whether a component is a byte over 255.
fn is_byte(component: f32) -> bool {
    unorm8((255.0 * component).round() as u8) == component
}

/// The type that lookups of a format return with a sampler.
fn seen_kind(format: Format, sampler: &Sampler) -> FormatKind {
    match (format.row().base, sampler.depth_stencil_mode) {
        (Base::DepthStencil, DepthStencilMode::Stencil) => FormatKind::Unsigned,
        _ => format.kind(),
    }
}

/// The largest of the sizes that mipmaps halve.
fn mipmapped_size(texture: &Texture, extent: Extent) -> u32 {
    extent.sizes()[..texture.target().row().dimensions]
        .iter()
        .copied()
        .max()
        .unwrap_or(1)
}

/// The extent of a level, so many levels above one with `extent` (OpenGL 2.1 section 3.8.8, EXT_texture_array:
/// layers are not halved).
pub fn reduced(target: ObjectTarget, extent: Extent, levels: u32) -> Extent {
    let half = |size: u32| size.checked_shr(levels).unwrap_or(0).max(1);
    let layers = target.row().layers;
    Extent {
        width: half(extent.width),
        height: if layers == LayerAxis::Height {
            extent.height
        } else {
            half(extent.height)
        },
        depth: if layers == LayerAxis::Depth {
            extent.depth
        } else {
            half(extent.depth)
        },
    }
}

fn incomplete(texture: &Texture, sampler: &Sampler) -> Option<Incomplete> {
    let row = texture.target().row();
    let Some(base) = texture.image(sampler.base_level, 0) else {
        return Some(Incomplete::NoBaseLevel(sampler.base_level));
    };
    if let Some(problem) = incomplete_faces(texture, sampler.base_level, base) {
        return Some(problem);
    }
    if !row.is_filtered() {
        return None;
    }
    if seen_kind(base.format(), sampler) != FormatKind::Float && !only_nearest(sampler) {
        return Some(Incomplete::IntegerFilter);
    }
    if !sampler.minification.uses_mipmap() {
        return None;
    }
    if !row.is_mipmapped() {
        return Some(Incomplete::NoMipmaps);
    }
    if sampler.base_level > sampler.maximum_level {
        return Some(Incomplete::LevelRange);
    }
    let levels = mipmapped_size(texture, base.extent()).ilog2();
    let last = sampler
        .base_level
        .saturating_add(levels)
        .min(sampler.maximum_level);
    for level in sampler.base_level + 1..=last {
        let expected = reduced(texture.target(), base.extent(), level - sampler.base_level);
        let Some(image) = texture.image(level, 0) else {
            return Some(Incomplete::Level(level));
        };
        if image.extent() != expected || image.format() != base.format() {
            return Some(Incomplete::Level(level));
        }
        if let Some(problem) = incomplete_faces(texture, level, image) {
            return Some(problem);
        }
    }
    None
}

/// The first face of a level that differs from face 0.
fn incomplete_faces(texture: &Texture, level: u32, first: &Image) -> Option<Incomplete> {
    (1..texture.target().row().faces)
        .find(|&face| {
            texture
                .image(level, face)
                .is_none_or(|image| image.extent() != first.extent() || image.format() != first.format())
        })
        .map(|face| Incomplete::Face { level, face })
}

fn only_nearest(sampler: &Sampler) -> bool {
    sampler.magnification == MagnificationFilter::Nearest
        && matches!(
            sampler.minification,
            MinificationFilter::Nearest | MinificationFilter::NearestMipmapNearest
        )
}
