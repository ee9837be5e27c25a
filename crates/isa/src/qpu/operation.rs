//! The operations of the two ALUs, and the multiplexers in front of them.
//!
//! Guide tables 9 and 10. Codes 9-11 and 25-29 of the ADD ALU are reserved.

rows! {
    /// An operation of the ADD ALU.
    pub enum AddOp, 5 bits {
        Nop = 0, "nop", "no operation";
        Fadd = 1, "fadd", "floating point add";
        Fsub = 2, "fsub", "floating point subtract";
        Fmin = 3, "fmin", "floating point minimum";
        Fmax = 4, "fmax", "floating point maximum";
        Fminabs = 5, "fminabs", "floating point minimum of absolute values";
        Fmaxabs = 6, "fmaxabs", "floating point maximum of absolute values";
        Ftoi = 7, "ftoi", "floating point to signed integer";
        Itof = 8, "itof", "signed integer to floating point";
        Add = 12, "add", "integer add";
        Sub = 13, "sub", "integer subtract";
        Shr = 14, "shr", "logical shift right";
        Asr = 15, "asr", "arithmetic shift right";
        Ror = 16, "ror", "rotate right";
        Shl = 17, "shl", "shift left";
        Min = 18, "min", "signed integer minimum";
        Max = 19, "max", "signed integer maximum";
        And = 20, "and", "bitwise and";
        Or = 21, "or", "bitwise or";
        Xor = 22, "xor", "bitwise exclusive or";
        Not = 23, "not", "bitwise complement";
        Clz = 24, "clz", "count of leading zeros";
        V8adds = 30, "v8adds", "add of four bytes with unsigned saturation";
        V8subs = 31, "v8subs", "subtract of four bytes with unsigned saturation";
    }
}

rows! {
    /// An operation of the MUL ALU.
    pub enum MulOp, 3 bits {
        Nop = 0, "nop", "no operation";
        Fmul = 1, "fmul", "floating point multiply";
        Mul24 = 2, "mul24", "unsigned 24-bit multiply, low 32 bits of the product";
        V8muld = 3, "v8muld", "multiply of four bytes as fractions of 255";
        V8min = 4, "v8min", "minimum of four unsigned bytes";
        V8max = 5, "v8max", "maximum of four unsigned bytes";
        V8adds = 6, "v8adds", "add of four bytes with unsigned saturation";
        V8subs = 7, "v8subs", "subtract of four bytes with unsigned saturation";
    }
}

rows! {
    /// The source of an ALU operand.
    pub enum Mux, 3 bits {
        R0 = 0, "r0", "accumulator 0";
        R1 = 1, "r1", "accumulator 1";
        R2 = 2, "r2", "accumulator 2";
        R3 = 3, "r3", "accumulator 3";
        R4 = 4, "r4", "accumulator 4, the result of SFU, TMU and tile buffer";
        R5 = 5, "r5", "accumulator 5";
        FileA = 6, "a", "the value read from register file A";
        FileB = 7, "b", "the value read from register file B, or the small immediate";
    }
}

impl AddOp {
    /// The number of operands that the operation looks at: 0, 1 (its operand is `add_a`) or 2.
    pub const fn operands(self) -> u8 {
        match self {
            AddOp::Nop => 0,
            AddOp::Ftoi | AddOp::Itof | AddOp::Not | AddOp::Clz => 1,
            AddOp::Fadd
            | AddOp::Fsub
            | AddOp::Fmin
            | AddOp::Fmax
            | AddOp::Fminabs
            | AddOp::Fmaxabs
            | AddOp::Add
            | AddOp::Sub
            | AddOp::Shr
            | AddOp::Asr
            | AddOp::Ror
            | AddOp::Shl
            | AddOp::Min
            | AddOp::Max
            | AddOp::And
            | AddOp::Or
            | AddOp::Xor
            | AddOp::V8adds
            | AddOp::V8subs => 2,
        }
    }

    /// Whether its operands are floats, which decides the form of an unpack (hardware vectors of doe300/VC4C).
    pub const fn takes_float(self) -> bool {
        (self as u8) >= AddOp::Fadd as u8 && (self as u8) <= AddOp::Ftoi as u8
    }

    /// Whether its result is a float, which decides the form of a pack (hardware vectors of doe300/VC4C).
    pub const fn gives_float(self) -> bool {
        matches!(
            self,
            AddOp::Fadd
                | AddOp::Fsub
                | AddOp::Fmin
                | AddOp::Fmax
                | AddOp::Fminabs
                | AddOp::Fmaxabs
                | AddOp::Itof
        )
    }
}

impl MulOp {
    /// The number of operands that the operation looks at.
    pub const fn operands(self) -> u8 {
        match self {
            MulOp::Nop => 0,
            MulOp::Fmul
            | MulOp::Mul24
            | MulOp::V8muld
            | MulOp::V8min
            | MulOp::V8max
            | MulOp::V8adds
            | MulOp::V8subs => 2,
        }
    }

    /// Whether operands and result are floats.
    pub const fn takes_float(self) -> bool {
        matches!(self, MulOp::Fmul)
    }
}

impl Mux {
    /// The source of three bits of a word.
    #[inline]
    pub const fn from_bits(bits: u64) -> Mux {
        match bits & 7 {
            0 => Mux::R0,
            1 => Mux::R1,
            2 => Mux::R2,
            3 => Mux::R3,
            4 => Mux::R4,
            5 => Mux::R5,
            6 => Mux::FileA,
            _ => Mux::FileB,
        }
    }
}
