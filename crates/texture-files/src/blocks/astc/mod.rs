//! ASTC blocks of the LDR profile (KHR_texture_compression_astc_ldr, appendix C.2, whose section numbers stand here).

mod endpoints;
mod partition;
mod sequence;
mod weights;

use endpoints::Ends;
use partition::Partitions;
use sequence::{Range, Sequence};
use weights::Grid;

/// The most weights of a block, and the most and fewest bits that they take (C.2.24).
const MOST_WEIGHTS: usize = 64;
const WEIGHT_BITS: std::ops::RangeInclusive<u32> = 24..=96;

/// The most numbers that endpoints take.
const MOST_ENDPOINT_NUMBERS: usize = 18;

/// The colour of a texel: two ends of 8 bits and the weight of the second in 64ths, or 16 bits a component.
#[derive(Clone, Copy)]
pub(super) enum Color {
    Between(Ends, [u32; 4]),
    Constant([u16; 4]),
    /// Opaque magenta, where a block has no meaning (C.2.24).
    Error,
}

impl Color {
    /// The components as half floats: the interpolated 16 bits over 65536, rounded to zero, but 65535 is 1 (C.2.19).
    pub(super) fn halves(self) -> [[u8; 2]; 4] {
        let sixteen = match self {
            Color::Between(ends, weights) => {
                std::array::from_fn(|at| ends.mixed(at, weights[at], |end| end << 8 | end))
            }
            Color::Constant(color) => color,
            Color::Error => [u16::MAX, 0, u16::MAX, u16::MAX],
        };
        sixteen.map(|component| half_of(component).to_le_bytes())
    }

    /// The components as bytes in sRGB, alpha as a byte: the top 8 of the interpolated 16 bits.
    pub(super) fn srgb(self) -> [u8; 4] {
        let sixteen = match self {
            Color::Between(ends, weights) => std::array::from_fn(|at| {
                ends.mixed(at, weights[at], |end| match at {
                    3 => end << 8 | end,
                    _ => end << 8 | 0x80,
                })
            }),
            Color::Constant(color) => color,
            Color::Error => [u16::MAX, 0, u16::MAX, u16::MAX],
        };
        sixteen.map(|component| (component >> 8) as u8)
    }
}

/// The bits of the half float next below a number over 65536, or of 1 for the largest one.
fn half_of(number: u16) -> u16 {
    match number {
        u16::MAX => 0x3c00,
        // Below 4 a number is a multiple of the smallest denormal, 2^-24, as it is: number * 2^8.
        0..4 => number << 8,
        _ => {
            // The leading bit counts 2^(top - 16); ten bits follow it.
            let top = number.ilog2() as u16;
            let mantissa = if top >= 10 {
                number >> (top - 10)
            } else {
                number << (10 - top)
            };
            (top - 1) << 10 | mantissa & 0x3ff
        }
    }
}

/// So many bits of a block from `low` on.
fn bits(block: u128, low: u32, count: u32) -> u32 {
    (block >> low) as u32 & ((1 << count) - 1)
}

/// Gives the colour of each texel of a block, by its number in rows of `size[0]`.
pub(super) fn decode(block: &[u8], size: [u32; 2], mut put: impl FnMut(usize, Color)) {
    let block = block
        .iter()
        .rev()
        .fold(0, |word, byte| word << 8 | u128::from(*byte));
    let texels = (size[0] * size[1]) as usize;
    if bits(block, 0, 9) == 0x1fc {
        let color = void_extent(block);
        return (0..texels).for_each(|texel| put(texel, color));
    }
    let Some(parts) = Parts::of(block, size) else {
        return (0..texels).for_each(|texel| put(texel, Color::Error));
    };
    for texel in 0..texels {
        let place = [texel as u32 % size[0], texel as u32 / size[0]];
        let color = match parts.ends[parts.partitions.of(place)] {
            Some(ends) => Color::Between(ends, parts.grid.weights(place)),
            None => Color::Error,
        };
        put(texel, color);
    }
}

/// A block of one colour (C.2.23).
fn void_extent(block: u128) -> Color {
    let [least_s, most_s, least_t, most_t] = [12, 25, 38, 51].map(|low| bits(block, low, 13));
    let unbounded = [least_s, most_s, least_t, most_t] == [0x1fff; 4];
    let has_area = least_s < most_s && least_t < most_t;
    let (is_float, reserved) = (bits(block, 9, 1), bits(block, 10, 2));
    if is_float == 1 || reserved != 3 || !(unbounded || has_area) {
        return Color::Error;
    }
    Color::Constant([64, 80, 96, 112].map(|low| (block >> low) as u16))
}

/// What a block says.
struct Parts {
    partitions: Partitions,
    /// The ends of each partition; none where its mode is not of this profile.
    ends: [Option<Ends>; 4],
    grid: Grid,
}

