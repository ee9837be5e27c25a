//! Numbers of a range in as few bits as fit: bounded integer sequences (C.2.12), and what their numbers stand for (C.2.13
//! and C.2.17).

/// Numbers from 0 to below `digits * 2^bits`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    digit: Digit,
    bits: u32,
}

/// What stands above the bits of a number: one of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Digit {
    None,
    Trit,
    Quint,
}

use Digit::{Quint, Trit};

const fn range(digit: Digit, bits: u32) -> Range {
    Range { digit, bits }
}

/// The ranges of weights, by their number in the block mode.
const WEIGHTS: [Range; 12] = [
    range(Digit::None, 1),
    range(Trit, 0),
    range(Digit::None, 2),
    range(Quint, 0),
    range(Trit, 1),
    range(Digit::None, 3),
    range(Quint, 1),
    range(Trit, 2),
    range(Digit::None, 4),
    range(Quint, 2),
    range(Trit, 3),
    range(Digit::None, 5),
];

/// The ranges of endpoints, the largest first.
const ENDPOINTS: [Range; 17] = [
    range(Digit::None, 8),
    range(Trit, 6),
    range(Quint, 5),
    range(Digit::None, 7),
    range(Trit, 5),
    range(Quint, 4),
    range(Digit::None, 6),
    range(Trit, 4),
    range(Quint, 3),
    range(Digit::None, 5),
    range(Trit, 3),
    range(Quint, 2),
    range(Digit::None, 4),
    range(Trit, 2),
    range(Quint, 1),
    range(Digit::None, 3),
    range(Trit, 1),
];

impl Range {
    pub(super) fn of_weights(number: usize) -> Range {
        WEIGHTS[number]
    }

    /// The largest range of which so many numbers fit into so many bits; endpoints have 6 values at least.
    pub(super) fn largest(numbers: u32, room: u32) -> Option<Range> {
        ENDPOINTS.into_iter().find(|range| range.bits(numbers) <= room)
    }

    /// The bits that so many numbers take.
    pub(super) fn bits(self, numbers: u32) -> u32 {
        let digits = match self.digit {
            Digit::None => 0,
            Trit => (8 * numbers).div_ceil(5),
            Quint => (7 * numbers).div_ceil(3),
        };
        digits + self.bits * numbers
    }

    /// The endpoint from 0 to 255 that a number stands for.
    pub(super) fn endpoint(self, number: Number) -> u8 {
        let (low, high) = (number.bits & 1, number.bits >> 1);
        // What the bits above the lowest add, and what the digit counts: tables C.2.16 and C.2.17.
        let (spread, unit) = match (self.digit, self.bits) {
            (Digit::None, bits) => return replicated(number.bits, bits, 8) as u8,
            (_, 0 | 1) => (0, if self.digit == Trit { 204 } else { 113 }),
            (Trit, 2) => (high << 8 | high << 4 | high << 2 | high << 1, 93),
            (Trit, 3) => (high << 7 | high << 2 | high, 44),
            (Trit, 4) => (high << 6 | high, 22),
            (Trit, 5) => (high << 5 | high >> 2, 11),
            (Trit, _) => (high << 4 | high >> 4, 5),
            (Quint, 2) => (high << 8 | high << 3 | high << 2, 54),
            (Quint, 3) => (high << 7 | high << 1 | high >> 1, 26),
            (Quint, 4) => (high << 6 | high >> 1, 13),
            (Quint, _) => (high << 5 | high >> 3, 6),
        };
        let flipped = (number.digit * unit + spread) ^ (low * 0x1ff);
        (low << 7 | flipped >> 2) as u8
    }

    /// The weight from 0 to 64 that a number stands for.
    pub(super) fn weight(self, number: Number) -> u8 {
        let (low, high) = (number.bits & 1, number.bits >> 1);
        let (spread, unit) = match (self.digit, self.bits) {
            (Digit::None, bits) => return above_half(replicated(number.bits, bits, 6)),
            (Trit, 0) => return above_half([0, 32, 63][number.digit as usize]),
            (Quint, 0) => return above_half([0, 16, 32, 47, 63][number.digit as usize]),
            (Trit, 1) => (0, 50),
            (Trit, 2) => (high << 6 | high << 2 | high, 23),
            (Trit, _) => (high << 5 | high, 11),
            (Quint, 1) => (0, 28),
            (Quint, _) => (high << 6 | high << 1, 13),
        };
        let flipped = (number.digit * unit + spread) ^ (low * 0x7f);
        above_half(low << 5 | flipped >> 2)
    }
}

/// A weight of 6 bits becomes one of 64 parts.
fn above_half(weight: u32) -> u8 {
    (weight + u32::from(weight > 32)) as u8
}

/// The bits of a number again and again, until there are `wanted`.
fn replicated(number: u32, bits: u32, wanted: u32) -> u32 {
    let twice = number << bits | number;
    let (repeated, count) = match 2 * bits >= wanted {
        true => (twice, 2 * bits),
        false => {
            let four = twice << (2 * bits) | twice;
            (four << (4 * bits) | four, 8 * bits)
        }
    };
    repeated >> (count - wanted)
}

/// A number of a sequence: its digit, and the bits below.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Number {
    digit: u32,
    bits: u32,
}

