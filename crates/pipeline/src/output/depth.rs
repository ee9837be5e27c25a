//! Depth test and depth values (GL 2.1, 4.1.6).

use crate::fragment::Fragments;
use crate::framebuffer::band::{Band, DepthBand};
use crate::state::DepthTest;

/// The largest 24-bit depth, which stands for 1.
pub(crate) const MAX_24: u32 = (1 << 24) - 1;

/// A depth in [0, 1] as a 24-bit number, rounded to nearest.
pub(crate) fn to_24(depth: f32) -> u32 {
    (f64::from(depth) * f64::from(MAX_24) + 0.5) as u32
}

/// The depth of a 24-bit number.
pub(crate) fn from_24(value: u32) -> f32 {
    (f64::from(value) / f64::from(MAX_24)) as f32
}

/// Drops fragments that fail and stores the depth of the others. Without a depth buffer all pass.
pub(crate) fn test(state: &DepthTest, fragments: &mut Fragments, band: &mut Band<'_>) {
    if !state.enabled {
        return;
    }
    let length = fragments.length;
    let lanes = fragments.drawn[..length]
        .iter_mut()
        .zip(&fragments.depth)
        .zip(&fragments.pixel);
    match &mut band.depth {
        None => {}
        Some(DepthBand::Fixed(stored)) => {
            for ((drawn, depth), pixel) in lanes {
                if *drawn {
                    *drawn = pass(state, to_24(*depth), &mut stored[*pixel as usize]);
                }
            }
        }
        Some(DepthBand::Float(stored)) => {
            for ((drawn, depth), pixel) in lanes {
                if *drawn {
                    *drawn = pass(state, *depth, &mut stored[*pixel as usize]);
                }
            }
        }
    }
}

fn pass<T: PartialOrd + Copy>(state: &DepthTest, new: T, stored: &mut T) -> bool {
    let passes = state.function.passes(new, *stored);
    if passes && state.write {
        *stored = new;
    }
    passes
}

/// Tests one fragment and stores its depth if it passes.
pub(crate) fn test_one(
    state: &DepthTest,
    depth: f32,
    stored: Option<&mut DepthBand<'_>>,
    pixel: u32,
) -> bool {
    match stored.filter(|_| state.enabled) {
        None => true,
        Some(DepthBand::Fixed(values)) => pass(state, to_24(depth), &mut values[pixel as usize]),
        Some(DepthBand::Float(values)) => pass(state, depth, &mut values[pixel as usize]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: GL 2.1, 2.11.1: the value 1 is represented as 2^m − 1, 0 as 0; each value survives.
    #[test]
    fn fixed_depths_survive() {
        assert_eq!((to_24(0.0), to_24(1.0)), (0, MAX_24));
        for value in [1, 2, 4095, 1 << 20, MAX_24 / 2, MAX_24 - 1] {
            let depth = f64::from(value) / f64::from(MAX_24);
            let error = (f64::from(from_24(value)) - depth).abs();
            assert!(error <= f64::from(f32::EPSILON) / 4.0);
        }
    }
}
