//! Vertex export: what is kept of the outputs of the last stage before the rasterizer, which is position, point size,
//! clip distances and varyings.

use quadrille_engine::Planes;
use quadrille_engine::unwritten::UNWRITTEN_VERTEX;
use quadrille_isa::gl::LanguageSet;
use quadrille_numerics::level::{Level, Pass};
use quadrille_program::Program;

use crate::inter_stage::layer_viewports::Chooser;
use crate::inter_stage::varying_layout::{VaryingLayout, VertexValue};
use crate::inter_stage::vertices::{BLOCK, Vertices};
use crate::state::{Context, Point, matrix};

/// The export of results as vertices for the rasterizer.
pub(crate) struct VertexExport<'a> {
    pub(crate) varyings: &'a VaryingLayout,
    /// The distances from the enabled user clip planes.
    pub(crate) distances: Vec<VertexValue>,
    /// Whether the program's point size counts.
    sizes: bool,
    /// Whether sizes are those of the fixed function.
    is_fixed: bool,
    point: Point,
    /// The layers and viewports of primitives, if the program chooses them.
    pub(crate) chooser: Option<Chooser>,
}

impl<'a> VertexExport<'a> {
    /// Of the stage before the rasterizer; `is_fixed`: it is the fixed-function vertex stage.
    pub(crate) fn new(
        context: &Context,
        varyings: &'a VaryingLayout,
        is_fixed: bool,
        chooser: Option<Chooser>,
    ) -> VertexExport<'a> {
        VertexExport {
            varyings,
            distances: distances(context, varyings),
            sizes: is_fixed || context.vertex_program_point_size,
            is_fixed,
            point: context.point,
            chooser,
        }
    }

    /// The clip coordinates that results have in the first `count` lanes.
    #[inline]
    pub(crate) fn positions<'r>(&self, results: &'r Planes, count: usize) -> [&'r [f32]; 4] {
        let slot = self.varyings.position;
        let plane = |component| bytemuck::cast_slice(&written(results, slot, component)[..count]);
        [plane(0), plane(1), plane(2), plane(3)]
    }

    /// Keeps the results of the first lanes but positions, as many as there is room for. `position` gives the position of a
    /// vertex in object space, which only a vertex stage can be asked for.
    pub(crate) fn keep(
        &self,
        level: Level,
        results: &Planes,
        out: &mut Vertices,
        position: impl Fn(usize) -> [f32; 4],
    ) {
        for (varying, to) in self.varyings.sources.iter().zip(&mut out.varyings) {
            let result = match varying.value {
                Some(VertexValue::Plane(coefficients)) => {
                    let [_, y, z, w] = UNWRITTEN_VERTEX.map(f32::from_bits);
                    for (vertex, to) in to.iter_mut().enumerate() {
                        *to = [matrix::dot4(coefficients, position(vertex)), y, z, w];
                    }
                    continue;
                }
                Some(VertexValue::Result(slot)) => Some(slot),
                None => None,
            };
            let plane = |component| match (component, varying.rest) {
                (1.., Some(rest)) if rest[component - 1] == 0.0 => &ZEROS,
                (1.., Some(_)) => &ONES,
                _ => written(results, result, component),
            };
            level.run(Interleave {
                planes: [plane(0), plane(1), plane(2), plane(3)],
                clamp: varying.clamp,
                to,
            });
        }
        let count = out.len();
        let sizes = &mut out.point_size;
        sizes.all = self.point.size;
        if let Some(slot) = self.varyings.point_size.filter(|_| self.sizes) {
            sizes.each.resize(count, 1.0);
            copy(results.component(slot, 0), &mut sizes.each);
        }
        if self.is_fixed {
            sizes.all = self.point.derived(sizes.all);
            for size in &mut sizes.each {
                *size = self.point.derived(*size);
            }
        }
        if let Some(chooser) = &self.chooser {
            chooser.keep(results, out);
        }
        for (distance, plane) in self.distances.iter().zip(&mut out.distances) {
            match distance {
                VertexValue::Result(slot) => copy(results.component(*slot, 0), plane),
                VertexValue::Plane(coefficients) => {
                    for (vertex, to) in plane.iter_mut().enumerate() {
                        *to = matrix::dot4(*coefficients, position(vertex));
                    }
                }
            }
        }
    }
}

