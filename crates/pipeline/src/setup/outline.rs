//! Setup of triangles that are drawn as lines or points, and where the pattern of the lines of a polygon goes on.

use super::triangle::{polygon_area, triangle_gradients};
use super::{Setup, SetupWorker, unit_corner, user_distance};
use crate::inter_stage::primitive_ref::PrimitiveRef;
use crate::inter_stage::primitives::Primitives;
use crate::inter_stage::vertices::{MADE, VertexRef, Vertices, shaded_vertex};
use crate::raster::fixed::Fixed;
use crate::raster::point;
use crate::setup::clip::{self, Corner};
use crate::setup::cull;
use crate::state::PolygonMode;

/// An edge of a triangle that is drawn as a line, as clipped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutlineEdge {
    /// The corner of the clipped triangle that it begins at.
    pub(crate) corner: usize,
    /// The edge of the triangle that it is a part of, by its first corner; none if clipping made it.
    pub(crate) part_of: Option<usize>,
    /// Clip coordinates of both ends: the same where edges of two triangles meet.
    pub(crate) ends: [[f64; 4]; 2],
    /// How far it brings the pattern, in units of the grid.
    pub(crate) advance: i64,
}

impl Setup<'_> {
    /// Begins the polygon of a triangle, cut where it cannot be projected.
    pub(super) fn begin_polygon(
        &self,
        item: &PrimitiveRef,
        places: [VertexRef<'_>; 3],
        is_whole: bool,
        worker: &mut SetupWorker,
    ) {
        let SetupWorker { polygon, spare, .. } = worker;
        let positions = places.map(|place| self.position(place).map(f64::from));
        polygon.clear();
        polygon.extend((0..3).map(|k| unit_corner(positions, k, item.boundary)));
        if !is_whole {
            clip::cut(polygon, spare, false, clip::w_distance);
            for plane in &self.projectable {
                clip::cut(polygon, spare, false, |corner| {
                    clip::distance(plane, corner.position)
                });
            }
        }
    }

    /// Cuts a polygon whose outline is drawn at near, far and user planes, and one whose points are drawn at the
    /// sides of the frustum too, which cut lines by pixels; whether something was cut off. GL 2.1, 2.12, makes
    /// boundaries of all new edges; Mesa's drivers, and this, only of those along user planes.
    fn cut_outline(&self, mode: PolygonMode, places: [VertexRef<'_>; 3], worker: &mut SetupWorker) -> bool {
        let SetupWorker { polygon, spare, .. } = worker;
        let mut is_cut = false;
        let first = if mode == PolygonMode::Point {
            0
        } else {
            self.cut_sides
        };
        for plane in self.frustum.iter().skip(first) {
            let distance_of = |corner: &Corner| clip::distance(plane, corner.position);
            is_cut |= polygon.iter().any(|corner| distance_of(corner) < 0.0);
            clip::cut(polygon, spare, false, distance_of);
        }
        for plane in 0..places[0].vertices.distances.len() {
            let distance_of = |corner: &Corner| user_distance(corner, plane, places);
            is_cut |= polygon.iter().any(|corner| distance_of(corner) < 0.0);
            clip::cut(polygon, spare, true, distance_of);
        }
        is_cut
    }

    /// Draws the boundary of a polygon, or its vertices: both of the polygon as clipped. Lines have the pattern from
    /// where `worker.stipples` says, by the corner that they begin at; without, they go on with each other from 0.
    pub(super) fn outline(
        &self,
        mode: PolygonMode,
        item: PrimitiveRef,
        places: [VertexRef<'_>; 3],
        front: bool,
        worker: &mut SetupWorker,
        out: &mut Primitives,
    ) {
        let slot = usize::from(mode == PolygonMode::Line);
        let offset = match worker.made[..] {
            [a, b, c, ..] if self.polygon.offset_enabled[slot] => {
                let windows = [a.1, b.1, c.1];
                let fixed = windows.map(|window| Fixed::snap(&window));
                self.offset(&triangle_gradients(windows, fixed, cull::area(fixed)))
            }
            _ => 0.0,
        };
        if self.cut_outline(mode, places, worker) {
            self.make(places, worker, out);
        }
        let mut before = 0;
        for k in 0..worker.polygon.len() {
            if !worker.polygon[k].boundary {
                continue;
            }
            let (a, b) = (worker.made[k], worker.made[(k + 1) % worker.made.len()]);
            if mode == PolygonMode::Point {
                // A corner is a point as others are, of its own size (GL 2.1, 3.5.4).
                let number = a.0;
                let own = places.into_iter().zip(item.corners);
                let place = own.into_iter().find(|(_, corner)| *corner == number);
                let size = match place {
                    Some((place, _)) => place.vertices.point_size.get(place.at),
                    None => out.made.point_size.get((number & !MADE) as usize),
                };
                let size = point::clamp_size(size);
                self.push_point((&item, front), a, size, (offset, self.fill_area), out);
            } else if let Some(gradients) = self.line_gradients([a.1, b.1], offset) {
                let stipple = worker.stipples.get(k).copied().unwrap_or(before);
                before += self.advance([a.1, b.1]);
                self.push_line(
                    (&item, front),
                    [a, b],
                    gradients,
                    (&[], self.fill_area),
                    stipple,
                    out,
                );
            }
        }
    }

    /// Adds the edges of a triangle that will be drawn as lines, as they will be cut, and gives the number of corners
    /// that it then has.
    pub(crate) fn outline_edges(
        &self,
        item: &PrimitiveRef,
        shaded: &[Vertices],
        worker: &mut SetupWorker,
        edges: &mut Vec<OutlineEdge>,
    ) -> usize {
        let places = item.corners.map(|number| shaded_vertex(shaded, number));
        if !self.is_visible(&places) {
            return 0;
        }
        let is_whole = places.iter().all(|place| self.is_projectable(*place));
        self.begin_polygon(item, places, is_whole, worker);
        self.project_polygon(worker);
        let front = cull::is_front(polygon_area(&worker.made), &self.polygon);
        let mode = self.polygon.mode[usize::from(!front)];
        if cull::is_culled(front, &self.polygon) || mode != PolygonMode::Line {
            return 0;
        }
        self.cut_outline(mode, places, worker);
        self.project_polygon(worker);
        let corners = worker.polygon.len();
        for (corner, from) in worker.polygon.iter().enumerate() {
            let next = (corner + 1) % corners;
            let to = &worker.polygon[next];
            if from.boundary {
                // Points of an edge have nothing of the corner that is not its.
                let lies_on = |k: &usize| [from, to].iter().all(|end| end.weights[(k + 2) % 3] == 0.0);
                edges.push(OutlineEdge {
                    corner,
                    part_of: (0..3).find(lies_on),
                    ends: [from.position, to.position],
                    advance: self.advance([worker.made[corner].1, worker.made[next].1]),
                });
            }
        }
        corners
    }

    /// Projects the corners of the polygon without making vertices of them.
    fn project_polygon(&self, worker: &mut SetupWorker) {
        let window = |corner: &Corner| self.projection.project(corner.position.map(|value| value as f32));
        worker.made.clear();
        worker
            .made
            .extend(worker.polygon.iter().map(|corner| (0, window(corner))));
    }
}
