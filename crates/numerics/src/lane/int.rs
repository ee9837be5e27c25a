//! Two's complement and unsigned integers of 32 and 64 bits.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::Bits;

/// An integer whose arithmetic wraps. Where a specification leaves a result undefined, the method says what
/// it gives; nothing panics.
pub trait Int:
    Bits + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// Size in bits.
    const BITS: u32;

    /// The same value in every lane, its low bits where the type is narrower.
    fn constant(value: i64) -> Self;

    /// Sum.
    #[must_use]
    fn add(self, other: Self) -> Self;
    /// Difference.
    #[must_use]
    fn subtract(self, other: Self) -> Self;
    /// Low half of the product.
    #[must_use]
    fn multiply(self, other: Self) -> Self;
    /// High half of the product.
    #[must_use]
    fn multiply_high(self, other: Self) -> Self;
    /// Quotient towards zero; division by zero gives 0, the least number by −1 gives itself.
    #[must_use]
    fn divide(self, other: Self) -> Self;
    /// Remainder with the sign of `self`; by zero it is 0.
    #[must_use]
    fn remainder(self, other: Self) -> Self;
    /// Two's complement.
    #[must_use]
    fn negate(self) -> Self;
    /// Absolute value; the least number stays, unsigned numbers stay.
    #[must_use]
    fn magnitude(self) -> Self;
    /// `|self − other|` as an unsigned number of the same size, in the bits of this type.
    #[must_use]
    fn distance(self, other: Self) -> Self;

    /// Bits moved up, zeros behind; an amount below 0 or not below the size gives 0.
    #[must_use]
    fn shift_left(self, amount: Self) -> Self;
    /// Bits moved down, copies of the sign (of signed numbers) or zeros before; an amount below 0 or not below
    /// the size gives 0.
    #[must_use]
    fn shift_right(self, amount: Self) -> Self;
    /// The bits `offset` to `offset + count` in the low end, sign-extended (in signed types); no bits, or bits
    /// outside the number, give 0.
    #[must_use]
    fn extract(self, count: Self, offset: Self) -> Self;
    /// `self` with its bits `offset` to `offset + count` replaced by the low bits of `field`; bits outside the
    /// number give 0.
    #[must_use]
    fn insert(self, field: Self, count: Self, offset: Self) -> Self;
    /// The bits in reverse order.
    #[must_use]
    fn reverse(self) -> Self;
    /// The number of bits that are set.
    #[must_use]
    fn count(self) -> Self;
    /// The number of the lowest set bit; −1 (all bits set) if there is none.
    #[must_use]
    fn lowest(self) -> Self;
    /// The number of the highest bit that differs from the sign (in signed types) or from 0; −1 (all bits set)
    /// for 0. For −1, in which no bit is clear, it is −1 as well.
    #[must_use]
    fn highest(self) -> Self;

    /// `self < other`
    fn less(self, other: Self) -> Self::Mask;
    /// `self == other`
    fn equal(self, other: Self) -> Self::Mask;
    /// Whether the sum of the bits, as unsigned numbers, does not fit.
    fn carry(self, other: Self) -> Self::Mask;
    /// Whether the sum of the bits, as signed numbers, does not fit.
    fn overflow(self, other: Self) -> Self::Mask;
    /// Whether the difference of the bits, as unsigned numbers, is not negative.
    fn no_borrow(self, other: Self) -> Self::Mask;
    /// Whether the difference of the bits, as signed numbers, does not fit.
    fn overflow_of_difference(self, other: Self) -> Self::Mask;
}

