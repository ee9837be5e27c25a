//! Set-up of many triangles: those of which nothing is to be seen are found in passes over many of them, and what is left
//! is [measured](super::measured) together where nothing cuts it.

use quadrille_numerics::level::{Level, Pass};

use super::corners::{Corners, TRIANGLES};
use super::measured::{LANES, pixels};
use super::project::FAR;
use super::{Setup, SetupWorker, clip, cull};
use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::window::{bits_of, for_each_lane};
use crate::inter_stage::primitive_ref::{Following, PrimitiveRef, TriangleRefs};
use crate::inter_stage::primitives::Primitives;
use crate::inter_stage::vertices::Vertices;
use crate::primitive::Primitive;
use crate::state::PolygonMode;

/// Triangles of a shorter pass.
const SOME: usize = 16;

/// As many triangles are set up one by one as fast as a pass finds what is left of them.
const FEW: usize = 4;

impl Setup<'_> {
    /// Adds what is left of triangles, whose vertices were projected unless coordinates are swizzled.
    pub(crate) fn triangles(
        &self,
        level: Level,
        items: &[PrimitiveRef],
        shaded: &[Vertices],
        worker: &mut SetupWorker,
        out: &mut Primitives,
    ) {
        if !self.takes_many(items.len()) {
            for item in items {
                self.run(Primitive::Triangle, *item, shaded, worker, out);
            }
            return;
        }
        for start in (0..items.len()).step_by(TRIANGLES) {
            self.pass(level, TriangleRefs::Listed(items), start, shaded, worker, out);
        }
        self.fill_measured(level, &mut worker.measured, out);
    }

    /// Whether so many triangles are set up in passes, not one by one.
    pub(crate) fn takes_many(&self, count: usize) -> bool {
        count > FEW && self.swizzle.is_none()
    }

    /// Whether triangles whose corners are all inside are filled as a whole, so that nobody asks for clip coordinates.
    pub(crate) fn fills_inside(&self, distances: usize) -> bool {
        self.polygon.mode == [PolygonMode::Fill; 2] && distances == 0
    }

    /// Adds what is left of triangles whose vertices follow each other, up to [`TRIANGLES`] from number `start` on, of which the
    /// vertices were projected to the worker's; at the end [`Setup::end_passes`].
    pub(crate) fn following(
        &self,
        level: Level,
        (items, start): (Following, usize),
        shaded: &[Vertices],
        worker: &mut SetupWorker,
        out: &mut Primitives,
    ) {
        let items = TriangleRefs::Following(items);
        self.pass(level, items, start, shaded, worker, out);
    }

    /// Adds what passes have left to be measured together.
    pub(crate) fn end_passes(&self, level: Level, worker: &mut SetupWorker, out: &mut Primitives) {
        self.fill_measured(level, &mut worker.measured, out);
    }

    /// Adds what is left of the triangles from number `start` on, [`TRIANGLES`] at most.
    fn pass(
        &self,
        level: Level,
        items: TriangleRefs<'_>,
        start: usize,
        shaded: &[Vertices],
        worker: &mut SetupWorker,
        out: &mut Primitives,
    ) {
        // What `is_uncut` asks of the draw.
        let distances = shaded.first().map_or(0, |block| block.distances.len());
        let can_be_whole = self.fills_inside(distances);
        let cuts = (1 << self.frustum.len()) - 1;
        let count = (items.len() - start).min(TRIANGLES);
        let sieve = Sieve {
            cuts,
            inner: cuts & !((1 << self.cut_sides) - 1),
            culled: self.polygon.cull,
            filled: self.polygon.mode.map(|mode| mode == PolygonMode::Fill),
            clockwise: self.polygon.front_clockwise,
            reach: self.reach() as i32,
            area: self.fill_area,
        };
        let mut found = Found::default();
        let corners = &mut worker.corners;
        let any = if count <= SOME {
            sieve.run::<SOME>(level, items, (start, count), shaded, corners, &mut found)
        } else {
            sieve.run::<TRIANGLES>(level, items, (start, count), shaded, corners, &mut found)
        };
        if !any {
            return;
        }
        let Found { left, whole, .. } = &found;
        for (word, lanes) in left.as_chunks::<LANES>().0.iter().enumerate() {
            let (bits, first) = (bits_of(lanes), word * LANES);
            let are_whole = can_be_whole && bits_of(&whole.as_chunks::<LANES>().0[word]) == u64::MAX;
            if bits == u64::MAX && are_whole && first + LANES <= count && worker.measured.is_empty() {
                let all = (first..first + LANES).map(|at| items.get(start + at));
                worker.measured.take_all(all, &worker.corners, first);
                self.fill_measured(level, &mut worker.measured, out);
                continue;
            }
            for_each_lane(bits, |lane| {
                let at = first + lane;
                if at >= count {
                    return;
                }
                let item = items.get(start + at);
                if whole[at] && can_be_whole {
                    worker.measured.take(item, &worker.corners, at);
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
}

/// Finds the triangles of which something may be seen.
struct Sieve {
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
}

/// What a sieve finds of each triangle.
#[repr(align(64))]
struct Found {
    /// Whether something may be seen of it.
    left: [bool; TRIANGLES],
    /// Whether it can be projected and no plane but the sides of the frustum cuts it.
    whole: [bool; TRIANGLES],
    /// Whether nothing is seen of it if it covers no pixel.
    bounded: [bool; TRIANGLES],
}

impl Default for Found {
    fn default() -> Found {
        Found {
            left: [false; TRIANGLES],
            whole: [false; TRIANGLES],
            bounded: [false; TRIANGLES],
        }
    }
}

impl Sieve {
    /// Looks at `count` triangles from number `start` on, `COUNT` at most; if some are left, which it says, their corners are
    /// there as a whole.
    fn run<const COUNT: usize>(
        self,
        level: Level,
        items: TriangleRefs<'_>,
        (start, count): (usize, usize),
        shaded: &[Vertices],
        corners: &mut Corners,
        found: &mut Found,
    ) -> bool {
        let are_inside = corners.are_inside(items, count);
        corners.take::<COUNT>(level, items, start, (shaded, are_inside));
        let any = if are_inside {
            level.run(First::<COUNT, true> {
                sieve: &self,
                corners,
                found,
            })
        } else {
            level.run(First::<COUNT, false> {
                sieve: &self,
                corners,
                found,
            })
        };
        if any {
            corners.take_windows::<COUNT>(level, items, start, shaded, &found.left);
        }
        any
    }
}

/// Looks at the first so many triangles; `INSIDE` says that their codes are all 0.
struct First<'a, const COUNT: usize, const INSIDE: bool> {
    sieve: &'a Sieve,
    corners: &'a Corners,
    found: &'a mut Found,
}

impl<const COUNT: usize, const INSIDE: bool> Pass for First<'_, COUNT, INSIDE> {
    /// Whether something is left of any.
    type Output = bool;

    #[inline(always)]
    fn call(self) -> bool {
        let First {
            sieve,
            corners,
            found,
        } = self;
        let Corners {
            codes: [codes_a, codes_b, codes_c],
            fixed: [[ax, bx, cx], [ay, by, cy]],
            ..
        } = corners;
        let Found { left, whole, bounded } = found;
        // What is true of triangles of a positive area, and of others: of front faces and of back faces, or the reverse.
        let of_areas = |[front, back]: [bool; 2]| {
            if sieve.clockwise {
                [back, front]
            } else {
                [front, back]
            }
        };
        let (culled, filled) = (of_areas(sieve.culled), of_areas(sieve.filled));
        let mut any = false;
        for at in 0..COUNT {
            // What its corners are outside of all says that a triangle is not seen; if one may be far, it is looked at alone.
            let (all, some) = if INSIDE {
                (0, 0)
            } else {
                let (a, b, c) = (codes_a[at], codes_b[at], codes_c[at]);
                (a & b & c, a | b | c)
            };
            let unseen = all & sieve.cuts | some & clip::NOT_FINITE;
            let alone = some & FAR;
            whole[at] = some & (sieve.inner | FAR) == 0;
            let area = cull::area_of_projected([[ax[at], ay[at]], [bx[at], by[at]], [cx[at], cy[at]]]);
            let (is_positive, is_none) = (area > 0, area == 0);
            let of_face = |[positive, other]: [bool; 2]| is_positive & positive | !is_positive & other;
            let nothing = of_face(culled) | of_face(filled) & is_none;
            bounded[at] = (alone == 0) & of_face(filled);
            let is_left = (unseen == 0) & ((alone != 0) | !nothing);
            left[at] = is_left;
            any |= is_left;
        }
        if !any {
            return false;
        }
        any = false;
        for at in 0..COUNT {
            let (xs, ys) = ([ax[at], bx[at], cx[at]], [ay[at], by[at], cy[at]]);
            let empty = |[a, b, c]: [i32; 3], low: i32, high: i32| {
                let [first, behind] = pixels(a.min(b).min(c), a.max(b).max(c), sieve.reach);
                first.max(low) >= behind.min(high)
            };
            let is_empty = empty(xs, sieve.area.x0, sieve.area.x1) | empty(ys, sieve.area.y0, sieve.area.y1);
            let is_left = left[at] & !(bounded[at] & is_empty);
            left[at] = is_left;
            any |= is_left;
        }
        any
    }
}
