//! Primitive setup: clips, projects, culls and measures primitives, so that they can be drawn pixel by pixel. A primitive
//! a file.

pub(crate) mod clip;
mod corners;
pub(crate) mod cull;
pub(crate) mod viewport;

mod line;
mod measured;
mod outline;
mod point;
mod project;
mod triangle;
mod triangles;

use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::{DepthFormat, Framebuffer};
use crate::inter_stage::gradients::Gradients;
use crate::inter_stage::plane::BLOCK;
use crate::inter_stage::primitive_ref::PrimitiveRef;
use crate::inter_stage::primitives::{CompactOutline, Primitives};
use crate::inter_stage::vertices::{VertexNumber, VertexRef, Vertices, shaded_vertex};
use crate::primitive::Primitive;
use crate::raster::{Covered, HalfPlane, Outline, Window, fixed};
use crate::setup::clip::{Corner, FRUSTUM, FRUSTUM_FROM_ZERO, Plane};
use crate::setup::viewport::Projection;
use crate::state::{Context, Polygon, PolygonMode, Viewport, ViewportSwizzle};
use corners::Corners;
pub(crate) use corners::TRIANGLES;
use measured::Measured;
pub(crate) use outline::OutlineEdge;

/// The first planes of the frustum are its sides.
const SIDES: usize = 4;

/// The state of a draw that setup reads.
pub(crate) struct Setup<'a> {
    context: &'a Context,
    /// Polygons, with the winding of front faces as the window has it.
    polygon: Polygon,
    /// What takes the place of clip coordinates, if something does.
    swizzle: Option<ViewportSwizzle>,
    /// What the near plane takes of w.
    near: f32,
    projection: Projection,
    projectable: [Plane; 5],
    /// Whether what is inside the sides of the frustum can be projected in any case.
    is_near: bool,
    /// Pixels that lines and points may cover.
    area: Bounds,
    /// Pixels that triangles may cover: those are cut at the sides of the frustum.
    fill_area: Bounds,
    /// The first plane of the frustum at which pixels of triangles are cut: those before it are sides of `fill_area`.
    cut_sides: usize,
    depth: Option<DepthFormat>,
    /// Whether samples are covered, not pixels.
    is_sampled: bool,
    /// Whether primitives cover every pixel that they touch.
    is_conservative: bool,
    /// Whether points, lines and polygons are antialiased, which those of which samples are covered are not.
    smooth: [bool; 3],
    /// Planes that cut: near and far come last, if they do.
    frustum: &'static [Plane],
}

/// Working storage of one thread.
#[derive(Default)]
pub(crate) struct SetupWorker {
    polygon: Vec<Corner>,
    spare: Vec<Corner>,
    made: Vec<(VertexNumber, Window)>,
    corners: Box<Corners>,
    measured: Box<Measured>,
    cuts: Vec<HalfPlane>,
    /// Where in its pattern the line begins that comes next, or, of a triangle's outline, the lines from each corner that it
    /// has as clipped; in units of the grid. Empty if all begin anew.
    pub(crate) stipples: Vec<i64>,
    /// Blocks for vertices of which nothing may be left.
    pub(crate) blocks: Vec<Vertices>,
}

