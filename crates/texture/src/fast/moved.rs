//! Texel offsets: the texels that were found on an axis are moved.

use super::axis::{Axis, BORDER, integer};
use super::{LANES, Plane};
use crate::{MagnificationFilter, Wrap, wrap};

/// An axis whose texels are moved.
pub(super) struct Moved<'a> {
    pub wrap: Wrap,
    pub filter: MagnificationFilter,
    /// The coordinates.
    pub s: &'a Plane<f32>,
    /// The texels for 1 of them.
    pub scales: &'a Plane<f32>,
    pub sizes: &'a Plane<f32>,
    pub offsets: &'a Plane<i32>,
    pub is_normalized: bool,
}

impl Axis {
    /// Moves the texels of the lanes: those that are inside the image before and after it at once, others one by one.
    #[inline(always)]
    pub(super) fn shift(&mut self, moved: &Moved<'_>) {
        let mut rest = [0; LANES];
        let repeats = moved.wrap == Wrap::Repeat;
        for lane in 0..LANES {
            let size = integer(moved.sizes[lane]).cast_unsigned();
            let position = moved.s[lane] * moved.scales[lane];
            // Elsewhere the texel is that of another position, or none.
            let is_inside = (position >= 0.0) & (position < moved.sizes[lane]) | repeats;
            let first = self.first[lane].wrapping_add_signed(moved.offsets[lane]);
            let inside = match moved.filter {
                MagnificationFilter::Nearest => is_inside & (first < size),
                MagnificationFilter::Linear => {
                    let second = self.second[lane].wrapping_add_signed(moved.offsets[lane]);
                    let is_next = self.second[lane] == self.first[lane].wrapping_add(1);
                    is_inside & is_next & (self.second[lane] < size) & (first < size) & (second < size)
                }
            };
            rest[lane] = u32::from(!inside);
        }
        for lane in 0..LANES {
            if rest[lane] == 0 {
                self.first[lane] = self.first[lane].wrapping_add_signed(moved.offsets[lane]);
                self.second[lane] = self.second[lane].wrapping_add_signed(moved.offsets[lane]);
            }
        }
        if rest.iter().fold(0, |all, rest| all | rest) != 0 {
            self.shift_rest(moved, &rest);
        }
    }

    /// Finds the texels of some lanes as the general path does.
    #[inline(never)]
    fn shift_rest(&mut self, moved: &Moved<'_>, rest: &Plane<u32>) {
        for lane in 0..LANES {
            if rest[lane] == 0 {
                continue;
            }
            let (size, offset) = (integer(moved.sizes[lane]).cast_unsigned(), moved.offsets[lane]);
            let position = wrap::position(moved.s[lane], size, moved.is_normalized, moved.wrap);
            let found = match moved.filter {
                MagnificationFilter::Nearest => {
                    wrap::Axis::single(wrap::nearest(position, offset, size, moved.wrap))
                }
                MagnificationFilter::Linear => wrap::linear(position, offset, size, moved.wrap),
            };
            let [first, second] = found.texels.map(|texel| texel.min(BORDER));
            (self.first[lane], self.second[lane]) = (first, second);
            self.fraction[lane] = found.fraction;
        }
    }
}
