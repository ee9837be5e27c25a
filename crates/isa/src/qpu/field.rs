//! The positions of the fields in a word (guide, section 3).

/// A run of bits of the 64-bit word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Name, as the guide has it.
    pub name: &'static str,
    /// Highest bit.
    pub high: u32,
    /// Lowest bit.
    pub low: u32,
}

impl Field {
    const fn new(name: &'static str, high: u32, low: u32) -> Field {
        assert!(high >= low && high < 64);
        Field { name, high, low }
    }

    /// Width in bits.
    pub const fn width(self) -> u32 {
        self.high - self.low + 1
    }

    /// The bits of the field at their place.
    pub const fn mask(self) -> u64 {
        (u64::MAX >> (64 - self.width())) << self.low
    }

    /// The value of the field in `word`.
    #[inline]
    pub const fn get(self, word: u64) -> u64 {
        (word & self.mask()) >> self.low
    }

    /// The value of a field of at most eight bits.
    #[inline]
    pub const fn byte(self, word: u64) -> u8 {
        self.get(word) as u8
    }

    /// Whether a field of one bit is set.
    #[inline]
    pub const fn is_set(self, word: u64) -> bool {
        self.get(word) != 0
    }

    /// `value`, cut to the field's width, at the field's place.
    #[inline]
    pub const fn at(self, value: u64) -> u64 {
        value << self.low & self.mask()
    }

    /// `word` with the field replaced.
    #[inline]
    pub const fn with(self, word: u64, value: u64) -> u64 {
        word & !self.mask() | self.at(value)
    }
}

macro_rules! fields {
    ($($(#[$meta:meta])* $constant:ident = $name:literal, $high:literal : $low:literal;)*) => {
        $($(#[$meta])* pub const $constant: Field = Field::new($name, $high, $low);)*

        /// Every field of every form; fields of different forms overlap.
        pub const ALL: &[Field] = &[$($constant),*];
    };
}

fields! {
    /// Signal, or the form of the word.
    SIGNAL = "sig", 63:60;
    /// Unpack of an operand.
    UNPACK = "unpack", 59:57;
    /// Kind of a load immediate, or semaphore.
    MODE = "mode", 59:57;
    /// The pack mode: the values that pack and unpack act on.
    PM = "pm", 56:56;
    /// Pack of a result.
    PACK = "pack", 55:52;
    /// Condition of the ADD ALU.
    COND_ADD = "cond_add", 51:49;
    /// Condition of the MUL ALU.
    COND_MUL = "cond_mul", 48:46;
    /// Set flags.
    SF = "sf", 45:45;
    /// Write swap: clear sends ADD to file A and MUL to file B, set the other way.
    WS = "ws", 44:44;
    /// Write address of the ADD ALU.
    WADDR_ADD = "waddr_add", 43:38;
    /// Write address of the MUL ALU.
    WADDR_MUL = "waddr_mul", 37:32;
    /// Operation of the MUL ALU.
    OP_MUL = "op_mul", 31:29;
    /// Operation of the ADD ALU.
    OP_ADD = "op_add", 28:24;
    /// Read address of file A.
    RADDR_A = "raddr_a", 23:18;
    /// Read address of file B.
    RADDR_B = "raddr_b", 17:12;
    /// Small immediate, in place of the read address of file B.
    SMALL_IMM = "small_imm", 17:12;
    /// First operand of the ADD ALU.
    ADD_A = "add_a", 11:9;
    /// Second operand of the ADD ALU.
    ADD_B = "add_b", 8:6;
    /// First operand of the MUL ALU.
    MUL_A = "mul_a", 5:3;
    /// Second operand of the MUL ALU.
    MUL_B = "mul_b", 2:0;
    /// The value of an immediate.
    IMMEDIATE = "immediate", 31:0;
    /// Bits of a semaphore word that only reach its write addresses.
    SEMAPHORE_FREE = "free", 31:5;
    /// Acquire (1) or release (0) of a semaphore.
    SEMAPHORE_ACQUIRE = "sa", 4:4;
    /// Number of the semaphore.
    SEMAPHORE_NUMBER = "semaphore", 3:0;
    /// Zero in a branch.
    BRANCH_ZERO = "zero", 59:56;
    /// Condition of a branch.
    COND_BR = "cond_br", 55:52;
    /// Branch relative to the fourth instruction after the branch.
    REL = "rel", 51:51;
    /// Branch adds a register of file A.
    REG = "reg", 50:50;
    /// Register of file A that a branch adds; its lowest bit also sets flags.
    BRANCH_RADDR_A = "br_raddr_a", 49:45;
}
