//! `texture image`: the texels of a buffer, as a buffer texture or as a pixel unpack buffer gives them to TexImage and
//! CompressedTexImage.

use quadrille_scene::TextureMake;
use quadrille_texture::bound::reduced;
use quadrille_texture::{Extent, Image, ObjectTarget, Sampler, Texture};
use quadrille_texture_files::blocks;

use super::{Given, Made, MakeError, check_format, most_levels, named, plain_target};
use crate::scene::stop::Stop;

pub(super) fn make(make: &TextureMake, given: &Given<'_>) -> Result<Made, Stop> {
    let TextureMake::Image {
        target,
        size: [width, height, depth],
        format,
        levels,
        name,
        offset,
    } = make
    else {
        unreachable!("of another command");
    };
    let (target, format) = (plain_target(target)?, named(format)?);
    check_format(target, format)?;
    let base = Extent::new(*width, *height, *depth);
    let mut texture = Texture::new(target);
    let limits = *texture.limits();
    let row = target.row();
    let most = most_levels(target, base);
    if *levels == 0 || *levels > most {
        return Err(MakeError::Levels(most).into());
    }
    let extents = (0..*levels).map(|level| reduced(target, base, level));
    let bytes = |extent: Extent| match format.row().compression {
        Some(compression) => blocks::bytes(compression, extent),
        None => extent.texels().saturating_mul(format.texel_bytes() as u64),
    };
    let faces = u64::from(row.faces);
    let sum = |all: u64, more: u64| all.saturating_add(more.saturating_mul(faces));
    let needed = extents.clone().map(bytes).fold(0, sum);
    let decoded = extents
        .clone()
        .map(|extent| extent.texels().saturating_mul(format.texel_bytes() as u64));
    let room = given.meter.room(decoded.fold(0, sum))?;
    given.meter.work(needed)?;
    let buffer = given
        .buffers
        .named(name)
        .ok_or_else(|| MakeError::Buffer(name.clone()))?;
    let left = buffer.size().saturating_sub(*offset);
    if needed > left {
        return Err(MakeError::Length { needed, given: left }.into());
    }
    let _bytes = given.meter.room(buffer.size())?;
    let all = buffer.to_bytes();
    let mut rest = &all[*offset as usize..];
    for (level, extent) in (0..).zip(extents) {
        for face in 0..row.faces {
            let (own, others) = rest.split_at(bytes(extent) as usize);
            rest = others;
            let image = match (format.row().compression, target) {
                (Some(_), _) => blocks::decode(format, extent, own, &limits).map_err(MakeError::from)?,
                (None, ObjectTarget::Buffer) => Image::from_encoded(format, own, &limits)?,
                (None, _) => Image::with_bytes(format, extent, 1, own, &limits)?,
            };
            texture.set_image(level, face, image)?;
        }
    }
    let sampler = Sampler {
        maximum_level: levels - 1,
        ..Sampler::nearest()
    };
    Ok(Made {
        taken: Some((*offset, needed)),
        ..Made::new(texture, sampler, room)
    })
}
