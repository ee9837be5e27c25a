//! Working storage that is kept from draw to draw: what one draw has allocated the next need not.

use std::sync::Arc;

use quadrille_engine::{Batch, Kernel};

use crate::executable::{Executable, Worker};
use crate::fragment::{BoxedWorker, FragmentStage, FragmentWorker};
use crate::inter_stage::fragments::LANES;
use crate::inter_stage::primitives::Primitives;
use crate::inter_stage::vertices::Vertices;
use crate::run::segment::Segment;
use crate::setup::SetupWorker;
use crate::stage::vertex::{Input, inputs};
use crate::threads::Threads;

/// Workers that are kept at most of each stage.
const MOST: usize = 8;

/// Bytes of the batch and the registers of a worker that is kept.
const MOST_BYTES: u64 = 1 << 20;

/// What is kept, for draws with the same threads or one of them.
#[derive(Default)]
pub(crate) struct Storage {
    vertex: Workers<VertexWorker>,
    /// The inputs of the vertex program that ran last; nothing while it runs.
    inputs: Option<(Arc<dyn Kernel>, Vec<Input>)>,
    fragment: Workers<BoxedWorker>,
    pub(crate) setups: Vec<SetupWorker>,
    pub(crate) segment: Segment,
    /// Blocks of vertices.
    pub(crate) shaded: Vec<Vertices>,
    /// Runs of primitives of the segment that is drawn alone.
    pub(crate) runs: Vec<Primitives>,
    /// The same of segments in flight, each with vertices of its own.
    pub(crate) runs_in_flight: Vec<Primitives>,
}

/// A worker of a vertex program as it goes from draw to draw: it is large.
pub(crate) type VertexWorker = Box<Worker>;

/// The workers of the kernels that ran last, which come last.
struct Workers<W>(Vec<(Arc<dyn Kernel>, W)>);

impl<W> Default for Workers<W> {
    fn default() -> Workers<W> {
        Workers(Vec::new())
    }
}

impl<W> Workers<W> {
    /// A worker of a kernel that is like this.
    fn take(&mut self, kernel: &Arc<dyn Kernel>, fits: impl Fn(&W) -> bool) -> Option<W> {
        let found = self
            .0
            .iter()
            .position(|(of, worker)| Arc::ptr_eq(of, kernel) && fits(worker))?;
        Some(self.0.remove(found).1)
    }

    /// The oldest worker of another kernel that is like this, where no more are kept.
    fn take_oldest(&mut self, fits: impl Fn(&W) -> bool) -> Option<W> {
        let is_full = self.0.len() >= MOST;
        let found = is_full.then(|| self.0.iter().position(|(_, worker)| fits(worker)))??;
        Some(self.0.remove(found).1)
    }

    /// Keeps workers of a kernel.
    fn keep(&mut self, kernel: &Arc<dyn Kernel>, workers: impl IntoIterator<Item = W>) {
        if Batch::bytes(kernel.program(), LANES) > MOST_BYTES {
            return;
        }
        self.0
            .extend(workers.into_iter().map(|worker| (kernel.clone(), worker)));
        self.0.drain(..self.0.len().saturating_sub(MOST));
    }
}

impl Storage {
    /// Workers of a vertex program for blocks of so many lanes, one a thread.
    pub(crate) fn vertex_workers(
        &mut self,
        executable: &Executable<'_>,
        lanes: usize,
        threads: usize,
    ) -> Vec<VertexWorker> {
        let worker = |_| match self
            .vertex
            .take(executable.kernel, |worker| worker.batch.lanes() == lanes)
        {
            Some(mut worker) => {
                worker.restart(executable);
                worker
            }
            None => Box::new(Worker::new(executable, lanes)),
        };
        (0..threads).map(worker).collect()
    }

    /// Keeps them.
    pub(crate) fn keep_vertex_workers(&mut self, kernel: &Arc<dyn Kernel>, workers: Vec<VertexWorker>) {
        self.vertex.keep(kernel, workers);
    }

    /// The inputs of a vertex program.
    pub(crate) fn inputs(&mut self, kernel: &Arc<dyn Kernel>) -> Vec<Input> {
        let program = kernel.program();
        match &mut self.inputs {
            Some((of, kept)) if Arc::ptr_eq(of, kernel) && kept.len() == program.attributes().len() => {
                std::mem::take(kept)
            }
            _ => inputs(program),
        }
    }

    /// Keeps them.
    pub(crate) fn keep_inputs(&mut self, kernel: &Arc<dyn Kernel>, inputs: Vec<Input>) {
        match &mut self.inputs {
            Some((of, kept)) if Arc::ptr_eq(of, kernel) => *kept = inputs,
            _ => self.inputs = Some((kernel.clone(), inputs)),
        }
    }

    /// Workers of a fragment stage, one a thread.
    pub(crate) fn fragment_workers(
        &mut self,
        stage: &FragmentStage<'_>,
        threads: &Threads,
    ) -> Vec<BoxedWorker> {
        let executable = &stage.executable;
        let fits = |worker: &BoxedWorker| worker.fits(stage.samples);
        let worker = |_| {
            if let Some(mut worker) = self.fragment.take(executable.kernel, fits) {
                worker.restart(executable);
                return worker;
            }
            if let Some(mut worker) = self.fragment.take_oldest(fits) {
                worker.change(executable);
                return worker;
            }
            Box::new(FragmentWorker::new(executable, stage.samples, threads.level()))
        };
        (0..threads.count()).map(worker).collect()
    }

    /// Keeps them.
    pub(crate) fn keep_fragment_workers(&mut self, kernel: &Arc<dyn Kernel>, workers: Vec<BoxedWorker>) {
        self.fragment.keep(kernel, workers);
    }
}
