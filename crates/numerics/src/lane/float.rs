//! Numbers with a fraction: binary32, binary64, binary16 and the fixed point of NV_fragment_program.

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::{Bits, Int};

/// A floating-point (or fixed-point) number under the rules of one numeric environment.
///
/// **The canonical NaN.** Every method and operator that is not a move of bits returns the format's one quiet
/// NaN with a clear sign (`0x7fc00000` in binary32) whenever its result is not a number, whatever NaN went
/// in. Moves of bits are [`Bits::select`], [`Neg`], [`Float::magnitude`] and [`Float::admit`]. Payloads of NaN
/// differ between processors; this rule is why results do not.
///
/// Arithmetic rounds once per operation in the environment's mode. There is no fused multiply-add.
pub trait Float:
    Bits + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// The 32-bit signed integer of the same width in lanes.
    type Signed: Int<Mask = Self::Mask>;

    /// The value nearest to `value` in every lane.
    fn constant(value: f64) -> Self;
    /// The largest value below 1.
    fn below_one() -> Self;

    /// The value as the environment reads an operand: denormals become zero where it has none.
    #[must_use]
    fn admit(self) -> Self;
    /// The value with its sign cleared.
    #[must_use]
    fn magnitude(self) -> Self;

    /// The largest integer not above the value; keeps zeros and infinities with their sign.
    #[must_use]
    fn floor(self) -> Self;
    /// The smallest integer not below the value; keeps zeros and infinities with their sign.
    #[must_use]
    fn ceiling(self) -> Self;
    /// The integer next to the value towards zero; keeps the sign.
    #[must_use]
    fn truncate(self) -> Self;
    /// The nearest integer, ties to even; keeps the sign.
    #[must_use]
    fn round(self) -> Self;

    /// `1 / self`, rounded as the environment's division; ±0 gives ±Inf and ±Inf gives ±0.
    #[must_use]
    fn reciprocal(self) -> Self;
    /// `1 / sqrt(self)`, in binary32 with both steps rounded: ±0 gives ±Inf, +Inf gives +0, anything below zero gives NaN.
    #[must_use]
    fn reciprocal_square_root(self) -> Self;
    /// `2` to the power of the value: −Inf gives +0, +Inf gives +Inf, integers are exact.
    #[must_use]
    fn exp2(self) -> Self;
    /// Base-2 logarithm: ±0 gives −Inf, +Inf gives +Inf, anything below zero gives NaN, powers of two are exact.
    #[must_use]
    fn log2(self) -> Self;
    /// `exp2(exponent * log2(self))`, so 0^0, Inf^0 and 1^Inf give NaN; the steps between are more precise than the
    /// result.
    #[must_use]
    fn power(self, exponent: Self) -> Self;
    /// Sine of an angle in radians, reduced over the full range; ±0 gives ±0, ±Inf gives NaN.
    #[must_use]
    fn sine(self) -> Self;
    /// Cosine of an angle in radians, reduced over the full range; ±Inf gives NaN.
    #[must_use]
    fn cosine(self) -> Self;

    /// `floor(log2(|self|))`, exact: ±0 gives −Inf and ±Inf gives +Inf.
    #[must_use]
    fn exponent(self) -> Self;
    /// `|self| / 2^exponent` in [1, 2), exact; zeros and infinities give 1.
    #[must_use]
    fn mantissa(self) -> Self;

    /// Whether the value is not a number.
    fn is_nan(self) -> Self::Mask;
    /// `self < other`; false where either is NaN.
    fn less(self, other: Self) -> Self::Mask;
    /// `self <= other`; false where either is NaN.
    fn less_or_equal(self, other: Self) -> Self::Mask;
    /// `self == other`; −0 equals +0; false where either is NaN.
    fn equal(self, other: Self) -> Self::Mask;
    /// `self < other` in the order −NaN < −Inf < … < −0 < +0 < … < +Inf < +NaN (NV_vertex_program 2.14.1.11).
    fn less_in_total_order(self, other: Self) -> Self::Mask;

    /// The integer towards zero, saturated to the type's range; NaN gives 0.
    fn to_signed(self) -> Self::Signed;
}
