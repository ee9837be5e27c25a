//! Kernels: an operation over whole planes, compiled for each level.

mod angle;
mod any_nan;
mod convert;
mod function;
mod fused;
mod move_bits;
mod pass;
mod plane_number;
mod select;

pub use convert::convert;
pub(crate) use fused::{Product, multiply_add, select_compared};
pub(crate) use move_bits::{high, join, low};
pub(crate) use select::{and, not, or, select, select_long};

use quadrille_numerics::environment::{Double, Fixed, Flushing, Half, Vp1};
use quadrille_numerics::level::Level;
use quadrille_scalar::{FloatBinary, FloatCompare, FloatUnary, IntBinary, IntCompare, IntUnary, Number};

use crate::plane::{Registers, Spares};
use any_nan::AnyNan;
use pass::{four, one, three, two};

/// The registers of a step: that of its result, then those of its sources.
pub type Operands = [u16; 5];

/// An operation over the lanes of planes.
pub type Kernel = fn(Level, &mut Registers, &mut Spares, &Operands);

/// The kernel of a float's type, `None` of an integer's.
macro_rules! of_float {
    ($number:expr, $type:ident => $kernel:expr) => {
        Some(match $number {
            Number::Ieee => {
                type $type = AnyNan;
                $kernel
            }
            Number::Fp1 => {
                type $type = Flushing;
                $kernel
            }
            Number::Vp1 => {
                type $type = Vp1;
                $kernel
            }
            Number::Half => {
                type $type = Half;
                $kernel
            }
            Number::Fixed => {
                type $type = Fixed;
                $kernel
            }
            Number::Double => {
                type $type = Double;
                $kernel
            }
            Number::S32 | Number::U32 | Number::S64 | Number::U64 => return None,
        })
    };
}

/// The kernel of an integer's type, `None` of a float's.
macro_rules! of_int {
    ($number:expr, $type:ident => $kernel:expr) => {
        Some(match $number {
            Number::S32 => {
                type $type = i32;
                $kernel
            }
            Number::U32 => {
                type $type = u32;
                $kernel
            }
            Number::S64 => {
                type $type = i64;
                $kernel
            }
            Number::U64 => {
                type $type = u64;
                $kernel
            }
            Number::Ieee | Number::Fp1 | Number::Vp1 | Number::Half | Number::Fixed | Number::Double => {
                return None;
            }
        })
    };
}

/// The kernel of a function of two words, one of which may be the same in all lanes.
macro_rules! one_uniform {
    ($function:ty, $uniform:expr) => {
        match $uniform & 3 {
            1 => two::<$function, 1> as Kernel,
            2 => two::<$function, 2> as Kernel,
            _ => two::<$function, 0> as Kernel,
        }
    };
}

/// The kernel of a function of one float.
pub fn float_unary(number: Number, op: FloatUnary) -> Option<Kernel> {
    if number == Number::Ieee {
        match op {
            FloatUnary::Sine => return Some(angle::sine),
            FloatUnary::Cosine => return Some(angle::cosine),
            FloatUnary::Negate
            | FloatUnary::Magnitude
            | FloatUnary::Admit
            | FloatUnary::Floor
            | FloatUnary::Ceiling
            | FloatUnary::Truncate
            | FloatUnary::Round
            | FloatUnary::Reciprocal
            | FloatUnary::ReciprocalSquareRoot
            | FloatUnary::Exp2
            | FloatUnary::Log2
            | FloatUnary::Exponent
            | FloatUnary::Mantissa => {}
        }
    }
    of_float!(number, N => match op {
        FloatUnary::Negate => one::<function::Negate<N>>,
        FloatUnary::Magnitude => one::<function::Magnitude<N>>,
        FloatUnary::Admit => one::<function::Admit<N>>,
        FloatUnary::Floor => one::<function::Floor<N>>,
        FloatUnary::Ceiling => one::<function::Ceiling<N>>,
        FloatUnary::Truncate => one::<function::Truncate<N>>,
        FloatUnary::Round => one::<function::Round<N>>,
        FloatUnary::Reciprocal => one::<function::Reciprocal<N>>,
        FloatUnary::ReciprocalSquareRoot => one::<function::ReciprocalSquareRoot<N>>,
        FloatUnary::Exp2 => one::<function::Exp2<N>>,
        FloatUnary::Log2 => one::<function::Log2<N>>,
        FloatUnary::Sine => one::<function::Sine<N>>,
        FloatUnary::Cosine => one::<function::Cosine<N>>,
        FloatUnary::Exponent => one::<function::Exponent<N>>,
        FloatUnary::Mantissa => one::<function::Mantissa<N>>,
    })
}

/// The kernel of a function of two floats. Bit `n` of `uniform` says that operand `n` is the same in all lanes.
pub fn float_binary(number: Number, op: FloatBinary, uniform: u8) -> Option<Kernel> {
    if number == Number::Ieee {
        let kernel: Option<Kernel> = match op {
            FloatBinary::Add => Some(one_uniform!(function::Add<AnyNan>, uniform)),
            FloatBinary::Subtract => Some(one_uniform!(function::Subtract<AnyNan>, uniform)),
            FloatBinary::Multiply => Some(one_uniform!(function::Multiply<AnyNan>, uniform)),
            FloatBinary::Divide | FloatBinary::Power => None,
        };
        if kernel.is_some() {
            return kernel;
        }
    }
    of_float!(number, N => match op {
        FloatBinary::Add => two::<function::Add<N>, 0>,
        FloatBinary::Subtract => two::<function::Subtract<N>, 0>,
        FloatBinary::Multiply => two::<function::Multiply<N>, 0>,
        FloatBinary::Divide => two::<function::Divide<N>, 0>,
        FloatBinary::Power => two::<function::Power<N>, 0>,
    })
}

