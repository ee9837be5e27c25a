//! Blocks of Ericsson Texture Compression: eight bytes for 4 by 4 texels.
//!
//! source: Khronos Data Format Specification, "ETC1 Compressed Texture Image Formats".

/// What a texel adds to or takes from its part's colour, by table: the smaller and the larger step.
const MODIFIERS: [[i32; 2]; 8] = [
    [2, 8],
    [5, 17],
    [9, 29],
    [13, 42],
    [18, 60],
    [24, 80],
    [33, 106],
    [47, 183],
];

/// A block as the specification counts its bits: the first byte is the most significant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block(u64);

impl Block {
    /// The block of eight bytes in the order of a file, which is that of memory.
    pub const fn from_bytes(bytes: [u8; 8]) -> Block {
        Block(u64::from_be_bytes(bytes))
    }

    /// Its bytes.
    pub const fn to_bytes(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }

    /// Whether its two parts lie above one another rather than side by side.
    const fn is_flipped(self) -> bool {
        self.0 >> 32 & 1 != 0
    }

    /// The colour of part 0 or 1. What differs by more than a channel holds, which no block should, wraps.
    fn base(self, part: u32) -> [i32; 3] {
        let differential = self.0 >> 33 & 1 != 0;
        std::array::from_fn(|channel| {
            let bits = (self.0 >> (56 - 8 * channel)) as u32 & 0xff;
            if differential {
                let difference = ((bits << 29) as i32) >> 29;
                let five = (bits >> 3) as i32 + if part == 1 { difference } else { 0 };
                let five = five & 31;
                five << 3 | five >> 2
            } else {
                let four = (if part == 0 { bits >> 4 } else { bits & 15 }) as i32;
                four * 17
            }
        })
    }

    /// The colour at column `x` and row `y`, both 0 to 3.
    pub fn texel(self, x: u32, y: u32) -> [u8; 3] {
        let part = if self.is_flipped() { y >> 1 & 1 } else { x >> 1 & 1 };
        let table = (self.0 >> (37 - 3 * part)) as usize & 7;
        let at = (x & 3) * 4 + (y & 3);
        let step = MODIFIERS[table][(self.0 >> at) as usize & 1];
        let step = if self.0 >> (16 + at) & 1 == 0 { step } else { -step };
        self.base(part)
            .map(|channel| (channel + step).clamp(0, 255) as u8)
    }

    /// A block that comes near `texels`, which are rows of four: of each way to part it, the colours rounded from the
    /// parts' means and the tables that fit best.
    pub fn of_texels(texels: &[[u8; 3]; 16]) -> Block {
        let candidates = [false, true].map(|flipped| Block::parted(texels, flipped));
        let [upright, flipped] = candidates;
        if flipped.1 < upright.1 {
            flipped.0
        } else {
            upright.0
        }
    }

    /// The best block that is parted in one way, and the sum of its squared errors.
    fn parted(texels: &[[u8; 3]; 16], flipped: bool) -> (Block, u64) {
        let part_of = |n: usize| if flipped { n >> 3 } else { n >> 1 & 1 };
        let mean = |part: usize| -> [f32; 3] {
            std::array::from_fn(|channel| {
                let sum: u32 = (0..16)
                    .filter(|&n| part_of(n) == part)
                    .map(|n| u32::from(texels[n][channel]))
                    .sum();
                sum as f32 / 8.0
            })
        };
        let means = [mean(0), mean(1)];
        let fives = means.map(|mean| mean.map(|channel| (channel * 31.0 / 255.0 + 0.5) as i32));
        let differences: [i32; 3] = std::array::from_fn(|channel| fives[1][channel] - fives[0][channel]);
        let mut word = u64::from(flipped) << 32;
        if differences.iter().all(|difference| (-4..4).contains(difference)) {
            word |= 1 << 33;
            for channel in 0..3 {
                let bits = fives[0][channel] << 3 | differences[channel] & 7;
                word |= (bits as u64) << (56 - 8 * channel);
            }
        } else {
            for channel in 0..3 {
                let [a, b] = means.map(|mean| (mean[channel] / 17.0 + 0.5) as u64);
                word |= (a << 4 | b) << (56 - 8 * channel);
            }
        }
        let mut error = 0;
        for part in 0..2 {
            let base = Block(word).base(part as u32);
            let fits = (0..8usize).map(|table| {
                let mut bits = (table as u64) << (37 - 3 * part);
                let mut sum = 0;
                for n in (0..16).filter(|&n| part_of(n) == part) {
                    let at = n % 4 * 4 + n / 4;
                    let steps = MODIFIERS[table];
                    let best = (0..4u64)
                        .map(|code| {
                            let step = steps[code as usize & 1] * if code < 2 { 1 } else { -1 };
                            let squares = (0..3).map(|channel| {
                                let value = (base[channel] + step).clamp(0, 255);
                                (value - i32::from(texels[n][channel])).pow(2) as u64
                            });
                            (squares.sum::<u64>(), code)
                        })
                        .min()
                        .unwrap_or_default();
                    sum += best.0;
                    bits |= (best.1 & 1) << at | (best.1 >> 1) << (16 + at);
                }
                (sum, bits)
            });
            let (sum, bits) = fits.min().unwrap_or_default();
            word |= bits;
            error += sum;
        }
        (Block(word), error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: the specification's bit layout, worked by hand. Individual colours: part 0 is red 15 of 15, part 1 blue
    /// 8 of 15; tables 0 and 7; texel (0, 0) adds the larger step, (3, 3) takes the smaller.
    #[test]
    fn an_individual_block() {
        let bytes = [0xf0, 0x00, 0x08, 7 << 2, 0x80, 0x00, 0x00, 0x01];
        let block = Block::from_bytes(bytes);
        assert_eq!(block.texel(0, 0), [255, 8, 8]);
        assert_eq!(block.texel(1, 3), [255, 2, 2]);
        assert_eq!(block.texel(2, 0), [47, 47, 183]);
        assert_eq!(block.texel(3, 3), [0, 0, 89]);
        assert_eq!(block.to_bytes(), bytes);
    }

    /// source: as above. Differential: red 16 of 31, and 4 less in the lower part.
    #[test]
    fn a_differential_block() {
        let block = Block::from_bytes([16 << 3 | 4, 0, 0, 3, 0, 0, 0, 0]);
        assert_eq!(block.texel(3, 1), [132 + 2, 2, 2]);
        assert_eq!(block.texel(0, 2), [(12 << 3 | 12 >> 2) + 2, 2, 2]);
    }

    /// A block of one colour is met to a few steps, and what a block holds is found again.
    #[test]
    fn encoding_comes_near() {
        for n in 0..512u32 {
            let colour = [n as u8, (n * 7) as u8, (n * 31) as u8];
            let block = Block::of_texels(&[colour; 16]);
            let found = block.texel(1, 2);
            for channel in 0..3 {
                assert!(
                    found[channel].abs_diff(colour[channel]) <= 6,
                    "{colour:?} {found:?}"
                );
            }
        }
        let halves: [[u8; 3]; 16] = std::array::from_fn(|n| if n < 8 { [255, 0, 0] } else { [0, 0, 255] });
        let block = Block::of_texels(&halves);
        assert!(block.texel(0, 0)[0] > 240 && block.texel(0, 3)[2] > 240);
    }
}
