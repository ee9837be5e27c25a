//! The operations: the methods of `numerics::lane`, as names.

/// A closed set with a name for each member, by which it is printed and read.
macro_rules! named {
    ($(#[doc = $about:literal])* $name:ident $($(#[doc = $doc:literal])* $id:ident $text:literal;)*) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $($(#[doc = $doc])* $id,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$id),*];

            /// Its name in the text of a form.
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$id => $text,)*
                }
            }

            /// The one of a name.
            pub fn of_name(name: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|one| one.name() == name)
            }
        }
    };
}
pub(crate) use named;

named! {
    /// A function of one float that gives a float.
    FloatUnary
    /// `-a`, a move of bits.
    Negate "neg";
    /// `|a|`, a move of bits.
    Magnitude "abs";
    /// An operand as the environment reads it, a move of bits but for denormals.
    Admit "admit";
    /// The largest integer not above.
    Floor "floor";
    /// The smallest integer not below.
    Ceiling "ceil";
    /// The integer towards zero.
    Truncate "trunc";
    /// The nearest integer, ties to even.
    Round "round";
    /// `1 / a`
    Reciprocal "rcp";
    /// `1 / sqrt(a)`
    ReciprocalSquareRoot "rsq";
    /// `2^a`
    Exp2 "exp2";
    /// Logarithm to the base 2.
    Log2 "log2";
    /// Sine.
    Sine "sin";
    /// Cosine.
    Cosine "cos";
    /// `floor(log2 |a|)`
    Exponent "exponent";
    /// `|a| / 2^exponent`
    Mantissa "mantissa";
}

impl FloatUnary {
    /// Whether it moves bits, and so keeps a NaN that is not canonical.
    pub const fn moves(self) -> bool {
        match self {
            FloatUnary::Negate | FloatUnary::Magnitude | FloatUnary::Admit => true,
            FloatUnary::Floor
            | FloatUnary::Ceiling
            | FloatUnary::Truncate
            | FloatUnary::Round
            | FloatUnary::Reciprocal
            | FloatUnary::ReciprocalSquareRoot
            | FloatUnary::Exp2
            | FloatUnary::Log2
            | FloatUnary::Sine
            | FloatUnary::Cosine
            | FloatUnary::Exponent
            | FloatUnary::Mantissa => false,
        }
    }
}

named! {
    /// A function of two floats that gives a float.
    FloatBinary
    /// `a + b`
    Add "add";
    /// `a - b`
    Subtract "sub";
    /// `a * b`
    Multiply "mul";
    /// `a / b`
    Divide "div";
    /// `a^b`
    Power "pow";
}

named! {
    /// A comparison of two floats.
    FloatCompare
    /// `a < b`
    Less "lt";
    /// `a <= b`
    LessOrEqual "le";
    /// `a == b`
    Equal "eq";
    /// `a < b` in the total order, which sees the bits of NaN.
    LessInTotalOrder "lt_total";
}

named! {
    /// A function of one integer.
    IntUnary
    /// `-a`
    Negate "neg";
    /// `|a|`
    Magnitude "abs";
    /// The bits in reverse order.
    Reverse "reverse";
    /// The number of set bits.
    Count "count";
    /// The number of the lowest set bit.
    Lowest "lowest";
    /// The number of the highest bit that differs from the sign.
    Highest "highest";
    /// Every bit the other way.
    Not "not";
}

named! {
    /// A function of two integers that gives an integer.
    IntBinary
    /// `a + b`
    Add "add";
    /// `a - b`
    Subtract "sub";
    /// The low half of `a * b`.
    Multiply "mul";
    /// Its high half.
    MultiplyHigh "mul_high";
    /// `a / b`
    Divide "div";
    /// The remainder of `a / b`.
    Remainder "rem";
    /// `|a - b|`
    Distance "distance";
    /// `a << b`
    ShiftLeft "shl";
    /// `a >> b`
    ShiftRight "shr";
    /// Bitwise and.
    And "and";
    /// Bitwise or.
    Or "or";
    /// Bitwise exclusive or.
    Xor "xor";
}

named! {
    /// A truth about two integers.
    IntCompare
    /// `a < b`
    Less "lt";
    /// `a == b`
    Equal "eq";
    /// Whether the unsigned sum does not fit.
    Carry "carry";
    /// Whether the signed sum does not fit.
    Overflow "overflow";
    /// Whether the unsigned difference is not negative.
    NoBorrow "no_borrow";
    /// Whether the signed difference does not fit.
    OverflowOfDifference "overflow_diff";
}
