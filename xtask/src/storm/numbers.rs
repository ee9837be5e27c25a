//! Numbers from a seed.

/// A linear congruential generator of 64 bits, of which the high ones are taken.
///
/// source: Knuth, The Art of Computer Programming 2, 3.3.4, line 26 of table 1
#[derive(Clone, Debug)]
pub(super) struct Numbers(pub(super) u64);

/// Words at which arithmetic is at its edges, of floats and of integers.
const EDGES: [u32; 16] = [
    0,
    0x8000_0000,
    1,
    0x8000_0001,
    0x007f_ffff,
    0x0080_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x7f7f_ffff,
    0xff7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0x7fff_ffff,
    0xffff_ffff,
    32,
];

impl Numbers {
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }

    /// Once in so many times.
    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(super) fn one_of<T: Copy>(&mut self, these: &[T]) -> T {
        these[self.below(these.len())]
    }

    /// A word: an edge, a small float, or any bits.
    pub(super) fn word(&mut self) -> u32 {
        match self.below(4) {
            0 => self.one_of(&EDGES),
            1 => (self.below(64) as f32 / 4.0 - 8.0).to_bits(),
            _ => (self.below(1 << 16) << 16 | self.below(1 << 16)) as u32,
        }
    }
}
