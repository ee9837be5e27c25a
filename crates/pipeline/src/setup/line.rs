//! Setup of lines.

use super::{Setup, SetupWorker, unit_corner};
use crate::framebuffer::bounds::Bounds;
use crate::inter_stage::gradients::Gradients;
use crate::inter_stage::primitive_ref::{Origin, PrimitiveRef};
use crate::inter_stage::primitives::{NewPrimitive, Primitives};
use crate::inter_stage::vertices::{MADE, VertexNumber, VertexRef};
use crate::raster::fixed::Fixed;
use crate::raster::line::LineOutline;
use crate::raster::{HalfPlane, Outline, Window, sampled, triangle};
use crate::setup::clip::{self, Corner};
use crate::state::point::MAX_POINT_SIZE;

impl Setup<'_> {
    pub(super) fn line(
        &self,
        item: PrimitiveRef,
        places: [VertexRef<'_>; 3],
        worker: &mut SetupWorker,
        out: &mut Primitives,
    ) {
        let positions = places.map(|place| place.position().map(f64::from));
        let mut ends: [Corner; 2] = std::array::from_fn(|k| unit_corner(positions, k, 0));
        let mut numbers = [item.corners[0], item.corners[1]];
        if !positions[..2]
            .iter()
            .all(|position| clip::is_projectable(&self.projectable, *position))
        {
            let left = clip::cut_line(&mut ends, clip::w_distance)
                && self
                    .projectable
                    .iter()
                    .all(|plane| clip::cut_line(&mut ends, |end| clip::distance(plane, end.position)));
            if !left {
                return;
            }
            for (number, end) in numbers.iter_mut().zip(&ends) {
                *number = MADE | out.made.len() as u32;
                out.made.push_weighted(places, end.weights, end.position);
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
            self.push_line(item.origin(true), ends, gradients, (&worker.cuts, self.area), out);
        }
    }

    /// Adds a line between vertices, inside `area` and the half-planes.
    pub(super) fn push_line(
        &self,
        origin: Origin,
        ends: [(VertexNumber, Window); 2],
        gradients: Gradients,
        (cuts, area): (&[HalfPlane], Bounds),
        out: &mut Primitives,
    ) {
        let windows = ends.map(|(_, window)| window);
        let Some((outline, bounds)) = self.line_outline(windows) else {
            return;
        };
        let bounds = bounds.intersect(area);
        if bounds.is_empty() {
            return;
        }
        out.push(NewPrimitive {
            outline,
            bounds,
            gradients,
            corners: [ends[0].0, ends[1].0, ends[1].0],
            origin,
            point: false,
            cuts,
        });
    }

    /// The outline of a line and the bounds of its pixels; none if it has no length. Where samples are covered it is a
    /// rectangle around the line (GL 2.1, 3.4.4).
    fn line_outline(&self, windows: [Window; 2]) -> Option<(Outline, Bounds)> {
        if !self.is_sampled {
            let [from, to] = windows.map(|window| Fixed::snap(&window));
            let outline = LineOutline::new(from, to, self.context.line_width)?;
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
        (length > 0.0).then(|| (Outline::Rectangle(sampled::rectangle(corners)), bounds))
    }

    /// Gradients along a line; none if it has no length. Of pixels, the way along it is measured on its major axis,
    /// so that all pixels of a column of a wide line have the same values (GL 2.1, 3.4.2.1); of samples, it is the
    /// way to the foot of the perpendicular (equation 3.5).
    pub(super) fn line_gradients(&self, windows: [Window; 2], offset: f64) -> Option<Gradients> {
        let [a, b] = windows;
        let (dx, dy) = (f64::from(b.x) - f64::from(a.x), f64::from(b.y) - f64::from(a.y));
        let first = if self.is_sampled {
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
