//! Points (GL 2.1, 3.3): squares of pixels.

use super::fixed::{self, Fixed};
use super::quads::{Quads, inside};
use super::window::Window;
use crate::framebuffer::bounds::Bounds;
use crate::state::point::MAX_POINT_SIZE;

/// The pixels of a point. A sprite covers the pixels whose centres lie in its square (3.3.1, point sprites);
/// another point's size is rounded to an integer, and its centre to a pixel's centre if that is odd, to a
/// pixel's corner if it is even.
pub(crate) fn bounds(window: &Window, size: f32, sprite: bool) -> Bounds {
    if sprite {
        let (low, high) = (
            |v: f32| (v - size / 2.0 - 0.5).ceil() as i32,
            |v: f32| (v + size / 2.0 - 0.5).ceil() as i32,
        );
        return Bounds {
            x0: low(window.x),
            y0: low(window.y),
            x1: high(window.x),
            y1: high(window.y),
        };
    }
    let size = (size + 0.5).floor().max(1.0) as i32;
    // Positions are those of the subpixel grid, where an integer that was computed inexactly is one again.
    let half = if size % 2 == 1 { fixed::HALF } else { fixed::ONE };
    let start = |v: i64| fixed::floor(v + half) as i32 - size / 2;
    let at = Fixed::snap(window);
    let (x0, y0) = (start(at.x), start(at.y));
    Bounds {
        x0,
        y0,
        x1: x0 + size,
        y1: y0 + size,
    }
}

/// The size that is drawn: what is asked for, as far as there is.
pub(crate) fn clamp_size(size: f32) -> f32 {
    let size = if size.is_nan() { 1.0 } else { size };
    size.clamp(0.0, MAX_POINT_SIZE)
}

/// Appends all quads of a rectangle.
pub(crate) fn cover(bounds: Bounds, quads: &mut Quads) {
    let mut y = bounds.y0 & !1;
    while y < bounds.y1 {
        let mut x = bounds.x0 & !1;
        while x < bounds.x1 {
            quads.push(x, y, inside(x, y, bounds));
            x += 2;
        }
        y += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f32, y: f32) -> Window {
        Window {
            x,
            y,
            ..Window::default()
        }
    }

    fn rectangle(bounds: Bounds) -> (i32, i32, i32, i32) {
        (bounds.x0, bounds.y0, bounds.x1, bounds.y1)
    }

    /// source: GL 2.1, 3.3.1: odd sizes are centred at (⌊x⌋ + 1/2, ⌊y⌋ + 1/2), even ones at
    /// (⌊x + 1/2⌋, ⌊y + 1/2⌋).
    #[test]
    fn odd_and_even_sizes() {
        assert_eq!(rectangle(bounds(&at(5.9, 5.1), 1.0, false)), (5, 5, 6, 6));
        assert_eq!(rectangle(bounds(&at(5.9, 5.1), 3.0, false)), (4, 4, 7, 7));
        assert_eq!(rectangle(bounds(&at(5.9, 5.1), 2.0, false)), (5, 4, 7, 6));
        assert_eq!(rectangle(bounds(&at(5.9, 5.1), 0.2, false)), (5, 5, 6, 6));
    }

    /// source: GL 2.1, 3.3.1: a sprite of size s has the pixels with centres in the square of side s.
    #[test]
    fn sprites_are_exact() {
        assert_eq!(rectangle(bounds(&at(5.0, 5.0), 3.0, true)), (3, 3, 6, 6));
        assert_eq!(rectangle(bounds(&at(5.0, 5.0), 2.0, true)), (4, 4, 6, 6));
        assert_eq!(rectangle(bounds(&at(5.4, 5.4), 0.5, true)), (5, 5, 6, 6));
    }
}
