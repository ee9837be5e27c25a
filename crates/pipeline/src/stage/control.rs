//! The tessellation control stage: makes a patch of each that comes in (NV_tessellation_program5). It runs once for
//! each vertex of the new patch; the invocations of a patch are lanes of one batch, which see each other's results.

use super::LANES;
use crate::between::flow::Flow;
use crate::between::given::Given;
use crate::between::interface::{Before, Interface};
use crate::executable::{Executable, Worker};
use crate::threads::Threads;

/// What the stage reads.
pub(crate) struct ControlStage<'a> {
    pub(crate) executable: Executable<'a>,
    interface: Interface,
    /// Vertices of a patch that goes out.
    pub(crate) vertices: usize,
}

impl<'a> ControlStage<'a> {
    /// `vertices`: VERTICES_OUT.
    pub(crate) fn new(executable: Executable<'a>, before: &Before, vertices: u32) -> ControlStage<'a> {
        ControlStage {
            interface: Interface::new(executable.program(), before),
            vertices: vertices.max(1) as usize,
            executable,
        }
    }

    /// Patches of a batch.
    fn patches(&self) -> usize {
        (LANES / self.vertices).max(1)
    }

    pub(crate) fn worker(&self) -> Worker {
        let mut worker = Worker::new(self.executable.kernel, self.patches() * self.vertices);
        self.interface.make_room(&mut worker);
        worker
    }

    /// The patches that come of patches; `done` are those of the draw before them.
    pub(crate) fn run(&self, threads: &Threads, workers: &mut [Worker], patches: &Flow, done: usize) -> Flow {
        let slots = self.executable.program().results().len();
        let batch = self.patches() * self.vertices;
        let lanes = patches.len() * self.vertices;
        let mut outputs = vec![Given::new(slots); lanes.div_ceil(batch)];
        let items = (0..lanes).step_by(batch).zip(&mut outputs);
        threads.for_each(workers, items, |worker, (first, output)| {
            let part = first..lanes.min(first + batch);
            let count = part.len();
            patches.fill(worker, &self.interface, part, self.vertices);
            let number = (done + first) / self.vertices;
            worker.run(&self.executable, &self.executable.environment(), number);
            output.extend(&worker.batch.results, count);
        });
        let mut flow = Flow::new(self.vertices, slots);
        for mut output in outputs {
            flow.given.append(&mut output);
        }
        flow.corners = (0..lanes as u32).collect();
        flow.numbers.clone_from(&patches.numbers);
        flow
    }
}
