//! A segment of a draw: a bounded number of primitives, and each vertex they use once.

use std::ops::Range;

use crate::draw::{Draw, Elements};
use crate::inter_stage::primitive_ref::{Following, PrimitiveRef};
use crate::primitive::{ProvokingVertex, QuadCut, Streams, Topology};

/// Primitives of a draw with their vertices numbered anew.
#[derive(Default)]
pub(crate) struct Segment {
    /// The vertices, by their numbers in the arrays, ascending.
    pub(crate) vertices: Vec<u32>,
    /// The primitives; a vertex's number is its place in `vertices`.
    pub(crate) items: Vec<PrimitiveRef>,
    /// Places of the vertices, where these lie close together.
    places: Vec<u32>,
}

/// The parts of a draw that go through together, as numbers of `count` primitives, with the number of the
/// instance; nothing if an instance is nothing, however many there are.
pub(crate) fn parts(instances: u32, count: usize, most: usize) -> impl Iterator<Item = (u32, Range<usize>)> {
    let instances = if count == 0 { 0 } else { instances };
    (0..instances).flat_map(move |instance| {
        let parts = (0..count).step_by(most);
        parts.map(move |first| (instance, first..count.min(first + most)))
    })
}

/// The triangles of an instance of a draw, if their vertices follow each other.
pub(crate) fn following(draw: &Draw<'_>, convention: ProvokingVertex, count: usize) -> Option<Following> {
    let Elements::Range { first, .. } = draw.elements else {
        return None;
    };
    let provoking = match convention {
        ProvokingVertex::First => 0,
        ProvokingVertex::Last => 2,
    };
    (draw.topology == Topology::Triangles).then_some(Following {
        vertex: first,
        count,
        number: 0,
        provoking,
    })
}

impl Segment {
    /// Takes primitives of the streams of a draw.
    pub(crate) fn gather(
        &mut self,
        draw: &Draw<'_>,
        streams: &Streams,
        primitives: Range<usize>,
        (cut, convention): (QuadCut, ProvokingVertex),
    ) {
        self.items.clear();
        for part in streams.parts(primitives) {
            let number = |at: usize| draw.elements.vertex(part.first + at);
            self.items.extend(part.primitives.clone().map(|primitive| {
                let corners = draw.topology.corners(part.vertices, primitive, cut);
                PrimitiveRef {
                    corners: corners.at.map(number),
                    provoking: number(corners.provoking(convention)),
                    boundary: corners.boundary,
                    number: part.number(primitive),
                    viewport: 0,
                    layer: 0,
                }
            }));
        }
        let is_range = draw.elements.is_range();
        match draw.topology {
            // Every vertex from the first to the last is a corner, and of one primitive.
            Topology::Points | Topology::Lines | Topology::Triangles if is_range => self.number_range(),
            Topology::Points
            | Topology::Lines
            | Topology::Triangles
            | Topology::LineLoop
            | Topology::LineStrip
            | Topology::TriangleStrip
            | Topology::TriangleFan
            | Topology::Quads
            | Topology::QuadStrip
            | Topology::Polygon
            | Topology::LinesAdjacency
            | Topology::LineStripAdjacency
            | Topology::TrianglesAdjacency
            | Topology::TriangleStripAdjacency
            | Topology::Patches => self.number(),
        }
    }

    /// Numbers vertices that are all corners, from the least number to the greatest.
    fn number_range(&mut self) {
        self.vertices.clear();
        let used = || self.items.iter().flat_map(|item| item.corners);
        if let (Some(low), Some(high)) = (used().min(), used().max()) {
            self.vertices.extend(low..=high);
            renumber(&mut self.items, |vertex| vertex - low);
        }
    }

    fn number(&mut self) {
        let used = || self.items.iter().flat_map(|item| item.corners);
        let (Some(low), Some(high)) = (used().min(), used().max()) else {
            self.vertices.clear();
            return;
        };
        self.vertices.clear();
        // With all numbers close together a table finds places; else a search does.
        let span = (high - low) as usize + 1;
        if span <= self.items.len() * 8 {
            self.places.clear();
            self.places.resize(span, 0);
            for vertex in self.items.iter().flat_map(|item| item.corners) {
                self.places[(vertex - low) as usize] = 1;
            }
            for (vertex, place) in (low..=high).zip(&mut self.places) {
                if *place != 0 {
                    *place = self.vertices.len() as u32;
                    self.vertices.push(vertex);
                }
            }
            let places = &self.places;
            renumber(&mut self.items, |vertex| places[(vertex - low) as usize]);
        } else {
            self.vertices
                .extend(self.items.iter().flat_map(|item| item.corners));
            self.vertices.sort_unstable();
            self.vertices.dedup();
            let vertices = &self.vertices;
            renumber(&mut self.items, |vertex| {
                vertices.partition_point(|earlier| *earlier < vertex) as u32
            });
        }
    }
}

fn renumber(items: &mut [PrimitiveRef], place: impl Fn(u32) -> u32) {
    for item in items {
        item.corners = item.corners.map(&place);
        item.provoking = place(item.provoking);
    }
}
