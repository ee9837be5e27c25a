//! A texture object's storage: the images of its levels and faces. Parameters are the [`crate::Sampler`]'s.

use std::sync::Arc;

use quadrille_base::Room;

use crate::{Extent, Format, Image, Limits, ObjectTarget, Pixels, TextureError};
use quadrille_isa::gl::texture::{LayerAxis, Sampling};

/// The images of a texture. Once built it does not change, so that units and threads may share it.
///
/// As in GL, levels may be missing or inconsistent; whether a lookup may then use the texture is decided where
/// it meets a sampler ([`crate::BoundTexture`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Texture {
    target: ObjectTarget,
    limits: Limits,
    /// `levels × faces` images, faces of a level side by side.
    images: Vec<Option<Image>>,
    /// Where texels are absent, if pages were taken away.
    absence: Option<Arc<Texture>>,
    /// The room that it takes of a budget, if it takes of one.
    room: Option<Room>,
}

/// The faces of a cube map, in the order of their GL constants: +x, -x, +y, -y, +z, -z.
pub const CUBE_FACES: u32 = 6;

/// Levels a texture can have: enough for a size of 2³¹.
const MAXIMUM_LEVELS: u32 = 32;

impl Texture {
    /// A texture without images.
    pub fn new(target: ObjectTarget) -> Texture {
        Texture::with_limits(target, Limits::default())
    }

    /// A texture without images, and the limits for those it will get.
    pub fn with_limits(target: ObjectTarget, limits: Limits) -> Texture {
        Texture {
            target,
            limits,
            images: Vec::new(),
            absence: None,
            room: None,
        }
    }

    /// A texture with one image from RGBA pixels of 8 bits a component, bottom row first.
    ///
    /// # Errors
    /// Those of [`Texture::set_image`].
    pub fn from_rgba8(target: ObjectTarget, extent: Extent, bytes: &[u8]) -> Result<Texture, TextureError> {
        let mut texture = Texture::new(target);
        texture.define(0, 0, Format::Rgba8, extent, &Pixels::rgba8(bytes))?;
        Ok(texture)
    }

    /// A buffer texture over a copy of a buffer's bytes.
    ///
    /// # Errors
    /// Those of [`Image::from_encoded`].
    pub fn from_buffer(format: Format, bytes: &[u8], limits: Limits) -> Result<Texture, TextureError> {
        let image = Image::from_encoded(format, bytes, &limits)?;
        Ok(Texture {
            target: ObjectTarget::Buffer,
            limits,
            images: vec![Some(image)],
            absence: None,
            room: None,
        })
    }

    /// Defines the image of a level (and face, 0 for targets other than cube maps) from pixels, as TexImage
    /// does.
    ///
    /// # Errors
    /// Those of [`Image::new`] and [`Texture::set_image`].
    pub fn define(
        &mut self,
        level: u32,
        face: u32,
        format: Format,
        extent: Extent,
        pixels: &Pixels<'_>,
    ) -> Result<(), TextureError> {
        let image = Image::new(format, extent, pixels, &self.limits)?;
        self.set_image(level, face, image)
    }

    /// Puts an image into a level (and face, 0 for targets other than cube maps).
    ///
    /// # Errors
    /// An extent that does not fit the target or its limits, samples outside a multisample target, a level or
    /// face that the target does not have.
    pub fn set_image(&mut self, level: u32, face: u32, mut image: Image) -> Result<(), TextureError> {
        let row = self.target.row();
        let last_level = if row.is_mipmapped() { MAXIMUM_LEVELS - 1 } else { 0 };
        if level > last_level || face >= row.faces {
            return Err(TextureError::NoSuchImage { level, face });
        }
        if image.samples() != 1 && !row.is_multisample() {
            return Err(TextureError::WrongSamples(image.samples()));
        }
        self.check_extent(image.extent())?;
        let (target, format) = (self.target, image.format());
        let is_flat = !matches!(target, ObjectTarget::ThreeDimensional | ObjectTarget::Buffer);
        if !is_flat && (format.is_depth() || format.has_stencil()) {
            return Err(TextureError::NoDepth { target, format });
        }
        if let Some(absence) = self
            .absence
            .as_ref()
            .and_then(|absence| absence.image(level, face))
        {
            image.clear_absent(absence);
        }
        let index = (level * row.faces + face) as usize;
        let needed = ((level + 1) * row.faces) as usize;
        if self.images.len() < needed {
            self.images.resize(needed, None);
        }
        self.images[index] = Some(image);
        Ok(())
    }

