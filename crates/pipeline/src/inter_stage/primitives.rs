//! Primitives that are ready to be drawn, as a structure of arrays, and in which bands they are.

use crate::framebuffer::Extent;
use crate::framebuffer::band::BAND_ROWS;
use crate::framebuffer::bounds::Bounds;
use crate::inter_stage::primitive_ref::Origin;
use crate::inter_stage::vertices::{MADE, VertexNumber, VertexRef, Vertices, shaded_vertex};
use crate::raster::{HalfPlane, Outline};

/// Gradients over a primitive: λ1 and λ2 are linear in window coordinates, 0 at corner 0, and 1 at corner 1
/// and 2. For a line λ1 is the way along it, λ2 is 0. For a point both are the distance from its centre in
/// sizes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Gradients {
    /// Window coordinates of corner 0.
    pub(crate) origin: [f64; 2],
    /// Change of λ1 from pixel to pixel, along x and y.
    pub(crate) first: [f64; 2],
    /// Change of λ2.
    pub(crate) second: [f64; 2],
    /// 1/w of each corner.
    pub(crate) reciprocal_w: [f32; 3],
    /// Depth of each corner, with polygon offset.
    pub(crate) depth: [f64; 3],
}

impl Gradients {
    /// λ1 and λ2 at window coordinates.
    pub(crate) fn at(&self, x: f64, y: f64) -> [f64; 2] {
        let (dx, dy) = (x - self.origin[0], y - self.origin[1]);
        [
            self.first[0] * dx + self.first[1] * dy,
            self.second[0] * dx + self.second[1] * dy,
        ]
    }

    /// The weights of corners 1 and 2, linear and with perspective, at a distance in pixels from the centre of the
    /// pixel at a corner of a block: in the steps in which they are computed for a whole batch.
    pub(crate) fn weights(&self, corner: [f64; 2], [dx, dy]: [f32; 2]) -> ([f32; 2], [f32; 2]) {
        let base = self.at(corner[0] + 0.5, corner[1] + 0.5);
        let linear = |base: f64, step: [f64; 2]| base as f32 + step[0] as f32 * dx + step[1] as f32 * dy;
        let [l1, l2] = [linear(base[0], self.first), linear(base[1], self.second)];
        if self.is_affine() {
            return ([l1, l2], [l1, l2]);
        }
        let [r0, r1, r2] = self.reciprocal_w;
        let (n1, n2) = (l1 * r1, l2 * r2);
        let scale = 1.0 / ((1.0 - l1 - l2) * r0 + n1 + n2);
        ([l1, l2], [n1 * scale, n2 * scale])
    }

    /// The linear function of window coordinates that takes these values at the corners.
    pub(crate) fn plane(&self, values: [f64; 3]) -> HalfPlane {
        let (d1, d2) = (values[1] - values[0], values[2] - values[0]);
        let a = self.first[0] * d1 + self.second[0] * d2;
        let b = self.first[1] * d1 + self.second[1] * d2;
        [a, b, values[0] - a * self.origin[0] - b * self.origin[1]]
    }

    /// Whether perspective does not show.
    pub(crate) fn is_affine(&self) -> bool {
        let [a, b, c] = self.reciprocal_w;
        a == b && b == c
    }
}

/// One primitive, as it is added.
pub(crate) struct NewPrimitive<'a> {
    pub(crate) outline: Outline,
    pub(crate) bounds: Bounds,
    pub(crate) gradients: Gradients,
    pub(crate) corners: [VertexNumber; 3],
    pub(crate) origin: Origin,
    pub(crate) point: bool,
    pub(crate) cuts: &'a [HalfPlane],
}

/// The results of setup for the primitives of a run, in order.
#[derive(Default)]
pub(crate) struct Primitives {
    pub(crate) outlines: Vec<Outline>,
    pub(crate) bounds: Vec<Bounds>,
    pub(crate) gradients: Vec<Gradients>,
    pub(crate) corners: Vec<[VertexNumber; 3]>,
    /// The vertex that gives flat values.
    pub(crate) provoking: Vec<VertexNumber>,
    pub(crate) front: Vec<bool>,
    /// `primitive.id` of each.
    pub(crate) numbers: Vec<u32>,
    /// Number of its viewport.
    pub(crate) viewports: Vec<u8>,
    /// Number of its layer, as the program gave it.
    pub(crate) layers: Vec<i32>,
    pub(crate) point: Vec<bool>,
    cut_ends: Vec<u32>,
    cuts: Vec<HalfPlane>,
    /// Vertices that clipping made.
    pub(crate) made: Vertices,
    /// For each band the primitives that may cover some of it, in order.
    pub(crate) bands: Vec<Vec<u32>>,
    /// Bands of a layer.
    layer_bands: usize,
}

impl Primitives {
    pub(crate) fn new(varyings: usize, distances: usize, extent: Extent) -> Primitives {
        let layer_bands = extent.layer_bands();
        Primitives {
            made: Vertices::new(varyings, distances),
            bands: vec![Vec::new(); layer_bands * extent.layers as usize],
            layer_bands,
            ..Primitives::default()
        }
    }

    pub(crate) fn clear(&mut self) {
        self.outlines.clear();
        self.bounds.clear();
        self.gradients.clear();
        self.corners.clear();
        self.provoking.clear();
        self.front.clear();
        self.numbers.clear();
        self.viewports.clear();
        self.layers.clear();
        self.point.clear();
        self.cut_ends.clear();
        self.cuts.clear();
        self.made.resize(0);
        self.bands.iter_mut().for_each(Vec::clear);
    }

    /// Adds a primitive whose bounds and layer lie in the framebuffer.
    pub(crate) fn push(&mut self, new: NewPrimitive<'_>) {
        let number = self.outlines.len() as u32;
        let first = new.bounds.y0 as u32 / BAND_ROWS;
        let last = (new.bounds.y1 - 1) as u32 / BAND_ROWS;
        // Of one layer there is nothing to choose.
        let is_layered = self.bands.len() > self.layer_bands;
        let below = if is_layered {
            new.origin.layer as usize * self.layer_bands
        } else {
            0
        };
        for band in &mut self.bands[below + first as usize..=below + last as usize] {
            band.push(number);
        }
        self.outlines.push(new.outline);
        self.bounds.push(new.bounds);
        self.gradients.push(new.gradients);
        self.corners.push(new.corners);
        self.provoking.push(new.origin.provoking);
        self.front.push(new.origin.front);
        self.numbers.push(new.origin.number);
        self.viewports.push(new.origin.viewport);
        self.layers.push(new.origin.layer);
        self.point.push(new.point);
        self.cuts.extend_from_slice(new.cuts);
        self.cut_ends.push(self.cuts.len() as u32);
    }

    /// The half-planes that cut a primitive.
    pub(crate) fn cuts(&self, primitive: usize) -> &[HalfPlane] {
        let start = if primitive == 0 {
            0
        } else {
            self.cut_ends[primitive - 1]
        };
        &self.cuts[start as usize..self.cut_ends[primitive] as usize]
    }

    /// A vertex by number.
    pub(crate) fn vertex<'a>(&'a self, shaded: &'a [Vertices], number: VertexNumber) -> VertexRef<'a> {
        if number & MADE != 0 {
            return VertexRef {
                vertices: &self.made,
                at: (number & !MADE) as usize,
            };
        }
        shaded_vertex(shaded, number)
    }
}
