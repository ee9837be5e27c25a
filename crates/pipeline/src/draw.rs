//! A draw, as a caller asks for it: what it takes, what can be wrong with it, what comes of it.

use std::ops::Range;

use quadrille_base::{Meter, Spent};
use quadrille_engine::Trap;
use quadrille_isa::gl::Stage;

use crate::counts::Counts;
use crate::device::DeviceError;
use crate::feedback::{Feedback, FeedbackError, FeedbackReader};
use crate::memory::Bindings;
use crate::mesh::Arrays;
use crate::output::unused::UnusedResult;
use crate::primitive::{ProvokingVertex, Streams, Topology};
use crate::program::{CompileError, Programs};
use crate::state::Context;
use crate::textures::TextureUnits;
use crate::watch::DrawWatch;

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
    /// An instance asks for a vector that an array does not have.
    #[error(
        "the array of vertex attribute {attribute} has {vectors} vectors, and an instance takes number {vector}"
    )]
    Instance {
        /// The attribute.
        attribute: usize,
        /// The number of the vector.
        vector: u64,
        /// Vectors of the array.
        vectors: usize,
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
    /// Two stages access different targets of a texture unit (NV_gpu_program4 2.X.4.4).
    #[error("two stages of the draw access different targets of texture unit {0}")]
    Targets(u32),
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
    /// Vertices by number, in streams of which each is as between Begin and End (primitive restart).
    Streams {
        /// The numbers of all, without restart indices.
        indices: &'a [u32],
        /// The place behind the last number of each stream, ascending.
        ends: &'a [usize],
    },
}

impl Elements<'_> {
    /// The number of vertices.
    pub(crate) fn len(&self) -> usize {
        match self {
            Elements::Range { count, .. } => *count as usize,
            Elements::Indices(indices) | Elements::Streams { indices, .. } => indices.len(),
        }
    }

    /// The number of the vertex at a place.
    pub(crate) fn vertex(&self, at: usize) -> u32 {
        match self {
            Elements::Range { first, .. } => first + at as u32,
            Elements::Indices(indices) | Elements::Streams { indices, .. } => indices[at],
        }
    }

    /// Whether no vertex comes twice, and each is one more than that before.
    pub(crate) fn is_range(&self) -> bool {
        matches!(self, Elements::Range { .. })
    }

    /// The least and the greatest number, if there is one.
    pub fn bounds(&self) -> Option<(u64, u64)> {
        match self {
            Elements::Range { count: 0, .. } => None,
            Elements::Range { first, count } => {
                Some((u64::from(*first), u64::from(*first) + u64::from(*count) - 1))
            }
            Elements::Indices(indices) | Elements::Streams { indices, .. } => {
                let least = indices.iter().copied().min()?;
                let most = indices.iter().copied().max()?;
                Some((least.into(), most.into()))
            }
        }
    }

    /// The places of each stream.
    fn spans(&self) -> Vec<Range<usize>> {
        match self {
            Elements::Range { .. } | Elements::Indices(_) => std::iter::once(0..self.len()).collect(),
            Elements::Streams { indices, ends } => {
                let mut start = 0;
                let ends = ends.iter().map(|end| (*end).min(indices.len()));
                ends.map(|end| std::mem::replace(&mut start, end)..end).collect()
            }
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
    /// What is added to the numbers of vectors that instances take of arrays with a divisor, and not to the number that
    /// programs read (ARB_base_instance).
    pub base_instance: u32,
    /// What was added to the numbers of vertices, for programs to read (ARB_shader_draw_parameters).
    pub base_vertex: i32,
    /// The number of the draw among those of one call, for programs to read.
    pub number: u32,
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
    /// Who watches, if anybody does; devices do not tell.
    pub watch: Option<&'a dyn DrawWatch>,
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

impl Outcome {
    /// Takes the counts of another draw, which came behind it, and what is without effect there as well.
    pub fn add(&mut self, other: Outcome) {
        self.vertices += other.vertices;
        self.primitives += other.primitives;
        self.fragments += other.fragments;
        self.traps.extend(other.traps);
        self.spent = self.spent.take().or(other.spent);
        self.counts += other.counts;
        for unused in other.unused {
            if !self.unused.contains(&unused) {
                self.unused.push(unused);
            }
        }
    }
}

impl Draw<'_> {
    /// Whether the arrays have vectors, and all vertices.
    pub(crate) fn check(&self) -> Result<(), DrawError> {
        self.check_arrays()?;
        self.check_elements()?;
        self.check_feedback()
    }

    /// Whether no array has vectors in bytes that are recorded to.
    fn check_feedback(&self) -> Result<(), DrawError> {
        let (Some(feedback), Some(vertices)) = (&self.feedback, self.elements.bounds()) else {
            return Ok(());
        };
        let instances = (self.instances, self.base_instance);
        for (attribute, buffer, bytes) in self.arrays.bytes_read(vertices, instances) {
            feedback.check_read(buffer, bytes, FeedbackReader::Attribute(attribute))?;
        }
        Ok(())
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

    /// Whether devices have its vertices: one stream, in which each has attributes of its own, and the last of a primitive
    /// gives flat values.
    pub(crate) fn has_device_vertices(&self, context: &Context) -> bool {
        let by_instance = self.arrays.0.iter().flatten().any(|array| array.divisor != 0);
        let has_streams = matches!(self.elements, Elements::Streams { .. });
        !by_instance && !has_streams && context.provoking_vertex == ProvokingVertex::Last
    }

    /// The streams of its vertices; a patch has `patch` vertices.
    pub(crate) fn streams(&self, patch: u32) -> Streams {
        Streams::new(self.topology, patch as usize, self.elements.spans())
    }

    fn check_elements(&self) -> Result<(), DrawError> {
        // One more than the last number has to be one.
        let vertices = self.arrays.vertices().min(u32::MAX as usize);
        let Some((_, last)) = self.elements.bounds().filter(|_| self.instances > 0) else {
            return Ok(());
        };
        for (attribute, array) in self.arrays.0.iter().enumerate() {
            let Some(array) = array else { continue };
            let vector = array.of_instance(self.instances - 1, self.base_instance);
            if let Some(vector) = vector.filter(|vector| *vector >= array.len() as u64) {
                return Err(DrawError::Instance {
                    attribute,
                    vector,
                    vectors: array.len(),
                });
            }
        }
        if last >= vertices as u64 {
            return Err(DrawError::Vertex {
                vertex: last,
                vertices,
            });
        }
        Ok(())
    }
}
