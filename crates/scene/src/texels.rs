//! The texels of textures that commands make of numbers, once for the pipeline and the drivers.

use crate::texture_make::TextureMake;

const RED: [f32; 4] = [1.0, 0.0, 0.0, 1.0];
const GREEN: [f32; 4] = [0.0, 1.0, 0.0, 1.0];
const BLUE: [f32; 4] = [0.0, 0.0, 1.0, 1.0];
const WHITE: [f32; 4] = [1.0; 4];

/// A texel, by what its format holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Texel {
    /// Red, green, blue and alpha.
    pub color: [f32; 4],
    /// The depth.
    pub depth: f32,
}

impl TextureMake {
    /// The texel at a place of a level, where layers and faces count as y or z.
    pub fn texel(&self, level: u32, [x, y, z]: [u32; 3]) -> Texel {
        let color = |color: [f32; 4]| Texel {
            color,
            depth: color[0],
        };
        match self {
            TextureMake::Rgbw {
                size: [width, height],
                ..
            } => color(match (x < width / 2, y < height / 2) {
                (true, true) => RED,
                (false, true) => GREEN,
                (true, false) => BLUE,
                (false, false) => WHITE,
            }),
            TextureMake::RgbwLayers { target, .. } => {
                let layer = if *target == "ARRAY1D" { y } else { z };
                color([RED, GREEN, BLUE, WHITE][layer as usize & 3])
            }
            TextureMake::Miptree => color([RED, GREEN, BLUE, WHITE][level as usize & 3]),
            TextureMake::Checkerboard { size, colors, .. } => {
                // Two squares along each side, at least one texel.
                let [columns, rows] = size.map(|side| (side / 2).max(1));
                color(colors[((x / columns) ^ (y / rows)) as usize & 1])
            }
            TextureMake::Shadow1D { width }
            | TextureMake::Shadow2D { size: [width, _] }
            | TextureMake::ShadowRect { size: [width, _] }
            | TextureMake::ShadowLayers {
                size: [width, _, _], ..
            } => Texel {
                color: [0.0; 4],
                depth: x as f32 / (width.max(&2) - 1) as f32,
            },
            // The colour is an eighth of the place and of 1 + level, where z counts faces too; the depth is an odd
            // sixteenth, which goes up with each of them and begins anew after 15/16.
            TextureMake::Places { .. } => Texel {
                color: [x, y, z, 1 + level].map(|number| number as f32 / 8.0),
                depth: ((x + y + z + level) % 8 * 2 + 1) as f32 / 16.0,
            },
            TextureMake::Integers { .. }
            | TextureMake::Storage { .. }
            | TextureMake::Empty { .. }
            | TextureMake::Image { .. }
            | TextureMake::View { .. }
            | TextureMake::Multisample { .. }
            | TextureMake::File { .. }
            | TextureMake::CubeFiles { .. }
            | TextureMake::Framebuffer { .. }
            | TextureMake::Samples { .. } => color([0.0; 4]),
        }
    }

    /// The comparison function of a depth texture at first, by its GL name.
    pub const fn compare(&self) -> &'static str {
        match self {
            TextureMake::Shadow1D { .. }
            | TextureMake::Shadow2D { .. }
            | TextureMake::ShadowRect { .. }
            | TextureMake::ShadowLayers { .. } => "GREATER",
            _ => "LEQUAL",
        }
    }
}
