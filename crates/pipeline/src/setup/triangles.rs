//! Set-up of many triangles: those of which nothing is to be seen are found in passes over many of them, and what is left
//! is [measured](super::measured) together where nothing cuts it.

use quadrille_numerics::level::{Level, Pass};

use super::measured::pixels;
use super::project::FAR;
use super::{Setup, SetupWorker, clip};
use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::window::{bits_of, for_each_lane};
use crate::inter_stage::primitive_ref::TriangleRefs;
use crate::inter_stage::primitives::Primitives;
use crate::inter_stage::vertices::{BLOCK, Vertices, shaded_vertex};
use crate::primitive::Primitive;
use crate::state::PolygonMode;

/// Triangles of a pass: those of three blocks of vertices.
const TRIANGLES: usize = BLOCK;

/// Triangles of a shorter pass.
const SOME: usize = 16;

/// As many triangles are set up one by one as fast as a pass finds what is left of them.
const FEW: usize = 4;

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
    /// Takes the corners of up to [`TRIANGLES`] triangles from number `start` on.
    fn take(&mut self, items: TriangleRefs<'_>, start: usize, shaded: &[Vertices]) {
        match items {
            TriangleRefs::Following(_) => {
                let first = start * 3;
                let blocks = shaded[first / BLOCK..].iter().take(VERTICES / BLOCK);
                for (at, block) in blocks.enumerate() {
                    if let Some(projected) = &block.projected {
                        let lanes = at * BLOCK..(at + 1) * BLOCK;
                        self.codes[lanes.clone()].copy_from_slice(&projected.codes);
                        for (to, from) in self.fixed.iter_mut().zip(&projected.fixed) {
                            to[lanes.clone()].copy_from_slice(from);
                        }
                    }
                }
            }
            TriangleRefs::Listed(items) => {
                let corners = items[start..]
                    .iter()
                    .take(TRIANGLES)
                    .flat_map(|item| item.corners);
                for (lane, number) in corners.enumerate() {
                    let place = shaded_vertex(shaded, number);
                    if let Some(projected) = &place.vertices.projected {
                        self.codes[lane] = projected.codes[place.at];
                        self.fixed[0][lane] = projected.fixed[0][place.at];
                        self.fixed[1][lane] = projected.fixed[1][place.at];
                    }
                }
            }
        }
    }
}

impl Setup<'_> {
    /// Adds what is left of triangles, whose vertices were projected unless coordinates are swizzled.
    pub(crate) fn triangles(
        &self,
        level: Level,
        items: TriangleRefs<'_>,
        shaded: &[Vertices],
        worker: &mut SetupWorker,
        out: &mut Primitives,
    ) {
        if items.len() <= FEW || self.swizzle.is_some() {
            for at in 0..items.len() {
                self.run(Primitive::Triangle, items.get(at), shaded, worker, out);
            }
            return;
        }
        // What `is_uncut` asks of the draw.
        let can_be_whole = self.polygon.mode == [PolygonMode::Fill; 2]
            && shaded.first().is_none_or(|block| block.distances.is_empty());
        let cuts = (1 << self.frustum.len()) - 1;
        for start in (0..items.len()).step_by(TRIANGLES) {
            let count = (items.len() - start).min(TRIANGLES);
            worker.corners.take(items, start, shaded);
            let (mut left, mut whole) = ([false; TRIANGLES], [false; TRIANGLES]);
            let sieve = Sieve {
                corners: &worker.corners,
                cuts,
                inner: cuts & !((1 << self.cut_sides) - 1),
                culled: self.polygon.cull,
                filled: self.polygon.mode.map(|mode| mode == PolygonMode::Fill),
                clockwise: self.polygon.front_clockwise,
                reach: self.reach() as i32,
                area: self.fill_area,
                left: &mut left,
                whole: &mut whole,
            };
            if count <= SOME {
                level.run(First::<SOME>(sieve));
            } else {
                level.run(First::<TRIANGLES>(sieve));
            }
            for (word, lanes) in left.as_chunks::<64>().0.iter().enumerate() {
                for_each_lane(bits_of(lanes), |lane| {
                    let at = word * 64 + lane;
                    if at >= count {
                        return;
                    }
                    let item = items.get(start + at);
                    if whole[at] && can_be_whole {
                        worker.measured.take(item, shaded);
                        if worker.measured.is_full() {
                            self.fill_measured(level, &mut worker.measured, out);
                        }
                    } else {
                        // What came before is drawn before.
                        self.fill_measured(level, &mut worker.measured, out);
                        self.run(Primitive::Triangle, item, shaded, worker, out);
                    }
                });
            }
        }
        self.fill_measured(level, &mut worker.measured, out);
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

/// Looks at the first so many triangles.
struct First<'a, const COUNT: usize>(Sieve<'a>);

impl<const COUNT: usize> Pass for First<'_, COUNT> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let First(sieve) = self;
        let Corners { codes, fixed } = sieve.corners;
        let (codes, [xs, ys]) = (
            codes.as_chunks::<3>().0,
            fixed.each_ref().map(|plane| plane.as_chunks::<3>().0),
        );
        // The faces of positive areas and of others, 0 for the front.
        let (positive, other) = if sieve.clockwise { (1, 0) } else { (0, 1) };
        for at in 0..COUNT {
            // What its corners are outside of all says that a triangle is not seen; if one may be far, it is looked at alone.
            let [a, b, c] = codes[at];
            let (all, some) = (a & b & c, a | b | c);
            let unseen = all & sieve.cuts | some & clip::NOT_FINITE;
            let alone = some & FAR;
            sieve.whole[at] = some & (sieve.inner | FAR) == 0;
            let ([ax, bx, cx], [ay, by, cy]) = (xs[at], ys[at]);
            let area = product(bx - ax, cy - ay) - product(cx - ax, by - ay);
            let empty = |[a, b, c]: [i32; 3], low: i32, high: i32| {
                let [first, behind] = pixels(a.min(b).min(c), a.max(b).max(c), sieve.reach);
                first.max(low) >= behind.min(high)
            };
            let is_empty =
                empty(xs[at], sieve.area.x0, sieve.area.x1) | empty(ys[at], sieve.area.y0, sieve.area.y1);
            let (is_positive, is_none) = (area > 0, area == 0);
            let culled = is_positive & sieve.culled[positive] | !is_positive & sieve.culled[other];
            let filled = is_positive & sieve.filled[positive] | !is_positive & sieve.filled[other];
            let nothing = culled | filled & (is_none | is_empty);
            sieve.left[at] = (unseen == 0) & ((alone != 0) | !nothing);
        }
    }
}

/// The product of differences of coordinates, which are below 2^31.
#[inline(always)]
fn product(a: i32, b: i32) -> i64 {
    i64::from(a) * i64::from(b)
}
