//! The values of a primitive, from its corners to lanes.

use std::ops::Range;

use quadrille_engine::Planes;

use super::places::Filled;
use super::stage::Part;
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

impl<'a> Values<'a> {
    /// Of the primitive of a part, and of what divides its values by w.
    pub(super) fn of(part: &Part<'a>, perspective: Option<Perspective>) -> Values<'a> {
        let &Part {
            shaded,
            primitives,
            primitive,
            ..
        } = part;
        let primitive = &primitives.list[primitive];
        Values {
            corners: primitive.corners.map(|number| primitives.vertex(shaded, number)),
            provoking: primitives.vertex(shaded, primitive.origin.provoking),
            front: primitive.origin.front,
            point: primitive.point,
            gradients: &primitive.gradients,
            perspective,
        }
    }

    /// The interpolation of a component of a varying.
    pub(super) fn interpolant(&self, varying: usize, component: usize, no_perspective: bool) -> Interpolant {
        let values = self.corners.map(|place| place.varying(varying)[component]);
        let perspective = self.perspective.as_ref().filter(|_| !no_perspective);
        self.gradients.interpolant(perspective, values)
    }

    /// The interpolation of an attribute's component.
    pub(super) fn of_input(&self, input: &VaryingInput, component: usize) -> Interpolant {
        let varying = if self.front { input.front } else { input.back };
        self.interpolant(varying, component, input.no_perspective)
    }

    /// Adds coordinates in a point sprite, (s, t, 0, 1) (GL 2.1, 3.3); what others than points get is undefined, and 0.
    pub(super) fn add_sprite(&self, slot: usize, at_centroids: bool, to: &mut Vec<Filled>) {
        let planes = self
            .point
            .then(|| self.gradients.sprite().map(Interpolant::Linear));
        let [s, t] = planes.unwrap_or([Interpolant::Constant(0.0); 2]);
        let all = [s, t, Interpolant::Constant(0.0), Interpolant::Constant(1.0)];
        to.extend(
            all.into_iter()
                .enumerate()
                .map(|(component, interpolant)| Filled {
                    slot,
                    component,
                    interpolant,
                    at_centroids,
                }),
        );
    }

    /// Adds the components of an attribute that are read.
    pub(super) fn add(&self, slot: usize, input: &VaryingInput, at_centroids: bool, to: &mut Vec<Filled>) {
        if input.sprite && self.point {
            return self.add_sprite(slot, at_centroids, to);
        }
        let varying = if self.front { input.front } else { input.back };
        let perspective = self.perspective.as_ref().filter(|_| !input.no_perspective);
        let corners = self.corners.map(|place| place.varying(varying));
        for component in 0..4 {
            if input.used >> component & 1 == 0 {
                continue;
            }
            // Flat shading gives all vertices the values of one before they are rasterized (GL 2.1, 2.14.7), those of a
            // polygon that is drawn as points too; else all fragments of a point have the data of its vertex (3.3, 3.5.4).
            let interpolant = if input.flat {
                Interpolant::Constant(self.provoking.varying(varying)[component])
            } else if self.point {
                Interpolant::Constant(corners[0][component])
            } else {
                let values = corners.map(|corner| corner[component]);
                self.gradients.interpolant(perspective, values)
            };
            to.push(Filled {
                slot,
                component,
                interpolant,
                at_centroids,
            });
        }
    }
}
