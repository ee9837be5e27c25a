//! Moves of bits between words and longs.

use super::Kernel;
use super::pass::{One, Two, one, two};

struct Low;
impl One for Low {
    const WIDE: bool = true;
    type A = u64;
    type D = u32;

    #[inline(always)]
    fn of(a: u64) -> u32 {
        a as u32
    }
}

struct High;
impl One for High {
    const WIDE: bool = true;
    type A = u64;
    type D = u32;

    #[inline(always)]
    fn of(a: u64) -> u32 {
        (a >> 32) as u32
    }
}

struct Join;
impl Two for Join {
    const WIDE: bool = true;
    type A = u32;
    type B = u32;
    type D = u64;

    #[inline(always)]
    fn of(low: u32, high: u32) -> u64 {
        u64::from(low) | u64::from(high) << 32
    }
}

/// The kernel of the low word of a long.
pub(crate) const fn low() -> Kernel {
    one::<Low>
}

/// The kernel of the high word of a long.
pub(crate) const fn high() -> Kernel {
    one::<High>
}

/// The kernel of a long from its words.
pub(crate) const fn join() -> Kernel {
    two::<Join, 0>
}
