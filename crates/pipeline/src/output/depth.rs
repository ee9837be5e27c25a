//! Depth test (GL 2.1, 4.1.6).

use crate::framebuffer::band::{Band, DepthBand};
use crate::framebuffer::depth::to_24;
use crate::inter_stage::fragments::Fragments;
use crate::state::DepthTest;

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