/// Whether the enabled clip planes cut what a program draws: where its position is the fixed function's. NV vertex programs
/// have them disabled all the same (NV_vertex_program 2.14.1.5), and have distances of their own (NV_vertex_program2 2.11).
fn is_cut_by_planes(vertex: &Program) -> bool {
    let is_nv = vertex.profile().language.meets(LanguageSet::NV_VERTEX);
    vertex.features().options.position_invariant() && !is_nv
}

/// The enabled clip planes in object space, where a vertex stage's position is the fixed-function one; by number.
pub(crate) fn object_planes(context: &Context, vertex: &Program) -> Vec<(u32, [f32; 4])> {
    if !is_cut_by_planes(vertex) {
        return Vec::new();
    }
    let transform = &context.transform;
    let to_object = transform.modelview[0].transpose();
    let planes = transform.clip_planes.iter().enumerate();
    planes
        .filter(|(plane, _)| transform.clip_enabled >> plane & 1 != 0)
        .map(|(plane, coefficients)| (plane as u32, to_object.transform(*coefficients)))
        .collect()
}

/// The distances from the enabled clip planes.
fn distances(context: &Context, varyings: &VaryingLayout) -> Vec<VertexValue> {
    let enabled = |plane: u32| context.transform.clip_enabled >> plane & 1 != 0;
    let distances = varyings.clip_distances.iter();
    let distances = distances.filter(|(plane, _)| enabled(*plane));
    distances.map(|(_, value)| *value).collect()
}

static ZEROS: [u32; BLOCK] = [0; BLOCK];
static ONES: [u32; BLOCK] = [1f32.to_bits(); BLOCK];

/// Components of results that are not written.
static UNWRITTEN: [[u32; BLOCK]; 4] = {
    let [x, y, z, w] = UNWRITTEN_VERTEX;
    [[x; BLOCK], [y; BLOCK], [z; BLOCK], [w; BLOCK]]
};

/// A component of a result; without a slot, of one that is not written.
#[inline]
fn written(results: &Planes, slot: Option<usize>, component: usize) -> &[u32] {
    match slot {
        Some(slot) => results.component(slot, component),
        None => &UNWRITTEN[component],
    }
}

/// The components of a varying become vectors.
struct Interleave<'a> {
    planes: [&'a [u32]; 4],
    /// Whether they are clamped to [0, 1].
    clamp: bool,
    to: &'a mut [[f32; 4]],
}

impl Pass for Interleave<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Interleave { planes, clamp, to } = self;
        let whole = planes.map(<&[u32; BLOCK]>::try_from);
        if let ([Ok(x), Ok(y), Ok(z), Ok(w)], Ok(to)) = (whole, <&mut [[f32; 4]; BLOCK]>::try_from(&mut *to))
        {
            for lane in 0..BLOCK {
                to[lane] = [x[lane], y[lane], z[lane], w[lane]].map(f32::from_bits);
            }
        } else {
            for (lane, to) in to.iter_mut().enumerate() {
                *to = planes.map(|plane| f32::from_bits(plane[lane]));
            }
        }
        if clamp {
            for value in to.as_flattened_mut() {
                *value = self::clamp(*value);
            }
        }
    }
}

/// Clamps to [0, 1]; NaN gives 0.
#[inline(always)]
pub(crate) fn clamp(value: f32) -> f32 {
    // A zero keeps its sign; of NaN all comparisons are false.
    let value = if value >= 0.0 { value } else { 0.0 };
    if value < 1.0 { value } else { 1.0 }
}

fn copy(from: &[u32], to: &mut [f32]) {
    for (to, bits) in to.iter_mut().zip(from) {
        *to = f32::from_bits(*bits);
    }
}
