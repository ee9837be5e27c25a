//! Several numbers side by side: a lane type made of another.
//!
//! Plain arrays, so that the compiler may use whatever vector unit the target has; the results are those of
//! the scalar type, bit for bit.

use std::array::from_fn;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};

use super::{Bits, Float, Int, Mask};

/// `N` numbers of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Wide<L, const N: usize>(pub [L; N]);

/// `N` truth values.
#[derive(Clone, Copy, Debug)]
pub struct WideMask<M, const N: usize>(pub [M; N]);

impl<M: Mask, const N: usize> Mask for WideMask<M, N> {
    fn constant(value: bool) -> Self {
        WideMask([M::constant(value); N])
    }
}

macro_rules! operators {
    ($($wide:ident: $bound:ident, $trait:ident $method:ident;)*) => {
        $(impl<L: $bound, const N: usize> $trait for $wide<L, N> {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                $wide(from_fn(|i| $trait::$method(self.0[i], other.0[i])))
            }
        })*
    };
}

operators! {
    WideMask: Mask, BitAnd bitand;
    WideMask: Mask, BitOr bitor;
    Wide: Float, Add add;
    Wide: Float, Sub sub;
    Wide: Float, Mul mul;
    Wide: Float, Div div;
    Wide: Int, BitAnd bitand;
    Wide: Int, BitOr bitor;
    Wide: Int, BitXor bitxor;
}

impl<M: Mask, const N: usize> Not for WideMask<M, N> {
    type Output = Self;
    fn not(self) -> Self {
        WideMask(self.0.map(|mask| !mask))
    }
}

impl<L: Int, const N: usize> Not for Wide<L, N> {
    type Output = Self;
    fn not(self) -> Self {
        Wide(self.0.map(|value| !value))
    }
}

impl<L: Float, const N: usize> Neg for Wide<L, N> {
    type Output = Self;
    fn neg(self) -> Self {
        Wide(self.0.map(|value| -value))
    }
}

impl<L: Bits, const N: usize> Bits for Wide<L, N> {
    type Mask = WideMask<L::Mask, N>;

    fn select(mask: Self::Mask, when: Self, otherwise: Self) -> Self {
        Wide(from_fn(|i| L::select(mask.0[i], when.0[i], otherwise.0[i])))
    }
}

macro_rules! each {
    (unary $bound:ident: $($method:ident)*) => {
        $(fn $method(self) -> Self {
            Wide(self.0.map($bound::$method))
        })*
    };
    (binary $bound:ident: $($method:ident)*) => {
        $(fn $method(self, other: Self) -> Self {
            Wide(from_fn(|i| $bound::$method(self.0[i], other.0[i])))
        })*
    };
    (ternary $bound:ident: $($method:ident)*) => {
        $(fn $method(self, other: Self, third: Self) -> Self {
            Wide(from_fn(|i| $bound::$method(self.0[i], other.0[i], third.0[i])))
        })*
    };
    (compare $bound:ident: $($method:ident)*) => {
        $(fn $method(self, other: Self) -> Self::Mask {
            WideMask(from_fn(|i| $bound::$method(self.0[i], other.0[i])))
        })*
    };
}

impl<L: Float, const N: usize> Float for Wide<L, N> {
    type Signed = Wide<L::Signed, N>;

    fn constant(value: f64) -> Self {
        Wide([L::constant(value); N])
    }
    fn below_one() -> Self {
        Wide([L::below_one(); N])
    }
    fn is_nan(self) -> Self::Mask {
        WideMask(self.0.map(L::is_nan))
    }
    fn to_signed(self) -> Self::Signed {
        Wide(self.0.map(L::to_signed))
    }
    each! { unary Float: admit magnitude floor ceiling truncate round reciprocal reciprocal_square_root }
    each! { unary Float: exp2 log2 sine cosine exponent mantissa }
    each! { binary Float: power }
    each! { compare Float: less less_or_equal equal less_in_total_order }
}

impl<L: Int, const N: usize> Int for Wide<L, N> {
    const BITS: u32 = L::BITS;

    fn constant(value: i64) -> Self {
        Wide([L::constant(value); N])
    }
    fn insert(self, field: Self, count: Self, offset: Self) -> Self {
        Wide(from_fn(|i| self.0[i].insert(field.0[i], count.0[i], offset.0[i])))
    }
    each! { unary Int: negate magnitude reverse count lowest highest }
    each! { binary Int: add subtract multiply multiply_high divide remainder distance shift_left shift_right }
    each! { ternary Int: extract }
    each! { compare Int: less equal carry overflow no_borrow overflow_of_difference }
}
