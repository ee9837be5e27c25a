//! Bytes over 255, correctly rounded, and means of bytes.

/// The first 16 bits of 1/255, whose products with bytes are exact.
const FIRST: f32 = f32::from_bits(0x3b80_8000);
/// The rest of 1/255.
const REST: f32 = (1.0 / 255.0 - FIRST as f64) as f32;

/// A byte over 255.
#[inline(always)]
pub(crate) fn unorm8(byte: u8) -> f32 {
    unorm8_of(f32::from(byte))
}

/// The same of a byte as a number, or of a mean of bytes, whose products with the first part may be rounded.
#[inline(always)]
pub(crate) fn unorm8_of(number: f32) -> f32 {
    number * FIRST + number * REST
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: OpenGL 2.1 table 2.9, c / (2^8 - 1); IEEE 754 rounds a quotient correctly
    #[test]
    fn bytes_are_their_quotients() {
        for byte in 0..=u8::MAX {
            let quotient = f32::from(byte) / 255.0;
            assert_eq!(unorm8(byte), quotient);
        }
    }
}
