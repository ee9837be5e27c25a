//! The operations between formats: rounding to integers, packing and unpacking. Words in, words out.

use quadrille_numerics::convert::{self, Format, Rounding, convert_register};
use quadrille_numerics::environment::Double;

use super::operations;
use crate::gl::Clamp;

operations! {
    /// The operation of a conversion instruction.
    ConversionOp
    /// Integer to float.
    IntegerToFloat;
    /// Between storage types, through the rounding and saturation that the instruction names.
    Convert;
    /// Floats to the fields of a word.
    Pack(Packing);
    /// Two pairs of 32-bit words to 64-bit values.
    Pack64;
    /// The fields of a word to floats.
    Unpack(Packing);
    /// Inverse of PK64.
    Unpack64;
}

operations! {
    /// The fields of a packed word.
    Packing
    /// Two floats as binary16, x in the low half.
    Half2;
    /// Two floats in [0, 1] as 16-bit fractions.
    Unsigned2;
    /// Four floats as signed bytes about 128.
    Signed4;
    /// Four floats in [0, 1] as bytes.
    Unsigned4;
}

impl ConversionOp {
    /// The components of the operand that decide the components of the result in `mask`, bit 0 for x.
    pub(super) fn needs(self, mask: u8) -> u8 {
        // Of groups of components of the result that are written, what each needs.
        let any = |groups: &[(u8, u8)]| {
            let written = groups.iter().filter(|(result, _)| mask & result != 0);
            written.fold(0, |needed, (_, of_operand)| needed | of_operand)
        };
        match self {
            ConversionOp::IntegerToFloat | ConversionOp::Convert => mask,
            ConversionOp::Pack(Packing::Half2 | Packing::Unsigned2) => any(&[(0b1111, 0b0011)]),
            ConversionOp::Pack(Packing::Signed4 | Packing::Unsigned4) => any(&[(0b1111, 0b1111)]),
            ConversionOp::Unpack(_) => any(&[(0b1111, 0b0001)]),
            ConversionOp::Pack64 => any(&[(0b0101, 0b0011), (0b1010, 0b1100)]),
            ConversionOp::Unpack64 => any(&[(0b0011, 0b0001), (0b1100, 0b0010)]),
        }
    }
}

/// FLR, CEIL, TRUNC and ROUND with an integer result, and I2F (NV_gpu_program4 2.X.8), which rounds to the
/// nearest: one component's bits, `from` one format `to` another.
///
/// A result that does not fit, which the specification leaves undefined, is the end of the integer's range;
/// NaN gives 0.
pub fn convert(rounding: Rounding, bits: u64, from: Format, to: Format) -> u64 {
    convert::convert(bits, from, to, rounding, true)
}

/// CVT of one component, from the operand's register to the result's, each of 64 bits or 32. A clamp is that of the
/// integer's format, or of the float (NV_gpu_program5 2.X.4.1).
pub fn convert_between(
    bits: u64,
    from_long: bool,
    [to, from]: [Format; 2],
    rounding: Rounding,
    clamp: Clamp,
    to_long: bool,
) -> u64 {
    let result = convert_register(
        bits,
        from_long,
        [to, from],
        rounding,
        clamp != Clamp::None,
        to_long,
    );
    let held = match to {
        Format::F16 => Format::F16,
        to => to.in_register(to_long),
    };
    match held.binary() {
        Some(binary) if clamp != Clamp::None => {
            let clamped = clamp.apply(Double(binary.decode(result))).0;
            binary.encode(clamped, Rounding::Nearest)
        }
        _ => result,
    }
}

