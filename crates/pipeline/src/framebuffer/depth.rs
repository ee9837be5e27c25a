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

#[cfg(test)]
mod tests {
    use super::*;

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
