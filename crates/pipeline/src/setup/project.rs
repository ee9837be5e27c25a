//! The projection of whole blocks of vertices, as far as set-up asks for it in every case: where vertices lie in the
//! window, and what they lie outside of.

use quadrille_numerics::level::{Level, Pass};

use super::viewport::Projection;
use super::{Setup, clip};
use crate::inter_stage::vertices::{BLOCK, Projected, VertexRef, Vertices};
use crate::raster::Window;
use crate::raster::fixed::{self, Fixed};

/// Behind the bits of [`clip::outcode`]: whether a test that is quick does not say that a vertex can be projected.
pub(super) const FAR: u32 = 1 << 7;

/// Vertices of a small draw: of so few no more lanes are computed.
const FEW: usize = 16;

impl Setup<'_> {
    /// Projects the vertices of a block.
    pub(crate) fn project(&self, level: Level, vertices: &mut Vertices) {
        if self.swizzle.is_some() {
            vertices.projected = None;
            return;
        }
        let mut projected = vertices.projected.take().unwrap_or_default();
        if vertices.len() <= FEW {
            self.project_first::<FEW>(level, vertices, &mut projected);
        } else {
            self.project_first::<BLOCK>(level, vertices, &mut projected);
        }
        vertices.projected = Some(projected);
    }

    /// Projects the first vertices of a block, which are all.
    fn project_first<const COUNT: usize>(&self, level: Level, vertices: &Vertices, to: &mut Projected) {
        let mut project = |positions: [&[f32; COUNT]; 4]| {
            level.run(Project {
                projection: &self.projection,
                is_near: self.is_near,
                near: self.near,
                positions,
                to,
            });
        };
        let whole = vertices.position.each_ref().map(|plane| plane.first_chunk());
        if let [Some(x), Some(y), Some(z), Some(w)] = whole {
            return project([x, y, z, w]);
        }
        // Lanes that are no vertices lie in the middle, so that they are close.
        let mut some = [[0.0; COUNT], [0.0; COUNT], [0.0; COUNT], [1.0; COUNT]];
        for (to, from) in some.iter_mut().zip(&vertices.position) {
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
            Some(projected) if projected.codes[place.at] & FAR == 0 => true,
            _ => self.can_project(self.position(place)),
        }
    }

    /// The planes that a vertex lies outside of.
    pub(super) fn outcode(&self, place: VertexRef<'_>) -> u32 {
        match &place.vertices.projected {
            Some(projected) => projected.codes[place.at],
            None => clip::outcode(self.position(place), self.near) | FAR,
        }
    }
}

/// The bits of a number without its sign, which are in the order of magnitudes, NaN behind all numbers.
#[inline(always)]
const fn magnitude(value: f32) -> u32 {
    value.abs().to_bits()
}

struct Project<'a, const COUNT: usize> {
    projection: &'a Projection,
    is_near: bool,
    near: f32,
    positions: [&'a [f32; COUNT]; 4],
    to: &'a mut Projected,
}

impl<const COUNT: usize> Pass for Project<'_, COUNT> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Project {
            projection,
            is_near,
            near,
            positions: [x, y, z, w],
            to,
        } = self;
        let far = if is_near { 0 } else { FAR };
        for lane in 0..COUNT {
            let position = [x[lane], y[lane], z[lane], w[lane]];
            let [x, y, _, w] = position;
            let is_inside = (w >= clip::LEAST_W) & (x.abs() <= w) & (y.abs() <= w);
            to.codes[lane] = clip::outcode(position, near) | far | if is_inside { 0 } else { FAR };
        }
        let mut farthest = 0;
        for lane in 0..COUNT {
            let window = projection.project([x[lane], y[lane], z[lane], w[lane]]);
            farthest = farthest.max(magnitude(window.x)).max(magnitude(window.y));
            let [x, y, z, reciprocal_w] = &mut to.window;
            x[lane] = window.x;
            y[lane] = window.y;
            z[lane] = window.z;
            reciprocal_w[lane] = window.reciprocal_w;
        }
        let is_close = farthest < magnitude(fixed::CLOSE);
        for axis in 0..2 {
            let (to, from) = (&mut to.fixed[axis], &to.window[axis]);
            if is_close {
                for lane in 0..COUNT {
                    to[lane] = Fixed::snap_close(from[lane]);
                }
            } else {
                for lane in 0..COUNT {
                    to[lane] = Fixed::snap_axis(from[lane]);
                }
            }
        }
    }
}
