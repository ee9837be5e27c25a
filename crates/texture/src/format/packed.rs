//! Fixed-point components in the bits of one word.

/// The fields of a packed word: shift and bits of each component.
pub(crate) type Fields = [(u32, u32); 4];

pub(crate) const FIELDS_565: Fields = [(11, 5), (5, 6), (0, 5), (0, 0)];
pub(crate) const FIELDS_4444: Fields = [(12, 4), (8, 4), (4, 4), (0, 4)];
pub(crate) const FIELDS_5551: Fields = [(11, 5), (6, 5), (1, 5), (0, 1)];
pub(crate) const FIELDS_1010102: Fields = [(0, 10), (10, 10), (20, 10), (30, 2)];

/// The largest integer of a field; 0 for fields without bits.
fn maximum(bits: u32) -> u32 {
    (1 << bits) - 1
}

/// The largest integer of each field; 1 for fields without bits.
pub(super) fn maxima(fields: Fields) -> [f64; 4] {
    fields.map(|(_, bits)| f64::from(maximum(bits).max(1)))
}

/// The integers in the fields of a word.
pub(super) fn unpack(fields: Fields, word: u32) -> [u32; 4] {
    fields.map(|(shift, bits)| word >> shift & maximum(bits))
}

/// The word of integers, each rounded and clamped to its field.
pub(super) fn pack(fields: Fields, numbers: [f64; 4]) -> u32 {
    let mut word = 0;
    for ((shift, bits), number) in fields.into_iter().zip(numbers) {
        word |= (number.round() as u32).min(maximum(bits)) << shift;
    }
    word
}
