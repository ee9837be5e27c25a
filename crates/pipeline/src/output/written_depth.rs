//! Depth that programs write: within which limits it is, and which fragments it drops.

use quadrille_isa::gl::LanguageSet;
use quadrille_program::Program;

use super::Results;
use crate::inter_stage::fragments::Fragments;
use crate::state::Context;

/// What becomes of the depth that a program writes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum WrittenDepth {
    /// It is clamped to [0, 1].
    Unit,
    /// It is clamped to the depth range: of FP1.0 with DEPTH_CLAMP (NV_fragment_program 3.11.6).
    Clamped([f32; 2]),
    /// A fragment is dropped whose depth lies outside of the depth range: of FP1.0 without.
    Inside([f32; 2]),
}

impl WrittenDepth {
    pub(crate) fn of(program: &Program, results: &Results, context: &Context) -> WrittenDepth {
        if results.depth.is_none() || !program.profile().language.meets(LanguageSet::F10) {
            return WrittenDepth::Unit;
        }
        let [near, far] = context.transform.depth_range_of(0);
        let range = [near.min(far), near.max(far)];
        if context.transform.depth_clamp {
            WrittenDepth::Clamped(range)
        } else {
            WrittenDepth::Inside(range)
        }
    }

    /// Whether primitives are cut at the near and the far plane: not where FP1.0 writes depth (NV_fragment_program 2.11).
    pub(crate) fn keeps_depth_planes(self) -> bool {
        self == WrittenDepth::Unit
    }

    /// A depth within the limits; NaN gives the lower one.
    pub(super) fn limited(self, depth: f32) -> f32 {
        let [least, most] = match self {
            WrittenDepth::Unit => [0.0, 1.0],
            WrittenDepth::Clamped(range) | WrittenDepth::Inside(range) => range,
        };
        // A zero keeps its sign; of NaN all comparisons are false.
        let depth = if depth >= least { depth } else { least };
        if depth < most { depth } else { most }
    }

    /// Drops the fragments whose depths lie where none may.
    pub(super) fn drop_outside(self, depths: &[u32], fragments: &mut Fragments) {
        let WrittenDepth::Inside([least, most]) = self else {
            return;
        };
        for (drawn, depths) in fragments.drawn.iter_mut().zip(depths.chunks(64)) {
            for (lane, bits) in depths.iter().enumerate() {
                let is_inside = (least..=most).contains(&f32::from_bits(*bits));
                *drawn &= !(u64::from(!is_inside) << lane);
            }
        }
        fragments.drop_coverage();
    }
}
