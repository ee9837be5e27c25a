//! Conservative rasterization (NV_conservative_raster): every pixel of which a primitive covers some, its edges and corners
//! included, is covered as a whole; and which of them it covers in truth (NV_conservative_raster_underestimation).

use super::Shape;
use super::quads::{Quads, inside};
use crate::framebuffer::bounds::Bounds;

/// Appends the quads of `bounds` that a shape touches, with all of so many samples.
pub(crate) fn cover(shape: &Shape, bounds: Bounds, samples: usize, quads: &mut Quads) {
    let mut y = bounds.y0 & !1;
    while y < bounds.y1 {
        let mut x = bounds.x0 & !1;
        while x < bounds.x1 {
            let pixels = inside(x, y, bounds);
            let each = |is: &dyn Fn(i32, i32) -> bool| {
                (0..4).fold(0, |mask, pixel| {
                    mask | u8::from(is(x + (pixel & 1), y + (pixel >> 1))) << pixel
                })
            };
            let mask = pixels & each(&|x, y| shape.touches(x, y));
            if mask != 0 {
                let full = mask & each(&|x, y| shape.contains(x, y));
                quads.push_full(x, y, mask, full, samples);
            }
            x += 2;
        }
        y += 2;
    }
}
