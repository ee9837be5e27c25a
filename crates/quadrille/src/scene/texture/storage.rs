//! `texture storage`, `texture integer`, and textures with layers as piglit's runner has them.

use quadrille_base::Meter;
use quadrille_scene::TextureMake;
use quadrille_texture::bound::reduced;
use quadrille_texture::{
    Extent, Format, Image, ObjectTarget, PixelFormat, PixelType, Pixels, Sampler, Texture,
};

use super::{Made, MakeError, check_format, compared, define, most_levels, named, plain_target, reserve};
use crate::scene::stop::Stop;

/// One level of zeros.
pub(super) fn empty(
    target: &str,
    size: [u32; 3],
    format: &str,
    samples: u32,
    meter: &Meter,
) -> Result<Made, Stop> {
    let format = named(format)?;
    let target = plain_target(target)?;
    check_format(target, format)?;
    if samples != 1 && !target.row().is_multisample() {
        return Err(MakeError::Samples(target.row().name).into());
    }
    let faces = target.row().faces;
    let room = reserve(meter, format, size, faces.saturating_mul(samples), false)?;
    let mut texture = Texture::new(target);
    let limits = *texture.limits();
    let [width, height, depth] = size;
    let extent = Extent::new(width, height, depth);
    for face in 0..faces {
        texture.set_image(0, face, Image::zeroed(format, extent, samples, &limits)?)?;
    }
    Ok(Made::new(texture, Sampler::nearest(), room))
}

/// Levels of zeros. What GL leaves undefined in a new texture is 0 here; its parameters are those of a new texture.
pub(super) fn zeros(
    target: &str,
    size: [u32; 3],
    format: &str,
    (levels, is_immutable): (u32, bool),
    meter: &Meter,
) -> Result<Made, Stop> {
    let (target, format) = (plain_target(target)?, named(format)?);
    check_format(target, format)?;
    let row = target.row();
    let [width, height, depth] = size;
    let base = Extent::new(width, height, depth);
    let most = most_levels(target, base);
    if levels == 0 || levels > most {
        return Err(MakeError::Levels(most).into());
    }
    let room = reserve(meter, format, size, row.faces, levels > 1)?;
    let mut texture = Texture::new(target);
    let limits = *texture.limits();
    for level in 0..levels {
        for face in 0..row.faces {
            let image = Image::zeroed(format, reduced(target, base, level), 1, &limits)?;
            texture.set_image(level, face, image)?;
        }
    }
    let new = Sampler::for_target(target);
    let sampler = match is_immutable {
        true => Sampler {
            maximum_level: levels - 1,
            ..new
        },
        false => new,
    };
    Ok(Made::new(texture, sampler, room))
}

/// Red and green of a texel are where it is, blue and alpha are the same everywhere.
pub(super) fn integers(
    [width, height]: [u32; 2],
    [blue, alpha]: [i32; 2],
    format: &str,
    meter: &Meter,
) -> Result<Made, Stop> {
    let format = named(format)?;
    let size = [width, height, 1];
    let room = reserve(meter, format, size, 1, false)?;
    // The texels on their way.
    let _texels = reserve(meter, Format::Rgba32I, size, 1, false)?;
    let mut texture = Texture::new(ObjectTarget::TwoDimensional);
    let rows = (0..height).flat_map(|y| (0..width).map(move |x| [x, y].map(u32::cast_signed)));
    let texels = rows.flat_map(|[x, y]| [x, y, blue, alpha]);
    let bytes: Vec<u8> = texels.flat_map(i32::to_ne_bytes).collect();
    let pixels = Pixels::new(PixelFormat::RgbaInteger, PixelType::Int, &bytes)?;
    texture.define(0, 0, format, Extent::new(width, height, 1), &pixels)?;
    Ok(Made::new(texture, Sampler::nearest(), room))
}

/// Layers of colours, or of depths that are compared.
pub(super) fn layers(make: &TextureMake, meter: &Meter) -> Result<Made, Stop> {
    let (target, size, format) = match make {
        TextureMake::RgbwLayers { target, size } => (target, *size, Format::Rgba8),
        TextureMake::ShadowLayers { target, size } => (target, *size, Format::Depth24),
        _ => unreachable!("of another command"),
    };
    let room = reserve(meter, format, size, 1, false)?;
    let mut texture = Texture::new(plain_target(target)?);
    define(&mut texture, [0; 2], format, size, |at| make.texel(0, at))?;
    let sampler = Sampler {
        compare: format.is_depth(),
        compare_function: compared(make),
        ..Sampler::nearest()
    };
    Ok(Made::new(texture, sampler, room))
}