impl Parts {
    /// `None` where the block is one of the errors of C.2.24.
    fn of(block: u128, size: [u32; 2]) -> Option<Parts> {
        let mode = Mode::of(bits(block, 0, 11))?;
        let count = bits(block, 11, 2) + 1;
        let weights = mode.grid[0] * mode.grid[1] * if mode.dual { 2 } else { 1 };
        if mode.grid[0] > size[0]
            || mode.grid[1] > size[1]
            || weights as usize > MOST_WEIGHTS
            || mode.dual && count == 4
        {
            return None;
        }
        let weight_bits = mode.range.bits(weights);
        if !WEIGHT_BITS.contains(&weight_bits) {
            return None;
        }
        // Weights lie at the upper end; below them what endpoint modes need beyond 6 bits, then the second plane.
        let below_weights = 128 - weight_bits;
        let (modes, below_modes, first) = endpoint_modes(block, count, below_weights);
        let planes_at = below_modes - if mode.dual { 2 } else { 0 };
        let plane = mode.dual.then(|| bits(block, planes_at, 2));
        let numbers: u32 = modes[..count as usize]
            .iter()
            .map(|mode| endpoints::numbers(*mode))
            .sum();
        let room = planes_at.checked_sub(first)?;
        if numbers as usize > MOST_ENDPOINT_NUMBERS {
            return None;
        }
        let range = Range::largest(numbers, room)?;
        let mut sequence = Sequence::new(block >> first, range, numbers);
        let unquantized: [u8; MOST_ENDPOINT_NUMBERS] =
            std::array::from_fn(|_| sequence.next().map_or(0, |number| range.endpoint(number)));
        let mut rest = &unquantized[..];
        let mut ends = [None; 4];
        for (ends, mode) in ends.iter_mut().zip(modes).take(count as usize) {
            let (own, others) = rest.split_at(endpoints::numbers(mode) as usize);
            *ends = Ends::of(mode, own);
            rest = others;
        }
        Some(Parts {
            partitions: Partitions::new(count, bits(block, 13, 10), size),
            ends,
            grid: Grid::new(block, &mode, weights, plane, size),
        })
    }
}

/// The endpoint modes of so many partitions, where what lies behind them ends, and the first bit of endpoints (C.2.11).
fn endpoint_modes(block: u128, count: u32, below_weights: u32) -> ([u32; 4], u32, u32) {
    if count == 1 {
        return ([bits(block, 13, 4); 4], below_weights, 17);
    }
    let class = bits(block, 23, 2);
    if class == 0 {
        return ([bits(block, 25, 4); 4], below_weights, 29);
    }
    let more = 3 * count - 4;
    let below_modes = below_weights - more;
    let all = bits(block, 23, 6) | bits(block, below_modes, more) << 6;
    let mode = |partition: u32| {
        let above = all >> (2 + partition) & 1;
        (class - 1 + above) << 2 | all >> (2 + count + 2 * partition) & 3
    };
    ([mode(0), mode(1), mode(2), mode(3)], below_modes, 29)
}

/// The block mode (C.2.10).
struct Mode {
    /// Weights in a row, and rows.
    grid: [u32; 2],
    range: Range,
    /// Whether there are two planes of weights.
    dual: bool,
}

impl Mode {
    fn of(mode: u32) -> Option<Mode> {
        let field = |low: u32, count: u32| mode >> low & ((1 << count) - 1);
        let (a, mut dual, mut high) = (field(5, 2), field(10, 1), field(9, 1));
        let (grid, selector) = if field(0, 2) != 0 {
            let b = field(7, 2);
            let grid = match field(2, 2) {
                0 => [b + 4, a + 2],
                1 => [b + 8, a + 2],
                2 => [a + 2, b + 8],
                _ if b < 2 => [a + 2, b + 6],
                _ => [b, a + 2],
            };
            (grid, field(0, 2))
        } else {
            let grid = match (field(7, 2), a) {
                (0, _) => [12, a + 2],
                (1, _) => [a + 2, 12],
                (2, _) => {
                    let rows = field(9, 2) + 6;
                    (dual, high) = (0, 0);
                    [a + 6, rows]
                }
                (_, 0) => [6, 10],
                (_, 1) => [10, 6],
                _ => return None,
            };
            (grid, field(2, 2))
        };
        // Six ranges each of the lower and the higher half.
        let range = (selector << 1 | field(4, 1)).checked_sub(2)? + 6 * high;
        Some(Mode {
            grid,
            range: Range::of_weights(range as usize),
            dual: dual == 1,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_rounded_to_zero() {
        // source: C.2.19: C / 65536 as FP16 with round-to-zero; `half` has the exact value of every pattern
        let mut expected = 0_u16;
        for number in 0..u16::MAX {
            let exact = f32::from(number) / 65_536.0;
            while half::f16::from_bits(expected + 1).to_f32() <= exact {
                expected += 1;
            }
            assert_eq!(half_of(number), expected, "{number}");
        }
        assert_eq!(half_of(u16::MAX), half::f16::ONE.to_bits());
    }
}
