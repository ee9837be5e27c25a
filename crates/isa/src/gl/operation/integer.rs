//! The meaning of every arithmetic operation on integers, written once for every size and sign.

use quadrille_numerics::lane::{Int, Mask};

use super::{Comparison, Operation};

/// The result of an arithmetic operation on integers; `None` for an operation that is not one.
///
/// Operands stand in written order; a scalar operand stands in all four components. SAD's third operand and
/// result are unsigned: their bits are taken as they are.
pub fn evaluate_integer<I: Int>(operation: Operation, operands: [[I; 4]; 3]) -> Option<[I; 4]> {
    let [a, b, c] = operands;
    let each1 = |f: fn(I) -> I| a.map(f);
    let each2 = |f: fn(I, I) -> I| std::array::from_fn(|i| f(a[i], b[i]));
    let each3 = |f: fn(I, I, I) -> I| std::array::from_fn(|i| f(a[i], b[i], c[i]));
    Some(match operation {
        Operation::Move | Operation::Floor | Operation::Ceiling | Operation::Truncate | Operation::Round => a,
        Operation::Absolute => each1(I::magnitude),
        Operation::Add => each2(I::add),
        Operation::Subtract => each2(I::subtract),
        Operation::Multiply => each2(I::multiply),
        Operation::MultiplyHigh => each2(I::multiply_high),
        Operation::Multiply24 => each2(multiply24),
        Operation::MultiplyAdd => each3(|a, b, c| a.multiply(b).add(c)),
        Operation::Divide => each2(I::divide),
        Operation::Modulo => each2(I::remainder),
        Operation::SumOfAbsoluteDifference => each3(|a, b, c| a.distance(b).add(c)),
        Operation::Compare => each3(|a, b, c| I::select(a.less(I::constant(0)), b, c)),
        Operation::Maximum => each2(|a, b| I::select(b.less(a), a, b)),
        Operation::Minimum => each2(|a, b| I::select(b.less(a), b, a)),
        Operation::Set(comparison) => std::array::from_fn(|i| set(comparison, a[i], b[i])),
        Operation::And => each2(|a, b| a & b),
        Operation::Or => each2(|a, b| a | b),
        Operation::Xor => each2(|a, b| a ^ b),
        Operation::Not => each1(|a| !a),
        Operation::ShiftLeft => each2(I::shift_left),
        Operation::ShiftRight => each2(I::shift_right),
        Operation::BitFieldExtract => b.map(|value| value.extract(a[0], a[1])),
        Operation::BitFieldInsert => std::array::from_fn(|i| c[i].insert(b[i], a[0], a[1])),
        Operation::BitReverse => each1(I::reverse),
        Operation::BitCount => each1(I::count),
        Operation::LeastBit => each1(I::lowest),
        Operation::MostBit => each1(I::highest),
        _ => return None,
    })
}

/// The flags of a condition code that only integer additions and subtractions set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Carry<M> {
    /// CF: an unsigned sum does not fit, or an unsigned difference is not negative.
    pub carry: M,
    /// OF: the signed sum or difference does not fit.
    pub overflow: M,
}

/// Carry and overflow of one component (NV_gpu_program4 2.X.4.3); both clear for operations other than ADD,
/// SUB, MAD and SAD.
///
/// `operands` are the component's operands as the operation gets them; `negated` says which of them carry a
/// minus sign. Minus signs turn additions into subtractions, so they are taken off first; for `−a − b`, which
/// the specification leaves undefined, both flags are clear. MAD adds its third operand to the product, SAD
/// to the distance.
pub fn carry<I: Int>(operation: Operation, operands: [I; 3], negated: [bool; 3]) -> Carry<I::Mask> {
    let [a, b, c] = operands;
    let (left, right, minus_left, minus_right) = match operation {
        Operation::Add => (a, b, negated[0], negated[1]),
        Operation::Subtract => (a, b.negate(), negated[0], !negated[1]),
        Operation::MultiplyAdd => (a.multiply(b), c, negated[0] != negated[1], negated[2]),
        Operation::SumOfAbsoluteDifference => (a.distance(b), c, false, negated[2]),
        _ => {
            return Carry {
                carry: I::Mask::constant(false),
                overflow: I::Mask::constant(false),
            };
        }
    };
    match (minus_left, minus_right) {
        (false, false) => Carry {
            carry: left.carry(right),
            overflow: left.overflow(right),
        },
        (false, true) => difference(left, right.negate()),
        (true, false) => difference(right, left.negate()),
        (true, true) => Carry {
            carry: I::Mask::constant(false),
            overflow: I::Mask::constant(false),
        },
    }
}

fn difference<I: Int>(a: I, b: I) -> Carry<I::Mask> {
    Carry {
        carry: a.no_borrow(b),
        overflow: a.overflow_of_difference(b),
    }
}

/// MUL.S24 and MUL.U24; operands beyond 24 bits, for which it is undefined, count with their low 24 bits.
fn multiply24<I: Int>(a: I, b: I) -> I {
    let low = |value: I| value.extract(I::constant(24), I::constant(0));
    low(a).multiply(low(b))
}

fn set<I: Int>(comparison: Comparison, a: I, b: I) -> I {
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
