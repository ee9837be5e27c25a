//! Views: the texels of a texture as another target or another format of the same size (ARB_texture_view).
//!
//! A view has texels of its own, those that the texture had when the view was made.

use std::ops::Range;

use crate::texture::CUBE_FACES;
use crate::{Compression, Encoding, Extent, Format, Image, LayerAxis, ObjectTarget, Texture, TextureError};
use quadrille_isa::gl::texture::Sampling;

/// Why there is no such view.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ViewError {
    /// The targets are not compatible (table 8.20 of OpenGL 4.6).
    #[error("a view of {} cannot be {}", .0.row().name, .1.row().name)]
    Target(ObjectTarget, ObjectTarget),
    /// The formats are of different view classes (table 8.21 of OpenGL 4.6).
    #[error("texels of {} cannot be seen as {}", .0.row().name, .1.row().name)]
    Format(Format, Format),
    /// The texture does not have these levels, or none are asked for.
    #[error("the texture has no levels {} to {}", .0.start, .0.end)]
    Levels(Range<u32>),
    /// The texture does not have these layers, or the target of the view asks for another number of them.
    #[error("a view of this target cannot have layers {} to {} of the texture", .0.start, .0.end)]
    Layers(Range<u32>),
    /// The images do not suit the target of the view.
    #[error(transparent)]
    Texture(#[from] TextureError),
}

/// The bits of a texel by which formats are compatible; compressed ones are with those of their scheme whose texels are
/// decoded to the same bytes.
#[derive(PartialEq)]
enum ViewClass {
    Bytes(usize),
    Blocks(Compression),
}

impl ViewClass {
    /// `None` for formats that are only compatible with themselves.
    fn of(format: Format) -> Option<ViewClass> {
        let row = format.row();
        match (row.compression, row.encoding) {
            (Some(compression), Encoding::Unorm8 | Encoding::Srgb8) => Some(ViewClass::Blocks(compression)),
            (Some(_), _) => None,
            (None, _) => row.is_viewed().then(|| ViewClass::Bytes(format.texel_bytes())),
        }
    }
}

impl Texture {
    /// A view of levels and layers as another target, of a format of the same class. The faces of a cube map are layers.
    ///
    /// # Errors
    /// Targets or formats that are not compatible, or a level or layer that is not there.
    pub fn view(
        &self,
        target: ObjectTarget,
        format: Format,
        levels: Range<u32>,
        layers: Range<u32>,
    ) -> Result<Texture, ViewError> {
        if !are_compatible(self.target(), target) {
            return Err(ViewError::Target(self.target(), target));
        }
        let row = target.row();
        let count = layers.len() as u32;
        let fits = match (row.cube, row.is_array()) {
            (true, true) => count != 0 && count.is_multiple_of(CUBE_FACES),
            (true, false) => count == CUBE_FACES,
            (false, true) => count != 0,
            (false, false) => count == 1,
        };
        if !fits {
            return Err(ViewError::Layers(layers));
        }
        if levels.is_empty() {
            return Err(ViewError::Levels(levels));
        }
        let mut view = Texture::with_limits(target, *self.limits());
        for (level, number) in levels.clone().zip(0..) {
            let first = self
                .image(level, 0)
                .ok_or_else(|| ViewError::Levels(levels.clone()))?;
            let own = first.format();
            if own != format && ViewClass::of(own).is_none_or(|class| ViewClass::of(format) != Some(class)) {
                return Err(ViewError::Format(own, format));
            }
            let texels = layers
                .clone()
                .map(|layer| self.layer(level, layer))
                .collect::<Option<Vec<_>>>()
                .ok_or_else(|| ViewError::Layers(layers.clone()))?;
            let Extent { width, height, depth } = first.extent();
            let extent = match row.layers {
                LayerAxis::Height => Extent::new(width, count, 1),
                LayerAxis::Depth => Extent::new(width, height, count),
                LayerAxis::None if row.dimensions == 3 => Extent::new(width, height, depth),
                LayerAxis::None if row.dimensions == 1 => Extent::new(width, 1, 1),
                LayerAxis::None => Extent::new(width, height, 1),
            };
            let images = if row.faces == 1 {
                vec![texels.concat()]
            } else {
                texels.iter().map(|face| face.to_vec()).collect()
            };
            for (face, bytes) in (0..).zip(images) {
                let image = Image::with_bytes(format, extent, first.samples(), &bytes, self.limits())?;
                view.set_image(number, face, image)?;
            }
        }
        Ok(view)
    }

    /// The texels of a layer of a level; of a cube map of a face, of a texture without layers all.
    fn layer(&self, level: u32, layer: u32) -> Option<&[u8]> {
        let row = self.target().row();
        if row.faces != 1 {
            return self.image(level, layer).map(Image::bytes);
        }
        let image = self.image(level, 0)?;
        let layers = match row.layers {
            LayerAxis::None => 1,
            LayerAxis::Height => image.extent().height,
            LayerAxis::Depth => image.extent().depth,
        };
        let bytes = image.bytes().len() / layers as usize;
        image.bytes().chunks_exact(bytes).nth(layer as usize)
    }
}

/// Whether a view of a target may have another: the same kind of image, with layers, faces or without (table 8.20 of OpenGL
/// 4.6).
fn are_compatible(from: ObjectTarget, to: ObjectTarget) -> bool {
    let (a, b) = (from.row(), to.row());
    match (a.sampling, b.sampling) {
        (Sampling::Mipmapped, Sampling::Mipmapped) | (Sampling::Multisample, Sampling::Multisample) => {
            a.dimensions == b.dimensions
        }
        (Sampling::Rectangle, Sampling::Rectangle) => true,
        _ => false,
    }
}
