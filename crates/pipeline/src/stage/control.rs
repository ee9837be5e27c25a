//! The tessellation control stage: makes a patch of each that comes in (NV_tessellation_program5). It runs once for
//! each vertex of the new patch; the invocations of a patch are lanes of one batch, which see each other's results.

use super::LANES;
use crate::executable::{Executable, Worker};
use crate::inter_stage::interface::{Interface, PreviousStage};
use crate::inter_stage::primitive_batch::PrimitiveBatch;
use crate::inter_stage::stage_outputs::StageOutputs;
use crate::threads::Threads;

/// The tessellation control stage of a draw: its program, and its interface.
pub(crate) struct ControlStage<'a> {
    pub(crate) executable: Executable<'a>,
    interface: Interface,
    /// Vertices of a patch that goes out.
    pub(crate) vertices: usize,
}

impl<'a> ControlStage<'a> {
    /// `vertices`: VERTICES_OUT.
    pub(crate) fn new(
        executable: Executable<'a>,
        previous: &PreviousStage,
        vertices: u32,
    ) -> ControlStage<'a> {
        ControlStage {
            interface: Interface::new(executable.program(), previous),
            vertices: vertices.max(1) as usize,
            executable,
        }
    }

    /// Patches of a batch.
    fn patches(&self) -> usize {
        (LANES / self.vertices).max(1)
    }

    pub(crate) fn worker(&self) -> Worker {
        let mut worker = Worker::new(&self.executable, self.patches() * self.vertices);
        self.interface.make_room(&mut worker);
        worker
    }

    /// The patches that come of patches; `done` are those of the draw before them.
    pub(crate) fn run(
        &self,
        threads: &Threads,
        workers: &mut [Worker],
        patches: &PrimitiveBatch,
        done: usize,
    ) -> PrimitiveBatch {
        let slots = self.executable.program().results().len();
        let batch = self.patches() * self.vertices;
        let lanes = patches.len() * self.vertices;
        let mut outputs = vec![StageOutputs::new(slots); lanes.div_ceil(batch)];
        let items = (0..lanes).step_by(batch).zip(&mut outputs);
        threads.for_each(workers, items, |worker, (first, output)| {
            let part = first..lanes.min(first + batch);
            let count = part.len();
            patches.fill(worker, (&self.executable, &self.interface), part, self.vertices);
            let number = (done + first) / self.vertices;
            worker.run(&self.executable, &self.executable.environment(), number);
            output.extend(&worker.batch.results, count);
        });
        let mut made = PrimitiveBatch::new(self.vertices, slots);
        for mut output in outputs {
            made.vertices.append(&mut output);
        }
        made.corners = (0..lanes as u32).collect();
        made.numbers.clone_from(&patches.numbers);
        made
    }
}
