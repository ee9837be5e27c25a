//! Triangles between an outer edge and the inner edge beside it.

use super::domain::Domain;

/// Points along an edge with their places on it, ascending; the inside is on their left.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Edge {
    vertices: Vec<u32>,
    places: Vec<f64>,
}

impl Edge {
    pub(super) fn push(&mut self, vertex: u32, place: f64) {
        self.vertices.push(vertex);
        self.places.push(place);
    }

    /// Points so far.
    pub(super) fn len(&self) -> usize {
        self.vertices.len()
    }

    fn segments(&self) -> usize {
        self.vertices.len().saturating_sub(1)
    }

    /// Twice the middle of a segment.
    fn middle(&self, segment: usize) -> f64 {
        self.places[segment] + self.places[segment + 1]
    }
}

/// Fills the area between two edges with counter-clockwise triangles: each takes a segment of one edge and a point
/// of the other. An inner edge may be a single point.
pub(super) fn fill(domain: &mut Domain, outer: &Edge, inner: &Edge) {
    let (mut out, mut within) = (0, 0);
    while out < outer.segments() || within < inner.segments() {
        let takes_outer =
            within == inner.segments() || out < outer.segments() && outer.middle(out) <= inner.middle(within);
        let [here, there] = [outer.vertices[out], inner.vertices[within]];
        if takes_outer {
            out += 1;
            domain.corners.extend([here, outer.vertices[out], there]);
        } else {
            within += 1;
            domain.corners.extend([here, inner.vertices[within], there]);
        }
    }
}
