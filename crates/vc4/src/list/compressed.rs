//! The compressed list of triangles that the binner writes behind packets 48 and 49: indices of vertices, most
//! of them relative to earlier ones.
//!
//! Source: the guide's table 39, as vc4-gpu-tools reads it.

use super::packet::DecodeError;

/// One entry of a compressed list of triangles.
///
/// Relative indices are in two's complement and added to earlier indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// 1 byte, 128: the list is over, and packets go on behind it.
    End,
    /// 7 bytes: three indices.
    Absolute([u16; 3]),
    /// 3 bytes: the list goes on this many 32-byte blocks from the block that the first byte of the entry is in.
    Branch(i16),
    /// 4 bytes: one index, and two relative ones of 6 bits.
    OneAbsolute {
        /// The first index.
        index: u16,
        /// The other two: the upper nibble of the first byte, and the second byte.
        relative: [u8; 2],
    },
    /// 2 bytes: three relative indices, -8 to 7.
    ThreeRelative {
        /// Bits 3:2 of the first byte, 0 to 2, which have no meaning.
        spare: u8,
        /// The relative indices.
        relative: [i8; 3],
    },
    /// 1 byte: one relative index, -32 to 31, but -32 is taken by the other forms; which two vertices of the
    /// triangle before stay, its lowest two bits say.
    OneRelative {
        /// The lowest two bits, 0 to 2.
        form: u8,
        /// The relative index.
        relative: i8,
    },
}

impl Entry {
    /// The first entry of `bytes` and its length.
    ///
    /// # Errors
    ///
    /// [`DecodeError::Empty`] or [`DecodeError::Truncated`] if bytes are missing.
    pub fn decode(bytes: &[u8]) -> Result<(Entry, usize), DecodeError> {
        let &first = bytes.first().ok_or(DecodeError::Empty)?;
        let length = length(first);
        let body = bytes.get(1..length).ok_or(DecodeError::Truncated {
            name: "an entry of a compressed list",
            bytes: length,
            given: bytes.len(),
        })?;
        let half = |at: usize| u16::from_le_bytes([body[at], body[at + 1]]);
        let entry = match first {
            128 => Entry::End,
            129 => Entry::Absolute([half(0), half(2), half(4)]),
            130 => Entry::Branch(half(0) as i16),
            _ if first & 15 == 15 => Entry::OneAbsolute {
                index: half(1),
                relative: [first >> 4, body[0]],
            },
            _ if first & 3 == 3 => Entry::ThreeRelative {
                spare: first >> 2 & 3,
                relative: [first as i8 >> 4, (body[0] << 4) as i8 >> 4, body[0] as i8 >> 4],
            },
            _ => Entry::OneRelative {
                form: first & 3,
                relative: first as i8 >> 2,
            },
        };
        Ok((entry, length))
    }

    /// The bytes of the entry. Of relative indices the low bits are taken.
    pub fn encode(self) -> Vec<u8> {
        match self {
            Entry::End => vec![128],
            Entry::Absolute([a, b, c]) => {
                let ([a0, a1], [b0, b1], [c0, c1]) = (a.to_le_bytes(), b.to_le_bytes(), c.to_le_bytes());
                vec![129, a0, a1, b0, b1, c0, c1]
            }
            Entry::Branch(blocks) => {
                let [low, high] = blocks.to_le_bytes();
                vec![130, low, high]
            }
            Entry::OneAbsolute { index, relative } => {
                let [low, high] = index.to_le_bytes();
                vec![relative[0] << 4 | 15, relative[1], low, high]
            }
            Entry::ThreeRelative {
                spare,
                relative: [a, b, c],
            } => {
                vec![
                    (a as u8) << 4 | (spare & 3) << 2 | 3,
                    (b as u8) & 15 | (c as u8) << 4,
                ]
            }
            Entry::OneRelative { form, relative } => vec![(relative as u8) << 2 | form & 3],
        }
    }

    /// Where a [`Entry::Branch`] at `address` goes.
    pub fn target(address: u32, blocks: i16) -> u32 {
        (address & !31).wrapping_add_signed(i32::from(blocks) << 5)
    }
}

/// Bytes of the entry that begins with `first`.
fn length(first: u8) -> usize {
    match first {
        128 => 1,
        129 => 7,
        130 => 3,
        _ if first & 15 == 15 => 4,
        _ if first & 3 == 3 => 2,
        _ => 1,
    }
}