    fn check_extent(&self, extent: Extent) -> Result<(), TextureError> {
        let row = self.target.row();
        let sizes = extent.sizes();
        let size_limit = match (row.sampling, row.dimensions) {
            (Sampling::Buffer, _) => self.limits.buffer_texels,
            (Sampling::Mipmapped | Sampling::Rectangle | Sampling::Multisample, 3) => self.limits.size_3d,
            (Sampling::Mipmapped | Sampling::Rectangle | Sampling::Multisample, _) => self.limits.size,
        };
        let layer_axis = match row.layers {
            LayerAxis::None => None,
            LayerAxis::Height => Some(1),
            LayerAxis::Depth => Some(2),
        };
        for (axis, size) in sizes.into_iter().enumerate() {
            let limit = if axis < row.dimensions {
                size_limit
            } else if layer_axis == Some(axis) {
                self.limits.layers
            } else {
                1
            };
            if size > limit && limit == 1 {
                return Err(TextureError::WrongShape {
                    extent: sizes,
                    target: self.target,
                });
            }
            if size > limit {
                return Err(TextureError::TooLarge { size, limit });
            }
        }
        let square = !row.cube || extent.width == extent.height;
        let whole_cubes = !(row.cube && row.is_array()) || extent.depth.is_multiple_of(CUBE_FACES);
        if square && whole_cubes {
            Ok(())
        } else {
            Err(TextureError::WrongShape {
                extent: sizes,
                target: self.target,
            })
        }
    }

    /// The target.
    pub fn target(&self) -> ObjectTarget {
        self.target
    }

    /// The limits that its images obey.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Bytes of all its images.
    pub fn bytes(&self) -> u64 {
        let images = self.images.iter().flatten();
        images.map(|image| image.bytes().len() as u64).sum()
    }

    /// Lets it keep the room of a budget which it takes, in place of the one before. A clone keeps that of the
    /// original until it is given its own.
    pub fn set_room(&mut self, room: Room) {
        self.room = Some(room);
    }

    /// Where texels are absent, if pages were taken away.
    pub(crate) fn absence(&self) -> Option<&Arc<Texture>> {
        self.absence.as_ref()
    }

    /// Whether pages were taken away, now or before.
    pub fn is_sparse(&self) -> bool {
        self.absence.is_some()
    }

    pub(crate) fn set_absence(&mut self, absence: Arc<Texture>) {
        self.absence = Some(absence);
    }

    /// The same, to be changed.
    pub(crate) fn absence_mut(&mut self) -> Option<&mut Texture> {
        self.absence.as_mut().map(Arc::make_mut)
    }

    /// An image, to be changed.
    pub(crate) fn image_mut(&mut self, level: u32, face: u32) -> Option<&mut Image> {
        let index = level.checked_mul(self.target.row().faces)?.checked_add(face)?;
        self.images.get_mut(index as usize)?.as_mut()
    }

    /// One more than the highest level that has an image.
    pub fn levels(&self) -> u32 {
        self.images.len() as u32 / self.target.row().faces
    }

    /// The image of a level and face, if it has been defined.
    pub fn image(&self, level: u32, face: u32) -> Option<&Image> {
        let faces = self.target.row().faces;
        if face >= faces {
            return None;
        }
        let index = level.checked_mul(faces)?.checked_add(face)?;
        self.images.get(index as usize)?.as_ref()
    }
}
