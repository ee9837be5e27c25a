//! Multisample fragment operations (GL 2.1, 4.1.3; ARB_sample_shading; NV_explicit_multisample): which samples are
//! left of what a primitive covers. They come before the tests of alpha, stencil and depth.

use crate::inter_stage::fragments::Fragments;
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
    for lane in 0..fragments.length {
        // Helpers and what the program discarded cover nothing, whatever it wrote.
        if !fragments.is_drawn(lane) {
            continue;
        }
        let samples = &mut fragments.samples;
        let coverage = &mut samples.coverage[lane];
        if let Some(written) = written {
            let most = if overrides { samples.own[lane] } else { *coverage };
            *coverage = written[lane] & most;
        }
        if alpha && state.alpha_to_coverage {
            *coverage &= proportional(fragments.color[3][lane], count);
        }
        *coverage &= let_through;
        if *coverage == 0 {
            fragments.drop_lane(lane);
        }
    }
}
