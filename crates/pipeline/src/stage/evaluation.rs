//! The tessellation evaluation stage: takes patches apart with the tessellator, and runs once for each vertex that
//! comes of it (NV_tessellation_program5).

use quadrille_isa::gl::Family;
use quadrille_program::layout::Tessellation;

use super::{ENOUGH, LANES};
use crate::executable::{Executable, Worker};
use crate::inter_stage::interface::{Interface, Invocation, PreviousStage};
use crate::inter_stage::primitive_batch::PrimitiveBatch;
use crate::inter_stage::stage_outputs::StageOutputs;
use crate::primitive::Primitive;
use crate::stage::tessellator::{self, Levels};
use crate::threads::Threads;
use crate::watch;

/// The tessellation evaluation stage of a draw: its program, and its interface.
pub(crate) struct EvaluationStage<'a> {
    pub(crate) executable: Executable<'a>,
    interface: Interface,
    previous: PreviousStage,
    how: Tessellation,
}

/// A vertex that is to be evaluated.
#[derive(Clone, Copy, Debug)]
struct Vertex {
    patch: usize,
    /// Its number among those of its patch.
    number: u32,
    coordinate: [f32; 3],
}

impl<'a> EvaluationStage<'a> {
    pub(crate) fn new(
        executable: Executable<'a>,
        previous: &PreviousStage,
        how: Tessellation,
    ) -> EvaluationStage<'a> {
        EvaluationStage {
            interface: Interface::new(executable.program(), previous),
            previous: previous.clone(),
            how,
            executable,
        }
    }

    /// The kind of primitive that patches are taken apart into.
    pub(crate) fn primitive(&self) -> Primitive {
        tessellator::primitive(&self.how)
    }

    pub(crate) fn worker(&self) -> Worker {
        let mut worker = Worker::new(&self.executable, LANES);
        self.interface.make_room(&mut worker);
        worker
    }

    /// Takes patches apart from patch `next` on, as many as come to a good number of vertices, and moves `next`
    /// behind them. `done` are the batches of the draw before these, and are counted on.
    pub(crate) fn run(
        &self,
        threads: &Threads,
        workers: &mut [Worker],
        patches: &PrimitiveBatch,
        next: &mut usize,
        done: &mut usize,
    ) -> PrimitiveBatch {
        let slots = self.executable.program().results().len();
        let mut made = PrimitiveBatch::new(self.primitive().corners(), slots);
        let mut vertices = Vec::new();
        while *next < patches.len() && vertices.len() < ENOUGH {
            let patch = *next;
            *next += 1;
            let Some(domain) = tessellator::tessellate(&self.how, &self.levels(patches, patch)) else {
                continue;
            };
            if self.executable.meter.work(domain.corners.len() as u64).is_err() {
                break;
            }
            let first = vertices.len() as u32;
            vertices.extend(
                domain
                    .vertices
                    .iter()
                    .zip(0..)
                    .map(|(coordinate, number)| Vertex {
                        patch,
                        number,
                        coordinate: *coordinate,
                    }),
            );
            made.corners
                .extend(domain.corners.iter().map(|corner| first + corner));
            let primitives = made.corners.len() / made.size;
            made.numbers.resize(primitives, patches.numbers[patch]);
        }
        let mut outputs = vec![StageOutputs::new(slots); vertices.len().div_ceil(LANES)];
        let items = vertices.chunks(LANES).zip(&mut outputs).enumerate();
        let before = *done;
        threads.for_each(workers, items, |worker, (number, (vertices, output))| {
            self.evaluate(worker, patches, vertices);
            worker.run(&self.executable, &self.executable.environment(), before + number);
            output.extend(&worker.batch.results, vertices.len());
        });
        *done += outputs.len();
        for mut output in outputs {
            made.vertices.append(&mut output);
        }
        made
    }

    fn evaluate(&self, worker: &mut Worker, patches: &PrimitiveBatch, vertices: &[Vertex]) {
        worker.set_live(vertices.len());
        self.executable
            .tell(vertices.iter().map(|vertex| watch::Invocation {
                number: patches.numbers[vertex.patch],
                part: vertex.number,
            }));
        for (lane, vertex) in vertices.iter().enumerate() {
            let is = Invocation {
                primitive: patches.numbers[vertex.patch],
                number: 0,
                coordinate: vertex.coordinate,
            };
            let corners = patches.primitive(vertex.patch);
            self.interface.fill(worker, lane, &patches.vertices, corners, is);
        }
    }

    fn levels(&self, patches: &PrimitiveBatch, patch: usize) -> Levels {
        let first = patches.primitive(patch)[0] as usize;
        let level =
            |family: Family, number: usize| self.previous.level(&patches.vertices, first, family, number);
        Levels {
            outer: std::array::from_fn(|number| level(Family::ResultPatchTessouter, number)),
            inner: std::array::from_fn(|number| level(Family::ResultPatchTessinner, number)),
            most: self.executable.limits().tessellation_level,
        }
    }
}
