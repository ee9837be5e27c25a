//! The engine and its kernel.

use std::sync::Arc;

use quadrille_base::Id;
use quadrille_engine::environment::Lookup;
use quadrille_engine::{Batch, Engine, Environment, Kernel, Refusal, Scratch, Trap, TrapKind};
use quadrille_isa::gl::Stage;
use quadrille_isa::gl::operation::Class;
use quadrille_program::{Access, InstId, Instruction, Program};

use crate::observer::{Observer, Quiet, Step};
use crate::operand::{self, Sources};
use crate::state::State;
use crate::{arithmetic, refusal, state};

/// The reference engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reference;

impl Engine for Reference {
    fn name(&self) -> &'static str {
        "reference"
    }

    fn prepare(&self, program: &Arc<Program>) -> Result<Arc<dyn Kernel>, Refusal> {
        if let Some(reason) = refusal::reason(program) {
            return Err(Refusal {
                reason: reason.to_owned(),
            });
        }
        Ok(Arc::new(ReferenceKernel::new(program.clone())))
    }
}

/// A program as the reference engine runs it.
pub struct ReferenceKernel {
    program: Arc<Program>,
}

/// Working storage, kept from batch to batch while their size stays.
#[derive(Default)]
struct Storage {
    state: Option<State>,
}

impl ReferenceKernel {
    /// Takes a program.
    pub fn new(program: Arc<Program>) -> ReferenceKernel {
        ReferenceKernel { program }
    }

    /// Runs a batch under the eyes of an observer.
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
        for (id, instruction) in self.program.instructions().iter_enumerated() {
            if id.index() as u64 >= environment.budget {
                let lane = batch.live.iter().next().unwrap_or(0);
                return Err(Trap {
                    instruction: id,
                    lane,
                    kind: TrapKind::Budget,
                });
            }
            if refusal::of_instruction(instruction).is_some() {
                let lane = batch.live.iter().next().unwrap_or(0);
                return Err(Trap {
                    instruction: id,
                    lane,
                    kind: TrapKind::Unsupported,
                });
            }
            self.instruction(id, instruction, batch, environment, state, observer);
        }
        Ok(())
    }

    fn instruction<O: Observer>(
        &self,
        id: InstId,
        instruction: &Instruction,
        batch: &mut Batch,
        environment: &Environment<'_>,
        state: &mut State,
        observer: &mut O,
    ) {
        let mut operands = std::mem::take(&mut state.operands);
        let mut result = std::mem::take(&mut state.result);
        let sources = Sources {
            batch,
            environment,
            state,
        };
        for (operand, out) in instruction.operands.iter().zip(&mut operands) {
            if O::WATCHES {
                sources.watch(id, operand, observer);
            }
            sources.load(operand, instruction.data_type, out);
        }
        let used = &operands[..instruction.operands.len()];
        let numeric = self.program.profile().numeric;
        match instruction.operation.class() {
            Class::Componentwise(_) | Class::Scalar(_) | Class::Dot(_) | Class::Vector(_) => {
                arithmetic::float32(
                    numeric,
                    instruction.operation,
                    instruction.clamp,
                    used,
                    &mut result,
                );
            }
            Class::Address => {
                arithmetic::address_load(numeric, instruction.operation, &used[0], &mut result);
            }
            Class::Texture => self.sample(instruction, batch.lanes(), environment, used, &mut result),
            Class::Kill => {
                if let Some(operand) = used.first() {
                    kill(batch, operand);
                }
            }
            Class::Conversion
            | Class::Derivative
            | Class::Interpolation
            | Class::Flow
            | Class::Memory
            | Class::Group
            | Class::Stage => {}
        }
        if O::WATCHES {
            for lane in batch.live.iter() {
                let vector =
                    |vectors: &state::Vectors| std::array::from_fn(|component| vectors[component][lane]);
                let operands: Vec<[u32; 4]> = used.iter().map(vector).collect();
                let result = instruction.destination.is_some().then(|| vector(&result));
                observer.step(Step {
                    instruction: id,
                    lane,
                    operands: &operands,
                    result,
                });
            }
        }
        state.operands = operands;
        state.result = result;
        if let Some(to) = &instruction.destination {
            operand::store::<O>(batch, state, to);
        }
    }

    fn sample(
        &self,
        instruction: &Instruction,
        lanes: usize,
        environment: &Environment<'_>,
        operands: &[state::Vectors],
        result: &mut state::Vectors,
    ) {
        let Access::Texture(access) = &instruction.access else {
            return;
        };
        let lookup = Lookup {
            operation: instruction.operation,
            access,
            lanes,
            quads: self.program.profile().stage == Stage::Fragment,
            operands,
            offsets: None,
            units: None,
        };
        environment.textures.sample(&lookup, result);
        for words in result.iter_mut() {
            for word in words.iter_mut() {
                let value = quadrille_numerics::environment::Ieee(f32::from_bits(*word));
                *word = instruction.clamp.apply(value).0.to_bits();
            }
        }
    }
}

/// Discards the live lanes in which a component is below zero. They go on as helpers.
fn kill(batch: &mut Batch, operand: &state::Vectors) {
    for lane in 0..batch.lanes() {
        let below = operand.iter().any(|words| f32::from_bits(words[lane]) < 0.0);
        if below && batch.live.get(lane) {
            batch.killed.set(lane, true);
        }
    }
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
