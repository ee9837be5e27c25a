//! Fixed-point components in the bits of one word.

/// The fields of a packed word: shift and bits of each component.
pub(super) type Fields = [(u32, u32); 4];

pub(super) const FIELDS_565: Fields = [(11, 5), (5, 6), (0, 5), (0, 0)];
pub(super) const FIELDS_4444: Fields = [(12, 4), (8, 4), (4, 4), (0, 4)];
pub(super) const FIELDS_5551: Fields = [(11, 5), (6, 5), (1, 5), (0, 1)];
pub(super) const FIELDS_1010102: Fields = [(0, 10), (10, 10), (20, 10), (30, 2)];

/// The components of a word, each over the largest value of its field; 0 for fields without bits.
pub(super) fn unpack(fields: Fields, word: u32) -> [f64; 4] {
    fields.map(|(shift, bits)| match bits {
        0 => 0.0,
        _ => f64::from(word >> shift & ((1 << bits) - 1)) / f64::from((1_u32 << bits) - 1),
    })
}

/// The word of components, each clamped by `clamp` to [0, 1] and rounded to the nearest value of its field.
pub(super) fn pack(fields: Fields, components: [f64; 4], clamp: impl Fn(f64) -> f64) -> u32 {
    let mut word = 0;
    for ((shift, bits), component) in fields.into_iter().zip(components) {
        let maximum = f64::from((1_u32 << bits) - 1);
        word |= ((clamp(component) * maximum).round() as u32) << shift;
    }
    word
}
