//! Handles of textures and images, as parameters and in buffers.

use std::collections::BTreeMap;

use quadrille_scene::Handle;
use quadrille_texture::ObjectTarget;

use super::made::target;
use super::stop::Stop;
use crate::canvas::Canvas;

/// The handle that is meant: of the texture made last for a unit, or of what an image unit shows.
pub(super) fn of(
    handle: Handle,
    canvas: &mut Canvas,
    targets: &BTreeMap<usize, ObjectTarget>,
) -> Result<u64, Stop> {
    Ok(match handle {
        Handle::Texture(unit) => {
            let unit = unit as usize;
            canvas.texture_handle(unit, target(targets, unit)?)?
        }
        Handle::Image(unit) => canvas.image_handle(unit as usize)?,
    })
}
