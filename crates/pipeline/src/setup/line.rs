//! Setup of lines.

use super::{Setup, SetupWorker, unit_corner};
use crate::framebuffer::bounds::Bounds;
use crate::inter_stage::gradients::Gradients;
use crate::inter_stage::primitive_ref::PrimitiveRef;
use crate::inter_stage::primitives::{Primitives, SetupPrimitive};
use crate::inter_stage::vertices::{MADE, VertexNumber, VertexRef, Vertices, shaded_vertex};
use crate::raster::fixed::{Fixed, ONE};
use crate::raster::line::LineOutline;
use crate::raster::shape::{self, Pattern};
use crate::raster::{HalfPlane, Outline, Shape, Window, sampled, triangle};
use crate::setup::clip::{self, Corner};
use crate::state::point::MAX_POINT_SIZE;

impl Setup<'_> {
    /// The ends of a line as far as it can be projected; none if nothing is left.
    fn projectable_ends(&self, positions: [[f64; 4]; 3]) -> Option<[Corner; 2]> {
        let mut ends: [Corner; 2] = std::array::from_fn(|k| unit_corner(positions, k, 0));
        let is_projectable = |position: &[f64; 4]| clip::is_projectable(&self.projectable, *position);
        let left = positions[..2].iter().all(is_projectable)
            || clip::cut_line(&mut ends, clip::w_distance)
                && self
                    .projectable
                    .iter()
                    .all(|plane| clip::cut_line(&mut ends, |end| clip::distance(plane, end.position)));
        left.then_some(ends)
    }

    /// How far a line brings the pattern of those that follow it, in units of the grid: a pixel for each fragment of a line as
    /// wide as one, or its length where it is a rectangle.
    pub(crate) fn line_advance(&self, item: PrimitiveRef, shaded: &[Vertices]) -> i64 {
        let places = item.corners.map(|number| shaded_vertex(shaded, number));
        if !self.is_visible(&places[..2]) {
            return 0;
        }
        let ends = self.projectable_ends(places.map(|place| self.position(place).map(f64::from)));
        ends.map_or(0, |ends| {
            self.advance(ends.map(|end| self.projection.project(end.position.map(|v| v as f32))))
        })
    }

    pub(super) fn advance(&self, windows: [Window; 2]) -> i64 {
        if !self.has_rectangles() {
            let [from, to] = windows.map(|window| Fixed::snap(&window));
            let outline = LineOutline::new(from, to, 1.0);
            return outline.map_or(0, |outline| outline.steps() as i64 * ONE);
        }
        let [a, b] = windows;
        let (dx, dy) = (f64::from(b.x) - f64::from(a.x), f64::from(b.y) - f64::from(a.y));
        ((dx * dx + dy * dy).sqrt() * ONE as f64).round_ties_even() as i64
    }

    /// Whether lines are rectangles around themselves, not runs of pixels.
    fn has_rectangles(&self) -> bool {
        self.is_sampled || self.is_conservative || self.smooth[1]
    }

    pub(super) fn line(
        &self,
        item: PrimitiveRef,
        places: [VertexRef<'_>; 3],
        worker: &mut SetupWorker,
        out: &mut Primitives,
    ) {
        let positions = places.map(|place| self.position(place).map(f64::from));
        let Some(ends) = self.projectable_ends(positions) else {
            return;
        };
        let mut numbers = [item.corners[0], item.corners[1]];
        for (k, number) in numbers.iter_mut().enumerate() {
            if ends[k].position != positions[k] {
                *number = MADE | out.made.len() as u32;
                out.made.push_weighted(places, ends[k].weights, ends[k].position);
            }
        }
        let windows = ends.map(|end| self.projection.project(end.position.map(|v| v as f32)));
        worker.cuts.clear();
        if let Some(gradients) = self.line_gradients(windows, 0.0) {
            self.find_cuts(
                &ends,
                &gradients,
                windows.map(|w| w.reciprocal_w),
                places,
                &mut worker.cuts,
                true,
            );
            let ends = [(numbers[0], windows[0]), (numbers[1], windows[1])];
            let stipple = worker.stipples.first().copied().unwrap_or(0);
            self.push_line(
                (&item, true),
                ends,
                gradients,
                (&worker.cuts, self.area),
                stipple,
                out,
            );
        }
    }

    /// Adds a line between vertices, of a primitive that faces the front or not, inside `area` and the half-planes, whose
    /// pattern begins so many units of the grid before it.
    pub(super) fn push_line(
        &self,
        (item, front): (&PrimitiveRef, bool),
        ends: [(VertexNumber, Window); 2],
        gradients: Gradients,
        (cuts, area): (&[HalfPlane], Bounds),
        stipple: i64,
        out: &mut Primitives,
    ) {
        let windows = ends.map(|(_, window)| window);
        let Some((outline, bounds)) = self.line_outline(windows, stipple) else {
            return;
        };
        let bounds = bounds.intersect(area);
        if bounds.is_empty() {
            return;
        }
        let outline = self.keep(outline, bounds, !cuts.is_empty(), out);
        out.push(
            SetupPrimitive {
                outline,
                bounds,
                gradients,
                corners: [ends[0].0, ends[1].0, ends[1].0],
                origin: item.origin(front),
                point: false,
            },
            cuts,
        );
    }

    /// The outline of a line and the bounds of its pixels; none if it has no length. Where samples are covered it is a
    /// rectangle around the line (GL 2.1, 3.4.4), and where it is antialiased (3.4.2.2).
    fn line_outline(&self, windows: [Window; 2], before: i64) -> Option<(Outline, Bounds)> {
        let stipple = self.context.line_stipple;
        if !self.has_rectangles() {
            let [from, to] = windows.map(|window| Fixed::snap(&window));
            let outline = LineOutline::new(from, to, self.context.line_width)?;
            let outline = match stipple {
                Some(stipple) => outline.stippled(stipple, (before / ONE).cast_unsigned()),
                None => outline,
            };
            return Some((Outline::Line(outline), outline.bounds()));
        }
        let [a, b] = windows;
        let (dx, dy) = (f64::from(b.x) - f64::from(a.x), f64::from(b.y) - f64::from(a.y));
        let length = (dx * dx + dy * dy).sqrt();
        let half = f64::from(self.context.line_width.clamp(0.0, MAX_POINT_SIZE)) / 2.0;
        let (right, up) = (-dy / length * half, dx / length * half);
        let corner = |window: Window, side: f64| {
            Fixed::snap(&Window {
                x: (f64::from(window.x) + side * right) as f32,
                y: (f64::from(window.y) + side * up) as f32,
                ..window
            })
        };
        let corners = [corner(a, -1.0), corner(b, -1.0), corner(b, 1.0), corner(a, 1.0)];
        let bounds = triangle::bounds(&corners, self.reach());
        if length.is_nan() || length <= 0.0 {
            return None;
        }
        let edges = sampled::rectangle(corners);
        let outline = match stipple {
            _ if self.is_conservative => Outline::Conservative(Shape::Polygon(edges), false),
            Some(stipple) => {
                let pattern = Pattern::new(stipple, before, shape::edge_length(corners));
                let shape = Shape::Stippled(edges, pattern);
                if self.smooth[1] {
                    Outline::Smooth(shape, false)
                } else {
                    Outline::Sampled(shape)
                }
            }
            None if self.smooth[1] => Outline::Smooth(Shape::Polygon(edges), false),
            None => Outline::Rectangle(edges),
        };
        Some((outline, bounds))
    }

    /// Gradients along a line; none if it has no length. Of pixels, the way along it is measured on its major axis,
    /// so that all pixels of a column of a wide line have the same values (GL 2.1, 3.4.2.1); of samples, it is the
    /// way to the foot of the perpendicular (equation 3.5).
    pub(super) fn line_gradients(&self, windows: [Window; 2], offset: f64) -> Option<Gradients> {
        let [a, b] = windows;
        let (dx, dy) = (f64::from(b.x) - f64::from(a.x), f64::from(b.y) - f64::from(a.y));
        let first = if self.has_rectangles() {
            let square = dx * dx + dy * dy;
            [dx / square, dy / square]
        } else if dx.abs() >= dy.abs() {
            [1.0 / dx, 0.0]
        } else {
            [0.0, 1.0 / dy]
        };
        (dx != 0.0 || dy != 0.0).then(|| Gradients {
            origin: [f64::from(a.x), f64::from(a.y)],
            first,
            second: [0.0; 2],
            reciprocal_w: [a.reciprocal_w, b.reciprocal_w, b.reciprocal_w],
            depth: [a.z, b.z, b.z].map(|z| f64::from(z) + offset),
        })
    }
}
