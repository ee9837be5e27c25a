//! Operations on four unsigned bytes at once, one element. C = 0 for all of them.
//!
//! Source: hardware vectors of doe300/VC4C.

use super::Outcome;

#[inline]
fn each(a: u32, b: u32, f: impl Fn(u32, u32) -> u32) -> Outcome {
    let byte = |n: u32| f(a >> (8 * n) & 0xff, b >> (8 * n) & 0xff) << (8 * n);
    Outcome::new(byte(0) | byte(1) | byte(2) | byte(3), false)
}

/// Sums that stop at 255.
#[inline]
pub fn v8adds(a: u32, b: u32) -> Outcome {
    each(a, b, |x, y| (x + y).min(255))
}

/// Differences that stop at 0.
#[inline]
pub fn v8subs(a: u32, b: u32) -> Outcome {
    each(a, b, |x, y| x.saturating_sub(y))
}

/// Smaller bytes.
#[inline]
pub fn v8min(a: u32, b: u32) -> Outcome {
    each(a, b, |x, y| x.min(y))
}

/// Larger bytes.
#[inline]
pub fn v8max(a: u32, b: u32) -> Outcome {
    each(a, b, |x, y| x.max(y))
}

/// Products of fractions of 255: `(x*y + 127) / 255`.
#[inline]
pub fn v8muld(a: u32, b: u32) -> Outcome {
    each(a, b, |x, y| (x * y + 127) / 255)
}
