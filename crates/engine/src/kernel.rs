//! Engines and the kernels they prepare.

use std::any::Any;
use std::sync::Arc;

use quadrille_base::{Diagnostic, Meter};
use quadrille_isa::gl::operation::Class;
use quadrille_isa::gl::{Operation, Stage};
use quadrille_program::{InstId, Program};

use crate::batch::Batch;
use crate::environment::Environment;
use crate::trap::Trap;

/// Something that runs programs.
pub trait Engine: Send + Sync {
    /// Its name, as `--engine` takes it.
    fn name(&self) -> &'static str;

    /// Makes a program ready to run.
    ///
    /// # Errors
    ///
    /// The engine does not take it.
    fn prepare(&self, program: &Arc<Program>) -> Result<Arc<dyn Kernel>, Refusal>;
}

/// Why an engine does not take a program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The engine is a vertex processor, and the program is of this stage.
    #[error("the machine runs vertex programs only")]
    Stage(Stage),
    /// The engine has the numbers of a vertex processor, and the program is of this stage.
    #[error("these are the numbers of a vertex processor")]
    Numbers(Stage),
    /// The machine whose numbers the engine has does not have the operation of an instruction, or not with its type,
    /// clamp, condition update or operands.
    #[error("the NV20 has no operation for an instruction")]
    Operation {
        /// The first such instruction.
        instruction: InstId,
        /// Its operation.
        operation: Operation,
    },
    /// The engine computes by another form of programs, which an instruction does not have; `reason` names it to people.
    #[error("it has {reason}")]
    Form {
        /// The first such instruction.
        instruction: InstId,
        /// What the program has there.
        reason: &'static str,
    },
    /// The program breaks a rule of the machine, at a place of its source.
    #[error("{}", .0.message)]
    Rule(Box<Diagnostic>),
}

impl From<Box<Diagnostic>> for Refusal {
    fn from(broken: Box<Diagnostic>) -> Refusal {
        Refusal::Rule(broken)
    }
}

/// Working storage of a kernel; each thread has its own.
pub type Scratch = Box<dyn Any + Send>;

/// Lanes that an instruction counts for at least: an engine takes as long for a few as for these.
const LEAST: u64 = 32;

/// Units of work of so many instructions, each executed by so many lanes.
pub fn work_of(instructions: u64, lanes: usize) -> u64 {
    instructions.saturating_mul(LEAST.max(lanes as u64))
}

/// Units of work of a texture lookup, and of a function of scalars or of one whose components differ, beside the one: what
/// they take longer than a sum does.
const LOOKUP_WORK: u64 = 15;
const FUNCTION_WORK: u64 = 7;

/// Units of work of an instruction for each lane that executes it, beside the one that every instruction is.
pub const fn more_work(class: Class) -> u64 {
    match class {
        Class::Texture => LOOKUP_WORK,
        Class::Scalar(_) | Class::Vector(_) => FUNCTION_WORK,
        Class::Componentwise(_)
        | Class::Dot(_)
        | Class::Conversion
        | Class::Derivative
        | Class::Interpolation
        | Class::Kill
        | Class::Address
        | Class::Flow
        | Class::Memory
        | Class::Group
        | Class::Stage => 0,
    }
}

/// A program made ready by an engine: immutable, shared by threads.
pub trait Kernel: Send + Sync {
    /// The program.
    fn program(&self) -> &Arc<Program>;

    /// Fresh working storage.
    fn scratch(&self) -> Scratch;

    /// Whether every live lane of every run with this meter writes a component of a result slot, so that nothing need be
    /// there before.
    fn overwrites(&self, meter: &Meter, slot: usize, component: usize) -> bool {
        let _ = (meter, slot, component);
        false
    }

    /// The work of a run of so many live lanes with this meter ([`work_of`]), if the program is known to be uniform: what it
    /// writes depends on its parameters alone, so that it is the same in all lanes of all runs with the same, and a run does
    /// nothing else and meets no end but that of the work of its budget.
    fn uniform_work(&self, meter: &Meter, lanes: usize) -> Option<u64> {
        let _ = (meter, lanes);
        None
    }

    /// Whether its runs are watched, so that each is made, whatever becomes of its results.
    fn is_watched(&self) -> bool {
        false
    }

    /// Runs the live lanes of a batch to their end, and counts the work ([`work_of`]). On a trap, lanes that had not
    /// finished keep the results they had written.
    fn run(
        &self,
        batch: &mut Batch,
        environment: &Environment<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), Trap>;
}
