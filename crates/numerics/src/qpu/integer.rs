//! Integer and bit operations of the ADD ALU and the 24-bit product of the MUL ALU, one element.
//!
//! Source: hardware vectors of doe300/VC4C, flags included, but for [`mul24`], whose flags were never measured.

use super::Outcome;

/// `a + b` modulo 2^32. C = carry out.
#[inline]
pub fn add(a: u32, b: u32) -> Outcome {
    let (value, carry) = a.overflowing_add(b);
    Outcome::new(value, carry)
}

/// `a - b` modulo 2^32. C = borrow: `a` less than `b`, unsigned.
#[inline]
pub fn sub(a: u32, b: u32) -> Outcome {
    Outcome::new(a.wrapping_sub(b), a < b)
}

/// Logical shift right by the low five bits of `b`. C = the last bit shifted out, 0 for a count of 0.
#[inline]
pub fn shr(a: u32, b: u32) -> Outcome {
    Outcome::new(a >> (b & 31), shifted_out_right(a, b))
}

/// Arithmetic shift right by the low five bits of `b`. C = the last bit shifted out, 0 for a count of 0.
#[inline]
pub fn asr(a: u32, b: u32) -> Outcome {
    Outcome::new(((a as i32) >> (b & 31)) as u32, shifted_out_right(a, b))
}

#[inline]
fn shifted_out_right(a: u32, b: u32) -> bool {
    ((u64::from(a) << 1) >> (b & 31)) & 1 != 0
}

/// Rotation to the right by the low five bits of `b`. C = 0.
#[inline]
pub fn ror(a: u32, b: u32) -> Outcome {
    Outcome::new(a.rotate_right(b & 31), false)
}

/// Shift left by the low five bits of `b`. C = the last bit shifted out, 0 for a count of 0.
#[inline]
pub fn shl(a: u32, b: u32) -> Outcome {
    let wide = u64::from(a) << (b & 31);
    Outcome::new(wide as u32, wide >> 32 & 1 != 0)
}

/// The smaller as signed integers. C = `a` greater than `b`.
#[inline]
pub fn min(a: u32, b: u32) -> Outcome {
    Outcome::new((a as i32).min(b as i32) as u32, (a as i32) > (b as i32))
}

/// The larger as signed integers. C = `a` greater than `b`.
#[inline]
pub fn max(a: u32, b: u32) -> Outcome {
    Outcome::new((a as i32).max(b as i32) as u32, (a as i32) > (b as i32))
}

/// Bitwise and. C = 0.
#[inline]
pub fn and(a: u32, b: u32) -> Outcome {
    Outcome::new(a & b, false)
}

/// Bitwise or. C = 0.
#[inline]
pub fn or(a: u32, b: u32) -> Outcome {
    Outcome::new(a | b, false)
}

/// Bitwise exclusive or. C = 0.
#[inline]
pub fn xor(a: u32, b: u32) -> Outcome {
    Outcome::new(a ^ b, false)
}

/// Bitwise complement. C = 0.
#[inline]
pub fn not(a: u32) -> Outcome {
    Outcome::new(!a, false)
}

/// Leading zeros; 32 for zero. C = 0.
#[inline]
pub fn clz(a: u32) -> Outcome {
    Outcome::new(a.leading_zeros(), false)
}

/// The low 32 bits of the product of the low 24 bits of each.
///
/// C = the product exceeds 32 bits, as VC4C has it; vc4asm's manual says 24 bits, and nobody published a
/// measurement.
#[inline]
pub fn mul24(a: u32, b: u32) -> Outcome {
    let product = u64::from(a & 0x00ff_ffff) * u64::from(b & 0x00ff_ffff);
    Outcome::new(product as u32, product > 0xffff_ffff)
}
