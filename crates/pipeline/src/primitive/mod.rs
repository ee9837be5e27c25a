//! Topologies, as Begin names them, and the primitives that they make.

mod corners;
mod neighbours;
mod streams;

use quadrille_program::layout::InputPrimitive;

pub use corners::{Corners, QuadCut};
pub(crate) use streams::Streams;

/// The topology of a vertex stream: the rule by which vertices make primitives (GL 2.1, 2.6.1;
/// NV_geometry_program4 2.6.1; ARB_tessellation_shader 2.6.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Topology {
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

/// The vertex whose values a flat-shaded primitive has (ProvokingVertex, OpenGL 4.6, 13.6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ProvokingVertex {
    /// FIRST_VERTEX_CONVENTION
    First,
    /// LAST_VERTEX_CONVENTION
    #[default]
    Last,
}

/// The kind of a primitive that is rasterized.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Primitive {
    /// One corner.
    Point,
    /// Two corners.
    Line,
    /// Three corners.
    Triangle,
}

impl Topology {
    /// The topology with this GL name, with or without `GL_` before it and a vendor's suffix behind it.
    pub fn from_name(name: &str) -> Option<Topology> {
        let name = name.strip_prefix("GL_").unwrap_or(name);
        let name = ["_ARB", "_EXT", "_NV"]
            .iter()
            .find_map(|suffix| name.strip_suffix(suffix))
            .unwrap_or(name);
        Some(match name {
            "POINTS" => Topology::Points,
            "LINES" => Topology::Lines,
            "LINE_LOOP" => Topology::LineLoop,
            "LINE_STRIP" => Topology::LineStrip,
            "TRIANGLES" => Topology::Triangles,
            "TRIANGLE_STRIP" => Topology::TriangleStrip,
            "TRIANGLE_FAN" => Topology::TriangleFan,
            "QUADS" => Topology::Quads,
            "QUAD_STRIP" => Topology::QuadStrip,
            "POLYGON" => Topology::Polygon,
            "LINES_ADJACENCY" => Topology::LinesAdjacency,
            "LINE_STRIP_ADJACENCY" => Topology::LineStripAdjacency,
            "TRIANGLES_ADJACENCY" => Topology::TrianglesAdjacency,
            "TRIANGLE_STRIP_ADJACENCY" => Topology::TriangleStripAdjacency,
            "PATCHES" => Topology::Patches,
            _ => return None,
        })
    }

    /// Whether its lines follow each other, so that a pattern goes on from one to the next.
    pub(crate) fn is_line_strip(self) -> bool {
        matches!(
            self,
            Topology::LineStrip | Topology::LineLoop | Topology::LineStripAdjacency
        )
    }

    /// The kind of primitive that its vertices make.
    pub fn primitive(self) -> Primitive {
        match self {
            // Patches are drawn by the stages that take them apart.
            Topology::Points | Topology::Patches => Primitive::Point,
            Topology::Lines
            | Topology::LineLoop
            | Topology::LineStrip
            | Topology::LinesAdjacency
            | Topology::LineStripAdjacency => Primitive::Line,
            Topology::TrianglesAdjacency
            | Topology::TriangleStripAdjacency
            | Topology::Triangles
            | Topology::TriangleStrip
            | Topology::TriangleFan
            | Topology::Quads
            | Topology::QuadStrip
            | Topology::Polygon => Primitive::Triangle,
        }
    }

    /// The number of primitives in a stream of `vertices` vertices; left-over vertices are ignored.
    pub fn primitives(self, vertices: usize) -> usize {
        match self {
            Topology::Points => vertices,
            Topology::Lines => vertices / 2,
            Topology::LineLoop if vertices < 2 => 0,
            Topology::LineLoop => vertices,
            Topology::LineStrip => vertices.saturating_sub(1),
            Topology::Triangles => vertices / 3,
            Topology::TriangleStrip | Topology::TriangleFan | Topology::Polygon => vertices.saturating_sub(2),
            Topology::Quads => vertices / 4 * 2,
            Topology::QuadStrip => (vertices / 2).saturating_sub(1) * 2,
            Topology::LinesAdjacency => vertices / 4,
            Topology::LineStripAdjacency => vertices.saturating_sub(3),
            Topology::TrianglesAdjacency => vertices / 6,
            Topology::TriangleStripAdjacency => (vertices / 2).saturating_sub(2),
            Topology::Patches => 0,
        }
    }

