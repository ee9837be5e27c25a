//! Blocks between the VPM and memory: which item goes to which byte address, in the order of the transfer.
//!
//! Narrow items of a load are packed, the `part` selecting a quarter or half row (doe300/VC4C, after the guide);
//! narrow items of a store are packed from the byte or half `part` of the first word on, or, laned, are the
//! part `part` of one word each. What a laned store does with `part` was never published.

use super::setup::{Load, Store};
use super::{COLUMNS, Item, ROWS, Width};

/// An item of a transfer: its place in the VPM and its byte address.
pub type Transfer = (Item, u32);

/// The item `index` places after the word (`y`, `x`): along rows or down columns.
fn walk(width: Width, horizontal: bool, y: usize, x: usize, index: usize) -> Item {
    let (words, piece) = (index / width.per_word(), index % width.per_word());
    let shift = width.bits() * piece as u32;
    if horizontal {
        let word = y * COLUMNS + x + words;
        Item {
            y: word / COLUMNS % ROWS,
            x: word % COLUMNS,
            shift,
        }
    } else {
        Item {
            y: (y + words) % ROWS,
            x,
            shift,
        }
    }
}

impl Load {
    /// Every item of the load from `address` on; `pitch` is what the pitch word last said.
    pub fn transfers(self, address: u32, pitch: u32) -> impl Iterator<Item = Transfer> {
        let pitch = self.pitch.unwrap_or(pitch);
        // The counter that the VPM pitch is added to: {Y, part}, of which the part is 0, 1 or 2 bits wide.
        let parts = self.width.per_word();
        (0..self.rows).flat_map(move |row| {
            let counter =
                usize::from(self.y) * parts + usize::from(self.part) + (row * self.vpm_pitch) as usize;
            let (y, part) = (counter / parts % ROWS, counter % parts);
            let start = address.wrapping_add(row.wrapping_mul(pitch));
            (0..self.length).map(move |i| {
                let index = part * COLUMNS + i as usize;
                let item = walk(self.width, !self.vertical, y, usize::from(self.x), index);
                (item, start.wrapping_add(i * self.width.bytes()))
            })
        })
    }

    /// Items that the load moves.
    pub fn items(self) -> u32 {
        self.rows * self.length
    }

    /// Bytes that the load moves.
    pub fn bytes(self) -> u32 {
        self.items() * self.width.bytes()
    }
}

impl Store {
    /// Every item of the store to `address` on, with the gap and the packing of rows last set.
    pub fn transfers(self, address: u32, gap: u32, packed_rows: bool) -> impl Iterator<Item = Transfer> {
        let row_bytes = self.length * self.width.bytes() + gap;
        (0..self.rows).flat_map(move |row| {
            let start = address.wrapping_add(row.wrapping_mul(row_bytes));
            (0..self.length).map(move |i| {
                (
                    self.item(row, i, packed_rows),
                    start.wrapping_add(i * self.width.bytes()),
                )
            })
        })
    }

    fn item(self, row: u32, i: u32, packed_rows: bool) -> Item {
        let per_word = self.width.per_word();
        let (y, x) = (usize::from(self.y), usize::from(self.x));
        // Rows either begin one row (or column) after the other, or where the last one ended.
        let (y, x, index) = if packed_rows {
            (y, x, (row * self.length + i) as usize)
        } else if self.horizontal {
            (y + row as usize, x, i as usize)
        } else {
            // Columns walk to the right; after the last one the walk goes on sixteen rows further down.
            let column = x + row as usize;
            (y + column / COLUMNS * 16, column % COLUMNS, i as usize)
        };
        if self.laned {
            let item = walk(Width::Bits32, self.horizontal, y, x, index);
            let shift = self.width.bits() * u32::from(self.part);
            return Item { shift, ..item };
        }
        walk(
            self.width,
            self.horizontal,
            y,
            x,
            index + usize::from(self.part) % per_word,
        )
    }

    /// Items that the store moves.
    pub fn items(self) -> u32 {
        self.rows * self.length
    }

