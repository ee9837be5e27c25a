//! The projection of whole blocks of vertices, as far as set-up asks for it in every case: where vertices lie in the
//! window, and what they lie outside of.

use quadrille_numerics::level::{Level, Pass};

use super::viewport::Projection;
use super::{Setup, SetupWorker, clip};
use crate::inter_stage::vertices::{BLOCK, Projected, VertexRef, Vertices};
use crate::raster::Window;
use crate::raster::fixed::{self, Fixed};

/// Behind the bits of [`clip::outcode`]: whether a test that is quick does not say that a vertex can be projected.
pub(super) const FAR: u32 = 1 << 7;

/// Vertices of a small draw: of so few no more lanes are computed.
const FEW: usize = 16;

impl Setup<'_> {
    /// Projects the vertices of a block by their clip coordinates, into what a block before has left.
    pub(crate) fn project(
        &self,
        level: Level,
        positions: [&[f32]; 4],
        projected: &mut Option<Box<Projected<1>>>,
    ) {
        if self.swizzle.is_some() {
            *projected = None;
            return;
        }
        let projected = projected.get_or_insert_default();
        if positions[0].len() <= FEW {
            self.project_first::<FEW, 1>(level, positions, projected, 0);
        } else {
            self.project_first::<BLOCK, 1>(level, positions, projected, 0);
        }
    }

    /// Projects the vertices of a block, number `at` of those of a pass whose vertices follow each other, to the worker's,
    /// and keeps what clip coordinates may be asked for; they are not swizzled.
    pub(crate) fn project_following(
        &self,
        level: Level,
        positions: [&[f32]; 4],
        worker: &mut SetupWorker,
        at: usize,
        block: &mut Vertices,
    ) {
        let vertices = &mut worker.corners.vertices;
        self.project_first::<BLOCK, _>(level, positions, vertices, at);
        // The first and the last vertices may be of triangles with vertices of other blocks.
        if vertices.inside[at] && self.fills_inside(block.distances.len()) {
            block.keep_ends(positions);
        } else {
            block.keep_positions(positions);
        }
        // Of what is set up by itself these are computed again.
        block.projected = None;
    }

    /// Projects the first vertices of a block, which are all.
    fn project_first<const COUNT: usize, const BLOCKS: usize>(
        &self,
        level: Level,
        positions: [&[f32]; 4],
        to: &mut Projected<BLOCKS>,
        at: usize,
    ) {
        let mut project = |positions: [&[f32; COUNT]; 4]| {
            level.run(Project {
                projection: &self.projection,
                is_near: self.is_near,
                near: self.near,
                positions,
                to,
                at,
            });
        };
        let whole = positions.map(|plane| plane.first_chunk());
        if let [Some(x), Some(y), Some(z), Some(w)] = whole {
            return project([x, y, z, w]);
        }
        // Lanes that are no vertices lie in the middle, so that they are close.
        let mut some = [[0.0; COUNT], [0.0; COUNT], [0.0; COUNT], [1.0; COUNT]];
        for (to, from) in some.iter_mut().zip(positions) {
            let count = from.len().min(COUNT);
            to[..count].copy_from_slice(&from[..count]);
        }
        project(some.each_ref());
    }

    /// Where a vertex lies that can be projected.
    pub(super) fn window(&self, place: VertexRef<'_>) -> Window {
        match &place.vertices.projected {
            Some(projected) => projected.window(place.at),
            None => self.projection.project(self.position(place)),
        }
    }

    /// Whether a vertex can be projected whose coordinates are all finite.
    pub(super) fn is_projectable(&self, place: VertexRef<'_>) -> bool {
        match &place.vertices.projected {
            Some(projected) if projected.code(place.at) & FAR == 0 => true,
            _ => self.can_project(self.position(place)),
        }
    }

    /// The planes that a vertex lies outside of.
    pub(super) fn outcode(&self, place: VertexRef<'_>) -> u32 {
        match &place.vertices.projected {
            Some(projected) => projected.code(place.at),
            None => clip::outcode(self.position(place), self.near) | FAR,
        }
    }
}

