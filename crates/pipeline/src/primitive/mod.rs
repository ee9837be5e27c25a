//! The primitive types of Begin.

mod corners;
mod neighbours;

use quadrille_program::layout::InputPrimitive;

pub use corners::{Corners, QuadCut};

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

    /// What a geometry program must declare to take it (NV_geometry_program4 2.14.6.1, NV_gpu_program5 2.14.6.1).
    pub fn input(self) -> InputPrimitive {
        match self {
            Primitive::LinesAdjacency | Primitive::LineStripAdjacency => InputPrimitive::LinesAdjacency,
            Primitive::TrianglesAdjacency | Primitive::TriangleStripAdjacency => {
                InputPrimitive::TrianglesAdjacency
            }
            Primitive::Patches => InputPrimitive::Patches,
            Primitive::Points
            | Primitive::Lines
            | Primitive::LineLoop
            | Primitive::LineStrip
            | Primitive::Triangles
            | Primitive::TriangleStrip
            | Primitive::TriangleFan
            | Primitive::Quads
            | Primitive::QuadStrip
            | Primitive::Polygon => self.shape().input(),
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
