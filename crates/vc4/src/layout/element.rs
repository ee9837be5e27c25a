//! The sizes of what is addressed as one: a pixel, or a compressed block.

/// The size of an element of a plane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ElementSize {
    /// One bit.
    Bits1,
    /// Four bits.
    Bits4,
    /// One byte.
    Bits8,
    /// Two bytes.
    Bits16,
    /// Four bytes.
    Bits32,
    /// Eight bytes: a pixel of four halves, or a block of ETC1.
    Bits64,
}

impl ElementSize {
    /// Every size, the smallest first.
    pub const ALL: [ElementSize; 6] = [
        ElementSize::Bits1,
        ElementSize::Bits4,
        ElementSize::Bits8,
        ElementSize::Bits16,
        ElementSize::Bits32,
        ElementSize::Bits64,
    ];

    /// The base-2 logarithm of the number of bits.
    pub const fn log2_bits(self) -> u32 {
        match self {
            ElementSize::Bits1 => 0,
            ElementSize::Bits4 => 2,
            ElementSize::Bits8 => 3,
            ElementSize::Bits16 => 4,
            ElementSize::Bits32 => 5,
            ElementSize::Bits64 => 6,
        }
    }

    /// The number of bits.
    pub const fn bits(self) -> u32 {
        1 << self.log2_bits()
    }

    /// The base-2 logarithms of the width and the height of a utile, in elements.
    pub const fn log2_utile(self) -> (u32, u32) {
        match self {
            ElementSize::Bits1 => (5, 4),
            ElementSize::Bits4 => (4, 3),
            ElementSize::Bits8 => (3, 3),
            ElementSize::Bits16 => (3, 2),
            ElementSize::Bits32 => (2, 2),
            ElementSize::Bits64 => (1, 2),
        }
    }

    /// Width and height of a utile, in elements; always 64 bytes.
    pub const fn utile(self) -> (u32, u32) {
        let (width, height) = self.log2_utile();
        (1 << width, 1 << height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: the guide's sizes of utiles, as the JayStation page "Texturing" and Mesa's `vc4_tiling.c` have them.
    #[test]
    fn utiles_are_64_bytes() {
        let utiles = ElementSize::ALL.map(ElementSize::utile);
        assert_eq!(utiles, [(32, 16), (16, 8), (8, 8), (8, 4), (4, 4), (2, 4)]);
        for size in ElementSize::ALL {
            let (width, height) = size.utile();
            assert_eq!(width * height * size.bits(), 512);
        }
    }
}
