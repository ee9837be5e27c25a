//! The interpreter: one batch from its first instruction to its last.

use quadrille_engine::{AbnormalEnd, Batch, Environment, Trap, TrapKind};
use quadrille_isa::gl::operation::{AddressOp, ArithmeticOp, ConversionOp, StageOp};
use quadrille_isa::gl::{DataType, Operation};
use quadrille_program::{Access, InstId, Instruction};

use crate::arithmetic::Arithmetic;
use crate::convert::Conversion;
use crate::destination;
use crate::observer::{Observer, Step, Typed};
use crate::operand::Sources;
use crate::prepared::{Facts, Nesting, Prepared};
use crate::schedule::{Budgets, Next};
use crate::state::{State, Value, Values};
use quadrille_program::types::{NumberKind, Types};

/// Units of work that are counted together, so that threads do not meet at the meter.
const CHUNK: u64 = 1 << 16;

/// The trap of lanes that wait at a barrier which others do not come to.
pub(crate) fn parted(instruction: InstId, lane: usize) -> Trap {
    Trap {
        instruction,
        lane,
        kind: TrapKind::Barrier,
    }
}

/// A run of one batch.
pub(crate) struct BatchRun<'a, O: Observer> {
    pub(crate) prepared: &'a Prepared,
    pub(crate) batch: &'a mut Batch,
    pub(crate) environment: &'a Environment<'a>,
    pub(crate) state: &'a mut State,
    pub(crate) observer: &'a mut O,
}

