//! The decomposition of a vertex stream into points, lines and triangles.

use super::{ProvokingVertex, Topology};

/// One point, line or triangle of a vertex stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Corners {
    /// Positions in the stream; a point uses the first, a line the first two.
    pub at: [usize; 3],
    /// Positions that give the values of flat-shaded primitives, by both conventions: first, last.
    provoking: [usize; 2],
    /// Bit `k`: the edge from corner `k` to the next is a boundary of the primitive, not a cut through it.
    pub boundary: u8,
}

/// The cut of quadrilaterals in two: the specification leaves it open, and llvmpipe has two ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuadCut {
    /// QUADS from the first to the third vertex, the half with the second vertex first.
    Plain,
    /// QUADS from the second to the fourth vertex; of a strip the half with the third vertex first.
    Clipped,
}

impl Corners {
    /// The position whose values a flat-shaded primitive takes (OpenGL 4.6 compatibility, table 13.2, where quadrilaterals
    /// follow the convention, and polygons do not).
    pub fn provoking(&self, convention: ProvokingVertex) -> usize {
        let [first, last] = self.provoking;
        match convention {
            ProvokingVertex::First => first,
            ProvokingVertex::Last => last,
        }
    }

    fn point(at: usize) -> Corners {
        Corners {
            at: [at; 3],
            provoking: [at; 2],
            boundary: 0,
        }
    }

    fn line(from: usize, to: usize) -> Corners {
        Corners {
            at: [from, to, to],
            provoking: [from, to],
            boundary: 0,
        }
    }

    fn triangle(at: [usize; 3], provoking: [usize; 2], boundary: u8) -> Corners {
        Corners {
            at,
            provoking,
            boundary,
        }
    }
}

impl Topology {
    /// Primitive number `primitive` of a stream of `vertices` vertices.
    ///
    /// Quadrilaterals of a strip are cut from the first to the fourth vertex, those of QUADS as `cut` says. A
    /// triangle's corners keep the winding of the primitive.
    pub fn corners(self, vertices: usize, primitive: usize, cut: QuadCut) -> Corners {
        let i = primitive;
        // Where a quadrilateral crosses itself, the half that is drawn last is seen.
        let half = match cut {
            QuadCut::Plain => 1 - i % 2,
            QuadCut::Clipped => i % 2,
        };
        match self {
            Topology::Points | Topology::Patches => Corners::point(i),
            Topology::Lines => Corners::line(2 * i, 2 * i + 1),
            Topology::LineStrip => Corners::line(i, i + 1),
            Topology::LineLoop if i + 1 == vertices => Corners::line(i, 0),
            Topology::LineLoop => Corners::line(i, i + 1),
            Topology::Triangles => {
                Corners::triangle([3 * i, 3 * i + 1, 3 * i + 2], [3 * i, 3 * i + 2], 0b111)
            }
            Topology::TriangleStrip if i.is_multiple_of(2) => {
                Corners::triangle([i, i + 1, i + 2], [i, i + 2], 0b111)
            }
            Topology::TriangleStrip => Corners::triangle([i + 1, i, i + 2], [i, i + 2], 0b111),
            Topology::TriangleFan => Corners::triangle([0, i + 1, i + 2], [i + 1, i + 2], 0b111),
            Topology::Quads => {
                let first = i / 2 * 4;
                let corners = match cut {
                    QuadCut::Plain => [first + 3, first, first + 1, first + 2],
                    QuadCut::Clipped => [first, first + 1, first + 2, first + 3],
                };
                half_of_quad(corners, half, [first, first + 3])
            }
            Topology::QuadStrip => {
                let first = i / 2 * 2;
                half_of_quad([first + 2, first, first + 1, first + 3], half, [first, first + 3])
            }
            Topology::Polygon => {
                let first = if i == 0 { 0b100 } else { 0 };
                let last = if i + 3 == vertices { 0b010 } else { 0 };
                Corners::triangle([i + 1, i + 2, 0], [0; 2], 0b001 | first | last)
            }
            // Without a geometry program the neighbours are ignored.
            Topology::LinesAdjacency | Topology::LineStripAdjacency => {
                let [_, from, to, _] = self.line_with_neighbours(i);
                Corners::line(from, to)
            }
            Topology::TrianglesAdjacency | Topology::TriangleStripAdjacency => {
                let [a, _, b, _, c, _] = self.triangle_with_neighbours(vertices, i);
                Corners::triangle(
                    [a, b, c],
                    [
                        if self == Topology::TrianglesAdjacency {
                            a
                        } else {
                            2 * i
                        },
                        c,
                    ],
                    0b111,
                )
            }
        }
    }
}

