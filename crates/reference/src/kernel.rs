//! The engine and its kernel.

use quadrille_isa::gl::operation::ArithmeticOp;
use std::sync::Arc;

use quadrille_engine::{Batch, Engine, Environment, Kernel, Refusal, Scratch, Trap};
use quadrille_isa::gl::{Clamp, DataType, NumericEnvironment, Operation, Stage};
use quadrille_isa::nv20::realisation;
use quadrille_program::{Instruction, Operand, Program};

use crate::observer::{Observer, Quiet};
use crate::prepared::Prepared;
use crate::run::BatchRun;
use crate::state::State;

/// The reference engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reference;

impl Engine for Reference {
    fn name(&self) -> &'static str {
        "reference"
    }

    fn prepare(&self, program: &Arc<Program>) -> Result<Arc<dyn Kernel>, Refusal> {
        Ok(Arc::new(ReferenceKernel::new(program.clone())))
    }
}

/// The reference engine with the numbers of the GeForce 3's vertex processor, to the bit
/// ([`NumericEnvironment::Nv20`]). It takes vertex programs of any length, of the operations that the processor has
/// a way for; what a program does beside arithmetic is done as its language says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReferenceNv20;

impl Engine for ReferenceNv20 {
    fn name(&self) -> &'static str {
        "reference-nv20"
    }

    /// # Errors
    ///
    /// Programs of other stages, and those with an instruction that the processor has no way for.
    fn prepare(&self, program: &Arc<Program>) -> Result<Arc<dyn Kernel>, Refusal> {
        let stage = program.profile().stage;
        if !matches!(stage, Stage::Vertex | Stage::VertexState) {
            return Err(Refusal::Numbers(stage));
        }
        let mut instructions = program.instructions().iter_enumerated();
        if let Some((instruction, other)) = instructions.find(|(_, instruction)| !is_of_the_nv20(instruction))
        {
            return Err(Refusal::Operation {
                instruction,
                operation: other.operation,
            });
        }
        let mut kernel = ReferenceKernel::new(program.clone());
        kernel.0.numeric = NumericEnvironment::Nv20;
        Ok(Arc::new(kernel))
    }
}

/// Whether the numbers of an instruction are those of the NV20 all the way.
fn is_of_the_nv20(instruction: &Instruction) -> bool {
    let operands = &instruction.operands;
    let extended = operands.iter().any(Operand::is_extended);
    instruction.data_type == DataType::F32
        && instruction.clamp == Clamp::None
        && instruction.update.is_none()
        && realisation(instruction.operation).is_some()
        && !operands.iter().any(|operand| operand.absolute)
        && (!extended || instruction.operation == Operation::Arithmetic(ArithmeticOp::Move))
}

/// A program as the reference engine runs it.
pub struct ReferenceKernel(pub(crate) Prepared);

/// Working storage, kept from batch to batch while their size stays.
#[derive(Default)]
struct Storage {
    state: Option<State>,
}

impl ReferenceKernel {
    /// Takes a program.
    pub fn new(program: Arc<Program>) -> ReferenceKernel {
        ReferenceKernel(Prepared::new(program))
    }

    /// Runs a batch under the eyes of an observer.
    ///
    /// # Errors
    ///
    /// The run was stopped.
    pub fn observe<O: Observer>(
        &self,
        batch: &mut Batch,
        environment: &Environment<'_>,
        observer: &mut O,
    ) -> Result<(), Trap> {
        let mut state = State::new(&self.0.program, batch.lanes(), O::WATCHES);
        self.execute(batch, environment, &mut state, observer)
    }

    fn execute<O: Observer>(
        &self,
        batch: &mut Batch,
        environment: &Environment<'_>,
        state: &mut State,
        observer: &mut O,
    ) -> Result<(), Trap> {
        let mut run = BatchRun {
            prepared: &self.0,
            batch,
            environment,
            state,
            observer,
        };
        run.all()
    }
}

impl Kernel for ReferenceKernel {
    fn program(&self) -> &Arc<Program> {
        &self.0.program
    }

    fn scratch(&self) -> Scratch {
        Box::new(Storage::default())
    }

    fn run(
        &self,
        batch: &mut Batch,
        environment: &Environment<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), Trap> {
        let mut own = Storage::default();
        let storage = scratch.downcast_mut::<Storage>().unwrap_or(&mut own);
        let fits = storage
            .state
            .as_ref()
            .is_some_and(|state| state.lanes == batch.lanes());
        if !fits {
            storage.state = Some(State::new(&self.0.program, batch.lanes(), false));
        }
        let Some(state) = storage.state.as_mut() else {
            return Ok(());
        };
        state.clear();
        self.execute(batch, environment, state, &mut Quiet)
    }
}
