//! The values of a buffer in the order of the lanes of a window: of a block of pixels, or of the pixels of any quads.

use std::hint::select_unpredictable;
use std::ops::{Deref, DerefMut, Range};

use crate::inter_stage::plane::BLOCK;

/// What loops over a window read and write, at lines of the cache: a vector that lies in two of them takes twice as long.
#[repr(C, align(64))]
#[derive(Clone)]
pub(crate) struct Aligned<T>(pub(crate) T);

impl<T> Deref for Aligned<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Aligned<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// Lanes of a window: 16 quads, or a block of pixels that is covered as a whole. Loops over the lanes of one have a
/// constant length.
pub(crate) const WINDOW: usize = (BLOCK * BLOCK) as usize;

/// The column and row of the lanes of a window in its block: quads row by row, as lanes have quads.
pub(crate) const PLACES: [[u16; WINDOW]; 2] = {
    let mut places = [[0; WINDOW]; 2];
    let mut lane = 0;
    while lane < WINDOW {
        let (quad, pixel) = (lane as u16 / 4, lane as u16 % 4);
        places[0][lane] = quad % (BLOCK / 2) * 2 + pixel % 2;
        places[1][lane] = quad / (BLOCK / 2) * 2 + pixel / 2;
        lane += 1;
    }
    places
};

/// The bits of a range of lanes.
pub(crate) fn bits(range: Range<usize>) -> u64 {
    if range.is_empty() {
        return 0;
    }
    u64::MAX >> (64 - range.len()) << range.start
}

/// The lanes of a window for which a truth holds, one bit each.
#[inline(always)]
pub(crate) fn bits_of(lanes: &[bool; WINDOW]) -> u64 {
    let (eights, _) = lanes.as_chunks::<8>();
    eights.iter().rev().fold(0, |bits, eight| {
        let bytes = u64::from_le_bytes(eight.map(u8::from));
        // Byte k is moved to bit 56 + k; no two bytes meet in a bit.
        bits << 8 | bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56
    })
}

/// The lanes of a window for which `holds` is true, one bit each: in vector code without truths in memory.
#[inline(always)]
pub(crate) fn bits_where(holds: impl Fn(usize) -> bool) -> u64 {
    (0..WINDOW).fold(0, |bits, lane| bits | u64::from(holds(lane)) << lane)
}

/// Replaces the lanes whose bits are set. A plain choice would be one between two addresses, and no vector code.
#[inline(always)]
pub(crate) fn replace<T: Copy>(lanes: u64, from: &[T; WINDOW], to: &mut [T; WINDOW]) {
    for lane in 0..WINDOW {
        to[lane] = select_unpredictable(lanes >> lane & 1 != 0, from[lane], to[lane]);
    }
}

