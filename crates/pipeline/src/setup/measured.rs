//! The gradients, bounds and covered pixels of filled triangles that nothing cuts, in passes over many of them.

use quadrille_numerics::level::{Level, Pass};

use super::Setup;
use super::corners::Corners;
use super::cull;
use super::triangle::triangle_gradients;
use crate::framebuffer::bounds::Bounds;
use crate::inter_stage::gradients::Gradients;
use crate::inter_stage::plane::BLOCK;
use crate::inter_stage::primitive_ref::PrimitiveRef;
use crate::inter_stage::primitives::{CompactOutline, Primitives};
use crate::raster::fixed::{self, Fixed};
use crate::raster::{Covered, Window};

/// Triangles of a pass, at most.
pub(super) const LANES: usize = 64;

/// Triangles of a shorter pass.
const FEW: usize = 16;

/// A number of each triangle.
type Plane<T> = [T; LANES];

/// Pixels on a side of the window in which the pixels of a triangle are looked for.
const SIDE: i32 = BLOCK as i32;

/// Triangles that are measured together, kept from one pass to the next.
pub(super) struct Measured {
    items: Vec<PrimitiveRef>,
    /// For each corner x and y on the subpixel grid.
    fixed: [[Plane<i32>; 2]; 3],
    /// For each corner x, y, z and 1/w.
    window: [[Plane<f32>; 4]; 3],
    area: Plane<i64>,
    /// Corner 0 and the changes of λ1 and λ2, as in [`Gradients`].
    gradients: [[Plane<f64>; 2]; 3],
    /// Columns and rows, from the first to the one behind the last.
    bounds: [[Plane<i32>; 2]; 2],
    /// The lower left pixels of the windows of [`SIDE`]×[`SIDE`] pixels around small triangles, both even.
    even: [Plane<i32>; 2],
    /// Whether the window holds the triangle.
    is_small: Plane<bool>,
    /// The edges at the first pixel of a row of the window, and their changes to the right and upwards.
    edges: [[Plane<i32>; 3]; 3],
    /// The covered pixels of the lower and the upper half of the window, in the order of lanes.
    covered: [Plane<u32>; 2],
}

impl Default for Measured {
    fn default() -> Measured {
        Measured {
            items: Vec::with_capacity(LANES),
            fixed: [[[0; LANES]; 2]; 3],
            window: [[[0.0; LANES]; 4]; 3],
            area: [0; LANES],
            gradients: [[[0.0; LANES]; 2]; 3],
            bounds: [[[0; LANES]; 2]; 2],
            even: [[0; LANES]; 2],
            is_small: [false; LANES],
            edges: [[[0; LANES]; 3]; 3],
            covered: [[0; LANES]; 2],
        }
    }
}

impl Measured {
    pub(super) fn is_full(&self) -> bool {
        self.items.len() == LANES
    }

    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Takes a triangle that is number `at` of a pass. There must be room.
    pub(super) fn take(&mut self, item: PrimitiveRef, corners: &Corners, at: usize) {
        let lane = self.items.len() % LANES;
        self.items.push(item);
        for corner in 0..3 {
            for (to, from) in self.fixed[corner].iter_mut().zip(&corners.fixed) {
                to[lane] = from[corner][at];
            }
            for (to, from) in self.window[corner].iter_mut().zip(&corners.window) {
                to[lane] = from[corner][at];
            }
        }
    }

    /// Takes as many triangles as there is room for, from number `first` of a pass on. There must be none.
    pub(super) fn take_all(
        &mut self,
        items: impl Iterator<Item = PrimitiveRef>,
        corners: &Corners,
        first: usize,
    ) {
        self.items.extend(items);
        let lanes = first..first + LANES;
        for corner in 0..3 {
            for (to, from) in self.fixed[corner].iter_mut().zip(&corners.fixed) {
                to.copy_from_slice(&from[corner][lanes.clone()]);
            }
            for (to, from) in self.window[corner].iter_mut().zip(&corners.window) {
                to.copy_from_slice(&from[corner][lanes.clone()]);
            }
        }
    }

    #[inline(always)]
    fn windows(&self, lane: usize) -> [Window; 3] {
        let [a, b, c] = &self.window;
        [window(a, lane), window(b, lane), window(c, lane)]
    }

    #[inline(always)]
    fn snapped(&self, lane: usize) -> [Fixed; 3] {
        let [a, b, c] = &self.fixed;
        [grid(a, lane), grid(b, lane), grid(c, lane)]
    }

