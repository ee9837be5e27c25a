//! Numbers that record what is done with them: the bodies of operations run over these, and leave expressions.

use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};

use quadrille_numerics::lane::{Bits, Float, Int, Mask};

use crate::expression::{Expression, Type, ValueId};
use crate::lane::{FloatLane, IntLane, Lane};
use crate::number::Number;
use crate::op::{FloatBinary, FloatCompare, FloatUnary, IntBinary, IntCompare, IntUnary};
use crate::recorder::Recorder;

/// A number: a constant, which no recorder knows yet, or a value.
#[derive(Clone, Copy)]
pub(crate) enum Recorded<'r, L> {
    Constant(L),
    Value(&'r Recorder, ValueId),
}

/// A truth: known, or a value.
#[derive(Clone, Copy)]
pub(crate) enum Truth<'r> {
    Constant(bool),
    Value(&'r Recorder, ValueId),
}

use Recorded::{Constant, Value};

impl<'r, L: Lane> Recorded<'r, L> {
    /// Its value.
    pub(crate) fn value(self, recorder: &Recorder) -> ValueId {
        match self {
            Constant(number) => recorder.constant(Type::of(L::NUMBER), number.to_bits()),
            Value(_, value) => value,
        }
    }

    /// A value as a number.
    pub(crate) fn of(recorder: &'r Recorder, value: ValueId) -> Recorded<'r, L> {
        match recorder.constant_of(value) {
            Some(bits) => Constant(L::of_bits(bits)),
            None => Value(recorder, value),
        }
    }
}

impl<'r> Truth<'r> {
    /// Its value.
    pub(crate) fn value(self, recorder: &Recorder) -> ValueId {
        match self {
            Truth::Constant(truth) => recorder.constant(Type::Bool, u64::from(truth)),
            Truth::Value(_, value) => value,
        }
    }

    fn of(recorder: &'r Recorder, value: ValueId) -> Truth<'r> {
        match recorder.constant_of(value) {
            Some(bits) => Truth::Constant(bits != 0),
            None => Truth::Value(recorder, value),
        }
    }
}

/// The recorder of one of some numbers; none if all are constants.
fn recorder_of<'r, L: Copy, const N: usize>(numbers: [Recorded<'r, L>; N]) -> Option<&'r Recorder> {
    numbers.into_iter().find_map(|number| match number {
        Constant(_) => None,
        Value(recorder, _) => Some(recorder),
    })
}

/// What an operation on numbers gives: of constants what their type computes, else what is recorded.
fn number<'r, L: Lane, M: Lane, const N: usize>(
    numbers: [Recorded<'r, L>; N],
    computed: impl FnOnce([L; N]) -> M,
    expression: impl FnOnce([ValueId; N]) -> Expression,
) -> Recorded<'r, M> {
    match recorder_of(numbers) {
        Some(recorder) => {
            let values = numbers.map(|number| number.value(recorder));
            Recorded::of(recorder, recorder.value(expression(values)))
        }
        None => Constant(computed(numbers.map(constant))),
    }
}

/// The same of a truth.
fn truth<'r, L: Lane, const N: usize>(
    numbers: [Recorded<'r, L>; N],
    computed: impl FnOnce([L; N]) -> bool,
    expression: impl FnOnce([ValueId; N]) -> Expression,
) -> Truth<'r> {
    match recorder_of(numbers) {
        Some(recorder) => {
            let values = numbers.map(|number| number.value(recorder));
            Truth::of(recorder, recorder.value(expression(values)))
        }
        None => Truth::Constant(computed(numbers.map(constant))),
    }
}

/// The constant where there is no recorder.
fn constant<L: Lane>(number: Recorded<'_, L>) -> L {
    match number {
        Constant(number) => number,
        Value(..) => L::of_bits(0),
    }
}

