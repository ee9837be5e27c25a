//! The scalar implementation of the `Lane` traits by way of binary64.

/// Implements `Bits` and the operators for a type that has the functions `sum`, `product`, `quotient` and
/// `flipped` of its own.
macro_rules! operators {
    ($type:ident, difference $difference:expr) => {
        impl crate::lane::Bits for $type {
            type Mask = bool;

            #[inline(always)]
            fn select(mask: bool, when: $type, otherwise: $type) -> $type {
                if mask { when } else { otherwise }
            }
        }

        impl std::ops::Add for $type {
            type Output = $type;
            #[inline(always)]
            fn add(self, other: $type) -> $type {
                self.sum(other)
            }
        }

        impl std::ops::Sub for $type {
            type Output = $type;
            #[inline(always)]
            fn sub(self, other: $type) -> $type {
                ($difference)(self, other)
            }
        }

        impl std::ops::Mul for $type {
            type Output = $type;
            #[inline(always)]
            fn mul(self, other: $type) -> $type {
                self.product(other)
            }
        }

        impl std::ops::Div for $type {
            type Output = $type;
            #[inline(always)]
            fn div(self, other: $type) -> $type {
                self.quotient(other)
            }
        }

        impl std::ops::Neg for $type {
            type Output = $type;
            #[inline(always)]
            fn neg(self) -> $type {
                self.flipped()
            }
        }
    };
}

/// Implements `Bits`, the operators and `Float` for a type that has these functions of its own:
/// `value(self) -> f64` exact; `rounded(f64) -> Self` in the environment's mode, NaN canonical;
/// `power_rounded`, the same for powers; `raise(f64, f64)`, a power; `sum`, `product`; `order(self) -> i64`, a key of the total order; and `flipped`, `magnitude`, `admitted`,
/// which move bits.
macro_rules! scalar_float {
    ($type:ident, below_one $below_one:expr) => {
        scalar_float!($type, below_one $below_one, difference |a: $type, b: $type| a.sum(-b));
    };
    // For a type in which not every number has a negation, what a difference is.
    ($type:ident, below_one $below_one:expr, difference $difference:expr) => {
        impl $type {
            #[inline]
            fn quotient(self, other: $type) -> $type {
                $type::rounded(self.value() / other.value())
            }
        }

        crate::environment::scalar::operators!($type, difference $difference);

        impl crate::lane::Float for $type {
            type Signed = i32;

            #[inline]
            fn constant(value: f64) -> $type {
                $type::rounded(value)
            }
            #[inline]
            fn below_one() -> $type {
                $below_one
            }
            #[inline(always)]
            fn admit(self) -> $type {
                self.admitted()
            }
            #[inline(always)]
            fn magnitude(self) -> $type {
                self.without_sign()
            }
            #[inline]
            fn floor(self) -> $type {
                $type::rounded(self.value().floor())
            }
            #[inline]
            fn ceiling(self) -> $type {
                $type::rounded(self.value().ceil())
            }
            #[inline]
            fn truncate(self) -> $type {
                $type::rounded(self.value().trunc())
            }
            #[inline]
            fn round(self) -> $type {
                $type::rounded(self.value().round_ties_even())
            }
            #[inline]
            fn reciprocal(self) -> $type {
                $type::rounded(1.0 / self.value())
            }
            #[inline]
            fn reciprocal_square_root(self) -> $type {
                $type::rounded(1.0 / self.value().sqrt())
            }
            #[inline]
            fn exp2(self) -> $type {
                $type::power_rounded(crate::approximate::exp2(self.value()))
            }
            #[inline]
            fn log2(self) -> $type {
                $type::rounded(crate::approximate::log2(self.value()))
            }
            #[inline]
            fn power(self, exponent: $type) -> $type {
                $type::raise(self.value(), exponent.value())
            }
            #[inline]
            fn sine(self) -> $type {
                $type::rounded(crate::approximate::sine(self.value()))
            }
            #[inline]
            fn cosine(self) -> $type {
                $type::rounded(crate::approximate::cosine(self.value()))
            }
            #[inline]
            fn exponent(self) -> $type {
                let value = self.value();
                $type::rounded(if value == 0.0 {
                    f64::NEG_INFINITY
                } else if value.is_finite() {
                    f64::from(crate::approximate::parts::exponent(value))
                } else {
                    value.abs()
                })
            }
            #[inline]
            fn mantissa(self) -> $type {
                let value = self.value();
                $type::rounded(if value == 0.0 || value.is_infinite() {
                    1.0
                } else if value.is_nan() {
                    value
                } else {
                    crate::approximate::parts::mantissa(value)
                })
            }
            #[inline(always)]
            fn is_nan(self) -> bool {
                self.value().is_nan()
            }
            #[inline(always)]
            fn less(self, other: $type) -> bool {
                self.value() < other.value()
            }
            #[inline(always)]
            fn less_or_equal(self, other: $type) -> bool {
                self.value() <= other.value()
            }
            #[inline(always)]
            fn equal(self, other: $type) -> bool {
                self.value() == other.value()
            }
            #[inline]
            fn less_in_total_order(self, other: $type) -> bool {
                self.order() < other.order()
            }
            #[inline]
            fn to_signed(self) -> i32 {
                self.value() as i32
            }
        }
    };
}

/// The key of the total order of binary32: its bits, with the order of the negative ones reversed.
pub(super) fn order_of_binary32(value: f32) -> i64 {
    let bits = value.to_bits() as i32;
    i64::from(bits ^ ((bits >> 31) as u32 >> 1) as i32)
}

pub(super) use operators;
pub(super) use scalar_float;