/// Does something with each lane whose bit is set, in order.
pub(crate) fn for_each_lane(mut bits: u64, mut body: impl FnMut(usize)) {
    while bits != 0 {
        body(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// Quads of a window.
pub(crate) const QUADS: usize = WINDOW / 4;

/// The number of a pixel's lane in its block.
pub(crate) const fn lane_of(x: u32, y: u32) -> u32 {
    let (column, row) = (x % BLOCK as u32, y % BLOCK as u32);
    (row / 2 * (BLOCK as u32 / 2) + column / 2) * 4 + row % 2 * 2 + column % 2
}

/// The pixels of the lanes of a window, as numbers of values in a band.
#[derive(Clone, Copy)]
pub(crate) enum Place<'a> {
    /// A block, by its first value.
    Block(usize),
    /// Quads, by their first values, and how far from these their values lie; one that is no quad of the band has none there.
    Quads(&'a [u32; QUADS], usize),
}

impl Place<'_> {
    /// The values of a block, in the order of lanes.
    #[inline(always)]
    pub(crate) fn block<'a, T>(&self, values: &'a mut [T]) -> Option<&'a mut [T; WINDOW]> {
        match *self {
            Place::Block(first) => values.get_mut(first..)?.first_chunk_mut(),
            Place::Quads(..) => None,
        }
    }

    /// The values of the lanes, where they are if they lie in order; of lanes that are no pixels the default.
    #[inline(always)]
    pub(crate) fn load<'a, T: Copy + Default>(
        &self,
        values: &'a [T],
        to: &'a mut [T; WINDOW],
    ) -> &'a [T; WINDOW] {
        match *self {
            Place::Block(first) => values[first..].first_chunk().unwrap_or(to),
            Place::Quads(places, distance) => {
                for (to, place) in to.as_chunks_mut::<4>().0.iter_mut().zip(places) {
                    let quad = values
                        .get(*place as usize + distance..)
                        .and_then(<[T]>::first_chunk);
                    *to = quad.copied().unwrap_or_default();
                }
                to
            }
        }
    }

    /// Stores the values of the lanes whose bits are set in `stored`.
    #[inline(always)]
    pub(crate) fn store<T: Copy>(&self, from: &[T; WINDOW], stored: u64, values: &mut [T]) {
        match *self {
            Place::Block(first) => {
                let Some(to) = values[first..].first_chunk_mut() else {
                    return;
                };
                match stored {
                    u64::MAX => *to = *from,
                    _ => replace(stored, from, to),
                }
            }
            Place::Quads(places, distance) => {
                for (quad, (from, place)) in from.as_chunks::<4>().0.iter().zip(places).enumerate() {
                    let lanes = stored >> (4 * quad) & 0b1111;
                    let first = *place as usize + distance;
                    let to = values.get_mut(first..).and_then(<[T]>::first_chunk_mut::<4>);
                    let (true, Some(to)) = (lanes != 0, to) else {
                        continue;
                    };
                    if lanes == 0b1111 {
                        *to = *from;
                        continue;
                    }
                    // A choice between old and new values would wait for the load, where stores are buffered.
                    for lane in 0..4 {
                        if lanes >> lane & 1 != 0 {
                            to[lane] = from[lane];
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: the definition of bits: lane n is bit n
    #[test]
    fn bits_are_lanes() {
        for bits in [0, u64::MAX, 1, 1 << 63, 0x0123_4567_89ab_cdef] {
            let lanes = std::array::from_fn(|lane| bits >> lane & 1 != 0);
            assert_eq!([bits_of(&lanes), bits_where(|lane| lanes[lane])], [bits; 2]);
            let mut places = [WINDOW; WINDOW];
            replace(bits, &std::array::from_fn(|lane| lane), &mut places);
            assert!((0..WINDOW).all(|lane| places[lane] == if lanes[lane] { lane } else { WINDOW }));
            let mut found = Vec::new();
            for_each_lane(bits, |lane| found.push(lane));
            let wanted: Vec<usize> = (0..WINDOW).filter(|lane| bits & 1 << lane != 0).collect();
            assert_eq!(found, wanted);
            assert!((0..WINDOW).all(|lane| lanes[lane] == wanted.contains(&lane)));
        }
    }

    /// source: the definition of lanes: quad by quad, (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)
    #[test]
    fn lanes_of_pixels() {
        for lane in 0..WINDOW {
            let [x, y] = [PLACES[0][lane], PLACES[1][lane]].map(u32::from);
            assert_eq!(lane_of(x, y), lane as u32);
            assert_eq!(lane_of(x + 24, y + 8), lane as u32);
        }
        assert_eq!(
            [lane_of(1, 0), lane_of(0, 1), lane_of(2, 0), lane_of(0, 2)],
            [1, 2, 4, 16]
        );
    }

    /// A block is what its quads are; lanes that are not stored keep their values, and so does what no band has.
    #[test]
    fn blocks_are_quads() {
        let mut values: Vec<u32> = (0..256).collect();
        let mut places: [u32; QUADS] = std::array::from_fn(|quad| 64 + 4 * quad as u32);
        let (mut block, mut quads) = ([0; WINDOW], [0; WINDOW]);
        let block = *Place::Block(64).load(&values, &mut block);
        Place::Quads(&places, 0).load(&values, &mut quads);
        assert_eq!((block, block[63]), (quads, 127));
        let new = block.map(|value| value + 1000);
        let mut wanted = values.clone();
        Place::Block(64).store(&new, u64::MAX, &mut wanted);
        Place::Quads(&places, 0).store(&new, u64::MAX, &mut values);
        assert_eq!(values, wanted);
        Place::Block(64).store(&[7; WINDOW], 0b101, &mut wanted);
        Place::Quads(&places, 0).store(&[7; WINDOW], 0b101, &mut values);
        assert_eq!(
            (&values, [values[64], values[65], values[66]]),
            (&wanted, [7, 1065, 7])
        );
        places[3] = u32::MAX;
        let stored: [bool; WINDOW] = std::array::from_fn(|lane| lane / 4 != 3 && lane % 3 == 0);
        Place::Quads(&places, 0).store(&[0; WINDOW], bits_of(&stored), &mut values);
        for (lane, stored) in stored.into_iter().enumerate() {
            assert_eq!(values[64 + lane] == 0, stored);
        }
    }
}
