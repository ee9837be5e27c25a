//! The vertex pipe memory: rows of sixteen words that all QPUs share, and the ways into it.
//!
//! [`setup`] reads the set-up words, [`access`] is how a QPU reads and writes vectors, [`dma`] moves blocks
//! between this memory and the bus. Who waits for whom is not here but with the machine.
//!
//! Source: VideoCore IV guide section 7 with vc4asm's addendum; packing of narrow DMA rows from doe300/VC4C.

pub mod access;
pub mod dma;
pub(crate) mod port;
pub mod setup;

/// Rows that a QPU reaches: its addresses have six bits for Y.
pub const QPU_ROWS: usize = 64;
/// Rows that DMA reaches: its addresses have seven bits for Y.
pub const ROWS: usize = 128;
/// Words of a row.
pub const COLUMNS: usize = 16;

/// The contents, `[row][column]`.
#[derive(Clone)]
pub struct Vpm {
    words: Vec<[u32; COLUMNS]>,
}

impl Default for Vpm {
    fn default() -> Vpm {
        Vpm {
            words: vec![[0; COLUMNS]; ROWS],
        }
    }
}

impl Vpm {
    /// The word at row `y` and column `x`; both wrap.
    #[inline]
    pub fn word(&self, y: usize, x: usize) -> u32 {
        self.words[y % ROWS][x % COLUMNS]
    }

    /// The word at row `y` and column `x`, to write; both wrap.
    #[inline]
    pub fn word_mut(&mut self, y: usize, x: usize) -> &mut u32 {
        &mut self.words[y % ROWS][x % COLUMNS]
    }

    /// A row; wraps.
    #[inline]
    pub fn row(&self, y: usize) -> &[u32; COLUMNS] {
        &self.words[y % ROWS]
    }

    /// A row to write; wraps.
    #[inline]
    pub fn row_mut(&mut self, y: usize) -> &mut [u32; COLUMNS] {
        &mut self.words[y % ROWS]
    }
}

/// One item of 8, 16 or 32 bits: a part of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// Row.
    pub y: usize,
    /// Column.
    pub x: usize,
    /// Bits to the right of the item in its word.
    pub shift: u32,
}

/// The width of items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// Bytes, four to a word.
    Bits8,
    /// Halves, two to a word.
    Bits16,
    /// Words.
    Bits32,
}

impl Width {
    /// Bits of an item.
    pub const fn bits(self) -> u32 {
        match self {
            Width::Bits8 => 8,
            Width::Bits16 => 16,
            Width::Bits32 => 32,
        }
    }

    /// Bytes of an item.
    pub const fn bytes(self) -> u32 {
        self.bits() / 8
    }

    /// Items in a word.
    pub const fn per_word(self) -> usize {
        (32 / self.bits()) as usize
    }

    /// The mask of an item at bit 0.
    pub const fn mask(self) -> u32 {
        u32::MAX >> (32 - self.bits())
    }
}

impl Vpm {
    /// Reads an item, zero-extended.
    #[inline]
    pub fn get(&self, width: Width, at: Item) -> u32 {
        self.word(at.y, at.x) >> at.shift & width.mask()
    }

    /// Writes the low bits of `value` to an item; its neighbours in the word stay.
    #[inline]
    pub fn set(&mut self, width: Width, at: Item, value: u32) {
        let mask = width.mask() << at.shift;
        let word = self.word_mut(at.y, at.x);
        *word = (*word & !mask) | (value << at.shift & mask);
    }
}
