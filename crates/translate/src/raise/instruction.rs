//! Instructions: each becomes statements by the class of its operation.

use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::Class;
use quadrille_program::{Access, Instruction};

use super::raiser::Raiser;
use super::types::kind;
use crate::form::{Binary, BuiltIn, Expression, Scalar, StatementKind};

impl Raiser<'_> {
    /// One instruction that is followed by the next.
    pub(crate) fn instruction(&mut self, instruction: &Instruction) {
        if kind(instruction.data_type).is_none() {
            return;
        }
        let outer = instruction
            .operands
            .iter()
            .map(|operand| operand.register)
            .chain(instruction.destination.and_then(|to| to.register));
        let two = outer.into_iter().any(|register| {
            let of_vertex = register.relative.is_some_and(|run| run.index.vertex.is_some());
            register.outer.is_some() || of_vertex
        });
        if two {
            return self.unsaid("no translation has variables with two indices");
        }
        let integers =
            !instruction.data_type.is_float() || instruction.operation == Operation::IntegerToFloat;
        match instruction.operation.class() {
            Class::Componentwise(_) | Class::Conversion
                if integers
                    && !matches!(
                        instruction.operation,
                        Operation::Convert | Operation::Pack64 | Operation::Unpack64
                    )
                    && !is_pack(instruction.operation) =>
            {
                self.write(instruction, |raiser, written| {
                    raiser.integer_value(instruction, written)
                });
            }
            Class::Conversion if is_pack(instruction.operation) => {
                self.write(instruction, |raiser, written| {
                    raiser.packed_value(instruction, written)
                });
            }
            Class::Scalar(_) | Class::Dot(_) | Class::Vector(_) if integers => {
                self.unsaid("no translation has this instruction for integers");
            }
            Class::Componentwise(_) | Class::Scalar(_) | Class::Dot(_) | Class::Vector(_) => {
                self.write(instruction, |raiser, written| {
                    raiser.float_value(instruction, written)
                });
            }
            Class::Texture => {
                self.write(instruction, |raiser, written| {
                    raiser.lookup_value(instruction, written)
                });
            }
            Class::Derivative => self.derivative(instruction),
            Class::Kill => self.kill(instruction),
            Class::Address => self.address(instruction),
            Class::Conversion
            | Class::Interpolation
            | Class::Flow
            | Class::Memory
            | Class::Group
            | Class::Stage => self.unsaid("no translation has this instruction"),
        }
    }

    fn derivative(&mut self, instruction: &Instruction) {
        let span = self.span();
        self.need(crate::target::Feature::Derivatives, span);
        let function = match instruction.operation {
            Operation::DerivativeX => BuiltIn::DerivativeX,
            _ => BuiltIn::DerivativeY,
        };
        self.write(instruction, |raiser, written| {
            let operand = raiser.operand(&instruction.operands[0], written);
            let value = Expression::built_in(function, vec![operand]);
            raiser.finished(value, instruction)
        });
    }

    /// Drops the fragment where a component is below zero, or where a condition holds for any.
    fn kill(&mut self, instruction: &Instruction) {
        let answers = match (&instruction.access, instruction.operands.first()) {
            (Access::Condition(condition), _) => self.any(condition),
            (_, Some(operand)) => {
                let value = self.operand(operand, &[0, 1, 2, 3]).narrow();
                let zero = Expression::float(0.0, value.ty.width);
                Expression::binary(Binary::Less, value, zero)
            }
            (_, None) => Expression::truth(true),
        };
        let condition = if answers.ty.is_scalar() {
            answers
        } else {
            Expression::built_in(BuiltIn::Any, vec![answers])
        };
        let outer = std::mem::take(&mut self.block);
        self.push(StatementKind::Discard);
        let then = std::mem::replace(&mut self.block, outer);
        self.push(StatementKind::If {
            condition,
            then,
            otherwise: Vec::new(),
        });
    }

    fn address(&mut self, instruction: &Instruction) {
        let rounding = match instruction.operation {
            Operation::AddressFloor | Operation::AddressFloorClamped => BuiltIn::Floor,
            Operation::AddressRound | Operation::AddressRoundClamped => BuiltIn::RoundEven,
            Operation::AddressAdd | Operation::AddressAddClamped => return self.address_sum(instruction),
            _ => return self.unsaid("no translation has this instruction"),
        };
        let clamps = matches!(
            instruction.operation,
            Operation::AddressFloorClamped | Operation::AddressRoundClamped
        );
        self.write(instruction, |raiser, written| {
            let operand = raiser.operand(&instruction.operands[0], written).narrow();
            let value = Expression::built_in(rounding, vec![operand]).convert(Scalar::Int);
            if clamps { within(value) } else { value }
        });
    }

    /// `(x + z, y + w, x + z, y + w)`
    fn address_sum(&mut self, instruction: &Instruction) {
        let clamps = instruction.operation == Operation::AddressAddClamped;
        let slot = instruction.operands[0].register.slot as usize;
        self.write(instruction, |raiser, written| {
            let whole = raiser.address_vector(slot);
            let first: Vec<u8> = written.iter().map(|at| at & 1).collect();
            let second: Vec<u8> = written.iter().map(|at| (at & 1) + 2).collect();
            let sum = Expression::binary(
                Binary::Add,
                whole.clone().components(&first),
                whole.components(&second),
            );
            if clamps { within(sum) } else { sum }
        });
    }
}

/// Whether floats become words, or words floats.
fn is_pack(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::PackHalf2
            | Operation::PackUnsigned2
            | Operation::PackSigned4
            | Operation::PackUnsigned4
            | Operation::UnpackHalf2
            | Operation::UnpackUnsigned2
            | Operation::UnpackSigned4
            | Operation::UnpackUnsigned4
    )
}

/// Within the range of VP2.0's address registers.
fn within(value: Expression) -> Expression {
    let bounds = vec![value, Expression::int(-512), Expression::int(511)];
    Expression::built_in(BuiltIn::Clamp, bounds)
}
