//! The pixels of triangles.

use quadrille_numerics::level::Pass;

use super::{MOST_PIXELS, SEARCH, WINDOWS};
use crate::framebuffer::bounds::Bounds;
use crate::inter_stage::plane::BLOCK;
use crate::inter_stage::primitives::{CompactOutline, Primitives};
use crate::raster::{Covered, triangle};

/// The covered pixels of a triangle in a window.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) primitive: u32,
    pub(super) covered: Covered,
}

/// Finds the pixels of the first primitives of a list.
pub(super) struct Find<'a> {
    pub(super) primitives: &'a Primitives,
    pub(super) rows: Bounds,
    pub(super) list: &'a [u32],
    pub(super) windows: &'a mut Vec<Found>,
}

impl Pass for Find<'_> {
    /// How many primitives, and the pixels that were searched.
    type Output = (usize, u64);

    #[inline(always)]
    fn call(mut self) -> (usize, u64) {
        let mut searched = 0;
        for (at, number) in self.list.iter().enumerate() {
            let primitive = *number as usize;
            let found = &self.primitives.list[primitive];
            let bounds = found.bounds.intersect(self.rows);
            let pixels = bounds.pixels();
            if pixels > MOST_PIXELS
                || self.windows.len() >= WINDOWS
                || searched >= SEARCH
                || !self.primitives.cuts(primitive).is_empty()
            {
                return (at, searched);
            }
            let edges = match &found.outline {
                CompactOutline::Triangle(corners) => corners.edges(),
                CompactOutline::Covered(covered) => {
                    searched += pixels;
                    self.push(*number, covered.within(bounds));
                    continue;
                }
                CompactOutline::Square | CompactOutline::Listed(_) => return (at, searched),
            };
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
                    let covered = Covered {
                        x: x as u16,
                        y: y as u16,
                        pixels: triangle::cover_window(&edges, x, y, bounds),
                    };
                    self.push(*number, covered);
                    x += side;
                }
                y += side;
            }
        }
        (self.list.len(), searched)
    }
}

impl Find<'_> {
    #[inline(always)]
    fn push(&mut self, primitive: u32, covered: Covered) {
        if covered.pixels != 0 {
            self.windows.push(Found { primitive, covered });
        }
    }
}
