//! Truth values: choices by them, and what is made of them.

use super::Kernel;
use super::function::{And, Complement, Or};
use super::pass::{Three, one, three, two};
use crate::plane::Element;

/// `b` where `a` holds, else `c`.
struct Select<E>(std::marker::PhantomData<E>);
impl<E: Element> Three for Select<E> {
    const WIDE: bool = true;
    type A = u32;
    type B = E;
    type C = E;
    type D = E;

    #[inline(always)]
    fn of(a: u32, b: E, c: E) -> E {
        if a != 0 { b } else { c }
    }
}

/// The kernel of a choice between words. Bit 1 of `uniform` says that the first is the same in all lanes, bit 2 that the
/// second is.
pub(crate) fn select(uniform: u8) -> Kernel {
    match uniform & 6 {
        2 => three::<Select<u32>, 2>,
        4 => three::<Select<u32>, 4>,
        6 => three::<Select<u32>, 6>,
        _ => three::<Select<u32>, 0>,
    }
}

/// The kernel of a choice between longs.
pub(crate) const fn select_long() -> Kernel {
    three::<Select<u64>, 0>
}

/// The kernel of both truths.
pub(crate) const fn and() -> Kernel {
    two::<And<u32>, 0>
}

/// The kernel of either truth.
pub(crate) const fn or() -> Kernel {
    two::<Or<u32>, 0>
}

/// The kernel of the other truth.
pub(crate) const fn not() -> Kernel {
    one::<Complement<u32>>
}
