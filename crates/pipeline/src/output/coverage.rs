//! Multisample fragment operations (GL 2.1, 4.1.3; ARB_sample_shading; NV_explicit_multisample): which samples are
//! left of what a shape covers. They come before the tests of alpha, stencil and depth.

use quadrille_engine::Batch;

use crate::fragment::{FragmentStage, Fragments};
use crate::state::multisample::proportional;

/// Changes the coverage of fragments by what the program wrote to `result.samplemask`, and by the state. `alpha`: the
/// fetched colour is that of the first draw buffer.
pub(super) fn modify(stage: &FragmentStage<'_>, batch: &Batch, fragments: &mut Fragments, alpha: bool) {
    let state = &stage.context.multisample;
    let samples = &mut fragments.samples;
    let let_through = state.let_through(stage.samples);
    for lane in 0..fragments.length {
        // Helpers and what the program discarded cover nothing, whatever it wrote.
        if !fragments.drawn[lane] {
            continue;
        }
        let coverage = &mut samples.coverage[lane];
        if let Some(slot) = stage.outputs.sample_mask {
            let written = batch.results.component(slot, 0)[lane];
            *coverage = written
                & if stage.overrides {
                    samples.own[lane]
                } else {
                    *coverage
                };
        }
        if alpha && state.alpha_to_coverage {
            *coverage &= proportional(fragments.color[3][lane], stage.samples);
        }
        *coverage &= let_through;
        fragments.drawn[lane] = *coverage != 0;
    }
}