impl Packing {
    /// What packing does, in a sentence.
    pub(super) const fn pack_doc(self) -> &'static str {
        match self {
            Packing::Half2 => "Two floats to binary16, x in the low half.",
            Packing::Unsigned2 => "Two floats in [0, 1] to 16-bit fractions.",
            Packing::Signed4 => "Four floats to signed bytes about 128.",
            Packing::Unsigned4 => "Four floats in [0, 1] to bytes.",
        }
    }

    /// What unpacking does, in a sentence.
    pub(super) const fn unpack_doc(self) -> &'static str {
        match self {
            Packing::Half2 => "Inverse of PK2H.",
            Packing::Unsigned2 => "Inverse of PK2US.",
            Packing::Signed4 => "Inverse of PK4B.",
            Packing::Unsigned4 => "Inverse of PK4UB.",
        }
    }

    /// PK2H, PK2US, PK4B and PK4UB: binary32 numbers to a word.
    pub fn pack(self, operand: [u32; 4]) -> u32 {
        let floats = operand.map(f32::from_bits);
        let [x, y, ..] = floats;
        match self {
            Packing::Half2 => convert::pack_half2([x, y]),
            Packing::Unsigned2 => convert::pack_unsigned2([x, y]),
            Packing::Signed4 => convert::pack_signed4(floats),
            Packing::Unsigned4 => convert::pack_unsigned4(floats),
        }
    }

    /// UP2H, UP2US, UP4B and UP4UB: a word to binary32 numbers.
    pub fn unpack(self, word: u32) -> [u32; 4] {
        let floats = match self {
            Packing::Half2 => convert::unpack_half2(word),
            Packing::Unsigned2 => convert::unpack_unsigned2(word),
            Packing::Signed4 => convert::unpack_signed4(word),
            Packing::Unsigned4 => convert::unpack_unsigned4(word),
        };
        floats.map(f32::to_bits)
    }
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

    fn packed(packing: Packing, floats: [f32; 4]) -> u32 {
        packing.pack(floats.map(f32::to_bits))
    }

    fn unpacked(packing: Packing, word: u32) -> [f32; 4] {
        packing.unpack(word).map(f32::from_bits)
    }

    /// source: NV_gpu_program4 2.X.8 PK2H, UP2H: x in the low 16 bits; binary16 of 1, −2, 65504 and 2^-24
    #[test]
    fn half_floats() {
        assert_eq!(packed(Packing::Half2, [1.0, -2.0, 9.0, 9.0]), 0xc000_3c00);
        assert_eq!(
            packed(Packing::Half2, [65504.0, 5.960_464_5e-8, 0.0, 0.0]),
            0x0001_7bff
        );
        assert_eq!(unpacked(Packing::Half2, 0xc000_3c00), [1.0, -2.0, 1.0, -2.0]);
    }

    /// source: NV_gpu_program4 2.X.8 PK2US: round(65535 · clamp(x, 0, 1)); PK4UB the same with 255
    #[test]
    fn unsigned_fractions() {
        assert_eq!(packed(Packing::Unsigned2, [1.0, 0.0, 0.0, 0.0]), 0x0000_ffff);
        assert_eq!(packed(Packing::Unsigned2, [-1.0, 2.0, 0.0, 0.0]), 0xffff_0000);
        // 65535 / 5 = 13107 = 0x3333
        assert_eq!(packed(Packing::Unsigned2, [0.2, 0.2, 0.0, 0.0]), 0x3333_3333);
        assert_eq!(unpacked(Packing::Unsigned2, 0xffff_0000), [0.0, 1.0, 0.0, 1.0]);
        // 255 / 5 = 51 = 0x33
        assert_eq!(packed(Packing::Unsigned4, [0.2, 0.0, 1.0, 7.0]), 0xffff_0033);
        assert_eq!(unpacked(Packing::Unsigned4, 0xff00_3300), [0.0, 0.2, 0.0, 1.0]);
    }

    /// source: NV_gpu_program4 2.X.8 PK4B: round(127 · clamp(x, −128/127, 1) + 128), "all '0' bits corresponds
    /// to -128/127 and all '1' bits corresponds to +127/127"
    #[test]
    fn signed_fractions() {
        assert_eq!(packed(Packing::Signed4, [0.0, 1.0, -1.0, -5.0]), 0x0001_ff80);
        assert_eq!(packed(Packing::Signed4, [2.0, 0.0, 0.0, 0.0]), 0x8080_80ff);
        assert_eq!(
            unpacked(Packing::Signed4, 0x0001_ff80),
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
        let to_signed = |rounding, x| convert(rounding, float(x), Format::F32, Format::S32) as u32 as i32;
        assert_eq!(to_signed(Rounding::Down, -1.7), -2);
        assert_eq!(to_signed(Rounding::Up, -1.7), -1);
        assert_eq!(to_signed(Rounding::TowardZero, -1.7), -1);
        assert_eq!(to_signed(Rounding::Nearest, 2.5), 2);
        assert_eq!(to_signed(Rounding::Down, 1e20), i32::MAX);
        assert_eq!(convert(Rounding::Down, float(-1.0), Format::F32, Format::U32), 0);
        let to_float = |bits, from| convert(Rounding::Nearest, bits, from, Format::F32);
        assert_eq!(to_float(0xffff_ffff, Format::S32), float(-1.0));
        assert_eq!(to_float(0x8000_0000, Format::U32), 0x4f00_0000);
    }
}
