//! The formats of a single number.

use super::Binary;

/// A number format: base type and size in bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(
    missing_docs,
    reason = "each name is the specification's own: float, signed or unsigned, and the bits"
)]
pub enum Format {
    F16,
    F32,
    F64,
    S8,
    S16,
    S32,
    S64,
    U8,
    U16,
    U32,
    U64,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 11] = [
        Format::F16,
        Format::F32,
        Format::F64,
        Format::S8,
        Format::S16,
        Format::S32,
        Format::S64,
        Format::U8,
        Format::U16,
        Format::U32,
        Format::U64,
    ];

    /// Size in bits.
    pub const fn bits(self) -> u32 {
        match self {
            Format::S8 | Format::U8 => 8,
            Format::F16 | Format::S16 | Format::U16 => 16,
            Format::F32 | Format::S32 | Format::U32 => 32,
            Format::F64 | Format::S64 | Format::U64 => 64,
        }
    }

    /// The bits of the format, set.
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// The floating-point format, if it is one.
    pub const fn binary(self) -> Option<Binary> {
        match self {
            Format::F16 => Some(Binary::B16),
            Format::F32 => Some(Binary::B32),
            Format::F64 => Some(Binary::B64),
            Format::S8
            | Format::S16
            | Format::S32
            | Format::S64
            | Format::U8
            | Format::U16
            | Format::U32
            | Format::U64 => None,
        }
    }

    /// Whether it is a signed integer.
    pub const fn is_signed(self) -> bool {
        matches!(self, Format::S8 | Format::S16 | Format::S32 | Format::S64)
    }

    /// The format of the same base type that a register of 32 or 64 bits holds.
    pub const fn in_register(self, long: bool) -> Format {
        match (self, long) {
            (Format::F16 | Format::F32 | Format::F64, false) => Format::F32,
            (Format::F16 | Format::F32 | Format::F64, true) => Format::F64,
            (Format::S8 | Format::S16 | Format::S32 | Format::S64, false) => Format::S32,
            (Format::S8 | Format::S16 | Format::S32 | Format::S64, true) => Format::S64,
            (Format::U8 | Format::U16 | Format::U32 | Format::U64, false) => Format::U32,
            (Format::U8 | Format::U16 | Format::U32 | Format::U64, true) => Format::U64,
        }
    }

    /// The smallest and the largest number of an integer format.
    pub(super) const fn range(self) -> (i128, i128) {
        if self.is_signed() {
            let high = (self.mask() >> 1) as i128;
            (-high - 1, high)
        } else {
            (0, self.mask() as i128)
        }
    }

    /// The number that the low bits stand for in an integer format.
    pub(super) const fn integer(self, bits: u64) -> i128 {
        let spare = 64 - self.bits();
        if self.is_signed() {
            ((bits << spare) as i64 >> spare) as i128
        } else {
            (bits & self.mask()) as i128
        }
    }
}
