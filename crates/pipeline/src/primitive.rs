//! The primitive types of Begin, and how a vertex stream is cut into points, lines and triangles.

use crate::between::assembly;

/// A primitive type (GL 2.1, 2.6.1; NV_geometry_program4 2.6.1; ARB_tessellation_shader 2.6.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Primitive {
    /// Each vertex a point.
    Points,
    /// Each two vertices a line.
    Lines,
    /// A closed loop of lines.
    LineLoop,
    /// A strip of lines.
    LineStrip,
    /// Each three vertices a triangle.
    Triangles,
    /// A strip of triangles.
    TriangleStrip,
    /// Triangles that share the first vertex.
    TriangleFan,
    /// Each four vertices a quadrilateral.
    Quads,
    /// A strip of quadrilaterals.
    QuadStrip,
    /// One convex polygon.
    Polygon,
    /// Each four vertices a line between two neighbours.
    LinesAdjacency,
    /// A strip of lines with a neighbour at each end.
    LineStripAdjacency,
    /// Each six vertices a triangle, a neighbour behind each corner.
    TrianglesAdjacency,
    /// A strip of triangles with neighbours.
    TriangleStripAdjacency,
    /// Each n vertices a patch, n as [`crate::state::Patch`] says.
    Patches,
}

/// What a primitive is cut into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One corner.
    Point,
    /// Two corners.
    Line,
    /// Three corners.
    Triangle,
}

/// One point, line or triangle of a vertex stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Corners {
    /// Positions in the stream; a point uses the first, a line the first two.
    pub at: [usize; 3],
    /// Position whose colours a flat-shaded shape takes (GL 2.1, Table 2.12).
    pub provoking: usize,
    /// Bit `k`: the edge from corner `k` to the next is a boundary of the primitive, not a cut through it.
    pub boundary: u8,
}

/// How quadrilaterals are cut in two: the specification leaves it open, and llvmpipe has two ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuadCut {
    /// QUADS from the first to the third vertex, the half with the second vertex first.
    Plain,
    /// QUADS from the second to the fourth vertex; of a strip the half with the third vertex first.
    Clipped,
}

impl Corners {
    fn point(at: usize) -> Corners {
        Corners {
            at: [at; 3],
            provoking: at,
            boundary: 0,
        }
    }

    fn line(from: usize, to: usize) -> Corners {
        Corners {
            at: [from, to, to],
            provoking: to,
            boundary: 0,
        }
    }

    fn triangle(at: [usize; 3], provoking: usize, boundary: u8) -> Corners {
        Corners {
            at,
            provoking,
            boundary,
        }
    }
}

impl Primitive {
    /// What it is cut into.
    pub fn shape(self) -> Shape {
        match self {
            // Patches are drawn by the stages that take them apart.
            Primitive::Points | Primitive::Patches => Shape::Point,
            Primitive::Lines
            | Primitive::LineLoop
            | Primitive::LineStrip
            | Primitive::LinesAdjacency
            | Primitive::LineStripAdjacency => Shape::Line,
            Primitive::TrianglesAdjacency
            | Primitive::TriangleStripAdjacency
            | Primitive::Triangles
            | Primitive::TriangleStrip
            | Primitive::TriangleFan
            | Primitive::Quads
            | Primitive::QuadStrip
            | Primitive::Polygon => Shape::Triangle,
        }
    }

    /// How many shapes a stream of `vertices` vertices gives; left-over vertices are ignored.
    pub fn shapes(self, vertices: usize) -> usize {
        match self {
            Primitive::Points => vertices,
            Primitive::Lines => vertices / 2,
            Primitive::LineLoop if vertices < 2 => 0,
            Primitive::LineLoop => vertices,
            Primitive::LineStrip => vertices.saturating_sub(1),
            Primitive::Triangles => vertices / 3,
            Primitive::TriangleStrip | Primitive::TriangleFan | Primitive::Polygon => {
                vertices.saturating_sub(2)
            }
            Primitive::Quads => vertices / 4 * 2,
            Primitive::QuadStrip => (vertices / 2).saturating_sub(1) * 2,
            Primitive::LinesAdjacency => vertices / 4,
            Primitive::LineStripAdjacency => vertices.saturating_sub(3),
            Primitive::TrianglesAdjacency => vertices / 6,
            Primitive::TriangleStripAdjacency => (vertices / 2).saturating_sub(2),
            Primitive::Patches => 0,
        }
    }

    /// Number of the primitive that a shape is a part of, counted from Begin: a quadrilateral is one primitive, a
    /// polygon is number 0 (NV_geometry_program4, primitive.id).
    pub fn number(self, shape: usize) -> usize {
        match self {
            Primitive::Quads | Primitive::QuadStrip => shape / 2,
            Primitive::Polygon => 0,
            Primitive::Points
            | Primitive::Lines
            | Primitive::LineLoop
            | Primitive::LineStrip
            | Primitive::Triangles
            | Primitive::TriangleStrip
            | Primitive::TriangleFan
            | Primitive::LinesAdjacency
            | Primitive::LineStripAdjacency
            | Primitive::TrianglesAdjacency
            | Primitive::TriangleStripAdjacency
            | Primitive::Patches => shape,
        }
    }