    /// Bytes that the store moves.
    pub fn bytes(self) -> u32 {
        self.items() * self.width.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vpm::setup::{ReadSetup, WriteSetup};

    fn load(word: u32) -> Load {
        match ReadSetup::decode(word) {
            ReadSetup::Load(load) => load,
            other => panic!("{other:?}"),
        }
    }

    fn store(word: u32) -> Store {
        match WriteSetup::decode(word) {
            WriteSetup::Store(store) => store,
            other => panic!("{other:?}"),
        }
    }

    /// source: asurati's demonstration on hardware: four rows of 64 bytes become column 15 of all 64 rows.
    #[test]
    fn a_vertical_load_fills_a_column() {
        for (n, (item, address)) in load(0x8304_080f).transfers(0x1000, 0).enumerate() {
            assert_eq!(
                (item.y, item.x, item.shift, address),
                (n, 15, 0, 0x1000 + 4 * n as u32)
            );
        }
    }

    /// source: doe300/VC4C's description of VPITCH: bytes, pitch 2: the second row of 16 bytes is at column 8,
    /// the third in the next row.
    #[test]
    fn narrow_rows_of_a_load_are_packed() {
        let word = 0x8000_0000 | 4 << 28 | 3 << 16 | 2 << 12;
        let starts: Vec<_> = load(word)
            .transfers(0, 16)
            .step_by(16)
            .map(|(item, address)| (item.y, item.x, address))
            .collect();
        assert_eq!(starts, [(0, 0, 0), (0, 8, 16), (1, 0, 32)]);
    }

    /// source: doe300/VC4C's example: depth 4, units 3, horizontal and vertical.
    #[test]
    fn stores_walk_rows_or_columns() {
        let word = |horizontal: u32| 0x8000_0000 | 3 << 23 | 4 << 16 | horizontal << 14;
        let places = |word| -> Vec<_> {
            store(word)
                .transfers(0, 0, false)
                .map(|(item, _)| item.y * 16 + item.x)
                .collect()
        };
        assert_eq!(places(word(1)), [0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35]);
        assert_eq!(places(word(0)), [0, 16, 32, 48, 1, 17, 33, 49, 2, 18, 34, 50]);
    }

    /// source: vc4asm's addendum: the stride counts from the end of a row, in bytes.
    #[test]
    fn a_gap_lies_between_rows() {
        let word = 0x8000_0000 | 2 << 23 | 2 << 16 | 1 << 14;
        let addresses: Vec<_> = store(word)
            .transfers(0x100, 24, false)
            .map(|(_, address)| address)
            .collect();
        assert_eq!(addresses, [0x100, 0x104, 0x120, 0x124]);
    }

    /// source: guide tables 34 and 36: NROWS and ROWLEN (1 to 16, 0 is 16) rows and items of a load, UNITS and DEPTH (1 to
    /// 128, 0 is 128) rows and items of a store; a load's rows begin the pitch apart, a store's the gap after each other.
    #[test]
    fn a_transfer_moves_what_its_words_say_and_no_more() {
        for (mode, width) in [(0, 4), (2, 2), (4, 1)] {
            for (rows, length) in [(1, 1), (1, 16), (16, 1), (3, 5), (16, 16)] {
                let word = 1 << 31 | mode << 28 | (length & 15) << 20 | (rows & 15) << 16 | 1 << 12;
                let load = load(word);
                let addresses: Vec<u32> = load.transfers(0x1000, 256).map(|(_, at)| at).collect();
                let last = 0x1000 + (rows - 1) * 256 + (length - 1) * width;
                assert_eq!(
                    (addresses.len() as u32, addresses.last()),
                    (rows * length, Some(&last))
                );
                assert_eq!(load.bytes(), rows * length * width);
            }
            for (rows, length) in [(1, 1), (1, 16), (64, 1), (3, 5), (128, 16), (2, 128), (128, 128)] {
                let word = 1 << 31 | (rows & 127) << 23 | (length & 127) << 16 | 1 << 14 | mode;
                let store = store(word);
                let addresses: Vec<u32> = store.transfers(0x1000, 8, false).map(|(_, at)| at).collect();
                let last = 0x1000 + (rows - 1) * (length * width + 8) + (length - 1) * width;
                assert_eq!(
                    (addresses.len() as u32, addresses.last()),
                    (rows * length, Some(&last))
                );
                assert_eq!(store.bytes(), rows * length * width);
            }
        }
    }
}
