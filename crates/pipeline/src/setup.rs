//! Primitive setup: clips, projects, culls and measures shapes, so that they can be drawn pixel by pixel.

use crate::bounds::Bounds;
use crate::clip::{self, Corner, FRUSTUM, Plane};
use crate::cull;
use crate::framebuffer::DepthFormat;
use crate::primitive::Shape;
use crate::primitives::{Gradients, MADE, NewPrimitive, Primitives, VertexNumber, shaded_vertex};
use crate::raster::fixed::Fixed;
use crate::raster::line::LineOutline;
use crate::raster::{HalfPlane, Outline, point, triangle};
use crate::state::{Context, PolygonMode};
use crate::vertices::{Place, Vertices};
use crate::viewport::{Projection, Window};

/// Most corners of a cut triangle: three, and one for each of the planes of the frustum, of what can be
/// projected, and of the user.
const MAX_CORNERS: usize = 3 + 6 + 6 + 6;

/// What setup reads of a draw.
pub(crate) struct Setup<'a> {
    context: &'a Context,
    projection: Projection,
    projectable: [Plane; 5],
    /// Pixels that lines and points may cover.
    area: Bounds,
    /// Pixels that triangles may cover: those are cut at the sides of the frustum.
    fill_area: Bounds,
    depth: Option<DepthFormat>,
    /// Planes that cut: near and far come last, if they do.
    frustum: &'static [Plane],
}

/// One point, line or triangle with the numbers of its shaded vertices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub(crate) corners: [VertexNumber; 3],
    pub(crate) provoking: VertexNumber,
    pub(crate) boundary: u8,
}

/// Working storage of one thread.
#[derive(Default)]
pub(crate) struct SetupWorker {
    polygon: Vec<Corner>,
    spare: Vec<Corner>,
    made: Vec<(VertexNumber, Window)>,
    cuts: Vec<HalfPlane>,
}

