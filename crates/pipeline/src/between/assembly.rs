//! Primitives as tessellation and geometry programs take them: all vertices of a primitive or patch, neighbours
//! among them. How primitives are cut into what is drawn is `primitive`'s.

use quadrille_program::layout::InputPrimitive;

use crate::draw::{Draw, Elements};
use crate::primitive::{Primitive, QuadCut, Shape};

impl Primitive {
    /// What a geometry program must declare to take it (NV_geometry_program4 2.14.6.1, NV_gpu_program5 2.14.6.1).
    pub fn input(self) -> InputPrimitive {
        match self {
            Primitive::LinesAdjacency | Primitive::LineStripAdjacency => InputPrimitive::LinesAdjacency,
            Primitive::TrianglesAdjacency | Primitive::TriangleStripAdjacency => {
                InputPrimitive::TrianglesAdjacency
            }
            Primitive::Patches => InputPrimitive::Patches,
            other => other.shape().input(),
        }
    }
}

impl Shape {
    /// What a geometry program must declare to take it.
    pub(crate) fn input(self) -> InputPrimitive {
        match self {
            Shape::Point => InputPrimitive::Points,
            Shape::Line => InputPrimitive::Lines,
            Shape::Triangle => InputPrimitive::Triangles,
        }
    }

    /// Its corners.
    pub(crate) fn corners(self) -> usize {
        match self {
            Shape::Point => 1,
            Shape::Line => 2,
            Shape::Triangle => 3,
        }
    }
}

/// The vertices of line `number`, counted from 0 in the stream: neighbour, beginning, end, neighbour.
pub(crate) fn line(primitive: Primitive, number: usize) -> [usize; 4] {
    let first = match primitive {
        Primitive::LinesAdjacency => 4 * number,
        _ => number,
    };
    std::array::from_fn(|vertex| first + vertex)
}

/// The vertices of triangle `number` of a stream, each corner before the neighbour across the edge that begins
/// there (NV_geometry_program4, Table X.1, which counts vertices from 1).
pub(crate) fn triangle(primitive: Primitive, vertices: usize, number: usize) -> [usize; 6] {
    if primitive == Primitive::TrianglesAdjacency {
        return std::array::from_fn(|vertex| 6 * number + vertex);
    }
    let i = 2 * number;
    let is_last = number + 3 == vertices / 2;
    let before = if number == 0 { 1 } else { i.wrapping_sub(2) };
    let after = if is_last { i + 5 } else { i + 6 };
    if number.is_multiple_of(2) {
        [i, before, i + 2, after, i + 4, i + 3]
    } else {
        [i + 2, before, i, i + 3, i + 4, after]
    }
}

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

/// What of a draw goes into the stages behind the vertex stage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Assembler {
    primitive: Primitive,
    /// Vertices of the stream.
    stream: usize,
    /// Vertices of a primitive.
    pub(crate) size: usize,
    /// Primitives.
    pub(crate) count: usize,
}

impl Assembler {
    /// `patch` is the number of vertices that a patch has.
    pub(crate) fn new(primitive: Primitive, stream: usize, patch: usize) -> Assembler {
        let patch = patch.max(1);
        let size = primitive.input().vertices().map_or(patch, |size| size as usize);
        let count = match primitive {
            Primitive::Patches => stream / patch,
            _ => primitive.shapes(stream),
        };
        Assembler {
            primitive,
            stream,
            size,
            count,
        }
    }

    /// The primitives with these numbers.
    pub(crate) fn assemble(&self, draw: &Draw<'_>, primitives: std::ops::Range<usize>) -> Assembly {
        let mut assembly = Assembly::default();
        for number in primitives {
            self.push(number, &mut assembly.corners);
            assembly.numbers.push(self.primitive.number(number) as u32);
        }
        for corner in &mut assembly.corners {
            *corner = match draw.elements {
                Elements::Range { first, .. } => first + *corner,
                Elements::Indices(indices) => indices[*corner as usize],
            };
        }
        assembly.vertices.clone_from(&assembly.corners);
        assembly.vertices.sort_unstable();
        assembly.vertices.dedup();
        for corner in &mut assembly.corners {
            *corner = assembly.vertices.partition_point(|vertex| vertex < corner) as u32;
        }
        assembly
    }

    /// Appends the places of a primitive's vertices in the stream.
    fn push(&self, number: usize, to: &mut Vec<u32>) {
        let mut put = |places: &[usize]| to.extend(places.iter().map(|place| *place as u32));
        match self.primitive.input() {
            InputPrimitive::LinesAdjacency => put(&line(self.primitive, number)),
            InputPrimitive::TrianglesAdjacency => put(&triangle(self.primitive, self.stream, number)),
            InputPrimitive::Patches => to.extend((number * self.size..).take(self.size).map(|at| at as u32)),
            InputPrimitive::Points | InputPrimitive::Lines | InputPrimitive::Triangles => {
                let corners = self.primitive.corners(self.stream, number, QuadCut::Plain);
                put(&corners.at[..self.size]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: NV_geometry_program4, Table X.1; vertices counted from 1 there, corners and neighbours in turn here
    #[test]
    fn strips_of_triangles_with_neighbours() {
        let strip = |triangles: usize, number: usize| {
            let vertices = 2 * (triangles + 2);
            triangle(Primitive::TriangleStripAdjacency, vertices, number).map(|vertex| vertex + 1)
        };
        assert_eq!(strip(1, 0), [1, 2, 3, 6, 5, 4]);
        assert_eq!(strip(2, 0), [1, 2, 3, 7, 5, 4]);
        // middle, i odd: 2i+3, 2i+1, 2i+5, and 2i−1, 2i+4, 2i+7
        assert_eq!(strip(4, 1), [5, 1, 3, 6, 7, 9]);
        // middle, i even: 2i+1, 2i+3, 2i+5, and 2i−1, 2i+7, 2i+4
        assert_eq!(strip(4, 2), [5, 3, 7, 11, 9, 8]);
        // last, i odd: neighbours 2i−1, 2i+4, 2i+6
        assert_eq!(strip(2, 1), [5, 1, 3, 6, 7, 8]);
        // last, i even: neighbours 2i−1, 2i+6, 2i+4
        assert_eq!(strip(3, 2), [5, 3, 7, 10, 9, 8]);
    }

    /// source: NV_geometry_program4 2.6.1: line 4i+2 to 4i+3, or i+2 to i+3 of a strip, counted from 1, between
    /// the vertices before and behind
    #[test]
    fn lines_with_neighbours() {
        assert_eq!(line(Primitive::LinesAdjacency, 1), [4, 5, 6, 7]);
        assert_eq!(line(Primitive::LineStripAdjacency, 1), [1, 2, 3, 4]);
        assert_eq!(Primitive::LineStripAdjacency.shapes(3), 0);
        assert_eq!(Primitive::LineStripAdjacency.shapes(5), 2);
        assert_eq!(Primitive::TriangleStripAdjacency.shapes(5), 0);
        assert_eq!(Primitive::TriangleStripAdjacency.shapes(9), 2);
    }

    /// source: ARB_tessellation_shader 2.6.1: patch i has vertices v·i+1 to v·i+v; left-over ones are ignored
    #[test]
    fn patches() {
        let assembler = Assembler::new(Primitive::Patches, 11, 4);
        assert_eq!((assembler.count, assembler.size), (2, 4));
        let mut corners = Vec::new();
        assembler.push(1, &mut corners);
        assert_eq!(corners, [4, 5, 6, 7]);
    }
}
