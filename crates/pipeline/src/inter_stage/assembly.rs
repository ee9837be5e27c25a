//! Primitives as tessellation and geometry programs take them: all vertices of a primitive or patch, neighbours
//! among them. How primitives are cut into what is drawn is `primitive`'s.

use quadrille_program::layout::InputPrimitive;

use crate::draw::Draw;
use crate::primitive::{QuadCut, Streams, Topology};

/// Primitives of a draw with their vertices numbered anew.
#[derive(Default)]
pub(crate) struct Assembly {
    /// The vertices, by their numbers in the arrays, ascending.
    pub(crate) vertices: Vec<u32>,
    /// The vertices of each primitive one after another, as places in `vertices`.
    pub(crate) corners: Vec<u32>,
    /// The number of each primitive.
    pub(crate) numbers: Vec<u32>,
}

/// The primitives of a draw that go into the stages behind the vertex stage.
#[derive(Clone, Debug)]
pub(crate) struct Assembler {
    topology: Topology,
    streams: Streams,
    /// Vertices of a primitive.
    pub(crate) size: usize,
}

impl Assembler {
    /// `patch` is the number of vertices that a patch has.
    pub(crate) fn new(topology: Topology, streams: Streams, patch: u32) -> Assembler {
        let size = topology.input().vertices().unwrap_or(patch.max(1)) as usize;
        Assembler {
            topology,
            streams,
            size,
        }
    }

    /// Primitives.
    pub(crate) fn count(&self) -> usize {
        self.streams.count
    }

    /// The primitives with these numbers.
    pub(crate) fn assemble(&self, draw: &Draw<'_>, primitives: std::ops::Range<usize>) -> Assembly {
        let mut assembly = Assembly::default();
        for part in self.streams.parts(primitives) {
            let begin = assembly.corners.len();
            for primitive in part.primitives.clone() {
                self.push(part.vertices, primitive, &mut assembly.corners);
                assembly.numbers.push(part.number(primitive));
            }
            for corner in &mut assembly.corners[begin..] {
                *corner = draw.elements.vertex(part.first + *corner as usize);
            }
        }
        assembly.vertices.clone_from(&assembly.corners);
        assembly.vertices.sort_unstable();
        assembly.vertices.dedup();
        for corner in &mut assembly.corners {
            *corner = assembly.vertices.partition_point(|vertex| vertex < corner) as u32;
        }
        assembly
    }

    /// Appends the places of a primitive's vertices in its stream of `stream` vertices.
    fn push(&self, stream: usize, number: usize, to: &mut Vec<u32>) {
        let mut put = |places: &[usize]| to.extend(places.iter().map(|place| *place as u32));
        match self.topology.input() {
            InputPrimitive::LinesAdjacency => put(&self.topology.line_with_neighbours(number)),
            InputPrimitive::TrianglesAdjacency => {
                put(&self.topology.triangle_with_neighbours(stream, number))
            }
            InputPrimitive::Patches => to.extend((number * self.size..).take(self.size).map(|at| at as u32)),
            InputPrimitive::Points | InputPrimitive::Lines | InputPrimitive::Triangles => {
                let corners = self.topology.corners(stream, number, QuadCut::Plain);
                put(&corners.at[..self.size]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

    use super::*;

    /// source: ARB_tessellation_shader 2.6.1: patch i has vertices v·i+1 to v·i+v; left-over ones are ignored
    #[test]
    fn patches() {
        let streams = Streams::new(Topology::Patches, 4, iter::once(0..11));
        let assembler = Assembler::new(Topology::Patches, streams, 4);
        assert_eq!((assembler.count(), assembler.size), (2, 4));
        let mut corners = Vec::new();
        assembler.push(11, 1, &mut corners);
        assert_eq!(corners, [4, 5, 6, 7]);
    }
}
