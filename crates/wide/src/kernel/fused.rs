//! Steps that take the place of several: a product and what it is added to, a comparison and the choice by it. Each
//! rounds as often as the steps that it replaces.

use quadrille_scalar::FloatCompare;

use super::Kernel;
use super::any_nan::AnyNan;
use super::function::{MultiplyAdd, MultiplySubtract, SubtractProduct};
use super::pass::{Four, four, three};

/// The place of a product in a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Product {
    /// `a·b + c`
    Plus,
    /// `a·b − c`
    Minus,
    /// `c − a·b`
    Subtracted,
}

/// The kernel of a product, rounded, in a sum. Bit 1 of `uniform` says that `b` is the same in all lanes, bit 2 that `c`
/// is; where `a` is, exchange it with `b`.
pub(crate) fn multiply_add(product: Product, uniform: u8) -> Kernel {
    macro_rules! forms {
        ($function:ident) => {
            match uniform & 6 {
                2 => three::<$function<AnyNan>, 2> as Kernel,
                4 => three::<$function<AnyNan>, 4> as Kernel,
                6 => three::<$function<AnyNan>, 6> as Kernel,
                _ => three::<$function<AnyNan>, 0> as Kernel,
            }
        };
    }
    match product {
        Product::Plus => forms!(MultiplyAdd),
        Product::Minus => forms!(MultiplySubtract),
        Product::Subtracted => forms!(SubtractProduct),
    }
}

struct Compared<const OP: u8>;

impl<const OP: u8> Four for Compared<OP> {
    const WIDE: bool = true;
    type A = u32;

    #[inline(always)]
    fn of([a, b, when, otherwise]: [u32; 4]) -> u32 {
        let (a, b) = (f32::from_bits(a), f32::from_bits(b));
        let holds = match OP {
            0 => a < b,
            1 => a <= b,
            _ => a == b,
        };
        if holds { when } else { otherwise }
    }
}

/// The kernel of a choice by a comparison of two floats: `a`, `b`, the value where it holds, and where it does not.
pub(crate) fn select_compared(op: FloatCompare) -> Option<Kernel> {
    match op {
        FloatCompare::Less => Some(four::<Compared<0>>),
        FloatCompare::LessOrEqual => Some(four::<Compared<1>>),
        FloatCompare::Equal => Some(four::<Compared<2>>),
        FloatCompare::LessInTotalOrder => None,
    }
}
