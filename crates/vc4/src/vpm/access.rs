//! Reads and writes of whole vectors by a QPU: sixteen elements at an address that then advances.

use quadrille_numerics::qpu::lanes::Lanes;

use super::setup::Block;
use super::{Item, Vpm, Width};

impl Block {
    /// The position of element `i` of the present vector.
    #[inline]
    pub fn item(&self, i: usize) -> Item {
        let address = usize::from(self.address);
        let per_word = self.width.per_word();
        // The low bits of the address select the byte or half (laned) or the quarter or half row (packed).
        let (line, part) = match self.width {
            Width::Bits8 => (address >> 2, address & 3),
            Width::Bits16 => ((address >> 1) & 0x7f, address & 1),
            Width::Bits32 => (address, 0),
        };
        let (place, piece) = if self.laned {
            (i, part)
        } else {
            (part * 16 / per_word + i / per_word, i % per_word)
        };
        let shift = self.width.bits() * piece as u32;
        if self.horizontal {
            Item {
                y: line & 63,
                x: place,
                shift,
            }
        } else {
            Item {
                y: (line >> 4 & 3) * 16 + place,
                x: line & 15,
                shift,
            }
        }
    }

    /// Moves to the next vector.
    #[inline]
    pub fn advance(&mut self) {
        self.address = self.address.wrapping_add(self.stride);
    }

    /// The rows that the present vector touches, first and last.
    pub fn rows(&self) -> (usize, usize) {
        (self.item(0).y, self.item(15).y)
    }

    /// Whether the vector is a whole row of words, the common case.
    #[inline]
    fn is_row(&self) -> bool {
        self.horizontal && matches!(self.width, Width::Bits32)
    }
}

impl Vpm {
    /// Reads the vector at `block`; narrow elements are zero-extended.
    #[inline]
    pub fn read(&self, block: &Block) -> Lanes {
        if block.is_row() {
            return *self.row(usize::from(block.address & 63));
        }
        std::array::from_fn(|i| self.get(block.width, block.item(i)))
    }

    /// Writes the vector at `block`; of narrow elements the low bits.
    #[inline]
    pub fn write(&mut self, block: &Block, value: &Lanes) {
        if block.is_row() {
            *self.row_mut(usize::from(block.address & 63)) = *value;
            return;
        }
        for (i, &element) in value.iter().enumerate() {
            self.set(block.width, block.item(i), element);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vpm::setup::{ReadSetup, WriteSetup};

    fn block(word: u32) -> Block {
        match WriteSetup::decode(word) {
            WriteSetup::Vectors(block) => block,
            other => panic!("{other:?}"),
        }
    }

    fn places(word: u32) -> Vec<(usize, usize, u32)> {
        (0..16)
            .map(|i| block(word).item(i))
            .map(|item| (item.y, item.x, item.shift))
            .collect()
    }

    /// source: guide section 7.2.1 and vc4asm's helper names: h32 = a00|y, v32 = 200|y|x, and so on.
    #[test]
    fn every_mode_lands_where_the_guide_says() {
        let row = |y: usize| (0..16).map(move |x| (y, x, 0)).collect::<Vec<_>>();
        assert_eq!(places(0xa00 | 5), row(5), "h32");
        let column = |y: usize, x: usize| (0..16).map(move |i| (y + i, x, 0)).collect::<Vec<_>>();
        assert_eq!(places(0x200 | 32 | 7), column(32, 7), "v32");
        let h16p: Vec<_> = (0..16).map(|i| (3, 8 + i / 2, 16 * (i as u32 % 2))).collect();
        assert_eq!(places(0x900 | 3 << 1 | 1), h16p, "h16p");
        let h16l: Vec<_> = (0..16).map(|i| (3, i, 16)).collect();
        assert_eq!(places(0xd00 | 3 << 1 | 1), h16l, "h16l");
        let h8p: Vec<_> = (0..16).map(|i| (9, 12 + i / 4, 8 * (i as u32 % 4))).collect();
        assert_eq!(places(0x800 | 9 << 2 | 3), h8p, "h8p");
        let h8l: Vec<_> = (0..16).map(|i| (9, i, 16)).collect();
        assert_eq!(places(0xc00 | 9 << 2 | 2), h8l, "h8l");
        let v16p: Vec<_> = (0..16)
            .map(|i| (16 + 8 + i / 2, 6, 16 * (i as u32 % 2)))
            .collect();
        assert_eq!(places(0x100 | (16 | 6) << 1 | 1), v16p, "v16p");
        let v16l: Vec<_> = (0..16).map(|i| (16 + i, 6, 16)).collect();
        assert_eq!(places(0x500 | (16 | 6) << 1 | 1), v16l, "v16l");
        let v8p: Vec<_> = (0..16).map(|i| (48 + 4 + i / 4, 2, 8 * (i as u32 % 4))).collect();
        assert_eq!(places((48 | 2) << 2 | 1), v8p, "v8p");
        let v8l: Vec<_> = (0..16).map(|i| (48 + i, 2, 24)).collect();
        assert_eq!(places(0x400 | (48 | 2) << 2 | 3), v8l, "v8l");
    }

    /// source: asurati's demonstration: four vertical vectors, stride 16, walk the blocks of sixteen rows.
    #[test]
    fn a_stride_of_sixteen_walks_down_a_column() {
        let ReadSetup::Vectors(mut block, _) = ReadSetup::decode(0x0041_020f) else {
            panic!("vectors")
        };
        for y in [0, 16, 32, 48] {
            assert_eq!((block.item(0).y, block.item(0).x), (y, 15));
            block.advance();
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for word in [
            0xa05, 0x227, 0x907, 0xd07, 0x827, 0xc26, 0x12d, 0x52d, 0x0c9, 0x4cb,
        ] {
            let mut vpm = Vpm::default();
            let value = std::array::from_fn(|i| 0x0101_0101 * (i as u32 + 1));
            vpm.write(&block(word), &value);
            let mask = block(word).width.mask();
            assert_eq!(vpm.read(&block(word)), value.map(|x| x & mask), "{word:x}");
        }
    }
}
