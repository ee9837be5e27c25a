//! The functions that loops over planes are made of: each operation of the `Lane` traits on words of registers.

use std::marker::PhantomData;

use quadrille_numerics::lane::{Float, Int};

use super::pass::{Four, One, Three, Two};
use super::plane_number::PlaneNumber;

/// A truth value as a word.
#[inline(always)]
pub(super) fn truth(value: bool) -> u32 {
    if value { u32::MAX } else { 0 }
}

/// Declares functions of numbers that give a number: a type each, that implements the trait of its arity.
macro_rules! numbers {
    ($bound:path, $wide:ident: $($name:ident |$a:ident| $body:expr;)*) => {
        $(pub(super) struct $name<N>(PhantomData<N>);
        impl<N: PlaneNumber + $bound> One for $name<N> {
            type A = N::Word;
            type D = N::Word;
            const WIDE: bool = N::$wide;

            #[inline(always)]
            fn of(a: N::Word) -> N::Word {
                let $a = N::load(a);
                N::store($body)
            }
        })*
    };
    ($bound:ident, $wide:ident: $($name:ident |$a:ident, $b:ident| $body:expr;)*) => {
        $(pub(super) struct $name<N>(PhantomData<N>);
        impl<N: PlaneNumber + $bound> Two for $name<N> {
            type A = N::Word;
            type B = N::Word;
            type D = N::Word;
            const WIDE: bool = N::$wide;

            #[inline(always)]
            fn of(a: N::Word, b: N::Word) -> N::Word {
                let ($a, $b) = (N::load(a), N::load(b));
                N::store($body)
            }
        })*
    };
    ($bound:ident, $wide:ident: $($name:ident |$a:ident, $b:ident, $c:ident| $body:expr;)*) => {
        $(pub(super) struct $name<N>(PhantomData<N>);
        impl<N: PlaneNumber + $bound> Three for $name<N> {
            type A = N::Word;
            type B = N::Word;
            type C = N::Word;
            type D = N::Word;
            const WIDE: bool = N::$wide;

            #[inline(always)]
            fn of(a: N::Word, b: N::Word, c: N::Word) -> N::Word {
                let ($a, $b, $c) = (N::load(a), N::load(b), N::load(c));
                N::store($body)
            }
        })*
    };
}

/// Declares comparisons: they give a truth value.
macro_rules! truths {
    ($bound:ident, $wide:ident: $($name:ident |$a:ident, $b:ident| $body:expr;)*) => {
        $(pub(super) struct $name<N>(PhantomData<N>);
        impl<N: PlaneNumber + $bound<Mask = bool>> Two for $name<N> {
            type A = N::Word;
            type B = N::Word;
            type D = u32;
            const WIDE: bool = N::$wide;

            #[inline(always)]
            fn of(a: N::Word, b: N::Word) -> u32 {
                let ($a, $b) = (N::load(a), N::load(b));
                truth($body)
            }
        })*
    };
}

numbers! { Float<Mask = bool>, WIDE_SUMS:
    Negate |a| -a;
    Admit |a| a.admit();
    Magnitude |a| a.magnitude();
    Canonical |a| N::select(a.is_nan(), N::constant(f64::NAN), a);
    Same |a| a;
}

numbers! { Float<Mask = bool>, WIDE:
    Floor |a| a.floor();
    Ceiling |a| a.ceiling();
    Truncate |a| a.truncate();
    Round |a| a.round();
    Reciprocal |a| a.reciprocal();
    ReciprocalSquareRoot |a| a.reciprocal_square_root();
    Exp2 |a| a.exp2();
    Log2 |a| a.log2();
    Sine |a| a.sine();
    Cosine |a| a.cosine();
    Exponent |a| a.exponent();
    Mantissa |a| a.mantissa();
}

numbers! { Float, WIDE_SUMS:
    Add |a, b| a + b;
    Subtract |a, b| a - b;
    Multiply |a, b| a * b;
}

numbers! { Float, WIDE:
    Divide |a, b| a / b;
    Power |a, b| a.power(b);
}

numbers! { Float, WIDE_SUMS:
    MultiplyAdd |a, b, c| a * b + c;
    MultiplySubtract |a, b, c| a * b - c;
    SubtractProduct |a, b, c| c - a * b;
}

truths! { Float, WIDE_SUMS:
    Less |a, b| a.less(b);
    LessOrEqual |a, b| a.less_or_equal(b);
    Equal |a, b| a.equal(b);
}

truths! { Float, WIDE:
    LessInTotalOrder |a, b| a.less_in_total_order(b);
}

numbers! { Int, WIDE:
    NegateInt |a| a.negate();
    MagnitudeInt |a| a.magnitude();
    Complement |a| !a;
    Reverse |a| a.reverse();
    Count |a| a.count();
    Lowest |a| a.lowest();
    Highest |a| a.highest();
}

numbers! { Int, WIDE:
    AddInt |a, b| a.add(b);
    SubtractInt |a, b| a.subtract(b);
    MultiplyInt |a, b| a.multiply(b);
    MultiplyHigh |a, b| a.multiply_high(b);
    DivideInt |a, b| a.divide(b);
    Remainder |a, b| a.remainder(b);
    Distance |a, b| a.distance(b);
    ShiftLeft |a, b| a.shift_left(b);
    ShiftRight |a, b| a.shift_right(b);
    And |a, b| a & b;
    Or |a, b| a | b;
    Xor |a, b| a ^ b;
}

numbers! { Int, WIDE:
    Extract |a, b, c| a.extract(b, c);
}

truths! { Int, WIDE:
    LessInt |a, b| a.less(b);
    EqualInt |a, b| a.equal(b);
    Carry |a, b| a.carry(b);
    Overflow |a, b| a.overflow(b);
    NoBorrow |a, b| a.no_borrow(b);
    OverflowOfDifference |a, b| a.overflow_of_difference(b);
}

/// Whether a number is none.
pub(super) struct IsNan<N>(PhantomData<N>);
impl<N: PlaneNumber + Float<Mask = bool>> One for IsNan<N> {
    type A = N::Word;
    type D = u32;
    const WIDE: bool = N::WIDE_SUMS;

    #[inline(always)]
    fn of(a: N::Word) -> u32 {
        truth(N::load(a).is_nan())
    }
}

/// The integer of a float.
pub(super) struct ToSigned<N>(PhantomData<N>);
impl<N: PlaneNumber + Float<Signed = i32>> One for ToSigned<N> {
    type A = N::Word;
    type D = u32;
    const WIDE: bool = N::WIDE;

    #[inline(always)]
    fn of(a: N::Word) -> u32 {
        N::load(a).to_signed() as u32
    }
}

/// Bits put into a number.
pub(super) struct Insert<N>(PhantomData<N>);
impl<N: PlaneNumber + Int> Four for Insert<N> {
    type A = N::Word;
    const WIDE: bool = N::WIDE;

    #[inline(always)]
    fn of(a: [N::Word; 4]) -> N::Word {
        let [a, field, count, offset] = a.map(N::load);
        N::store(a.insert(field, count, offset))
    }
}
