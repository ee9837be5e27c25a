//! The engine and its kernel.

use std::sync::Arc;

use quadrille_base::IndexVec;
use quadrille_engine::{Batch, Engine, Environment, Kernel, Refusal, Scratch, Trap};
use quadrille_isa::gl::operation::Class;
use quadrille_isa::gl::{Clamp, DataType, NumericEnvironment, Operation, Stage};
use quadrille_isa::nv20::realisation;
use quadrille_program::{Access, InstId, Instruction, Operand, Program};

use crate::observer::{Observer, Quiet};
use crate::patch::Patch;
use crate::run::Run;
use crate::state::{State, writes_parameters};
use quadrille_program::types::{Types, is_long};

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
        let refuse = |reason: &str| Refusal {
            reason: reason.to_owned(),
        };
        if !matches!(program.profile().stage, Stage::Vertex | Stage::VertexState) {
            return Err(refuse("these are the numbers of a vertex processor"));
        }
        if !program.instructions().iter().all(is_of_the_nv20) {
            return Err(refuse("the NV20 has no operation for an instruction"));
        }
        let mut kernel = ReferenceKernel::new(program.clone());
        kernel.numeric = NumericEnvironment::Nv20;
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
        && (!extended || instruction.operation == Operation::Move)
}

/// Blocks of its subroutine that are open around an instruction.
#[derive(Clone, Copy, Default)]
pub(crate) struct Nesting {
    pub(crate) ifs: u32,
    pub(crate) loops: u32,
}

/// What is known of an instruction before it runs.
pub(crate) struct Facts {
    pub(crate) types: Types,
    /// Whether its destination holds numbers of 64 bits.
    pub(crate) long: bool,
    /// Which of its operands do, bit 0 for the first.
    pub(crate) long_operands: u8,
    pub(crate) nesting: Nesting,
}

/// A program as the reference engine runs it.
pub struct ReferenceKernel {
    program: Arc<Program>,
    numeric: NumericEnvironment,
    facts: IndexVec<InstId, Facts>,
    loop_depth: usize,
    indexed_loops: bool,
    writes_parameters: bool,
    patch: Patch,
}

/// Working storage, kept from batch to batch while their size stays.
#[derive(Default)]
struct Storage {
    state: Option<State>,
}

impl ReferenceKernel {
    /// Takes a program.
    pub fn new(program: Arc<Program>) -> ReferenceKernel {
        let depth = |instruction: &Instruction| match &instruction.access {
            Access::Flow(flow) => flow.depth as usize + 1,
            _ => 0,
        };
        let instructions = program.instructions();
        ReferenceKernel {
            facts: facts(&program),
            numeric: program.profile().numeric,
            loop_depth: instructions.iter().map(depth).max().unwrap_or(0),
            indexed_loops: program.addresses() > 0
                && instructions
                    .iter()
                    .any(|instruction| instruction.operation == Operation::Loop),
            writes_parameters: writes_parameters(&program),
            patch: Patch::new(&program),
            program,
        }
    }

    pub(crate) fn facts(&self, id: InstId) -> &Facts {
        &self.facts[id]
    }

    /// The program, which no one owns alone.
    pub(crate) fn checked(&self) -> &Program {
        &self.program
    }

    pub(crate) fn numeric(&self) -> NumericEnvironment {
        self.numeric
    }

    pub(crate) fn patch(&self) -> &Patch {
        &self.patch
    }

    pub(crate) fn writes_parameters(&self) -> bool {
        self.writes_parameters
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
        let mut state = State::new(&self.program, batch.lanes(), O::WATCHES);
        self.execute(batch, environment, &mut state, observer)
    }

    fn execute<O: Observer>(
        &self,
        batch: &mut Batch,
        environment: &Environment<'_>,
        state: &mut State,
        observer: &mut O,
    ) -> Result<(), Trap> {
        let mut run = Run {
            kernel: self,
            program: &self.program,
            batch,
            environment,
            state,
            observer,
            loop_depth: self.loop_depth,
            indexed_loops: self.indexed_loops,
        };
        run.all()
    }
}

fn facts(program: &Program) -> IndexVec<InstId, Facts> {
    let mut open = Nesting::default();
    let each = program.instructions().iter().map(|instruction| {
        let flow = instruction.operation.class() == Class::Flow;
        let nesting = open;
        if flow {
            match instruction.operation {
                Operation::If => open.ifs += 1,
                Operation::EndIf => open.ifs = open.ifs.saturating_sub(1),
                Operation::Repeat | Operation::Loop => open.loops += 1,
                Operation::EndRepeat | Operation::EndLoop => open.loops = open.loops.saturating_sub(1),
                _ => {}
            }
        }
        let long = |at: usize| is_long(program, &instruction.operands[at].register);
        let long_operands =
            (0..instruction.operands.len()).fold(0, |bits, at| bits | u8::from(long(at)) << at);
        let types = Types::of(program, instruction);
        Facts {
            types,
            // What is written to a condition code alone keeps its size.
            long: match instruction.destination.and_then(|to| to.register) {
                Some(register) => is_long(program, &register),
                None => types.result.is_long(),
            },
            long_operands,
            nesting,
        }
    });
    each.collect()
}

impl Kernel for ReferenceKernel {
    fn program(&self) -> &Arc<Program> {
        &self.program
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
            storage.state = Some(State::new(&self.program, batch.lanes(), false));
        }
        let Some(state) = storage.state.as_mut() else {
            return Ok(());
        };
        state.clear();
        self.execute(batch, environment, state, &mut Quiet)
    }
}