impl<'a> Setup<'a> {
    /// Of what is drawn in a viewport, by its number; the near and the far plane may cut it.
    pub(crate) fn new(
        context: &'a Context,
        (number, viewport): (usize, Viewport),
        framebuffer: &Framebuffer,
        cuts_depth: bool,
    ) -> Setup<'a> {
        let all = Bounds::of(framebuffer.width(), framebuffer.height());
        let area = all.scissored(context.scissor_of(number));
        let control = context.transform.clip_control;
        let frustum = if control.zero_to_one {
            &FRUSTUM_FROM_ZERO
        } else {
            &FRUSTUM
        };
        let swizzle = context.transform.swizzles[number];
        let is_sampled = context.multisample.enabled && framebuffer.extent().samples > 1;
        let is_smooth = |enabled: bool| enabled && !is_sampled && !context.conservative;
        let covers_centres =
            !is_sampled && !context.conservative && !is_smooth(context.line_smooth || context.polygon.smooth);
        let is_whole = [viewport.x, viewport.y, viewport.width, viewport.height].map(f32::fract) == [0.0; 4];
        Setup {
            context,
            is_conservative: context.conservative,
            smooth: [
                is_smooth(context.point.smooth && !context.point.sprite),
                is_smooth(context.line_smooth),
                is_smooth(context.polygon.smooth),
            ],
            // The sign of areas is negated where the volume is upside down.
            polygon: Polygon {
                front_clockwise: context.polygon.front_clockwise != control.upper_left,
                ..context.polygon
            },
            swizzle: (swizzle != ViewportSwizzle::default()).then_some(swizzle),
            near: if control.zero_to_one { 0.0 } else { 1.0 },
            projection: Projection::new(&context.transform, number, &viewport),
            projectable: clip::projectable(&viewport),
            is_near: clip::is_near(&viewport),
            area,
            fill_area: area.intersect(sides(&viewport, covers_centres)),
            cut_sides: if covers_centres || is_whole { SIDES } else { 0 },
            depth: framebuffer.depth_format(),
            is_sampled,
            frustum: if cuts_depth { frustum } else { &frustum[..SIDES] },
        }
    }

    /// Clip coordinates of a vertex.
    fn position(&self, place: VertexRef<'_>) -> [f32; 4] {
        let position = place.position();
        self.swizzle.map_or(position, |swizzle| swizzle.apply(position))
    }

    /// The largest distance from the centres of pixels to the points that decide about coverage.
    fn reach(&self) -> i64 {
        let reaches = self.is_sampled || self.is_conservative || self.smooth != [false; 3];
        if reaches { fixed::HALF } else { 0 }
    }

    /// Whether the pixels of small primitives can be found here: they are covered at their centres, and no pattern takes some
    /// out.
    fn finds_pixels(&self) -> bool {
        !self.is_conservative && !self.is_sampled && self.context.polygon.stipple.is_none()
    }

    /// Keeps the outline of a line or point: of a small one that nothing cuts the pixels.
    fn keep(&self, outline: Outline, bounds: Bounds, is_cut: bool, out: &mut Primitives) -> CompactOutline {
        let [x, y] = [bounds.x0 & !1, bounds.y0 & !1];
        let is_small = (bounds.x1 - x).max(bounds.y1 - y) <= i32::from(BLOCK);
        if !is_small || is_cut || !self.finds_pixels() {
            return out.keep(outline);
        }
        let mut covered = Covered {
            x: x as u16,
            y: y as u16,
            pixels: 0,
        };
        match outline {
            // The coordinates of sprites are other planes than those of attributes.
            Outline::Square if !self.context.point.sprite => {
                covered.pixels = u64::MAX;
                CompactOutline::Covered(covered.within(bounds))
            }
            Outline::Line(line) => {
                out.quads.clear();
                line.cover(bounds, &mut out.quads);
                covered.take(&out.quads);
                CompactOutline::Covered(covered)
            }
            Outline::Square
            | Outline::Triangle(_)
            | Outline::Covered(_)
            | Outline::Rectangle(_)
            | Outline::Disc(_)
            | Outline::Sampled(_)
            | Outline::Smooth(..)
            | Outline::Conservative(..) => out.keep(outline),
        }
    }

    /// Adds what is left of one primitive.
    pub(crate) fn run(
        &self,
        primitive: Primitive,
        item: PrimitiveRef,
        shaded: &[Vertices],
        worker: &mut SetupWorker,
        out: &mut Primitives,
    ) {
        let places = item.corners.map(|number| shaded_vertex(shaded, number));
        if !self.is_visible(&places[..primitive.corners()]) {
            return;
        }
        match primitive {
            Primitive::Point => self.point(item, places[0], out),
            Primitive::Line => self.line(item, places, worker, out),
            Primitive::Triangle => self.triangle(item, places, worker, out),
        }
    }

    /// Whether one of the first `count` shaded vertices is outside of a plane that cuts, or polygons are not all
    /// filled: then llvmpipe takes another way through its pipeline, on which quadrilaterals are cut otherwise.
    pub(crate) fn clips(&self, shaded: &[Vertices], count: usize) -> bool {
        let unfilled = |mode: &PolygonMode| *mode != PolygonMode::Fill;
        let outside = |vertex: usize| {
            let place = shaded_vertex(shaded, vertex as VertexNumber);
            let position = self.position(place).map(f64::from);
            self.frustum
                .iter()
                .any(|plane| clip::distance(plane, position) < 0.0)
                || place
                    .vertices
                    .distances
                    .iter()
                    .any(|distances| distances[place.at] < 0.0)
        };
        self.polygon.mode.iter().any(unfilled) || (0..count).any(outside)
    }

    /// Whether no coordinate is NaN or infinite and not all corners are outside of one plane.
    fn is_visible(&self, places: &[VertexRef<'_>]) -> bool {
        let codes = places.iter().map(|place| self.outcode(*place));
        let (any, all) = codes.fold((0, u32::MAX), |(any, all), code| (any | code, all & code));
        let cuts = (1 << self.frustum.len()) - 1;
        let distances = &places[0].vertices.distances;
        let outside_user = |plane: usize| {
            places
                .iter()
                .all(|place| place.vertices.distances[plane][place.at] < 0.0)
        };
        any & clip::NOT_FINITE == 0 && all & cuts == 0 && !(0..distances.len()).any(outside_user)
    }

    /// Whether clip coordinates, all finite, can be projected.
    fn can_project(&self, position: [f32; 4]) -> bool {
        let [x, y, _, w] = position;
        let is_inside = self.is_near && w >= clip::LEAST_W && x.abs() <= w && y.abs() <= w;
        is_inside || clip::is_projectable(&self.projectable, position.map(f64::from))
    }

    /// Collects the half-planes of the clip planes that a primitive crosses.
    fn find_cuts(
        &self,
        corners: &[Corner],
        gradients: &Gradients,
        reciprocal_w: impl AsRef<[f32]>,
        places: [VertexRef<'_>; 3],
        cuts: &mut Vec<HalfPlane>,
        sides: bool,
    ) {
        let reciprocal_w = reciprocal_w.as_ref();
        let mut add = |distance_of: &dyn Fn(&Corner) -> f64| {
            if corners.iter().all(|corner| distance_of(corner) >= 0.0) {
                return;
            }
            let value = |k: usize| {
                let k = k.min(corners.len() - 1);
                distance_of(&corners[k]) * f64::from(reciprocal_w[k])
            };
            let plane = gradients.plane([value(0), value(1), value(2)]);
            let [a, b] = plane.gradient;
            cuts.extend(HalfPlane::new([a, b, plane.at([0.0; 2])]));
        };
        // Triangles are cut at the sides by whole pixels, where the sides of the viewport are sides of pixels.
        let skipped = if sides { 0 } else { self.cut_sides };
        for plane in self.frustum.iter().skip(skipped) {
            add(&|corner| clip::distance(plane, corner.position));
        }
        for plane in 0..places[0].vertices.distances.len() {
            add(&|corner| user_distance(corner, plane, places));
        }
    }
}

/// The pixels of a viewport: those whose centres lie in it, or all that it touches.
fn sides(viewport: &Viewport, covers_centres: bool) -> Bounds {
    let span = |first: f32, size: f32| {
        let (first, last) = (f64::from(first), f64::from(first) + f64::from(size));
        match covers_centres {
            true => [(first - 0.5).ceil() as i32, (last - 0.5).ceil() as i32],
            false => [first.floor() as i32, last.ceil() as i32],
        }
    };
    let [x0, x1] = span(viewport.x, viewport.width);
    let [y0, y1] = span(viewport.y, viewport.height);
    Bounds { x0, y0, x1, y1 }
}

fn unit_corner(positions: [[f64; 4]; 3], k: usize, boundary: u8) -> Corner {
    Corner {
        position: positions[k],
        weights: std::array::from_fn(|w| if w == k { 1.0 } else { 0.0 }),
        boundary: boundary >> k & 1 != 0,
    }
}

fn user_distance(corner: &Corner, plane: usize, places: [VertexRef<'_>; 3]) -> f64 {
    (0..3)
        .map(|k| corner.weights[k] * f64::from(places[k].vertices.distances[plane][places[k].at]))
        .sum()
}
