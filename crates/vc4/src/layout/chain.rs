//! The levels of a texture in memory: the smallest first, the largest last and at the address that programs give.

use super::{ElementSize, Layout, Plane};

/// A level of a mip chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Width in elements: what the picture has, not what is stored.
    pub width: u32,
    /// Height in elements.
    pub height: u32,
    /// Its elements in memory.
    pub plane: Plane,
    /// Bytes by which it lies before level 0; 0 for that.
    pub before: u64,
}

/// All levels of one picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    levels: Vec<Level>,
}

impl Chain {
    /// The levels of a picture of `width` times `height` pixels, which are stored as elements of `size`, each a block of
    /// `block` times `block` pixels (1, or 4 for ETC1). At most as many levels as the picture has. Without a `layout`
    /// each level has the one that the hardware takes; in a raster, rows are rounded to the width of a utile.
    ///
    /// Level `n` has `width >> n` pixels in a row and takes the room of `width.next_power_of_two() >> n`, which is also
    /// what decides between T and LT (Mesa's `vc4_resource.c`).
    pub fn new(
        size: ElementSize,
        block: u32,
        (width, height): (u32, u32),
        layout: Option<Layout>,
        levels: u32,
    ) -> Chain {
        let (width, height) = (width.max(1), height.max(1));
        let most = width.max(height).ilog2() + 1;
        let mut before = 0;
        let levels = (0..levels.clamp(1, most))
            .map(|n| {
                let room = |side: u32| match n {
                    0 => side,
                    _ => (side.next_power_of_two() >> n).max(1),
                };
                let elements = |side: u32| side.div_ceil(block);
                let (across, down) = (elements(room(width)), elements(room(height)));
                let plane = match layout {
                    Some(Layout::Raster) => {
                        let pitch = across.next_multiple_of(size.utile().0) * size.bits() / 8;
                        Plane::raster(size, pitch, down)
                    }
                    Some(tiled) => Plane::new(tiled, size, across, down),
                    None => Plane::new(Layout::of_level(size, across, down), size, across, down),
                };
                if n > 0 {
                    before += plane.bytes();
                }
                Level {
                    width: elements((width >> n).max(1)),
                    height: elements((height >> n).max(1)),
                    plane,
                    before,
                }
            })
            .collect();
        Chain { levels }
    }

    /// The levels, the largest first.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// Bytes of the levels above 0, which end where level 0 begins.
    pub fn before(&self) -> u64 {
        self.levels.last().map_or(0, |level| level.before)
    }

    /// Bytes from the first of the smallest level to the last of level 0.
    pub fn bytes(&self) -> u64 {
        self.before() + self.levels[0].plane.bytes()
    }

    /// Bytes from one face of a cube to the next: whole chains, rounded to 4096, so that level 0 of each begins at a
    /// multiple of that.
    pub fn cube_stride(&self) -> u64 {
        self.bytes().next_multiple_of(4096)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: worked by hand from Mesa's `vc4_setup_slices` for RGBA8888 of 100 by 40 pixels: level 0 is rounded to
    /// whole tiles (128 by 64), level 1 is 64 by 32 in whole tiles, level 2 (32 by 16) and below are LT.
    #[test]
    fn levels_lie_before_the_first() {
        let chain = Chain::new(ElementSize::Bits32, 1, (100, 40), None, 7);
        let layouts: Vec<Layout> = chain.levels().iter().map(|level| level.plane.layout()).collect();
        assert_eq!(layouts[..3], [Layout::T, Layout::T, Layout::Lt]);
        let sizes: Vec<(u32, u32)> = chain
            .levels()
            .iter()
            .map(|level| (level.width, level.height))
            .collect();
        assert_eq!(
            sizes,
            [(100, 40), (50, 20), (25, 10), (12, 5), (6, 2), (3, 1), (1, 1)]
        );
        let before: Vec<u64> = chain.levels().iter().map(|level| level.before).collect();
        assert_eq!(before, [0, 8192, 10240, 10752, 10880, 10944, 11008]);
        assert_eq!(chain.bytes(), 11008 + 128 * 64 * 4);
    }

    /// Blocks of ETC1 are elements of eight bytes.
    #[test]
    fn blocks_are_elements() {
        let chain = Chain::new(ElementSize::Bits64, 4, (33, 65), None, 1);
        let level = chain.levels()[0];
        assert_eq!(
            (level.width, level.height, level.plane.layout()),
            (9, 17, Layout::T)
        );
        let small = Chain::new(ElementSize::Bits64, 4, (32, 65), None, 1);
        assert_eq!(small.levels()[0].plane.layout(), Layout::Lt);
    }
}
