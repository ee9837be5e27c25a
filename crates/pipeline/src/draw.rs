//! A draw, as a caller asks for it: what it takes, what can be wrong with it, what comes of it.

use quadrille_base::{Meter, Spent};
use quadrille_engine::Trap;
use quadrille_isa::gl::Stage;

use crate::counts::Counts;
use crate::device::DeviceError;
use crate::feedback::{Feedback, FeedbackError};
use crate::memory::Bindings;
use crate::mesh::Arrays;
use crate::output::unused::UnusedResult;
use crate::primitive::Topology;
use crate::program::{CompileError, Programs};
use crate::textures::TextureUnits;

/// A draw that cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DrawError {
    /// A vertex array has vectors of no or more than four components.
    #[error("the array of vertex attribute {attribute} has vectors of {size} components, not of 1 to 4")]
    ArraySize {
        /// The attribute.
        attribute: usize,
        /// Components of its vectors.
        size: usize,
    },
    /// A vertex is asked for that the arrays do not have.
    #[error("vertex {vertex} is not among the {vertices} vertices of the arrays")]
    Vertex {
        /// The vertex.
        vertex: u64,
        /// Vertices of the shortest array.
        vertices: usize,
    },
    /// A program is bound to a stage that it is not for.
    #[error("a program for {header} is bound to the {stage} stage")]
    Stage {
        /// The program's header.
        header: &'static str,
        /// The stage.
        stage: &'static str,
    },
    /// Transform feedback cannot record it.
    #[error(transparent)]
    Feedback(#[from] FeedbackError),
    /// The primitive type does not suit the programs.
    #[error("primitives of this type cannot be drawn: {0}")]
    Mode(&'static str),
    /// A patch has no vertices, or too many.
    #[error("a patch of {vertices} vertices is not one of 1 to {most}")]
    PatchVertices {
        /// Vertices of the patch.
        vertices: u32,
        /// The most there may be.
        most: u32,
    },
    /// The device that draws cannot draw this.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// A fixed-function stage could not be made.
    #[error("the fixed-function stage does not compile: {0}")]
    FixedFunction(#[from] CompileError),
    /// It takes more than there is left.
    #[error(transparent)]
    Spent(#[from] Spent),
}

/// Which vertices a draw takes.
#[derive(Clone, Copy, Debug)]
pub enum Elements<'a> {
    /// A run of vertices (DrawArrays).
    Range {
        /// The first.
        first: u32,
        /// The number of vertices.
        count: u32,
    },
    /// Vertices by number (DrawElements).
    Indices(&'a [u32]),
}

impl Elements<'_> {
    /// The number of vertices.
    pub(crate) fn len(&self) -> usize {
        match self {
            Elements::Range { count, .. } => *count as usize,
            Elements::Indices(indices) => indices.len(),
        }
    }
}

/// A draw.
#[derive(Clone, Copy)]
pub struct Draw<'a> {
    /// Primitive type.
    pub topology: Topology,
    /// Vertex arrays.
    pub arrays: Arrays<'a>,
    /// Vertices.
    pub elements: Elements<'a>,
    /// The number of instances: the vertices are drawn once for each, with its number.
    pub instances: u32,
    /// Programs.
    pub programs: &'a Programs,
    /// Texture units.
    pub textures: &'a TextureUnits,
    /// Memory.
    pub bindings: &'a Bindings,
    /// Transform feedback, while it is active and not paused.
    pub feedback: Option<Feedback<'a>>,
    /// Whether the counts of the outcome are asked for. A device does not draw what it cannot count.
    pub counted: bool,
    /// The budget of the draw.
    pub meter: &'a Meter,
    /// Whether invocations of programs that write memory may run in any order, on all threads. Otherwise they
    /// run one batch after another.
    pub unordered: bool,
}

/// The outcome of a draw: counts of its work, traps, and results without effect.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// Vertices that were shaded.
    pub vertices: u64,
    /// Points, lines and triangles that were left after clipping and culling.
    pub primitives: u64,
    /// Fragments that were shaded, helpers not among them.
    pub fragments: u64,
    /// The first trap of each program, in the order of the stages.
    pub traps: Vec<(Stage, Trap)>,
    /// The part of the budget that was exhausted, if the draw came to no end.
    pub spent: Option<Spent>,
    /// The rest of what was counted; nothing of what a device draws.
    pub counts: Counts,
    /// The results of the fragment program that have no effect.
    pub unused: Vec<UnusedResult>,
}

impl Draw<'_> {
    /// Whether the arrays have vectors, and all vertices.
    pub(crate) fn check(&self) -> Result<(), DrawError> {
        self.check_arrays()?;
        self.check_elements()
    }

    fn check_arrays(&self) -> Result<(), DrawError> {
        for (attribute, array) in self.arrays.0.iter().enumerate() {
            if let Some(array) = array
                && !(1..=4).contains(&array.size)
            {
                return Err(DrawError::ArraySize {
                    attribute,
                    size: array.size,
                });
            }
        }
        Ok(())
    }

    fn check_elements(&self) -> Result<(), DrawError> {
        let vertices = if self.arrays.0.iter().all(Option::is_none) {
            // Every vertex has the current values.
            usize::MAX
        } else {
            self.arrays.vertices()
        };
        let last = match self.elements {
            Elements::Range { count: 0, .. } | Elements::Indices([]) => return Ok(()),
            Elements::Range { first, count } => u64::from(first) + u64::from(count) - 1,
            Elements::Indices(indices) => u64::from(indices.iter().copied().max().unwrap_or(0)),
        };
        if last >= vertices as u64 || last > u64::from(u32::MAX) {
            return Err(DrawError::Vertex {
                vertex: last,
                vertices,
            });
        }
        Ok(())
    }
}