macro_rules! int {
    ($($type:ident, $signed:ident, $unsigned:ident, $wide:ident, magnitude $magnitude:expr, flip $flip:expr;)*) => {
        $(
            impl Bits for $type {
                type Mask = bool;

                #[inline]
                fn select(mask: bool, when: $type, otherwise: $type) -> $type {
                    if mask { when } else { otherwise }
                }
            }

            impl Int for $type {
                const BITS: u32 = $type::BITS;

                #[inline]
                fn constant(value: i64) -> $type {
                    value as $type
                }
                #[inline]
                fn add(self, other: $type) -> $type {
                    self.wrapping_add(other)
                }
                #[inline]
                fn subtract(self, other: $type) -> $type {
                    self.wrapping_sub(other)
                }
                #[inline]
                fn multiply(self, other: $type) -> $type {
                    self.wrapping_mul(other)
                }
                #[inline]
                fn multiply_high(self, other: $type) -> $type {
                    ((self as $wide * other as $wide) >> $type::BITS) as $type
                }
                #[inline]
                fn divide(self, other: $type) -> $type {
                    if other == 0 { 0 } else { self.wrapping_div(other) }
                }
                #[inline]
                fn remainder(self, other: $type) -> $type {
                    if other == 0 { 0 } else { self.wrapping_rem(other) }
                }
                #[inline]
                fn negate(self) -> $type {
                    self.wrapping_neg()
                }
                #[inline]
                fn magnitude(self) -> $type {
                    let magnitude: fn($type) -> $type = $magnitude;
                    magnitude(self)
                }
                #[inline]
                fn distance(self, other: $type) -> $type {
                    self.abs_diff(other) as $type
                }
                #[inline]
                fn shift_left(self, amount: $type) -> $type {
                    // A negative amount is a large one as an unsigned number.
                    if (amount as $unsigned) < $unsigned::from(Self::BITS as u8) { self << amount } else { 0 }
                }
                #[inline]
                fn shift_right(self, amount: $type) -> $type {
                    if (amount as $unsigned) < $unsigned::from(Self::BITS as u8) { self >> amount } else { 0 }
                }
                #[inline]
                fn extract(self, count: $type, offset: $type) -> $type {
                    match field(count as i64, offset as i64, Self::BITS) {
                        None | Some((0, _)) => 0,
                        Some((count, offset)) => self << (Self::BITS - count - offset) >> (Self::BITS - count),
                    }
                }
                #[inline]
                fn insert(self, source: $type, count: $type, offset: $type) -> $type {
                    match field(count as i64, offset as i64, Self::BITS) {
                        None => 0,
                        Some((0, _)) => self,
                        Some((count, offset)) => {
                            let mask = ($unsigned::MAX >> (Self::BITS - count) << offset) as $type;
                            source << offset & mask | self & !mask
                        }
                    }
                }
                #[inline]
                fn reverse(self) -> $type {
                    self.reverse_bits()
                }
                #[inline]
                fn count(self) -> $type {
                    self.count_ones() as $type
                }
                #[inline]
                fn lowest(self) -> $type {
                    if self == 0 { !0 } else { self.trailing_zeros() as $type }
                }
                #[inline]
                fn highest(self) -> $type {
                    let flip: fn($type) -> $type = $flip;
                    let bits = flip(self);
                    if bits == 0 { !0 } else { (Self::BITS - 1 - bits.leading_zeros()) as $type }
                }
                #[inline]
                fn less(self, other: $type) -> bool {
                    self < other
                }
                #[inline]
                fn equal(self, other: $type) -> bool {
                    self == other
                }
                #[inline]
                fn carry(self, other: $type) -> bool {
                    (self as $unsigned).overflowing_add(other as $unsigned).1
                }
                #[inline]
                fn overflow(self, other: $type) -> bool {
                    (self as $signed).overflowing_add(other as $signed).1
                }
                #[inline]
                fn no_borrow(self, other: $type) -> bool {
                    self as $unsigned >= other as $unsigned
                }
                #[inline]
                fn overflow_of_difference(self, other: $type) -> bool {
                    (self as $signed).overflowing_sub(other as $signed).1
                }
            }
        )*
    };
}

int! {
    i32, i32, u32, i64, magnitude i32::wrapping_abs, flip |x| if x < 0 { !x } else { x };
    u32, i32, u32, u64, magnitude |x| x, flip |x| x;
    i64, i64, u64, i128, magnitude i64::wrapping_abs, flip |x| if x < 0 { !x } else { x };
    u64, i64, u64, u128, magnitude |x| x, flip |x| x;
}

/// A bit field's count and offset, if it lies within a number of that many bits.
#[inline]
fn field(count: i64, offset: i64, bits: u32) -> Option<(u32, u32)> {
    let bits = i64::from(bits);
    let inside = (0..=bits).contains(&count) && (0..bits).contains(&offset) && count + offset <= bits;
    inside.then_some((count as u32, offset as u32))
}
