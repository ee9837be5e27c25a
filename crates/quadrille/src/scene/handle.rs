//! Handles of textures and images, as parameters and in buffers.

use std::collections::BTreeMap;

use quadrille_scene::Handle;
use quadrille_texture::Target;

use crate::canvas::Canvas;

/// The handle that is meant: of the texture made last for a unit, or of what an image unit shows.
pub(super) fn of(
    handle: Handle,
    canvas: &mut Canvas,
    targets: &BTreeMap<usize, Target>,
) -> Result<u64, String> {
    let found = match handle {
        Handle::Texture(unit) => {
            let unit = unit as usize;
            let target = targets.get(&unit).ok_or("no texture was made for the unit")?;
            canvas.texture_handle(unit, *target)
        }
        Handle::Image(unit) => canvas.image_handle(unit as usize),
    };
    found.map_err(|error| error.to_string())
}
