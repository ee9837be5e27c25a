//! Cells: how buffers hold the texels of a format, in words of 1, 2, 4, 8 or 16 bytes. Texels of three components have one
//! of four bytes, halves or words, whose last is 0.

use quadrille_texture::Format;

/// A texel as a buffer holds it.
pub(crate) trait Cell: Copy + Default + PartialEq {
    /// How many words its bits take, of which the last may be in part.
    const WORDS: usize = size_of::<Self>().div_ceil(4);

    /// Its bits, the lowest first.
    fn words(self) -> [u32; 4];
    /// The word of such a number below [`WORDS`](Cell::WORDS).
    fn word(self, number: usize) -> u32;
    /// Replaces that.
    fn set_word(&mut self, number: usize, bits: u32);
    /// The cell of such bits.
    fn of(words: [u32; 4]) -> Self;
}

impl Cell for u8 {
    #[inline(always)]
    fn word(self, _: usize) -> u32 {
        self.into()
    }
    #[inline(always)]
    fn set_word(&mut self, _: usize, bits: u32) {
        *self = bits as u8;
    }
    #[inline(always)]
    fn words(self) -> [u32; 4] {
        [self.into(), 0, 0, 0]
    }
    #[inline(always)]
    fn of([first, ..]: [u32; 4]) -> u8 {
        first as u8
    }
}

impl Cell for u16 {
    #[inline(always)]
    fn word(self, _: usize) -> u32 {
        self.into()
    }
    #[inline(always)]
    fn set_word(&mut self, _: usize, bits: u32) {
        *self = bits as u16;
    }
    #[inline(always)]
    fn words(self) -> [u32; 4] {
        [self.into(), 0, 0, 0]
    }
    #[inline(always)]
    fn of([first, ..]: [u32; 4]) -> u16 {
        first as u16
    }
}

impl Cell for [u8; 4] {
    #[inline(always)]
    fn word(self, _: usize) -> u32 {
        u32::from_le_bytes(self)
    }
    #[inline(always)]
    fn set_word(&mut self, _: usize, bits: u32) {
        *self = bits.to_le_bytes();
    }
    #[inline(always)]
    fn words(self) -> [u32; 4] {
        [u32::from_le_bytes(self), 0, 0, 0]
    }
    #[inline(always)]
    fn of([first, ..]: [u32; 4]) -> [u8; 4] {
        first.to_le_bytes()
    }
}

impl Cell for [u16; 4] {
    #[inline(always)]
    fn word(self, number: usize) -> u32 {
        u32::from(self[2 * number]) | u32::from(self[2 * number + 1]) << 16
    }
    #[inline(always)]
    fn set_word(&mut self, number: usize, bits: u32) {
        (self[2 * number], self[2 * number + 1]) = (bits as u16, (bits >> 16) as u16);
    }
    #[inline(always)]
    fn words(self) -> [u32; 4] {
        let [first, second, third, fourth] = self.map(u32::from);
        [first | second << 16, third | fourth << 16, 0, 0]
    }
    #[inline(always)]
    fn of([first, second, ..]: [u32; 4]) -> [u16; 4] {
        [
            first as u16,
            (first >> 16) as u16,
            second as u16,
            (second >> 16) as u16,
        ]
    }
}

impl Cell for [f32; 4] {
    #[inline(always)]
    fn word(self, number: usize) -> u32 {
        self[number].to_bits()
    }
    #[inline(always)]
    fn set_word(&mut self, number: usize, bits: u32) {
        self[number] = f32::from_bits(bits);
    }
    #[inline(always)]
    fn words(self) -> [u32; 4] {
        self.map(f32::to_bits)
    }
    #[inline(always)]
    fn of(words: [u32; 4]) -> [f32; 4] {
        words.map(f32::from_bits)
    }
}

/// Something of each cell, by the size of cells.
#[derive(Clone, Debug)]
pub(crate) enum Cells<A, B, C, D, E> {
    /// A byte.
    One(A),
    /// Two bytes.
    Two(B),
    /// Four bytes.
    Four(C),
    /// Four halves.
    Eight(D),
    /// Four words.
    Sixteen(E),
}

/// The same expression for cells of every size.
macro_rules! each_cell {
    ($cells:expr, $name:pat => $body:expr) => {
        match $cells {
            $crate::framebuffer::cell::Cells::One($name) => $body,
            $crate::framebuffer::cell::Cells::Two($name) => $body,
            $crate::framebuffer::cell::Cells::Four($name) => $body,
            $crate::framebuffer::cell::Cells::Eight($name) => $body,
            $crate::framebuffer::cell::Cells::Sixteen($name) => $body,
        }
    };
}

/// The same, as cells of the same size again.
macro_rules! map_cells {
    ($cells:expr, $name:pat => $body:expr) => {
        match $cells {
            $crate::framebuffer::cell::Cells::One($name) => $crate::framebuffer::cell::Cells::One($body),
            $crate::framebuffer::cell::Cells::Two($name) => $crate::framebuffer::cell::Cells::Two($body),
            $crate::framebuffer::cell::Cells::Four($name) => $crate::framebuffer::cell::Cells::Four($body),
            $crate::framebuffer::cell::Cells::Eight($name) => $crate::framebuffer::cell::Cells::Eight($body),
            $crate::framebuffer::cell::Cells::Sixteen($name) => {
                $crate::framebuffer::cell::Cells::Sixteen($body)
            }
        }
    };
}

pub(crate) use {each_cell, map_cells};

/// The bytes of a cell of a format.
pub(crate) fn bytes_of(format: Format) -> usize {
    format.texel_bytes().next_power_of_two()
}

/// The bits of a texel in the format's own encoding.
pub(crate) fn words_of(texel: &[u8]) -> [u32; 4] {
    let mut bytes = [0; 16];
    bytes[..texel.len()].copy_from_slice(texel);
    bytemuck::cast::<[u8; 16], [[u8; 4]; 4]>(bytes).map(u32::from_le_bytes)
}

/// The texel of bits, as far as it reaches.
pub(crate) fn texel_of(words: [u32; 4], texel: &mut [u8]) {
    let bytes: [u8; 16] = bytemuck::cast(words.map(u32::to_le_bytes));
    texel.copy_from_slice(&bytes[..texel.len()]);
}
