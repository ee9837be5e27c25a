//! What the environments of binary32 with rounding to nearest share: [`binary32`](crate::binary32) in lanes.

/// Implements `Bits`, the operators and `Float` for a type around an `f32` that has these functions of its own:
/// `admitted(self) -> Self`, the value as an operand is read; `rounded(f32) -> Self`, the value as a result is
/// written, NaN canonical. `exp2`, `log2` and `power` are functions of `binary32`; what else is called there needs
/// no more than an operand that was admitted to give a result of the type.
macro_rules! binary32_float {
    ($type:ident, $exp2:ident, $log2:ident, $power:ident) => {
        impl $type {
            #[inline]
            fn sum(self, other: $type) -> $type {
                $type::rounded(self.admitted().0 + other.admitted().0)
            }

            #[inline]
            fn product(self, other: $type) -> $type {
                $type::rounded(self.admitted().0 * other.admitted().0)
            }

            #[inline]
            fn quotient(self, other: $type) -> $type {
                $type::rounded(self.admitted().0 / other.admitted().0)
            }

            #[inline]
            fn flipped(self) -> $type {
                $type(f32::from_bits(self.0.to_bits() ^ 0x8000_0000))
            }

            #[inline]
            fn order(self) -> i64 {
                crate::environment::scalar::order_of_binary32(self.admitted().0)
            }
        }

        crate::environment::scalar::operators!($type, difference |a: $type, b: $type| a.sum(-b));

        impl crate::lane::Float for $type {
            type Signed = i32;

            #[inline]
            fn constant(value: f64) -> $type {
                $type::rounded(value as f32)
            }
            #[inline]
            fn below_one() -> $type {
                $type(1.0 - f32::EPSILON / 2.0)
            }
            #[inline]
            fn admit(self) -> $type {
                self.admitted()
            }
            #[inline]
            fn magnitude(self) -> $type {
                $type(f32::from_bits(self.0.to_bits() & 0x7fff_ffff))
            }
            #[inline]
            fn floor(self) -> $type {
                $type(crate::binary32::floor(self.admitted().0))
            }
            #[inline]
            fn ceiling(self) -> $type {
                $type(crate::binary32::ceiling(self.admitted().0))
            }
            #[inline]
            fn truncate(self) -> $type {
                $type(crate::binary32::truncate(self.admitted().0))
            }
            #[inline]
            fn round(self) -> $type {
                $type(crate::binary32::round(self.admitted().0))
            }
            #[inline]
            fn reciprocal(self) -> $type {
                $type::rounded(1.0 / self.admitted().0)
            }
            #[inline]
            fn reciprocal_square_root(self) -> $type {
                $type::rounded(1.0 / self.admitted().0.sqrt())
            }
            #[inline]
            fn exp2(self) -> $type {
                $type(crate::binary32::$exp2(self.0))
            }
            #[inline]
            fn log2(self) -> $type {
                $type(crate::binary32::$log2(self.0))
            }
            #[inline]
            fn power(self, exponent: $type) -> $type {
                $type(crate::binary32::$power(self.0, exponent.0))
            }
            #[inline]
            fn sine(self) -> $type {
                $type(crate::binary32::sine(self.admitted().0))
            }
            #[inline]
            fn cosine(self) -> $type {
                $type(crate::binary32::cosine(self.admitted().0))
            }
            #[inline]
            fn exponent(self) -> $type {
                $type(crate::binary32::exponent(self.admitted().0))
            }
            #[inline]
            fn mantissa(self) -> $type {
                $type(crate::binary32::mantissa(self.admitted().0))
            }
            #[inline]
            fn is_nan(self) -> bool {
                self.0.is_nan()
            }
            #[inline]
            fn less(self, other: $type) -> bool {
                self.admitted().0 < other.admitted().0
            }
            #[inline]
            fn less_or_equal(self, other: $type) -> bool {
                self.admitted().0 <= other.admitted().0
            }
            #[inline]
            fn equal(self, other: $type) -> bool {
                self.admitted().0 == other.admitted().0
            }
            #[inline]
            fn less_in_total_order(self, other: $type) -> bool {
                self.order() < other.order()
            }
            #[inline]
            fn to_signed(self) -> i32 {
                self.admitted().0 as i32
            }
        }
    };
}

pub(super) use binary32_float;
