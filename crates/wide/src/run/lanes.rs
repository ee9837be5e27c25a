//! Sets of lanes of a piece.

use quadrille_jit::BLOCK;
use quadrille_numerics::level::{Level, Pass};

use crate::plane::LANES;

/// A set of the lanes of a piece, lane 0 in the lowest bit of the first word.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lanes([u64; LANES / 64]);

impl Lanes {
    /// No lane.
    pub(super) const NONE: Lanes = Lanes([0; LANES / 64]);

    /// All lanes.
    pub(super) const ALL: Lanes = Lanes([u64::MAX; LANES / 64]);

    /// `count` lanes from number `first` on of a set, lane 0 in the lowest bit of the first word.
    pub(super) fn of_words(words: &[u64], first: usize, count: usize) -> Lanes {
        let word = |at: usize| words.get(at).copied().unwrap_or(0);
        Lanes(std::array::from_fn(|at| {
            let (from, shift) = ((first + at * 64) / 64, first % 64);
            let above = if shift == 0 {
                0
            } else {
                word(from + 1) << (64 - shift)
            };
            let bits = word(from) >> shift | above;
            match count.saturating_sub(at * 64) {
                0 => 0,
                left @ 1..64 => bits & ((1 << left) - 1),
                _ => bits,
            }
        }))
    }

    /// The lanes of the windows of 64 lanes that the first `count` lie in.
    pub(super) fn windows(count: usize) -> Lanes {
        let is_in = |at: usize| at * 64 < count;
        Lanes(std::array::from_fn(|at| if is_in(at) { u64::MAX } else { 0 }))
    }

    /// The lanes of each window of 64.
    #[inline(always)]
    pub(super) fn words(self) -> [u64; LANES / 64] {
        self.0
    }

    /// Copies the values of the lanes.
    pub(super) fn copy(self, from: &[u32; LANES], to: &mut [u32]) {
        if self.are_first(to.len()) {
            to.copy_from_slice(&from[..to.len()]);
            return;
        }
        let blocks = from.as_chunks::<BLOCK>().0.iter().zip(to.chunks_mut(BLOCK));
        for (at, (from, to)) in blocks.enumerate() {
            let bits = (self.0[at * BLOCK / 64] >> (at * BLOCK % 64)) as u16;
            match (bits, <&mut [u32; BLOCK]>::try_from(&mut *to)) {
                (0, _) => {}
                (u16::MAX, Ok(to)) => *to = *from,
                (_, Ok(to)) => {
                    for lane in 0..BLOCK {
                        to[lane] = if bits >> lane & 1 != 0 {
                            from[lane]
                        } else {
                            to[lane]
                        };
                    }
                }
                (_, Err(_)) => {
                    for (lane, to) in to.iter_mut().enumerate() {
                        *to = if bits >> lane & 1 != 0 { from[lane] } else { *to };
                    }
                }
            }
        }
    }

    /// The lanes in which a truth value holds.
    pub(super) fn of_truths(level: Level, truths: &[u32; LANES]) -> Lanes {
        level.run(OfTruths(truths))
    }

    /// The lanes as truth values.
    #[inline(always)]
    pub(super) fn truths(self, to: &mut [u32; LANES]) {
        for (chunk, bits) in to.as_chunks_mut::<64>().0.iter_mut().zip(self.0) {
            truths_of(bits, chunk);
        }
    }

    /// The lanes up to the last one.
    pub(super) fn end(self) -> usize {
        let last = self.0.iter().rposition(|word| *word != 0);
        last.map_or(0, |word| word * 64 + 64 - self.0[word].leading_zeros() as usize)
    }

    /// The first, or 0 if there is none.
    pub(super) fn first(self) -> usize {
        let first = self.0.iter().position(|word| *word != 0);
        first.map_or(0, |word| word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// Whether a lane is among them.
    pub(super) fn has(self, lane: usize) -> bool {
        self.0[lane / 64] >> (lane % 64) & 1 != 0
    }

    /// Whether there is any.
    pub(super) fn any(self) -> bool {
        // Word by word: what was just stored as words would be waited for as vectors.
        self.0.into_iter().fold(0, |all, word| all | word) != 0
    }

    /// How many.
    pub(super) fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether they are the first `count`.
    pub(super) fn are_first(self, count: usize) -> bool {
        let first = |at: usize| match count.saturating_sub(at * 64) {
            0 => 0,
            left @ 1..64 => (1 << left) - 1,
            _ => u64::MAX,
        };
        (0..LANES / 64).fold(0, |differing, at| differing | (self.0[at] ^ first(at))) == 0
    }

    /// Those of both.
    pub(super) fn and(self, other: Lanes) -> Lanes {
        Lanes(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// Those of either.
    pub(super) fn or(self, other: Lanes) -> Lanes {
        Lanes(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// Those of one and not of the other.
    pub(super) fn xor(self, other: Lanes) -> Lanes {
        Lanes(std::array::from_fn(|word| self.0[word] ^ other.0[word]))
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

impl PartialEq for Lanes {
    fn eq(&self, other: &Lanes) -> bool {
        !self.xor(*other).any()
    }
}

/// The lanes of a window as truth values.
#[inline(always)]
pub(super) fn truths_of(lanes: u64, to: &mut [u32; 64]) {
    for (bit, truth) in to.iter_mut().enumerate() {
        *truth = 0u32.wrapping_sub((lanes >> bit) as u32 & 1);
    }
}

impl FromIterator<usize> for Lanes {
    fn from_iter<I: IntoIterator<Item = usize>>(lanes: I) -> Lanes {
        let mut all = Lanes::NONE;
        lanes
            .into_iter()
            .for_each(|lane| all.0[lane / 64] |= 1 << (lane % 64));
        all
    }
}

struct OfTruths<'a>(&'a [u32; LANES]);

impl Pass for OfTruths<'_> {
    type Output = Lanes;

    #[inline(always)]
    fn call(self) -> Lanes {
        let mut lanes = Lanes::NONE;
        for (half, truths) in self.0.as_chunks::<32>().0.iter().enumerate() {
            // Of all bits of a truth its own lane's: a sum of vectors, not bit by bit.
            let mut bits = 0;
            for (lane, truth) in truths.iter().enumerate() {
                bits |= truth & 1 << lane;
            }
            lanes.0[half / 2] |= u64::from(bits) << (half % 2 * 32);
        }
        lanes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: the lanes one by one
    #[test]
    fn truths_become_lanes_on_every_level() {
        let holds = |lane: usize| (lane * 0x9e37 + lane / 7) % 5 < 2 || lane == LANES - 1;
        let truths = std::array::from_fn(|lane| if holds(lane) { u32::MAX } else { 0 });
        for level in Level::all() {
            let lanes = Lanes::of_truths(level, &truths);
            assert!(
                lanes.iter().eq((0..LANES).filter(|lane| holds(*lane))),
                "{}",
                level.name()
            );
        }
    }
}
