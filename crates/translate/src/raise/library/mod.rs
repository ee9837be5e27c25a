//! Functions that the translation brings with it, written in the form itself, so that no printer has its own; a file
//! for each, or for a few that differ by a number.
//!
//! Each says what the meaning of an operation says (`isa::gl::operation`) where the target's own function
//! leaves something open.

mod body;
mod directed;
mod exponential_vp1;
mod fixed;
mod float_odd;
mod fraction;
mod half;
mod helper;
mod light;
mod logarithm;
mod logarithm_of_base;
mod maximum;
mod minimum;
mod multiply_high;
mod multiply_high_signed;
mod nearest_integer;
mod packed_field;
mod power;
mod product;
mod reciprocal_clamped;
mod saturate;
mod set_in_order;
mod set_or_nan;
mod side;
mod sign;
mod unpack_half;
mod whole_modulo;

use quadrille_numerics::convert::Rounding;

use crate::form::{Binary, Scalar, Type};

pub(crate) use self::body::{Body, Call};
use self::directed::Side;
pub(crate) use self::helper::Helper;

/// The body of a function whose arguments are of a type. A choice by a comparison is `precise` where the target's
/// compilers make something else of it otherwise; `call` calls what the body needs, which is then defined before it.
pub(crate) fn body(helper: Helper, own: Type, precise: bool, call: &mut Call<'_>) -> Body {
    match helper {
        Helper::Maximum => maximum::second_of_nan(own, precise),
        Helper::Minimum => minimum::first_of_nan(own, precise),
        Helper::MaximumOrNan => maximum::nan(own),
        Helper::MinimumOrNan => minimum::nan(own),
        Helper::Fraction => fraction::fraction(own),
        Helper::Saturate => saturate::unsigned(own),
        Helper::SignedSaturate => saturate::signed(own),
        Helper::Sign => sign::sign(own),
        Helper::Power => power::power(own, call),
        Helper::LogarithmOfBase => logarithm_of_base::logarithm_of_base(own),
        Helper::Light => light::clamped(call),
        Helper::LightUnclamped => light::unclamped(call),
        Helper::Logarithm => logarithm::logarithm(),
        Helper::Product => product::product(own),
        Helper::ReciprocalClamped => reciprocal_clamped::reciprocal_clamped(own),
        Helper::ExponentialVp1 => exponential_vp1::exponential_vp1(call),
        Helper::Half => half::half(own.width, Rounding::Nearest),
        Helper::UnpackHalf => unpack_half::unpack_half(own),
        Helper::HalfDown => half::half(own.width, Rounding::Down),
        Helper::HalfUp => half::half(own.width, Rounding::Up),
        Helper::HalfTowardZero => half::half(own.width, Rounding::TowardZero),
        Helper::FloatInward => directed::float(own, Side::Inward, helper, call),
        Helper::FloatOutward => directed::float(own, Side::Outward, helper, call),
        Helper::FloatOdd => float_odd::float_odd(own, call),
        Helper::DoubleInward => directed::double(own, Side::Inward),
        Helper::DoubleOutward => directed::double(own, Side::Outward),
        Helper::UnsignedByte => packed_field::packed_field(0.0, 256.0),
        Helper::SignedByte => packed_field::packed_field(-128.0 / 127.0, 128.0),
        Helper::UnsignedShort => packed_field::packed_field(0.0, 65536.0),
        Helper::Side => side::side(own),
        Helper::WholeModulo => whole_modulo::whole_modulo(own, Scalar::Uint, call),
        Helper::WholeModuloLong => whole_modulo::whole_modulo(own, Scalar::Ulong, call),
        Helper::Fixed => fixed::fixed(own),
        Helper::ToInt => nearest_integer::nearest_integer(own, Scalar::Int),
        Helper::ToUint => nearest_integer::nearest_integer(own, Scalar::Uint),
        Helper::ToLong => nearest_integer::nearest_integer(own, Scalar::Long),
        Helper::ToUlong => nearest_integer::nearest_integer(own, Scalar::Ulong),
        Helper::MultiplyHigh => multiply_high::multiply_high(own),
        Helper::MultiplyHighSigned => multiply_high_signed::multiply_high_signed(own, call),
        Helper::SetLessOrNan => set_or_nan::set_or_nan(own, Binary::Less),
        Helper::SetLessEqualOrNan => set_or_nan::set_or_nan(own, Binary::LessOrEqual),
        Helper::SetEqualOrNan => set_or_nan::set_or_nan(own, Binary::Equal),
        Helper::SetNotEqualOrNan => set_or_nan::set_or_nan(own, Binary::NotEqual),
        Helper::SetLessInOrder => set_in_order::set_in_order(own),
    }
}
