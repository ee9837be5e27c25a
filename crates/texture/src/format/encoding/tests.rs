//! Round trips, ranges and conversions of encodings, by the rules of OpenGL for fixed point and floats.

use super::*;
use crate::format::FORMATS;

#[test]
fn every_bit_pattern_of_small_fixed_formats_survives_a_round_trip() {
    // source: OpenGL 2.1 section 2.14.9: rounding `c / (2^b - 1) · (2^b - 1)` gives `c` back
    for row in FORMATS {
        let size = row.format.texel_bytes();
        if !row.encoding.is_fixed_point() || matches!(row.encoding, Encoding::Snorm8 | Encoding::Snorm16) {
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
            row.encoding.encode(row.encoding.decode(&texel), &mut again);
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
