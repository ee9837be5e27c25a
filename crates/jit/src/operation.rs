//! What a function computes with: operations on words of 32 bits, and what each gives.

use quadrille_numerics::binary32::{self, exponents::Exponents};

/// A function of one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unary {
    /// The square root of a binary32 number, rounded to nearest even.
    SquareRoot,
    /// A binary32 number rounded to the nearest integer, ties to even.
    Round,
    /// The largest integer not above.
    Floor,
    /// The smallest integer not below.
    Ceiling,
    /// The next integer towards zero.
    Truncate,
    /// The binary32 number nearest to a signed integer.
    FromSigned,
    /// The signed integer next to a binary32 number towards zero; of one that has none, 0x80000000.
    ToSigned,
    /// [`Exponents::exponent`].
    Exponent,
    /// [`Exponents::significand`].
    Significand,
    /// [`Exponents::beside_nearest`].
    BesideNearest,
}

/// A function of two words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binary {
    /// The sum of binary32 numbers, rounded to nearest even, as all of these.
    FloatAdd,
    /// Their difference.
    FloatSubtract,
    /// Their product.
    FloatMultiply,
    /// Their quotient.
    FloatDivide,
    /// `a` where `a < b`, else `b`: of zeros and NaN the second.
    FloatMinimum,
    /// `a` where `b < a`, else `b`.
    FloatMaximum,
    /// The sum of integers, wrapped around.
    Add,
    /// Their difference.
    Subtract,
    /// The low word of their product.
    Multiply,
    /// The bits of both.
    And,
    /// The bits of either.
    Or,
    /// The bits of one of them.
    Xor,
    /// Moved up by as many places as the second says, unsigned; by 32 and more 0.
    ShiftLeft,
    /// Moved down, zeros above.
    ShiftRight,
    /// Moved down, copies of the sign above; by 32 and more the sign alone.
    ShiftRightSigned,
    /// [`Exponents::scale`].
    Scale,
    /// A truth about two words.
    Compare(Comparison),
}

/// A truth about two words: all bits set where it holds, none where not. Comparisons of numbers do not hold of NaN,
/// but for [`Comparison::FloatUnordered`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// `a < b` of binary32 numbers.
    FloatLess,
    /// `a <= b` of binary32 numbers.
    FloatLessOrEqual,
    /// `a == b` of binary32 numbers.
    FloatEqual,
    /// Whether either is no number.
    FloatUnordered,
    /// `a < b` of signed integers.
    Less,
    /// `a < b` of unsigned integers.
    Below,
    /// `a == b` of words.
    Equal,
    /// Whether no bit is set in both words.
    Disjoint,
}

/// A function of an angle in radians.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Angle {
    /// The sine.
    Sine,
    /// The cosine.
    Cosine,
}

impl Angle {
    /// What it gives for an angle that is not small ([`SMALL_ANGLES`](quadrille_numerics::binary32::SMALL_ANGLES)).
    pub(crate) fn of_large(self, angle: u32) -> u32 {
        let angle = f32::from_bits(angle);
        let value = match self {
            Angle::Sine => binary32::sine_of_large(angle),
            Angle::Cosine => binary32::cosine_of_large(angle),
        };
        value.to_bits()
    }
}

/// A truth as a word.
const fn truth(holds: bool) -> u32 {
    if holds { u32::MAX } else { 0 }
}

impl Unary {
    /// Whether it needs an instruction set that takes numbers apart ([`Native::has_exponents`](crate::Native::has_exponents)).
    #[must_use]
    pub fn needs_exponents(self) -> bool {
        match self {
            Unary::Exponent | Unary::Significand | Unary::BesideNearest => true,
            Unary::SquareRoot
            | Unary::Round
            | Unary::Floor
            | Unary::Ceiling
            | Unary::Truncate
            | Unary::FromSigned
            | Unary::ToSigned => false,
        }
    }

    /// Every one.
    pub const ALL: [Unary; 10] = [
        Unary::SquareRoot,
        Unary::Round,
        Unary::Floor,
        Unary::Ceiling,
        Unary::Truncate,
        Unary::FromSigned,
        Unary::ToSigned,
        Unary::Exponent,
        Unary::Significand,
        Unary::BesideNearest,
    ];

