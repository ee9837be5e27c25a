//! Set-up of many triangles: those of which nothing is to be seen are found in passes over many of them, and what is left
//! is [measured](super::measured) together where nothing cuts it.

use quadrille_numerics::level::{Level, Pass};

use super::corners::{Corners, TRIANGLES};
use super::measured::{LANES, pixels};
use super::project::FAR;
use super::{Setup, SetupWorker, clip, cull};
use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::window::{bits_of, for_each_lane};
use crate::inter_stage::primitive_ref::TriangleRefs;
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
            let (mut left, mut whole) = ([false; TRIANGLES], [false; TRIANGLES]);
            let sieve = Sieve {
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
            let corners = &mut worker.corners;
            if count <= SOME {
                sieve.run::<SOME>(level, items, (start, count), shaded, corners);
            } else {
                sieve.run::<TRIANGLES>(level, items, (start, count), shaded, corners);
            }
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
        self.fill_measured(level, &mut worker.measured, out);
    }
}

/// Finds the triangles of which something may be seen.
struct Sieve<'a> {
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

impl Sieve<'_> {
    /// Looks at `count` triangles from number `start` on, `COUNT` at most; if some are left, their corners are there as a
    /// whole.
    fn run<const COUNT: usize>(
        self,
        level: Level,
        items: TriangleRefs<'_>,
        (start, count): (usize, usize),
        shaded: &[Vertices],
        corners: &mut Corners,
    ) {
        corners.take::<COUNT>(level, items, start, shaded);
        let left = level.run(First::<COUNT> { sieve: self, corners });
        if left[..count].contains(&true) {
            corners.take_windows::<COUNT>(level, items, start, shaded, left);
        }
    }
}

/// Looks at the first so many triangles.
struct First<'a, 'c, const COUNT: usize> {
    sieve: Sieve<'a>,
    corners: &'c Corners,
}

impl<'a, const COUNT: usize> Pass for First<'a, '_, COUNT> {
    /// Whether something is left of each.
    type Output = &'a [bool; TRIANGLES];

    #[inline(always)]
    fn call(self) -> &'a [bool; TRIANGLES] {
        let First { sieve, corners } = self;
        let Corners {
            codes: [codes_a, codes_b, codes_c],
            fixed: [[ax, bx, cx], [ay, by, cy]],
            ..
        } = corners;
        // What is true of triangles of a positive area, and of others: of front faces and of back faces, or the reverse.
        let of_areas = |[front, back]: [bool; 2]| {
            if sieve.clockwise {
                [back, front]
            } else {
                [front, back]
            }
        };
        let (culled, filled) = (of_areas(sieve.culled), of_areas(sieve.filled));
        for at in 0..COUNT {
            // What its corners are outside of all says that a triangle is not seen; if one may be far, it is looked at alone.
            let (a, b, c) = (codes_a[at], codes_b[at], codes_c[at]);
            let (all, some) = (a & b & c, a | b | c);
            let unseen = all & sieve.cuts | some & clip::NOT_FINITE;
            let alone = some & FAR;
            sieve.whole[at] = some & (sieve.inner | FAR) == 0;
            let (xs, ys) = ([ax[at], bx[at], cx[at]], [ay[at], by[at], cy[at]]);
            let area = cull::area_of_projected([[ax[at], ay[at]], [bx[at], by[at]], [cx[at], cy[at]]]);
            let empty = |[a, b, c]: [i32; 3], low: i32, high: i32| {
                let [first, behind] = pixels(a.min(b).min(c), a.max(b).max(c), sieve.reach);
                first.max(low) >= behind.min(high)
            };
            let is_empty = empty(xs, sieve.area.x0, sieve.area.x1) | empty(ys, sieve.area.y0, sieve.area.y1);
            let (is_positive, is_none) = (area > 0, area == 0);
            let of_face = |[positive, other]: [bool; 2]| is_positive & positive | !is_positive & other;
            let nothing = of_face(culled) | of_face(filled) & (is_none | is_empty);
            sieve.left[at] = (unseen == 0) & ((alone != 0) | !nothing);
        }
        sieve.left
    }
}
