//! The parameters of operations.

/// What a set-on instruction compares.
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

/// Where a sample's level of detail comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lod {
    /// From the derivatives of the coordinates in fragment programs, the base level elsewhere.
    Implicit,
    /// As [`Lod::Implicit`], plus the operand's w.
    Bias,
    /// The operand's w.
    Explicit,
    /// From derivatives in two more operands.
    Derivatives,
}

/// Which memory an access goes to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Space {
    /// Global memory by a 64-bit GPU address.
    Global,
    /// A constant buffer.
    Constant,
    /// A shader storage buffer.
    Storage,
    /// The work group's shared memory.
    Shared,
    /// An image unit.
    Image,
    /// An atomic counter.
    Counter,
}

/// A vote of a thread group.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Vote {
    /// True if non-zero in all active threads.
    All,
    /// True if non-zero in any.
    Any,
    /// True if non-zero in all or in none.
    Equal,
}

/// Whose value a shuffle reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shuffle {
    /// The thread `index` above.
    Down,
    /// The thread `index` below.
    Up,
    /// The thread numbered `index`.
    Index,
    /// The thread whose number differs in the bits of `index`.
    Xor,
}
