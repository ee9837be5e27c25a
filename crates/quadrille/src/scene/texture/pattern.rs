//! Textures whose texels follow a rule, as those of piglit's runner do.

use quadrille_base::Meter;
use quadrille_isa::gl::TextureTarget;
use quadrille_scene::TextureMake;
use quadrille_texture::{
    Access, BoundTexture, Extent, Format, Image, MinificationFilter, ObjectTarget, Sampler, Texture,
};

use super::{Made, MakeError, check_format, compared, define, named, reserve, to_byte};
use crate::scene::stop::Stop;

/// One level of four colours.
pub(super) fn rgbw(
    make: &TextureMake,
    [width, height]: [u32; 2],
    format: &str,
    meter: &Meter,
) -> Result<Made, Stop> {
    let (format, size) = (named(format)?, [width, height, 1]);
    let room = reserve(meter, format, size, 1, false)?;
    let mut texture = Texture::new(ObjectTarget::TwoDimensional);
    define(&mut texture, [0; 2], format, size, |at| make.texel(0, at))?;
    Ok(Made::new(texture, Sampler::nearest(), room))
}

/// A texture whose texels say where they are, with all levels that its target may have.
pub(super) fn places(
    make: &TextureMake,
    target: &str,
    size: [u32; 3],
    format: &str,
    meter: &Meter,
) -> Result<Made, Stop> {
    let format = named(format)?;
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

/// The same samples in every texel.
pub(super) fn multisample(
    [width, height]: [u32; 2],
    samples: &[[f32; 4]],
    meter: &Meter,
) -> Result<Made, Stop> {
    let count = samples.len() as u32;
    // The image, one of zeros and the bytes are there at once.
    let room = reserve(meter, Format::Rgba8, [width, height, count], 3, false)?;
    let mut texture = Texture::new(ObjectTarget::TwoDimensionalMultisample);
    let limits = *texture.limits();
    let extent = Extent::new(width, height, 1);
    let mut image = Image::zeroed(Format::Rgba8, extent, count, &limits)?;
    let components = samples.as_flattened().iter();
    let texel: Vec<u8> = components.map(|value| to_byte(*value)).collect();
    let bytes = texel.repeat(image.bytes().len() / texel.len().max(1));
    image = Image::with_bytes(Format::Rgba8, extent, image.samples(), &bytes, &limits)?;
    texture.set_image(0, 0, image)?;
    Ok(Made::new(texture, Sampler::nearest(), room))
}

/// Four levels, each of a colour.
pub(super) fn miptree(make: &TextureMake, meter: &Meter) -> Result<Made, Stop> {
    let mut texture = Texture::new(ObjectTarget::TwoDimensional);
    let room = reserve(meter, Format::Rgba8, [8, 8, 1], 1, true)?;
    for level in 0..4 {
        let size = [8 >> level, 8 >> level, 1];
        define(&mut texture, [level, 0], Format::Rgba8, size, |at| {
            make.texel(level, at)
        })?;
    }
    let sampler = Sampler {
        minification: MinificationFilter::NearestMipmapNearest,
        ..Sampler::nearest()
    };
    Ok(Made::new(texture, sampler, room))
}

/// One level of squares, in a new texture or in that which was there `before`.
pub(super) fn checkerboard(
    make: &TextureMake,
    before: Option<&BoundTexture>,
    level: u32,
    [width, height]: [u32; 2],
    format: &str,
    meter: &Meter,
) -> Result<Made, Stop> {
    let (format, size) = (named(format)?, [width, height, 1]);
    let own = reserve(meter, format, size, 1, false)?;
    let (mut texture, sampler, room) = match before {
        Some(bound) => {
            let room = meter.room(bound.texture().bytes().saturating_add(own.bytes()))?;
            ((**bound.texture()).clone(), *bound.sampler(), room)
        }
        None => (
            Texture::new(ObjectTarget::TwoDimensional),
            Sampler::nearest(),
            own,
        ),
    };
    define(&mut texture, [level, 0], format, size, |at| make.texel(level, at))?;
    Ok(Made::new(texture, sampler, room))
}

/// A depth texture.
pub(super) fn shadow(
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
