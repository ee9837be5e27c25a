//! The words that programs write to the two set-up registers (49 of file A for reads, of file B for writes).
//!
//! Source: guide tables 32 to 37; the store stride of 16 bits is vc4asm's addendum, and the load pitch of 16 bits
//! follows from py-videocore's sgemm, which loads rows 12,288 bytes apart.

use super::Width;

/// The layout of vectors of sixteen elements in the memory, and the address of the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Horizontal (along a row) or vertical (down a column of sixteen rows).
    pub horizontal: bool,
    /// Laned: element `i` has word `i` of the row to itself. Packed: elements fill words one after the other.
    pub laned: bool,
    /// Width of elements.
    pub width: Width,
    /// The address, eight bits: `{Y, part}` or `{Y[5:4], X, part}`.
    pub address: u8,
    /// Added to the address after each vector, 1 to 64.
    pub stride: u8,
}

/// The setting that a word written to the read set-up register (49 of file A) makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadSetup {
    /// Vectors for the QPU's read queue, 1 to 16.
    Vectors(Block, u8),
    /// A block of memory for the next load.
    Load(Load),
    /// Bytes from row to row in memory, where the load's own pitch is 0: 16 bits.
    LoadPitch(u32),
}

/// The largest pitch of loads that the guide knows of: it gives the field 13 bits.
pub const MANUAL_PITCH: u32 = 0x1fff;

/// The setting that a word written to the write set-up register (49 of file B) makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WriteSetup {
    /// The layout and address for the vectors that the QPU writes.
    Vectors(Block),
    /// A block for the next store.
    Store(Store),
    /// Rows of the next store in memory and in the VPM.
    StoreStride {
        /// Bytes between the end of a row and the start of the next.
        gap: u32,
        /// Whether rows follow each other without a gap in the VPM.
        packed_rows: bool,
    },
    /// Bits 31:30 hold 1, which the guide gives no meaning.
    Reserved,
}

/// A load from memory (VDR).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load {
    /// Width of items.
    pub width: Width,
    /// Which quarter (8 bits) or half (16 bits) of a row the first row goes to.
    pub part: u8,
    /// Bytes from row to row in memory, `None` to use the pitch word.
    pub pitch: Option<u32>,
    /// Items of a row, 1 to 16.
    pub length: u32,
    /// Rows, 1 to 16.
    pub rows: u32,
    /// Added to `{Y, part}` after each row, 1 to 16.
    pub vpm_pitch: u32,
    /// Whether rows of memory become columns.
    pub vertical: bool,
    /// First row of the VPM.
    pub y: u8,
    /// First column of the VPM.
    pub x: u8,
}

/// A store to memory (VDW).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Store {
    /// Width of items.
    pub width: Width,
    /// Byte or half of the first word at which the first item lies.
    pub part: u8,
    /// Rows, 1 to 128.
    pub rows: u32,
    /// Items of a row, 1 to 128.
    pub length: u32,
    /// Whether every item has a word to itself.
    pub laned: bool,
    /// Rows of the VPM, or columns.
    pub horizontal: bool,
    /// First row of the VPM.
    pub y: u8,
    /// First column of the VPM.
    pub x: u8,
}

fn field(word: u32, high: u32, low: u32) -> u32 {
    word >> low & (u32::MAX >> (31 - (high - low)))
}

/// A field in which 0 stands for one more than its largest value.
fn count(word: u32, high: u32, low: u32) -> u32 {
    match field(word, high, low) {
        0 => 1 << (high - low + 1),
        n => n,
    }
}

/// The mode of the DMA words: width, and byte or half.
fn mode(code: u32) -> (Width, u8) {
    match code {
        0 | 1 => (Width::Bits32, 0),
        2 | 3 => (Width::Bits16, (code & 1) as u8),
        _ => (Width::Bits8, (code & 3) as u8),
    }
}

