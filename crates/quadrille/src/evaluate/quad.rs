//! Attributes between the fragments of a quad, where only their values at the four centres are known.

use quadrille_engine::Planes;
use quadrille_engine::environment::{AttributeLocation, Interpolator};

/// Attributes as planes through the fragments of each quad. Pixels are covered as a whole and have one
/// sample, so that centroid and samples are centres.
pub(super) struct Quad {
    attributes: Planes,
}

impl Quad {
    pub(super) fn new(attributes: &Planes) -> Quad {
        Quad {
            attributes: attributes.clone(),
        }
    }
}

impl Interpolator for Quad {
    fn interpolate(&self, slot: usize, lane: usize, place: AttributeLocation) -> Option<[u32; 4]> {
        let own = self.attributes.get(slot, lane);
        let AttributeLocation::Offset([x, y]) = place else {
            return None;
        };
        let first = lane - lane % 4;
        if first + 3 >= self.attributes.lanes() {
            return None;
        }
        let at = |lane: usize| self.attributes.get(slot, lane).map(f32::from_bits);
        let (left, right) = (at(lane & !1), at(lane | 1));
        let (below, above) = (at(lane & !2), at(lane | 2));
        Some(std::array::from_fn(|component| {
            let along_x = x * (right[component] - left[component]);
            let along_y = y * (above[component] - below[component]);
            (f32::from_bits(own[component]) + along_x + along_y).to_bits()
        }))
    }
}
