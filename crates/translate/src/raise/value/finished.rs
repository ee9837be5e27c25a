//! The end of a float's way to its register: the clamp of its instruction, and its precision.

use quadrille_isa::gl::operation::ArithmeticOp;
use quadrille_isa::gl::{Clamp, Operation};
use quadrille_program::Instruction;

use crate::form::{BuiltIn, Expression, Scalar};
use crate::raise::instruction::precision::Precision;
use crate::raise::library::Helper;
use crate::raise::lowering::Lowering;

impl Lowering<'_, '_> {
    /// A value under the clamp and in the precision of its instruction and register.
    pub(crate) fn finished(&mut self, value: Expression, instruction: &Instruction) -> Expression {
        let value = self.clamped(value, instruction.clamp);
        // 0, 1 and -1 are numbers of every precision.
        let whole = matches!(
            instruction.operation,
            Operation::Arithmetic(
                ArithmeticOp::Set(_)
                    | ArithmeticOp::SetTotal(_)
                    | ArithmeticOp::SetOrNan(_)
                    | ArithmeticOp::Sign
            )
        );
        if !self.is_exact() || !value.ty.scalar.is_float() || whole {
            return value;
        }
        let short = instruction.destination.is_some_and(|to| to.short);
        if short && value.ty.scalar == Scalar::Double {
            let odd = self.helper(Helper::FloatOdd, vec![value]);
            return self.helper(Helper::Half, vec![odd]);
        }
        let precision = Precision::of(instruction.data_type);
        match precision.or(short.then_some(Precision::Half)) {
            Some(precision) => self.helper(precision.helper(), vec![value]),
            None => value,
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
