//! Round trips, ranges and conversions of encodings, by the rules of OpenGL for fixed point and floats.

use super::*;
use crate::format::FORMATS;

#[test]
fn every_bit_pattern_of_small_fixed_formats_survives_a_round_trip() {
    // source: OpenGL 2.1 section 2.14.9: rounding `c / (2^b - 1) · (2^b - 1)` gives `c` back, in binary32 up to 24 bits
    for row in FORMATS {
        let size = row.format.texel_bytes();
        let more_than_24 = row.encoding == Encoding::Unorm32;
        let two_minima = matches!(row.encoding, Encoding::Snorm8 | Encoding::Snorm16);
        // What blocks are decoded to has no numbers above the largest one.
        let decoded = row.compression.is_some();
        if !row.encoding.is_fixed_point() || more_than_24 || two_minima || decoded {
            continue;
        }
        for word in 0..=0xffff_u32 {
            let mut texel = vec![0; size];
            for (index, byte) in texel.iter_mut().enumerate() {
                *byte = if index % 2 == 0 {
                    word as u8
                } else {
                    (word >> 8) as u8
                };
            }
            if row.encoding == Encoding::Unorm24 {
                texel[3] = 0;
            }
            let mut again = vec![0; size];
            let components = row.encoding.decode(&texel).map(f64::from);
            row.encoding.encode(components, &mut again);
            assert_eq!(texel, again, "{}", row.name);
        }
    }
}

#[test]
fn packed_fields_stand_where_the_types_put_them() {
    // source: OpenGL 2.1 table 3.10 (UNSIGNED_SHORT_5_6_5, UNSIGNED_SHORT_4_4_4_4, UNSIGNED_SHORT_5_5_5_1)
    assert_eq!(
        Encoding::Packed565.decode(&0xf800_u16.to_le_bytes()),
        [1.0, 0.0, 0.0, 0.0]
    );
    assert_eq!(
        Encoding::Packed4444.decode(&0x0f00_u16.to_le_bytes()),
        [0.0, 1.0, 0.0, 0.0]
    );
    assert_eq!(
        Encoding::Packed5551.decode(&0x003f_u16.to_le_bytes()),
        [0.0, 0.0, 1.0, 1.0]
    );
    assert_eq!(
        Encoding::Packed1010102.decode(&0xc000_03ff_u32.to_le_bytes()),
        [1.0, 0.0, 0.0, 1.0]
    );
}

#[test]
fn signed_normalized_minimum_is_minus_one_twice() {
    // source: EXT_texture_snorm: both -128 and -127 stand for -1
    assert_eq!(
        Encoding::Snorm8.decode(&[0x80, 0x81, 0x7f, 0])[..3],
        [-1.0, -1.0, 1.0]
    );
}

#[test]
fn fixed_point_is_the_nearest_to_the_quotient() {
    // source: OpenGL 2.1 section 2.14.9, f = c / (2^b - 1), and EXT_texture_snorm, f = max(c / (2^(b-1) - 1), -1): the
    // quotient in double precision, rounded. Where that holds 2 · 24 + 2 bits, rounding it is rounding the quotient.
    let nearest = |above: f64, below: f64| (above / below) as f32;
    for byte in 0..=255_u8 {
        let (unsigned, signed) = (f64::from(byte), f64::from(byte.cast_signed()));
        assert_eq!(Encoding::Unorm8.decode(&[byte])[0], nearest(unsigned, 255.0));
        assert_eq!(
            Encoding::Srgb8.decode(&[0, 0, 0, byte])[3],
            nearest(unsigned, 255.0)
        );
        assert_eq!(
            Encoding::Snorm8.decode(&[byte])[0],
            nearest(signed, 127.0).max(-1.0)
        );
    }
    for word in 0..=0xffff_u16 {
        let (bytes, signed) = (word.to_le_bytes(), f64::from(word.cast_signed()));
        assert_eq!(
            Encoding::Unorm16.decode(&bytes)[0],
            nearest(word.into(), 65_535.0)
        );
        assert_eq!(
            Encoding::Snorm16.decode(&bytes)[0],
            nearest(signed, 32_767.0).max(-1.0)
        );
    }
    for word in (0..1_u32 << 24).step_by(31).chain([1, 1 << 23, (1 << 24) - 1]) {
        assert_eq!(
            Encoding::Unorm24.decode(&word.to_le_bytes())[0],
            nearest(word.into(), 16_777_215.0)
        );
    }
    for word in [0, 1, 0x8000_0000, 0x1234_5678, u32::MAX] {
        // Within one rounding of the integer and the 2^-32 between 2^32 and 2^32 - 1.
        let found = f64::from(Encoding::Unorm32.decode(&word.to_le_bytes())[0]);
        let exact = f64::from(word) / 4_294_967_295.0;
        assert!((found - exact).abs() <= exact * (f64::from(f32::EPSILON) / 2.0 + 1.0 / 4_294_967_295.0));
    }
}
