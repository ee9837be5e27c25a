//! The values of a primitive, from its corners to lanes.

use std::ops::Range;

use quadrille_engine::Planes;

use super::weights::Weights;
use crate::inter_stage::varying_layout::VaryingInput;
use crate::inter_stage::vertices::VertexRef;

/// Sets a slot to one value in lanes.
pub(super) fn fill(attributes: &mut Planes, slot: usize, lanes: &Range<usize>, value: [u32; 4]) {
    for (component, word) in value.into_iter().enumerate() {
        attributes.component_mut(slot, component)[lanes.clone()].fill(word);
    }
}

/// The values of a primitive at its corners.
pub(super) struct Values<'a> {
    pub(super) corners: [VertexRef<'a>; 3],
    pub(super) provoking: VertexRef<'a>,
    pub(super) front: bool,
    pub(super) point: bool,
}

impl Values<'_> {
    /// The value at corner 0, and its differences to corners 1 and 2.
    pub(super) fn span(&self, varying: usize, component: usize) -> [f32; 3] {
        let [a, b, c] = self
            .corners
            .map(|place| place.vertices.varyings[varying][component][place.at]);
        // Infinities that agree have no difference either.
        let [b, c] = [b, c].map(|other| if other == a { 0.0 } else { other - a });
        [a, b, c]
    }

    /// Coordinates in a point sprite, (s, t, 0, 1) (GL 2.1, 3.3); what others than points get is undefined, and 0.
    pub(super) fn fill_sprite(
        &self,
        attributes: &mut Planes,
        slot: usize,
        weights: &Weights,
        lanes: &Range<usize>,
    ) {
        fill(attributes, slot, lanes, [0, 0, 0, 1f32.to_bits()]);
        if !self.point {
            return;
        }
        for component in 0..2 {
            let to = &mut attributes.component_mut(slot, component)[lanes.clone()];
            for (to, way) in to.iter_mut().zip(&weights.linear[component][lanes.clone()]) {
                *to = (0.5 + way).to_bits();
            }
        }
    }

    pub(super) fn fill(
        &self,
        attributes: &mut Planes,
        slot: usize,
        input: &VaryingInput,
        weights: &Weights,
        lanes: &Range<usize>,
    ) {
        if input.sprite && self.point {
            return self.fill_sprite(attributes, slot, weights, lanes);
        }
        let varying = if self.front { input.front } else { input.back };
        let [b1, b2] = if input.no_perspective {
            &weights.linear
        } else {
            &weights.perspective
        };
        for component in 0..4 {
            if input.used >> component & 1 == 0 {
                continue;
            }
            let to = &mut attributes.component_mut(slot, component)[lanes.clone()];
            // All fragments of a point have the data of its vertex (GL 2.1, 3.3).
            if input.flat || self.point {
                let place = self.provoking;
                to.fill(place.vertices.varyings[varying][component][place.at].to_bits());
            } else {
                let [a, d1, d2] = self.span(varying, component);
                for ((to, b1), b2) in to.iter_mut().zip(&b1[lanes.clone()]).zip(&b2[lanes.clone()]) {
                    *to = (a + b1 * d1 + b2 * d2).to_bits();
                }
            }
        }
    }
}
