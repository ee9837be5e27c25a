//! Depth test (GL 2.1, 4.1.6).

use quadrille_numerics::level::{Level, Pass};

use crate::framebuffer::band::{Band, DepthBand};
use crate::framebuffer::depth::StoredDepth;
use crate::framebuffer::window::{Aligned, Place, WINDOW, bits_where};
use crate::inter_stage::fragments::{Fragments, LANES, WINDOWS};
use crate::state::{Compare, DepthTest};

/// A depth within limits; NaN is the lower one.
#[inline(always)]
pub(crate) fn limit(depth: f32, [low, high]: [f32; 2]) -> f32 {
    let depth = if depth > low { depth } else { low };
    if depth < high { depth } else { high }
}

/// Drops fragments whose depth is not within limits.
pub(crate) fn drop_outside(depths: &[f32; LANES], [low, high]: [f32; 2], drawn: &mut [u64; WINDOWS]) {
    for (drawn, depths) in drawn.iter_mut().zip(depths.as_chunks::<WINDOW>().0) {
        *drawn &= bits_where(|lane| (low..=high).contains(&depths[lane]));
    }
}

/// Drops fragments that fail and stores the depth of the others. Without a depth buffer all pass.
pub(crate) fn test(level: Level, state: &DepthTest, fragments: &mut Fragments, band: &mut Band<'_>) {
    if !state.enabled {
        return;
    }
    match &mut band.depth {
        None => {}
        Some(DepthBand::Fixed16(stored)) => test_windows(level, state, fragments, stored),
        Some(DepthBand::Fixed24(stored)) => test_windows(level, state, fragments, stored),
        Some(DepthBand::Fixed32(stored)) => test_windows(level, state, fragments, stored),
        Some(DepthBand::Float(stored)) => test_windows(level, state, fragments, stored),
    }
}

fn test_windows<T: StoredDepth>(
    level: Level,
    state: &DepthTest,
    fragments: &mut Fragments,
    stored: &mut [T],
) {
    for window in 0..fragments.length.div_ceil(WINDOW) {
        let place = fragments.place(window);
        let mut drawn = 0;
        for mut lanes in fragments.distinct(level, window) {
            level.run(TestWindow {
                state,
                depths: &fragments.depth.as_chunks().0[window],
                place,
                drawn: &mut lanes,
                stored,
            });
            drawn |= lanes;
        }
        fragments.drawn[window] = drawn;
    }
}

/// The test of a window whose lanes have pixels of their own.
pub(crate) struct TestWindow<'a, T> {
    pub(crate) state: &'a DepthTest,
    pub(crate) depths: &'a [f32; WINDOW],
    pub(crate) place: Place<'a>,
    /// The lanes that are tested, and then those that passed, one bit each.
    pub(crate) drawn: &'a mut u64,
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
        let mut new = Aligned([T::default(); WINDOW]);
        for lane in 0..WINDOW {
            new.0[lane] = T::of(depths[lane]);
        }
        let mut old = Aligned([T::default(); WINDOW]);
        let old = place.load(stored, &mut old.0);
        *drawn &= passing(state.function, &new.0, old);
        if state.write && *drawn != 0 {
            place.store(&new.0, *drawn, stored);
        }
    }
}

/// The lanes for which a comparison of a new value with an old one holds, one bit each.
#[inline(always)]
pub(super) fn passing<T: Copy + PartialOrd>(function: Compare, new: &[T; WINDOW], old: &[T; WINDOW]) -> u64 {
    match function {
        Compare::Never => 0,
        Compare::Always => u64::MAX,
        Compare::Less => compare(new, old, |new, old| new < old),
        Compare::LessOrEqual => compare(new, old, |new, old| new <= old),
        Compare::Equal => compare(new, old, |new, old| new == old),
        Compare::GreaterOrEqual => compare(new, old, |new, old| new >= old),
        Compare::Greater => compare(new, old, |new, old| new > old),
        Compare::NotEqual => compare(new, old, |new, old| new != old),
    }
}

#[inline(always)]
fn compare<T: Copy>(new: &[T; WINDOW], old: &[T; WINDOW], passes: impl Fn(T, T) -> bool) -> u64 {
    bits_where(|lane| passes(new[lane], old[lane]))
}

/// Tests one depth and stores it if it passes.
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
    pixel: usize,
) -> bool {
    match stored.filter(|_| state.enabled) {
        None => true,
        Some(DepthBand::Fixed16(values)) => pass(state, StoredDepth::of(depth), &mut values[pixel]),
        Some(DepthBand::Fixed24(values)) => pass(state, StoredDepth::of(depth), &mut values[pixel]),
        Some(DepthBand::Fixed32(values)) => pass(state, StoredDepth::of(depth), &mut values[pixel]),
        Some(DepthBand::Float(values)) => pass(state, depth, &mut values[pixel]),
    }
}
