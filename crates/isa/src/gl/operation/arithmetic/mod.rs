//! Arithmetic: a row an operation, with what it computes written once for every kind of number.
//!
//! A body takes scalars and gives one scalar: which engine loops over it, and how wide its numbers are, is not
//! here.

mod carry;
mod comparison;
mod evaluator;
mod float;
mod integer;
mod needs;
mod row;

use quadrille_numerics::convert::Rounding;
use quadrille_numerics::lane::{Float, Int};

pub use carry::{Addition, Carry, carry};
pub use comparison::Comparison;
pub use evaluator::{Evaluator, evaluate_float, evaluate_integer};

use super::{Class, Undefined};
use crate::gl::DataType;
use float::{
    canonical, clamp_exponent, dot2, dot3, exp2_in_range, fraction, fraction_in_range, inverse_length,
    maximum_or_nan, minimum_or_nan, nan_of_either, not_negative, ordered, power, reciprocal_clamped, reflect,
    round, sign, totally_ordered, truth, where_lit,
};
use integer::{multiply24, set};
use row::{arithmetic, body, class, optional, present};

/// What each rounding does, in a sentence.
pub(super) const fn rounding_doc(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::Down => "Largest integer not above; then to the result's type.",
        Rounding::Up => "Smallest integer not below; then to the result's type.",
        Rounding::TowardZero => "Integer towards zero; then to the result's type.",
        Rounding::Nearest => "Nearest integer, ties to even; then to the result's type.",
    }
}

