//! The values of numbers.

use crate::tree::{Number, NumberForm};

impl Number<'_> {
    /// The value as a double, correctly rounded; infinite when it is too large.
    pub fn float(&self) -> f64 {
        match self.form {
            NumberForm::Hexadecimal => self.hexadecimal().map_or(f64::INFINITY, |value| value as f64),
            NumberForm::Integer | NumberForm::Float => self.text.parse().unwrap_or(f64::NAN),
        }
    }

    /// The value as a single, correctly rounded in one step from the text; infinite when it is too large.
    pub fn float32(&self) -> f32 {
        match self.form {
            NumberForm::Hexadecimal => self.hexadecimal().map_or(f32::INFINITY, |value| value as f32),
            NumberForm::Integer | NumberForm::Float => self.text.parse().unwrap_or(f32::NAN),
        }
    }

    /// The value of an integer, decimal or hexadecimal; `None` for a float and beyond 64 bits.
    pub fn integer(&self) -> Option<u64> {
        match self.form {
            NumberForm::Integer => self.text.parse().ok(),
            NumberForm::Hexadecimal => self.hexadecimal().and_then(|value| value.try_into().ok()),
            NumberForm::Float => None,
        }
    }

    fn hexadecimal(&self) -> Option<u128> {
        u128::from_str_radix(self.text.get(2..)?, 16).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str, form: NumberForm) -> Number<'_> {
        Number { text, form }
    }

    #[test]
    fn floats_may_lack_either_side_of_the_point() {
        for (text, value) in [
            (".5", 0.5),
            ("5.", 5.0),
            ("1.e-3", 0.001),
            ("1E5", 1e5),
            ("3.25e+2", 325.0),
        ] {
            assert_eq!(number(text, NumberForm::Float).float(), value, "{text}");
            assert_eq!(number(text, NumberForm::Float).integer(), None, "{text}");
        }
        assert_eq!(number("1e999", NumberForm::Float).float(), f64::INFINITY);
    }

    #[test]
    fn singles_are_rounded_once() {
        // Halfway between two singles but for the last digit: by way of a double it would become 1.0.
        let text = "1.00000005960464477540";
        assert_eq!(number(text, NumberForm::Float).float32().to_bits(), 0x3f80_0001);
    }

    #[test]
    fn integers_end_at_64_bits() {
        assert_eq!(
            number("18446744073709551615", NumberForm::Integer).integer(),
            Some(u64::MAX)
        );
        assert_eq!(
            number("18446744073709551616", NumberForm::Integer).integer(),
            None
        );
        assert_eq!(
            number("0xFFFFFFFF", NumberForm::Hexadecimal).integer(),
            Some(0xFFFF_FFFF)
        );
        assert_eq!(
            number("0x10000000000000000", NumberForm::Hexadecimal).integer(),
            None
        );
        assert_eq!(number("0x10", NumberForm::Hexadecimal).float(), 16.0);
    }
}
