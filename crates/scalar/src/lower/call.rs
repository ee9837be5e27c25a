//! Instructions that are calls: textures, other locations, groups, memory, the stage.

use quadrille_isa::gl::operation::{ArithmeticOp, Axis};
use quadrille_isa::gl::{DataType, Operation, Stage};
use quadrille_program::types::Types;
use quadrille_program::{Access, File, InstId, Instruction, Register, TexelOffset};

use super::arithmetic::Arithmetic;
use super::operand::unlowered;
use super::{Lowering, Quad};
use crate::call::Call;
use crate::expression::{Expression, Type, ValueId};
use crate::number::Number;
use crate::op::{FloatCompare, IntCompare};
use crate::statement::Statement;
use crate::unlowered::{Reason, Unlowered};

impl Lowering<'_> {
    /// A call of an instruction, with the components of its result that are written.
    pub(super) fn call(
        &self,
        id: InstId,
        instruction: &Instruction,
        types: Types,
        mask: u8,
    ) -> Result<Quad, Unlowered> {
        // Lookups in quads compare lanes that may not be active; so their operands are those of all lanes.
        let quads = match instruction.operation {
            Operation::Texture(operation) => {
                operation.asks_neighbours() && self.program.profile().stage == Stage::Fragment
            }
            _ => false,
        };
        let all = quads;
        let operands = self.operands(id, instruction, types, |at| instruction.needs(at), all)?;
        let mut call = Call {
            instruction: id,
            operands: operands.into_vec(),
            index: None,
            handle: None,
            offset: None,
            address: None,
            slot: None,
            effect: !matches!(
                instruction.operation,
                Operation::Texture(_) | Operation::Interpolation(_)
            ),
        };
        let scalar = |operand, data_type| self.operand(id, operand, 0, data_type, false);
        match &instruction.access {
            Access::Texture(access) => {
                if let Some(index) = &access.index {
                    call.index = Some(scalar(&index.operand, DataType::S32)?);
                }
                if let Some(handle) = &access.handle {
                    call.handle = Some(scalar(handle, DataType::U64)?);
                }
                if let Some(TexelOffset::Variable(operand)) = &access.offset {
                    let at = |at| self.operand(id, operand, at, DataType::S32, false);
                    call.offset = Some([at(0)?, at(1)?, at(2)?]);
                }
            }
            Access::Memory(access) => {
                if let Some(index) = &access.index {
                    call.index = Some(scalar(&index.operand, DataType::S32)?);
                }
                if let Some(handle) = &access.handle {
                    call.handle = Some(scalar(handle, DataType::U64)?);
                }
                if let Some(address) = &access.address {
                    call.address = Some(scalar(address, DataType::S32)?);
                }
            }
            Access::None
            | Access::Flow(_)
            | Access::Condition(_)
            | Access::Conversion(_)
            | Access::Barrier(_)
            | Access::Derivative(_) => {}
        }
        if let (Operation::Interpolation(_), Some(operand)) =
            (instruction.operation, instruction.operands.first())
        {
            call.slot = Some(self.slot(id, &operand.register)?);
        }
        let of = self.recorder.call(call);
        let kind = Type::register(types.result.is_long());
        Ok(std::array::from_fn(|at| {
            let component = at as u8;
            let wanted = mask >> at & 1 != 0;
            wanted.then(|| {
                self.recorder
                    .value_of(Expression::Component { of, component }, kind)
            })
        }))
    }

    /// The difference of an operand to that of a neighbour.
    pub(super) fn derivative(
        &self,
        id: InstId,
        axis: Axis,
        instruction: &Instruction,
        types: Types,
        mask: u8,
    ) -> Result<Quad, Unlowered> {
        let recorder = &self.recorder;
        let operands = self.operands(id, instruction, types, |_| mask, true)?;
        let Some(operand) = operands.first() else {
            return Err(unlowered(id, Reason::Meaningless));
        };
        let number = self.number(id, instruction.data_type)?;
        let neighbour = |upper| operand.map(|a| recorder.value(Expression::Neighbour { axis, upper, a }));
        let zero = recorder.constant(Type::of(number), 0);
        let arithmetic = Arithmetic {
            operation: ArithmeticOp::Subtract,
            number,
            clamp: instruction.clamp,
            mask,
        };
        let difference = arithmetic.record(recorder, [neighbour(true), neighbour(false), [zero; 4]]);
        difference.ok_or(unlowered(id, Reason::Meaningless))
    }

    /// KIL.
    pub(super) fn kill(&self, id: InstId, instruction: &Instruction, types: Types) -> Result<(), Unlowered> {
        let recorder = &self.recorder;
        let mask = match &instruction.access {
            Access::Condition(condition) => self.any(Some(condition)),
            _ => {
                let operands = self.operands(id, instruction, types, |_| 0b1111, false)?;
                let mut any = recorder.constant(Type::Bool, 0);
                for value in operands.first().into_iter().flatten() {
                    let negative = self.is_negative(instruction.data_type, *value);
                    any = recorder.value(Expression::Or { a: any, b: negative });
                }
                any
            }
        };
        if recorder.constant_of(mask) != Some(0) {
            recorder.statement(Statement::Kill { mask });
        }
        Ok(())
    }

    fn is_negative(&self, data_type: DataType, value: ValueId) -> ValueId {
        let recorder = &self.recorder;
        let a = match recorder.kind(value) {
            Type::Long => recorder.value(Expression::Low { a: value }),
            Type::Word | Type::Bool | Type::Vector => value,
        };
        let b = recorder.constant(Type::Word, 0);
        match data_type {
            DataType::S32 => recorder.value(Expression::IntCompare {
                number: Number::S32,
                op: IntCompare::Less,
                a,
                b,
            }),
            DataType::U32 => recorder.constant(Type::Bool, 0),
            DataType::F32
            | DataType::F16
            | DataType::Fx12
            | DataType::F64
            | DataType::S64
            | DataType::U64 => recorder.value(Expression::FloatCompare {
                number: Number::Ieee,
                op: FloatCompare::Less,
                a,
                b,
            }),
        }
    }

    /// The slot of an attribute, a signed word below 0 where there is none.
    fn slot(&self, id: InstId, register: &Register) -> Result<ValueId, Unlowered> {
        let none = self.recorder.constant(Type::Word, u64::from(u32::MAX));
        if register.file != File::Attribute || register.outer.is_some() {
            return Ok(none);
        }
        if register.relative.is_none() {
            return Ok(self.recorder.constant(Type::Word, register.slot as u64));
        }
        Ok(self.absolute(id, register)?.unwrap_or(none))
    }
}

/// Whether the value of a neighbour, active or not, may be asked for.
pub(super) fn asks_neighbours(operation: Operation) -> bool {
    match operation {
        Operation::Texture(operation) => operation.asks_neighbours(),
        Operation::Derivative(_) => true,
        Operation::Arithmetic(_)
        | Operation::Conversion(_)
        | Operation::Interpolation(_)
        | Operation::Kill
        | Operation::Address(_)
        | Operation::Flow(_)
        | Operation::Memory(_)
        | Operation::Group(_)
        | Operation::Stage(_) => false,
    }
}
