//! The functions of the [library](crate::raise::library): their names, and what each does in a phrase. Not their bodies.

use crate::form::Scalar;

macro_rules! helpers {
    ($($id:ident $name:literal $doc:literal;)*) => {
        /// A function of the library.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum Helper {
            $(#[doc = $doc] $id,)*
        }

        impl Helper {
            pub(crate) fn name(self) -> &'static str {
                match self { $(Helper::$id => $name,)* }
            }

            pub(crate) fn doc(self) -> &'static str {
                match self { $(Helper::$id => $doc,)* }
            }
        }
    };
}

helpers! {
    Maximum "maximum" "The larger; the second where the first is NaN.";
    Minimum "minimum" "The smaller; the first where either is NaN.";
    MaximumOrNan "maximum" "The larger, NaN where either is.";
    MinimumOrNan "minimum" "The smaller, NaN where either is.";
    Fraction "fraction" "Distance to the largest integer not above, always below 1.";
    Saturate "saturate" "Clamped to [0, 1]; 0 for NaN.";
    SignedSaturate "signed_saturate" "Clamped to [-1, 1]; -1 for NaN.";
    Sign "sign_of" "-1, 0 or 1; NaN for NaN.";
    Power "power" "Power, of which 0 to the 0 is 1.";
    LogarithmOfBase "logarithm_of" "Base-2 logarithm, of zero -Inf.";
    Light "lit" "Ambient, diffuse and specular coefficients of light.";
    LightUnclamped "lit" "Ambient, diffuse and specular coefficients of light.";
    Logarithm "logarithm" "Exponent, mantissa and logarithm of a magnitude.";
    Product "product" "Product, in which zero times anything is zero.";
    ReciprocalClamped "reciprocal" "Reciprocal with a magnitude from 2^-64 to 2^64.";
    ExponentialVp1 "exponential" "2 to the whole part, fraction, 2 to the whole.";
    Half "half_precision" "Rounded to binary16.";
    UnpackHalf "unpack_half" "Two numbers of binary16, of which no target makes zeros.";
    HalfDown "half_below" "Rounded down to binary16.";
    HalfUp "half_above" "Rounded up to binary16.";
    HalfTowardZero "half_toward_zero" "Rounded to binary16 toward zero.";
    FloatInward "float_inward" "Rounded to a float toward zero.";
    FloatOutward "float_outward" "Rounded to a float away from zero.";
    FloatOdd "float_odd" "Rounded to a float toward zero, and made odd where it is not the number itself.";
    DoubleInward "double_inward" "Rounded to a float of 64 bits toward zero.";
    DoubleOutward "double_outward" "Rounded to a float of 64 bits away from zero.";
    UnsignedByte "unsigned_byte" "Fraction as the nearest integer of 255; 0 for NaN.";
    SignedByte "signed_byte" "Fraction with a sign as the nearest integer of 127; 0 for NaN.";
    UnsignedShort "unsigned_short" "Fraction as the nearest integer of 65535; 0 for NaN.";
    Side "side_of" "-1, 0 or 1 as a number lies beside 0; NaN for NaN.";
    WholeModulo "whole_modulo" "Low bits of a whole number; the nearest number for infinities, 0 for NaN.";
    WholeModuloLong "whole_modulo64" "Low 64 bits of a whole number; the nearest number for infinities, 0 for NaN.";
    Fixed "fixed_point" "Rounded to 1/1024 and clamped to [-2, 2).";
    MultiplyHigh "multiply_high" "High half of a product.";
    MultiplyHighSigned "multiply_high" "High half of a product of numbers with signs.";
    ToInt "to_int" "Whole number as a signed integer, the nearest where there is none; 0 for NaN.";
    ToUint "to_uint" "Whole number as an unsigned integer, the nearest where there is none; 0 for NaN.";
    ToLong "to_int64" "Whole number as a signed integer of 64 bits, the nearest where there is none; 0 for NaN.";
    ToUlong "to_uint64" "Whole number as an unsigned integer of 64 bits, the nearest where there is none; 0 for NaN.";
    SetLessOrNan "set_less" "1 where less, else 0; NaN where either is.";
    SetLessEqualOrNan "set_less_equal" "1 where not greater, else 0; NaN where either is.";
    SetLessInOrder "set_less" "1 where less, else 0; -0 is below 0, and NaN is above all.";
    SetEqualOrNan "set_equal" "1 where equal, else 0; NaN where either is.";
    SetNotEqualOrNan "set_not_equal" "1 where not equal, else 0; NaN where either is.";
}

impl Helper {
    /// The function that converts a whole number to the nearest integer of a kind.
    pub(crate) const fn nearest(to: Scalar) -> Helper {
        match to {
            Scalar::Long => Helper::ToLong,
            Scalar::Ulong => Helper::ToUlong,
            Scalar::Int => Helper::ToInt,
            Scalar::Uint | Scalar::Bool | Scalar::Float | Scalar::Double => Helper::ToUint,
        }
    }
}
