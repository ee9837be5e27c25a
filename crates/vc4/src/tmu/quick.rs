//! The look-ups that most programs make, quickly: a picture of 32 bits a texel, filtered linearly on one level. They
//! give what the general way gives, bit by bit.

use pulp::{Arch, NullaryFnOnce};
use quadrille_numerics::qpu::lanes::Lanes;

use super::{TextureType, Wrap};
use crate::layout::{Layout, Plane};
use crate::machine::Memory;

/// The positions of the texels of a level as sums: where a row begins, and which of four kinds it is of, and where a
/// texel is in a row of that kind. In T, rows of tiles run forth and back, and rows of sub-tiles are in two orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Quick {
    /// The columns of each kind of row, one kind behind the other.
    columns: Vec<u32>,
    /// Where each row begins, and where the columns of its kind do.
    rows: Vec<(u32, u32)>,
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
            (from, kind(y) * width)
        });
        let kinds = if plane.layout() == Layout::T { 4 } else { 1 };
        let columns = (0..kinds).flat_map(|kind| (0..width).map(move |x| (kind, x)));
        let columns = columns.map(|(kind, x)| offset(x, first(kind)));
        Some(Quick {
            columns: columns.collect(),
            rows: rows.collect(),
            bytes: usize::try_from(plane.bytes()).ok()?,
            opaque,
            address,
            size,
            wraps,
        })
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
    let mut parts = [0; 16];
    for (part, &bits) in parts.iter_mut().zip(coordinates) {
        let s = f32::from_bits(bits);
        let reduced = if wrap == Wrap::Repeat && s.abs() < 8_388_608.0 {
            s - floor(s) as f32
        } else {
            wrap.reduce(s)
        };
        *part = floor(reduced * side * one);
    }
    parts
}

/// The two texels of a row that sixteen coordinates lie between, and the weight of the second. There is no border.
#[inline(always)]
fn neighbours(wrap: Wrap, parts: &[i32; 16], side: u32, bits: u32) -> ([[u32; 16]; 2], [u32; 16]) {
    let side = side as i32;
    let (mut texels, mut weights) = ([[0; 16]; 2], [0; 16]);
    for i in 0..16 {
        let part = parts[i] - ((1 << bits) >> 1);
        weights[i] = part as u32 & ((1 << bits) - 1);
        let first = part >> bits;
        for (n, texels) in (0..).zip(&mut texels) {
            texels[i] = wrap.index(first + n, side).unwrap_or(0);
        }
    }
    (texels, weights)
}

impl Quick {
    /// Words and addresses of sixteen elements with the linear filter; `None` if not all of the level is there.
    pub(super) fn look_up(
        &self,
        (s, t): (&Lanes, &Lanes),
        bits: u32,
        memory: &Memory<'_>,
    ) -> Option<(Lanes, Lanes)> {
        let bytes = memory.bytes(self.address).get(..self.bytes)?;
        let (texels, _) = bytes.as_chunks::<4>();
        Some(Arch::new().dispatch(LookUp {
            quick: self,
            coordinates: (s, t),
            bits,
            texels,
        }))
    }
}

/// A look-up of sixteen elements as a function that is compiled for several instruction sets of the host.
struct LookUp<'a> {
    quick: &'a Quick,
    coordinates: (&'a Lanes, &'a Lanes),
    bits: u32,
    texels: &'a [[u8; 4]],
}

impl NullaryFnOnce for LookUp<'_> {
    type Output = (Lanes, Lanes);

    #[inline(always)]
    fn call(self) -> (Lanes, Lanes) {
        let (quick, bits) = (self.quick, self.bits);
        let ((wrap_s, wrap_t), (width, height)) = (quick.wraps, quick.size);
        let u = fixed(wrap_s, self.coordinates.0, width, bits);
        let v = fixed(wrap_t, self.coordinates.1, height, bits);
        let (columns, right) = neighbours(wrap_s, &u, width, bits);
        let (rows, up) = neighbours(wrap_t, &v, height, bits);
        // The four texels of each element: lower left, lower right, upper left, upper right.
        let mut four = [[0; 16]; 4];
        let mut addresses = [0; 16];
        for i in 0..16 {
            let rows = [rows[0][i], rows[1][i]].map(|row| quick.rows[row as usize]);
            for (n, texel) in four.iter_mut().enumerate() {
                let (from, kind) = rows[n >> 1];
                let offset = from.wrapping_add(quick.columns[(kind + columns[n & 1][i]) as usize]);
                let there = self.texels.get(offset as usize / 4);
                texel[i] = there.map_or(0, |bytes| u32::from_le_bytes(*bytes));
                if n == 0 {
                    addresses[i] = quick.address.wrapping_add(offset);
                }
            }
        }
        let one = 1u32 << bits;
        // Weights have 11 bits a side at most, so that sums of bytes stay below 2 to the power of 32.
        let round = (1u64 << (2 * bits)) >> 1;
        let mut words = [0; 16];
        for i in 0..16 {
            let (f, g) = (right[i], up[i]);
            let weights = [(one - f) * (one - g), f * (one - g), (one - f) * g, f * g];
            // Bytes 0 and 2 in one number, 1 and 3 in another, so that two products are one.
            let (mut even, mut odd) = (round | round << 32, round | round << 32);
            for (texel, weight) in four.iter().zip(weights) {
                let two = |texel: u32| u64::from(texel & 0xff) | u64::from(texel >> 16 & 0xff) << 32;
                even += two(texel[i]) * u64::from(weight);
                odd += two(texel[i] >> 8) * u64::from(weight);
            }
            let byte = |sum: u64, low: u32| (sum >> (low + 2 * bits)) as u32 & 0xff;
            let low = byte(even, 0) | byte(odd, 0) << 8;
            let high = byte(even, 32) | byte(odd, 32) << 8;
            words[i] = low | high << 16 | quick.opaque;
        }
        (words, addresses)
    }
}
