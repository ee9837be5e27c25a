//! Floating-point operations of both ALUs, one element.
//!
//! Sums and products are exact results truncated toward zero. Sources: hardware vectors of doe300/VC4C; the
//! truncation of `fsub` also from VC4CL's page on numerical compliance (43b35547 - 4043378e = 43b1ced7).

use super::Outcome;

/// The sign bit.
pub const SIGN: u32 = 0x8000_0000;
/// The bits of +infinity, which also are the exponent field.
pub const INFINITY: u32 = 0x7f80_0000;
const MANTISSA: u32 = 0x007f_ffff;

const fn exponent(x: u32) -> u32 {
    (x >> 23) & 0xff
}

/// The mantissa with its hidden bit; only for operands that are neither zero nor denormal.
const fn significand(x: u32) -> u32 {
    (x & MANTISSA) | 0x0080_0000
}

/// `a + b`. C = result greater than zero.
pub fn fadd(a: u32, b: u32) -> Outcome {
    let value = sum(a, b);
    Outcome::new(value, (value as i32) > 0)
}

/// `a - b`: the sign of `b` is flipped first, a NaN's too. C = result greater than zero.
pub fn fsub(a: u32, b: u32) -> Outcome {
    fadd(a, b ^ SIGN)
}

fn sum(a: u32, b: u32) -> u32 {
    // The second operand is looked at first: of two NaN or infinities its sign wins.
    if exponent(b) == 255 {
        return (b & SIGN) | INFINITY;
    }
    if exponent(a) == 255 {
        return (a & SIGN) | INFINITY;
    }
    match (exponent(a) == 0, exponent(b) == 0) {
        (true, true) => return 0,
        (true, false) => return b,
        (false, true) => return a,
        (false, false) => {}
    }
    let (large, small) = if a & !SIGN >= b & !SIGN { (a, b) } else { (b, a) };
    let distance = exponent(large) - exponent(small);
    // Forty places to the right of the larger significand; whatever falls off there only has to be known as
    // "more than nothing" to truncate a difference rightly.
    let top = u128::from(significand(large)) << 40;
    let low = u128::from(significand(small)) << 40;
    let shifted = if distance > 60 { 0 } else { low >> distance };
    let sticky = distance > 60 || (shifted << distance) != low;
    let magnitude = if (a ^ b) & SIGN == 0 {
        top + shifted
    } else {
        top - shifted - u128::from(sticky)
    };
    assemble(large & SIGN, exponent(large) as i32, magnitude, 40)
}

/// Truncates `magnitude * 2^-fraction` (in units of the last place of a float with that exponent) to a float;
/// overflow gives infinity, a denormal +0.
fn assemble(sign: u32, exponent: i32, magnitude: u128, fraction: u32) -> u32 {
    if magnitude == 0 {
        return 0;
    }
    let width = 128 - magnitude.leading_zeros();
    let exponent = exponent + width as i32 - (24 + fraction) as i32;
    let significand = if width > 24 {
        (magnitude >> (width - 24)) as u32
    } else {
        (magnitude as u32) << (24 - width)
    };
    match exponent {
        ..=0 => 0,
        255.. => sign | INFINITY,
        _ => sign | (exponent as u32) << 23 | (significand & MANTISSA),
    }
}

/// `a * b`. A zero or denormal operand gives +0, even against a NaN; otherwise a NaN or infinity gives an
/// infinity with the exclusive or of the signs; a denormal product is +0.
///
/// C = result greater than zero, as for the other float operations: no public measurement of MUL flags exists.
/// That inexact products are truncated is VC4CL's statement.
pub fn fmul(a: u32, b: u32) -> Outcome {
    let value = product(a, b);
    Outcome::new(value, (value as i32) > 0)
}

fn product(a: u32, b: u32) -> u32 {
    if exponent(a) == 0 || exponent(b) == 0 {
        return 0;
    }
    let sign = (a ^ b) & SIGN;
    if exponent(a) == 255 || exponent(b) == 255 {
        return sign | INFINITY;
    }
    let magnitude = u128::from(significand(a)) * u128::from(significand(b));
    assemble(sign, exponent(a) as i32 + exponent(b) as i32 - 127, magnitude, 23)
}

/// A float as an integer that orders like it: sign and magnitude, -0 equal to +0, NaN beyond infinity,
/// denormals kept apart.
#[inline]
const fn order(x: u32) -> i32 {
    let magnitude = (x & !SIGN) as i32;
    if x & SIGN == 0 { magnitude } else { -magnitude }
}

/// The smaller; of equals the first. C = `a` greater than `b`.
#[inline]
pub fn fmin(a: u32, b: u32) -> Outcome {
    let greater = order(a) > order(b);
    Outcome::new(if greater { b } else { a }, greater)
}

/// The larger; of equals the second. C = `a` greater than `b`.
#[inline]
pub fn fmax(a: u32, b: u32) -> Outcome {
    let greater = order(a) > order(b);
    Outcome::new(if greater { a } else { b }, greater)
}

/// The smaller magnitude. C = `|a|` greater than `|b|`.
#[inline]
pub fn fminabs(a: u32, b: u32) -> Outcome {
    let (a, b) = (a & !SIGN, b & !SIGN);
    Outcome::new(a.min(b), a > b)
}

/// The larger magnitude. C = `|a|` greater than `|b|`.
#[inline]
pub fn fmaxabs(a: u32, b: u32) -> Outcome {
    let (a, b) = (a & !SIGN, b & !SIGN);
    Outcome::new(a.max(b), a > b)
}

/// Float to signed integer, toward zero. What does not fit (NaN, infinity, a magnitude of 2^31 or more) gives
/// 0, but the largest finite float of either sign gives 80000000. C = 0.
///
/// The exception is a remark of VC4C's authors from tests of theirs; the published vectors do not reach it.
#[inline]
pub fn ftoi(a: u32) -> Outcome {
    let magnitude = a & !SIGN;
    let value = match exponent(a) {
        ..127 => 0,
        127..=157 => {
            let shift = exponent(a) as i32 - 150;
            let integer = if shift < 0 {
                significand(a) >> -shift
            } else {
                significand(a) << shift
            };
            if a & SIGN == 0 {
                integer
            } else {
                integer.wrapping_neg()
            }
        }
        _ if magnitude == 0x7f7f_ffff => 0x8000_0000,
        _ => 0,
    };
    Outcome::new(value, false)
}

/// Signed integer to float, truncated toward zero. C = operand greater than zero.
#[inline]
pub fn itof(a: u32) -> Outcome {
    let positive = (a as i32) > 0;
    let magnitude = u128::from((a as i32).unsigned_abs());
    Outcome::new(assemble(a & SIGN, 150, magnitude, 0), positive)
}
