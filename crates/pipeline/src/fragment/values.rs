//! The values of a primitive, from its corners to lanes.

use std::ops::Range;

use quadrille_engine::Planes;

use super::places::Lanes;
use crate::inter_stage::gradients::{Gradients, Interpolant, Perspective};
use crate::inter_stage::varying_layout::VaryingInput;
use crate::inter_stage::vertices::VertexRef;

/// Sets a slot to one value in lanes.
pub(super) fn fill(attributes: &mut Planes, slot: usize, lanes: &Range<usize>, value: [u32; 4]) {
    for (component, word) in value.into_iter().enumerate() {
        attributes.component_mut(slot, component)[lanes.clone()].fill(word);
    }
}

/// The values of a primitive at its corners, and how they change between them.
pub(super) struct Values<'a> {
    pub(super) corners: [VertexRef<'a>; 3],
    pub(super) provoking: VertexRef<'a>,
    pub(super) front: bool,
    pub(super) point: bool,
    pub(super) gradients: &'a Gradients,
    pub(super) perspective: Option<Perspective>,
}

impl Values<'_> {
    /// The interpolation of a component of a varying.
    pub(super) fn interpolant(&self, varying: usize, component: usize, no_perspective: bool) -> Interpolant {
        let values = self
            .corners
            .map(|place| place.vertices.varyings[varying][component][place.at]);
        let perspective = self.perspective.as_ref().filter(|_| !no_perspective);
        self.gradients.interpolant(perspective, values)
    }

    /// The interpolation of an attribute's component.
    pub(super) fn of_input(&self, input: &VaryingInput, component: usize) -> Interpolant {
        let varying = if self.front { input.front } else { input.back };
        self.interpolant(varying, component, input.no_perspective)
    }

    /// Coordinates in a point sprite, (s, t, 0, 1) (GL 2.1, 3.3); what others than points get is undefined, and 0.
    pub(super) fn fill_sprite(
        &self,
        attributes: &mut Planes,
        slot: usize,
        places: &Lanes,
        at_centroids: bool,
        lanes: &Range<usize>,
    ) {
        fill(attributes, slot, lanes, [0, 0, 0, 1f32.to_bits()]);
        if !self.point {
            return;
        }
        for (component, plane) in self.gradients.sprite().into_iter().enumerate() {
            let to = attributes.component_mut(slot, component);
            places.fill(&Interpolant::Linear(plane), at_centroids, to, f32::to_bits);
        }
    }

    pub(super) fn fill(
        &self,
        attributes: &mut Planes,
        slot: usize,
        input: &VaryingInput,
        places: &Lanes,
        at_centroids: bool,
        lanes: &Range<usize>,
    ) {
        if input.sprite && self.point {
            return self.fill_sprite(attributes, slot, places, at_centroids, lanes);
        }
        let varying = if self.front { input.front } else { input.back };
        for component in 0..4 {
            if input.used >> component & 1 == 0 {
                continue;
            }
            let to = attributes.component_mut(slot, component);
            // All fragments of a point have the data of its vertex (GL 2.1, 3.3).
            if input.flat || self.point {
                let place = self.provoking;
                let value = place.vertices.varyings[varying][component][place.at];
                to[lanes.clone()].fill(value.to_bits());
            } else {
                let interpolant = self.of_input(input, component);
                places.fill(&interpolant, at_centroids, to, f32::to_bits);
            }
        }
    }
}
