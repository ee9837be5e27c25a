//! EAC: the alpha of ETC2, and red and green of 11 bits (OpenGL 4.3 appendix C.1.3 to C.1.6; Khronos Data Format
//! Specification, "ETC2 Compressed Texture Image Formats").

/// What the indices of each table add.
const MODIFIERS: [[i32; 8]; 16] = [
    [-3, -6, -9, -15, 2, 5, 8, 14],
    [-3, -7, -10, -13, 2, 6, 9, 12],
    [-2, -5, -8, -13, 1, 4, 7, 12],
    [-2, -4, -6, -13, 1, 3, 5, 12],
    [-3, -6, -8, -12, 2, 5, 7, 11],
    [-3, -7, -9, -11, 2, 6, 8, 10],
    [-4, -7, -8, -11, 3, 6, 7, 10],
    [-3, -5, -8, -11, 2, 4, 7, 10],
    [-2, -6, -8, -10, 1, 5, 7, 9],
    [-2, -5, -8, -10, 1, 4, 7, 9],
    [-2, -4, -8, -10, 1, 3, 7, 9],
    [-2, -5, -7, -10, 1, 4, 6, 9],
    [-3, -4, -7, -10, 2, 3, 6, 9],
    [-1, -2, -3, -10, 0, 1, 2, 9],
    [-4, -6, -8, -9, 3, 5, 7, 8],
    [-3, -5, -7, -9, 2, 4, 6, 8],
];

/// The modifier and the multiplier of each texel, row by row: blocks count texels column by column.
fn texels(block: &[u8], number: impl Fn(i32, i32) -> i16) -> [i16; 16] {
    let multiplier = i32::from(block[1] >> 4);
    let table = &MODIFIERS[usize::from(block[1] & 0xf)];
    let indices = u64::from_be_bytes([0, 0, block[2], block[3], block[4], block[5], block[6], block[7]]);
    std::array::from_fn(|texel| {
        let place = texel % 4 * 4 + texel / 4;
        number(table[(indices >> (45 - 3 * place) & 7) as usize], multiplier)
    })
}

/// The alphas of a block's texels.
pub(super) fn alphas(block: &[u8]) -> [u8; 16] {
    let base = i32::from(block[0]);
    texels(block, |modifier, multiplier| {
        (base + modifier * multiplier).clamp(0, 255) as i16
    })
    .map(|alpha| alpha as u8)
}

/// The numbers of a block's texels: parts of 2047, or with signs of 1023. A base of -128 is -127.
pub(super) fn numbers(block: &[u8], signed: bool) -> [i16; 16] {
    let (base, range) = match signed {
        true => (8 * i32::from(block[0].cast_signed().max(-127)), -1023..=1023),
        false => (8 * i32::from(block[0]) + 4, 0..=2047),
    };
    texels(block, |modifier, multiplier| {
        let change = if multiplier == 0 {
            modifier
        } else {
            8 * multiplier * modifier
        };
        (base + change).clamp(*range.start(), *range.end()) as i16
    })
}
