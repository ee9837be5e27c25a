//! Multisample fragment operations (GL 2.1, 4.1.3; ARB_sample_shading; NV_explicit_multisample): which samples are
//! left of what a primitive covers. They come before the tests of alpha, stencil and depth.

use crate::framebuffer::window::{WINDOW, for_each_lane};
use crate::inter_stage::fragments::{Fragments, WINDOWS};
use crate::state::multisample::{Multisample, proportional};

/// Changes the coverage of fragments by what the program wrote to `result.samplemask`, which may replace it, and by the
/// state. `alpha`: the fetched colour is that of the first draw buffer.
pub(super) fn modify(
    state: &Multisample,
    written: Option<&[u32]>,
    overrides: bool,
    alpha: bool,
    fragments: &mut Fragments,
) {
    let count = fragments.samples.count as u32;
    let let_through = state.let_through(count);
    let alpha = alpha && state.alpha_to_coverage;
    let samples = &mut fragments.samples;
    if written.is_some() && overrides {
        samples.coverage.clone_from(&samples.own);
    }
    // What fragments keep of their own, a bit for each sample.
    let keeps = |lane: usize| {
        let written = written.map_or(u32::MAX, |written| written[lane]);
        let alpha = match alpha {
            true => proportional(fragments.color[3][lane], count),
            false => u32::MAX,
        };
        written & alpha
    };
    for (sample, covered) in samples.coverage.iter_mut().enumerate() {
        if let_through >> sample & 1 == 0 {
            *covered = [0; WINDOWS];
        } else if written.is_some() || alpha {
            for (window, covered) in covered.iter_mut().enumerate() {
                // Helpers and what the program discarded cover nothing, whatever it wrote.
                for_each_lane(*covered & fragments.drawn[window], |lane| {
                    let kept = keeps(window * WINDOW + lane) >> sample & 1;
                    *covered &= !(u64::from(kept ^ 1) << lane);
                });
            }
        }
    }
    fragments.drop_coverage();
    fragments.drop_uncovered();
}
