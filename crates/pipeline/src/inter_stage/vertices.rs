//! Shaded vertices, as a structure of arrays.

use crate::raster::Window;

/// Vertices that are shaded together.
pub(crate) const BLOCK: usize = 256;

/// Number of a vertex: among the shaded ones, or with [`MADE`] among those that clipping made.
pub(crate) type VertexNumber = u32;

/// Marks the number of a vertex that clipping made.
pub(crate) const MADE: VertexNumber = 1 << 31;

/// Vertices after the vertex program. Distances are from the enabled user clip planes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vertices {
    /// How many there are.
    count: usize,
    /// Clip coordinates.
    position: [Vec<f32>; 4],
    /// The varyings: of each the vectors of all vertices, as a primitive takes its corners' as a whole.
    pub(crate) varyings: Vec<Vec<[f32; 4]>>,
    /// For each clip distance one value a vertex.
    pub(crate) distances: Vec<Vec<f32>>,
    /// Point sizes in pixels.
    pub(crate) point_size: PointSizes,
    /// Where they lie in the window, if there is only one viewport; vertices that clipping made have nothing here.
    pub(crate) projected: Option<Box<Projected<1>>>,
    /// The layers and viewports of primitives, if the last program chooses them; vertices that clipping made have none.
    pub(crate) choices: Vec<LayerViewports>,
}

impl Vertices {
    pub(crate) fn new(varyings: usize, distances: usize) -> Vertices {
        Vertices {
            count: 0,
            position: Default::default(),
            varyings: vec![Vec::new(); varyings],
            distances: vec![Vec::new(); distances],
            point_size: PointSizes::default(),
            projected: None,
            choices: Vec::new(),
        }
    }

