//! Sums of integers whose carry and overflow an instruction gives.

use quadrille_program::{Instruction, Operand};

use crate::form::{Binary, Expression, Scalar};
use crate::raise::lowering::Lowering;
use crate::raise::types::kind;

/// A sum or difference of integers whose carry or overflow counts.
pub(crate) struct Sum {
    pub(crate) subtracts: bool,
    pub(crate) left: Expression,
    pub(crate) right: Expression,
}

/// The form of a sum, by its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Summed {
    /// `a + b`
    Both,
    /// `a - b`
    Difference,
    /// `a * b + c`
    Product,
    /// `|a - b| + c`
    Distance,
}

/// The sum that an integer instruction makes, where its carry or overflow counts. Signs of operands make
/// differences of sums; what two of them leave undefined is neither.
pub(crate) fn of_instruction(
    lowering: &mut Lowering<'_, '_>,
    instruction: &Instruction,
    written: &[u8],
    summed: Summed,
) -> Option<Sum> {
    let code = lowering.interface.registers.codes.of(instruction.update?);
    if !code.keeps_flags() {
        return None;
    }
    let own = kind(instruction.data_type);
    let operands = &instruction.operands;
    let minus = |at: usize| operands.get(at).is_some_and(|operand| operand.negate != 0);
    let mut plain = |at: usize, kind: Scalar| {
        let operand = Operand {
            negate: 0,
            ..operands[at]
        };
        lowering.operand_as(&operand, written, kind)
    };
    let (left, right, signs) = match summed {
        Summed::Both => (plain(0, own), plain(1, own), [minus(0), minus(1)]),
        Summed::Difference => (plain(0, own), plain(1, own), [minus(0), !minus(1)]),
        Summed::Product => {
            let product = Expression::binary(Binary::Multiply, plain(0, own), plain(1, own));
            (product, plain(2, own), [minus(0) != minus(1), minus(2)])
        }
        Summed::Distance => {
            let distance = distance(
                lowering.operand_as(&operands[0], written, own),
                lowering.operand_as(&operands[1], written, own),
            );
            let operand = Operand {
                negate: 0,
                ..operands[2]
            };
            let third = lowering.operand_as(&operand, written, own.unsigned());
            (distance, third, [false, minus(2)])
        }
    };
    let width = written.len() as u8;
    let [left, right] = [left, right].map(|value| value.reinterpret(own.unsigned()).splat(width));
    match signs {
        [false, subtracts] => Some(Sum {
            subtracts,
            left,
            right,
        }),
        [true, false] => Some(Sum {
            subtracts: true,
            left: right,
            right: left,
        }),
        [true, true] => None,
    }
}

/// The absolute difference of two integers, without a sign.
pub(crate) fn distance(a: Expression, b: Expression) -> Expression {
    let own = a.ty.scalar.unsigned();
    let unsigned = |value: Expression| value.reinterpret(own);
    let below = Expression::less(a.clone(), b.clone());
    let (a, b) = (unsigned(a), unsigned(b));
    let (first, second) = (
        Expression::binary(Binary::Subtract, a.clone(), b.clone()),
        Expression::binary(Binary::Subtract, b, a),
    );
    Expression::select(below, second, first)
}
