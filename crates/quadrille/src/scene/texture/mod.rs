//! Textures that scene commands make. `framebuffer` takes them from what was drawn, `file` and `image` from files and
//! buffers, `view` from other textures; `storage` has no texels to put into them.

mod error;
mod file;
mod format;
mod framebuffer;
mod image;
mod storage;
mod view;

use std::collections::BTreeMap;
use std::sync::Arc;

use quadrille_base::{Meter, Room, Spent};
use quadrille_isa::gl::TextureTarget;
use quadrille_scene::{Texel, TextureMake};
use quadrille_texture::{
    Access, BoundTexture, CompareFunction, Extent, Format, Image, MagnificationFilter, MinificationFilter,
    ObjectTarget, Pixels, Sampler, Texture, TextureError, Wrap,
};

use super::Files;
use super::buffer::Buffers;
use super::stop::Stop;
use super::view::View;
use crate::canvas::Canvas;
use crate::picture::Picture;
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
    let texel = |level: u32| move |at: [u32; 3]| make.texel(level, at);
    match make {
        TextureMake::Rgbw {
            size: [width, height],
            format,
        } => {
            let (format, size) = (named(format)?, [*width, *height, 1]);
            let room = reserve(meter, format, size, 1, false)?;
            let mut texture = Texture::new(ObjectTarget::TwoDimensional);
            define(&mut texture, [0; 2], format, size, texel(0))?;
            Ok(Made::new(texture, Sampler::nearest(), room))
        }
        TextureMake::Empty {
            target,
            size,
            format,
            samples,
        } => {
            let format = named(format)?;
            let target = plain_target(target)?;
            check_format(target, format)?;
            if *samples != 1 && !target.row().is_multisample() {
                return Err(MakeError::Samples(target.row().name).into());
            }
            let faces = target.row().faces;
            let room = reserve(meter, format, *size, faces.saturating_mul(*samples), false)?;
            let mut texture = Texture::new(target);
            let limits = *texture.limits();
            let [width, height, depth] = *size;
            let extent = Extent::new(width, height, depth);
            for face in 0..faces {
                texture.set_image(0, face, Image::zeroed(format, extent, *samples, &limits)?)?;
            }
            Ok(Made::new(texture, Sampler::nearest(), room))
        }
        TextureMake::Places { target, size, format } => places(make, target, *size, named(format)?, meter),
        TextureMake::Multisample {
            size: [width, height],
            samples,
        } => {
            let count = samples.len() as u32;
            // The image, one of zeros and the bytes are there at once.
            let room = reserve(meter, Format::Rgba8, [*width, *height, count], 3, false)?;
            let mut texture = Texture::new(ObjectTarget::TwoDimensionalMultisample);
            let limits = *texture.limits();
            let extent = Extent::new(*width, *height, 1);
            let mut image = Image::zeroed(Format::Rgba8, extent, count, &limits)?;
            let texel: Vec<u8> = samples
                .as_flattened()
                .iter()
                .map(|value| to_byte(*value))
                .collect();
            let bytes = texel.repeat(image.bytes().len() / texel.len().max(1));
            image = Image::with_bytes(Format::Rgba8, extent, image.samples(), &bytes, &limits)?;
            texture.set_image(0, 0, image)?;
            Ok(Made::new(texture, Sampler::nearest(), room))
        }
        TextureMake::Miptree => {
            let mut texture = Texture::new(ObjectTarget::TwoDimensional);
            let room = reserve(meter, Format::Rgba8, [8, 8, 1], 1, true)?;
            for level in 0..4 {
                let size = [8 >> level, 8 >> level, 1];
                define(&mut texture, [level, 0], Format::Rgba8, size, texel(level))?;
            }
            let minification = MinificationFilter::NearestMipmapNearest;
            let sampler = Sampler {
                minification,
                ..Sampler::nearest()
            };
            Ok(Made::new(texture, sampler, room))
        }
        TextureMake::Checkerboard {
            level,
            size: [width, height],
            format,
            ..
        } => {
            let (format, size) = (named(format)?, [*width, *height, 1]);
            let own = reserve(meter, format, size, 1, false)?;
            let before = before.filter(|_| *level > 0);
            let room = match before {
                Some(bound) => meter.room(bound.texture().bytes().saturating_add(own.bytes()))?,
                None => own,
            };
            let (mut texture, sampler) = match before {
                Some(bound) => ((**bound.texture()).clone(), *bound.sampler()),
                None => (Texture::new(ObjectTarget::TwoDimensional), Sampler::nearest()),
            };
            define(&mut texture, [*level, 0], format, size, texel(*level))?;
            Ok(Made::new(texture, sampler, room))
        }
        TextureMake::Shadow1D { width } => shadow(make, ObjectTarget::OneDimensional, [*width, 1], meter),
        TextureMake::Shadow2D { size } => shadow(make, ObjectTarget::TwoDimensional, *size, meter),
        TextureMake::ShadowRect { size } => shadow(make, ObjectTarget::Rectangle, *size, meter),
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
        TextureMake::CubeFiles { paths } => {
            let mut texture = Texture::new(ObjectTarget::Cube);
            let mut rooms = Vec::new();
            for (face, path) in paths.iter().enumerate() {
                let picture = read(path, files)?;
                let size = [picture.width, picture.height, 1];
                rooms.push(reserve(meter, Format::Rgba8, size, 1, true)?);
                let extent = Extent::new(picture.width, picture.height, 1);
                // The faces of a cube map have their first row at the top (GL 2.1, table 3.19).
                texture
                    .define(
                        0,
                        face as u32,
                        Format::Rgba8,
                        extent,
                        &Pixels::rgba8(&picture.rgba),
                    )
                    .map_err(|error| MakeError::Texture {
                        path: path.clone(),
                        error,
                    })?;
            }
            texture.generate_mipmaps(0)?;
            let sampler = Sampler {
                minification: MinificationFilter::LinearMipmapLinear,
                magnification: MagnificationFilter::Linear,
                wrap: [Wrap::ClampToEdge; 3],
                ..Sampler::default()
            };
            drop(rooms);
            let room = meter.room(texture.bytes())?;
            Ok(Made::new(texture, sampler, room))
        }
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

fn read(path: &str, files: &dyn Files) -> Result<Picture, MakeError> {
    Picture::read(path, files).map_err(|error| MakeError::Picture {
        path: path.to_owned(),
        error,
    })
}

/// A texture whose texels say where they are, with all levels that its target may have.
fn places(
    make: &TextureMake,
    target: &str,
    size: [u32; 3],
    format: Format,
    meter: &Meter,
) -> Result<Made, Stop> {
    let row = TextureTarget::of_name(target).ok_or_else(|| MakeError::Target(target.to_owned()))?;
    let mut texture = Texture::new(Access::of(row.target).target);
    check_format(texture.target(), format)?;
    let shape = texture.target().row();
    let room = reserve(meter, format, size, shape.faces, shape.is_mipmapped())?;
    let mut size = size;
    for level in 0.. {
        for face in 0..shape.faces {
            let texel = |[x, y, z]: [u32; 3]| make.texel(level, [x, y, z + face]);
            define(&mut texture, [level, face], format, size, texel)?;
        }
        // Layers stay as many.
        let smaller = std::array::from_fn(|axis| match axis < shape.dimensions {
            true => (size[axis] / 2).max(1),
            false => size[axis],
        });
        if smaller == size || !shape.is_mipmapped() {
            break;
        }
        size = smaller;
    }
    let sampler = Sampler {
        compare: row.target.is_shadow(),
        compare_function: compared(make),
        ..Sampler::nearest()
    };
    Ok(Made::new(texture, sampler, room))
}

/// The comparison function of a texture at first.
fn compared(make: &TextureMake) -> CompareFunction {
    CompareFunction::from_name(make.compare()).unwrap_or(CompareFunction::Lequal)
}

/// A depth texture.
fn shadow(
    make: &TextureMake,
    target: ObjectTarget,
    [width, height]: [u32; 2],
    meter: &Meter,
) -> Result<Made, Stop> {
    let mut texture = Texture::new(target);
    let size = [width, height, 1];
    let room = reserve(meter, Format::Depth24, size, 1, false)?;
    define(&mut texture, [0; 2], Format::Depth24, size, |at| {
        make.texel(0, at)
    })?;
    let sampler = Sampler {
        compare: true,
        compare_function: compared(make),
        ..Sampler::nearest()
    };
    Ok(Made::new(texture, sampler, room))
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
