//! The end of a float's way to its register: the clamp of its instruction, and its precision.

use quadrille_isa::gl::{Clamp, DataType, Operation};
use quadrille_program::Instruction;

use crate::form::{BuiltIn, Expression, Scalar};
use crate::raise::library::Helper;
use crate::raise::lowering::Lowering;

impl Lowering<'_, '_> {
    /// A value under the clamp and in the precision of its instruction and register.
    pub(crate) fn finished(&mut self, value: Expression, instruction: &Instruction) -> Expression {
        let value = self.clamped(value, instruction.clamp);
        // 0, 1 and -1 are numbers of every precision.
        let whole = matches!(
            instruction.operation,
            Operation::Set(_) | Operation::SetTotal(_) | Operation::SetOrNan(_) | Operation::Sign
        );
        if !self.is_exact() || !value.ty.scalar.is_float() || whole {
            return value;
        }
        let short = instruction.destination.is_some_and(|to| to.short);
        if short && value.ty.scalar == Scalar::Double {
            let odd = self.helper(Helper::FloatOdd, vec![value]);
            return self.helper(Helper::Half, vec![odd]);
        }
        match instruction.data_type {
            DataType::Fx12 => self.helper(Helper::Fixed, vec![value]),
            DataType::F16 => self.helper(Helper::Half, vec![value]),
            DataType::F32 | DataType::F64 | DataType::S32 | DataType::U32 | DataType::S64 | DataType::U64 => {
                match short {
                    true => self.helper(Helper::Half, vec![value]),
                    false => value,
                }
            }
        }
    }

    /// A value under a clamp.
    pub(crate) fn clamped(&mut self, value: Expression, clamp: Clamp) -> Expression {
        let (helper, low) = match clamp {
            Clamp::None => return value,
            Clamp::Saturate => (Helper::Saturate, 0.0),
            Clamp::SignedSaturate => (Helper::SignedSaturate, -1.0),
        };
        if self.is_exact() {
            return self.helper(helper, vec![value]);
        }
        let number = |number| Expression::number(value.ty.scalar, number, 1);
        let bounds = vec![number(low), number(1.0)];
        Expression::built_in(BuiltIn::Clamp, [vec![value], bounds].concat())
    }
}
