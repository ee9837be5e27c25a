//! Filtered lookups: TEX, TXB, TXL, TXD and TXP after its division, over batches of lanes.

use crate::access::Access;
use crate::anisotropy::Area;
use crate::filter::{self, Footprint, Point, mix};
use crate::format::FormatKind;
use crate::format::encoding::canonical;
use crate::instruction::Asked;
use crate::lod::Selection;
use crate::{BoundTexture, MagnificationFilter, cube, lod, seamless, shadow};
use quadrille_isa::gl::target::Slot;

/// The source of the level of detail.
#[derive(Clone, Copy, Debug)]
pub enum LevelOfDetail<'a> {
    /// From differences of coordinates within quads: lanes come in groups of four, (x, y), (x+1, y), (x, y+1),
    /// (x+1, y+1), and all four use the differences to the first. What fragment programs do without saying.
    Implicit,
    /// As [`LevelOfDetail::Implicit`], with a bias for each lane.
    Biased(&'a [f32]),
    /// λ_base for each lane. Vertex and geometry programs use 0 where none is given.
    Explicit(&'a [f32]),
    /// λ_base is 0 in every lane.
    Zero,
    /// From derivatives that the program gives, of (s, t, r) for one pixel to the right and one pixel up.
    Gradient {
        /// ∂s/∂x, ∂t/∂x, ∂r/∂x of each lane.
        per_x: [&'a [f32]; 3],
        /// ∂s/∂y, ∂t/∂y, ∂r/∂y of each lane.
        per_y: [&'a [f32]; 3],
    },
}

/// The texel offset, which is added to texel positions.
#[derive(Clone, Copy, Debug)]
pub enum Offset<'a> {
    /// The same for all lanes; zeros where an instruction has none.
    Constant([i32; 3]),
    /// Another for each lane.
    PerLane([&'a [i32]; 3]),
}

/// The operands of one texture instruction for a batch of lanes, a slice for each component.
///
/// Slices are as long as the batch, in lanes; a component that the target does not read may be empty, and a
/// shorter slice reads as 0 beyond its end.
#[derive(Clone, Copy, Debug)]
pub struct Lookup<'a> {
    /// The texture and components that the instruction's target reads.
    pub access: Access,
    /// x, y, z and w of the coordinate operand.
    pub coordinates: [&'a [f32]; 4],
    /// x, y, z and w of the second coordinate operand.
    pub second: [&'a [f32]; 4],
    /// The source of the level of detail.
    pub level: LevelOfDetail<'a>,
    /// The smallest level of detail of each lane, where the instruction gives one (LODCLAMP).
    pub least_level: Option<&'a [f32]>,
    /// The texel offset.
    pub offset: Offset<'a>,
}

/// The results of a batch: red, green, blue and alpha of each lane as bits, of floats or, for integer formats,
/// of integers. Lookups write as many lanes as the shortest slice has.
pub type Results<'a> = [&'a mut [u32]; 4];

/// λ_base of the quad that was last looked up, by its first lane: the four lanes of a quad have it in common.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct QuadLambda(Option<(usize, f32)>);

/// An element of a slice, 0 beyond its end.
pub(crate) fn lane_of<T: Copy + Default>(slice: &[T], lane: usize) -> T {
    slice.get(lane).copied().unwrap_or_default()
}

impl Offset<'_> {
    pub(crate) fn lane(&self, lane: usize) -> [i32; 3] {
        match self {
            Offset::Constant(offset) => *offset,
            Offset::PerLane(planes) => planes.map(|plane| lane_of(plane, lane)),
        }
    }
}

impl Lookup<'_> {
    /// The component of the coordinate operands that a slot is.
    pub(crate) fn plane(&self, slot: Slot) -> &[f32] {
        match slot {
            Slot::First(component) => self.coordinates[usize::from(component)],
            Slot::Second(component) => self.second[usize::from(component)],
        }
    }

    fn slot(&self, slot: Slot, lane: usize) -> f32 {
        lane_of(self.plane(slot), lane)
    }

    /// s, t and r as the operand gives them: a direction for cube maps.
    fn str(&self, lane: usize) -> [f32; 3] {
        [0, 1, 2].map(|axis| lane_of(self.coordinates[axis], lane))
    }

    /// The place that a lane reads in a texture.
    #[inline]
    pub(crate) fn point(&self, bound: &BoundTexture, lane: usize) -> Point {
        self.point_at(bound, lane, self.str(lane))
    }

    /// The same with other s, t and r.
    #[inline]
    fn point_at(&self, bound: &BoundTexture, lane: usize, coordinates: [f32; 3]) -> Point {
        let mut point = Point {
            coordinates,
            face: 0,
            layer: match self.access.layer {
                Some(component) => filter::nearest_layer(self.slot(Slot::First(component), lane)),
                None => 0.0,
            },
            reference: match self.access.reference {
                Some(slot) if bound.compares() => Some(bound.clamp_reference(self.slot(slot, lane))),
                _ => None,
            },
            offset: self.offset.lane(lane),
        };
        if bound.target().is_cube() {
            let face = cube::face(point.coordinates);
            let [s, t] = cube::project(face, point.coordinates);
            point.coordinates = [s, t, 0.0];
            point.face = face;
            // The faces of a cube array's layers lie one after another; the layer is clamped before that.
            if let Some(image) = bound.image(bound.sampler().base_level, 0)
                && self.access.layer.is_some()
            {
                let cubes = (image.extent().depth / crate::texture::CUBE_FACES) as f32;
                point.layer = 6.0 * point.layer.max(0.0).min(cubes - 1.0) + face as f32;
                point.face = 0;
            }
        }
        point
    }

    /// λ_base of a lane plus the instruction's own bias, with the sampler's.
    pub(crate) fn lambda(&self, bound: &BoundTexture, lane: usize, quad: &mut QuadLambda) -> f32 {
        let (base, bias) = match self.level {
            LevelOfDetail::Zero => (0.0, 0.0),
            LevelOfDetail::Explicit(lambdas) => (lane_of(lambdas, lane), 0.0),
            LevelOfDetail::Implicit => (self.quad_lambda(bound, lane, quad), 0.0),
            LevelOfDetail::Biased(biases) => (self.quad_lambda(bound, lane, quad), lane_of(biases, lane)),
            LevelOfDetail::Gradient { per_x, per_y } => {
                let lane_vector = |planes: [&[f32]; 3]| planes.map(|plane| lane_of(plane, lane));
                (
                    self.base_lambda(bound, lane, lane_vector(per_x), lane_vector(per_y)),
                    0.0,
                )
            }
        };
        lod::biased(bound.sampler(), base, bias)
    }

    /// λ_base from the differences of coordinates within the lane's quad.
    fn quad_lambda(&self, bound: &BoundTexture, lane: usize, known: &mut QuadLambda) -> f32 {
        let first = lane & !3;
        if let Some((quad, lambda)) = known.0
            && quad == first
        {
            return lambda;
        }
        let [per_x, per_y] = self.quad_changes(first);
        let lambda = self.base_lambda(bound, lane, per_x, per_y);
        // On a cube map the projection of the differences depends on the lane.
        if !bound.target().is_cube() {
            known.0 = Some((first, lambda));
        }
        lambda
    }

    /// The differences of s, t and r within the quad that begins at a lane, to the right and up.
    fn quad_changes(&self, first: usize) -> [[f32; 3]; 2] {
        let origin = self.str(first);
        [first + 1, first + 2].map(|other| {
            let moved = self.str(other);
            [0, 1, 2].map(|axis| moved[axis] - origin[axis])
        })
    }

    /// The changes of s, t and r for one pixel to the right and one pixel up, where the level of detail is made of them.
    fn changes(&self, lane: usize) -> Option<[[f32; 3]; 2]> {
        match self.level {
            LevelOfDetail::Implicit | LevelOfDetail::Biased(_) => Some(self.quad_changes(lane & !3)),
            LevelOfDetail::Explicit(_) | LevelOfDetail::Zero => None,
            LevelOfDetail::Gradient { per_x, per_y } => {
                Some([per_x, per_y].map(|planes| planes.map(|plane| lane_of(plane, lane))))
            }
        }
    }

    /// λ_base from changes of (s, t, r).
    fn base_lambda(&self, bound: &BoundTexture, lane: usize, per_x: [f32; 3], per_y: [f32; 3]) -> f32 {
        let [per_x, per_y] = self.texels(bound, lane, [per_x, per_y]);
        match bound.is_anisotropic() {
            true => lod::half_log2(Area::new(per_x, per_y, bound.sampler().maximum_anisotropy).rho_squared),
            false => lod::base_lambda(per_x, per_y),
        }
    }

    /// Changes of (s, t, r) as changes of the position in texels of the base level.
    fn texels(&self, bound: &BoundTexture, lane: usize, changes: [[f32; 3]; 2]) -> [[f32; 3]; 2] {
        let row = bound.row();
        let Some(base) = bound.image(bound.sampler().base_level, 0) else {
            return [[0.0; 3]; 2];
        };
        let sizes = base.extent().sizes();
        let direction = self.str(lane);
        let texels = |change: [f32; 3]| {
            let change = if bound.target().is_cube() {
                let [s, t] = cube::project_change(cube::face(direction), direction, change);
                [s, t, 0.0]
            } else {
                change
            };
            let mut texels = [0.0; 3];
            for axis in 0..row.dimensions {
                texels[axis] = change[axis]
                    * if row.is_mipmapped() {
                        sizes[axis] as f32
                    } else {
                        1.0
                    };
            }
            texels
        };
        changes.map(texels)
    }
}

impl BoundTexture {
    /// Performs filtered lookups for a batch.
    ///
    /// A texture that is incomplete or has another target than the instruction gives (0, 0, 0, 1). A SHADOW
    /// target compares only if the texture holds depths and its compare mode is on, which are undefined cases
    /// otherwise; other targets never compare. Float results have one pattern for NaN.
    pub fn sample(&self, lookup: &Lookup<'_>, results: &mut Results<'_>) {
        let lanes = results.iter().map(|plane| plane.len()).min().unwrap_or(0);
        self.sample_lanes(Asked::all(), lookup, 0..lanes, results);
    }

    /// The result of one lane of a batch.
    pub fn sample_lane(&self, lookup: &Lookup<'_>, lane: usize) -> [u32; 4] {
        if self.serves(lookup.access) {
            self.served_lane(lookup, lane, &mut QuadLambda::default())
        } else {
            self.absent()
        }
    }

    /// The result of a lane, of a texture that the instruction can use.
    pub(crate) fn served_lane(&self, lookup: &Lookup<'_>, lane: usize, quad: &mut QuadLambda) -> [u32; 4] {
        let lambda = if self.needs_lambda() {
            let least = lookup
                .least_level
                .map_or(f32::NEG_INFINITY, |least| lane_of(least, lane));
            lod::clamped(self.sampler(), lookup.lambda(self, lane, quad), least)
        } else {
            0.0
        };
        let selection = lod::select(self.sampler(), self.last_level(), lambda);
        if self.kind() != FormatKind::Float {
            return self.sample_integer(&lookup.point(self, lane), selection.level);
        }
        let changes = self.is_anisotropic().then(|| lookup.changes(lane)).flatten();
        let value = match changes {
            None => self.filtered_levels(&lookup.point(self, lane), selection),
            Some(changes) => {
                let [per_x, per_y] = lookup.texels(self, lane, changes);
                let area = Area::new(per_x, per_y, self.sampler().maximum_anisotropy);
                let change = changes[usize::from(!area.along_x)];
                let middle = lookup.str(lane);
                area.mean(|place| {
                    let moved = [0, 1, 2].map(|axis| middle[axis] + place * change[axis]);
                    self.filtered_levels(&lookup.point_at(self, lane, moved), selection)
                })
            }
        };
        self.finish(filter::color(self, value)).map(canonical)
    }

    /// The filtered value at a point: of one level, or of two.
    fn filtered_levels(&self, point: &Point, selection: Selection) -> [f32; 4] {
        let first = self.filtered_level(point, selection.level, selection.filter);
        match selection.second {
            Some((level, weight)) if weight != 0.0 => {
                let second = self.filtered_level(point, level, selection.filter);
                mix(first, second, weight, false)
            }
            _ => first,
        }
    }

    fn filtered_level(&self, point: &Point, level: u32, filter: MagnificationFilter) -> [f32; 4] {
        if filter == MagnificationFilter::Linear && self.is_seamless() {
            let footprint = seamless::Footprint::new(self, level, point);
            return footprint.map_or(filter::nothing(self), |footprint| footprint.mean(self, point));
        }
        match self.image(level, point.face) {
            Some(image) => filter::filtered(self, image, point, filter),
            None => filter::nothing(self),
        }
    }

    fn sample_integer(&self, point: &Point, level: u32) -> [u32; 4] {
        let Some(image) = self.image(level, point.face) else {
            return self.absent();
        };
        let footprint = Footprint::new(self, image.extent(), point, MagnificationFilter::Nearest);
        self.swizzled(self.integer_color(image, footprint.index(image, [0; 3])), 0, 1)
    }

    /// Whether filtered lookups of an instruction can use the texture.
    pub(crate) fn serves(&self, access: Access) -> bool {
        let row = self.row();
        self.incomplete().is_none() && self.target() == access.target && row.is_filtered()
    }

    /// The result where there is nothing to look up: (0, 0, 0, 1) in the format's type.
    pub(crate) fn absent(&self) -> [u32; 4] {
        match self.kind() {
            FormatKind::Float => [0, 0, 0, 1.0_f32.to_bits()],
            FormatKind::Signed | FormatKind::Unsigned => [0, 0, 0, 1],
        }
    }

    /// Whether SHADOW targets compare.
    pub(crate) fn compares(&self) -> bool {
        self.shows_depths() && self.sampler().compare
    }

    /// Whether reference values are clamped to [0, 1], as they are for fixed-point depths (OpenGL 2.1 section 3.8.14; later
    /// versions exempt floating-point depths).
    pub(crate) fn clamps_references(&self) -> bool {
        self.format().row().encoding.is_fixed_point()
    }

    /// The reference value, clamped where it is.
    pub(crate) fn clamp_reference(&self, reference: f32) -> f32 {
        match self.clamps_references() {
            true => reference.clamp(0.0, 1.0),
            false => reference,
        }
    }

    /// A filtered value as the program sees it: depths arranged by the depth mode, then the swizzle.
    pub(crate) fn finish(&self, value: [f32; 4]) -> [f32; 4] {
        let color = if self.shows_depths() {
            shadow::arrange(self.sampler().depth_mode, value[0], 0.0, 1.0)
        } else {
            value
        };
        self.swizzled(color, 0.0, 1.0)
    }
}
