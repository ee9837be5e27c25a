//! How a move of zero is encoded beside another operation, on which the published assemblers differ.

/// The encoding of `mov x, 0` where the instruction does something else too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ZeroMove {
    /// `xor x, r0, r0` or `v8subs x, r0, r0`, which leaves small immediate and signal free: Broadcom's
    /// assembler with its shaders' `pragma_allow_xor_0`.
    #[default]
    Accumulator,
    /// The same operations on the value of file B: newer vc4asm.
    FileB,
    /// A small immediate 0 where there is room for one, else as `Accumulator`: older vc4asm.
    SmallImmediate,
}