/// One half of a quadrilateral that is cut from its second to its fourth corner.
fn half_of_quad(v: [usize; 4], half: usize, provoking: [usize; 2]) -> Corners {
    if half == 0 {
        Corners::triangle([v[0], v[1], v[3]], provoking, 0b101)
    } else {
        Corners::triangle([v[1], v[2], v[3]], provoking, 0b011)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Topology; 14] = [
        Topology::Points,
        Topology::Lines,
        Topology::LineLoop,
        Topology::LineStrip,
        Topology::Triangles,
        Topology::TriangleStrip,
        Topology::TriangleFan,
        Topology::Quads,
        Topology::QuadStrip,
        Topology::Polygon,
        Topology::LinesAdjacency,
        Topology::LineStripAdjacency,
        Topology::TrianglesAdjacency,
        Topology::TriangleStripAdjacency,
    ];

    #[test]
    fn corners_stay_in_the_stream() {
        for topology in ALL {
            for vertices in 0..20 {
                for primitive in 0..topology.primitives(vertices) {
                    let corners = topology.corners(vertices, primitive, QuadCut::Clipped);
                    assert!(
                        corners.at.iter().all(|at| *at < vertices),
                        "{topology:?} {vertices}"
                    );
                    assert!(corners.provoking.iter().all(|at| *at < vertices));
                }
            }
        }
    }

    /// source: OpenGL 4.6 compatibility, table 13.2 (primitives and vertices counted from 1 there); of quadrilaterals the
    /// column of QUADS_FOLLOW_PROVOKING_VERTEX_CONVENTION
    #[test]
    fn provoking_vertices() {
        // Each topology with the number of its triangles in a primitive, and the vertices that give values for primitive i.
        type OfPrimitive = fn(usize) -> [usize; 2];
        let rows: [(Topology, usize, OfPrimitive); 13] = [
            (Topology::Points, 1, |i| [i, i]),
            (Topology::Lines, 1, |i| [2 * i - 1, 2 * i]),
            (Topology::LineLoop, 1, |i| [i, i + 1]),
            (Topology::LineStrip, 1, |i| [i, i + 1]),
            (Topology::Triangles, 1, |i| [3 * i - 2, 3 * i]),
            (Topology::TriangleStrip, 1, |i| [i, i + 2]),
            (Topology::TriangleFan, 1, |i| [i + 1, i + 2]),
            (Topology::LinesAdjacency, 1, |i| [4 * i - 2, 4 * i - 1]),
            (Topology::LineStripAdjacency, 1, |i| [i + 1, i + 2]),
            (Topology::TrianglesAdjacency, 1, |i| [6 * i - 5, 6 * i - 1]),
            (Topology::TriangleStripAdjacency, 1, |i| [2 * i - 1, 2 * i + 3]),
            (Topology::Quads, 2, |i| [4 * i - 3, 4 * i]),
            (Topology::QuadStrip, 2, |i| [2 * i - 1, 2 * i + 2]),
        ];
        for (topology, triangles, of_primitive) in rows {
            for primitive in 0..topology.primitives(24) {
                // The last line of a loop ends at its first vertex.
                let [first, last] = of_primitive(primitive / triangles + 1);
                let last = if topology == Topology::LineLoop && last == 25 {
                    1
                } else {
                    last
                };
                for cut in [QuadCut::Plain, QuadCut::Clipped] {
                    let corners = topology.corners(24, primitive, cut);
                    assert_eq!(
                        corners.provoking(ProvokingVertex::First) + 1,
                        first,
                        "{topology:?}"
                    );
                    assert_eq!(corners.provoking(ProvokingVertex::Last) + 1, last, "{topology:?}");
                }
            }
        }
        let polygon = Topology::Polygon.corners(6, 2, QuadCut::Plain);
        assert_eq!(polygon.provoking(ProvokingVertex::First), 0);
        assert_eq!(polygon.provoking(ProvokingVertex::Last), 0);
    }

    /// A closed outline has each of its edges once, and none of the cuts.
    #[test]
    fn boundaries_of_polygons() {
        let square = vec![(0, 1), (1, 2), (2, 3), (3, 0)];
        let strip = vec![(0, 1), (1, 3), (2, 0), (3, 2)];
        let pentagon = vec![(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)];
        for (topology, cut, vertices, outline) in [
            (Topology::Quads, QuadCut::Plain, 4, square.clone()),
            (Topology::Quads, QuadCut::Clipped, 4, square),
            (Topology::QuadStrip, QuadCut::Plain, 4, strip),
            (Topology::Polygon, QuadCut::Plain, 5, pentagon),
        ] {
            let mut edges = Vec::new();
            for primitive in 0..topology.primitives(vertices) {
                let corners = topology.corners(vertices, primitive, cut);
                for k in 0..3 {
                    if corners.boundary >> k & 1 != 0 {
                        edges.push((corners.at[k], corners.at[(k + 1) % 3]));
                    }
                }
            }
            edges.sort();
            assert_eq!(edges, outline, "{topology:?}");
        }
    }
}
