//! The building blocks of bodies over integers.

use quadrille_numerics::lane::{Int, Mask};

use super::Comparison;

/// MUL.S24 and MUL.U24; operands beyond 24 bits, for which it is undefined, count with their low 24 bits.
pub(super) fn multiply24<I: Int>(a: I, b: I) -> I {
    let low = |value: I| value.extract(I::constant(24), I::constant(0));
    low(a).multiply(low(b))
}

pub(super) fn set<I: Int>(comparison: Comparison, a: I, b: I) -> I {
    let mask = match comparison {
        Comparison::False => I::Mask::constant(false),
        Comparison::Equal => a.equal(b),
        Comparison::NotEqual => !a.equal(b),
        Comparison::Less => a.less(b),
        Comparison::LessOrEqual => !b.less(a),
        Comparison::Greater => b.less(a),
        Comparison::GreaterOrEqual => !a.less(b),
        Comparison::True => I::Mask::constant(true),
    };
    I::select(mask, I::constant(-1), I::constant(0))
}
