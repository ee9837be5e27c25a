//! Constants that an ALU can make out of one small immediate given to both of its inputs.
//!
//! `mov r0, 64; mov r1, 4` has room for one small immediate only; `shl r0, 4, 4` makes the other one.

use quadrille_isa::qpu::{AddOp, MulOp, SmallImmediate};

/// ADD operations in the order in which they are tried, after the plain value itself.
const ADD: &[AddOp] = &[
    AddOp::Add,
    AddOp::Shl,
    AddOp::Ftoi,
    AddOp::Not,
    AddOp::Shr,
    AddOp::Clz,
    AddOp::Ror,
    AddOp::Itof,
    AddOp::Fadd,
    AddOp::V8adds,
];

/// MUL operations, likewise.
const MUL: &[MulOp] = &[MulOp::V8adds, MulOp::Mul24, MulOp::Fmul, MulOp::V8muld];

/// The ways to make `value` in the ADD ALU: operation and small immediate.
pub(super) fn in_add(value: u32) -> impl Iterator<Item = (AddOp, SmallImmediate)> {
    let plain = SmallImmediate::of_value(value).map(|code| (AddOp::Or, code));
    plain.into_iter().chain(ADD.iter().flat_map(move |op| {
        codes()
            .filter(move |code| add(*op, code.value()) == value)
            .map(move |code| (*op, code))
    }))
}

/// The ways to make `value` in the MUL ALU.
pub(super) fn in_mul(value: u32) -> impl Iterator<Item = (MulOp, SmallImmediate)> {
    let plain = SmallImmediate::of_value(value).map(|code| (MulOp::V8min, code));
    plain.into_iter().chain(MUL.iter().flat_map(move |op| {
        codes()
            .filter(move |code| mul(*op, code.value()) == value)
            .map(move |code| (*op, code))
    }))
}

fn codes() -> impl Iterator<Item = SmallImmediate> {
    (0..48).map(SmallImmediate::from_bits)
}

/// `x op x` for the operations of [`ADD`]. Small immediates are small integers and powers of two, for
/// which every float operation here is exact.
fn add(op: AddOp, x: u32) -> u32 {
    let float = f32::from_bits(x);
    match op {
        AddOp::Add => x.wrapping_add(x),
        AddOp::Shl => x << (x & 31),
        AddOp::Ftoi if is_power(x) => float as i32 as u32,
        AddOp::Not => !x,
        AddOp::Shr => x >> (x & 31),
        AddOp::Clz => x.leading_zeros(),
        AddOp::Ror => x.rotate_right(x & 31),
        AddOp::Itof => (x as i32 as f32).to_bits(),
        AddOp::Fadd if is_power(x) => (float + float).to_bits(),
        AddOp::V8adds => bytes(x, |byte| byte.saturating_add(byte)),
        _ => 0,
    }
}

fn mul(op: MulOp, x: u32) -> u32 {
    match op {
        MulOp::V8adds => bytes(x, |byte| byte.saturating_add(byte)),
        MulOp::Mul24 => (x & 0xff_ffff).wrapping_mul(x & 0xff_ffff),
        MulOp::Fmul if is_power(x) => (f32::from_bits(x) * f32::from_bits(x)).to_bits(),
        MulOp::V8muld => bytes(x, |byte| ((u32::from(byte) * u32::from(byte) + 127) / 255) as u8),
        _ => 0,
    }
}

/// Whether the small immediate is one of the floats.
fn is_power(x: u32) -> bool {
    x > 15 && x < 0xffff_fff0
}

fn bytes(x: u32, map: impl Fn(u8) -> u8) -> u32 {
    u32::from_le_bytes(x.to_le_bytes().map(map))
}

#[cfg(test)]
mod tests {
    use super::{in_add, in_mul};
    use quadrille_isa::qpu::{AddOp, MulOp, SmallImmediate};

    /// source: the table of small immediate values in vc4asm's documentation (64 from 4 by shl, from 8 by
    /// mul24; 1 from -2 by not; 255 from -8 by shr).
    #[test]
    fn published_ways_are_found() {
        let code = SmallImmediate::from_bits;
        assert!(in_add(64).any(|way| way == (AddOp::Shl, code(4))));
        assert!(in_mul(64).any(|way| way == (MulOp::Mul24, code(8))));
        assert!(in_add(1).any(|way| way == (AddOp::Not, code(30))));
        assert!(in_add(255).any(|way| way == (AddOp::Shr, code(24))));
        assert_eq!(in_add(7).next(), Some((AddOp::Or, code(7))));
        assert_eq!(in_add(0x1234_5678).next(), None);
    }
}