    /// Shape number `shape` of a stream of `vertices` vertices.
    ///
    /// Quadrilaterals of a strip are cut from the first to the fourth vertex, those of QUADS as `cut` says. A
    /// triangle's corners keep the winding of the primitive.
    pub fn corners(self, vertices: usize, shape: usize, cut: QuadCut) -> Corners {
        let i = shape;
        // Where a quadrilateral crosses itself, the half that is drawn last is seen.
        let half = match cut {
            QuadCut::Plain => 1 - i % 2,
            QuadCut::Clipped => i % 2,
        };
        match self {
            Primitive::Points | Primitive::Patches => Corners::point(i),
            Primitive::Lines => Corners::line(2 * i, 2 * i + 1),
            Primitive::LineStrip => Corners::line(i, i + 1),
            Primitive::LineLoop if i + 1 == vertices => Corners::line(i, 0),
            Primitive::LineLoop => Corners::line(i, i + 1),
            Primitive::Triangles => Corners::triangle([3 * i, 3 * i + 1, 3 * i + 2], 3 * i + 2, 0b111),
            Primitive::TriangleStrip if i.is_multiple_of(2) => {
                Corners::triangle([i, i + 1, i + 2], i + 2, 0b111)
            }
            Primitive::TriangleStrip => Corners::triangle([i + 1, i, i + 2], i + 2, 0b111),
            Primitive::TriangleFan => Corners::triangle([0, i + 1, i + 2], i + 2, 0b111),
            Primitive::Quads => {
                let first = i / 2 * 4;
                let corners = match cut {
                    QuadCut::Plain => [first + 3, first, first + 1, first + 2],
                    QuadCut::Clipped => [first, first + 1, first + 2, first + 3],
                };
                half_of_quad(corners, half, first + 3)
            }
            Primitive::QuadStrip => {
                let first = i / 2 * 2;
                half_of_quad([first + 2, first, first + 1, first + 3], half, first + 3)
            }
            Primitive::Polygon => {
                let first = if i == 0 { 0b100 } else { 0 };
                let last = if i + 3 == vertices { 0b010 } else { 0 };
                Corners::triangle([i + 1, i + 2, 0], 0, 0b001 | first | last)
            }
            // Without a geometry program the neighbours are ignored.
            Primitive::LinesAdjacency | Primitive::LineStripAdjacency => {
                let [_, from, to, _] = assembly::line(self, i);
                Corners::line(from, to)
            }
            Primitive::TrianglesAdjacency | Primitive::TriangleStripAdjacency => {
                let [a, _, b, _, c, _] = assembly::triangle(self, vertices, i);
                Corners::triangle([a, b, c], c, 0b111)
            }
        }
    }
}

/// One half of a quadrilateral that is cut from its second to its fourth corner.
fn half_of_quad(v: [usize; 4], half: usize, provoking: usize) -> Corners {
    if half == 0 {
        Corners::triangle([v[0], v[1], v[3]], provoking, 0b101)
    } else {
        Corners::triangle([v[1], v[2], v[3]], provoking, 0b011)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Primitive; 14] = [
        Primitive::Points,
        Primitive::Lines,
        Primitive::LineLoop,
        Primitive::LineStrip,
        Primitive::Triangles,
        Primitive::TriangleStrip,
        Primitive::TriangleFan,
        Primitive::Quads,
        Primitive::QuadStrip,
        Primitive::Polygon,
        Primitive::LinesAdjacency,
        Primitive::LineStripAdjacency,
        Primitive::TrianglesAdjacency,
        Primitive::TriangleStripAdjacency,
    ];

    #[test]
    fn corners_stay_in_the_stream() {
        for primitive in ALL {
            for vertices in 0..20 {
                for shape in 0..primitive.shapes(vertices) {
                    let corners = primitive.corners(vertices, shape, QuadCut::Clipped);
                    assert!(
                        corners.at.iter().all(|at| *at < vertices),
                        "{primitive:?} {vertices}"
                    );
                    assert!(corners.provoking < vertices);
                }
            }
        }
    }

    /// source: GL 2.1, Table 2.12 (provoking vertices, counted from 1 there).
    #[test]
    fn provoking_vertices() {
        let third = |primitive: Primitive, shape| primitive.corners(12, shape, QuadCut::Plain).provoking + 1;
        assert_eq!(third(Primitive::Polygon, 2), 1);
        assert_eq!(third(Primitive::TriangleStrip, 2), 3 + 2);
        assert_eq!(third(Primitive::TriangleFan, 2), 3 + 2);
        assert_eq!(third(Primitive::Triangles, 2), 3 * 3);
        assert_eq!(third(Primitive::QuadStrip, 4), 2 * 3 + 2);
        assert_eq!(third(Primitive::QuadStrip, 5), 2 * 3 + 2);
        assert_eq!(third(Primitive::Quads, 4), 4 * 3);
        assert_eq!(third(Primitive::Quads, 5), 4 * 3);
    }

    /// A closed outline has each of its edges once, and none of the cuts.
    #[test]
    fn boundaries_of_polygons() {
        let square = vec![(0, 1), (1, 2), (2, 3), (3, 0)];
        let strip = vec![(0, 1), (1, 3), (2, 0), (3, 2)];
        let pentagon = vec![(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)];
        for (primitive, cut, vertices, outline) in [
            (Primitive::Quads, QuadCut::Plain, 4, square.clone()),
            (Primitive::Quads, QuadCut::Clipped, 4, square),
            (Primitive::QuadStrip, QuadCut::Plain, 4, strip),
            (Primitive::Polygon, QuadCut::Plain, 5, pentagon),
        ] {
            let mut edges = Vec::new();
            for shape in 0..primitive.shapes(vertices) {
                let corners = primitive.corners(vertices, shape, cut);
                for k in 0..3 {
                    if corners.boundary >> k & 1 != 0 {
                        edges.push((corners.at[k], corners.at[(k + 1) % 3]));
                    }
                }
            }
            edges.sort();
            assert_eq!(edges, outline, "{primitive:?}");
        }
    }
}
