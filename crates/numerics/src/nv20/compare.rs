//! Comparisons in the total order of bit patterns: -NaN < -Inf < ... < -0 < +0 < ... < +Inf < +NaN.

use super::ONE;

/// A signed integer in the order of the numbers.
#[inline(always)]
const fn key(x: u32) -> i32 {
    let x = x as i32;
    x ^ ((x >> 31) as u32 >> 1) as i32
}

/// Whether `a` comes before `b`.
#[inline(always)]
pub const fn is_less(a: u32, b: u32) -> bool {
    key(a) < key(b)
}

/// The operand that comes first, bit for bit.
#[inline(always)]
pub const fn minimum(a: u32, b: u32) -> u32 {
    if is_less(a, b) { a } else { b }
}

/// The operand that comes last, bit for bit.
#[inline(always)]
pub const fn maximum(a: u32, b: u32) -> u32 {
    if is_less(a, b) { b } else { a }
}

/// SLT: 1.0 if `a` comes before `b`, else +0.
#[inline(always)]
pub const fn set_less_than(a: u32, b: u32) -> u32 {
    if is_less(a, b) { ONE } else { 0 }
}

/// SGE: +0 if `a` comes before `b`, else 1.0.
#[inline(always)]
pub const fn set_greater_equal(a: u32, b: u32) -> u32 {
    if is_less(a, b) { 0 } else { ONE }
}
