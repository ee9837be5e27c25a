//! Setup of triangles: filled, or handed to `outline`.

use super::{Setup, SetupWorker};
use crate::framebuffer::DepthFormat;
use crate::framebuffer::bounds::Bounds;
use crate::inter_stage::gradients::Gradients;
use crate::inter_stage::primitive_ref::PrimitiveRef;
use crate::inter_stage::primitives::{CompactOutline, Primitives, SetupPrimitive};
use crate::inter_stage::vertices::{MADE, VertexNumber, VertexRef};
use crate::raster::fixed::Fixed;
use crate::raster::{Outline, Shape, Window, triangle};
use crate::setup::cull;
use crate::state::{CLIP_DISTANCES, PolygonMode};

/// Most corners of a cut triangle: three, and one for each of the planes of the frustum, of what can be
/// projected, and of the user.
const MAX_CORNERS: usize = 3 + 6 + 6 + CLIP_DISTANCES;

impl Setup<'_> {
    pub(super) fn triangle(
        &self,
        item: PrimitiveRef,
        places: [VertexRef<'_>; 3],
        worker: &mut SetupWorker,
        out: &mut Primitives,
    ) {
        let is_whole = places.iter().all(|place| self.is_projectable(*place));
        let whole = places.map(|place| self.window(place));
        if is_whole && self.is_nothing(whole) {
            return;
        }
        if is_whole && self.is_uncut(places) {
            let fixed = whole.map(|window| Fixed::snap(&window));
            return self.fill_whole(item, whole, fixed, out);
        }
        self.begin_polygon(&item, places, is_whole, worker);
        worker.made.clear();
        if is_whole {
            worker.made.extend(item.corners.into_iter().zip(whole));
        } else {
            self.make(places, worker, out);
        }
        let area = polygon_area(&worker.made);
        let front = cull::is_front(area, &self.polygon);
        if cull::is_culled(front, &self.polygon) {
            return;
        }
        match self.polygon.mode[usize::from(!front)] {
            PolygonMode::Fill if area == 0 => {}
            PolygonMode::Fill => self.fill(item, places, front, worker, out),
            mode @ (PolygonMode::Line | PolygonMode::Point) => {
                self.outline(mode, item, places, front, worker, out);
            }
        }
    }

    /// Whether a triangle that can be projected is filled and lies inside of all planes at which pixels are cut.
    fn is_uncut(&self, places: [VertexRef<'_>; 3]) -> bool {
        // The sides of the frustum are those of the area, if they are sides of pixels.
        let cuts = (1 << self.frustum.len()) - (1 << self.cut_sides);
        let outside = places.iter().fold(0, |all, place| all | self.outcode(*place));
        self.polygon.mode == [PolygonMode::Fill; 2]
            && outside & cuts == 0
            && places[0].vertices.distances.is_empty()
    }

    /// Adds a triangle that is neither cut nor culled, and covers some area; by its corners on the subpixel grid too.
    fn fill_whole(&self, item: PrimitiveRef, windows: [Window; 3], fixed: [Fixed; 3], out: &mut Primitives) {
        let area = cull::area(fixed);
        let bounds = triangle::bounds(&fixed, self.reach()).intersect(self.fill_area);
        let gradients = triangle_gradients(windows, fixed, area);
        let outline = self.polygon(fixed, area, out);
        self.push_whole(item, outline, bounds, (gradients, area), out);
    }

    /// Adds a filled triangle that nothing cuts, before polygon offset.
    #[inline(always)]
    pub(super) fn push_whole(
        &self,
        item: PrimitiveRef,
        outline: CompactOutline,
        bounds: Bounds,
        (mut gradients, area): (Gradients, i64),
        out: &mut Primitives,
    ) {
        if self.polygon.offset_enabled[2] {
            let offset = self.offset(&gradients);
            gradients.depth = gradients.depth.map(|depth| depth + offset);
        }
        out.push(
            SetupPrimitive {
                outline,
                bounds,
                gradients,
                corners: item.corners,
                origin: item.origin(cull::is_front(area, &self.polygon)),
                point: false,
            },
            &[],
        );
    }

    /// The outline of a filled triangle.
    pub(super) fn polygon(&self, fixed: [Fixed; 3], area: i64, out: &mut Primitives) -> CompactOutline {
        let corners = triangle::Corners::new(fixed, area);
        if self.is_conservative {
            out.keep(Outline::Conservative(Shape::polygon(&corners.edges()), true))
        } else if self.smooth[2] {
            out.keep(Outline::Smooth(Shape::polygon(&corners.edges()), true))
        } else {
            CompactOutline::Triangle(corners)
        }
    }

    /// Whether a triangle that needs no cut is culled, or filled and covers no pixel for its size or place.
    fn is_nothing(&self, windows: [Window; 3]) -> bool {
        let fixed = windows.map(|window| Fixed::snap(&window));
        let area = cull::area(fixed);
        let front = cull::is_front(area, &self.polygon);
        let is_filled = self.polygon.mode[usize::from(!front)] == PolygonMode::Fill;
        let covers = || {
            let bounds = triangle::bounds(&fixed, self.reach()).intersect(self.fill_area);
            area != 0 && !bounds.is_empty()
        };
        cull::is_culled(front, &self.polygon) || is_filled && !covers()
    }

    /// Makes vertices of the polygon's corners and projects them.
    pub(super) fn make(&self, places: [VertexRef<'_>; 3], worker: &mut SetupWorker, out: &mut Primitives) {
        worker.made.clear();
        debug_assert!(worker.polygon.len() <= MAX_CORNERS, "a plane adds one corner");
        for corner in &worker.polygon {
            let number = MADE | out.made.len() as u32;
            out.made.push_weighted(places, corner.weights, corner.position);
            let position = corner.position.map(|value| value as f32);
            worker.made.push((number, self.projection.project(position)));
        }
    }

    fn fill(
        &self,
        item: PrimitiveRef,
        places: [VertexRef<'_>; 3],
        front: bool,
        worker: &mut SetupWorker,
        out: &mut Primitives,
    ) {
        for k in 1..worker.made.len().saturating_sub(1) {
            let corners = [worker.made[0], worker.made[k], worker.made[k + 1]];
            let windows = corners.map(|(_, window)| window);
            let fixed = windows.map(|window| Fixed::snap(&window));
            let area = cull::area(fixed);
            if area == 0 {
                continue;
            }
            let bounds = triangle::bounds(&fixed, self.reach()).intersect(self.fill_area);
            if bounds.is_empty() {
                continue;
            }
            let mut gradients = triangle_gradients(windows, fixed, area);
            worker.cuts.clear();
            let ends = [worker.polygon[0], worker.polygon[k], worker.polygon[k + 1]];
            let reciprocal_w = gradients.reciprocal_w;
            self.find_cuts(&ends, &gradients, reciprocal_w, places, &mut worker.cuts, false);
            if self.polygon.offset_enabled[2] {
                let offset = self.offset(&gradients);
                gradients.depth = gradients.depth.map(|depth| depth + offset);
            }
            let outline = self.polygon(fixed, area, out);
            out.push(
                SetupPrimitive {
                    outline,
                    bounds,
                    gradients,
                    corners: corners.map(|(number, _)| number),
                    origin: item.origin(front),
                    point: false,
                },
                &worker.cuts,
            );
        }
    }

    /// Polygon offset: m·factor + r·units, with m the larger slope of depth along x and y, and r the least
    /// difference that depth values surely show (GL 2.1, 3.5.5); bounded by a clamp (ARB_polygon_offset_clamp).
    pub(super) fn offset(&self, gradients: &Gradients) -> f64 {
        let [factor, units] = self.polygon.offset.map(f64::from);
        let [a, b] = gradients.depth().gradient;
        let slope = a.abs().max(b.abs());
        let resolution = match self.depth {
            Some(DepthFormat::Depth16) => 1.0 / f64::from(1 << 16),
            Some(DepthFormat::Depth24) | None => 1.0 / f64::from(1 << 24),
            Some(DepthFormat::Depth32) => 1.0 / (1u64 << 32) as f64,
            Some(DepthFormat::Depth32F) => {
                let deepest = gradients.depth.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
                // The unit in the last place of the largest depth: its exponent less the 23 fraction bits.
                let exponent = ((deepest as f32).to_bits() >> 23 & 0xff) as i32;
                f64::from_bits(((1023 + exponent - 127 - 23) as u64) << 52)
            }
        };
        let offset = slope * factor + resolution * units;
        let bound = f64::from(self.context.polygon.offset_clamp);
        if bound > 0.0 {
            offset.min(bound)
        } else if bound < 0.0 {
            offset.max(bound)
        } else {
            offset
        }
    }
}

/// Twice the area of a polygon on the subpixel grid.
pub(super) fn polygon_area(corners: &[(VertexNumber, Window)]) -> i64 {
    let fixed = |k: usize| Fixed::snap(&corners[k].1);
    (1..corners.len().saturating_sub(1))
        .map(|k| cull::area([fixed(0), fixed(k), fixed(k + 1)]))
        .sum()
}

/// Gradients from the corners as they are; from the snapped ones where those differ in winding, so that the
/// values of a sliver stay near those of its corners.
#[inline(always)]
pub(super) fn triangle_gradients(windows: [Window; 3], fixed: [Fixed; 3], area: i64) -> Gradients {
    let [a, b, c] = windows;
    let exact = [exact(a), exact(b), exact(c)];
    let [a, b, c] = fixed;
    let snapped = [snapped(a), snapped(b), snapped(c)];
    let snapped_area = area as f64 / 65536.0;
    let exact_area = double_area(exact);
    // Without a branch, for those who measure many, in whose loops all is chosen by bits.
    let is_exact = (exact_area * snapped_area > 0.0) & (exact_area.abs() > snapped_area.abs() / 4.0);
    let choose = |exact: f64, snapped: f64| chosen(is_exact, exact, snapped);
    let corner = |k: usize| {
        let ([x, y], [snapped_x, snapped_y]) = (exact[k], snapped[k]);
        [choose(x, snapped_x), choose(y, snapped_y)]
    };
    let (a, b, c) = (corner(0), corner(1), corner(2));
    let area = choose(exact_area, snapped_area);
    let ratio = |side: f64| chosen(area == 0.0, 0.0, side / area);
    let (first_x, first_y) = (ratio(c[1] - a[1]), ratio(a[0] - c[0]));
    let (second_x, second_y) = (ratio(a[1] - b[1]), ratio(b[0] - a[0]));
    let [p, q, r] = windows;
    Gradients {
        origin: a,
        first: [first_x, first_y],
        second: [second_x, second_y],
        reciprocal_w: [p.reciprocal_w, q.reciprocal_w, r.reciprocal_w],
        depth: [f64::from(p.z), f64::from(q.z), f64::from(r.z)],
    }
}

/// `first` if `is_first`, else `second`, without a branch.
#[inline(always)]
fn chosen(is_first: bool, first: f64, second: f64) -> f64 {
    let bits = u64::from(is_first).wrapping_neg();
    f64::from_bits(first.to_bits() & bits | second.to_bits() & !bits)
}

#[inline(always)]
fn exact(window: Window) -> [f64; 2] {
    [f64::from(window.x), f64::from(window.y)]
}

/// The window coordinates of a place on the subpixel grid.
#[inline(always)]
fn snapped(fixed: Fixed) -> [f64; 2] {
    [fixed.x as f64 / 256.0 + 0.5, fixed.y as f64 / 256.0 + 0.5]
}

#[inline(always)]
fn double_area([a, b, c]: [[f64; 2]; 3]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
}
