//! Alpha test (GL 2.1, 4.1.4).

use crate::inter_stage::fragments::Fragments;
use crate::state::AlphaTest;

/// Drops fragments whose alpha, in the fetched colour, fails.
pub(crate) fn test(state: &AlphaTest, fragments: &mut Fragments) {
    let reference = state.reference.clamp(0.0, 1.0);
    let alphas = &fragments.color[3][..fragments.length];
    for (drawn, alpha) in fragments.drawn.iter_mut().zip(alphas) {
        *drawn &= state.function.passes(*alpha, reference);
    }
}