/// The kernel of a product of binary32, rounded, and a sum of it: `a·b + c`.
pub fn multiply_add_plain() -> Kernel {
    multiply_add(Product::Plus, 0)
}

/// The kernel of a comparison of floats. Bit `n` of `uniform` says that operand `n` is the same in all lanes.
pub fn float_compare(number: Number, op: FloatCompare, uniform: u8) -> Option<Kernel> {
    if number == Number::Ieee {
        return Some(match op {
            FloatCompare::Less => one_uniform!(function::Less<AnyNan>, uniform),
            FloatCompare::LessOrEqual => one_uniform!(function::LessOrEqual<AnyNan>, uniform),
            FloatCompare::Equal => one_uniform!(function::Equal<AnyNan>, uniform),
            FloatCompare::LessInTotalOrder => two::<function::LessInTotalOrder<AnyNan>, 0>,
        });
    }
    of_float!(number, N => match op {
        FloatCompare::Less => two::<function::Less<N>, 0>,
        FloatCompare::LessOrEqual => two::<function::LessOrEqual<N>, 0>,
        FloatCompare::Equal => two::<function::Equal<N>, 0>,
        FloatCompare::LessInTotalOrder => two::<function::LessInTotalOrder<N>, 0>,
    })
}

/// The kernel of the question whether a float is no number.
pub fn is_nan(number: Number) -> Option<Kernel> {
    of_float!(number, N => one::<function::IsNan<N>>)
}

/// The kernel that makes a NaN the canonical one.
pub fn canonical(number: Number) -> Option<Kernel> {
    of_float!(number, N => one::<function::Canonical<N>>)
}

/// The kernel of the integer of a float.
pub fn to_signed(number: Number) -> Option<Kernel> {
    of_float!(number, N => one::<function::ToSigned<N>>)
}

/// The kernel that rounds a binary32 word to a shorter format.
pub fn narrow(number: Number) -> Option<Kernel> {
    match number {
        Number::Half => Some(one::<function::Same<Half>>),
        Number::Fixed => Some(one::<function::Same<Fixed>>),
        Number::Ieee
        | Number::Fp1
        | Number::Vp1
        | Number::Double
        | Number::S32
        | Number::U32
        | Number::S64
        | Number::U64 => None,
    }
}

/// The kernel of a function of one integer.
pub fn int_unary(number: Number, op: IntUnary) -> Option<Kernel> {
    of_int!(number, N => match op {
        IntUnary::Negate => one::<function::NegateInt<N>>,
        IntUnary::Magnitude => one::<function::MagnitudeInt<N>>,
        IntUnary::Reverse => one::<function::Reverse<N>>,
        IntUnary::Count => one::<function::Count<N>>,
        IntUnary::Lowest => one::<function::Lowest<N>>,
        IntUnary::Highest => one::<function::Highest<N>>,
        IntUnary::Not => one::<function::Complement<N>>,
    })
}

/// The kernel of a function of two integers.
pub fn int_binary(number: Number, op: IntBinary) -> Option<Kernel> {
    of_int!(number, N => match op {
        IntBinary::Add => two::<function::AddInt<N>, 0>,
        IntBinary::Subtract => two::<function::SubtractInt<N>, 0>,
        IntBinary::Multiply => two::<function::MultiplyInt<N>, 0>,
        IntBinary::MultiplyHigh => two::<function::MultiplyHigh<N>, 0>,
        IntBinary::Divide => two::<function::DivideInt<N>, 0>,
        IntBinary::Remainder => two::<function::Remainder<N>, 0>,
        IntBinary::Distance => two::<function::Distance<N>, 0>,
        IntBinary::ShiftLeft => two::<function::ShiftLeft<N>, 0>,
        IntBinary::ShiftRight => two::<function::ShiftRight<N>, 0>,
        IntBinary::And => two::<function::And<N>, 0>,
        IntBinary::Or => two::<function::Or<N>, 0>,
        IntBinary::Xor => two::<function::Xor<N>, 0>,
    })
}

/// The kernel of a truth about two integers.
pub fn int_compare(number: Number, op: IntCompare) -> Option<Kernel> {
    of_int!(number, N => match op {
        IntCompare::Less => two::<function::LessInt<N>, 0>,
        IntCompare::Equal => two::<function::EqualInt<N>, 0>,
        IntCompare::Carry => two::<function::Carry<N>, 0>,
        IntCompare::Overflow => two::<function::Overflow<N>, 0>,
        IntCompare::NoBorrow => two::<function::NoBorrow<N>, 0>,
        IntCompare::OverflowOfDifference => two::<function::OverflowOfDifference<N>, 0>,
    })
}

/// The kernel that takes bits out of an integer.
pub fn extract(number: Number) -> Option<Kernel> {
    of_int!(number, N => three::<function::Extract<N>, 0>)
}

/// The kernel that puts bits into an integer.
pub fn insert(number: Number) -> Option<Kernel> {
    of_int!(number, N => four::<function::Insert<N>>)
}
