//! `texture places`, handed to the driver.

use quadrille_isa::gl::TextureTarget;
use quadrille_scene::TextureMake;

use crate::enumerant::{self, value};
use crate::error::SceneError;
use crate::gl::Texels;
use crate::painter::Painter;
use crate::texparameter::{self, shadow};

/// Makes the texture on the unit, which is the active one.
pub(crate) fn make(
    painter: &mut Painter<'_>,
    unit: u32,
    make: &TextureMake,
    (target, size, format): (&str, [u32; 3], &str),
) -> Result<(), SceneError> {
    let row = TextureTarget::of_name(target).ok_or_else(|| SceneError::NoTarget(target.to_owned()))?;
    let texture = row.texture.row();
    if !texture.is_filtered() {
        return Err(SceneError::Target(target.to_owned()));
    }
    let target = texture.enumerant;
    let gl = painter.gl;
    gl.new_texture(target);
    painter.targets[unit as usize] = Some(target);
    for (name, text) in [("min", "nearest"), ("mag", "nearest")] {
        texparameter::set(painter, name, text)?;
    }
    for name in ["wrap_s", "wrap_t", "wrap_r"] {
        texparameter::set(painter, name, "clamp_to_edge")?;
    }
    if row.target.is_shadow() {
        shadow(painter, make.compare())?;
    }
    let is_depth = format.to_ascii_uppercase().contains("DEPTH");
    let format = value(format)?;
    let faces = texture.faces;
    let axes = texture.dimensions + usize::from(texture.is_array());
    let mut size = size;
    for level in 0.. {
        for face in 0..faces {
            let [width, height, depth] = size;
            let rows = (0..depth).flat_map(|z| (0..height).map(move |y| [y, z]));
            let texels = rows.flat_map(|[y, z]| (0..width).map(move |x| make.texel(level, [x, y, z + face])));
            let (colors, depths): (Vec<_>, Vec<_>) = texels.map(|texel| (texel.color, texel.depth)).unzip();
            let texels = match is_depth {
                true => Texels::Depths(&depths),
                false => Texels::Colors(colors.as_flattened()),
            };
            let image = if faces > 1 {
                enumerant::TEXTURE_CUBE_MAP_POSITIVE_X + face
            } else {
                target
            };
            gl.image(image, level, format, &size[..axes], &texels)?;
        }
        let smaller = std::array::from_fn(|axis| match axis < texture.dimensions {
            true => (size[axis] / 2).max(1),
            false => size[axis],
        });
        if smaller == size || !texture.is_mipmapped() {
            return Ok(());
        }
        size = smaller;
    }
    Ok(())
}