/// The bits of a number without its sign, which are in the order of magnitudes, NaN behind all numbers.
#[inline(always)]
const fn magnitude(value: f32) -> u32 {
    value.abs().to_bits()
}

struct Project<'a, const COUNT: usize, const BLOCKS: usize> {
    projection: &'a Projection,
    is_near: bool,
    near: f32,
    positions: [&'a [f32; COUNT]; 4],
    to: &'a mut Projected<BLOCKS>,
    /// The number of the block.
    at: usize,
}

impl<const COUNT: usize, const BLOCKS: usize> Pass for Project<'_, COUNT, BLOCKS> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Project {
            projection,
            is_near,
            near,
            positions: [x, y, z, w],
            to,
            at,
        } = self;
        let (mut farthest, mut outside) = (0, 0);
        {
            let [to_x, to_y, to_z, to_reciprocal_w] = &mut to.window;
            let (to_x, to_y) = (&mut to_x[at], &mut to_y[at]);
            let (to_z, to_reciprocal_w) = (&mut to_z[at], &mut to_reciprocal_w[at]);
            let [fixed_x, fixed_y] = &mut to.fixed;
            let (fixed_x, fixed_y) = (&mut fixed_x[at], &mut fixed_y[at]);
            for lane in 0..COUNT {
                let position = [x[lane], y[lane], z[lane], w[lane]];
                outside |= u32::from(!is_inside(position, near));
                let window = projection.project(position);
                farthest = farthest.max(magnitude(window.x)).max(magnitude(window.y));
                to_x[lane] = window.x;
                to_y[lane] = window.y;
                to_z[lane] = window.z;
                to_reciprocal_w[lane] = window.reciprocal_w;
                fixed_x[lane] = Fixed::snap_close(window.x);
                fixed_y[lane] = Fixed::snap_close(window.y);
            }
        }
        if farthest >= magnitude(fixed::CLOSE) {
            for axis in 0..2 {
                let (to, from) = (&mut to.fixed[axis][at], &to.window[axis][at]);
                for lane in 0..COUNT {
                    to[lane] = Fixed::snap_axis(from[lane]);
                }
            }
        }
        let codes = &mut to.codes[at];
        let is_all_inside = is_near & (outside == 0);
        if is_all_inside {
            if !to.inside[at] {
                codes.fill(0);
            }
        } else {
            let far = if is_near { 0 } else { FAR };
            for lane in 0..COUNT {
                let position = [x[lane], y[lane], z[lane], w[lane]];
                let [x, y, _, w] = position;
                let is_inside = (w >= clip::LEAST_W) & (x.abs() <= w) & (y.abs() <= w);
                codes[lane] = clip::outcode(position, near) | far | if is_inside { 0 } else { FAR };
            }
        }
        to.inside[at] = is_all_inside;
    }
}

/// Whether clip coordinates are inside of the frustum and can be projected, in a viewport that is near: their code is 0.
#[inline(always)]
fn is_inside([x, y, z, w]: [f32; 4], near: f32) -> bool {
    (w >= clip::LEAST_W)
        & (x.abs() <= w)
        & (y.abs() <= w)
        & (w * near + z >= 0.0)
        & (z <= w)
        & (w < f32::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// What is inside has the code 0, and what has it is inside unless the quick test for what can be projected fails.
        #[test]
        fn what_is_inside_has_no_code(
            position in prop::array::uniform4(prop_oneof![-2.0f32..2.0, prop::num::f32::ANY, Just(1.0), Just(-1.0)]),
            near in prop_oneof![Just(0.0f32), Just(1.0)],
        ) {
            let [x, y, _, w] = position;
            let is_projectable = w >= clip::LEAST_W && x.abs() <= w && y.abs() <= w;
            let has_none = clip::outcode(position, near) == 0 && is_projectable;
            prop_assert_eq!(is_inside(position, near), has_none);
        }
    }
}
