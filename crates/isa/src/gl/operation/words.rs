//! The meaning of the operations between formats: rounding to integers, packing and unpacking. Words in,
//! words out.

use quadrille_numerics::convert::{self, Format, Rounding};

use super::Operation;

/// FLR, CEIL, TRUNC and ROUND with an integer result, and I2F (NV_gpu_program4 2.X.8): one component's bits,
/// `from` one format `to` another. `None` for any other operation.
///
/// A result that does not fit, which the specification leaves undefined, is the end of the integer's range;
/// NaN gives 0.
pub fn convert(operation: Operation, bits: u64, from: Format, to: Format) -> Option<u64> {
    let rounding = match operation {
        Operation::Floor => Rounding::Down,
        Operation::Ceiling => Rounding::Up,
        Operation::Truncate => Rounding::TowardZero,
        Operation::Round | Operation::IntegerToFloat => Rounding::Nearest,
        _ => return None,
    };
    Some(convert::convert(bits, from, to, rounding, true))
}

/// PK2H, PK2US, PK4B, PK4UB, UP2H, UP2US, UP4B and UP4UB on 32-bit words: binary32 numbers or a packed word
/// in every component. `None` for any other operation.
pub fn pack(operation: Operation, operand: [u32; 4]) -> Option<[u32; 4]> {
    let floats = operand.map(f32::from_bits);
    let [x, y, ..] = floats;
    let words = |unpacked: [f32; 4]| unpacked.map(f32::to_bits);
    Some(match operation {
        Operation::PackHalf2 => [convert::pack_half2([x, y]); 4],
        Operation::PackUnsigned2 => [convert::pack_unsigned2([x, y]); 4],
        Operation::PackSigned4 => [convert::pack_signed4(floats); 4],
        Operation::PackUnsigned4 => [convert::pack_unsigned4(floats); 4],
        Operation::UnpackHalf2 => words(convert::unpack_half2(operand[0])),
        Operation::UnpackUnsigned2 => words(convert::unpack_unsigned2(operand[0])),
        Operation::UnpackSigned4 => words(convert::unpack_signed4(operand[0])),
        Operation::UnpackUnsigned4 => words(convert::unpack_unsigned4(operand[0])),
        _ => return None,
    })
}

/// PK64: `(x, y)` to the first and third 64-bit component, `(z, w)` to the others, the first word low.
pub fn pack64([x, y, z, w]: [u32; 4]) -> [u64; 4] {
    let join = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
    [join(x, y), join(z, w), join(x, y), join(z, w)]
}

/// UP64: the words of the first two 64-bit components, the low one first.
pub fn unpack64([x, y, ..]: [u64; 4]) -> [u32; 4] {
    [x as u32, (x >> 32) as u32, y as u32, (y >> 32) as u32]
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUARTER: u32 = 0x3e80_0000;

    fn packed(operation: Operation, floats: [f32; 4]) -> u32 {
        pack(operation, floats.map(f32::to_bits)).expect("a pack operation")[3]
    }

    fn unpacked(operation: Operation, word: u32) -> [f32; 4] {
        pack(operation, [word, 0, 0, 0])
            .expect("an unpack operation")
            .map(f32::from_bits)
    }

    /// source: NV_gpu_program4 2.X.8 PK2H, UP2H: x in the low 16 bits; binary16 of 1, −2, 65504 and 2^-24
    #[test]
    fn half_floats() {
        assert_eq!(packed(Operation::PackHalf2, [1.0, -2.0, 9.0, 9.0]), 0xc000_3c00);
        assert_eq!(
            packed(Operation::PackHalf2, [65504.0, 5.960_464_5e-8, 0.0, 0.0]),
            0x0001_7bff
        );
        assert_eq!(
            unpacked(Operation::UnpackHalf2, 0xc000_3c00),
            [1.0, -2.0, 1.0, -2.0]
        );
    }

    /// source: NV_gpu_program4 2.X.8 PK2US: round(65535 · clamp(x, 0, 1)); PK4UB the same with 255
    #[test]
    fn unsigned_fractions() {
        assert_eq!(
            packed(Operation::PackUnsigned2, [1.0, 0.0, 0.0, 0.0]),
            0x0000_ffff
        );
        assert_eq!(
            packed(Operation::PackUnsigned2, [-1.0, 2.0, 0.0, 0.0]),
            0xffff_0000
        );
        // 65535 / 5 = 13107 = 0x3333
        assert_eq!(
            packed(Operation::PackUnsigned2, [0.2, 0.2, 0.0, 0.0]),
            0x3333_3333
        );
        assert_eq!(
            unpacked(Operation::UnpackUnsigned2, 0xffff_0000),
            [0.0, 1.0, 0.0, 1.0]
        );
        // 255 / 5 = 51 = 0x33
        assert_eq!(
            packed(Operation::PackUnsigned4, [0.2, 0.0, 1.0, 7.0]),
            0xffff_0033
        );
        assert_eq!(
            unpacked(Operation::UnpackUnsigned4, 0xff00_3300),
            [0.0, 0.2, 0.0, 1.0]
        );
    }

    /// source: NV_gpu_program4 2.X.8 PK4B: round(127 · clamp(x, −128/127, 1) + 128), "all '0' bits corresponds
    /// to -128/127 and all '1' bits corresponds to +127/127"
    #[test]
    fn signed_fractions() {
        assert_eq!(
            packed(Operation::PackSigned4, [0.0, 1.0, -1.0, -5.0]),
            0x0001_ff80
        );
        assert_eq!(packed(Operation::PackSigned4, [2.0, 0.0, 0.0, 0.0]), 0x8080_80ff);
        assert_eq!(
            unpacked(Operation::UnpackSigned4, 0x0001_ff80),
            [0.0, 1.0, -1.0, -128.0 / 127.0]
        );
    }

    /// source: NV_gpu_program5 2.X.8 PK64, UP64: the first word of a pair is the low half
    #[test]
    fn pairs_of_words() {
        let joined = pack64([1, 2, 3, 4]);
        assert_eq!(
            joined,
            [0x2_0000_0001, 0x4_0000_0003, 0x2_0000_0001, 0x4_0000_0003]
        );
        assert_eq!(unpack64(joined), [1, 2, 3, 4]);
    }

    /// source: NV_gpu_program4 2.X.8 FLR: floor(-1.7) = -2; CEIL, TRUNC, ROUND (ties to even), I2F
    #[test]
    fn conversions() {
        let float = |x: f32| u64::from(x.to_bits());
        let to_signed =
            |operation, x| convert(operation, float(x), Format::F32, Format::S32).map(|x| x as u32 as i32);
        assert_eq!(to_signed(Operation::Floor, -1.7), Some(-2));
        assert_eq!(to_signed(Operation::Ceiling, -1.7), Some(-1));
        assert_eq!(to_signed(Operation::Truncate, -1.7), Some(-1));
        assert_eq!(to_signed(Operation::Round, 2.5), Some(2));
        assert_eq!(to_signed(Operation::Floor, 1e20), Some(i32::MAX));
        assert_eq!(
            convert(Operation::Floor, float(-1.0), Format::F32, Format::U32),
            Some(0)
        );
        assert_eq!(
            convert(Operation::IntegerToFloat, 0xffff_ffff, Format::S32, Format::F32),
            Some(float(-1.0))
        );
        assert_eq!(
            convert(Operation::IntegerToFloat, 0x8000_0000, Format::U32, Format::F32),
            Some(0x4f00_0000)
        );
        assert_eq!(to_signed(Operation::Add, 1.0), None);
        assert_eq!(pack(Operation::Add, [QUARTER; 4]), None);
    }
}
