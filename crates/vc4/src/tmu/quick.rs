//! The look-ups that most programs make, quickly: a picture of 32 bits a texel, filtered linearly on one level. They
//! give what the general way gives, bit by bit.

use quadrille_numerics::qpu::lanes::Lanes;

use super::{TextureType, Wrap};
use crate::layout::{Layout, Plane};
use crate::machine::Memory;

/// The positions of the texels of a level as sums: where a row begins, and which of four kinds it is of, and where a
/// texel is in a row of that kind. In T, rows of tiles run forth and back, and rows of sub-tiles are in two orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Quick {
    columns: [Vec<u32>; 4],
    rows: Vec<(u32, u8)>,
    /// Bytes of the level.
    bytes: usize,
    /// Bits that every result has: alpha where the type has none.
    opaque: u32,
    /// Bus address of the first texel.
    address: u32,
    size: (u32, u32),
    wraps: (Wrap, Wrap),
}

impl Quick {
    /// For the level at `address`, if its texels are read this way; with `flip`, row 0 is at the upper end of T.
    pub(super) fn new(
        texture_type: TextureType,
        (address, plane): (u32, Plane),
        size: (u32, u32),
        wraps: (Wrap, Wrap),
        flip: bool,
    ) -> Option<Quick> {
        let opaque = match texture_type {
            TextureType::Rgba8888 | TextureType::Rgba32R => 0,
            TextureType::Rgbx8888 => 0xff00_0000,
            _ => return None,
        };
        let (width, height) = size;
        let (_, utile_height) = plane.size().utile();
        let kind = |y: u32| match plane.layout() {
            Layout::Raster | Layout::Lt => 0,
            Layout::T => {
                let row = y / utile_height;
                (row / 8 % 2) * 2 + row / 4 % 2
            }
        };
        // The first row of each kind.
        let first = |kind: u32| ((kind >> 1) * 8 + (kind & 1) * 4) * utile_height;
        let offset = |x: u32, y: u32| plane.offset(x, y) as u32;
        let rows = (0..height).map(|y| {
            let y = if flip { height - 1 - y } else { y };
            let from = offset(0, y).wrapping_sub(offset(0, first(kind(y))));
            (from, kind(y) as u8)
        });
        let kinds = if plane.layout() == Layout::T { 4 } else { 1 };
        let columns = std::array::from_fn(|n| {
            let wanted = if n < kinds { width } else { 0 };
            (0..wanted).map(|x| offset(x, first(n as u32))).collect()
        });
        Some(Quick {
            columns,
            rows: rows.collect(),
            bytes: usize::try_from(plane.bytes()).ok()?,
            opaque,
            address,
            size,
            wraps,
        })
    }

    /// The offset of a texel from the first.
    #[inline(always)]
    fn offset(&self, x: u32, y: u32) -> u32 {
        let (row, kind) = self.rows[y as usize];
        row.wrapping_add(self.columns[usize::from(kind & 3)][x as usize])
    }
}

/// `value` rounded down, if it is far inside the range of integers.
#[inline(always)]
fn floor(value: f32) -> i32 {
    let whole = value as i32;
    whole - i32::from(whole as f32 > value)
}

/// Coordinates in parts of a texel, as the general way makes them.
#[inline(always)]
fn fixed(wrap: Wrap, coordinates: &Lanes, side: u32, bits: u32) -> [i32; 16] {
    let (side, one) = (side as f32, (1u32 << bits) as f32);
    let reduced: [f32; 16] = std::array::from_fn(|i| {
        let s = f32::from_bits(coordinates[i]);
        if wrap == Wrap::Repeat && s.abs() < 8_388_608.0 {
            s - floor(s) as f32
        } else {
            wrap.reduce(s)
        }
    });
    reduced.map(|s| floor(s * side * one))
}

impl Quick {
    /// Words and addresses of sixteen elements with the linear filter; `None` if not all of the level is there, or an
    /// element is the border.
    pub(super) fn look_up(
        &self,
        (s, t): (&Lanes, &Lanes),
        bits: u32,
        memory: &Memory<'_>,
    ) -> Option<(Lanes, Lanes)> {
        let bytes = memory.bytes(self.address).get(..self.bytes)?;
        let ((wrap_s, wrap_t), (width, height)) = (self.wraps, self.size);
        let half = (1 << bits) >> 1;
        let u = fixed(wrap_s, s, width, bits);
        let v = fixed(wrap_t, t, height, bits);
        let one = 1u32 << bits;
        let round = (1u64 << (2 * bits)) >> 1;
        let (mut words, mut addresses) = ([0; 16], [0; 16]);
        for i in 0..16 {
            let (u, v) = (u[i] - half, v[i] - half);
            let (f, g) = (u as u32 & (one - 1), v as u32 & (one - 1));
            let (column, row) = (u >> bits, v >> bits);
            let columns = [column, column + 1].map(|i| wrap_s.index(i, width as i32));
            let rows = [row, row + 1].map(|i| wrap_t.index(i, height as i32));
            let ([Some(left), Some(right)], [Some(below), Some(above)]) = (columns, rows) else {
                return None;
            };
            // Bytes 0 and 2 in one number, 1 and 3 in another, so that two products are one.
            let (mut even, mut odd) = (round | round << 32, round | round << 32);
            let mut add = |offset: u32, weight: u32| {
                let there = bytes.get(offset as usize..).and_then(<[u8]>::first_chunk);
                let texel = there.map_or(0, |bytes: &[u8; 4]| u32::from_le_bytes(*bytes));
                let two = |texel: u32| u64::from(texel & 0xff) | u64::from(texel >> 16 & 0xff) << 32;
                even += two(texel) * u64::from(weight);
                odd += two(texel >> 8) * u64::from(weight);
            };
            let first = self.offset(left, below);
            add(first, (one - f) * (one - g));
            add(self.offset(right, below), f * (one - g));
            add(self.offset(left, above), (one - f) * g);
            add(self.offset(right, above), f * g);
            let byte = |sum: u64, low: u32| (sum >> (low + 2 * bits)) as u32 & 0xff;
            let low = byte(even, 0) | byte(odd, 0) << 8;
            let high = byte(even, 32) | byte(odd, 32) << 8;
            words[i] = low | high << 16 | self.opaque;
            addresses[i] = self.address.wrapping_add(first);
        }
        Some((words, addresses))
    }
}
