//! Executed instructions, counted on the reference engine.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use quadrille_base::{Id, Span, Spent};
use quadrille_engine::{Batch, Environment, Kernel, Scratch, Trap, more_work};
use quadrille_isa::gl::Stage;
use quadrille_pipeline::DrawWatch;
use quadrille_reference::{Observer, Step};

use super::InstructionProfile;
use crate::scene::watching::{NextCommand, SceneWatch, WatchedProgram};

/// Counts what programs of all stages execute, command by command.
#[derive(Default)]
pub struct Work {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Commands that began.
    commands: usize,
    /// For the number of a command and the place of a program, its instructions.
    programs: HashMap<(usize, u32), Vec<Counted>>,
}

/// An instruction of a program.
#[derive(Clone, Copy, Default)]
struct Counted {
    span: Span,
    executed: u64,
    /// Units of work of each execution.
    each: u64,
}

impl Work {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The instructions that a program executed in a command, by the number of that and the place of this.
    pub(super) fn instructions(&self, command: usize, start: u32) -> Vec<InstructionProfile> {
        let state = self.state();
        let counted = state.programs.get(&(command, start)).into_iter().flatten();
        let executed = counted.filter(|one| one.executed > 0);
        executed
            .map(|one| InstructionProfile {
                span: one.span,
                executed: one.executed,
                work: one.executed * one.each,
            })
            .collect()
    }
}

impl DrawWatch for Work {}

impl SceneWatch for Work {
    fn observes(&self, _: Stage) -> bool {
        true
    }

    fn begin(&self, _: &NextCommand) -> Result<(), Spent> {
        self.state().commands += 1;
        Ok(())
    }

    fn run(
        &self,
        program: &WatchedProgram,
        batch: &mut Batch,
        environment: &Environment<'_>,
        _: &mut Scratch,
    ) -> Result<(), Trap> {
        let (kernel, start) = (&program.kernel, program.start);
        let instructions = kernel.program().instructions();
        let mut counter = Counter(vec![0; instructions.len()]);
        let outcome = kernel.observe(batch, environment, &mut counter);
        let mut state = self.state();
        let Some(command) = state.commands.checked_sub(1) else {
            return outcome;
        };
        let counted = state.programs.entry((command, start)).or_default();
        if counted.is_empty() {
            let ids = kernel.program().instructions().iter_enumerated();
            counted.extend(ids.map(|(id, instruction)| {
                let span = kernel.program().span(id);
                Counted {
                    span: Span::new(span.start + start, span.end + start),
                    executed: 0,
                    each: 1 + more_work(instruction.operation.class()),
                }
            }));
        }
        for (counted, more) in counted.iter_mut().zip(counter.0) {
            counted.executed += more;
        }
        outcome
    }
}

/// How often each instruction was executed.
struct Counter(Vec<u64>);

impl Observer for Counter {
    fn step(&mut self, step: Step<'_>) {
        if let Some(count) = self.0.get_mut(step.instruction.index()) {
            *count += 1;
        }
    }
}
