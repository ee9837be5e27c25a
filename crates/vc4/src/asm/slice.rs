//! Names of parts of a register: `.16a`, `.8dr`, `.8as`, `.32s`, as pack of a target or unpack of a source.
//!
//! The spellings are those of the published assemblers: width, place, `s` for saturation, and `i` or `f`
//! (Broadcom: `c`, for colour) to demand the integer or the float form.

use quadrille_isa::qpu::{FilePack, MulPack, Unpack};

use super::dialect::Dialect;

/// Which part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// The whole register.
    Whole,
    /// The low half.
    Half0,
    /// The high half.
    Half1,
    /// All four bytes at once: `8888`, `8abcd`; as a source `8dr`, which spreads the highest byte.
    Replicate,
    /// Bits 7 to 0.
    Byte0,
    /// Bits 15 to 8.
    Byte1,
    /// Bits 23 to 16.
    Byte2,
    /// Bits 31 to 24.
    Byte3,
}

/// The bytes by number.
const BYTES: [Part; 4] = [Part::Byte0, Part::Byte1, Part::Byte2, Part::Byte3];

/// Which arithmetic the text demands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Demand {
    /// Whatever the operation does.
    Any,
    /// The integer form.
    Integer,
    /// The float form.
    Float,
}

/// A part of a register, as a suffix names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slice {
    pub(super) part: Part,
    pub(super) saturate: bool,
    pub(super) demand: Demand,
    /// Written `8dr` or `8ddupe`: only a source can be that.
    pub(super) source_only: bool,
}

impl Slice {
    /// No slice.
    pub(super) const NONE: Slice = Slice {
        part: Part::Whole,
        saturate: false,
        demand: Demand::Any,
        source_only: false,
    };

    /// Whether the suffix leaves the register whole and unchanged.
    #[inline(always)]
    pub(super) fn is_none(self) -> bool {
        self.part == Part::Whole && !self.saturate
    }

    /// The slice that a suffix names.
    pub(super) fn parse(text: &[u8]) -> Option<Slice> {
        let mut slice = Slice::NONE;
        let (part, rest): (Part, &[u8]) = match text {
            [b'3', b'2', rest @ ..] => (Part::Whole, rest),
            [b'1', b'6', b'a', rest @ ..] => (Part::Half0, rest),
            [b'1', b'6', b'b', rest @ ..] => (Part::Half1, rest),
            [b'8', b'8', b'8', b'8', rest @ ..] | [b'8', b'a', b'b', b'c', b'd', rest @ ..] => {
                (Part::Replicate, rest)
            }
            [b'8', b'd', b'd', b'u', b'p', b'e', rest @ ..] => (Part::Replicate, rest),
            [b'8', b'd', b'r', rest @ ..] => {
                slice.source_only = true;
                (Part::Replicate, rest)
            }
            [b'8', letter @ b'a'..=b'd', rest @ ..] => (BYTES[usize::from(letter - b'a')], rest),
            _ => return None,
        };
        slice.part = part;
        (slice.saturate, slice.demand) = match rest {
            b"" => (false, Demand::Any),
            b"i" => (part == Part::Whole, Demand::Integer),
            b"f" | b"c" => (false, Demand::Float),
            b"s" | b"clamp" => (true, Demand::Any),
            b"si" => (true, Demand::Integer),
            b"sf" => (true, Demand::Float),
            _ => return None,
        };
        if part == Part::Whole && slice.demand == Demand::Float {
            return None;
        }
        Some(slice)
    }

    /// The slice of a code of vc4asm's: the pack code in the four lowest bits, then one bit each for the integer form,
    /// the float form, a source and a target.
    pub(super) fn from_code(code: i64) -> Option<Slice> {
        let parts = [Part::Whole, Part::Half0, Part::Half1, Part::Replicate];
        let demand = match code & 0x30 {
            0 => Demand::Any,
            0x10 => Demand::Integer,
            0x20 => Demand::Float,
            _ => return None,
        };
        (0..0xc0).contains(&code).then(|| Slice {
            part: *parts
                .iter()
                .chain(&BYTES)
                .nth(code as usize & 7)
                .unwrap_or(&Part::Whole),
            saturate: code & 8 != 0,
            demand,
            source_only: code & 0x40 != 0,
        })
    }

    /// The unpack code.
    pub(super) fn unpack(self) -> Unpack {
        match self.part {
            Part::Whole => Unpack::None,
            Part::Half0 => Unpack::Half0,
            Part::Half1 => Unpack::Half1,
            Part::Replicate => Unpack::Replicate,
            Part::Byte0 => Unpack::Byte0,
            Part::Byte1 => Unpack::Byte1,
            Part::Byte2 => Unpack::Byte2,
            Part::Byte3 => Unpack::Byte3,
        }
    }

    /// The pack code for a write to file A, unless only the MUL ALU's pack can do it.
    pub(super) fn file_pack(self) -> Option<FilePack> {
        let half = matches!(self.part, Part::Half0 | Part::Half1);
        if self.source_only || (self.demand == Demand::Float && !half) {
            return None;
        }
        let plain = match self.part {
            Part::Whole => 0,
            Part::Half0 => 1,
            Part::Half1 => 2,
            Part::Replicate => 3,
            Part::Byte0 => 4,
            Part::Byte1 => 5,
            Part::Byte2 => 6,
            Part::Byte3 => 7,
        };
        FilePack::from_code(plain + if self.saturate { 8 } else { 0 })
    }

    /// The pack code for the MUL result, unless only a write to file A can do it. The converter saturates anyway;
    /// whether the code says that the text asks for it is the dialect's choice.
    pub(super) fn mul_pack(self, dialect: Dialect) -> Option<MulPack> {
        if self.source_only || self.demand == Demand::Integer {
            return None;
        }
        let says_saturate = self.saturate && dialect.writes_saturation();
        let (plain, saturating) = match self.part {
            Part::Whole | Part::Half0 | Part::Half1 => return None,
            Part::Replicate => (MulPack::Replicate, MulPack::ReplicateSaturate),
            Part::Byte0 => (MulPack::Byte0, MulPack::Byte0Saturate),
            Part::Byte1 => (MulPack::Byte1, MulPack::Byte1Saturate),
            Part::Byte2 => (MulPack::Byte2, MulPack::Byte2Saturate),
            Part::Byte3 => (MulPack::Byte3, MulPack::Byte3Saturate),
        };
        Some(if says_saturate { saturating } else { plain })
    }
}
