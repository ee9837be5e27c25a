//! Orders of components that files have and [`quadrille_texture::Encoding`] has not.

use quadrille_texture::Format;

/// What becomes of a texel's bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// They are as the encoding has them.
    Own,
    /// The first and the third byte change places.
    Bgra,
    /// The same, and the fourth, which says nothing, becomes 255.
    Bgrx,
    /// The fourth says nothing and becomes 255.
    Rgbx,
    /// A word of 16 bits whose bits move up by so many, round to the lowest.
    Rotated(u32),
}

impl Order {
    /// Puts texels into the order of the encoding of `format`.
    pub(crate) fn put_right(self, format: Format, texels: &mut [u8]) {
        for texel in texels.chunks_exact_mut(format.texel_bytes()) {
            match self {
                Order::Own => return,
                Order::Bgra => texel.swap(0, 2),
                Order::Bgrx => {
                    texel.swap(0, 2);
                    texel[3] = 255;
                }
                Order::Rgbx => texel[3] = 255,
                Order::Rotated(bits) => {
                    let word = u16::from_le_bytes([texel[0], texel[1]]).rotate_left(bits);
                    texel.copy_from_slice(&word.to_le_bytes());
                }
            }
        }
    }
}
