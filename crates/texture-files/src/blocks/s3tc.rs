//! S3TC (EXT_texture_compression_s3tc; Khronos Data Format Specification chapter "S3TC Compressed Texture Image Formats").
//!
//! The specifications name fractions and no number of bits. A component here is the exact fraction in the nearest of 256
//! steps, the upper one of two that are equally near.

/// The colours of a block's texels. Only BC1 has the mode `with_black`: two colours, their mean, and transparent black.
pub(super) fn colors(block: &[u8], with_black: bool) -> [[u8; 4]; 16] {
    let [first, second] = [0, 2].map(|at| u16::from_le_bytes([block[at], block[at + 1]]));
    let fields = |word: u16| [word >> 11, word >> 5 & 0x3f, word & 0x1f].map(u32::from);
    // The colour that is `a` and `b` times the two ends over their sum.
    let mixed = |a: u32, b: u32| {
        let (first, second) = (fields(first), fields(second));
        let component = |at: usize, most: u32| nearest(a * first[at] + b * second[at], most * (a + b));
        [component(0, 31), component(1, 63), component(2, 31), 255]
    };
    let palette = match with_black && first <= second {
        false => [mixed(1, 0), mixed(0, 1), mixed(2, 1), mixed(1, 2)],
        true => [mixed(1, 0), mixed(0, 1), mixed(1, 1), [0; 4]],
    };
    let indices = u32::from_le_bytes([block[4], block[5], block[6], block[7]]);
    std::array::from_fn(|texel| palette[(indices >> (2 * texel) & 3) as usize])
}

/// The alphas of a BC2 block: 4 bits each.
pub(super) fn alphas(block: &[u8]) -> [u8; 16] {
    std::array::from_fn(|texel| (block[texel / 2] >> (4 * (texel % 2)) & 0xf) * 17)
}

/// The byte nearest to a fraction of 255.
fn nearest(part: u32, whole: u32) -> u8 {
    ((2 * 255 * part + whole) / (2 * whole)) as u8
}