macro_rules! masks {
    ($($trait:ident $method:ident $expression:ident;)*) => {
        $(impl<'r> $trait for Truth<'r> {
            type Output = Truth<'r>;

            fn $method(self, other: Truth<'r>) -> Truth<'r> {
                match (self, other) {
                    (Truth::Constant(a), Truth::Constant(b)) => Truth::Constant($trait::$method(a, b)),
                    (Truth::Value(recorder, _), _) | (_, Truth::Value(recorder, _)) => {
                        let (a, b) = (self.value(recorder), other.value(recorder));
                        Truth::of(recorder, recorder.value(Expression::$expression { a, b }))
                    }
                }
            }
        })*
    };
}
masks! { BitAnd bitand And; BitOr bitor Or; }

impl<'r> Not for Truth<'r> {
    type Output = Truth<'r>;

    fn not(self) -> Truth<'r> {
        match self {
            Truth::Constant(truth) => Truth::Constant(!truth),
            Truth::Value(recorder, a) => Truth::of(recorder, recorder.value(Expression::Not { a })),
        }
    }
}

impl Mask for Truth<'_> {
    fn constant(value: bool) -> Self {
        Truth::Constant(value)
    }
}

impl<'r, L: Lane> Bits for Recorded<'r, L> {
    type Mask = Truth<'r>;

    fn select(mask: Truth<'r>, when: Self, otherwise: Self) -> Self {
        match mask {
            Truth::Constant(true) => when,
            Truth::Constant(false) => otherwise,
            Truth::Value(recorder, mask) => {
                let (when, otherwise) = (when.value(recorder), otherwise.value(recorder));
                let select = Expression::Select {
                    mask,
                    when,
                    otherwise,
                };
                Recorded::of(recorder, recorder.value(select))
            }
        }
    }
}

/// The numbers that move bits in this way: all of 32 bits do as [`Number::Ieee`], but those that have words of
/// another kind.
fn moving(number: Number, op: FloatUnary) -> Number {
    match (number, op) {
        (Number::Fp1 | Number::Vp1, FloatUnary::Negate | FloatUnary::Magnitude) => Number::Ieee,
        _ => number,
    }
}

fn unary<L: FloatLane>(op: FloatUnary, a: Recorded<'_, L>, computed: fn(L) -> L) -> Recorded<'_, L> {
    if op == FloatUnary::Admit && !L::NUMBER.flushes() {
        return a;
    }
    let of = moving(L::NUMBER, op);
    number(
        [a],
        |[a]| computed(a),
        |[a]| Expression::FloatUnary { number: of, op, a },
    )
}

macro_rules! float_operators {
    ($($trait:ident $method:ident $op:ident;)*) => {
        $(impl<L: FloatLane> $trait for Recorded<'_, L> {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                number([self, other], |[a, b]| $trait::$method(a, b), |[a, b]| Expression::FloatBinary {
                    number: L::NUMBER,
                    op: FloatBinary::$op,
                    a,
                    b,
                })
            }
        })*
    };
}
float_operators! { Add add Add; Sub sub Subtract; Mul mul Multiply; Div div Divide; }

impl<L: FloatLane> Neg for Recorded<'_, L> {
    type Output = Self;

    fn neg(self) -> Self {
        unary(FloatUnary::Negate, self, |a| -a)
    }
}

macro_rules! float_unaries {
    ($($method:ident $op:ident;)*) => {
        $(fn $method(self) -> Self {
            unary(FloatUnary::$op, self, L::$method)
        })*
    };
}

macro_rules! float_compares {
    ($($method:ident $op:ident;)*) => {
        $(fn $method(self, other: Self) -> Truth<'r> {
            truth([self, other], |[a, b]| a.$method(b), |[a, b]| Expression::FloatCompare {
                number: L::NUMBER,
                op: FloatCompare::$op,
                a,
                b,
            })
        })*
    };
}

impl<'r, L: FloatLane> Float for Recorded<'r, L> {
    type Signed = Recorded<'r, i32>;

    fn constant(value: f64) -> Self {
        Constant(L::constant(value))
    }
    fn below_one() -> Self {
        Constant(L::below_one())
    }

    float_unaries! {
        admit Admit; magnitude Magnitude; floor Floor; ceiling Ceiling; truncate Truncate; round Round;
        reciprocal Reciprocal; reciprocal_square_root ReciprocalSquareRoot; exp2 Exp2; log2 Log2; sine Sine;
        cosine Cosine; exponent Exponent; mantissa Mantissa;
    }
    float_compares! {
        less Less; less_or_equal LessOrEqual; equal Equal; less_in_total_order LessInTotalOrder;
    }

