//! The memory of a tile, and its clear values.

/// The three ways in which the memory of a tile is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shape {
    /// 64 by 64 pixels of 32 bits.
    #[default]
    Single,
    /// 32 by 32 pixels with four samples of 32 bits each.
    Multisample,
    /// 32 by 32 pixels of 64 bits.
    Wide,
}

impl Shape {
    /// Columns, and rows, of pixels.
    pub const fn side(self) -> u32 {
        match self {
            Shape::Single => 64,
            Shape::Multisample | Shape::Wide => 32,
        }
    }

    /// Samples of a pixel.
    pub const fn samples(self) -> u32 {
        match self {
            Shape::Single | Shape::Wide => 1,
            Shape::Multisample => 4,
        }
    }
}

/// What a cleared tile holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClearValues {
    /// The colours of even and of odd columns; for pixels of 64 bits their lower and upper half.
    pub colours: [u32; 2],
    /// Z, 24 bits.
    pub depth: u32,
    /// Stencil.
    pub stencil: u8,
    /// The VG mask.
    pub mask: u8,
}

/// The contents of a tile.
///
/// Words lie quad by quad in rows; in a quad sample by sample, in a sample the four pixels: left, right, then those of
/// the next row. Raw dumps have the same order (Mesa's reads of multisampled images).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileBuffer {
    shape: Shape,
    /// Red in byte 0.
    pub(crate) colour: Vec<u32>,
    /// The upper halves of pixels of 64 bits; otherwise empty.
    pub(crate) high: Vec<u32>,
    /// Z in bits 31:8, stencil in bits 7:0.
    pub(crate) depth_stencil: Vec<u32>,
    /// The VG mask.
    pub(crate) mask: Vec<u8>,
}

impl TileBuffer {
    /// A tile with these values everywhere.
    pub fn new(shape: Shape, clear: &ClearValues) -> TileBuffer {
        TileBuffer::of_pixels(shape, shape.side() * shape.side(), clear)
    }

    /// The first `pixels` pixels of a tile, quad by quad.
    pub(crate) fn of_pixels(shape: Shape, pixels: u32, clear: &ClearValues) -> TileBuffer {
        let words = (pixels * shape.samples()) as usize;
        let mut tile = TileBuffer {
            shape,
            colour: vec![0; words],
            high: vec![0; if shape == Shape::Wide { words } else { 0 }],
            depth_stencil: vec![0; words],
            mask: vec![0; words],
        };
        tile.clear_colour(clear);
        tile.clear_depth_stencil(clear);
        tile.clear_mask(clear);
        tile
    }

    /// How the memory is used.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Clears colour. Whether the first of the two colours is that of even columns was never published.
    pub fn clear_colour(&mut self, clear: &ClearValues) {
        let [even, odd] = clear.colours;
        if self.shape == Shape::Wide {
            self.colour.fill(even);
            self.high.fill(odd);
        } else {
            for (i, word) in self.colour.iter_mut().enumerate() {
                *word = if i % 2 == 0 { even } else { odd };
            }
        }
    }

    /// Clears Z and stencil.
    pub fn clear_depth_stencil(&mut self, clear: &ClearValues) {
        self.depth_stencil
            .fill(clear.depth << 8 | u32::from(clear.stencil));
    }

    /// Clears the VG mask.
    pub fn clear_mask(&mut self, clear: &ClearValues) {
        self.mask.fill(clear.mask);
    }

    /// The place of a sample.
    #[inline]
    pub fn index(&self, x: u32, y: u32, sample: u32) -> usize {
        let side = self.shape.side();
        let quad = (y / 2) * (side / 2) + x / 2;
        (quad * 4 * self.shape.samples() + sample * 4 + (y & 1) * 2 + (x & 1)) as usize
    }

    /// The colour of a sample, red in byte 0.
    pub fn colour(&self, x: u32, y: u32, sample: u32) -> u32 {
        self.colour[self.index(x, y, sample)]
    }

    /// Z (24 bits) and stencil of a sample.
    pub fn depth_stencil(&self, x: u32, y: u32, sample: u32) -> (u32, u8) {
        let word = self.depth_stencil[self.index(x, y, sample)];
        (word >> 8, word as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_has_a_place() {
        for shape in [Shape::Single, Shape::Multisample, Shape::Wide] {
            let tile = TileBuffer::new(shape, &ClearValues::default());
            let mut seen = vec![false; 4096];
            for y in 0..shape.side() {
                for x in 0..shape.side() {
                    for sample in 0..shape.samples() {
                        assert!(!std::mem::replace(&mut seen[tile.index(x, y, sample)], true));
                    }
                }
            }
        }
    }

    /// source: Mesa's read of a multisampled image (`ntq_emit_txf`): quads of 64 bytes in rows, samples 16 bytes apart,
    /// x in bit 2 and y in bit 3 of the address.
    #[test]
    fn raw_dumps_have_mesas_order() {
        let tile = TileBuffer::new(Shape::Multisample, &ClearValues::default());
        assert_eq!(tile.index(1, 0, 0), 1);
        assert_eq!(tile.index(0, 1, 0), 2);
        assert_eq!(tile.index(0, 0, 1), 4);
        assert_eq!(tile.index(2, 0, 0), 16);
        assert_eq!(tile.index(0, 2, 0), 16 * 16);
    }

    #[test]
    fn clear_colours_are_those_of_even_and_odd_columns() {
        let clear = ClearValues {
            colours: [1, 2],
            depth: 0xff_ffff,
            stencil: 7,
            mask: 9,
        };
        let tile = TileBuffer::new(Shape::Single, &clear);
        assert_eq!([0, 1, 2, 3].map(|x| tile.colour(x, 5, 0)), [1, 2, 1, 2]);
        assert_eq!(tile.depth_stencil(63, 63, 0), (0xff_ffff, 7));
    }
}
