//! Numbers that record what is done with them: functions over [`Real`] run with these become values of a function.

use std::cell::RefCell;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Not, Sub};

use quadrille_numerics::binary32::exponents::Exponents;
use quadrille_numerics::binary32::{self, Real, Word};
use quadrille_numerics::lane::Mask;

use crate::function::{Function, Value};
use crate::operation::{Angle, Binary, Comparison, Unary};

/// A word: a constant, which belongs to no function yet, or a value of one. It is a number, bits and a truth, as who
/// asks takes it.
#[derive(Clone, Copy)]
pub enum Recorded<'f> {
    /// A word that is written out.
    Constant(u32),
    /// A value.
    Value(&'f RefCell<Function>, Value),
}

impl<'f> Recorded<'f> {
    /// Its value in a function.
    pub fn value(self, function: &RefCell<Function>) -> Value {
        match self {
            Recorded::Constant(bits) => function.borrow_mut().constant(bits),
            Recorded::Value(_, value) => value,
        }
    }

    /// A function of one word.
    #[must_use]
    pub fn unary(self, op: Unary) -> Recorded<'f> {
        match self {
            Recorded::Constant(bits) => Recorded::Constant(op.of(bits)),
            Recorded::Value(function, a) => Recorded::Value(function, function.borrow_mut().unary(op, a)),
        }
    }

    /// A function of two words.
    #[must_use]
    pub fn binary(self, op: Binary, other: Recorded<'f>) -> Recorded<'f> {
        match (self, other) {
            (Recorded::Constant(a), Recorded::Constant(b)) => Recorded::Constant(op.of(a, b)),
            (Recorded::Value(function, _), _) | (_, Recorded::Value(function, _)) => {
                let (a, b) = (self.value(function), other.value(function));
                Recorded::Value(function, function.borrow_mut().binary(op, a, b))
            }
        }
    }

    /// The sine or cosine of an angle in radians: [`binary32::sine`] and [`binary32::cosine`].
    #[must_use]
    pub fn angle(self, of: Angle) -> Recorded<'f> {
        let (function, angle) = match self {
            Recorded::Constant(bits) => {
                let angle = f32::from_bits(bits);
                let value = match of {
                    Angle::Sine => binary32::sine(angle),
                    Angle::Cosine => binary32::cosine(angle),
                };
                return Recorded::Constant(value.to_bits());
            }
            Recorded::Value(function, angle) => (function, angle),
        };
        let small = match of {
            Angle::Sine => binary32::sine_of_small(self),
            Angle::Cosine => binary32::cosine_of_small(self),
        };
        let magnitude = self & Recorded::Constant(0x7fff_ffff);
        let (magnitude, small) = (magnitude.value(function), small.value(function));
        Recorded::Value(function, function.borrow_mut().angle(of, magnitude, angle, small))
    }

    /// A truth about two words.
    #[must_use]
    pub fn compare(self, comparison: Comparison, other: Recorded<'f>) -> Recorded<'f> {
        self.binary(Binary::Compare(comparison), other)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $op:ident;)*) => {
        $(impl<'f> $trait for Recorded<'f> {
            type Output = Recorded<'f>;

            fn $method(self, other: Recorded<'f>) -> Recorded<'f> {
                self.binary(Binary::$op, other)
            }
        })*
    };
}
operators! {
    Add add FloatAdd; Sub sub FloatSubtract; Mul mul FloatMultiply;
    BitAnd bitand And; BitOr bitor Or; BitXor bitxor Xor;
}

impl<'f> Not for Recorded<'f> {
    type Output = Recorded<'f>;

    fn not(self) -> Recorded<'f> {
        self ^ Recorded::Constant(u32::MAX)
    }
}

impl Mask for Recorded<'_> {
    fn constant(value: bool) -> Self {
        Recorded::Constant(if value { u32::MAX } else { 0 })
    }
}

impl Real for Recorded<'_> {
    type Word = Self;
    type Mask = Self;

    fn constant(value: f32) -> Self {
        Recorded::Constant(value.to_bits())
    }
    fn of_word(word: Self) -> Self {
        word
    }
    fn word(self) -> Self {
        self
    }
    fn less(self, other: Self) -> Self {
        self.compare(Comparison::FloatLess, other)
    }
    fn less_or_equal(self, other: Self) -> Self {
        self.compare(Comparison::FloatLessOrEqual, other)
    }
    fn equal(self, other: Self) -> Self {
        self.compare(Comparison::FloatEqual, other)
    }
    fn is_nan(self) -> Self {
        self.compare(Comparison::FloatUnordered, self)
    }
}

impl<'f> Word for Recorded<'f> {
    type Mask = Self;
    type Real = Self;

    fn constant(bits: u32) -> Self {
        Recorded::Constant(bits)
    }
    fn plus(self, other: Self) -> Self {
        self.binary(Binary::Add, other)
    }
    fn minus(self, other: Self) -> Self {
        self.binary(Binary::Subtract, other)
    }
    fn shift_left(self, places: u32) -> Self {
        self.binary(Binary::ShiftLeft, Recorded::Constant(places))
    }
    fn shift_right(self, places: u32) -> Self {
        self.binary(Binary::ShiftRight, Recorded::Constant(places))
    }
    fn shift_right_signed(self, places: u32) -> Self {
        self.binary(Binary::ShiftRightSigned, Recorded::Constant(places))
    }
    fn below(self, other: Self) -> Self {
        self.compare(Comparison::Below, other)
    }
    fn same(self, other: Self) -> Self {
        self.compare(Comparison::Equal, other)
    }
    fn select(mask: Self, when: Self, otherwise: Self) -> Self {
        match mask {
            Recorded::Constant(0) => otherwise,
            Recorded::Constant(_) => when,
            Recorded::Value(function, mask) => {
                let (when, otherwise) = (when.value(function), otherwise.value(function));
                Recorded::Value(function, function.borrow_mut().select(mask, when, otherwise))
            }
        }
    }
    fn signed_to_real(self) -> Self {
        self.unary(Unary::FromSigned)
    }
}

impl Exponents for Recorded<'_> {
    fn exponent(self) -> Self {
        self.unary(Unary::Exponent)
    }
    fn significand(self) -> Self {
        self.unary(Unary::Significand)
    }
    fn scale(self, by: Self) -> Self {
        self.binary(Binary::Scale, by)
    }
    fn nearest(self) -> Self {
        self.unary(Unary::Round)
    }
    fn beside_nearest(self) -> Self {
        self.unary(Unary::BesideNearest)
    }
}
