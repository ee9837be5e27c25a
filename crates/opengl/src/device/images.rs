//! Images of the shaders: levels that the driver may change, and what it made of them.

use quadrille_translated::{Images, Level};

use super::textures::{faces, target};
use crate::enumerant;
use crate::error::{TextureError, Unsupported};
use crate::gl::{Gl, Layout};

/// Makes the levels and binds the images that show them; the names of the textures, in the order of the levels.
pub(super) fn bind(gl: &Gl, images: &Images<'_>) -> Result<Vec<u32>, TextureError> {
    gl.active_texture(enumerant::TEXTURE0);
    let textures = images.levels.iter().map(|level| define(gl, level));
    let textures: Vec<u32> = textures.collect::<Result<_, _>>()?;
    for shown in &images.shown {
        gl.show(shown.binding, textures[shown.level], Layout::of(shown.format));
    }
    Ok(textures)
}

fn define(gl: &Gl, level: &Level<'_>) -> Result<u32, TextureError> {
    let (target, dimensions) = target(&level.shape)?;
    let texture = gl.new_texture(target);
    let faces = faces(target, &level.shape);
    let layout = Layout::of(level.format);
    let size = size_of_face(level, faces.len());
    let bytes = level.bytes.chunks(level.bytes.len().div_ceil(faces.len()).max(1));
    for (face, bytes) in faces.into_iter().zip(bytes) {
        gl.define(face, 0, dimensions, size, layout, bytes)?;
    }
    // A texture without levels beside the first is complete only so.
    for filter in [enumerant::TEXTURE_MIN_FILTER, enumerant::TEXTURE_MAG_FILTER] {
        gl.texture_parameter_name(target, filter, enumerant::NEAREST);
    }
    Ok(texture)
}

/// Takes back the levels as a draw left them.
pub(super) fn take(gl: &Gl, images: &Images<'_>, textures: &[u32]) -> Result<(), Unsupported> {
    for (level, texture) in images.levels.iter().zip(textures) {
        let (target, _) = target(&level.shape)?;
        gl.bind_texture(target, *texture);
        let faces = faces(target, &level.shape);
        let size = size_of_face(level, faces.len());
        let drawn = faces
            .into_iter()
            .flat_map(|face| gl.texels_of(face, size, Layout::of(level.format)));
        level.keep(&drawn.collect::<Vec<u8>>());
    }
    Ok(())
}

/// The size of each of the images that a level has.
fn size_of_face(level: &Level<'_>, faces: usize) -> [u32; 3] {
    let [width, height, depth] = level.sizes;
    match faces {
        1 => [width, height, depth],
        _ => [width, height, 1],
    }
}
