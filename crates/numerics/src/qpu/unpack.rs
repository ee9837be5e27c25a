//! The unpacking of an operand on its way from file A or accumulator r4 into an ALU.
//!
//! The three-bit code of the word picks the part. Source: hardware vectors of doe300/VC4C, both views exact.

/// The integer view of unpack `code` (3 bits): halves are sign-extended, bytes zero-extended.
pub fn integer(code: u8, x: u32) -> u32 {
    match code & 7 {
        0 => x,
        1 => x as i16 as u32,
        2 => ((x as i32) >> 16) as u32,
        3 => (x >> 24) * 0x0101_0101,
        byte => x >> (8 * (u32::from(byte) - 4)) & 0xff,
    }
}

/// The float view of unpack `code` (3 bits): halves become floats, bytes fractions of 255; code 3 replicates
/// the top byte, a bit pattern as in the integer view.
pub fn float(code: u8, x: u32) -> u32 {
    match code & 7 {
        0 | 3 => integer(code, x),
        1 => from_half(x as u16),
        2 => from_half((x >> 16) as u16),
        _ => from_byte(integer(code, x) as u8),
    }
}

/// A half as a float: exponent 31 becomes exponent 255 and exponent 0 stays 0, whatever the mantissa holds.
pub fn from_half(half: u16) -> u32 {
    let sign = u32::from(half & 0x8000) << 16;
    let mantissa = u32::from(half & 0x03ff) << 13;
    let exponent = match u32::from(half >> 10 & 31) {
        0 => 0,
        31 => 255,
        finite => finite + 112,
    };
    sign | exponent << 23 | mantissa
}

/// `byte / 255` as a float, truncated.
pub fn from_byte(byte: u8) -> u32 {
    // The quotient of two exact floats, rounded to nearest by IEEE division, then stepped back if it is above.
    let nearest = f32::from(byte) / 255.0;
    let above = f64::from(nearest) * 255.0 > f64::from(byte);
    nearest.to_bits() - u32::from(above)
}
