//! `texture places`, handed to the driver.

use quadrille::translate::form::TextureShape;
use quadrille_isa::gl::TextureTarget;
use quadrille_scene::TextureMake;

use crate::enumerant::{self, value};
use crate::error::SceneError;
use crate::gl::Texels;
use crate::painter::Painter;
use crate::texparameter::{self, shadow};

/// The textures of a scene that programs sample, by their targets.
const TARGETS: &[(u32, u8, [bool; 3])] = &[
    // Name, dimensions; whether it is a cube, a rectangle, an array.
    (enumerant::TEXTURE_1D, 1, [false, false, false]),
    (enumerant::TEXTURE_2D, 2, [false, false, false]),
    (enumerant::TEXTURE_3D, 3, [false, false, false]),
    (enumerant::TEXTURE_CUBE_MAP, 3, [true, false, false]),
    (enumerant::TEXTURE_RECTANGLE, 2, [false, true, false]),
    (enumerant::TEXTURE_1D_ARRAY, 1, [false, false, true]),
    (enumerant::TEXTURE_2D_ARRAY, 2, [false, false, true]),
    (enumerant::TEXTURE_CUBE_MAP_ARRAY, 3, [true, false, true]),
];

/// Makes the texture on the unit, which is the active one.
pub(crate) fn make(
    painter: &mut Painter<'_>,
    unit: u32,
    make: &TextureMake,
    (target, size, format): (&str, [u32; 3], &str),
) -> Result<(), SceneError> {
    let row = TextureTarget::of_name(target).ok_or_else(|| SceneError::NoTarget(target.to_owned()))?;
    let own = TextureShape::of(row.target);
    let is_plain = !own.multisample && !own.buffer;
    let is_of = |(_, dimensions, flags): &&(u32, u8, [bool; 3])| {
        is_plain && *dimensions == own.dimensions && *flags == [own.cube, own.rectangle, own.array]
    };
    let known = TARGETS.iter().find(is_of).map(|found| found.0);
    let target = known.ok_or_else(|| SceneError::Target(target.to_owned()))?;
    let gl = painter.gl;
    gl.new_texture(target);
    painter.targets[unit as usize] = Some(target);
    for (name, text) in [("min", "nearest"), ("mag", "nearest")] {
        texparameter::set(painter, name, text)?;
    }
    for name in ["wrap_s", "wrap_t", "wrap_r"] {
        texparameter::set(painter, name, "clamp_to_edge")?;
    }
    if own.shadow {
        shadow(painter, make.compare())?;
    }
    let is_depth = format.to_ascii_uppercase().contains("DEPTH");
    let format = value(format)?;
    // What has levels of its own: the coordinates but for a cube's third.
    let halved = if own.cube { 2 } else { usize::from(own.dimensions) };
    let faces = if own.cube && !own.array { 6 } else { 1 };
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
            let sizes: &[u32] = match own.cube {
                _ if faces > 1 => &size[..2],
                false => &size[..usize::from(own.dimensions) + usize::from(own.array)],
                true => &size,
            };
            gl.image(image, level, format, sizes, &texels)?;
        }
        let smaller = std::array::from_fn(|axis| match axis < halved {
            true => (size[axis] / 2).max(1),
            false => size[axis],
        });
        if smaller == size || own.rectangle {
            return Ok(());
        }
        size = smaller;
    }
    Ok(())
}
