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
        let [x, y] = [window.x, window.y].map(|value| i64::from(Fixed::snap_axis(value)));
        Fixed { x, y }
    }

    /// The same of one coordinate, below 2^29 + 2^8 in magnitude; of NaN 0.
    #[inline(always)]
    pub(crate) fn snap_axis(value: f32) -> i32 {
        const MOST: f32 = 2.0 * GUARD as f32;
        let limited = if value > -MOST { value } else { -MOST };
        let limited = if limited < MOST { limited } else { MOST };
        let snapped = round((limited - 0.5) * ONE as f32) as i32;
        if value.is_nan() { 0 } else { snapped }
    }

    /// The same of a coordinate below [`CLOSE`] in magnitude.
    #[inline(always)]
    pub(crate) fn snap_close(value: f32) -> i32 {
        let sum = (value - 0.5) * ONE as f32 + CLOSE_ROUNDER;
        sum.to_bits().wrapping_sub(CLOSE_ROUNDER.to_bits()).cast_signed()
    }
}

/// The nearest integer to a number below 2^51 in magnitude, half way to the even one. The sum's last place is
/// 1, so that adding rounds, and its bits count from those of [`ROUNDER`].
#[inline(always)]
fn round(value: f32) -> i64 {
    (f64::from(value) + ROUNDER).to_bits() as i64 - ROUNDER.to_bits() as i64
}

/// 1.5·2^52
const ROUNDER: f64 = 6_755_399_441_055_744.0;

/// Coordinates below this, in pixels, are below 2^22 on the subpixel grid.
pub(crate) const CLOSE: f32 = 16_383.0;

/// 1.5·2^23, which does for numbers below 2^22 in binary32 what [`ROUNDER`] does in binary64.
const CLOSE_ROUNDER: f32 = 12_582_912.0;

/// The first pixel whose centre is at or past `value`.
pub(crate) fn ceil(value: i64) -> i64 {
    -(-value).div_euclid(ONE)
}

/// The last pixel whose centre is at or before `value`.
pub(crate) fn floor(value: i64) -> i64 {
    value.div_euclid(ONE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// source: IEEE 754 roundToIntegralTiesToEven, as the standard library has it
        #[test]
        fn rounds_to_even(value in prop_oneof![-1e9f32..1e9, -4.0f32..4.0], half in -1000i32..1000) {
            prop_assert_eq!(round(value), value.round_ties_even() as i64);
            let half = half as f32 + 0.5;
            prop_assert_eq!(round(half), half.round_ties_even() as i64);
        }
    }

    proptest! {
        /// source: IEEE 754 roundToIntegralTiesToEven, as the standard library has it
        #[test]
        fn close_coordinates_snap_to_even(value in prop_oneof![-CLOSE..CLOSE, -4.0f32..4.0], half in -1000i32..1000) {
            for value in [value, (half as f32 + 0.5) / ONE as f32] {
                let nearest = ((value - 0.5) * ONE as f32).round_ties_even() as i32;
                prop_assert_eq!(Fixed::snap_close(value), nearest);
                prop_assert_eq!(Fixed::snap_axis(value), nearest);
            }
        }
    }

    #[test]
    fn the_last_close_coordinates_snap_as_all_do() {
        for value in [CLOSE.next_down(), -CLOSE.next_down(), 0.0, -0.0] {
            assert_eq!(Fixed::snap_close(value), Fixed::snap_axis(value), "{value}");
        }
    }

    #[test]
    fn what_is_no_number_is_0() {
        assert_eq!(Fixed::snap_axis(f32::NAN), 0);
    }
}