impl<O: Observer> BatchRun<'_, O> {
    /// Runs the live lanes to their end.
    pub(crate) fn all(&mut self) -> Result<(), Trap> {
        self.begin();
        while self.turn()? {
            if let Some((id, lane)) = self.state.schedule.diverged_barrier() {
                watch!(O, { self.observer.parted_barrier(id, lane) });
                // Whoever watches is told and may see more; otherwise the run says itself what is wrong.
                if !O::WATCHES {
                    return Err(parted(id, lane));
                }
            }
            if self.state.schedule.reconverged_at_barrier() {
                watch!(O, { self.observer.barrier() });
            }
            if self.state.schedule.work >= CHUNK {
                self.count_work()?;
            }
        }
        self.count_work()?;
        watch!(O, { self.watch_results() });
        self.finish();
        Ok(())
    }

    /// Puts the live lanes in front of the first instruction.
    pub(crate) fn begin(&mut self) {
        self.batch.emitted.clear();
        self.batch.ended.clear();
        let budgets = Budgets {
            caller: self.environment.meter.budget().instructions,
            language: self.prepared.program.execution().instructions,
        };
        self.state
            .schedule
            .begin(&self.batch.live, self.prepared.program.entry(), budgets);
        if self.prepared.writes_parameters {
            self.state.parameters = self.environment.parameters.to_vec();
        }
    }

    /// Executes one instruction, or ends the lanes whose language ends them before it; false if all have ended.
    pub(crate) fn turn(&mut self) -> Result<bool, Trap> {
        match self.state.schedule.next() {
            Next::End => return Ok(false),
            Next::Execute(id) => self.execute(id).map_err(|kind| self.trap(id, kind))?,
            Next::CallerBudget(id) => return Err(self.trap(id, TrapKind::Budget)),
            Next::LanguageBudget(id) => {
                let lanes: Vec<usize> = self.state.schedule.active().iter().collect();
                for lane in lanes {
                    self.end(id, lane, AbnormalEnd::Instructions);
                }
                self.state.schedule.select();
            }
        }
        Ok(true)
    }

    /// Gives the caller what the run leaves behind beside its results.
    pub(crate) fn finish(&mut self) {
        if self.prepared.writes_parameters {
            self.batch.parameters.clone_from(&self.state.parameters);
        }
    }

    /// Counts the work that was done since it was counted last.
    fn count_work(&mut self) -> Result<(), Trap> {
        let work = std::mem::take(&mut self.state.schedule.work);
        if work == 0 {
            return Ok(());
        }
        let counted = self.environment.meter.work(work);
        counted.map_err(|spent| self.trap(self.state.schedule.place(), TrapKind::Spent(spent)))
    }

    fn trap(&self, instruction: InstId, kind: TrapKind) -> Trap {
        Trap {
            instruction,
            lane: self.state.schedule.active().iter().next().unwrap_or(0),
            kind,
        }
    }

    /// The sources of operands.
    pub(crate) fn sources(&self) -> Sources<'_> {
        Sources {
            prepared: self.prepared,
            batch: self.batch,
            environment: self.environment,
            state: self.state,
        }
    }

    /// The blocks of its subroutine that are open around an instruction.
    pub(crate) fn nesting(&self, id: InstId) -> Nesting {
        self.prepared.facts[id].nesting
    }

    /// Executes an instruction for the active lanes.
    fn execute(&mut self, id: InstId) -> Result<(), TrapKind> {
        let prepared = self.prepared;
        let program = &*prepared.program;
        let instruction = &program.instructions()[id];
        let facts = &prepared.facts[id];
        watch!(O, { self.watch_conditions(id, instruction) });
        let mut values = std::mem::take(&mut self.state.values);
        self.load(id, instruction, facts, &mut values);
        let done = self.compute(id, instruction, facts.types, &mut values);
        self.state.values = values;
        done?;
        if facts.more_work > 0 {
            self.state.schedule.work += facts.more_work * self.state.schedule.active().count() as u64;
        }
        if let Operation::Flow(operation) = instruction.operation {
            watch!(O, { self.observe(id, instruction, facts.types) });
            self.flow(id, operation, instruction);
            return Ok(());
        }
        if let Operation::Address(operation) = instruction.operation {
            match operation {
                AddressOp::Push => self.push_addresses(id),
                AddressOp::Pop => self.pop_addresses(id),
                AddressOp::LoadFloor(_) | AddressOp::LoadRound(_) | AddressOp::Sum(_) => {}
            }
        }
        destination::store(
            self.batch,
            (self.prepared, self.environment),
            self.state,
            id,
            instruction,
            (facts.types, facts.long),
            self.observer,
        );
        watch!(O, { self.observe(id, instruction, facts.types) });
        let operation = instruction.operation;
        if operation == Operation::Stage(StageOp::Barrier) {
            self.state.schedule.wait();
        } else if matches!(operation, Operation::Address(AddressOp::Push | AddressOp::Pop)) {
            // A lane whose stack is full or empty has ended.
            self.state.schedule.diverge();
            self.state.schedule.select();
        } else {
            self.state.schedule.advance();
        }
        Ok(())
    }

    fn load(&mut self, id: InstId, instruction: &Instruction, facts: &Facts, values: &mut Values) {
        for (at, operand) in instruction.operands.iter().enumerate() {
            let sources = Sources {
                prepared: self.prepared,
                batch: self.batch,
                environment: self.environment,
                state: self.state,
            };
            watch!(O, {
                let kind = NumberKind::read(instruction, facts.types, at);
                let lanes = sources.state.schedule.active().iter();
                sources.watch(id, (operand, instruction.needs(at)), kind, lanes, self.observer);
            });
            let data_type = facts.types.operands[at.min(2)];
            let (low, high) = (&mut values.operands[at], &mut values.high[at]);
            sources.load(operand, facts.long_operands >> at & 1 != 0, data_type, low, high);
        }
    }

    /// Computes the result of the operation.
    fn compute(
        &mut self,
        id: InstId,
        instruction: &Instruction,
        types: Types,
        values: &mut Values,
    ) -> Result<(), TrapKind> {
        let arithmetic = Arithmetic {
            environment: self.prepared.numeric,
            data_type: instruction.data_type,
            clamp: instruction.clamp,
            operands: &instruction.operands,
            updates: instruction.update.is_some(),
        };
        let conversion = Conversion { instruction, types };
        watch!(O, {
            self.watch_quads(id, instruction.operation);
            self.watch_undefined(id, instruction, types, values);
        });
        if instruction.update.is_some() {
            // Whatever is no sum of integers clears carry and overflow (NV_gpu_program4 2.X.4.3).
            values.carry.iter_mut().for_each(|flags| flags.fill(0));
        }
        let active = self.state.schedule.active();
        match instruction.operation {
            Operation::Arithmetic(ArithmeticOp::Round(rounding)) if !instruction.data_type.is_float() => {
                conversion.round(rounding, active, values);
                return Ok(());
            }
            // It clamps by itself.
            Operation::Arithmetic(operation) => return arithmetic.run(operation, active, values),
            Operation::Conversion(operation) => {
                conversion.run(operation, active, values);
                // CVT has clamped in the format that it converts to.
                if operation == ConversionOp::Convert || !types.result.is_float() {
                    return Ok(());
                }
            }
            Operation::Address(operation) => arithmetic.addresses(operation, active, values),
            Operation::Texture(operation) => self.texture(id, operation, instruction, values),
            Operation::Kill => self.kill(instruction, values),
            Operation::Derivative(axis) => self.derivative(axis, values, arithmetic)?,
            Operation::Interpolation(location) => self.interpolate(id, location, instruction, values),
            Operation::Group(operation) => self.group(id, operation, values, arithmetic)?,
            Operation::Stage(operation) => self.emit(id, operation, values),
            Operation::Memory(operation) => self.memory(id, operation, instruction, values)?,
            Operation::Flow(_) => {}
        }
        self.clamp(instruction, types.result, &mut values.result);
        Ok(())
    }

    fn clamp(&self, instruction: &Instruction, data_type: DataType, result: &mut Value) {
        let active = self.state.schedule.active();
        destination::clamp(instruction.clamp, data_type, active, result);
    }

    /// Discards the active lanes in which a component is below zero, or the test passes. They go on as helpers.
    fn kill(&mut self, instruction: &Instruction, values: &Values) {
        for lane in self.state.schedule.active().iter() {
            let killed = match &instruction.access {
                Access::Condition(condition) => self.state.codes.any(Some(condition), lane),
                _ => values.operands[0]
                    .iter()
                    .any(|words| match instruction.data_type {
                        DataType::S32 => (words[lane] as i32) < 0,
                        DataType::U32 => false,
                        _ => f32::from_bits(words[lane]) < 0.0,
                    }),
            };
            if killed {
                self.batch.killed.set(lane, true);
            }
        }
    }

    /// Shows an executed instruction to the observer.
    fn observe(&mut self, id: InstId, instruction: &Instruction, types: Types) {
        let active = self.state.schedule.active();
        let values = &self.state.values;
        for lane in active.iter() {
            let typed = |data_type: DataType, at: usize| Typed {
                data_type,
                words: std::array::from_fn(|component| {
                    let high = if data_type.is_long() {
                        values.high[at][component][lane]
                    } else {
                        0
                    };
                    u64::from(values.operands[at][component][lane]) | u64::from(high) << 32
                }),
            };
            let operands: Vec<Typed> = (0..instruction.operands.len())
                .map(|at| typed(types.operands[at.min(2)], at))
                .collect();
            let result = instruction.destination.map(|_| Typed {
                data_type: types.result,
                words: std::array::from_fn(|component| {
                    if types.result.is_long() {
                        values.result.long(component, lane)
                    } else {
                        u64::from(values.result.low[component][lane])
                    }
                }),
            });
            let flags = instruction
                .update
                .map(|register| self.state.codes.flags(usize::from(register), lane));
            self.observer.step(Step {
                instruction: id,
                lane,
                active,
                operands: &operands,
                result,
                flags,
            });
        }
    }
}
