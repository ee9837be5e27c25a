//! Images: the texels that image units show go to the driver and come back.

use std::ops::Range;

use quadrille_engine::memory::ImageBinding;
use quadrille_memory::Buffer;
use quadrille_texture::Access;
use quadrille_texture::image_unit::Class;
use quadrille_translate::ImageFormat;
use quadrille_translate::form::{Image, TextureShape};

use crate::{ImageError, Translated, TranslatedError};

/// The images of all shaders, and what they show.
#[derive(Default)]
pub struct Images<'a> {
    /// Each level, or layer of one, that is shown.
    pub levels: Vec<Level<'a>>,
    /// The images of the shaders, each with its binding.
    pub shown: Vec<Shown>,
}

/// An image of the shaders.
pub struct Shown {
    /// The binding number.
    pub binding: u32,
    /// The level, or layer of one, that is bound: an index into [`Images::levels`].
    pub level: usize,
    /// The format that it is bound with.
    pub format: ImageFormat,
}

/// A level of a texture, or a layer of one.
pub struct Level<'a> {
    /// Its shape in the shaders.
    pub shape: TextureShape,
    /// Sizes in x, y and z, layers and faces included; of one-dimensional arrays the layers are in y.
    pub sizes: [u32; 3],
    /// The format that keeps what all shaders make of it.
    pub format: ImageFormat,
    /// The texels before the draw.
    pub bytes: Vec<u8>,
    texels: &'a Buffer,
    range: Range<u64>,
}

impl Level<'_> {
    /// Keeps the texels that a draw has changed.
    pub fn keep(&self, drawn: &[u8]) {
        for (at, (new, old)) in (self.range.clone()).zip(drawn.iter().zip(&self.bytes)) {
            if new != old {
                self.texels.store(at, 1, u64::from(*new));
            }
        }
    }
}

impl Translated<'_> {
    /// The images of all shaders.
    ///
    /// # Errors
    ///
    /// The contents of an image unit do not fit the accesses, so that these are invalid, or no driver shares them so.
    pub fn images(&self) -> Result<Images<'_>, TranslatedError> {
        let mut images = Images::default();
        let all = self.sides().flat_map(|side| &side.shader.images);
        // No driver here is told of handles.
        for (image, unit) in all.filter_map(|image| Some((image, image.unit?))) {
            let refused = |reason| TranslatedError::Image { unit, reason };
            let binding = self.resources.bindings.images.get(unit as usize);
            let bound = binding
                .and_then(Option::as_ref)
                .ok_or(refused(ImageError::Absent))?;
            let (own, format) = formats(image, bound).map_err(refused)?;
            let level = images.level(image, bound, own, format).map_err(refused)?;
            let shown = Shown {
                binding: image.binding,
                level,
                format,
            };
            let mut others = images.shown.iter();
            match others.find(|other| other.binding == shown.binding) {
                None => images.shown.push(shown),
                Some(other) if other.level == shown.level && other.format == shown.format => {}
                Some(_) => return Err(refused(ImageError::TwoWays)),
            }
        }
        Ok(images)
    }
}

/// The format that a unit has, and the one that a shader takes it with.
fn formats(image: &Image, bound: &ImageBinding) -> Result<(ImageFormat, ImageFormat), ImageError> {
    let unit = &bound.unit;
    let class = unit.class().ok_or(ImageError::UnitFormat)?;
    if Access::of(image.target).target != unit.target() {
        return Err(ImageError::Target);
    }
    if bound.access.allows(image.reads, image.writes).is_err() {
        return Err(ImageError::Access);
    }
    if !image.shape.row().is_filtered() {
        return Err(ImageError::Shape);
    }
    let own = own_format(bound).ok_or(ImageError::Format)?;
    let format = image.format.unwrap_or(own);
    let words = match format {
        ImageFormat::R32i => Some(Class::Size1x32),
        _ => CLASSES
            .into_iter()
            .find(|class| ImageFormat::of_words(u64::from(class.bytes())) == Some(format)),
    };
    if format != own && words != Some(class) {
        return Err(ImageError::Size);
    }
    if format.row().kind != image.texel {
        return Err(ImageError::Numbers);
    }
    Ok((own, format))
}

/// The format of an image unit.
pub(crate) fn own_format(bound: &ImageBinding) -> Option<ImageFormat> {
    // The languages' names are the lower case of OpenGL's.
    ImageFormat::of_name(&bound.unit.view().row().name.to_lowercase())
}

const CLASSES: [Class; 5] = [
    Class::Size1x8,
    Class::Size1x16,
    Class::Size1x32,
    Class::Size2x32,
    Class::Size4x32,
];

impl<'a> Images<'a> {
    /// The place of the level that a unit shows.
    fn level(
        &mut self,
        image: &Image,
        bound: &'a ImageBinding,
        own: ImageFormat,
        format: ImageFormat,
    ) -> Result<usize, ImageError> {
        let (texels, range) = (&*bound.texels, bound.unit.range());
        let converts = image.format.is_none();
        let of_texels = |level: &&Level<'_>| std::ptr::eq(level.texels, texels);
        let mut others = self.levels.iter().filter(of_texels);
        let parts = |level: &Level<'_>| level.range.start < range.end && range.start < level.range.end;
        if others.any(|level| level.range != range && parts(level)) {
            return Err(ImageError::Overlap);
        }
        let mut all = self.levels.iter_mut();
        let known = all.position(|level| std::ptr::eq(level.texels, texels) && level.range == range);
        if let Some(at) = known {
            if self.levels[at].sizes != bound.unit.sizes() || self.levels[at].shape != image.shape {
                return Err(ImageError::OtherShape);
            }
            if converts {
                self.levels[at].format = own;
            }
            return Ok(at);
        }
        let bytes = texels.to_bytes();
        let [start, end] = [range.start, range.end].map(|at| (at as usize).min(bytes.len()));
        self.levels.push(Level {
            shape: image.shape,
            sizes: bound.unit.sizes(),
            format: if converts { own } else { format },
            bytes: bytes[start..end].to_vec(),
            texels,
            range,
        });
        Ok(self.levels.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use quadrille_texture::format::{FORMATS, FormatKind};
    use quadrille_translate::form::Scalar;

    use super::*;

    /// source: EXT_shader_image_load_store table X.2 and GLSL 4.50, 4.4.6.2, which have the same 39 formats
    #[test]
    fn every_format_of_image_units_has_a_name_in_shaders() {
        let rows = FORMATS.iter().filter(|row| Class::of(row.format).is_some());
        let mut count = 0;
        for row in rows {
            let format = ImageFormat::of_name(&row.name.to_lowercase());
            let kind = match row.format.kind() {
                FormatKind::Float => Scalar::Float,
                FormatKind::Signed => Scalar::Int,
                FormatKind::Unsigned => Scalar::Uint,
            };
            assert_eq!(format.map(|format| format.row().kind), Some(kind), "{}", row.name);
            count += 1;
        }
        assert_eq!(count, quadrille_translate::IMAGE_FORMATS.len());
    }
}
