//! Fixed-point window coordinates with 8 subpixel bits; pixel (0, 0) has its centre at the origin.

use super::window::Window;

/// Window coordinates that are projected reach this far from the origin, in pixels.
pub(crate) const GUARD: f64 = (1 << 20) as f64;
/// Subpixel bits.
pub(crate) const BITS: u32 = 8;
/// Units of a pixel.
pub(crate) const ONE: i64 = 1 << BITS;
/// Units of half a pixel.
pub(crate) const HALF: i64 = ONE / 2;

/// A snapped point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fixed {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl Fixed {
    /// The nearest point to window coordinates; half way goes to even. What clipping let through lies within
    /// [`GUARD`]; where a viewport without area makes other numbers, the bound keeps differences small.
    pub(crate) fn snap(window: &Window) -> Fixed {
        let most = 2.0 * GUARD as f32;
        let axis = |value: f32| ((value.clamp(-most, most) - 0.5) * ONE as f32).round_ties_even() as i64;
        Fixed {
            x: axis(window.x),
            y: axis(window.y),
        }
    }
}

/// The first pixel whose centre is at or past `value`.
pub(crate) fn ceil(value: i64) -> i64 {
    -(-value).div_euclid(ONE)
}

/// The last pixel whose centre is at or before `value`.
pub(crate) fn floor(value: i64) -> i64 {
    value.div_euclid(ONE)
}
