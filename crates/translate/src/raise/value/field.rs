//! Fields of bits: BFE and BFI.

use quadrille_program::Instruction;

use crate::form::{Binary, BuiltIn, Expression, ExpressionKind, Scalar};
use crate::raise::lowering::Lowering;
use crate::raise::types::kind;
use crate::target::Feature;

/// The operation on a bit field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Field {
    /// Its bits are taken out.
    Extract,
    /// Bits are put in.
    Insert,
}

impl Lowering<'_, '_> {
    /// A field of bits taken out or put in: how many bits in x of the first operand, from where on in y. Bits
    /// outside the number give 0.
    pub(crate) fn bit_field(
        &mut self,
        instruction: &Instruction,
        written: &[u8],
        field: Field,
    ) -> Expression {
        self.need(Feature::Integers);
        self.need(Feature::BitOperations);
        let own = kind(instruction.data_type);
        let place = &instruction.operands[0];
        let mut number = |at| self.operand_as(place, &[at], Scalar::Uint);
        let (count, offset) = (number(0), number(1));
        let size = || Expression::bits(Scalar::Uint, 32, 1);
        let inside = match (&count.kind, &offset.kind) {
            (ExpressionKind::Literal(count), ExpressionKind::Literal(offset)) => {
                Expression::truth(count[0] + offset[0] <= 32)
            }
            _ => {
                let rest = Expression::binary(Binary::Subtract, size(), count.clone());
                Expression::binary(
                    Binary::And,
                    Expression::binary(Binary::LessOrEqual, count.clone(), size()),
                    Expression::binary(Binary::LessOrEqual, offset.clone(), rest),
                )
            }
        };
        let range = [offset, count].map(|number| number.reinterpret(Scalar::Int));
        let mut operand = |at: usize| self.operand_as(&instruction.operands[at], written, own);
        let (function, mut arguments) = match field {
            Field::Insert => (BuiltIn::BitInsert, vec![operand(2), operand(1)]),
            Field::Extract => (BuiltIn::BitExtract, vec![operand(1)]),
        };
        arguments.extend(range);
        let value = Expression::built_in(function, arguments);
        match inside.kind {
            ExpressionKind::Literal([0, ..]) => Expression::bits(own, 0, 1),
            ExpressionKind::Literal(_) => value,
            _ => {
                let zero = Expression::bits(own, 0, value.ty.width);
                Expression::select(inside, value, zero)
            }
        }
    }
}