/// The numbers of a sequence, which begins at the lowest bit of a word. What lies beyond its end reads as 0.
pub(super) struct Sequence {
    word: u128,
    range: Range,
    /// Numbers that were not read from the word yet.
    left: u32,
    group: [Number; 5],
    /// Numbers of the group that were given, and how many it has.
    given: usize,
    size: usize,
}

impl Sequence {
    pub(super) fn new(word: u128, range: Range, numbers: u32) -> Sequence {
        let bits = range.bits(numbers);
        let size = match range.digit {
            Digit::None => 1,
            Trit => 5,
            Quint => 3,
        };
        Sequence {
            word: if bits < 128 {
                word & ((1 << bits) - 1)
            } else {
                word
            },
            range,
            left: numbers,
            group: [Number::default(); 5],
            given: size,
            size,
        }
    }

    fn take(&mut self, bits: u32) -> u32 {
        let taken = self.word as u32 & ((1 << bits) - 1);
        self.word >>= bits;
        taken
    }

    /// Reads the next group: the bits of each number, and behind them a part of the packed digits.
    fn fill(&mut self) {
        let parts: &[u32] = match self.range.digit {
            Digit::None => &[0],
            Trit => &[2, 2, 1, 2, 1],
            Quint => &[3, 2, 2],
        };
        let (mut packed, mut width) = (0, 0);
        for (index, part) in parts.iter().enumerate() {
            self.group[index].bits = self.take(self.range.bits);
            packed |= self.take(*part) << width;
            width += part;
        }
        let digits = match self.range.digit {
            Digit::None => [0; 5],
            Trit => trits(packed),
            Quint => quints(packed),
        };
        for (number, digit) in self.group.iter_mut().zip(digits) {
            number.digit = digit;
        }
        self.given = 0;
    }
}

impl Iterator for Sequence {
    type Item = Number;

    fn next(&mut self) -> Option<Number> {
        self.left = self.left.checked_sub(1)?;
        if self.given == self.size {
            self.fill();
        }
        self.given += 1;
        Some(self.group[self.given - 1])
    }
}

/// The five trits of 8 bits (C.2.12).
fn trits(packed: u32) -> [u32; 5] {
    let field = |low: u32, count: u32| packed >> low & ((1 << count) - 1);
    let (rest, high) = if field(2, 3) == 7 {
        (field(5, 3) << 2 | field(0, 2), [2, 2])
    } else if field(5, 2) == 3 {
        (field(0, 5), [field(7, 1), 2])
    } else {
        (field(0, 5), [field(5, 2), field(7, 1)])
    };
    let low = if rest & 3 == 3 {
        [
            (rest >> 3 & 1) << 1 | rest >> 2 & !(rest >> 3) & 1,
            rest >> 4 & 1,
            2,
        ]
    } else if rest >> 2 & 3 == 3 {
        [rest & 3, 2, 2]
    } else {
        [
            (rest >> 1 & 1) << 1 | rest & !(rest >> 1) & 1,
            rest >> 2 & 3,
            rest >> 4 & 1,
        ]
    };
    [low[0], low[1], low[2], high[0], high[1]]
}

/// The three quints of 7 bits (C.2.12).
fn quints(packed: u32) -> [u32; 5] {
    let field = |low: u32, count: u32| packed >> low & ((1 << count) - 1);
    let both = |bits: u32| if field(0, 1) == 1 { 0 } else { bits };
    if field(1, 2) == 3 && field(5, 2) == 0 {
        let third = field(0, 1) << 2 | both(field(3, 2));
        return [4, 4, third, 0, 0];
    }
    let (rest, third) = match field(1, 2) {
        3 => (field(3, 2) << 3 | (!field(5, 2) & 3) << 1 | field(0, 1), 4),
        _ => (field(0, 5), field(5, 2)),
    };
    match rest & 7 {
        5 => [rest >> 3, 4, third, 0, 0],
        first => [first, rest >> 3, third, 0, 0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_of_digits_is_there() {
        // source: C.2.12: 8 bits hold five trits and 7 bits three quints, so 243 and 125 combinations, each of them
        let mut found: Vec<_> = (0..256).map(trits).collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), 243);
        let mut found: Vec<_> = (0..128).map(quints).collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), 125);
    }

    #[test]
    fn numbers_spread_over_their_range() {
        // source: C.2.13 and C.2.17: each range has as many different values as numbers, from 0 to 255 or 64
        let all = |range: Range| {
            let digits = match range.digit {
                Digit::None => 1,
                Trit => 3,
                Quint => 5,
            };
            (0..digits).flat_map(move |digit| (0..1 << range.bits).map(move |bits| Number { digit, bits }))
        };
        for (ranges, most, value) in [
            (&ENDPOINTS[..], 255, Range::endpoint as fn(Range, Number) -> u8),
            (&WEIGHTS[..], 64, Range::weight),
        ] {
            for range in ranges {
                let mut values: Vec<u8> = all(*range).map(|number| value(*range, number)).collect();
                values.sort_unstable();
                values.dedup();
                assert_eq!(values.len(), all(*range).count(), "{range:?}");
                assert_eq!([values.first(), values.last()], [Some(&0), Some(&most)]);
            }
        }
    }
}
