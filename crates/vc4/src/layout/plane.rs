//! A plane of elements in one layout, and the position of each.

use super::ElementSize;

/// An order of elements in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layout {
    /// Rows, one after the other.
    Raster,
    /// Tiles of 4 KiB, in rows that run forth and back.
    T,
    /// Utiles in rows ("linear tile").
    Lt,
}

impl Layout {
    /// Every layout, in the order of the fields of the control list.
    pub const ALL: [Layout; 3] = [Layout::Raster, Layout::T, Layout::Lt];

    /// The layout that the hardware takes for a tiled level of this size in elements: LT if it is at most four utiles
    /// wide or at most four high.
    pub const fn of_level(size: ElementSize, width: u32, height: u32) -> Layout {
        let (utile_width, utile_height) = size.utile();
        if width <= 4 * utile_width || height <= 4 * utile_height {
            Layout::Lt
        } else {
            Layout::T
        }
    }

    /// Name on command lines, lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Raster => "raster",
            Layout::T => "t",
            Layout::Lt => "lt",
        }
    }
}

/// Positions of sub-tiles in a tile, for the index `2 * row + column`: in tile rows that run to the right, and in those
/// that run to the left.
const SUB_TILES: [[u64; 4]; 2] = [[0, 3, 1, 2], [2, 1, 3, 0]];

/// The elements of a rectangle in memory, padded to what the layout stores whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plane {
    layout: Layout,
    size: ElementSize,
    /// Bytes of a row of elements, padding and all.
    pitch: u32,
    /// Rows, padding and all.
    rows: u32,
}

impl Plane {
    /// The least plane that holds `width` times `height` elements: in raster order rows are whole bytes, in T they are
    /// rounded to tiles and in LT to utiles.
    pub const fn new(layout: Layout, size: ElementSize, width: u32, height: u32) -> Plane {
        let (utile_width, utile_height) = size.utile();
        let (across, down) = match layout {
            Layout::Raster => (if size.bits() < 8 { 8 / size.bits() } else { 1 }, 1),
            Layout::T => (8 * utile_width, 8 * utile_height),
            Layout::Lt => (utile_width, utile_height),
        };
        let padded = width.next_multiple_of(across) as u64;
        Plane {
            layout,
            size,
            pitch: (padded * size.bits() as u64 / 8) as u32,
            rows: height.next_multiple_of(down),
        }
    }

    /// A raster of rows of `pitch` bytes.
    pub const fn raster(size: ElementSize, pitch: u32, height: u32) -> Plane {
        Plane {
            layout: Layout::Raster,
            size,
            pitch,
            rows: height,
        }
    }

    /// The layout.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// The size of an element.
    pub const fn size(&self) -> ElementSize {
        self.size
    }

    /// Bytes from a row of elements to the next, counted as if the plane were a raster.
    pub const fn pitch(&self) -> u32 {
        self.pitch
    }

    /// Bytes of the whole plane.
    pub const fn bytes(&self) -> u64 {
        self.pitch as u64 * self.rows as u64
    }

    /// The first bit of element (`x`, `y`), counted from bit 0 of the first byte. Outside the plane the answer is some
    /// position, perhaps beyond [`Plane::bytes`].
    #[inline]
    pub const fn bit(&self, x: u32, y: u32) -> u64 {
        let log2_bits = self.size.log2_bits();
        let pitch = self.pitch as u64;
        if let Layout::Raster = self.layout {
            return 8 * pitch * y as u64 + ((x as u64) << log2_bits);
        }
        let (log2_width, log2_height) = self.size.log2_utile();
        let (column, row) = ((x >> log2_width) as u64, (y >> log2_height) as u64);
        let (in_x, in_y) = (x & ((1 << log2_width) - 1), y & ((1 << log2_height) - 1));
        let within = ((in_y << log2_width | in_x) as u64) << log2_bits;
        // A row of elements has as many bytes in every utile of a row.
        let utiles_across = (pitch << 3) >> (log2_width + log2_bits);
        let utile = match self.layout {
            Layout::Raster | Layout::Lt => row * utiles_across + column,
            Layout::T => {
                let tiles_across = utiles_across / 8;
                let (tile_row, odd) = (row / 8, row / 8 % 2);
                let tile_column = if odd == 1 {
                    // A column outside the plane has no mirror image: any position will do.
                    tiles_across.wrapping_sub(1 + column / 8) & 0xffff
                } else {
                    column / 8
                };
                let sub_tile = SUB_TILES[odd as usize][(row / 4 % 2 * 2 + column / 4 % 2) as usize];
                (tile_row * tiles_across + tile_column) * 64 + sub_tile * 16 + row % 4 * 4 + column % 4
            }
        };
        utile * 512 + within
    }

    /// The byte that element (`x`, `y`) begins in: its offset from the plane's first.
    #[inline]
    pub const fn offset(&self, x: u32, y: u32) -> u64 {
        self.bit(x, y) / 8
    }

