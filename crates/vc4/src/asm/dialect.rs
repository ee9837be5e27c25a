//! Dialects: the cases in which the published assemblers turn one text into different words.
//!
//! All of them agree on almost every line. The default is Broadcom's own assembler.

/// Whose choices to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// Broadcom's assembler, as its published shaders show it (with `pragma_allow_xor_0`).
    #[default]
    Broadcom,
    /// vc4asm from version 0.2.
    Vc4asm,
    /// vc4asm before that, and Broadcom's assembler without the pragma.
    EarlyVc4asm,
}

/// The encoding of `mov x, 0` where the instruction does something else too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ZeroMove {
    /// `xor x, r0, r0` or `v8subs x, r0, r0`, which leaves small immediate and signal free.
    Accumulator,
    /// The same operations on the value of file B.
    FileB,
    /// A small immediate 0 where there is room for one, else as `Accumulator`.
    SmallImmediate,
}

impl Dialect {
    /// The encoding of a move of zero beside another operation.
    pub(super) fn zero(self) -> ZeroMove {
        match self {
            Dialect::Broadcom => ZeroMove::Accumulator,
            Dialect::Vc4asm => ZeroMove::FileB,
            Dialect::EarlyVc4asm => ZeroMove::SmallImmediate,
        }
    }

    /// Whether a move of a small number stays in the ALU where it also sets flags.
    pub(super) fn keeps_flags_in_alu(self) -> bool {
        self != Dialect::Broadcom
    }

    /// Whether a lone load in the MUL place goes to the ADD place.
    pub(super) fn loads_in_add_place(self) -> bool {
        self == Dialect::Vc4asm
    }

    /// Whether `v8adds` and `v8subs` prefer the MUL ALU.
    pub(super) fn bytes_prefer_mul(self) -> bool {
        self != Dialect::Broadcom
    }

    /// Whether the pack of a MUL result as a saturated byte has the codes 11 to 15 that file A has for it, instead
    /// of 3 to 7, which do the same (vc4asm up to 0.2.1).
    pub(super) fn writes_saturation(self) -> bool {
        self != Dialect::Broadcom
    }

    /// Whether `.ifnc` is negative clear, not carry clear.
    pub(super) fn nc_is_negative(self) -> bool {
        self != Dialect::Broadcom
    }

    /// Whether the condition of an idle ADD ALU is `always` where the MUL result sets flags.
    pub(super) fn flags_wake_add(self) -> bool {
        self == Dialect::Vc4asm
    }
}
