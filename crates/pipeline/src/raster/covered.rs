//! The covered pixels of a window of 8×8 pixels: what is kept of an outline that is no larger.

use super::Quads;
use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::window::WINDOW;
use crate::inter_stage::plane::BLOCK;

/// Pixels on a side of a window.
const SIDE: u32 = BLOCK as u32;

/// The covered pixels of a window, whose lower left pixel is at even coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Covered {
    /// The lower left pixel.
    pub(crate) x: u16,
    pub(crate) y: u16,
    /// One bit a pixel, quad by quad as in a block.
    pub(crate) pixels: u64,
}

/// The pixels of a window in columns before, or rows below a number of them.
const fn pixels_below(number: u32, columns: bool) -> u64 {
    let mut pixels = 0;
    let mut lane = 0;
    while lane < WINDOW {
        let (quad, pixel) = (lane as u32 / 4, lane as u32 % 4);
        let column = quad % (SIDE / 2) * 2 + pixel % 2;
        let row = quad / (SIDE / 2) * 2 + pixel / 2;
        if (columns && column < number) || (!columns && row < number) {
            pixels |= 1 << lane;
        }
        lane += 1;
    }
    pixels
}

/// [`pixels_below`] of 0 to 8 columns and rows.
const BELOW: [[u64; SIDE as usize + 1]; 2] = {
    let mut below = [[0; SIDE as usize + 1]; 2];
    let mut number = 0;
    while number <= SIDE {
        below[0][number as usize] = pixels_below(number, true);
        below[1][number as usize] = pixels_below(number, false);
        number += 1;
    }
    below
};

/// The first pixels of the quads of which a pixel is covered.
#[inline(always)]
pub(crate) fn first_pixels(pixels: u64) -> u64 {
    let pairs = pixels | pixels >> 1;
    (pairs | pairs >> 2) & 0x1111_1111_1111_1111
}

impl Covered {
    /// Those of its pixels that lie in `bounds`.
    #[inline(always)]
    pub(crate) fn within(self, bounds: Bounds) -> Covered {
        let below = |axis: usize, end: i32, from: u16| {
            BELOW[axis][(end - i32::from(from)).clamp(0, SIDE as i32) as usize]
        };
        let columns = below(0, bounds.x1, self.x) & !below(0, bounds.x0, self.x);
        let rows = below(1, bounds.y1, self.y) & !below(1, bounds.y0, self.y);
        Covered {
            pixels: self.pixels & columns & rows,
            ..self
        }
    }

    /// Its pixels in the blocks that it lies in, in the order of their lanes: in the first, in that to the right, and in the
    /// two above.
    #[inline(always)]
    pub(crate) fn parts(self) -> [u64; 4] {
        let (quads_right, quads_up) = (self.x % BLOCK / 2, self.y % BLOCK / 2);
        let left = BELOW[0][usize::from(BLOCK - 2 * quads_right)];
        let low = BELOW[1][usize::from(BLOCK - 2 * quads_up)];
        // A quad has four lanes, a row of them sixteen; where there is no block above, no pixels are moved by 64.
        let to_right = |pixels: u64| pixels << (4 * quads_right);
        let to_left = |pixels: u64| pixels >> (16 - 4 * quads_right);
        let up_by = |pixels: u64| pixels << (16 * quads_up);
        let down_by = |pixels: u64| pixels >> 1 >> (63 - 16 * quads_up);
        let pixels = self.pixels;
        [
            up_by(to_right(pixels & left & low)),
            up_by(to_left(pixels & !left & low)),
            down_by(to_right(pixels & left & !low)),
            down_by(to_left(pixels & !left & !low)),
        ]
    }

    /// The lower left pixel of the block of a part.
    #[inline(always)]
    pub(crate) fn corner(self, part: usize) -> [u16; 2] {
        let step = |from: u16, steps: usize| (u32::from(from / BLOCK) + steps as u32) * u32::from(BLOCK);
        [step(self.x, part % 2) as u16, step(self.y, part / 2) as u16]
    }

    /// Whether it is a block that is covered as a whole.
    fn is_block(self) -> bool {
        self.pixels == u64::MAX && (self.x | self.y).is_multiple_of(BLOCK)
    }

    /// Gives its pixels to quads, block by block; `apart`: as a block if it is one.
    pub(crate) fn give(self, apart: bool, quads: &mut Quads) {
        if apart && self.is_block() {
            return quads.blocks.push([self.x, self.y]);
        }
        for (part, pixels) in self.parts().into_iter().enumerate() {
            let [x, y] = self.corner(part);
            quads.push_masked(x, y, pixels);
        }
    }

    /// Takes the pixels that are left of them.
    pub(crate) fn take(&mut self, quads: &Quads) {
        self.pixels = if quads.blocks.is_empty() { 0 } else { u64::MAX };
        for ((x, y), mask) in quads.x.iter().zip(&quads.y).zip(&quads.mask) {
            let quad = (y - self.y) / 2 * (BLOCK / 2) + (x - self.x) / 2;
            self.pixels |= u64::from(*mask) << (4 * quad);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framebuffer::window::lane_of;

    /// source: the definition: of a window at (6, 2) that is covered as a whole, pixels (7..9, 3..10) are left, in four blocks, each in the order of its lanes
    #[test]
    fn what_lies_in_bounds_is_left_block_by_block() {
        let whole = Covered {
            x: 6,
            y: 2,
            pixels: u64::MAX,
        };
        let bounds = Bounds {
            x0: 7,
            y0: 3,
            x1: 9,
            y1: 10,
        };
        let left = whole.within(bounds);
        for (y, x) in (0..8).flat_map(|y| (0..8).map(move |x| (y, x))) {
            let is_in = (7..9).contains(&(x + 6)) && (3..10).contains(&(y + 2));
            assert_eq!(left.pixels >> lane_of(x, y) & 1 != 0, is_in, "{x} {y}");
        }
        for (part, pixels) in left.parts().into_iter().enumerate() {
            let corner = left.corner(part);
            let [x0, y0] = corner.map(u32::from);
            let inside = (0..8)
                .flat_map(|y| (0..8).map(move |x| (x, y)))
                .filter(|(x, y)| (7..9).contains(&(x0 + x)) && (3..10).contains(&(y0 + y)));
            let expected = inside.fold(0, |all, (x, y)| all | 1 << lane_of(x, y));
            assert_eq!(pixels, expected, "{corner:?}");
        }
    }
}