arithmetic! {
    /// Copy of the bits.
    Move = componentwise(1) { float |[a]| { a } integer |[a]| { a } }
    /// Absolute value; the integer −2^31 stays, unsigned numbers stay.
    Absolute = componentwise(1) { float |[a]| { a.magnitude() } integer |[a]| { a.magnitude() } }
    /// Sum; integers wrap.
    Add = componentwise(2) { float |[a, b]| { a + b } integer |[a, b]| { a.add(b) } carry Sum }
    /// Difference; integers wrap.
    Subtract = componentwise(2) { float |[a, b]| { a - b } integer |[a, b]| { a.subtract(b) } carry Difference }
    /// Product; the low bits of an integer's.
    Multiply = componentwise(2) { float |[a, b]| { a * b } integer |[a, b]| { a.multiply(b) } }
    /// High half of an integer product.
    MultiplyHigh = componentwise(2) { integer |[a, b]| { a.multiply_high(b) } }
    /// Product of the low 24 bits of both operands, signed in S32 and unsigned in U32 (MUL.S24, MUL.U24).
    Multiply24 = componentwise(2) { integer |[a, b]| { multiply24(a, b) } domain ProductRange }
    /// Product, rounded, and sum.
    MultiplyAdd = componentwise(3) {
        float |[a, b, c]| { a * b + c }
        integer |[a, b, c]| { a.multiply(b).add(c) }
        carry ProductSum
    }
    /// Quotient of a vector and a scalar.
    Divide = componentwise(2) { float |[a, b]| { a / b } integer |[a, b]| { a.divide(b) } domain DivisionByZero }
    /// Remainder of an integer vector and a scalar.
    Modulo = componentwise(2) { integer |[a, b]| { a.remainder(b) } domain ModulusRange }
    /// `|a − b| + c` of integers.
    SumOfAbsoluteDifference = componentwise(3) { integer |[a, b, c]| { a.distance(b).add(c) } carry DistanceSum }
    /// `a·b + (1 − a)·c`.
    Interpolate = componentwise(3) { float |[a, b, c]| { a * b + (L::constant(1.0) - a) * c } }
    /// `b` where `a < 0`, else `c`.
    Compare = componentwise(3) {
        float |[a, b, c]| { L::select(a.less(L::constant(0.0)), b, c) }
        integer |[a, b, c]| { I::select(a.less(I::constant(0)), b, c) }
    }
    /// `c > 0.5 ? a : b` (ATI_text_fragment_shader).
    SelectAboveHalf = componentwise(3) { float |[a, b, c]| { L::select(L::constant(0.5).less(c), a, b) } }
    /// `c >= 0 ? a : b` (ATI_text_fragment_shader).
    SelectNotNegative = componentwise(3) {
        float |[a, b, c]| { L::select(L::constant(0.0).less_or_equal(c), a, b) }
    }
    /// −1, 0 or 1 by the sign; NaN gives NaN.
    Sign = componentwise(1) { float |[a]| { sign(a) } }
    /// An integer next to the operand (FLR, CEIL, TRUNC, ROUND); then to the result's type.
    Round(rounding: Rounding) = componentwise(1) { float |[a]| { round(rounding, a) } integer |[a]| { a } }
    /// `a − floor(a)`, always below 1.
    Fraction = componentwise(1) { float |[a]| { fraction(a) } }
    /// `a > b ? a : b`: NaN as first operand gives the second, as second itself (ARB, NV_gpu_program4).
    Maximum = componentwise(2) {
        float |[a, b]| { canonical(L::select(b.less(a), a, b)) }
        integer |[a, b]| { I::select(b.less(a), a, b) }
    }
    /// `a > b ? b : a`: NaN as first operand gives itself, as second the first (ARB, NV_gpu_program4).
    Minimum = componentwise(2) {
        float |[a, b]| { canonical(L::select(b.less(a), b, a)) }
        integer |[a, b]| { I::select(b.less(a), b, a) }
    }
    /// Maximum that commutes: NaN if either is NaN, +0 of two zeros (VP2.0, FP1.0).
    MaximumOrNan = componentwise(2) { float |[a, b]| { maximum_or_nan(a, b) } }
    /// Minimum that commutes: NaN if either is NaN, −0 of two zeros (VP2.0, FP1.0).
    MinimumOrNan = componentwise(2) { float |[a, b]| { minimum_or_nan(a, b) } }
    /// `a >= b ? a : b`, NaN if either is NaN (VP1.x).
    MaximumVp1 = componentwise(2) { float |[a, b]| { nan_of_either(a, b, L::select(b.less_or_equal(a), a, b)) } }
    /// `a < b ? a : b`, NaN if either is NaN (VP1.x).
    MinimumVp1 = componentwise(2) { float |[a, b]| { nan_of_either(a, b, L::select(a.less(b), a, b)) } }
    /// Comparison: 1.0 in floats, all bits set in integers, or 0.
    Set(comparison: Comparison) = componentwise(2) {
        float |[a, b]| { truth(ordered(comparison, a, b)) }
        integer |[a, b]| { set(comparison, a, b) }
    }
    /// Comparison of floats that gives NaN where an operand is NaN (VP2.0).
    SetOrNan(comparison: Comparison) = componentwise(2) {
        float |[a, b]| { nan_of_either(a, b, truth(ordered(comparison, a, b))) }
    }
    /// Comparison of floats in the total order (VP1.x).
    SetTotal(comparison: Comparison) = componentwise(2) {
        float |[a, b]| { truth(totally_ordered(comparison, a, b)) }
    }

    /// `1 / a`.
    Reciprocal = scalar(1) { float |[a]| { a.reciprocal() } }
    /// `1 / a` with its magnitude clamped to 2^-64 … 2^64.
    ReciprocalClamped = scalar(1) { float |[a]| { reciprocal_clamped(a) } }
    /// `1 / √a`; numbers that are not above zero are undefined and give what the next one gives.
    ReciprocalSquareRoot = scalar(1) { float |[a]| { a.reciprocal_square_root() } domain RootDomain }
    /// `1 / √a`; ±0 gives ±Inf, negative numbers give NaN (VP2.0, FP1.0).
    ReciprocalSquareRootOrNan = scalar(1) { float |[a]| { a.reciprocal_square_root() } }
    /// `1 / √|a|` (VP1.x, ARB).
    ReciprocalSquareRootOfMagnitude = scalar(1) { float |[a]| { a.magnitude().reciprocal_square_root() } }
    /// 2^a.
    Exp2 = scalar(1) { float |[a]| { a.exp2() } }
    /// Base-2 logarithm; numbers that are not above zero are undefined and give what the next one gives.
    Log2 = scalar(1) { float |[a]| { a.log2() } domain LogarithmDomain }
    /// Base-2 logarithm; ±0 gives −Inf, negative numbers give NaN (VP2.0, FP1.0).
    Log2OrNan = scalar(1) { float |[a]| { a.log2() } }
    /// a^b as 2^(b·log2 a), with a^0 = 1 for every a that is a number not below zero (ARB, NV_gpu_program4).
    Power = scalar(2) { float |[a, b]| { power(a, b) } domain NegativeBase }
    /// a^b as 2^(b·log2 a) with the special values of those steps, so that 0^0 is NaN (FP1.0).
    PowerStrict = scalar(2) { float |[a, b]| { a.power(b) } }
    /// Sine of an angle in radians.
    Sine = scalar(1) { float |[a]| { a.sine() } }
    /// Cosine of an angle in radians.
    Cosine = scalar(1) { float |[a]| { a.cosine() } }

    /// Dot product of two components.
    Dot2 = dot(2) { float |[a, b]| { dot2(a, b) } }
    /// Dot product of two components, and sum with the third operand's x.
    Dot2Add = dot(3) { float |[a, b, c]| { dot2(a, b) + c[0] } }
    /// Dot product of two components, and sum with the third operand's z (ATI_text_fragment_shader).
    Dot2AddBlue = dot(3) { float |[a, b, c]| { dot2(a, b) + c[2] } }
    /// Dot product of three components.
    Dot3 = dot(2) { float |[a, b]| { dot3(a, b) } }
    /// Dot product of four components.
    Dot4 = dot(2) { float |[a, b]| { dot3(a, b) + a[3] * b[3] } }
    /// Dot product of three components, and sum with the second operand's w.
    DotHomogeneous = dot(2) { float |[a, b]| { dot3(a, b) + b[3] } }

    /// `(1, a.y·b.y, a.z, b.w)`.
    Distance = vector(2) { float |[a, b]| [L::constant(1.0), a[1] * b[1], a[2], b[3]] }
    /// `(1, max(x, 0), x > 0 ? max(y, 0)^clamp(w) : 0, 1)`, w within ±(128 − 1/256), 0^0 = 1.
    LightCoefficients = vector(1) {
        float |[a]| [
            L::constant(1.0),
            canonical(not_negative(a[0])),
            where_lit(a, power(not_negative(a[1]), clamp_exponent(a[3]))),
            L::constant(1.0),
        ]
    }
    /// The same without the clamp of w, and with the special values of POW (FP1.0).
    LightCoefficientsUnclamped = vector(1) {
        float |[a]| [L::constant(1.0), canonical(not_negative(a[0])), where_lit(a, not_negative(a[1]).power(a[3])), L::constant(1.0)]
    }
    /// Cross product of the first three components; w is undefined and reads 0.
    Cross = vector(2) {
        float |[a, b]| [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
            L::constant(0.0),
        ]
        unspecified 0b1000
    }
    /// `(cos a, sin a)`; z and w are undefined and read 0.
    SineCosine = vector(1) {
        float |[a]| [a[0].cosine(), a[0].sine(), L::constant(0.0), L::constant(0.0)]
        domain AngleRange
        unspecified 0b1100
    }
    /// `(2^floor a, a − floor a, 2^a, 1)`.
    Exponential = vector(1) { float |[a]| [a[0].floor().exp2(), fraction(a[0]), a[0].exp2(), L::constant(1.0)] }
    /// The same, with y = 0 where 2^a overflows, underflows or a is infinite (VP1.x).
    ExponentialVp1 = vector(1) {
        float |[a]| [a[0].floor().exp2(), fraction_in_range(a[0]), exp2_in_range(a[0]), L::constant(1.0)]
    }
    /// `(exponent, mantissa, log2, 1)` of the magnitude.
    Logarithm = vector(1) {
        float |[a]| [a[0].exponent(), a[0].mantissa(), a[0].magnitude().log2(), L::constant(1.0)]
    }
    /// `2(a·b)/(a·a)·a − b` in three components; w is undefined and reads 0.
    Reflect = vector(2) {
        float |[a, b]| [reflect(a, b, 0), reflect(a, b, 1), reflect(a, b, 2), L::constant(0.0)]
        unspecified 0b1000
    }
    /// Vector `a.xy` plus the 2×2 matrix `c` times `b.xy`, in xy and again in zw.
    Transform2d = vector(3) {
        float |[a, b, c]| [
            a[0] + b[0] * c[0] + b[1] * c[1],
            a[1] + b[0] * c[2] + b[1] * c[3],
            a[0] + b[0] * c[0] + b[1] * c[1],
            a[1] + b[0] * c[2] + b[1] * c[3],
        ]
    }
    /// `a.xyz / √(a.xyz · a.xyz)`; w is undefined and reads 0.
    Normalize = vector(1) {
        float |[a]| [a[0] * inverse_length(a), a[1] * inverse_length(a), a[2] * inverse_length(a), L::constant(0.0)]
        unspecified 0b1000
    }

    /// Bitwise and.
    And = componentwise(2) { integer |[a, b]| { a & b } }
    /// Bitwise or.
    Or = componentwise(2) { integer |[a, b]| { a | b } }
    /// Bitwise exclusive or.
    Xor = componentwise(2) { integer |[a, b]| { a ^ b } }
    /// Bitwise complement.
    Not = componentwise(1) { integer |[a]| { !a } }
    /// Shift to the left by a scalar; an amount outside the width is undefined and gives 0.
    ShiftLeft = componentwise(2) { integer |[a, b]| { a.shift_left(b) } domain ShiftAmount }
    /// Shift to the right by a scalar, arithmetic for signed numbers; an amount outside the width is undefined.
    ShiftRight = componentwise(2) { integer |[a, b]| { a.shift_right(b) } domain ShiftAmount }
    /// Bits of the second operand: count in `a.x`, offset in `a.y`.
    BitFieldExtract = vector(2) {
        integer |[a, b]| [
            b[0].extract(a[0], a[1]),
            b[1].extract(a[0], a[1]),
            b[2].extract(a[0], a[1]),
            b[3].extract(a[0], a[1]),
        ]
        domain BitField
    }
    /// Low bits of the second operand put into the third: count in `a.x`, offset in `a.y`.
    BitFieldInsert = vector(3) {
        integer |[a, b, c]| [
            c[0].insert(b[0], a[0], a[1]),
            c[1].insert(b[1], a[0], a[1]),
            c[2].insert(b[2], a[0], a[1]),
            c[3].insert(b[3], a[0], a[1]),
        ]
        domain BitField
    }
    /// Order of the bits reversed.
    BitReverse = componentwise(1) { integer |[a]| { a.reverse() } }
    /// Number of bits that are set.
    BitCount = componentwise(1) { integer |[a]| { a.count() } }
    /// Number of the lowest set bit, −1 if none.
    LeastBit = componentwise(1) { integer |[a]| { a.lowest() } }
    /// Number of the highest set bit, for negative numbers of the highest clear one; −1 if none.
    MostBit = componentwise(1) { integer |[a]| { a.highest() } }
}
