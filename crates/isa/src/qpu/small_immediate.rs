//! The 64 small immediates of signal 13 (guide table 5).

/// A six-bit small immediate, 0 to 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SmallImmediate(u8);

impl SmallImmediate {
    /// Rotate the MUL result by r5.
    pub const ROTATE_R5: SmallImmediate = SmallImmediate(48);

    /// The immediate of the low six bits of a code.
    #[inline]
    pub const fn from_bits(code: u8) -> SmallImmediate {
        SmallImmediate(code & 63)
    }

    /// The six bits of the field.
    #[inline]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The 32 bits that an operand receives. Codes 48-63, which rotate, read as -16 to -1 (hardware,
    /// vc4asm addendum).
    #[inline]
    pub const fn value(self) -> u32 {
        match self.0 {
            code @ 0..=15 => code as u32,
            code @ 16..=31 => (code as u32).wrapping_sub(32),
            code @ 32..=39 => (127 + code as u32 - 32) << 23,
            code @ 40..=47 => (127 + code as u32 - 48) << 23,
            code => (code as u32).wrapping_sub(64),
        }
    }

    /// Whether the operand is a power of two as a float.
    pub const fn is_float(self) -> bool {
        self.0 >= 32 && self.0 < 48
    }

    /// The rotation of the MUL result that this code asks for, if any.
    #[inline]
    pub const fn rotation(self) -> Option<Rotation> {
        match self.0 {
            48 => Some(Rotation::R5),
            code @ 49..=63 => Some(Rotation::By(code - 48)),
            _ => None,
        }
    }

    /// The code below 48 whose value is `bits`, if there is one.
    #[inline]
    pub const fn of_value(bits: u32) -> Option<SmallImmediate> {
        let signed = bits as i32;
        if signed >= 0 && signed < 16 {
            return Some(SmallImmediate(bits as u8));
        }
        if signed < 0 && signed >= -16 {
            return Some(SmallImmediate((signed + 32) as u8));
        }
        if bits & 0x007f_ffff != 0 {
            return None;
        }
        match bits >> 23 {
            exponent @ 127..=134 => Some(SmallImmediate((exponent - 127 + 32) as u8)),
            exponent @ 119..=126 => Some(SmallImmediate((exponent - 119 + 40) as u8)),
            _ => None,
        }
    }

    /// The code that rotates the MUL result by `count` (1 to 15).
    pub const fn rotate_by(count: u8) -> Option<SmallImmediate> {
        if count >= 1 && count <= 15 {
            Some(SmallImmediate(48 + count))
        } else {
            None
        }
    }
}

/// By how much the MUL result is rotated: element `i` goes to element `(i + n) mod 16`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rotation {
    /// By the low four bits of element 0 of r5.
    R5,
    /// By a constant, 1 to 15.
    By(u8),
}

#[cfg(test)]
mod tests {
    use super::{Rotation, SmallImmediate};

    /// source: guide table 5; vc4asm's addendum for the values of codes 48 to 63.
    #[test]
    fn the_table_of_the_guide() {
        let value = |code| SmallImmediate::from_bits(code).value();
        assert_eq!(value(15), 15);
        assert_eq!(value(16), -16i32 as u32);
        assert_eq!(value(31), -1i32 as u32);
        for (step, float) in [1.0f32, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0]
            .iter()
            .enumerate()
        {
            assert_eq!(value(32 + step as u8), float.to_bits());
        }
        for (step, divisor) in [256.0f32, 128.0, 64.0, 32.0, 16.0, 8.0, 4.0, 2.0]
            .iter()
            .enumerate()
        {
            assert_eq!(value(40 + step as u8), (1.0 / divisor).to_bits());
        }
        assert_eq!(value(48), -16i32 as u32);
        assert_eq!(value(63), -1i32 as u32);
    }

    #[test]
    fn value_and_code_are_inverse_below_the_rotations() {
        for code in 0..48 {
            let immediate = SmallImmediate::from_bits(code);
            assert_eq!(SmallImmediate::of_value(immediate.value()), Some(immediate));
            assert_eq!(immediate.rotation(), None);
        }
        assert_eq!(SmallImmediate::of_value(16), None);
        assert_eq!(SmallImmediate::of_value(0.75f32.to_bits()), None);
        assert_eq!(SmallImmediate::of_value(256.0f32.to_bits()), None);
        assert_eq!(
            SmallImmediate::rotate_by(15).unwrap().rotation(),
            Some(Rotation::By(15))
        );
        assert_eq!(SmallImmediate::rotate_by(16), None);
    }
}