    fn bounds(&self, lane: usize) -> Bounds {
        let [[x0, x1], [y0, y1]] = self
            .bounds
            .each_ref()
            .map(|ends| ends.each_ref().map(|end| end[lane]));
        Bounds { x0, y0, x1, y1 }
    }

    fn gradients(&self, lane: usize) -> Gradients {
        let [origin, first, second] = self
            .gradients
            .each_ref()
            .map(|axes| axes.each_ref().map(|axis| axis[lane]));
        Gradients {
            origin,
            first,
            second,
            reciprocal_w: self.window.each_ref().map(|planes| planes[3][lane]),
            depth: self.window.each_ref().map(|planes| f64::from(planes[2][lane])),
        }
    }

    fn covered(&self, lane: usize) -> Covered {
        let [low, high] = self.covered.each_ref().map(|half| u64::from(half[lane]));
        Covered {
            x: self.even[0][lane] as u16,
            y: self.even[1][lane] as u16,
            pixels: low | high << 32,
        }
    }
}

#[inline(always)]
fn window([x, y, z, reciprocal_w]: &[Plane<f32>; 4], lane: usize) -> Window {
    Window {
        x: x[lane],
        y: y[lane],
        z: z[lane],
        reciprocal_w: reciprocal_w[lane],
    }
}

#[inline(always)]
fn grid(axes: &[Plane<i32>; 2], lane: usize) -> Fixed {
    Fixed {
        x: i64::from(axes[0][lane]),
        y: i64::from(axes[1][lane]),
    }
}

impl Setup<'_> {
    /// Adds the triangles that were taken, none of which is cut or culled, and which cover some area each.
    pub(super) fn fill_measured(&self, level: Level, measured: &mut Measured, out: &mut Primitives) {
        if measured.items.is_empty() {
            return;
        }
        let may_be_covered = self.finds_pixels() && !self.smooth[2];
        let (reach, area, covers) = (self.reach() as i32, self.fill_area, may_be_covered);
        if measured.items.len() <= FEW {
            level.run(Measure::<FEW> {
                measured,
                reach,
                area,
                covers,
            });
        } else {
            level.run(Measure::<LANES> {
                measured,
                reach,
                area,
                covers,
            });
        }
        for (lane, item) in measured.items.iter().enumerate() {
            let (area, bounds) = (measured.area[lane], measured.bounds(lane));
            let outline = if may_be_covered && measured.is_small[lane] {
                CompactOutline::Covered(measured.covered(lane).within(bounds))
            } else {
                self.polygon(measured.snapped(lane), area, out)
            };
            self.push_whole(*item, outline, bounds, (measured.gradients(lane), area), out);
        }
        measured.items.clear();
    }
}

/// Measures the first so many triangles.
struct Measure<'a, const COUNT: usize> {
    measured: &'a mut Measured,
    /// As [`Setup::reach`].
    reach: i32,
    area: Bounds,
    /// Whether the pixels of small triangles are to be found.
    covers: bool,
}

impl<const COUNT: usize> Pass for Measure<'_, COUNT> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Measure {
            measured,
            reach,
            area,
            covers,
        } = self;
        for lane in 0..COUNT {
            let [a, b, c] = &measured.fixed;
            let corners = [
                [a[0][lane], a[1][lane]],
                [b[0][lane], b[1][lane]],
                [c[0][lane], c[1][lane]],
            ];
            measured.area[lane] = cull::area_of_projected(corners);
        }
        for lane in 0..COUNT {
            let made = triangle_gradients(
                measured.windows(lane),
                measured.snapped(lane),
                measured.area[lane],
            );
            for axis in 0..2 {
                measured.gradients[0][axis][lane] = made.origin[axis];
                measured.gradients[1][axis][lane] = made.first[axis];
                measured.gradients[2][axis][lane] = made.second[axis];
            }
        }
        let ends = [[area.x0, area.x1], [area.y0, area.y1]];
        for (axis, [low, high]) in ends.into_iter().enumerate() {
            for lane in 0..COUNT {
                let [a, b, c] = [
                    measured.fixed[0][axis][lane],
                    measured.fixed[1][axis][lane],
                    measured.fixed[2][axis][lane],
                ];
                let (least, most) = (a.min(b).min(c), a.max(b).max(c));
                let [first, behind] = pixels(least, most, reach);
                measured.bounds[axis][0][lane] = first.max(low);
                measured.bounds[axis][1][lane] = behind.min(high);
            }
        }
        if covers {
            measured.cover::<COUNT>();
        }
    }
}

