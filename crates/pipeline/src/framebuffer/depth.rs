//! Depths as 24-bit numbers (GL 2.1, 2.11.1).

/// The largest 24-bit depth, which stands for 1.
pub(crate) const MAX_24: u32 = (1 << 24) - 1;

/// 2^23: where the numbers of binary32 begin that are integers.
const INTEGERS: f32 = (1 << 23) as f32;

/// A depth in [0, 1] as a 24-bit number: depth · (2^24 − 1) without an error, rounded to nearest, halves up.
#[inline(always)]
pub(crate) fn to_24(depth: f32) -> u32 {
    // depth · 2^24 is exact, and depth is to be taken away from it.
    let scaled = depth * (1 << 24) as f32;
    let is_integer = scaled >= INTEGERS;
    // The sum is rounded to an integer, whose bits are those of 2^23 and of it.
    let sum = if is_integer { scaled } else { scaled + INTEGERS };
    let above = if is_integer { scaled } else { sum - INTEGERS };
    let is_above = above > scaled;
    let below = if is_above { above - 1.0 } else { above };
    let integer = sum.to_bits() - INTEGERS.to_bits() + (u32::from(is_integer) << 23);
    // What is left over the integer below counts as one more from depth + 1/2 on; of integers, depth takes one away when
    // it is more than 1/2.
    integer - u32::from(is_above) + u32::from(scaled - below - 0.5 >= depth) - u32::from(depth > 0.5)
}

/// The depth of a 24-bit number: value / (2^24 − 1), rounded once.
pub(crate) fn from_24(value: u32) -> f32 {
    value as f32 / MAX_24 as f32
}

/// A depth in [0, 1] as a 16-bit number: depth · (2^16 − 1) without an error, rounded to nearest, halves up.
#[inline(always)]
pub(crate) fn to_16(depth: f32) -> u16 {
    // depth · 2^16 is exact, and depth is to be taken away from it. Less than 2^23, the sum is rounded to an integer.
    let scaled = depth * (1 << 16) as f32;
    let above = (scaled + INTEGERS) - INTEGERS;
    let below = if above > scaled { above - 1.0 } else { above };
    let rest = scaled - below;
    let integer = (below + INTEGERS).to_bits() - INTEGERS.to_bits();
    (integer + u32::from(rest - 0.5 >= depth) - u32::from(depth > rest + 0.5)) as u16
}

/// A depth in [0, 1] as a 32-bit number: depth · (2^32 − 1) without an error, rounded to nearest, halves up.
#[inline(always)]
pub(crate) fn to_32(depth: f32) -> u32 {
    // depth · 2^56 is an integer where depth is 2^-33 or more, and half of the first step is above that. What is taken away,
    // depth · 2^24, is rounded up: that and the exact difference lie between the same integers.
    let scaled = (depth * (1u64 << 56) as f32) as u64;
    let part = depth * (1 << 24) as f32;
    let below = part as u32;
    let taken = u64::from(below) + u64::from((below as f32) < part);
    ((scaled + (1 << 23) - taken) >> 24) as u32
}

/// A 32-bit depth: another type than that of 24 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug, Default)]
pub(crate) struct Fixed32(pub(crate) u32);

/// A depth as a buffer holds it.
pub(crate) trait StoredDepth: Copy + Default + PartialOrd {
    /// That of a fragment.
    fn of(depth: f32) -> Self;
    /// What it stands for: integers over the largest one, rounded once; of 32 bits as lookups see them.
    fn value(self) -> f32;
}

impl StoredDepth for u16 {
    #[inline(always)]
    fn of(depth: f32) -> u16 {
        to_16(depth)
    }
    fn value(self) -> f32 {
        f32::from(self) / 65_535.0
    }
}

impl StoredDepth for u32 {
    #[inline(always)]
    fn of(depth: f32) -> u32 {
        to_24(depth)
    }
    fn value(self) -> f32 {
        from_24(self)
    }
}

