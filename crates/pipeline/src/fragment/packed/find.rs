//! The pixels of triangles.

use quadrille_numerics::level::Pass;

use super::{MOST_PIXELS, SEARCH, WINDOWS};
use crate::framebuffer::bounds::Bounds;
use crate::inter_stage::plane::BLOCK;
use crate::inter_stage::primitives::Primitives;
use crate::raster::{Outline, Quads, triangle};

/// The covered pixels of a triangle in a window.
#[derive(Clone, Copy)]
pub(super) struct Covered {
    pub(super) primitive: u32,
    /// The lower left pixel, both even.
    pub(super) x: u16,
    pub(super) y: u16,
    /// One bit a pixel, quad by quad as in a block.
    pub(super) pixels: u64,
}

impl Covered {
    /// Whether it is a block that is covered as a whole.
    fn is_block(&self) -> bool {
        self.pixels == u64::MAX && (self.x | self.y).is_multiple_of(BLOCK)
    }

    /// Gives its pixels to quads, as a block if it is one.
    pub(super) fn give(&self, quads: &mut Quads) {
        if self.is_block() {
            quads.blocks.push([self.x, self.y]);
        } else {
            quads.push_masked(self.x, self.y, self.pixels);
        }
    }

    /// Takes the pixels that are left of them.
    pub(super) fn take(&mut self, quads: &Quads) {
        self.pixels = if quads.blocks.is_empty() { 0 } else { u64::MAX };
        for ((x, y), mask) in quads.x.iter().zip(&quads.y).zip(&quads.mask) {
            let quad = (y - self.y) / 2 * (BLOCK / 2) + (x - self.x) / 2;
            self.pixels |= u64::from(*mask) << (4 * quad);
        }
    }
}

/// Finds the pixels of the first primitives of a list.
pub(super) struct Find<'a> {
    pub(super) primitives: &'a Primitives,
    pub(super) rows: Bounds,
    pub(super) list: &'a [u32],
    pub(super) windows: &'a mut Vec<Covered>,
}

impl Pass for Find<'_> {
    /// How many primitives, and the pixels that were searched.
    type Output = (usize, u64);

    #[inline(always)]
    fn call(self) -> (usize, u64) {
        let mut searched = 0;
        for (at, number) in self.list.iter().enumerate() {
            let primitive = *number as usize;
            let found = &self.primitives.list[primitive];
            let Outline::Triangle(edges) = &found.outline else {
                return (at, searched);
            };
            let bounds = found.bounds.intersect(self.rows);
            let pixels = bounds.pixels();
            if pixels > MOST_PIXELS
                || self.windows.len() >= WINDOWS
                || searched >= SEARCH
                || !self.primitives.cuts(primitive).is_empty()
            {
                return (at, searched);
            }
            searched += pixels;
            let side = i32::from(BLOCK);
            let even = [bounds.x0 & !1, bounds.y0 & !1];
            let is_small = bounds.x1 - even[0] <= side && bounds.y1 - even[1] <= side;
            let [x0, y0] = if is_small {
                even
            } else {
                even.map(|at| at & !(side - 1))
            };
            let mut y = y0;
            while y < bounds.y1 {
                let mut x = x0;
                while x < bounds.x1 {
                    let pixels = triangle::cover_window(edges, x, y, bounds);
                    if pixels != 0 {
                        self.windows.push(Covered {
                            primitive: *number,
                            x: x as u16,
                            y: y as u16,
                            pixels,
                        });
                    }
                    x += side;
                }
                y += side;
            }
        }
        (self.list.len(), searched)
    }
}
