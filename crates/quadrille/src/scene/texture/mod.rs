//! Textures that scene commands make. `framebuffer` takes them from what was drawn, `file` and `image` from files and
//! buffers, `view` from other textures, `pattern` from a rule for each texel; `storage` has no texels to put into them.

mod error;
mod file;
mod format;
mod framebuffer;
mod image;
mod pattern;
mod storage;
mod view;

use std::collections::BTreeMap;
use std::sync::Arc;

use quadrille_base::{Meter, Room, Spent};
use quadrille_isa::gl::TextureTarget;
use quadrille_scene::{Texel, TextureMake};
use quadrille_texture::{
    Access, BoundTexture, CompareFunction, Extent, Format, Image, ObjectTarget, Sampler, Texture,
    TextureError,
};

use super::Files;
use super::buffer::Buffers;
use super::stop::Stop;
use super::view::View;
use crate::canvas::Canvas;
use format::{check_format, most_levels};

pub(super) use error::MakeError;

/// The sources that textures are made of.
pub(super) struct Given<'a> {
    /// The 2D texture that the unit holds: a checkerboard sets one level of it.
    pub(super) before: Option<&'a BoundTexture>,
    /// What is bound to the units, and what was bound last to each.
    pub(super) canvas: &'a Canvas,
    pub(super) targets: &'a BTreeMap<usize, ObjectTarget>,
    pub(super) buffers: &'a Buffers,
    /// The layer and the sample that are read of the framebuffer.
    pub(super) view: View,
    pub(super) files: &'a dyn Files,
    pub(super) meter: &'a Meter,
}

/// A texture and its sampler, before it is bound.
pub(super) struct Made {
    pub(super) texture: Arc<Texture>,
    pub(super) sampler: Sampler,
    /// The bytes of a buffer that it was made of: the first, and how many.
    pub(super) taken: Option<(u64, u64)>,
}

impl Made {
    /// `room` is what it takes of the budget of the scene.
    fn new(mut texture: Texture, sampler: Sampler, room: Room) -> Made {
        texture.set_room(room);
        Made {
            texture: Arc::new(texture),
            sampler,
            taken: None,
        }
    }
}

/// Takes the room of so many images of a size, with smaller levels or without, and counts the work of filling them.
fn reserve(
    meter: &Meter,
    format: Format,
    size: [u32; 3],
    images: u32,
    has_levels: bool,
) -> Result<Room, Spent> {
    let sides = size.into_iter().chain([images, 1 + u32::from(has_levels)]);
    let texels = sides.fold(1, |texels: u64, side| texels.saturating_mul(u64::from(side)));
    let room = meter.room(texels.saturating_mul(format.texel_bytes() as u64))?;
    meter.work(texels)?;
    Ok(room)
}

/// Makes the texture of a command.
pub(super) fn make(make: &TextureMake, given: &Given<'_>) -> Result<Made, Stop> {
    let Given {
        before,
        canvas,
        view,
        files,
        meter,
        ..
    } = *given;
    let drawn = canvas.framebuffer();
    match make {
        TextureMake::Rgbw { size, format } => pattern::rgbw(make, *size, format, meter),
        TextureMake::Empty {
            target,
            size,
            format,
            samples,
        } => storage::empty(target, *size, format, *samples, meter),
        TextureMake::Places { target, size, format } => pattern::places(make, target, *size, format, meter),
        TextureMake::Multisample { size, samples } => pattern::multisample(*size, samples, meter),
        TextureMake::Miptree => pattern::miptree(make, meter),
        TextureMake::Checkerboard {
            level, size, format, ..
        } => {
            let before = before.filter(|_| *level > 0);
            pattern::checkerboard(make, before, *level, *size, format, meter)
        }
        TextureMake::Shadow1D { width } => {
            pattern::shadow(make, ObjectTarget::OneDimensional, [*width, 1], meter)
        }
        TextureMake::Shadow2D { size } => pattern::shadow(make, ObjectTarget::TwoDimensional, *size, meter),
        TextureMake::ShadowRect { size } => pattern::shadow(make, ObjectTarget::Rectangle, *size, meter),
        TextureMake::RgbwLayers { .. } | TextureMake::ShadowLayers { .. } => storage::layers(make, meter),
        TextureMake::Integers { size, others, format } => storage::integers(*size, *others, format, meter),
        TextureMake::Storage {
            target,
            size,
            format,
            levels,
            immutable,
        } => storage::zeros(target, *size, format, (*levels, *immutable), meter),
        TextureMake::File { path } => file::make(path, files, meter),
        TextureMake::Image { .. } => image::make(make, given),
        TextureMake::View { .. } => view::make(make, given),
        TextureMake::CubeFiles { paths } => file::cube(paths, files, meter),
        TextureMake::Framebuffer { depth: true } => framebuffer::depths(&view.of(drawn), meter),
        TextureMake::Framebuffer { depth: false } => framebuffer::colors(&view.of(drawn), meter),
        TextureMake::Samples { renderbuffer } => {
            let target = match renderbuffer {
                true => ObjectTarget::Renderbuffer,
                false => ObjectTarget::TwoDimensionalMultisample,
            };
            framebuffer::samples(drawn, view.layer, target, meter)
        }
    }
}

/// Makes the levels of a texture anew from its base level.
pub(super) fn generate_mipmaps(
    texture: &Texture,
    sampler: &Sampler,
    meter: &Meter,
) -> Result<Arc<Texture>, Stop> {
    // The new one, and its new levels while the old ones are there.
    let room = meter.room(texture.bytes().saturating_mul(2))?;
    meter.work(texture.bytes().saturating_mul(2))?;
    let mut made = texture.clone();
    made.generate_mipmaps(sampler.base_level)?;
    drop(room);
    made.set_room(meter.room(made.bytes())?);
    Ok(Arc::new(made))
}

/// The comparison function of a texture at first.
fn compared(make: &TextureMake) -> CompareFunction {
    CompareFunction::from_name(make.compare()).unwrap_or(CompareFunction::Lequal)
}

/// A format by its GL name.
fn named(name: &str) -> Result<Format, MakeError> {
    Format::from_name(name).ok_or_else(|| MakeError::Format(name.to_owned()))
}

/// The target of texture objects by the name that instructions have for it, but those with SHADOW.
fn plain_target(name: &str) -> Result<ObjectTarget, MakeError> {
    let row = TextureTarget::of_name(name).filter(|row| row.reference.is_none());
    let row = row.ok_or_else(|| MakeError::Target(name.to_owned()))?;
    Ok(Access::of(row.target).target)
}

/// A component in 8 bits.
fn to_byte(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

/// Defines a level from a function of its texels.
fn define(
    texture: &mut Texture,
    [level, face]: [u32; 2],
    format: Format,
    [width, height, depth]: [u32; 3],
    texel: impl Fn([u32; 3]) -> Texel,
) -> Result<(), TextureError> {
    let color = |at: [u32; 3]| match format.is_depth() {
        true => [texel(at).depth, 0.0, 0.0, 1.0],
        false => texel(at).color,
    };
    let extent = Extent::new(width, height, depth);
    let image = Image::from_colors(format, extent, texture.limits(), color)?;
    texture.set_image(level, face, image)
}
