//! `texture view`: a texture as another target or format.

use quadrille_scene::TextureMake;
use quadrille_texture::{LayerAxis, Sampler};

use super::{Given, Made, MakeError, named, plain_target};
use crate::scene::made::{self, NoTexture};
use crate::scene::stop::Stop;

pub(super) fn make(make: &TextureMake, given: &Given<'_>) -> Result<Made, Stop> {
    let TextureMake::View {
        target,
        format,
        of,
        levels,
        layers,
    } = make
    else {
        unreachable!("of another command");
    };
    let (target, format) = (plain_target(target)?, named(format)?);
    let unit = *of as usize;
    let origin = given.canvas.bound(unit, made::target(given.targets, unit)?);
    let texture = origin.ok_or(NoTexture::Unit)?.texture();
    let range = |[first, count]: [u32; 2]| first..first.saturating_add(count);
    let all = match (texture.target().row(), texture.image(0, 0)) {
        (row, _) if row.faces != 1 => row.faces,
        (row, Some(image)) => match row.layers {
            LayerAxis::None => 1,
            LayerAxis::Height => image.extent().height,
            LayerAxis::Depth => image.extent().depth,
        },
        (_, None) => 0,
    };
    let wanted = match (target.row().is_array(), target.row().cube) {
        (true, _) => all,
        (false, true) => 6,
        (false, false) => 1,
    };
    let levels = range(levels.unwrap_or([0, texture.levels()]));
    let layers = range(layers.unwrap_or([0, wanted]));
    let room = given.meter.room(texture.bytes())?;
    given.meter.work(texture.bytes())?;
    let view = texture
        .view(target, format, levels, layers)
        .map_err(MakeError::from)?;
    let sampler = Sampler {
        maximum_level: view.levels() - 1,
        ..Sampler::nearest()
    };
    Ok(Made::new(view, sampler, room))
}