impl<'a> Setup<'a> {
    pub(crate) fn new(context: &'a Context, framebuffer: Bounds, depth: Option<DepthFormat>) -> Setup<'a> {
        let viewport = context.transform.viewport;
        let area = framebuffer.scissored(context.scissor);
        let sides = crate::state::Rectangle {
            x: viewport.x,
            y: viewport.y,
            width: viewport.width,
            height: viewport.height,
        };
        Setup {
            context,
            projection: Projection::new(&context.transform),
            projectable: clip::projectable(&viewport),
            area,
            fill_area: area.scissored(Some(sides)),
            depth,
            frustum: if context.transform.depth_clamp {
                &FRUSTUM[..4]
            } else {
                &FRUSTUM
            },
        }
    }

    /// Adds what is left of one shape.
    pub(crate) fn run(
        &self,
        shape: Shape,
        item: Item,
        shaded: &[Vertices],
        worker: &mut SetupWorker,
        out: &mut Primitives,
    ) {
        let places = item.corners.map(|number| shaded_vertex(shaded, number));
        let used = match shape {
            Shape::Point => 1,
            Shape::Line => 2,
            Shape::Triangle => 3,
        };
        if !self.is_visible(&places[..used]) {
            return;
        }
        match shape {
            Shape::Point => self.point(item, places[0], out),
            Shape::Line => self.line(item, places, worker, out),
            Shape::Triangle => self.triangle(item, places, worker, out),
        }
    }

    /// Whether no coordinate is NaN or infinite and not all corners are outside of one plane.
    fn is_visible(&self, places: &[Place<'_>]) -> bool {
        let finite = |place: &Place<'_>| place.position().iter().all(|value| value.is_finite());
        let outside = |plane: &Plane| {
            places
                .iter()
                .all(|place| clip::distance(plane, place.position().map(f64::from)) < 0.0)
        };
        let distances = &places[0].vertices.distances;
        let outside_user = |plane: usize| {
            places
                .iter()
                .all(|place| place.vertices.distances[plane][place.at] < 0.0)
        };
        places.iter().all(finite)
            && !self.frustum.iter().any(outside)
            && !(0..distances.len()).any(outside_user)
    }

    fn point(&self, item: Item, place: Place<'_>, out: &mut Primitives) {
        let position = place.position();
        if !clip::is_projectable(&self.projectable, position.map(f64::from)) {
            return;
        }
        let size = point::clamp_size(place.vertices.point_size[place.at], &self.context.point);
        let window = self.projection.project(position);
        self.push_point(window, size, item.corners[0], item.provoking, true, 0.0, out);
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "a point's own values, three of them numbers"
    )]
    fn push_point(
        &self,
        window: Window,
        size: f32,
        corner: VertexNumber,
        provoking: VertexNumber,
        front: bool,
        offset: f64,
        out: &mut Primitives,
    ) {
        let sprite = self.context.point.sprite;
        let bounds = point::bounds(&window, size, sprite).intersect(self.area);
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
        out.push(NewPrimitive {
            outline: Outline::Square,
            bounds,
            gradients: Gradients {
                origin: [f64::from(window.x), f64::from(window.y)],
                first: [step, 0.0],
                second: [0.0, upwards],
                reciprocal_w: [window.reciprocal_w; 3],
                depth: [f64::from(window.z) + offset; 3],
            },
            corners: [corner; 3],
            provoking,
            front,
            point: true,
            cuts: &[],
        });
    }

    fn line(&self, item: Item, places: [Place<'_>; 3], worker: &mut SetupWorker, out: &mut Primitives) {
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
        if let Some(gradients) = line_gradients(windows, 0.0) {
            self.find_cuts(
                &ends,
                &gradients,
                windows.map(|w| w.reciprocal_w),
                places,
                &mut worker.cuts,
                true,
            );
            self.push_line(
                windows,
                gradients,
                numbers,
                item.provoking,
                true,
                &worker.cuts,
                out,
            );
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "a line's own values, five of them small"
    )]
    fn push_line(
        &self,
        windows: [Window; 2],
        gradients: Gradients,
        numbers: [VertexNumber; 2],
        provoking: VertexNumber,
        front: bool,
        cuts: &[HalfPlane],
        out: &mut Primitives,
    ) {
        let ends = windows.map(|window| Fixed::snap(&window));
        let Some(outline) = LineOutline::new(ends[0], ends[1], self.context.line_width) else {
            return;
        };
        let bounds = outline.bounds().intersect(self.area);
        if bounds.is_empty() {
            return;
        }
        out.push(NewPrimitive {
            outline: Outline::Line(outline),
            bounds,
            gradients,
            corners: [numbers[0], numbers[1], numbers[1]],
            provoking,
            front,
            point: false,
            cuts,
        });
    }

    fn triangle(&self, item: Item, places: [Place<'_>; 3], worker: &mut SetupWorker, out: &mut Primitives) {
        let positions = places.map(|place| place.position().map(f64::from));
        worker.polygon.clear();
        worker
            .polygon
            .extend((0..3).map(|k| unit_corner(positions, k, item.boundary)));
        worker.made.clear();
        if positions
            .iter()
            .all(|position| clip::is_projectable(&self.projectable, *position))
        {
            for (number, position) in item.corners.into_iter().zip(places.map(Place::position)) {
                worker.made.push((number, self.projection.project(position)));
            }
        } else {
            clip::cut(&mut worker.polygon, &mut worker.spare, clip::w_distance);
            for plane in &self.projectable {
                clip::cut(&mut worker.polygon, &mut worker.spare, |corner| {
                    clip::distance(plane, corner.position)
                });
            }
            self.make(places, worker, out);
        }
        let area = polygon_area(&worker.made);
        let front = cull::is_front(area, &self.context.polygon);
        if cull::is_culled(front, &self.context.polygon) {
            return;
        }
        match self.context.polygon.mode[usize::from(!front)] {
            PolygonMode::Fill if area == 0 => {}
            PolygonMode::Fill => self.fill(item, places, front, worker, out),
            mode @ (PolygonMode::Line | PolygonMode::Point) => {
                self.outline(mode, item, places, front, worker, out);
            }
        }
    }

    /// Makes vertices of the polygon's corners and projects them.
    fn make(&self, places: [Place<'_>; 3], worker: &mut SetupWorker, out: &mut Primitives) {
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
        item: Item,
        places: [Place<'_>; 3],
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
            let bounds = triangle::bounds(fixed).intersect(self.fill_area);
            if bounds.is_empty() {
                continue;
            }
            let mut gradients = triangle_gradients(windows, fixed, area);
            worker.cuts.clear();
            let ends = [worker.polygon[0], worker.polygon[k], worker.polygon[k + 1]];
            let reciprocal_w = gradients.reciprocal_w;
            self.find_cuts(&ends, &gradients, reciprocal_w, places, &mut worker.cuts, false);
            if self.context.polygon.offset_enabled[2] {
                let offset = self.offset(&gradients);
                gradients.depth = gradients.depth.map(|depth| depth + offset);
            }
            out.push(NewPrimitive {
                outline: Outline::Triangle(triangle::edges(fixed, area)),
                bounds,
                gradients,
                corners: corners.map(|(number, _)| number),
                provoking: item.provoking,
                front,
                point: false,
                cuts: &worker.cuts,
            });
        }
    }

    /// Draws the boundary of a polygon, or its vertices: both of the polygon as clipped.
    fn outline(
        &self,
        mode: PolygonMode,
        item: Item,
        places: [Place<'_>; 3],
        front: bool,
        worker: &mut SetupWorker,
        out: &mut Primitives,
    ) {
        let slot = usize::from(mode == PolygonMode::Line);
        let offset = match worker.made[..] {
            [a, b, c, ..] if self.context.polygon.offset_enabled[slot] => {
                let windows = [a.1, b.1, c.1];
                let fixed = windows.map(|window| Fixed::snap(&window));
                self.offset(&triangle_gradients(windows, fixed, cull::area(fixed)))
            }
            _ => 0.0,
        };
        let before = worker.polygon.len();
        let mut is_cut = false;
        for plane in self.frustum {
            is_cut |= worker
                .polygon
                .iter()
                .any(|corner| clip::distance(plane, corner.position) < 0.0);
            clip::cut(&mut worker.polygon, &mut worker.spare, |corner| {
                clip::distance(plane, corner.position)
            });
        }
        for plane in 0..places[0].vertices.distances.len() {
            is_cut |= worker
                .polygon
                .iter()
                .any(|corner| user_distance(corner, plane, places) < 0.0);
            clip::cut(&mut worker.polygon, &mut worker.spare, |corner| {
                user_distance(corner, plane, places)
            });
        }
        if is_cut || before != worker.polygon.len() {
            self.make(places, worker, out);
        }
        for k in 0..worker.polygon.len() {
            if !worker.polygon[k].boundary {
                continue;
            }
            let (a, b) = (worker.made[k], worker.made[(k + 1) % worker.made.len()]);
            if mode == PolygonMode::Point {
                let size = point::clamp_size(self.context.point.size, &self.context.point);
                self.push_point(a.1, size, a.0, item.provoking, front, offset, out);
            } else if let Some(gradients) = line_gradients([a.1, b.1], offset) {
                self.push_line([a.1, b.1], gradients, [a.0, b.0], item.provoking, front, &[], out);
            }
        }
    }

    /// Collects the half-planes of the clip planes that a shape crosses.
    fn find_cuts(
        &self,
        corners: &[Corner],
        gradients: &Gradients,
        reciprocal_w: impl AsRef<[f32]>,
        places: [Place<'_>; 3],
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
            cuts.push(gradients.plane([value(0), value(1), value(2)]));
        };
        // Triangles are cut at the sides by whole pixels: the sides of the viewport are sides of pixels.
        let skipped = if sides { 0 } else { 4 };
        for plane in self.frustum.iter().skip(skipped) {
            add(&|corner| clip::distance(plane, corner.position));
        }
        for plane in 0..places[0].vertices.distances.len() {
            add(&|corner| user_distance(corner, plane, places));
        }
    }

    /// Polygon offset: m·factor + r·units, with m the larger slope of depth along x and y, and r the least
    /// difference that depth values surely show (GL 2.1, 3.5.5).
    fn offset(&self, gradients: &Gradients) -> f64 {
        let [factor, units] = self.context.polygon.offset.map(f64::from);
        let [a, b, _] = gradients.plane(gradients.depth);
        let slope = a.abs().max(b.abs());
        let resolution = match self.depth {
            Some(DepthFormat::Depth24) | None => 1.0 / f64::from(1 << 24),
            Some(DepthFormat::Depth32F) => {
                let deepest = gradients.depth.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
                // The unit in the last place of the largest depth: its exponent less the 23 fraction bits.
                let exponent = ((deepest as f32).to_bits() >> 23 & 0xff) as i32;
                f64::from_bits(((1023 + exponent - 127 - 23) as u64) << 52)
            }
        };
        slope * factor + resolution * units
    }
}

fn unit_corner(positions: [[f64; 4]; 3], k: usize, boundary: u8) -> Corner {
    Corner {
        position: positions[k],
        weights: std::array::from_fn(|w| if w == k { 1.0 } else { 0.0 }),
        boundary: boundary >> k & 1 != 0,
    }
}

fn user_distance(corner: &Corner, plane: usize, places: [Place<'_>; 3]) -> f64 {
    (0..3)
        .map(|k| corner.weights[k] * f64::from(places[k].vertices.distances[plane][places[k].at]))
        .sum()
}

fn polygon_area(corners: &[(VertexNumber, Window)]) -> i64 {
    let fixed = |k: usize| Fixed::snap(&corners[k].1);
    (1..corners.len().saturating_sub(1))
        .map(|k| cull::area([fixed(0), fixed(k), fixed(k + 1)]))
        .sum()
}

fn line_gradients(windows: [Window; 2], offset: f64) -> Option<Gradients> {
    let [a, b] = windows;
    let direction = [f64::from(b.x) - f64::from(a.x), f64::from(b.y) - f64::from(a.y)];
    let square = direction[0] * direction[0] + direction[1] * direction[1];
    (square > 0.0).then(|| Gradients {
        origin: [f64::from(a.x), f64::from(a.y)],
        first: direction.map(|d| d / square),
        second: [0.0; 2],
        reciprocal_w: [a.reciprocal_w, b.reciprocal_w, b.reciprocal_w],
        depth: [a.z, b.z, b.z].map(|z| f64::from(z) + offset),
    })
}

/// Gradients from the corners as they are; from the snapped ones where those differ in winding, so that the
/// values of a sliver stay near those of its corners.
fn triangle_gradients(windows: [Window; 3], fixed: [Fixed; 3], area: i64) -> Gradients {
    let exact = windows.map(|window| [f64::from(window.x), f64::from(window.y)]);
    let unit = |value: i64| value as f64 / 256.0 + 0.5;
    let snapped = fixed.map(|point| [unit(point.x), unit(point.y)]);
    let double = |[a, b, c]: [[f64; 2]; 3]| (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    let snapped_area = area as f64 / 65536.0;
    let exact_area = double(exact);
    let ([a, b, c], area) = if exact_area * snapped_area > 0.0 && exact_area.abs() > snapped_area.abs() / 4.0
    {
        (exact, exact_area)
    } else {
        (snapped, snapped_area)
    };
    let gradient = |x: f64, y: f64| {
        if area == 0.0 {
            [0.0; 2]
        } else {
            [x / area, y / area]
        }
    };
    Gradients {
        origin: a,
        first: gradient(c[1] - a[1], a[0] - c[0]),
        second: gradient(a[1] - b[1], b[0] - a[0]),
        reciprocal_w: windows.map(|window| window.reciprocal_w),
        depth: windows.map(|window| f64::from(window.z)),
    }
}
