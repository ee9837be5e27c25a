//! The packing of a result on its way into a register.
//!
//! [`file_a`] is the packer of register file A (`pm` = 0), [`colour`] the converter behind the MUL ALU
//! (`pm` = 1). Sources: hardware vectors of doe300/VC4C for the first, a fit to a hardware picture (asurati,
//! d50.png) for the second. How ties round on the way to a half was never measured: they go to even here.

use super::float::{INFINITY, SIGN};

/// The value to be packed: the packer behaves differently for floats and for sums that overflowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnpackSource {
    /// The result of a float operation.
    Float,
    /// The result of an integer operation that did not overflow, and anything else.
    Integer,
    /// The result of an `add` that overflowed as a signed sum, with its carry out.
    OverflowedAdd(bool),
    /// The result of a `sub` that overflowed as a signed difference, with its borrow.
    OverflowedSub(bool),
}

impl UnpackSource {
    /// The source of an `add` of `a` and `b`.
    pub fn of_add(a: u32, b: u32) -> UnpackSource {
        match (a as i32).overflowing_add(b as i32).1 {
            true => UnpackSource::OverflowedAdd(a.overflowing_add(b).1),
            false => UnpackSource::Integer,
        }
    }

    /// The source of a `sub` of `a` and `b`.
    pub fn of_sub(a: u32, b: u32) -> UnpackSource {
        match (a as i32).overflowing_sub(b as i32).1 {
            true => UnpackSource::OverflowedSub(a < b),
            false => UnpackSource::Integer,
        }
    }

    /// The saturated value of an overflow: by the carry, so that `sub` saturates to the wrong side.
    fn saturated(self) -> Option<u32> {
        match self {
            UnpackSource::Float | UnpackSource::Integer => None,
            UnpackSource::OverflowedAdd(carry) | UnpackSource::OverflowedSub(carry) => {
                Some(if carry { 0x8000_0000 } else { 0x7fff_ffff })
            }
        }
    }
}

/// The word that register file A holds after `value` was written over `old` with pack `code` (4 bits).
pub fn file_a(code: u8, source: UnpackSource, value: u32, old: u32) -> u32 {
    let saturate = code & 8 != 0;
    match code & 7 {
        0 if !saturate => value,
        0 => source.saturated().unwrap_or(value),
        part @ (1 | 2) => {
            let half = match source {
                UnpackSource::Float => u32::from(to_half(value)),
                UnpackSource::Integer | UnpackSource::OverflowedAdd(_) | UnpackSource::OverflowedSub(_) => {
                    narrow(source, value, saturate, -0x8000, 0x7fff, |s| s >> 16) & 0xffff
                }
            };
            insert(old, half, 0xffff, 16 * u32::from(part - 1))
        }
        3 => narrow(source, value, saturate, 0, 255, |s| s) * 0x0101_0101,
        part => {
            let byte = narrow(source, value, saturate, 0, 255, |s| s);
            insert(old, byte, 0xff, 8 * u32::from(part - 4))
        }
    }
}

fn insert(old: u32, part: u32, mask: u32, shift: u32) -> u32 {
    (old & !(mask << shift)) | (part & mask) << shift
}

/// An integer narrowed to `low..=high`, as bytes or halves; `of_overflow` takes the part out of a saturated
/// 32-bit sum. For bytes the result is masked to eight bits.
fn narrow(
    source: UnpackSource,
    value: u32,
    saturate: bool,
    low: i32,
    high: i32,
    of_overflow: fn(u32) -> u32,
) -> u32 {
    let mask = if high == 255 { 0xff } else { 0xffff };
    let clamp = |x: u32| (x as i32).clamp(low, high) as u32;
    let part = match (source.saturated(), saturate) {
        (None, false) => value,
        (None, true) => clamp(value),
        (Some(limit), false) => of_overflow(limit),
        (Some(limit), true) => match source {
            UnpackSource::OverflowedSub(_) => clamp(limit),
            UnpackSource::Float | UnpackSource::Integer | UnpackSource::OverflowedAdd(_) => {
                // An overflowed sum that wrapped into the target range counts as inside it.
                let is_inside = (low..=high).contains(&(value as i32));
                if is_inside { of_overflow(limit) } else { 0 }
            }
        },
    };
    part & mask
}

/// A float as a half: rounded to nearest; results below the smallest normal half are +0, results beyond the
/// largest, infinities and NaN are infinities with the sign.
pub fn to_half(x: u32) -> u16 {
    let sign = (x >> 16 & 0x8000) as u16;
    let magnitude = x & !SIGN;
    if magnitude < 113 << 23 {
        return 0;
    }
    if magnitude >= INFINITY {
        return sign | 0x7c00;
    }
    let rebased = magnitude - (112 << 23);
    let rounded = (rebased + 0x0fff + (rebased >> 13 & 1)) >> 13;
    sign | rounded.min(0x7c00) as u16
}

/// The byte that a float colour becomes: clamped to 0..1, then scaled by the hardware's own approximation of
/// 255, `(t - (t >> 8) + 2) >> 2` with `t` = 1024 times the colour, truncated.
pub fn colour_byte(x: u32) -> u8 {
    if x & SIGN != 0 {
        return 0;
    }
    // At or above 1.0, infinity and NaN patterns included.
    let t = if x >= 0x3f80_0000 {
        1024
    } else {
        (f32::from_bits(x) * 1024.0) as u32
    };
    ((t - (t >> 8) + 2) >> 2) as u8
}

/// The word that a register holds after the MUL result `value` was written over `old` with colour pack `code`
/// (4 bits). Codes 11 to 15, which the manual does not give, do what 3 to 7 do, as shaders show that hold them;
/// 1, 2 and 8 to 10 leave the value alone.
pub fn colour(code: u8, value: u32, old: u32) -> u32 {
    match code & 7 {
        3 => u32::from(colour_byte(value)) * 0x0101_0101,
        byte @ 4..=7 => insert(old, u32::from(colour_byte(value)), 0xff, 8 * u32::from(byte - 4)),
        _ => value,
    }
}
