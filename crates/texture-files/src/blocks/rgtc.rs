//! RGTC (ARB_texture_compression_rgtc), and the alpha of BC3.

/// What all numbers of a block are integers of, so that sevenths and fifths between bytes are exact.
const PARTS: i32 = 5 * 7;

/// The numbers of a block's texels: parts of 255 · 35, or with signs of 127 · 35.
///
/// With signs -128 is -127. Where the ends are -127 and -128, which the specification leaves open, -127 is not the greater.
pub(super) fn numbers(block: &[u8], signed: bool) -> [i16; 16] {
    let [first, second] = [block[0], block[1]].map(|end| match signed {
        true => i32::from(end.cast_signed().max(-127)),
        false => i32::from(end),
    });
    let (least, most) = if signed { (-127, 127) } else { (0, 255) };
    let mixed = |a: i32, b: i32| (a * first + b * second) * (PARTS / (a + b));
    let number = |index: u64| match (index as i32, first > second) {
        (0, _) => mixed(1, 0),
        (1, _) => mixed(0, 1),
        (index, true) => mixed(8 - index, index - 1),
        (6, false) => least * PARTS,
        (7, false) => most * PARTS,
        (index, false) => mixed(6 - index, index - 1),
    };
    let indices =
        u64::from_le_bytes([0, 0, block[2], block[3], block[4], block[5], block[6], block[7]]) >> 16;
    std::array::from_fn(|texel| number(indices >> (3 * texel) & 7) as i16)
}

/// The byte nearest to a number without a sign.
pub(super) fn to_byte(number: i16) -> u8 {
    ((2 * i32::from(number) + PARTS) / (2 * PARTS)) as u8
}