    /// What its primitives are cut into.
    fn division(self) -> Division {
        match self {
            Topology::Quads | Topology::QuadStrip => Division::Halves,
            Topology::Polygon => Division::Fan,
            Topology::Points
            | Topology::Lines
            | Topology::LineLoop
            | Topology::LineStrip
            | Topology::Triangles
            | Topology::TriangleStrip
            | Topology::TriangleFan
            | Topology::LinesAdjacency
            | Topology::LineStripAdjacency
            | Topology::TrianglesAdjacency
            | Topology::TriangleStripAdjacency
            | Topology::Patches => Division::Whole,
        }
    }

    /// The number of primitives before quadrilaterals and polygons are cut: of a part of those after it, which begins with
    /// a whole one.
    pub(crate) fn undivided(self, part: std::ops::Range<usize>) -> u64 {
        match self.division() {
            Division::Whole => part.len() as u64,
            Division::Halves => part.len() as u64 / 2,
            Division::Fan => u64::from(part.start == 0 && !part.is_empty()),
        }
    }

    /// The primitives that one of a number, counted from 0, is cut into, of a stream with `count` of them in all.
    pub(crate) fn cut(self, number: usize, count: usize) -> std::ops::Range<usize> {
        match self.division() {
            Division::Whole => number..number + 1,
            Division::Halves => 2 * number..2 * number + 2,
            Division::Fan => 0..count,
        }
    }

    /// The place of an edge among those of the quadrilateral or polygon that a triangle is a part of, as vertices are given:
    /// of the edge that begins at a corner, of the part of a number. Only of boundaries.
    pub(crate) fn edge(self, part: usize, corner: usize) -> usize {
        match self {
            // The parts are those of `QuadCut::Clipped`, as it is for all that is outlined.
            Topology::Quads => [[0, 0, 3], [1, 2, 2]][part.min(1)][corner],
            Topology::QuadStrip => [[3, 0, 2], [0, 1, 1]][part.min(1)][corner],
            Topology::Polygon => match corner {
                0 => part + 1,
                1 => usize::MAX,
                _ => 0,
            },
            Topology::Points
            | Topology::Lines
            | Topology::LineLoop
            | Topology::LineStrip
            | Topology::Triangles
            | Topology::TriangleStrip
            | Topology::TriangleFan
            | Topology::LinesAdjacency
            | Topology::LineStripAdjacency
            | Topology::TrianglesAdjacency
            | Topology::TriangleStripAdjacency
            | Topology::Patches => corner,
        }
    }

    /// `primitive.id` of a primitive (NV_geometry_program4): both triangles of a quadrilateral have its number, all of a
    /// polygon 0.
    pub fn number(self, primitive: usize) -> usize {
        match self.division() {
            Division::Whole => primitive,
            Division::Halves => primitive / 2,
            Division::Fan => 0,
        }
    }

    /// The input primitive that a geometry program must declare to take it (NV_geometry_program4 2.14.6.1,
    /// NV_gpu_program5 2.14.6.1).
    pub fn input(self) -> InputPrimitive {
        match self {
            Topology::LinesAdjacency | Topology::LineStripAdjacency => InputPrimitive::LinesAdjacency,
            Topology::TrianglesAdjacency | Topology::TriangleStripAdjacency => {
                InputPrimitive::TrianglesAdjacency
            }
            Topology::Patches => InputPrimitive::Patches,
            Topology::Points
            | Topology::Lines
            | Topology::LineLoop
            | Topology::LineStrip
            | Topology::Triangles
            | Topology::TriangleStrip
            | Topology::TriangleFan
            | Topology::Quads
            | Topology::QuadStrip
            | Topology::Polygon => self.primitive().input(),
        }
    }
}

/// What a primitive is cut into before it is drawn.
#[derive(Clone, Copy)]
enum Division {
    /// Nothing: it is drawn as it is.
    Whole,
    /// A quadrilateral's two triangles.
    Halves,
    /// The triangles of a polygon, which is the only one of its stream.
    Fan,
}

/// Its name in lower case, for one.
impl std::fmt::Display for Primitive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Primitive::Point => "point",
            Primitive::Line => "line",
            Primitive::Triangle => "triangle",
        })
    }
}

impl Primitive {
    /// The input primitive that a geometry program must declare to take it.
    pub(crate) fn input(self) -> InputPrimitive {
        match self {
            Primitive::Point => InputPrimitive::Points,
            Primitive::Line => InputPrimitive::Lines,
            Primitive::Triangle => InputPrimitive::Triangles,
        }
    }

    /// Its corners.
    pub fn corners(self) -> usize {
        match self {
            Primitive::Point => 1,
            Primitive::Line => 2,
            Primitive::Triangle => 3,
        }
    }
}
