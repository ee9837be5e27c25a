//! The attributes that a tessellation or geometry program reads, and their sources: results of the stage before, the
//! state of the draw, the invocation.

use quadrille_engine::unwritten::UNWRITTEN_VERTEX;
use quadrille_isa::gl::{Binding, Family};
use quadrille_program::Program;

use crate::executable::Worker;
use crate::inter_stage::stage_outputs::StageOutputs;
use crate::state::{self, Context};
use crate::thread;

/// The source of an attribute.
#[derive(Clone, Copy, PartialEq, Debug)]
enum AttributeSource {
    /// A result of each vertex that comes in.
    Vertex(usize),
    /// A result of the patch: every vertex of it has the same.
    Patch(usize),
    /// The same for all invocations of a draw.
    Constant([u32; 4]),
    /// The number of the primitive.
    PrimitiveNumber,
    /// The number of the invocation among those of its primitive.
    Invocation,
    /// The tessellation coordinate: the position of the vertex in its patch.
    Coordinate,
    /// An attribute of threads; the rest is 0.
    Thread(Family),
}

/// The values of a lane's invocation, besides its vertices.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Invocation {
    /// The number of the primitive.
    pub(crate) primitive: u32,
    /// The number of the invocation among those of its primitive.
    pub(crate) number: u32,
    /// (u, v, w) of a tessellation evaluation program.
    pub(crate) coordinate: [f32; 3],
}

/// The stage before: what its results are.
#[derive(Clone, Debug)]
pub(crate) struct PreviousStage {
    /// The binding of each result, in the order of [`StageOutputs`].
    results: Vec<Binding>,
    /// Vertices of a primitive that comes out of it.
    vertices: usize,
    /// Tessellation levels where no program writes them.
    levels: state::Patch,
    /// Whether a tessellation control program wrote what belongs to the patch.
    controlled: bool,
}

impl PreviousStage {
    /// `planes`: clip planes whose distances follow the results of the program.
    pub(crate) fn new(program: &Program, planes: &[(u32, [f32; 4])], context: &Context) -> PreviousStage {
        let distances = planes
            .iter()
            .map(|(plane, _)| Binding::new(Family::ResultClip, [*plane, 0, 0, 0]));
        let results = program.results().iter().map(|result| result.binding);
        PreviousStage {
            results: results.chain(distances).collect(),
            vertices: 0,
            levels: context.patch,
            controlled: program.profile().stage == quadrille_isa::gl::Stage::TessellationControl,
        }
    }

    /// The same, with primitives of so many vertices.
    pub(crate) fn with_vertices(self, vertices: usize) -> PreviousStage {
        PreviousStage { vertices, ..self }
    }

    /// The slot of a result.
    pub(crate) fn find(&self, wanted: Binding) -> Option<usize> {
        self.results.iter().position(|result| *result == wanted)
    }

    /// A tessellation level of the patch whose first vertex is given.
    pub(crate) fn level(&self, outputs: &StageOutputs, first: usize, family: Family, number: usize) -> f32 {
        if !self.controlled {
            return self.default_level(family, number);
        }
        // A level that is not written is undefined; with 0 the patch is not drawn.
        let slot = self.find(Binding::new(family, [number as u32, 0, 0, 0]));
        slot.map_or(0.0, |slot| f32::from_bits(outputs.get(first, slot)[0]))
    }

    fn default_level(&self, family: Family, number: usize) -> f32 {
        let levels: &[f32] = if family == Family::ResultPatchTessouter {
            &self.levels.outer
        } else {
            &self.levels.inner
        };
        levels.get(number).copied().unwrap_or(0.0)
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "what no stage before gives, threads do, or nothing"
    )]
    fn source(&self, attribute: Binding) -> AttributeSource {
        if let Some(result) = attribute.passed() {
            let is_level = matches!(
                result.family,
                Family::ResultPatchTessouter | Family::ResultPatchTessinner
            );
            if is_level && !self.controlled {
                let level = self.default_level(result.family, result.index[0] as usize);
                return AttributeSource::Constant([level.to_bits(), 0, 0, 0]);
            }
            return match self.find(result) {
                Some(slot) if attribute.family.has_vertex() => AttributeSource::Vertex(slot),
                Some(slot) => AttributeSource::Patch(slot),
                // What the stage before does not write is undefined.
                None => AttributeSource::Constant(UNWRITTEN_VERTEX),
            };
        }
        match attribute.family {
            Family::PrimitiveId => AttributeSource::PrimitiveNumber,
            Family::PrimitiveInvocation => AttributeSource::Invocation,
            Family::PrimitiveVertexcount => AttributeSource::Constant([self.vertices as u32, 0, 0, 0]),
            Family::Tesscoord => AttributeSource::Coordinate,
            family => AttributeSource::Thread(family),
        }
    }
}

/// The attributes of a program behind the vertex stage.
pub(crate) struct Interface {
    sources: Vec<AttributeSource>,
    /// Vertices of a primitive that comes in.
    pub(crate) vertices: usize,
}

impl Interface {
    pub(crate) fn new(program: &Program, previous: &PreviousStage) -> Interface {
        let attributes = program.attributes().iter();
        Interface {
            sources: attributes
                .map(|variable| previous.source(variable.binding))
                .collect(),
            vertices: previous.vertices,
        }
    }

    /// Room for the vertices of each lane's primitive.
    pub(crate) fn make_room(&self, worker: &mut Worker) {
        let batch = &mut worker.batch;
        batch.vertices = vec![batch.attributes.clone(); self.vertices];
    }

    /// Fills a lane: `corners` are the vertices of its primitive.
    pub(crate) fn fill(
        &self,
        worker: &mut Worker,
        lane: usize,
        outputs: &StageOutputs,
        corners: &[u32],
        is: Invocation,
    ) {
        let batch = &mut worker.batch;
        for (slot, source) in self.sources.iter().enumerate() {
            let value = match *source {
                AttributeSource::Vertex(result) => {
                    for (planes, corner) in batch.vertices.iter_mut().zip(corners) {
                        planes.set(slot, lane, outputs.get(*corner as usize, result));
                    }
                    continue;
                }
                AttributeSource::Patch(result) => {
                    let first = corners.first().copied().unwrap_or(0);
                    outputs.get(first as usize, result)
                }
                AttributeSource::Constant(value) => value,
                AttributeSource::PrimitiveNumber => [is.primitive, 0, 0, 0],
                AttributeSource::Invocation => [is.number, 0, 0, 0],
                AttributeSource::Coordinate => {
                    let [u, v, w] = is.coordinate.map(f32::to_bits);
                    [u, v, w, 0]
                }
                AttributeSource::Thread(family) => [thread::attribute(family, lane).unwrap_or(0), 0, 0, 0],
            };
            batch.attributes.set(slot, lane, value);
        }
    }
}
