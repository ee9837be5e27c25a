//! Unpacking of operands, packing of results, and the kinds of immediate that share the unpack bits
//! (guide, section 3, with the corrections of vc4asm's addendum).
//!
//! Bit 56 (`pm`) selects what the two fields mean: 0 is unpack of the value read from file A and pack of
//! the value written to file A; 1 is unpack of r4 and pack of the MUL result.

rows! {
    /// The part that is taken out of an operand: of the file A value where the pack is [`Pack::File`], of r4 where
    /// it is [`Pack::Mul`].
    pub enum Unpack, 3 bits {
        None = 0, "", "32 bits as they are";
        Half0 = 1, "16a", "low half: float of a half float, or sign extended";
        Half1 = 2, "16b", "high half: float of a half float, or sign extended";
        Replicate = 3, "8dr", "highest byte replicated to all four";
        Byte0 = 4, "8a", "byte 0: fraction of 255, or zero extended";
        Byte1 = 5, "8b", "byte 1: fraction of 255, or zero extended";
        Byte2 = 6, "8c", "byte 2: fraction of 255, or zero extended";
        Byte3 = 7, "8d", "byte 3: fraction of 255, or zero extended";
    }
}

rows! {
    /// The packing of a result into a register of file A (`pm` 0).
    pub enum FilePack, 4 bits {
        None = 0, "", "32 bits as they are";
        Half0 = 1, "16a", "into the low half, as half float or low bits";
        Half1 = 2, "16b", "into the high half, as half float or low bits";
        Replicate = 3, "8abcd", "low byte into all four bytes";
        Byte0 = 4, "8a", "low byte into byte 0";
        Byte1 = 5, "8b", "low byte into byte 1";
        Byte2 = 6, "8c", "low byte into byte 2";
        Byte3 = 7, "8d", "low byte into byte 3";
        Saturate = 8, "32s", "32 bits with signed saturation";
        Half0Saturate = 9, "16as", "into the low half with signed saturation";
        Half1Saturate = 10, "16bs", "into the high half with signed saturation";
        ReplicateSaturate = 11, "8abcds", "into all four bytes with unsigned saturation";
        Byte0Saturate = 12, "8as", "into byte 0 with unsigned saturation";
        Byte1Saturate = 13, "8bs", "into byte 1 with unsigned saturation";
        Byte2Saturate = 14, "8cs", "into byte 2 with unsigned saturation";
        Byte3Saturate = 15, "8ds", "into byte 3 with unsigned saturation";
    }
}

rows! {
    /// The packing of the MUL result, a float from 0 to 1, as bytes (`pm` 1). Codes 11 to 15, which the guide does not
    /// give, do what 3 to 7 do: early versions of vc4asm wrote them, and their shaders ran. The other five are
    /// reserved.
    pub enum MulPack, 4 bits {
        None = 0, "", "32 bits as they are";
        Replicate = 3, "8abcd", "the byte into all four bytes";
        Byte0 = 4, "8a", "the byte into byte 0";
        Byte1 = 5, "8b", "the byte into byte 1";
        Byte2 = 6, "8c", "the byte into byte 2";
        Byte3 = 7, "8d", "the byte into byte 3";
        ReplicateSaturate = 11, "8abcds", "the byte into all four bytes";
        Byte0Saturate = 12, "8as", "the byte into byte 0";
        Byte1Saturate = 13, "8bs", "the byte into byte 1";
        Byte2Saturate = 14, "8cs", "the byte into byte 2";
        Byte3Saturate = 15, "8ds", "the byte into byte 3";
    }
}

/// The `pm` bit and the pack field together, because the bit decides what the field means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pack {
    /// `pm` 0: what is written to file A is packed; an unpack acts on the value read from file A.
    File(FilePack),
    /// `pm` 1: the MUL result is packed; an unpack acts on r4.
    Mul(MulPack),
}

impl Pack {
    /// No packing, with `pm` 0.
    pub const NONE: Pack = Pack::File(FilePack::None);

    /// Whether bit 56 is set.
    #[inline]
    pub const fn mode_bit(self) -> bool {
        matches!(self, Pack::Mul(_))
    }

    /// The four bits of the pack field.
    #[inline]
    pub const fn code(self) -> u8 {
        match self {
            Pack::File(pack) => pack.code(),
            Pack::Mul(pack) => pack.code(),
        }
    }

    /// The pack of `pm` and the four bits; `None` where the code is reserved.
    #[inline]
    pub const fn from_codes(mode_bit: bool, code: u8) -> Option<Pack> {
        if mode_bit {
            match MulPack::from_code(code) {
                Some(pack) => Some(Pack::Mul(pack)),
                None => None,
            }
        } else {
            match FilePack::from_code(code) {
                Some(pack) => Some(Pack::File(pack)),
                None => None,
            }
        }
    }

    /// Whether the value passes unchanged.
    pub const fn is_none(self) -> bool {
        self.code() == 0
    }
}

rows! {
    /// The kind of a load immediate; these are the unpack bits of a word with signal 14. Code 4 is the
    /// semaphore form; 2 and 5 to 7 are reserved.
    pub enum ImmediateKind, 3 bits {
        Word = 0, "ldi", "one 32-bit value to all elements";
        Signed = 1, "ldis", "two bits for each element, signed, -2 to 1";
        Unsigned = 3, "ldiu", "two bits for each element, unsigned, 0 to 3";
    }
}

impl ImmediateKind {
    /// The value that element `element` (0-15) receives.
    pub const fn element(self, value: u32, element: u32) -> u32 {
        let high = value >> ((element & 15) + 16) & 1;
        let low = value >> (element & 15) & 1;
        match self {
            ImmediateKind::Word => value,
            ImmediateKind::Signed => low.wrapping_sub(high << 1),
            ImmediateKind::Unsigned => high << 1 | low,
        }
    }
}
