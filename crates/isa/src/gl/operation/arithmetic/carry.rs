//! The flags that only integer sums set.

use quadrille_numerics::lane::{Int, Mask};

use super::ArithmeticOp;

/// The flags of a condition code that only integer additions and subtractions set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Carry<M> {
    /// CF: an unsigned sum does not fit, or an unsigned difference is not negative.
    pub carry: M,
    /// OF: the signed sum or difference does not fit.
    pub overflow: M,
}

/// The addends of an integer operation that sets carry and overflow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Addition {
    /// ADD: both operands.
    Sum,
    /// SUB: the first operand and the second's opposite.
    Difference,
    /// MAD: the product and the third operand.
    ProductSum,
    /// SAD: the distance and the third operand.
    DistanceSum,
}

impl Addition {
    /// Whether each of both addends carries a minus sign, by the operands that do.
    const fn minus(self, [a, b, c]: [bool; 3]) -> [bool; 2] {
        match self {
            Addition::Sum => [a, b],
            Addition::Difference => [a, !b],
            Addition::ProductSum => [a != b, c],
            Addition::DistanceSum => [false, c],
        }
    }

    /// Whether carry and overflow are undefined because both addends carry a minus sign (NV_gpu_program4
    /// 2.X.4.3). `negated` says which operands do.
    pub const fn is_undefined(self, negated: [bool; 3]) -> bool {
        matches!(self.minus(negated), [true, true])
    }

    fn addends<I: Int>(self, [a, b, c]: [I; 3]) -> [I; 2] {
        match self {
            Addition::Sum => [a, b],
            Addition::Difference => [a, b.negate()],
            Addition::ProductSum => [a.multiply(b), c],
            Addition::DistanceSum => [a.distance(b), c],
        }
    }
}

/// Carry and overflow of one component (NV_gpu_program4 2.X.4.3); both clear for operations that add nothing.
///
/// `operands` are the component's operands as the operation gets them; `negated` says which of them carry a
/// minus sign. Minus signs turn additions into subtractions, so they are taken off first; for `−a − b`, which
/// the specification leaves undefined, both flags are clear.
pub fn carry<I: Int>(operation: ArithmeticOp, operands: [I; 3], negated: [bool; 3]) -> Carry<I::Mask> {
    let clear = Carry {
        carry: I::Mask::constant(false),
        overflow: I::Mask::constant(false),
    };
    let Some(addition) = operation.addition() else {
        return clear;
    };
    let [left, right] = addition.addends(operands);
    match addition.minus(negated) {
        [false, false] => Carry {
            carry: left.carry(right),
            overflow: left.overflow(right),
        },
        [false, true] => difference(left, right.negate()),
        [true, false] => difference(right, left.negate()),
        [true, true] => clear,
    }
}

fn difference<I: Int>(a: I, b: I) -> Carry<I::Mask> {
    Carry {
        carry: a.no_borrow(b),
        overflow: a.overflow_of_difference(b),
    }
}