impl StoredDepth for Fixed32 {
    #[inline(always)]
    fn of(depth: f32) -> Fixed32 {
        Fixed32(to_32(depth))
    }
    fn value(self) -> f32 {
        self.0 as f32 / u32::MAX as f32
    }
}

impl StoredDepth for f32 {
    #[inline(always)]
    fn of(depth: f32) -> f32 {
        depth
    }
    fn value(self) -> f32 {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: the definition in integers, for every hundredth depth and all around the halves
    #[test]
    fn to_16_and_to_32_are_exact() {
        let by_definition = |depth: f32, bits: u32| {
            let exponent = (depth.to_bits() >> 23).max(1);
            let fraction = depth.to_bits() & 0x7f_ffff;
            let mantissa = if depth.to_bits() >> 23 == 0 {
                fraction
            } else {
                fraction | 1 << 23
            };
            let shift = 127 + 23 - exponent;
            if shift > 60 {
                return 0;
            }
            let most = (1u128 << bits) - 1;
            ((2 * u128::from(mantissa) * most + (1 << shift)) >> (shift + 1)) as u32
        };
        let halves = (0..65_535u32).map(|half| ((f64::from(half) + 0.5) / 65_535.0) as f32);
        let near = halves.flat_map(|middle| middle.to_bits() - 2..middle.to_bits() + 3);
        for bits in near.chain((0..=1f32.to_bits()).step_by(101)) {
            let depth = f32::from_bits(bits);
            assert_eq!(u32::from(to_16(depth)), by_definition(depth, 16), "{depth:e}");
            assert_eq!(to_32(depth), by_definition(depth, 32), "{depth:e}");
        }
    }

    /// The definition in integers: depth · (2^24 − 1) + 1/2 is (2·m·(2^24 − 1) + 2^shift) / 2^(shift + 1) for a depth of
    /// m / 2^shift.
    fn by_definition(depth: f32) -> u32 {
        let exponent = depth.to_bits() >> 23;
        let fraction = depth.to_bits() & 0x7f_ffff;
        let (mantissa, exponent) = match exponent {
            0 => (fraction, 1),
            _ => (fraction | 1 << 23, exponent),
        };
        let shift = 127 + 23 - exponent;
        if shift > 60 {
            return 0;
        }
        let twice = 2 * u128::from(mantissa) * u128::from(MAX_24) + (1 << shift);
        (twice >> (shift + 1)) as u32
    }

    /// source: the definition in integers. Below 2^-26 all depths are 0; every hundredth of the others, and all around
    /// the halves
    #[test]
    fn to_24_is_exact() {
        assert_eq!((to_24(0.0), to_24(1.0)), (0, MAX_24));
        let first = 2f32.powi(-26).to_bits();
        let coarse = (0..first).step_by(65_537);
        for bits in coarse.chain((first..=1f32.to_bits()).step_by(101)) {
            let depth = f32::from_bits(bits);
            assert_eq!(to_24(depth), by_definition(depth), "{depth:e}");
        }
        let halves = (0..200u32)
            .chain((1 << 22) - 100..(1 << 22) + 100)
            .chain((1 << 23) - 200..1 << 23);
        for half in halves {
            let middle = ((f64::from(half) + 0.5) / f64::from(MAX_24)) as f32;
            for bits in middle.to_bits() - 8..middle.to_bits() + 8 {
                let depth = f32::from_bits(bits);
                assert_eq!(to_24(depth), by_definition(depth), "{depth:e}");
            }
        }
    }

    /// source: GL 2.1, 2.11.1: the value 1 is represented as 2^m − 1, 0 as 0; each value survives. A quotient that is
    /// rounded to binary64 and then to binary32 is here the one that is rounded once.
    #[test]
    fn fixed_depths_survive() {
        for value in (0..=MAX_24).step_by(61).chain(MAX_24 - 100..=MAX_24) {
            let depth = from_24(value);
            assert_eq!(depth, (f64::from(value) / f64::from(MAX_24)) as f32);
            assert_eq!(to_24(depth), value);
        }
    }
}
