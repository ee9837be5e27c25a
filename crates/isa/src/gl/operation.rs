//! Operations: what engines execute. Opcode, language and variant are behind; what is left is a closed set.

/// What an instruction does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// Copy.
    Move,
    /// Sum.
    Add,
    /// Product.
    Multiply,
    /// Product, rounded, and sum.
    MultiplyAdd,
}
