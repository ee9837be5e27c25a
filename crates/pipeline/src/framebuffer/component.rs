//! Components of colours as the bits of a format's fields, and back: by loops over lanes that become vector code. A loop
//! over one lane is the same.

use quadrille_texture::Format;
use quadrille_texture::format::{Field, Number, srgb};

use crate::framebuffer::cell::Cell;
use crate::framebuffer::half::{from_half, to_half};
use crate::framebuffer::window::WINDOW;

/// 1.5 · 2^23: a number of less than 2^22 that is added to it is rounded to an integer, whose bits are the difference of
/// the bits of both.
const ROUNDING: f32 = 12_582_912.0;
/// 2^23, for numbers that are not negative.
const ROUNDING_UP: f32 = 8_388_608.0;
/// The exponent of 1 in binary32 less that of the short floating-point numbers, in place.
const BIAS: u32 = (127 - 15) << 23;
/// 2^-14, the least normal number of those.
const LEAST_NORMAL: f32 = 1.0 / 16_384.0;

/// The lowest so many bits.
#[inline(always)]
pub(crate) const fn lowest(bits: u32) -> u32 {
    u32::MAX >> (32 - bits)
}

/// The fields of a format's components; unless `srgb` is true (FRAMEBUFFER_SRGB) those in the colour space sRGB are taken as
/// they are stored.
pub(crate) fn fields(format: Format, srgb: bool) -> [Option<Field>; 4] {
    format.fields().map(|field| {
        let field = field?;
        let is_stored = field.number == Number::Srgb && !srgb;
        Some(if is_stored {
            Field {
                number: Number::Unorm,
                ..field
            }
        } else {
            field
        })
    })
}

/// The bits of components. Of fixed point a component is clamped, multiplied with the largest integer and rounded to
/// nearest, halves to even (GL 4.6, 2.3.5); NaN gives 0. Short floating-point numbers without a sign are cut off
/// (EXT_packed_float 2.1.A). Integers are the bits of the component, clamped to what the field holds.
#[inline(always)]
pub(crate) fn encode<const N: usize>(field: Field, values: &[f32; N], bits: &mut [u32; N]) {
    let mask = lowest(field.bits);
    match field.number {
        Number::Unorm => {
            let most = mask as f32;
            each(values, bits, |value| {
                (unit(value) * most + ROUNDING_UP).to_bits() & mask
            });
        }
        Number::Snorm => {
            let most = (mask >> 1) as f32;
            each(values, bits, |value| {
                (signed_unit(value) * most + ROUNDING)
                    .to_bits()
                    .wrapping_sub(ROUNDING.to_bits())
                    & mask
            });
        }
        Number::Float if field.bits == 16 => each(values, bits, to_half),
        Number::Float => each(values, bits, f32::to_bits),
        Number::UnsignedFloat => each(values, bits, |value| to_short(value, field.bits - 5)),
        Number::Srgb => each(values, bits, |value| srgb::from_linear(value).into()),
        Number::Unsigned => each(values, bits, |value| value.to_bits().min(mask)),
        Number::Signed => {
            let most = (mask >> 1).cast_signed();
            each(values, bits, |value| {
                value
                    .to_bits()
                    .cast_signed()
                    .clamp(-most - 1, most)
                    .cast_unsigned()
                    & mask
            });
        }
    }
}

/// The components of bits. Integers come as their bits, with their sign in all bits above.
#[inline(always)]
pub(crate) fn decode<const N: usize>(field: Field, bits: &[u32; N], values: &mut [f32; N]) {
    let mask = lowest(field.bits);
    // The sign is in the highest bit of the field.
    let signed = |bits: u32| (bits << (32 - field.bits)).cast_signed() >> (32 - field.bits);
    match field.number {
        Number::Unorm => {
            let most = mask as f32;
            each(bits, values, |bits| bits as f32 / most);
        }
        Number::Snorm => {
            let most = (mask >> 1) as f32;
            each(bits, values, |bits| (signed(bits) as f32 / most).max(-1.0));
        }
        Number::Float if field.bits == 16 => each(bits, values, from_half),
        Number::Float | Number::Unsigned => each(bits, values, f32::from_bits),
        Number::UnsignedFloat => each(bits, values, |bits| from_half(bits << (15 - field.bits))),
        Number::Srgb => each(bits, values, |bits| srgb::to_linear(bits as u8)),
        Number::Signed => each(bits, values, |bits| f32::from_bits(signed(bits).cast_unsigned())),
    }
}

/// The word of a texel in which a field lies, and its shift there.
#[inline(always)]
pub(crate) fn place(field: Field) -> (usize, u32) {
    ((field.shift / 32) as usize, field.shift % 32)
}

/// The bits of a field.
#[inline(always)]
pub(crate) fn extract<const N: usize>(field: Field, words: &[[u32; N]; 4]) -> [u32; N] {
    let (word, shift) = place(field);
    let mut bits = [0; N];
    for lane in 0..N {
        bits[lane] = words[word][lane] >> shift & lowest(field.bits);
    }
    bits
}

