//! Sets of lanes of a piece.

use crate::plane::LANES;

/// A set of the lanes of a piece, lane 0 in the lowest bit of the first word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Lanes([u64; LANES / 64]);

impl Lanes {
    /// No lane.
    pub(super) const NONE: Lanes = Lanes([0; LANES / 64]);

    /// The lanes for which a function holds.
    pub(super) fn of(mut holds: impl FnMut(usize) -> bool) -> Lanes {
        Lanes(std::array::from_fn(|word| {
            (0..64).fold(0, |bits, bit| bits | u64::from(holds(word * 64 + bit)) << bit)
        }))
    }

    /// The lanes in which a truth value holds.
    pub(super) fn of_truths(truths: &[u32; LANES]) -> Lanes {
        Lanes(std::array::from_fn(|word| {
            let mut bits = 0;
            for bit in 0..64 {
                bits |= u64::from(truths[word * 64 + bit] & 1) << bit;
            }
            bits
        }))
    }

    /// The lanes as truth values.
    pub(super) fn truths(self, to: &mut [u32; LANES]) {
        for (chunk, bits) in to.as_chunks_mut::<64>().0.iter_mut().zip(self.0) {
            for (bit, truth) in chunk.iter_mut().enumerate() {
                *truth = 0u32.wrapping_sub((bits >> bit) as u32 & 1);
            }
        }
    }

    /// Whether there is any.
    pub(super) fn any(self) -> bool {
        self.0 != [0; LANES / 64]
    }

    /// How many.
    pub(super) fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Those of both.
    pub(super) fn and(self, other: Lanes) -> Lanes {
        Lanes(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// Those of either.
    pub(super) fn or(self, other: Lanes) -> Lanes {
        Lanes(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// Those that are not among others.
    pub(super) fn without(self, other: Lanes) -> Lanes {
        Lanes(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The lanes, ascending.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let lane = word * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    lane
                })
            })
        })
    }
}