fn block(word: u32) -> Block {
    Block {
        horizontal: field(word, 11, 11) != 0,
        laned: field(word, 10, 10) != 0,
        width: match field(word, 9, 8) {
            0 => Width::Bits8,
            1 => Width::Bits16,
            // 3 is reserved; the low address bits are then unused, as for words.
            _ => Width::Bits32,
        },
        address: field(word, 7, 0) as u8,
        stride: count(word, 17, 12) as u8,
    }
}

impl ReadSetup {
    /// Reads a word written to register 49 of file A.
    pub fn decode(word: u32) -> ReadSetup {
        if word >> 31 == 0 {
            return ReadSetup::Vectors(block(word), count(word, 23, 20) as u8);
        }
        if field(word, 30, 28) == 1 {
            return ReadSetup::LoadPitch(field(word, 15, 0));
        }
        let (width, part) = mode(field(word, 30, 28));
        ReadSetup::Load(Load {
            width,
            part,
            pitch: match field(word, 27, 24) {
                0 => None,
                n => Some(8 << n),
            },
            length: count(word, 23, 20),
            rows: count(word, 19, 16),
            vpm_pitch: count(word, 15, 12),
            vertical: field(word, 11, 11) != 0,
            y: field(word, 10, 4) as u8,
            x: field(word, 3, 0) as u8,
        })
    }
}

impl WriteSetup {
    /// Reads a word written to register 49 of file B.
    pub fn decode(word: u32) -> WriteSetup {
        match word >> 30 {
            0 => WriteSetup::Vectors(block(word)),
            2 => {
                let (width, part) = mode(field(word, 2, 0));
                WriteSetup::Store(Store {
                    width,
                    part,
                    rows: count(word, 29, 23),
                    length: count(word, 22, 16),
                    laned: field(word, 15, 15) != 0,
                    horizontal: field(word, 14, 14) != 0,
                    y: field(word, 13, 7) as u8,
                    x: field(word, 6, 3) as u8,
                })
            }
            3 => WriteSetup::StoreStride {
                gap: field(word, 15, 0),
                packed_rows: field(word, 16, 16) != 0,
            },
            _ => WriteSetup::Reserved,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: words that ran on a Raspberry Pi, with their meaning (asurati's DMA demonstration).
    #[test]
    fn words_that_ran_on_hardware() {
        let ReadSetup::Load(load) = ReadSetup::decode(0x8304_080f) else {
            panic!("a load")
        };
        assert_eq!((load.length, load.rows, load.pitch), (16, 4, Some(64)));
        assert_eq!((load.vertical, load.y, load.x, load.vpm_pitch), (true, 0, 15, 16));
        let WriteSetup::Store(store) = WriteSetup::decode(0x8090_0078) else {
            panic!("a store")
        };
        assert_eq!((store.rows, store.length), (1, 16));
        assert_eq!((store.horizontal, store.y, store.x), (false, 0, 15));
        let ReadSetup::Vectors(block, vectors) = ReadSetup::decode(0x0041_020f) else {
            panic!("vectors")
        };
        assert_eq!((vectors, block.stride, block.address), (4, 16, 15));
        assert!(!block.horizontal && block.width == Width::Bits32);
    }

    /// source: guide tables 32 to 37: zero in a count field stands for its upper limit.
    #[test]
    fn zero_counts_are_limits() {
        let ReadSetup::Vectors(block, vectors) = ReadSetup::decode(0x0000_0a00) else {
            panic!("vectors")
        };
        assert_eq!((vectors, block.stride), (16, 64));
        let WriteSetup::Store(store) = WriteSetup::decode(0x8000_0000) else {
            panic!("a store")
        };
        assert_eq!((store.rows, store.length), (128, 128));
        assert_eq!(ReadSetup::decode(0x9000_1fff), ReadSetup::LoadPitch(0x1fff));
        assert_eq!(ReadSetup::decode(0x9000_ffff), ReadSetup::LoadPitch(0xffff));
        assert_eq!(
            WriteSetup::decode(0xc001_ffff),
            WriteSetup::StoreStride {
                gap: 0xffff,
                packed_rows: true
            }
        );
    }
}
