//! Depth test (GL 2.1, 4.1.6).

use quadrille_numerics::level::{Level, Pass};

use crate::framebuffer::band::{Band, DepthBand};
use crate::framebuffer::depth::to_24;
use crate::framebuffer::window::{Place, WINDOW};
use crate::inter_stage::fragments::Fragments;
use crate::state::{Compare, DepthTest};

/// Drops fragments that fail and stores the depth of the others. Without a depth buffer all pass.
pub(crate) fn test(level: Level, state: &DepthTest, fragments: &mut Fragments, band: &mut Band<'_>) {
    if !state.enabled {
        return;
    }
    let row = band.width as usize;
    match &mut band.depth {
        None => {}
        Some(DepthBand::Fixed(stored)) => test_windows(level, state, fragments, stored, row),
        Some(DepthBand::Float(stored)) => test_windows(level, state, fragments, stored, row),
    }
}

fn test_windows<T: StoredDepth>(
    level: Level,
    state: &DepthTest,
    fragments: &mut Fragments,
    stored: &mut [T],
    row: usize,
) {
    for window in 0..fragments.length.div_ceil(WINDOW) {
        let lanes = window * WINDOW..fragments.length.min((window + 1) * WINDOW);
        let Some(place) = fragments.place(window, row) else {
            for lane in lanes {
                if fragments.drawn[lane] {
                    let at = &mut stored[fragments.pixel[lane] as usize];
                    fragments.drawn[lane] = pass(state, T::of(fragments.depth[lane]), at);
                }
            }
            continue;
        };
        let mut drawn = fragments.drawn.as_chunks::<WINDOW>().0[window];
        // Behind the last lane nothing is drawn.
        drawn[lanes.len()..].fill(false);
        level.run(TestWindow {
            state,
            depths: &fragments.depth.as_chunks().0[window],
            place,
            drawn: &mut drawn,
            stored,
        });
        fragments.drawn.as_chunks_mut::<WINDOW>().0[window] = drawn;
    }
}

/// A depth as a buffer holds it.
pub(crate) trait StoredDepth: Copy + Default + PartialOrd {
    /// That of a fragment.
    fn of(depth: f32) -> Self;
}

impl StoredDepth for u32 {
    #[inline(always)]
    fn of(depth: f32) -> u32 {
        to_24(depth)
    }
}

impl StoredDepth for f32 {
    #[inline(always)]
    fn of(depth: f32) -> f32 {
        depth
    }
}

/// The test of a window whose lanes have pixels of their own.
pub(crate) struct TestWindow<'a, T> {
    pub(crate) state: &'a DepthTest,
    pub(crate) depths: &'a [f32; WINDOW],
    pub(crate) place: Place<'a>,
    /// The lanes that are tested, and then those that passed.
    pub(crate) drawn: &'a mut [bool; WINDOW],
    pub(crate) stored: &'a mut [T],
}

impl<T: StoredDepth> Pass for TestWindow<'_, T> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let TestWindow {
            state,
            depths,
            place,
            drawn,
            stored,
        } = self;
        let mut new = [T::default(); WINDOW];
        for lane in 0..WINDOW {
            new[lane] = T::of(depths[lane]);
        }
        let mut old = [T::default(); WINDOW];
        place.load(stored, &mut old);
        match state.function {
            Compare::Never => keep(drawn, &new, &old, |_, _| false),
            Compare::Always => {}
            Compare::Less => keep(drawn, &new, &old, |new, old| new < old),
            Compare::LessOrEqual => keep(drawn, &new, &old, |new, old| new <= old),
            Compare::Equal => keep(drawn, &new, &old, |new, old| new == old),
            Compare::GreaterOrEqual => keep(drawn, &new, &old, |new, old| new >= old),
            Compare::Greater => keep(drawn, &new, &old, |new, old| new > old),
            Compare::NotEqual => keep(drawn, &new, &old, |new, old| new != old),
        }
        if state.write {
            for lane in 0..WINDOW {
                new[lane] = if drawn[lane] { new[lane] } else { old[lane] };
            }
            place.store(&new, drawn, stored);
        }
    }
}

/// Keeps the lanes for which a comparison holds.
#[inline(always)]
fn keep<T: Copy>(
    drawn: &mut [bool; WINDOW],
    new: &[T; WINDOW],
    old: &[T; WINDOW],
    passes: impl Fn(T, T) -> bool,
) {
    for lane in 0..WINDOW {
        drawn[lane] &= passes(new[lane], old[lane]);
    }
}

/// Tests one depth and stores it if it passes.
pub(crate) fn pass<T: PartialOrd + Copy>(state: &DepthTest, new: T, stored: &mut T) -> bool {
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
