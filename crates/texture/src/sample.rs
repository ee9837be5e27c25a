//! Filtered lookups of lanes: by the path of the texture, or one by one.

use crate::BoundTexture;
use crate::fast::Job;
use crate::instruction::{Asked, Operand};
use crate::lookup::{Lookup, QuadLambda, Results};
use std::ops::Range;

impl BoundTexture {
    /// Performs the lookups of some lanes of a batch; `results` hold them.
    pub(crate) fn sample_lanes(
        &self,
        asked: Asked,
        lookup: &Lookup<'_>,
        lanes: Range<usize>,
        results: &mut Results<'_>,
    ) {
        let operand = lookup.coordinates.map(bytemuck::cast_slice);
        let (operands, results) = (std::slice::from_ref(&operand), std::slice::from_mut(results));
        self.sample_several(asked, lookup, operands, lanes, results);
    }

    /// The same with several operands in the place of the coordinates; `results` has the planes of each.
    pub(crate) fn sample_several(
        &self,
        asked: Asked,
        lookup: &Lookup<'_>,
        operands: &[Operand<'_>],
        lanes: Range<usize>,
        results: &mut [Results<'_>],
    ) {
        let serves = self.serves(lookup.access);
        match self.path() {
            Some(key) if serves && key.takes(lookup, &lanes) => asked.simd.dispatch(Job {
                components: asked.components,
                bound: self,
                key,
                lookup,
                operands,
                lanes,
                results,
            }),
            _ => {
                for (operand, results) in operands.iter().zip(results) {
                    let lookup = Lookup {
                        coordinates: operand.map(bytemuck::cast_slice),
                        ..*lookup
                    };
                    self.sample_each(&lookup, lanes.clone(), results);
                }
            }
        }
    }

    /// The same, lane by lane: the general path.
    pub(crate) fn sample_each(&self, lookup: &Lookup<'_>, lanes: Range<usize>, results: &mut Results<'_>) {
        let serves = self.serves(lookup.access);
        let mut quad = QuadLambda::default();
        for lane in lanes {
            let result = if serves {
                self.served_lane(lookup, lane, &mut quad)
            } else {
                self.absent()
            };
            for (plane, component) in results.iter_mut().zip(result) {
                plane[lane] = component;
            }
        }
    }
}
