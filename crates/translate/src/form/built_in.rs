//! Functions that every target has.

use quadrille_isa::gl::operation::{Axis, DerivativeControl, Vote};

/// Which invocation of a quad.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum QuadPlace {
    /// The one of this number: from 0 along rows, the first of which has the lower y.
    Number(u8),
    /// The one beside the own in its row.
    Beside,
    /// The one beside the own in its column.
    Above,
}

/// A function that every target has, on all components alike but for the last group.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BuiltIn {
    /// Magnitude.
    Absolute,
    /// −1, 0 or 1; NaN is anything.
    Sign,
    /// Largest integer not above.
    Floor,
    /// Smallest integer not below.
    Ceiling,
    /// Integer towards zero.
    Truncate,
    /// Nearest integer, ties to even.
    RoundEven,
    /// `x − floor(x)`
    Fraction,
    /// The smaller; NaN is anything.
    Minimum,
    /// The larger; NaN is anything.
    Maximum,
    /// Within the second and third, which may be scalars; NaN is anything.
    Clamp,
    /// `a·(1 − c) + b·c`
    Mix,
    /// 2^x
    Exp2,
    /// Base-2 logarithm.
    Log2,
    /// x^y for x above zero.
    Power,
    /// `1 / √x`
    InverseSquareRoot,
    /// √x
    SquareRoot,
    /// Sine of radians.
    Sine,
    /// Cosine of radians.
    Cosine,
    /// Whether each component is NaN.
    IsNan,
    /// Difference to the neighbour along an axis, to a certain one where it is asked for.
    Derivative(Axis, Option<DerivativeControl>),
    /// Number of bits that are set.
    BitCount,
    /// Bits in reverse order.
    BitReverse,
    /// Number of the lowest set bit, −1 if none; the result is signed.
    LeastBit,
    /// Number of the highest set bit (of negative numbers: clear bit), −1 if none; the result is signed.
    MostBit,
    /// `(value, offset, count)`: bits of a value, sign-extended if it is signed. Offset and count are scalars.
    BitExtract,
    /// `(base, insert, offset, count)`: low bits of `insert` put into `base`.
    BitInsert,
    /// Two numbers to binary16 in one unsigned word, x low. One argument of width 2.
    PackHalf,
    /// Two numbers from binary16 in one unsigned word.
    UnpackHalf,
    /// Two unsigned words to a number of 64 bits, the low one first.
    PackLong,
    /// The two unsigned words of a number of 64 bits, the low one first.
    UnpackLong,

    /// An input at the centroid of the covered part. The argument reads the input.
    AtCentroid,
    /// An input at a sample, whose number is a signed integer.
    AtSample,
    /// An input at an offset from the pixel's centre, two floats.
    AtOffset,

    /// Whether a truth value holds in all, in any, or in all or none of the active invocations of the subgroup.
    SubgroupVote(Vote),
    /// The active invocations of the subgroup in which a truth value holds: a bit each, of the first 32.
    SubgroupBallot,
    /// `(value, number)`: what a number is in the invocation of the subgroup with an unsigned number.
    SubgroupShuffle,
    /// What a number is in an invocation of the quad.
    QuadValue(QuadPlace),

    /// Sum of the products of components; a scalar.
    Dot,
    /// Cross product of two vectors of three components.
    Cross,
    /// Whether any component is true; a scalar.
    Any,
    /// Whether all components are true; a scalar.
    All,
}