    /// Makes it a block without vertices that have so many varyings and distances.
    pub(crate) fn reshape(&mut self, varyings: usize, distances: usize) {
        self.varyings.resize_with(varyings, Vec::new);
        self.distances.resize_with(distances, Vec::new);
        self.choices.clear();
        self.resize(0);
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Makes it so many vertices, of which nothing means anything yet.
    pub(crate) fn resize(&mut self, length: usize) {
        self.count = length;
        for plane in &mut self.position {
            plane.truncate(length);
        }
        for plane in &mut self.distances {
            plane.resize(length, 0.0);
        }
        for varying in &mut self.varyings {
            varying.resize(length, [0.0; 4]);
        }
        self.point_size.each.clear();
    }

    /// Keeps the clip coordinates of all vertices.
    pub(crate) fn keep_positions(&mut self, positions: [&[f32]; 4]) {
        for (to, from) in self.position.iter_mut().zip(positions) {
            to.clear();
            to.extend_from_slice(from);
        }
    }

    /// Keeps the clip coordinates of the first two and the last two vertices, as nothing asks for others.
    pub(crate) fn keep_ends(&mut self, positions: [&[f32]; 4]) {
        for (to, from) in self.position.iter_mut().zip(positions) {
            if to.len() != from.len() {
                to.resize(from.len(), f32::NAN);
            }
            if cfg!(debug_assertions) {
                to.fill(f32::NAN);
            }
            let ends = [0..from.len().min(2), from.len().saturating_sub(2)..from.len()];
            for end in ends {
                to[end.clone()].copy_from_slice(&from[end]);
            }
        }
    }

    pub(crate) fn position(&self, vertex: usize) -> [f32; 4] {
        std::array::from_fn(|component| self.position[component][vertex])
    }

    /// Appends a vertex at `position` inside the triangle or line `corners`; the rest is the weighted sum.
    pub(crate) fn push_weighted(
        &mut self,
        corners: [VertexRef<'_>; 3],
        weights: [f64; 3],
        position: [f64; 4],
    ) {
        let [a, b, c] = corners;
        self.count += 1;
        let mix = |a: f32, b: f32, c: f32| {
            (weights[0] * f64::from(a) + weights[1] * f64::from(b) + weights[2] * f64::from(c)) as f32
        };
        for (to, value) in self.position.iter_mut().zip(position) {
            to.push(value as f32);
        }
        for (varying, to) in self.varyings.iter_mut().enumerate() {
            let [a, b, c] = corners.map(|place| place.varying(varying));
            to.push(std::array::from_fn(|component| {
                mix(a[component], b[component], c[component])
            }));
        }
        for (plane, to) in self.distances.iter_mut().enumerate() {
            let of = |place: VertexRef<'_>| place.vertices.distances[plane][place.at];
            to.push(mix(of(a), of(b), of(c)));
        }
        let of = |place: VertexRef<'_>| place.vertices.point_size.get(place.at);
        self.point_size.each.push(mix(of(a), of(b), of(c)));
    }
}

/// Sizes of points in pixels.
#[derive(Clone, Debug)]
pub(crate) struct PointSizes {
    /// The size of all, if each has none of its own.
    pub(crate) all: f32,
    /// The size of each, or nothing.
    pub(crate) each: Vec<f32>,
}

impl Default for PointSizes {
    fn default() -> PointSizes {
        PointSizes {
            all: 1.0,
            each: Vec::new(),
        }
    }
}

impl PointSizes {
    /// The size of a point.
    pub(crate) fn get(&self, vertex: usize) -> f32 {
        self.each.get(vertex).copied().unwrap_or(self.all)
    }
}

/// The vertices of blocks in the window; of one that cannot be projected nothing but the code means anything.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Projected<const BLOCKS: usize> {
    /// Whether nothing of a block lies outside of anything: all its codes are 0.
    pub(crate) inside: [bool; BLOCKS],
    /// What each lies outside of.
    pub(crate) codes: [[u32; BLOCK]; BLOCKS],
    /// x and y on the subpixel grid.
    pub(crate) fixed: [[[i32; BLOCK]; BLOCKS]; 2],
    /// x, y, z and 1/w.
    pub(crate) window: [[[f32; BLOCK]; BLOCKS]; 4],
}

impl<const BLOCKS: usize> Default for Projected<BLOCKS> {
    fn default() -> Projected<BLOCKS> {
        Projected {
            inside: [true; BLOCKS],
            codes: [[0; BLOCK]; BLOCKS],
            fixed: [[[0; BLOCK]; BLOCKS]; 2],
            window: [[[0.0; BLOCK]; BLOCKS]; 4],
        }
    }
}

impl Projected<1> {
    /// What a vertex lies outside of.
    pub(crate) fn code(&self, vertex: usize) -> u32 {
        self.codes[0][vertex]
    }

    /// Where a vertex lies.
    pub(crate) fn window(&self, vertex: usize) -> Window {
        let [x, y, z, reciprocal_w] = self.window.each_ref().map(|[plane]| plane[vertex]);
        Window {
            x,
            y,
            z,
            reciprocal_w,
        }
    }
}

/// A vertex: where it is kept and its number there.
#[derive(Clone, Copy)]
pub(crate) struct VertexRef<'a> {
    pub(crate) vertices: &'a Vertices,
    pub(crate) at: usize,
}

impl VertexRef<'_> {
    pub(crate) fn position(self) -> [f32; 4] {
        self.vertices.position(self.at)
    }

    #[inline(always)]
    pub(crate) fn varying(self, number: usize) -> [f32; 4] {
        self.vertices.varyings[number][self.at]
    }
}

/// The layer and viewports that a vertex chooses for the primitives whose provoking vertex it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LayerViewports {
    /// The viewports, one bit each.
    pub(crate) viewports: u32,
    /// The layer.
    pub(crate) layer: i32,
}

/// A shaded vertex by number.
pub(crate) fn shaded_vertex(shaded: &[Vertices], number: VertexNumber) -> VertexRef<'_> {
    VertexRef {
        vertices: &shaded[number as usize / BLOCK],
        at: number as usize % BLOCK,
    }
}