    /// What it gives. Which NaN it gives is open.
    #[must_use]
    pub fn of(self, word: u32) -> u32 {
        let number = f32::from_bits(word);
        match self {
            Unary::SquareRoot => number.sqrt(),
            Unary::Round => number.round_ties_even(),
            Unary::Floor => number.floor(),
            Unary::Ceiling => number.ceil(),
            Unary::Truncate => number.trunc(),
            Unary::FromSigned => word as i32 as f32,
            Unary::Exponent => number.exponent(),
            Unary::Significand => number.significand(),
            Unary::BesideNearest => number.beside_nearest(),
            Unary::ToSigned => {
                let is_integer = (-2_147_483_648.0..2_147_483_648.0).contains(&number);
                return if is_integer {
                    number as i32 as u32
                } else {
                    0x8000_0000
                };
            }
        }
        .to_bits()
    }
}

impl Binary {
    /// Whether it needs an instruction set that takes numbers apart ([`Native::has_exponents`](crate::Native::has_exponents)).
    #[must_use]
    pub fn needs_exponents(self) -> bool {
        self == Binary::Scale
    }

    /// Every one.
    pub const ALL: [Binary; 24] = [
        Binary::FloatAdd,
        Binary::FloatSubtract,
        Binary::FloatMultiply,
        Binary::FloatDivide,
        Binary::FloatMinimum,
        Binary::FloatMaximum,
        Binary::Add,
        Binary::Subtract,
        Binary::Multiply,
        Binary::And,
        Binary::Or,
        Binary::Xor,
        Binary::ShiftLeft,
        Binary::ShiftRight,
        Binary::ShiftRightSigned,
        Binary::Scale,
        Binary::Compare(Comparison::FloatLess),
        Binary::Compare(Comparison::FloatLessOrEqual),
        Binary::Compare(Comparison::FloatEqual),
        Binary::Compare(Comparison::FloatUnordered),
        Binary::Compare(Comparison::Less),
        Binary::Compare(Comparison::Below),
        Binary::Compare(Comparison::Equal),
        Binary::Compare(Comparison::Disjoint),
    ];

    /// What it gives. Which NaN an operation on numbers gives is open.
    #[must_use]
    pub fn of(self, a: u32, b: u32) -> u32 {
        let [x, y] = [a, b].map(f32::from_bits);
        match self {
            Binary::FloatAdd => (x + y).to_bits(),
            Binary::FloatSubtract => (x - y).to_bits(),
            Binary::FloatMultiply => (x * y).to_bits(),
            Binary::FloatDivide => (x / y).to_bits(),
            Binary::FloatMinimum => {
                if x < y {
                    a
                } else {
                    b
                }
            }
            Binary::FloatMaximum => {
                if y < x {
                    a
                } else {
                    b
                }
            }
            Binary::Add => a.wrapping_add(b),
            Binary::Subtract => a.wrapping_sub(b),
            Binary::Multiply => a.wrapping_mul(b),
            Binary::And => a & b,
            Binary::Or => a | b,
            Binary::Xor => a ^ b,
            Binary::ShiftLeft => a.checked_shl(b).unwrap_or(0),
            Binary::ShiftRight => a.checked_shr(b).unwrap_or(0),
            Binary::ShiftRightSigned => ((a as i32) >> b.min(31)) as u32,
            Binary::Scale => x.scale(y).to_bits(),
            Binary::Compare(comparison) => truth(comparison.holds(a, b)),
        }
    }

    /// Whether its operands may change places, NaN aside.
    pub(crate) fn commutes(self) -> bool {
        match self {
            Binary::FloatAdd
            | Binary::FloatMultiply
            | Binary::Add
            | Binary::Multiply
            | Binary::And
            | Binary::Or
            | Binary::Xor
            | Binary::Compare(
                Comparison::FloatEqual
                | Comparison::FloatUnordered
                | Comparison::Equal
                | Comparison::Disjoint,
            ) => true,
            Binary::FloatSubtract
            | Binary::FloatDivide
            | Binary::FloatMinimum
            | Binary::FloatMaximum
            | Binary::Subtract
            | Binary::ShiftLeft
            | Binary::ShiftRight
            | Binary::ShiftRightSigned
            | Binary::Scale
            | Binary::Compare(
                Comparison::FloatLess | Comparison::FloatLessOrEqual | Comparison::Less | Comparison::Below,
            ) => false,
        }
    }
}

impl Comparison {
    /// Whether it holds.
    #[must_use]
    pub fn holds(self, a: u32, b: u32) -> bool {
        let [x, y] = [a, b].map(f32::from_bits);
        match self {
            Comparison::FloatLess => x < y,
            Comparison::FloatLessOrEqual => x <= y,
            Comparison::FloatEqual => x == y,
            Comparison::FloatUnordered => x.is_nan() || y.is_nan(),
            Comparison::Less => (a as i32) < b as i32,
            Comparison::Below => a < b,
            Comparison::Equal => a == b,
            Comparison::Disjoint => a & b == 0,
        }
    }
}
