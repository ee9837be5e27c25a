//! The comparisons of set-on instructions.

/// The comparison of a set-on instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// Never.
    False,
    /// `a == b`
    Equal,
    /// `a != b`, the negation of the former: true where an operand is NaN.
    NotEqual,
    /// `a < b`
    Less,
    /// `a <= b`
    LessOrEqual,
    /// `a > b`
    Greater,
    /// `a >= b`
    GreaterOrEqual,
    /// Always.
    True,
}
