//! Set-up of the triangles of a list, whose vertices follow each other: those of which nothing is to be seen are found
//! in passes over many of them.

use quadrille_numerics::level::{Level, Pass};

use super::project::FAR;
use super::{SIDES, Setup, SetupWorker, clip};
use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::window::bits_of;
use crate::inter_stage::primitive_ref::Following;
use crate::inter_stage::primitives::Primitives;
use crate::inter_stage::vertices::{BLOCK, Vertices, shaded_vertex};
use crate::primitive::Primitive;
use crate::raster::fixed::{self, Fixed};
use crate::state::PolygonMode;

/// Triangles of a pass: those of three blocks of vertices.
const TRIANGLES: usize = BLOCK;

/// As many triangles are set up one by one as fast as a pass finds what is left of them.
const FEW: usize = 16;

/// Vertices of a pass.
const VERTICES: usize = 3 * TRIANGLES;

/// The vertices of a pass, kept from one to the next.
pub(super) struct Corners {
    codes: [u32; VERTICES],
    fixed: [[i32; VERTICES]; 2],
}

impl Default for Corners {
    fn default() -> Corners {
        Corners {
            codes: [0; VERTICES],
            fixed: [[0; VERTICES]; 2],
        }
    }
}

impl Corners {
    /// A corner on the subpixel grid.
    fn fixed(&self, vertex: usize) -> Fixed {
        let [x, y] = [0, 1].map(|axis| i64::from(self.fixed[axis][vertex]));
        Fixed { x, y }
    }
}

impl Setup<'_> {
    /// Adds what is left of triangles whose vertices were projected.
    pub(crate) fn triangles(
        &self,
        level: Level,
        items: Following,
        shaded: &[Vertices],
        worker: &mut SetupWorker,
        out: &mut Primitives,
    ) {
        if items.count <= FEW || self.swizzle.is_some() {
            for at in 0..items.count {
                self.run(Primitive::Triangle, items.get(at), shaded, worker, out);
            }
            return;
        }
        for start in (0..items.count).step_by(TRIANGLES) {
            let count = (items.count - start).min(TRIANGLES);
            let first = (items.first + start) * 3;
            let blocks = shaded[first / BLOCK..].iter().take(VERTICES / BLOCK);
            let corners = &mut worker.corners;
            for (at, block) in blocks.enumerate() {
                if let Some(projected) = &block.projected {
                    let lanes = at * BLOCK..(at + 1) * BLOCK;
                    corners.codes[lanes.clone()].copy_from_slice(&projected.codes);
                    for (to, from) in corners.fixed.iter_mut().zip(&projected.fixed) {
                        to[lanes.clone()].copy_from_slice(from);
                    }
                }
            }
            let (mut left, mut whole) = ([false; TRIANGLES], [false; TRIANGLES]);
            let cuts = (1 << self.frustum.len()) - 1;
            // What `is_uncut` asks of the draw.
            let can_be_whole =
                self.polygon.mode == [PolygonMode::Fill; 2] && shaded[first / BLOCK].distances.is_empty();
            level.run(Sieve {
                corners,
                cuts,
                inner: cuts & !((1 << SIDES) - 1),
                culled: self.polygon.cull,
                filled: self.polygon.mode.map(|mode| mode == PolygonMode::Fill),
                clockwise: self.polygon.front_clockwise,
                reach: self.reach() as i32,
                area: self.fill_area,
                left: &mut left,
                whole: &mut whole,
            });
            for (word, lanes) in left.as_chunks::<64>().0.iter().enumerate() {
                let mut bits = bits_of(lanes);
                while bits != 0 {
                    let at = word * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    if at < count {
                        let item = items.get(start + at);
                        if whole[at] && can_be_whole {
                            let places = item.corners.map(|corner| shaded_vertex(shaded, corner));
                            let fixed = [0, 1, 2].map(|corner| worker.corners.fixed(3 * at + corner));
                            self.fill_whole(item, places.map(|place| self.window(place)), fixed, out);
                        } else {
                            self.run(Primitive::Triangle, item, shaded, worker, out);
                        }
                    }
                }
            }
        }
    }
}

/// Finds the triangles of which something may be seen.
struct Sieve<'a> {
    corners: &'a Corners,
    /// The planes that cut.
    cuts: u32,
    /// Those that are not the sides of the frustum.
    inner: u32,
    /// Of front and back faces, whether they are dropped, and whether they are filled.
    culled: [bool; 2],
    filled: [bool; 2],
    clockwise: bool,
    reach: i32,
    area: Bounds,
    left: &'a mut [bool; TRIANGLES],
    /// Whether they can be projected and no plane but the sides of the frustum cuts them.
    whole: &'a mut [bool; TRIANGLES],
}

impl Pass for Sieve<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Corners { codes, fixed } = self.corners;
        let (codes, [xs, ys]) = (
            codes.as_chunks::<3>().0,
            fixed.each_ref().map(|plane| plane.as_chunks::<3>().0),
        );
        // What its corners are outside of all says that a triangle is not seen; if one may be far, it is looked at alone.
        let (mut unseen, mut alone) = ([0; TRIANGLES], [0; TRIANGLES]);
        for at in 0..TRIANGLES {
            let [a, b, c] = codes[at];
            unseen[at] = a & b & c & self.cuts | (a | b | c) & clip::NOT_FINITE;
            alone[at] = (a | b | c) & FAR;
            self.whole[at] = (a | b | c) & (self.inner | FAR) == 0;
        }
        let mut area = [0i32; TRIANGLES];
        for at in 0..TRIANGLES {
            let ([ax, bx, cx], [ay, by, cy]) = (xs[at].map(i64::from), ys[at].map(i64::from));
            let double = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
            area[at] = i32::from(double > 0) - i32::from(double < 0);
        }
        let mut empty = [0u32; TRIANGLES];
        for (points, [low, high]) in [
            (xs, [self.area.x0, self.area.x1]),
            (ys, [self.area.y0, self.area.y1]),
        ] {
            for at in 0..TRIANGLES {
                let [a, b, c] = points[at];
                let (least, most) = (a.min(b).min(c), a.max(b).max(c));
                // `triangle::bounds` in 32 bits.
                let first = (least - self.reach + (fixed::ONE as i32 - 1)) >> fixed::BITS;
                let behind = ((most + self.reach) >> fixed::BITS) + 1;
                empty[at] |= u32::from(first.max(low) >= behind.min(high));
            }
        }
        // The faces of positive areas and of others, 0 for the front.
        let (positive, other) = if self.clockwise { (1, 0) } else { (0, 1) };
        for at in 0..TRIANGLES {
            let (is_positive, is_none) = (area[at] > 0, area[at] == 0);
            let culled = is_positive & self.culled[positive] | !is_positive & self.culled[other];
            let filled = is_positive & self.filled[positive] | !is_positive & self.filled[other];
            let nothing = culled | filled & (is_none | (empty[at] != 0));
            self.left[at] = (unseen[at] == 0) & ((alone[at] != 0) | !nothing);
        }
    }
}
