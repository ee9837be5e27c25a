//! Choices: what a fuzzer's bytes, or bytes from a seed, decide.

use arbitrary::Unstructured;

/// Decides by bytes; when they are spent, for the first of everything.
#[derive(Debug)]
pub struct Choices<'b>(Unstructured<'b>);

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

impl<'b> Choices<'b> {
    /// Choices by these bytes.
    pub fn new(bytes: &'b [u8]) -> Choices<'b> {
        Choices(Unstructured::new(bytes))
    }

    /// A number below `end`; 0 if that is 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.int_in_range(0..=end.saturating_sub(1)).unwrap_or(0)
    }

    /// Once in so many times; not when the bytes are spent.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) + 1 == times
    }

    /// One of a list, which is not empty.
    pub fn one_of<T: Copy>(&mut self, these: &[T]) -> T {
        these[self.below(these.len())]
    }

    /// A word: an edge, a small float, or any bits.
    pub fn word(&mut self) -> u32 {
        match self.below(4) {
            0 => self.one_of(&EDGES),
            1 => self.float().to_bits(),
            _ => self.0.arbitrary().unwrap_or(0),
        }
    }

    /// A float that arithmetic can be done with in the head: a quarter of an integer, from -8 to 8.
    pub fn float(&mut self) -> f32 {
        self.below(64) as f32 / 4.0 - 8.0
    }
}

/// So many bytes of a seed: the high ones of a linear congruential generator of 64 bits.
///
/// source: Knuth, The Art of Computer Programming 2, 3.3.4, line 26 of table 1
pub fn bytes(seed: u64, count: usize) -> Vec<u8> {
    let mut state = seed;
    let next = |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..count).map(next).collect()
}
