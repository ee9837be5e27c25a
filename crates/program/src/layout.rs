//! The declarations at the head of a program that concern its stage: primitives, patches, work groups.
//!
//! They say how a program is run, not what its instructions do.

use quadrille_isa::gl::Binding;

/// The declarations of a program's stage.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// Vertex and fragment programs declare nothing.
    #[default]
    None,
    /// A geometry program.
    Geometry(Geometry),
    /// A tessellation control program.
    TessellationControl {
        /// Vertices of the patch that comes out: VERTICES_OUT.
        vertices: u32,
    },
    /// A tessellation evaluation program.
    TessellationEvaluation(Tessellation),
    /// A compute program.
    Compute {
        /// Invocations of a work group along x, y and z; `None` if each dispatch says
        /// (ARB_compute_variable_group_size).
        group_size: Option<[u32; 3]>,
        /// Bytes of shared memory: SHARED_MEMORY.
        shared_bytes: u32,
    },
}

/// The declarations of a geometry program: primitives, vertices, invocations and results that are passed through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Geometry {
    /// PRIMITIVE_IN.
    pub input: InputPrimitive,
    /// PRIMITIVE_OUT; that of the input for a program with PASSTHROUGH.
    pub output: OutputPrimitive,
    /// VERTICES_OUT: vertices that one invocation emits at most.
    pub vertices: u32,
    /// INVOCATIONS: how often the program runs for a primitive.
    pub invocations: u32,
    /// Whether the program emits what came in, once, in place of vertices of its own
    /// (NV_geometry_shader_passthrough). What it writes goes to every vertex.
    pub passes_through: bool,
    /// Results that are copied from each vertex that comes in; only where `passes_through` holds.
    pub passthrough: Vec<Passthrough>,
}

/// A result that is copied from the vertex that comes in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passthrough {
    /// The result.
    pub binding: Binding,
    /// The components that are copied, bit 0 for x.
    pub mask: u8,
}

/// The type of the input primitives of a geometry program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InputPrimitive {
    /// One vertex.
    Points,
    /// Two.
    Lines,
    /// Four: a line between its neighbours.
    LinesAdjacency,
    /// Three.
    Triangles,
    /// Six: corners and neighbours in turn.
    TrianglesAdjacency,
    /// As many as the patch has.
    Patches,
}

impl InputPrimitive {
    /// Its vertices; `None` if the patch decides.
    pub const fn vertices(self) -> Option<u32> {
        match self {
            InputPrimitive::Points => Some(1),
            InputPrimitive::Lines => Some(2),
            InputPrimitive::LinesAdjacency => Some(4),
            InputPrimitive::Triangles => Some(3),
            InputPrimitive::TrianglesAdjacency => Some(6),
            InputPrimitive::Patches => None,
        }
    }
}

/// The type of the output primitives of a geometry program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OutputPrimitive {
    /// Points.
    Points,
    /// Line strips.
    LineStrip,
    /// Triangle strips.
    TriangleStrip,
}

/// The declarations of a tessellation evaluation program, by which a patch is subdivided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tessellation {
    /// TESS_MODE.
    pub mode: TessellationMode,
    /// TESS_SPACING.
    pub spacing: TessellationSpacing,
    /// TESS_VERTEX_ORDER: whether triangles run clockwise.
    pub clockwise: bool,
    /// TESS_POINT_MODE: a point for each distinct vertex.
    pub points: bool,
}

/// The domain of a tessellated patch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TessellationMode {
    /// Barycentric coordinates.
    Triangles,
    /// The unit square.
    Quads,
    /// Rows of lines across the unit square.
    Isolines,
}

/// The spacing by which an edge is subdivided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TessellationSpacing {
    /// Equal parts.
    #[default]
    Equal,
    /// An odd number of parts, two of which may be shorter.
    FractionalOdd,
    /// An even number of parts, two of which may be shorter.
    FractionalEven,
}