    /// Puts the low bits of `value` where element (`x`, `y`) lies; beyond the end of `bytes` nothing.
    #[inline]
    pub fn put(&self, bytes: &mut [u8], (x, y): (u32, u32), value: u64) {
        let bit = self.bit(x, y);
        let bits = self.size.bits();
        let Some(rest) = usize::try_from(bit / 8).ok().and_then(|at| bytes.get_mut(at..)) else {
            return;
        };
        if bits < 8 {
            let mask = ((1u32 << bits) - 1) << (bit & 7);
            if let Some(byte) = rest.first_mut() {
                *byte = (u32::from(*byte) & !mask | (value as u32) << (bit & 7) & mask) as u8;
            }
        } else if let Some(place) = rest.get_mut(..bits as usize / 8) {
            place.copy_from_slice(&value.to_le_bytes()[..bits as usize / 8]);
        }
    }

    /// The element at (`x`, `y`); `None` beyond the end of `bytes`.
    #[inline]
    pub fn get(&self, bytes: &[u8], (x, y): (u32, u32)) -> Option<u64> {
        let bit = self.bit(x, y);
        let bits = self.size.bits();
        let rest = bytes.get(usize::try_from(bit / 8).ok()?..)?;
        if bits < 8 {
            return Some(u64::from(*rest.first()?) >> (bit & 7) & ((1 << bits) - 1));
        }
        let mut value = [0; 8];
        value[..bits as usize / 8].copy_from_slice(rest.get(..bits as usize / 8)?);
        Some(u64::from_le_bytes(value))
    }

    /// Copies `width` by `height` elements to another plane of elements of the same size; whether both hold all of them.
    pub fn copy_to(
        &self,
        bytes: &[u8],
        other: &Plane,
        others: &mut [u8],
        (width, height): (u32, u32),
    ) -> bool {
        let mut is_whole = others.len() as u64 >= other.bytes();
        for y in 0..height {
            for x in 0..width {
                match self.get(bytes, (x, y)) {
                    Some(value) => other.put(others, (x, y), value),
                    None => is_whole = false,
                }
            }
        }
        is_whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: the test of a public model of the chip, for RGBA8888 in rows of 256 bytes.
    #[test]
    fn published_offsets() {
        let plane = Plane::new(Layout::T, ElementSize::Bits32, 64, 64);
        assert_eq!(plane.pitch(), 256);
        let expected = [
            (16, 0, 3072),
            (0, 16, 1024),
            (16, 16, 2048),
            (0, 32, 14336),
            (48, 32, 9216),
        ];
        for (x, y, offset) in expected {
            assert_eq!(plane.offset(x, y), offset, "{x} {y}");
        }
    }

    /// source: the JayStation page "Texturing", a texture three tiles wide and two high: the first row of tiles runs right,
    /// with sub-tiles lower left, upper left, upper right, lower right; the second to the left, with upper right, lower
    /// right, lower left, upper left. Its origin is the lower left corner.
    #[test]
    fn three_tiles_by_two() {
        for size in ElementSize::ALL {
            let (width, height) = size.utile();
            let plane = Plane::new(Layout::T, size, 24 * width, 16 * height);
            assert_eq!(plane.bytes(), 6 * 4096);
            let (lower, upper, left, right) = (0, 4 * height, 0, 4 * width);
            let even = [(left, lower), (left, upper), (right, upper), (right, lower)];
            let odd = [(right, upper), (right, lower), (left, lower), (left, upper)];
            for tile in 0..6u32 {
                let (column, row, order) = match tile {
                    0..3 => (tile, 0, even),
                    _ => (5 - tile, 1, odd),
                };
                for (k, (x, y)) in order.into_iter().enumerate() {
                    let at = plane.offset(column * 8 * width + x, row * 8 * height + y);
                    assert_eq!(at, u64::from(tile) * 4096 + k as u64 * 1024, "tile {tile}");
                }
            }
        }
    }

    /// Every bit of a plane belongs to one element.
    #[test]
    fn elements_do_not_overlap() {
        for layout in Layout::ALL {
            for size in ElementSize::ALL {
                let (width, height) = size.utile();
                let plane = Plane::new(layout, size, 16 * width, 16 * height);
                let mut seen = vec![false; ((8 * plane.bytes()) >> size.log2_bits()) as usize];
                for (x, y) in (0..16 * height).flat_map(|y| (0..16 * width).map(move |x| (x, y))) {
                    let at = plane.bit(x, y);
                    assert_eq!(at % u64::from(size.bits()), 0);
                    let place = &mut seen[(at >> size.log2_bits()) as usize];
                    assert!(!*place, "{layout:?} {size:?} {x} {y}");
                    *place = true;
                }
                assert!(seen.into_iter().all(|seen| seen));
            }
        }
    }

    /// source: Mesa's `vc4_size_is_lt`.
    #[test]
    fn four_utiles_are_linear() {
        let of = |width, height| Layout::of_level(ElementSize::Bits32, width, height);
        assert_eq!(
            [of(16, 64), of(64, 16), of(17, 17)],
            [Layout::Lt, Layout::Lt, Layout::T]
        );
    }
}