    fn power(self, exponent: Self) -> Self {
        number(
            [self, exponent],
            |[a, b]| a.power(b),
            |[a, b]| Expression::FloatBinary {
                number: L::NUMBER,
                op: FloatBinary::Power,
                a,
                b,
            },
        )
    }

    fn is_nan(self) -> Truth<'r> {
        truth(
            [self],
            |[a]| a.is_nan(),
            |[a]| Expression::IsNan { number: L::NUMBER, a },
        )
    }

    fn to_signed(self) -> Recorded<'r, i32> {
        number(
            [self],
            |[a]| a.to_signed(),
            |[a]| Expression::ToSigned { number: L::NUMBER, a },
        )
    }
}

macro_rules! int_operators {
    ($($trait:ident $method:ident $op:ident;)*) => {
        $(impl<I: IntLane> $trait for Recorded<'_, I> {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                number([self, other], |[a, b]| $trait::$method(a, b), |[a, b]| Expression::IntBinary {
                    number: I::NUMBER,
                    op: IntBinary::$op,
                    a,
                    b,
                })
            }
        })*
    };
}
int_operators! { BitAnd bitand And; BitOr bitor Or; BitXor bitxor Xor; }

impl<I: IntLane> Not for Recorded<'_, I> {
    type Output = Self;

    fn not(self) -> Self {
        number(
            [self],
            |[a]| !a,
            |[a]| Expression::IntUnary {
                number: I::NUMBER,
                op: IntUnary::Not,
                a,
            },
        )
    }
}

macro_rules! int_unaries {
    ($($method:ident $op:ident;)*) => {
        $(fn $method(self) -> Self {
            number([self], |[a]| a.$method(), |[a]| Expression::IntUnary {
                number: I::NUMBER,
                op: IntUnary::$op,
                a,
            })
        })*
    };
}

macro_rules! int_binaries {
    ($($method:ident $op:ident;)*) => {
        $(fn $method(self, other: Self) -> Self {
            number([self, other], |[a, b]| Int::$method(a, b), |[a, b]| Expression::IntBinary {
                number: I::NUMBER,
                op: IntBinary::$op,
                a,
                b,
            })
        })*
    };
}

macro_rules! int_compares {
    ($($method:ident $op:ident;)*) => {
        $(fn $method(self, other: Self) -> Truth<'r> {
            truth([self, other], |[a, b]| a.$method(b), |[a, b]| Expression::IntCompare {
                number: I::NUMBER,
                op: IntCompare::$op,
                a,
                b,
            })
        })*
    };
}

impl<'r, I: IntLane> Int for Recorded<'r, I> {
    const BITS: u32 = I::BITS;

    fn constant(value: i64) -> Self {
        Constant(I::constant(value))
    }

    int_unaries! {
        negate Negate; magnitude Magnitude; reverse Reverse; count Count; lowest Lowest; highest Highest;
    }
    int_binaries! {
        add Add; subtract Subtract; multiply Multiply; multiply_high MultiplyHigh; divide Divide;
        remainder Remainder; distance Distance; shift_left ShiftLeft; shift_right ShiftRight;
    }
    int_compares! {
        less Less; equal Equal; carry Carry; overflow Overflow; no_borrow NoBorrow;
        overflow_of_difference OverflowOfDifference;
    }

    fn extract(self, count: Self, offset: Self) -> Self {
        number(
            [self, count, offset],
            |[a, count, offset]| a.extract(count, offset),
            |[a, count, offset]| Expression::Extract {
                number: I::NUMBER,
                a,
                count,
                offset,
            },
        )
    }

    fn insert(self, field: Self, count: Self, offset: Self) -> Self {
        number(
            [self, field, count, offset],
            |[a, field, count, offset]| a.insert(field, count, offset),
            |[a, field, count, offset]| Expression::Insert {
                number: I::NUMBER,
                a,
                field,
                count,
                offset,
            },
        )
    }
}
