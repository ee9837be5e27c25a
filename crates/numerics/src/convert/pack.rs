//! Packing of vectors into 32-bit words: PK2H, PK2US, PK4B, PK4UB and their inverses
//! (NV_fragment_program 3.11.5.20 to 23 and 41 to 44, NV_gpu_program4 2.X.8).
//!
//! A product is rounded to the nearest integer, ties to even, after exact scaling. NaN, of which the
//! specifications say nothing here, packs as 0 in the fractions and as NaN in binary16.

use super::{Binary, Rounding};

/// Two numbers as binary16, the first in the low half.
pub fn pack_half2([x, y]: [f32; 2]) -> u32 {
    let half = |value: f32| Binary::B16.encode(f64::from(value), Rounding::Nearest) as u32;
    half(x) | half(y) << 16
}

/// The low and the high half as binary16: `(low, high, low, high)`.
pub fn unpack_half2(word: u32) -> [f32; 4] {
    let half = |bits: u32| Binary::B16.decode(u64::from(bits & 0xffff)) as f32;
    let (low, high) = (half(word), half(word >> 16));
    [low, high, low, high]
}

/// Two numbers clamped to [0, 1] as 16-bit fractions of 65535, the first in the low half.
pub fn pack_unsigned2([x, y]: [f32; 2]) -> u32 {
    fraction(x, 65535.0) | fraction(y, 65535.0) << 16
}

/// Fractions of 65535: `(low, high, low, high)`.
pub fn unpack_unsigned2(word: u32) -> [f32; 4] {
    let fraction = |bits: u32| (bits & 0xffff) as f32 / 65535.0;
    let (low, high) = (fraction(word), fraction(word >> 16));
    [low, high, low, high]
}

/// Four numbers clamped to [−128/127, 1] as bytes `round(127·x + 128)`, the first in the lowest byte.
pub fn pack_signed4(vector: [f32; 4]) -> u32 {
    bytes(vector.map(|x| {
        let x = f64::from(x);
        let clamped = if x.is_nan() {
            0.0
        } else {
            x.clamp(-128.0 / 127.0, 1.0)
        };
        (127.0 * clamped + 128.0).round_ties_even() as u32
    }))
}

/// Bytes as `(byte − 128) / 127`, the lowest first.
pub fn unpack_signed4(word: u32) -> [f32; 4] {
    word.to_le_bytes().map(|byte| (f32::from(byte) - 128.0) / 127.0)
}

/// Four numbers clamped to [0, 1] as fractions of 255, the first in the lowest byte.
pub fn pack_unsigned4(vector: [f32; 4]) -> u32 {
    bytes(vector.map(|x| fraction(x, 255.0)))
}

/// Bytes as fractions of 255, the lowest first.
pub fn unpack_unsigned4(word: u32) -> [f32; 4] {
    word.to_le_bytes().map(|byte| f32::from(byte) / 255.0)
}

fn fraction(x: f32, scale: f64) -> u32 {
    let clamped = if x.is_nan() {
        0.0
    } else {
        f64::from(x.clamp(0.0, 1.0))
    };
    (scale * clamped).round_ties_even() as u32
}

fn bytes([x, y, z, w]: [u32; 4]) -> u32 {
    x | y << 8 | z << 16 | w << 24
}
