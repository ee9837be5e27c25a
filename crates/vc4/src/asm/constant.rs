//! Constants that an ALU can make out of one small immediate given to both of its inputs.
//!
//! `mov r0, 64; mov r1, 4` has room for one small immediate only; `shl r0, 4, 4` makes the other one.

use quadrille_isa::qpu::{AddOp, MulOp, SmallImmediate};
use quadrille_numerics::qpu::{Outcome, bytes, float, integer};

/// An operation of either ALU, given one number twice.
type Ways<Op> = &'static [(Op, fn(u32) -> Outcome)];

/// ADD operations in the order in which they are tried, after the plain value itself.
const ADD: Ways<AddOp> = &[
    (AddOp::V8adds, |x| bytes::v8adds(x, x)),
    (AddOp::Add, |x| integer::add(x, x)),
    (AddOp::Shl, |x| integer::shl(x, x)),
    (AddOp::Ftoi, float::ftoi),
    (AddOp::Not, integer::not),
    (AddOp::Shr, |x| integer::shr(x, x)),
    (AddOp::Clz, integer::clz),
    (AddOp::Ror, |x| integer::ror(x, x)),
    (AddOp::Itof, float::itof),
    (AddOp::Fadd, |x| float::fadd(x, x)),
    (AddOp::Fsub, |x| float::fsub(x, x)),
];

/// MUL operations, likewise.
const MUL: Ways<MulOp> = &[
    (MulOp::V8adds, |x| bytes::v8adds(x, x)),
    (MulOp::Mul24, |x| integer::mul24(x, x)),
    (MulOp::Fmul, |x| float::fmul(x, x)),
    (MulOp::V8muld, |x| bytes::v8muld(x, x)),
];

/// The ways to make `value` in the ADD ALU: operation and small immediate.
pub(super) fn in_add(value: u32) -> impl Iterator<Item = (AddOp, SmallImmediate)> {
    ways(ADD, AddOp::Or, value)
}

/// The ways to make `value` in the MUL ALU.
pub(super) fn in_mul(value: u32) -> impl Iterator<Item = (MulOp, SmallImmediate)> {
    ways(MUL, MulOp::V8min, value)
}

fn ways<Op: Copy>(ways: Ways<Op>, plain: Op, value: u32) -> impl Iterator<Item = (Op, SmallImmediate)> {
    let plain = SmallImmediate::of_value(value).map(|code| (plain, code));
    plain.into_iter().chain(ways.iter().flat_map(move |(op, of)| {
        (0..48)
            .map(SmallImmediate::from_bits)
            .filter(move |code| of(code.value()).value == value)
            .map(move |code| (*op, code))
    }))
}

#[cfg(test)]
mod tests {
    use super::{in_add, in_mul};
    use quadrille_isa::qpu::{AddOp, MulOp, SmallImmediate};

    /// source: the table of small immediate values in vc4asm's documentation (64 from 4 by shl, from 8 by
    /// mul24; 1 from -2 by not; 255 from -8 by shr; 16 from 8 by v8adds; infinity from -1 by fsub and fmul).
    #[test]
    fn published_ways_are_found() {
        let code = SmallImmediate::from_bits;
        assert!(in_add(64).any(|way| way == (AddOp::Shl, code(4))));
        assert!(in_mul(64).any(|way| way == (MulOp::Mul24, code(8))));
        assert!(in_add(1).any(|way| way == (AddOp::Not, code(30))));
        assert!(in_add(255).any(|way| way == (AddOp::Shr, code(24))));
        assert_eq!(in_add(16).next(), Some((AddOp::V8adds, code(8))));
        assert!(in_add(0x7f80_0000).any(|way| way == (AddOp::Fsub, code(31))));
        assert!(in_mul(0x7f80_0000).any(|way| way == (MulOp::Fmul, code(31))));
        assert_eq!(in_add(7).next(), Some((AddOp::Or, code(7))));
        assert_eq!(in_add(0x1234_5678).next(), None);
    }
}
