//! Fragments of a uniform program: its results are found once a draw, and blocks are filled with what is stored of them.
//! Batches are counted as if the program ran for each, so that a budget ends where it would.

use super::stage::{FragmentStage, FragmentWorker, Part};
use crate::framebuffer::band::Band;
use crate::framebuffer::window::WINDOW;
use crate::inter_stage::fragments::{LANES, WINDOWS};

impl FragmentStage<'_> {
    /// The work of the program in so many live lanes, if it is uniform.
    pub(super) fn uniform_work(&self, lanes: usize) -> Option<u64> {
        let executable = &self.executable;
        let kernel = self.is_uniform.then_some(executable.kernel)?;
        kernel.uniform_work(executable.meter, lanes)
    }

    /// Counts the gathered lanes as a batch of a uniform program, whose results are there; whether anything is left of the
    /// budget.
    pub(super) fn run_uniform(&self, worker: &mut FragmentWorker, number: usize, work: u64) -> bool {
        let ran = worker.worker.count_uniform(&self.executable, number, work);
        if ran {
            self.find_texels(worker, number);
        }
        ran
    }

    /// Has the results of a uniform program, and what is stored of them, be there.
    fn find_texels(&self, worker: &mut FragmentWorker, number: usize) {
        worker.worker.fill_uniform(&self.executable, number);
        if self.samples == 1 && worker.texels.is_empty() {
            worker.texels = self.output.uniform_texels(&worker.worker.batch);
        }
    }

    /// Lets the blocks of a part of a primitive wait for those of the next, if they are all that it covers; whether they do.
    /// A block alone may become quads.
    pub(super) fn wait(&self, worker: &mut FragmentWorker) -> bool {
        let FragmentWorker {
            fragments,
            quads,
            waiting,
            ..
        } = worker;
        let stay_blocks =
            quads.blocks.len() > 1 || !waiting.is_empty() || fragments.length.is_multiple_of(WINDOW);
        let waits = self.fills_whole_blocks && quads.mask.is_empty() && stay_blocks;
        if waits {
            waiting.append(&mut quads.blocks);
        }
        waits
    }

    /// Draws the blocks that wait.
    pub(super) fn draw_waiting(
        &self,
        worker: &mut FragmentWorker,
        number: usize,
        band: &mut Band<'_>,
        part: &Part<'_>,
    ) {
        if worker.waiting.is_empty() {
            return;
        }
        self.fill_packed(worker);
        let blocks = std::mem::take(&mut worker.waiting);
        self.append_blocks(worker, (number, band), part, &blocks);
        worker.waiting = blocks;
        worker.waiting.clear();
    }

    /// Draws the first of these blocks, as many as make whole batches behind which others come; how many. No fragment may
    /// have been gathered before them.
    pub(super) fn fill_blocks(
        &self,
        worker: &mut FragmentWorker,
        (number, band): (usize, &mut Band<'_>),
        blocks: &[[u16; 2]],
    ) -> usize {
        // The last batch waits for what follows it, as batches do.
        let batches = blocks.len().saturating_sub(1) / WINDOWS;
        let Some(work) = self
            .uniform_work(LANES)
            .filter(|_| self.fills_whole_blocks && batches > 0)
        else {
            return 0;
        };
        let meter = self.executable.meter;
        let all = (worker.worker.batch_work() + work).saturating_mul(batches as u64);
        // Where the budget may end within them, they go batch by batch.
        if meter.afford(all).is_err() || meter.work(all).is_err() {
            return 0;
        }
        self.find_texels(worker, number);
        let blocks = &blocks[..batches * WINDOWS];
        self.output.fill_blocks(&worker.texels, blocks, band);
        let pixels = (blocks.len() * WINDOW) as u64;
        worker.shaded += pixels;
        worker.passed += pixels;
        blocks.len()
    }
}
