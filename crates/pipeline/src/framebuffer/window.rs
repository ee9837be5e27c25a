//! The values of a buffer in the order of the lanes of a window: of a block of pixels, or of the pixels of any quads.

use crate::inter_stage::plane::BLOCK;

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

/// Pixels of a row of a block.
const ROW: usize = BLOCK as usize;

/// The pixels of the lanes of a window, as numbers of values in a band.
#[derive(Clone, Copy)]
pub(crate) enum Place<'a> {
    /// A block: the number of its first value, and how many there are from row to row.
    Block {
        /// Of the lower left pixel.
        first: usize,
        /// Values of a row of the band.
        row: usize,
    },
    /// Others, each of its own; helpers may lie outside.
    Lanes(&'a [u32; WINDOW]),
}

impl Place<'_> {
    /// The values of the lanes; of those outside the default.
    #[inline(always)]
    pub(crate) fn load<T: Copy + Default>(&self, values: &[T], to: &mut [T; WINDOW]) {
        match *self {
            Place::Block { first, row } => {
                for (pair, to) in to.as_chunks_mut::<{ 2 * ROW }>().0.iter_mut().enumerate() {
                    let first = first + 2 * pair * row;
                    let lower = part(values, first);
                    let upper = part(values, first + row);
                    for (quad, to) in to.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                        let (left, right) = (2 * quad, 2 * quad + 1);
                        *to = [lower[left], lower[right], upper[left], upper[right]];
                    }
                }
            }
            Place::Lanes(places) => {
                for (to, place) in to.iter_mut().zip(places) {
                    *to = values.get(*place as usize).copied().unwrap_or_default();
                }
            }
        }
    }

    /// Stores the values of a block, or of the lanes for which `stored` holds.
    #[inline(always)]
    pub(crate) fn store<T: Copy + Default>(
        &self,
        from: &[T; WINDOW],
        stored: &[bool; WINDOW],
        values: &mut [T],
    ) {
        match *self {
            Place::Block { first, row } => {
                for (pair, from) in from.as_chunks::<{ 2 * ROW }>().0.iter().enumerate() {
                    let first = first + 2 * pair * row;
                    for (upper, first) in [first, first + row].into_iter().enumerate() {
                        let mut to = [T::default(); ROW];
                        for (quad, from) in from.as_chunks::<4>().0.iter().enumerate() {
                            to[2 * quad] = from[2 * upper];
                            to[2 * quad + 1] = from[2 * upper + 1];
                        }
                        values[first..first + ROW].copy_from_slice(&to);
                    }
                }
            }
            // Two at once where they lie side by side.
            Place::Lanes(places) => {
                let (places, stored) = (places.as_chunks::<2>().0, stored.as_chunks::<2>().0);
                for ((place, stored), from) in places.iter().zip(stored).zip(from.as_chunks::<2>().0) {
                    let at = place.map(|pixel| pixel as usize);
                    if *stored == [true; 2] && at[1] == at[0] + 1 {
                        values[at[0]..at[0] + 2].copy_from_slice(from);
                        continue;
                    }
                    for lane in 0..2 {
                        if stored[lane] {
                            values[at[lane]] = from[lane];
                        }
                    }
                }
            }
        }
    }
}

/// The values of a row of a block.
#[inline(always)]
fn part<T: Copy + Default>(values: &[T], first: usize) -> [T; ROW] {
    let mut part = [T::default(); ROW];
    part.copy_from_slice(&values[first..first + ROW]);
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: the definition of lanes: quad by quad, (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)
    #[test]
    fn blocks_are_lanes() {
        let (width, first) = (20, 2 * 20 + 3);
        let mut values: Vec<u32> = (0..width * 12).collect();
        let place = |lane: usize| first + u32::from(PLACES[1][lane]) * width + u32::from(PLACES[0][lane]);
        let block = Place::Block {
            first: first as usize,
            row: width as usize,
        };
        let mut lanes = [0; WINDOW];
        block.load(&values, &mut lanes);
        assert_eq!(lanes, std::array::from_fn(place));
        let new = lanes.map(|value| value + 1000);
        let mut wanted = values.clone();
        Place::Lanes(&lanes).store(&new, &[true; WINDOW], &mut wanted);
        block.store(&new, &[true; WINDOW], &mut values);
        assert_eq!(values, wanted);
        assert_eq!(values.iter().filter(|value| **value >= 1000).count(), WINDOW);
    }
}
