//! Lines and triangles whose stream has their neighbours too.

use super::Topology;

impl Topology {
    /// The vertices of line `number`, counted from 0 in the stream: neighbour, beginning, end, neighbour.
    pub(crate) fn line_with_neighbours(self, number: usize) -> [usize; 4] {
        let first = if self == Topology::LinesAdjacency {
            4 * number
        } else {
            number
        };
        std::array::from_fn(|vertex| first + vertex)
    }

    /// The vertices of triangle `number` of a stream, each corner before the neighbour across the edge that begins
    /// there (NV_geometry_program4, Table X.1, which counts vertices from 1).
    pub(crate) fn triangle_with_neighbours(self, vertices: usize, number: usize) -> [usize; 6] {
        if self == Topology::TrianglesAdjacency {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: NV_geometry_program4, Table X.1; vertices counted from 1 there, corners and neighbours in turn here
    #[test]
    fn strips_of_triangles_with_neighbours() {
        let strip = |triangles: usize, number: usize| {
            let vertices = 2 * (triangles + 2);
            Topology::TriangleStripAdjacency
                .triangle_with_neighbours(vertices, number)
                .map(|vertex| vertex + 1)
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
        assert_eq!(Topology::LinesAdjacency.line_with_neighbours(1), [4, 5, 6, 7]);
        assert_eq!(Topology::LineStripAdjacency.line_with_neighbours(1), [1, 2, 3, 4]);
        assert_eq!(Topology::LineStripAdjacency.primitives(3), 0);
        assert_eq!(Topology::LineStripAdjacency.primitives(5), 2);
        assert_eq!(Topology::TriangleStripAdjacency.primitives(5), 0);
        assert_eq!(Topology::TriangleStripAdjacency.primitives(9), 2);
    }
}
