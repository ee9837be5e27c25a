//! Setup of points.

use super::Setup;
use crate::framebuffer::bounds::Bounds;
use crate::inter_stage::gradients::Gradients;
use crate::inter_stage::primitive_ref::PrimitiveRef;
use crate::inter_stage::primitives::{Primitives, SetupPrimitive};
use crate::inter_stage::vertices::{VertexNumber, VertexRef};
use crate::raster::fixed::Fixed;
use crate::raster::sampled::{self, Disc};
use crate::raster::{Outline, Shape, Window, point, triangle};

impl Setup<'_> {
    pub(super) fn point(&self, item: PrimitiveRef, place: VertexRef<'_>, out: &mut Primitives) {
        if !self.is_projectable(place) {
            return;
        }
        let size = point::clamp_size(place.vertices.point_size.get(place.at));
        let window = self.window(place);
        self.push_point(
            (&item, true),
            (item.corners[0], window),
            size,
            (0.0, self.area),
            out,
        );
    }

    /// Adds a point at a vertex, inside `area`, of a primitive that faces the front or not; `offset` is added to its depth.
    pub(super) fn push_point(
        &self,
        (item, front): (&PrimitiveRef, bool),
        (corner, window): (VertexNumber, Window),
        size: f32,
        (offset, area): (f64, Bounds),
        out: &mut Primitives,
    ) {
        let sprite = self.context.point.sprite;
        let (outline, bounds) = self.point_outline(&window, size);
        let bounds = bounds.intersect(area);
        if bounds.is_empty() {
            return;
        }
        let step = 1.0
            / f64::from(if sprite {
                size
            } else {
                (size + 0.5).floor().max(1.0)
            });
        let upwards = if self.context.point.lower_left_origin {
            step
        } else {
            -step
        };
        let outline = self.keep(outline, bounds, false, out);
        out.push(
            SetupPrimitive {
                outline,
                bounds,
                gradients: Gradients {
                    origin: [f64::from(window.x), f64::from(window.y)],
                    first: [step, 0.0],
                    second: [0.0, upwards],
                    reciprocal_w: [window.reciprocal_w; 3],
                    depth: [f64::from(window.z) + offset; 3],
                },
                corners: [corner; 3],
                origin: item.origin(front),
                point: true,
            },
            &[],
        );
    }

    /// The outline of a point and the bounds of its pixels. Where samples are covered, or it is antialiased, it is a disc,
    /// or a square if it is a sprite, of its exact size (GL 2.1, 3.3.2 and 3.3.3).
    fn point_outline(&self, window: &Window, size: f32) -> (Outline, Bounds) {
        let sprite = self.context.point.sprite;
        let [is_smooth, ..] = self.smooth;
        if !self.is_sampled && !self.is_conservative && !is_smooth {
            return (Outline::Square, point::bounds(window, size, sprite));
        }
        let half = size / 2.0;
        let corner = |right: f32, up: f32| {
            Fixed::snap(&Window {
                x: window.x + right,
                y: window.y + up,
                ..*window
            })
        };
        let corners = [
            corner(-half, -half),
            corner(half, -half),
            corner(half, half),
            corner(-half, half),
        ];
        let bounds = triangle::bounds(&corners, self.reach());
        let disc = || Disc::new(Fixed::snap(window), size);
        let shape = || match sprite {
            true => Shape::polygon(&sampled::rectangle(corners)),
            false => Shape::Disc(disc()),
        };
        let outline = if self.is_conservative {
            Outline::Conservative(shape(), false)
        } else if is_smooth {
            Outline::Smooth(shape(), false)
        } else if sprite {
            Outline::Rectangle(sampled::rectangle(corners))
        } else {
            Outline::Disc(disc())
        };
        (outline, bounds)
    }
}
