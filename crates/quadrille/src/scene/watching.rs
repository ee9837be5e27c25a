//! What watches the programs of a scene: those of the stages that it observes run on the reference engine, on one thread.
//! What is drawn does not change by it.

use std::sync::Arc;

use quadrille_base::{Meter, Span, Spent};
use quadrille_engine::{Batch, Environment, Kernel, Scratch, Trap};
use quadrille_isa::gl::Stage;
use quadrille_pipeline::{DrawWatch, WatchedFragment};
use quadrille_program::Program;
use quadrille_reference::ReferenceKernel;

use crate::canvas::FramebufferId;

/// Who goes through the runs of programs, each when its turn has come: those of fragments at a pixel, or those of the
/// invocations that were asked for. What is drawn does not change by it.
pub trait ProgramDebugger: Send + Sync {
    /// A program that begins at byte `start` of the scene is about to run for a batch, of which these lanes are meant.
    /// Afterwards it runs as ever: nothing that is done here with copies of the batch has an effect, but on memory that the
    /// program writes, which is to be left as it was.
    ///
    /// # Errors
    ///
    /// The scene is to end here.
    fn run(
        &self,
        program: &Arc<Program>,
        start: u32,
        lanes: &[usize],
        batch: &Batch,
        environment: &Environment<'_>,
    ) -> Result<(), Trap>;

    /// What became of the next of the fragments of these lanes, where a pixel is meant.
    fn fragment(&self, fragment: &WatchedFragment);

    /// A command was carried out that changed the pixel or drew fragments there, or that ran invocations that are meant.
    fn command(&self, span: Span);
}

/// A command that is carried out next.
pub(super) struct NextCommand {
    /// Its place.
    pub(super) span: Span,
    /// Whether it draws or dispatches.
    pub(super) draws: bool,
    /// The framebuffer that it draws into, and its width and height.
    pub(super) framebuffer: FramebufferId,
    pub(super) size: [u32; 2],
    /// The budget of the scene.
    pub(super) meter: Meter,
}

/// What watches a scene.
pub(super) trait SceneWatch: DrawWatch {
    /// Whether programs of a stage run for it.
    fn observes(&self, stage: Stage) -> bool;

    /// A command is carried out next.
    ///
    /// # Errors
    ///
    /// There is no memory for what is kept of it.
    fn begin(&self, command: &NextCommand) -> Result<(), Spent> {
        let _ = command;
        Ok(())
    }

    /// Runs a batch of a program of such a stage.
    fn run(
        &self,
        program: &WatchedProgram,
        batch: &mut Batch,
        environment: &Environment<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), Trap>;
}

/// A program of the scene.
pub(super) struct WatchedProgram {
    pub(super) kernel: ReferenceKernel,
    /// Where it begins in the scene.
    pub(super) start: u32,
}

/// A program that is watched, as draws run it.
pub(super) struct WatchedKernel {
    program: WatchedProgram,
    watch: Arc<dyn SceneWatch>,
}

impl WatchedKernel {
    pub(super) fn new(program: Arc<Program>, start: u32, watch: Arc<dyn SceneWatch>) -> WatchedKernel {
        let kernel = ReferenceKernel::new(program);
        WatchedKernel {
            program: WatchedProgram { kernel, start },
            watch,
        }
    }
}

impl Kernel for WatchedKernel {
    fn program(&self) -> &Arc<Program> {
        self.program.kernel.program()
    }

    fn scratch(&self) -> Scratch {
        self.program.kernel.scratch()
    }

    fn is_watched(&self) -> bool {
        true
    }

    fn run(
        &self,
        batch: &mut Batch,
        environment: &Environment<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), Trap> {
        self.watch.run(&self.program, batch, environment, scratch)
    }
}