/// `triangle::bounds` along an axis in 32 bits.
#[inline(always)]
pub(super) fn pixels(least: i32, most: i32, reach: i32) -> [i32; 2] {
    let first = (least - reach + (fixed::ONE as i32 - 1)) >> fixed::BITS;
    let behind = ((most + reach) >> fixed::BITS) + 1;
    [first, behind]
}

impl Measured {
    /// Finds the pixels of the triangles that lie in windows.
    #[inline(always)]
    fn cover<const COUNT: usize>(&mut self) {
        let mut rows = 0;
        for lane in 0..COUNT {
            let [x, y] = [self.bounds[0][0][lane] & !1, self.bounds[1][0][lane] & !1];
            let [width, height] = [self.bounds[0][1][lane] - x, self.bounds[1][1][lane] - y];
            self.even[0][lane] = x;
            self.even[1][lane] = y;
            // The corners lie near the bounds, unless these were cut.
            let [a, b, c] = &self.fixed;
            let is_far = |at: i32, from: i32| (at - (from << fixed::BITS)).unsigned_abs() > REACH;
            let far_x = is_far(a[0][lane], x) | is_far(b[0][lane], x) | is_far(c[0][lane], x);
            let far_y = is_far(a[1][lane], y) | is_far(b[1][lane], y) | is_far(c[1][lane], y);
            let is_small = (width <= SIDE) & (height <= SIDE) & !far_x & !far_y;
            self.is_small[lane] = is_small;
            rows = rows.max(if is_small { height } else { 0 });
        }
        self.covered = [[0; LANES]; 2];
        // From the window's lower left pixel, counter-clockwise as `triangle::edges` has them.
        let mut near = [[[0; COUNT]; 2]; 3];
        for axis in 0..2 {
            for lane in 0..COUNT {
                let first = self.even[axis][lane] << fixed::BITS;
                let [a, b, c] = &self.fixed;
                let a = a[axis][lane].wrapping_sub(first);
                let b = b[axis][lane].wrapping_sub(first);
                let c = c[axis][lane].wrapping_sub(first);
                let is_positive = self.area[lane] > 0;
                near[0][axis][lane] = a;
                near[1][axis][lane] = if is_positive { b } else { c };
                near[2][axis][lane] = if is_positive { c } else { b };
            }
        }
        for edge in 0..3 {
            let (from, to) = (&near[edge], &near[(edge + 1) % 3]);
            for lane in 0..COUNT {
                let (dx, dy) = (
                    to[0][lane].wrapping_sub(from[0][lane]),
                    to[1][lane].wrapping_sub(from[1][lane]),
                );
                let left_or_bottom = (dy < 0) | (dy == 0) & (dx > 0);
                let at_first = dy
                    .wrapping_mul(from[0][lane])
                    .wrapping_sub(dx.wrapping_mul(from[1][lane]));
                self.edges[0][edge][lane] = at_first.wrapping_sub(i32::from(!left_or_bottom));
                self.edges[1][edge][lane] = dy.wrapping_mul(-(fixed::ONE as i32));
                self.edges[2][edge][lane] = dx.wrapping_mul(fixed::ONE as i32);
            }
        }
        let [values, right, up] = &mut self.edges;
        for row in 0..rows {
            let half = &mut self.covered[usize::from(row >= SIDE / 2)];
            let shift = row % (SIDE / 2) / 2 * 2 * SIDE + row % 2 * 2;
            for lane in 0..COUNT {
                let [mut a, mut b, mut c] = [values[0][lane], values[1][lane], values[2][lane]];
                let mut pixels = 0;
                for column in 0..SIDE {
                    let is_inside = ((!(a | b | c)).cast_unsigned()) >> 31;
                    pixels |= is_inside << (column / 2 * 4 + column % 2);
                    a = a.wrapping_add(right[0][lane]);
                    b = b.wrapping_add(right[1][lane]);
                    c = c.wrapping_add(right[2][lane]);
                }
                half[lane] |= pixels << shift;
                for edge in 0..3 {
                    values[edge][lane] = values[edge][lane].wrapping_add(up[edge][lane]);
                }
            }
        }
    }
}

/// How far from a window's first pixel corners may lie, in units of the grid: twice the window, so that the values of
/// edges have no more than 31 bits in it.
const REACH: u32 = (2 * SIDE as u32) << fixed::BITS;