/// The bits of a field of texels.
#[inline(always)]
pub(crate) fn extract_of<C: Cell>(field: Field, texels: &[C; WINDOW]) -> [u32; WINDOW] {
    let (at, shift) = place(field);
    let mut bits = [0; WINDOW];
    for word in 0..C::WORDS {
        if word == at {
            for lane in 0..WINDOW {
                bits[lane] = texels[lane].word(word) >> shift & lowest(field.bits);
            }
        }
    }
    bits
}

/// The texels of the bits of their fields; the others are 0.
#[inline(always)]
pub(crate) fn texels_of<C: Cell>(
    fields: &[Option<Field>; 4],
    bits: &[[u32; WINDOW]; 4],
    texels: &mut [C; WINDOW],
) {
    for word in 0..C::WORDS {
        let mut words = [0; WINDOW];
        for component in 0..4 {
            if let Some(field) = fields[component].filter(|field| place(*field).0 == word) {
                for lane in 0..WINDOW {
                    words[lane] |= bits[component][lane] << place(field).1;
                }
            }
        }
        for lane in 0..WINDOW {
            texels[lane].set_word(word, words[lane]);
        }
    }
}

/// The number that bits stand for, integers as far as binary64 has them, which is all.
pub(crate) fn number(field: Field, bits: u32) -> f64 {
    let mut value = [0.0];
    decode(field, &[bits], &mut value);
    match field.number {
        Number::Unsigned => f64::from(value[0].to_bits()),
        Number::Signed => f64::from(value[0].to_bits().cast_signed()),
        Number::Unorm | Number::Snorm | Number::Float | Number::UnsignedFloat | Number::Srgb => {
            f64::from(value[0])
        }
    }
}

/// The bits of a number: of integers the nearest that the field holds, towards 0.
pub(crate) fn of_number(field: Field, number: f64) -> u32 {
    let value = match field.number {
        Number::Unsigned => f32::from_bits(number as u32),
        Number::Signed => f32::from_bits((number as i32).cast_unsigned()),
        Number::Unorm | Number::Snorm | Number::Float | Number::UnsignedFloat | Number::Srgb => number as f32,
    };
    let mut bits = [0];
    encode(field, &[value], &mut bits);
    bits[0]
}

#[inline(always)]
fn each<A: Copy, B, const N: usize>(from: &[A; N], to: &mut [B; N], convert: impl Fn(A) -> B) {
    for lane in 0..N {
        to[lane] = convert(from[lane]);
    }
}

/// Within [0, 1]; NaN gives 0, as of it both comparisons are false.
#[inline(always)]
pub(crate) fn unit(value: f32) -> f32 {
    let value = if value > 0.0 { value } else { 0.0 };
    if value < 1.0 { value } else { 1.0 }
}

/// Within [−1, 1]; NaN gives 0.
#[inline(always)]
pub(crate) fn signed_unit(value: f32) -> f32 {
    let value = if value.is_nan() { 0.0 } else { value };
    let value = if value > -1.0 { value } else { -1.0 };
    if value < 1.0 { value } else { 1.0 }
}

