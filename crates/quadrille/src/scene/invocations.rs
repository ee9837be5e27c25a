//! Some invocations of a stage that are gone through, draw by draw.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quadrille_base::{Span, Spent};
use quadrille_engine::{Batch, Environment, Kernel, Scratch, Trap};
use quadrille_isa::gl::Stage;
use quadrille_pipeline::{DrawWatch, Invocation};

use super::watching::{NextCommand, ProgramDebugger, SceneWatch, WatchedProgram};

/// Invocations of programs of a stage other than that of fragments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvocationChoice {
    /// The stage.
    pub stage: Stage,
    /// Which of them, as [`Invocation::number`] counts.
    pub number: u32,
    /// Which part of it, as [`Invocation::part`] counts; without it all.
    pub part: Option<u32>,
    /// In which draw or dispatch of the scene, counted from 1; without it in all.
    pub draw: Option<u32>,
}

impl InvocationChoice {
    fn has(&self, invocation: Invocation) -> bool {
        self.number == invocation.number && self.part.is_none_or(|part| part == invocation.part)
    }
}

/// Has a debugger go through them.
pub(super) struct InvocationWatch {
    choice: InvocationChoice,
    debugger: Arc<dyn ProgramDebugger>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The number of the draw or dispatch that is carried out.
    draw: u32,
    /// The command that ran some of the invocations.
    met: Option<Span>,
    span: Span,
    /// Lanes of the next batch.
    lanes: Vec<usize>,
}

impl InvocationWatch {
    pub(super) fn new(choice: InvocationChoice, debugger: Arc<dyn ProgramDebugger>) -> InvocationWatch {
        InvocationWatch {
            choice,
            debugger,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl DrawWatch for InvocationWatch {
    fn invocations(&self, stage: Stage, lanes: &[Invocation]) {
        let mut state = self.state();
        let is_meant = stage == self.choice.stage && self.choice.draw.is_none_or(|draw| draw == state.draw);
        let meant = lanes.iter().enumerate();
        let meant = meant.filter(|(_, invocation)| is_meant && self.choice.has(**invocation));
        state.lanes = meant.map(|(lane, _)| lane).collect();
    }
}

impl SceneWatch for InvocationWatch {
    fn observes(&self, stage: Stage) -> bool {
        stage == self.choice.stage
    }

    fn begin(&self, command: &NextCommand) -> Result<(), Spent> {
        let mut state = self.state();
        state.draw += u32::from(command.draws);
        state.span = command.span;
        if let Some(met) = state.met.take() {
            drop(state);
            self.debugger.command(met);
        }
        Ok(())
    }

    fn run(
        &self,
        program: &WatchedProgram,
        batch: &mut Batch,
        environment: &Environment<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), Trap> {
        let kernel = &program.kernel;
        let lanes = {
            let mut state = self.state();
            if !state.lanes.is_empty() {
                state.met = Some(state.span);
            }
            std::mem::take(&mut state.lanes)
        };
        for lane in lanes {
            self.debugger
                .run(kernel.program(), program.start, &[lane], batch, environment)?;
        }
        kernel.run(batch, environment, scratch)
    }
}
