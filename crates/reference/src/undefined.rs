//! Asking, for an observer, whether an operation's result is undefined.

use quadrille_isa::gl::condition::Test;
use quadrille_isa::gl::operation::{ArithmeticOp, ConversionOp, undefined_conversion, undefined_projection};
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::{DataType, Operation, Stage};
use quadrille_numerics::convert::Rounding;
use quadrille_program::{Access, InstId, Instruction};

use crate::observer::{Observer, Typed};
use crate::run::BatchRun;
use crate::state::Values;
use quadrille_program::types::Types;

impl<O: Observer> BatchRun<'_, O> {
    /// Reports the components of a result, among those that are written, that the specification leaves
    /// undefined.
    pub(crate) fn watch_undefined(
        &mut self,
        id: InstId,
        instruction: &Instruction,
        types: Types,
        values: &Values,
    ) {
        let mask = instruction.destination.map_or(0b1111, |to| to.mask);
        for lane in self.state.schedule.active().iter() {
            let words = |at: usize| -> [u64; 4] {
                std::array::from_fn(|component| match values.operands.get(at) {
                    Some(low) => {
                        u64::from(low[component][lane]) | u64::from(values.high[at][component][lane]) << 32
                    }
                    None => 0,
                })
            };
            let count = instruction.operands.len();
            let vectors: [[u64; 4]; 3] =
                std::array::from_fn(|at| if at < count { words(at) } else { [0; 4] });
            let [own, ..] = types.operands;
            let found = match instruction.operation {
                Operation::Arithmetic(operation) => {
                    arithmetic(operation, own, instruction.data_type, vectors)
                }
                Operation::Conversion(ConversionOp::Convert) => convert(instruction, vectors[0], own),
                Operation::Texture(operation) => {
                    let coordinates = vectors[0].map(|bits| number(own, bits));
                    [undefined_projection(operation, coordinates); 4]
                }
                Operation::Conversion(_)
                | Operation::Derivative(_)
                | Operation::Interpolation(_)
                | Operation::Kill
                | Operation::Address(_)
                | Operation::Flow(_)
                | Operation::Memory(_)
                | Operation::Group(_)
                | Operation::Stage(_) => [None; 4],
            };
            let written = (0..4).filter(|component| mask >> component & 1 != 0);
            let first = written.filter_map(|component| found[component]).next();
            if let Some(what) = first {
                let value = Typed {
                    data_type: own,
                    words: vectors[0],
                };
                self.observer.undefined(id, lane, what, value);
            }
        }
    }
}

impl<O: Observer> BatchRun<'_, O> {
    /// Reports tests of condition codes that hold nothing, or whose carry and overflow are undefined.
    pub(crate) fn watch_conditions(&mut self, id: InstId, instruction: &Instruction) {
        let written = instruction.destination.as_ref();
        let tests = [
            written.and_then(|to| Some((to.condition.as_ref()?, to.mask))),
            match &instruction.access {
                Access::Flow(flow) => flow.condition.as_ref().map(|condition| (condition, 0b1111)),
                Access::Condition(condition) => Some((condition, 0b1111)),
                _ => None,
            },
        ];
        for (condition, mask) in tests.into_iter().flatten() {
            if matches!(condition.test, Test::Tr | Test::Fl) || condition.test.is_sparse() {
                continue;
            }
            let by_flags = !matches!(
                condition.test,
                Test::Eq | Test::Ne | Test::Sf | Test::Nsf | Test::Nan | Test::Leg
            );
            for lane in self.state.schedule.active().iter() {
                let (unset, undefined) = self.state.codes.doubts(condition, mask, lane);
                if unset != 0 && self.prepared.program.execution().codes_undefined {
                    self.observer.unset_code(id, lane, unset);
                }
                if undefined != 0 && by_flags {
                    self.observer.undefined_flags(id, lane, undefined);
                }
            }
        }
    }

    /// Reports results that a lane should have written, where the language gives them no value of its own.
    pub(crate) fn watch_results(&mut self) {
        let profile = self.prepared.program.profile();
        let defined = profile.variables == Variables::Registers && profile.stage != Stage::Fragment;
        let Some(last) = self
            .prepared
            .program
            .instructions()
            .ids()
            .next_back()
            .filter(|_| !defined)
        else {
            return;
        };
        // What a geometry program gives it has emitted.
        if profile.stage == Stage::Geometry {
            return;
        }
        let lanes: Vec<usize> = self
            .batch
            .live
            .iter()
            .filter(|lane| !self.batch.killed.get(*lane))
            .collect();
        for lane in lanes {
            self.watch_results_of(last, lane);
        }
    }

    /// The same at an instruction of one lane.
    pub(crate) fn watch_results_of(&mut self, id: InstId, lane: usize) {
        for (slot, result) in self.prepared.program.results().iter().enumerate() {
            let missing = result.used & !self.state.results_written[slot][lane];
            if missing != 0 {
                self.observer.unwritten(id, lane, slot, missing);
            }
        }
    }
}

type Found = [Option<quadrille_isa::gl::operation::Undefined>; 4];

/// The undefined components of arithmetic on operands of the type `own`, whose result has the type `to`.
fn arithmetic(operation: ArithmeticOp, own: DataType, to: DataType, vectors: [[u64; 4]; 3]) -> Found {
    match own {
        DataType::F64 | DataType::F32 | DataType::F16 | DataType::Fx12 => {
            let numbers = vectors.map(|vector| vector.map(|bits| number(own, bits)));
            match operation {
                ArithmeticOp::Round(rounding) if !to.is_float() => {
                    let to = to.register_format();
                    numbers[0].map(|value| undefined_conversion(rounded(rounding, value), to))
                }
                operation => [operation.undefined_of_floats(numbers); 4],
            }
        }
        DataType::S32 => operation.undefined_of_integers(vectors.map(|v| v.map(|bits| bits as i32))),
        DataType::U32 => operation.undefined_of_integers(vectors.map(|v| v.map(|bits| bits as u32))),
        DataType::S64 => operation.undefined_of_integers(vectors.map(|v| v.map(|bits| bits as i64))),
        DataType::U64 => operation.undefined_of_integers(vectors),
    }
}

/// A float of a type, from its bits in a register.
fn number(data_type: DataType, bits: u64) -> f64 {
    match data_type {
        DataType::F64 => f64::from_bits(bits),
        _ => f64::from(f32::from_bits(bits as u32)),
    }
}

fn rounded(rounding: Rounding, value: f64) -> f64 {
    match rounding {
        Rounding::Down => value.floor(),
        Rounding::Up => value.ceil(),
        Rounding::TowardZero => value.trunc(),
        Rounding::Nearest => value.round_ties_even(),
    }
}

/// CVT of infinities and NaN to integers; what does not fit is defined there.
fn convert(instruction: &Instruction, operand: [u64; 4], register: DataType) -> Found {
    let Access::Conversion(conversion) = &instruction.access else {
        return [None; 4];
    };
    let Some(binary) = conversion.from.binary() else {
        return [None; 4];
    };
    let in_register = match conversion.from {
        quadrille_numerics::convert::Format::F16 => Some(binary),
        from => from.in_register(register.is_long()).binary(),
    };
    operand.map(|bits| {
        let value = in_register.unwrap_or(binary).decode(bits);
        if value.is_finite() {
            None
        } else {
            undefined_conversion(f64::NAN, conversion.to)
        }
    })
}