/// A floating-point number without a sign, with 5 bits of exponent, cut off: too large ones become the largest.
#[inline(always)]
fn to_short(value: f32, mantissa: u32) -> u32 {
    let bits = value.to_bits();
    let normal = bits.wrapping_sub(BIAS) >> (23 - mantissa);
    let small = (value * (1u32 << (14 + mantissa)) as f32) as i32 as u32;
    let finite = if value < LEAST_NORMAL { small } else { normal };
    let infinity = 0x1f << mantissa;
    let finite = finite.min(infinity - 1);
    let number = if value > 0.0 { finite } else { 0 };
    let number = if value == f32::INFINITY { infinity } else { number };
    if value.is_nan() {
        infinity | 1 << (mantissa - 1)
    } else {
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_texture::Encoding;

    fn bits(field: Field, value: f32) -> u32 {
        let mut bits = [0; 1];
        encode(field, &[value], &mut bits);
        bits[0]
    }

    fn value(field: Field, bits: u32) -> f32 {
        let mut value = [0.0; 1];
        decode(field, &[bits], &mut value);
        value[0]
    }

    const ENCODINGS: [Encoding; 17] = [
        Encoding::Unorm8,
        Encoding::Unorm16,
        Encoding::Snorm8,
        Encoding::Snorm16,
        Encoding::Float16,
        Encoding::Float32,
        Encoding::Sint8,
        Encoding::Sint16,
        Encoding::Sint32,
        Encoding::Uint8,
        Encoding::Uint16,
        Encoding::Packed565,
        Encoding::Packed4444,
        Encoding::Packed5551,
        Encoding::Packed1010102,
        Encoding::Uint1010102,
        Encoding::Srgb8,
    ];

    /// source: `Encoding::decode` of the texture crate, for all bits of a component up to 16 of them
    #[test]
    fn bits_stand_for_what_lookups_see() {
        for encoding in ENCODINGS.into_iter().chain([Encoding::Packed111110F]) {
            for component in 0..4 {
                let Some(field) = encoding.field(component) else {
                    continue;
                };
                for bits in (0..=lowest(field.bits)).step_by(if field.bits > 16 { 65_537 } else { 1 }) {
                    let mut texel = [0; 16];
                    let at = (field.shift / 32 * 4) as usize;
                    texel[at..at + 4].copy_from_slice(&(bits << (field.shift % 32)).to_le_bytes());
                    let texel = &texel[..encoding.bytes(4)];
                    let found = value(field, bits);
                    match field.number {
                        Number::Signed | Number::Unsigned => {
                            assert_eq!(found.to_bits(), encoding.decode_integer(texel)[component]);
                        }
                        Number::Unorm
                        | Number::Snorm
                        | Number::Float
                        | Number::UnsignedFloat
                        | Number::Srgb => {
                            let wanted = encoding.decode(texel)[component];
                            assert!(
                                found == wanted || found.is_nan() && wanted.is_nan(),
                                "{encoding:?} {bits:x}"
                            );
                        }
                    }
                    let back = self::bits(field, found);
                    // The lowest of signed fixed point is another −1.
                    let lowest = field.number == Number::Snorm && bits == 1 << (field.bits - 1);
                    assert!(
                        back == bits || lowest || found.is_nan(),
                        "{encoding:?} {bits:x} {back:x}"
                    );
                }
            }
        }
    }

    /// source: the definition in binary64, which holds every product of binary32: the nearest integer to the product,
    /// rounded to binary32 before
    #[test]
    fn numbers_are_rounded_to_the_nearest() {
        let mut seed = 1u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 32) as u32
        };
        for format in [
            Format::Rgb565,
            Format::Rgb5A1,
            Format::Rgb10A2,
            Format::Rgba16,
            Format::Rgba16Snorm,
            Format::R8Snorm,
        ] {
            for field in format.fields().into_iter().flatten() {
                let (low, most) = if field.number == Number::Snorm {
                    (-1.0, f64::from(lowest(field.bits) >> 1))
                } else {
                    (0.0, f64::from(lowest(field.bits)))
                };
                for _ in 0..20_000 {
                    let value = match next() % 4 {
                        0 => f32::from_bits(next()),
                        1 => ((f64::from(next() % (most as u32)) + 0.5) / most) as f32,
                        _ => next() as f32 / 2f32.powi(31) - 1.0,
                    };
                    let within = if value.is_nan() {
                        0.0
                    } else {
                        f64::from(value).clamp(low, 1.0)
                    };
                    let product = f64::from((within * most) as f32).round_ties_even();
                    let wanted = (product as i32).cast_unsigned() & lowest(field.bits);
                    assert_eq!(bits(field, value), wanted, "{format:?} {value:e}");
                }
            }
        }
    }

    /// source: EXT_packed_float 2.1.A: the largest finite numbers are 65024 and 64512, the least 2^-20 and 2^-19; values
    /// that are too large become the largest finite ones, negative ones 0
    #[test]
    fn short_floats() {
        for (component, largest, least) in [(0, 65_024.0, -20), (2, 64_512.0, -19)] {
            let field = Encoding::Packed111110F.field(component).unwrap();
            let infinity = 0x1f << (field.bits - 5);
            assert_eq!(value(field, infinity - 1), largest);
            assert_eq!(bits(field, 1e9), infinity - 1);
            assert_eq!(bits(field, f32::INFINITY), infinity);
            assert_eq!(bits(field, f32::NEG_INFINITY), 0);
            assert!(bits(field, f32::NAN) > infinity);
            let least = 2f32.powi(least);
            assert_eq!(
                [
                    bits(field, least),
                    bits(field, least * 1.99),
                    bits(field, least * 0.99)
                ],
                [1, 1, 0]
            );
            // The next number is not reached.
            for bits_of in 0..infinity - 1 {
                let [here, next] = [bits_of, bits_of + 1].map(|bits| value(field, bits));
                let below = f32::from_bits(next.to_bits() - 1);
                assert_eq!([bits(field, here), bits(field, below)], [bits_of; 2]);
            }
        }
    }

    /// Integers are clamped to what a field holds.
    #[test]
    fn integers_are_clamped() {
        let of = |format: Format, value: i32| {
            bits(format.fields()[0].unwrap(), f32::from_bits(value.cast_unsigned()))
        };
        assert_eq!(
            [of(Format::R8I, 300), of(Format::R8I, -300), of(Format::R8I, -1)],
            [0x7f, 0x80, 0xff]
        );
        assert_eq!(
            [
                of(Format::Rgb10A2Ui, 1024),
                of(Format::R8Ui, -1),
                of(Format::R32Ui, -1)
            ],
            [1023, 255, u32::MAX]
        );
    }
}
