//! Texture instructions over a batch, as engines hand them over: which operand is what, for each operation.
//!
//! Lookups themselves are in [`crate::lookup`], [`crate::gather`], [`crate::fetch`] and [`crate::query`].

use crate::fetch::Fetch;
use crate::lookup::{LevelOfDetail, Lookup, Offset, Results, lane_of};
use crate::{Access, BoundTexture, Gather, ObjectTarget};
use quadrille_isa::gl::TextureTarget;
use quadrille_isa::gl::operation::{Lod, TextureOp};
use quadrille_isa::gl::target::Slot;
use std::ops::Range;

/// The words of one operand: for each of x, y, z and w one word a lane.
pub type Operand = [Vec<u32>; 4];

/// One texture instruction over a batch.
#[derive(Clone, Copy, Debug)]
pub struct Instruction<'a> {
    /// The operation.
    pub operation: TextureOp,
    /// The target, as the instruction names it.
    pub target: TextureTarget,
    /// The component that gathers take, 0 to 3.
    pub component: u8,
    /// Whether lanes form quads, so that there are differences to take levels of detail from. Without, λ_base is 0
    /// where the instruction gives none.
    pub quads: bool,
    /// Whether an operand has a smallest level of detail (LODCLAMP).
    pub lod_clamp: bool,
    /// The operands in written order, without the texture.
    pub operands: &'a [Operand],
    /// The texel offset.
    pub offset: Offset<'a>,
}

/// Planes of an operand that an instruction does not have.
const NO_WORDS: [&[u32]; 4] = [&[]; 4];

/// Coordinates divided by w, which [`Instruction::divided`] makes for TXP.
pub(crate) type Divided = [Vec<f32>; 3];

impl Instruction<'_> {
    fn words(&self, operand: usize) -> [&[u32]; 4] {
        self.operands
            .get(operand)
            .map_or(NO_WORDS, |planes| planes.each_ref().map(Vec::as_slice))
    }

    fn floats(&self, operand: usize) -> [&[f32]; 4] {
        self.words(operand).map(bytemuck::cast_slice)
    }

    fn integers(&self, operand: usize) -> [&[i32]; 4] {
        self.words(operand).map(bytemuck::cast_slice)
    }

    /// x, y and z divided by w in every lane, for the operations that divide.
    ///
    /// Sources: ARB_fragment_program section 3.11.6.2; NV_fragment_program section 3.11.5.40 leaves the
    /// coordinates of cube maps as they are.
    pub(crate) fn divided(&self) -> Option<Divided> {
        let divides = match self.operation {
            TextureOp::SampleProjected => true,
            TextureOp::SampleProjectedButCube => !self.target.row().cube,
            TextureOp::Sample(_)
            | TextureOp::Fetch
            | TextureOp::FetchMultisample
            | TextureOp::Gather
            | TextureOp::GatherOffsets
            | TextureOp::QueryLod
            | TextureOp::QuerySize
            | TextureOp::QuerySamples => false,
        };
        let [x, y, z, w] = self.floats(0);
        divides.then(|| [x, y, z].map(|plane| plane.iter().zip(w).map(|(value, w)| value / w).collect()))
    }

    /// Performs the instruction for some lanes of a batch; `divided` is that of [`Instruction::divided`].
    pub(crate) fn run(
        &self,
        bound: &BoundTexture,
        divided: Option<&Divided>,
        lanes: Range<usize>,
        results: &mut Results<'_>,
    ) {
        let access = Access::of(self.target);
        let mut coordinates = self.floats(0);
        if let Some([x, y, z]) = divided {
            (coordinates[0], coordinates[1], coordinates[2]) = (x, y, z);
        }
        let lookup = Lookup {
            access,
            coordinates,
            second: self.floats(1),
            level: self.level(),
            least_level: self.lod_clamp.then(|| self.least_level()),
            offset: self.offset,
        };
        if self.operation.is_sample() {
            bound.sample_lanes(&lookup, lanes, results);
            return;
        }
        let component = usize::from(self.component);
        let result = |lane: usize| match self.operation {
            TextureOp::Fetch | TextureOp::FetchMultisample => {
                let fetch = Fetch {
                    access,
                    coordinates: self.integers(0),
                    offset: self.offset,
                };
                bound.fetch_lane(&fetch, lane)
            }
            TextureOp::Gather => bound.gather_lane(&lookup, Gather::Footprint, component, lane),
            TextureOp::GatherOffsets => {
                let gather = Gather::Offsets(self.integers(1), self.integers(2));
                bound.gather_lane(&lookup, gather, component, lane)
            }
            TextureOp::QueryLod => bound.query_level_lane(&lookup, lane),
            TextureOp::QuerySize => bound
                .size(lane_of(self.integers(0)[0], lane))
                .map(i32::cast_unsigned),
            TextureOp::QuerySamples => [bound.samples(); 4],
            // They go together, above.
            TextureOp::Sample(_) | TextureOp::SampleProjected | TextureOp::SampleProjectedButCube => {
                bound.absent()
            }
        };
        for lane in lanes {
            for (plane, word) in results.iter_mut().zip(result(lane)) {
                plane[lane] = word;
            }
        }
    }

    /// The result where there is no complete texture, of which a lookup would give `color`; `None` for the
    /// operations that look at an incomplete texture themselves.
    fn absent(&self, color: [u32; 4]) -> Option<[u32; 4]> {
        match self.operation {
            TextureOp::Gather | TextureOp::GatherOffsets => {
                Some([color[usize::from(self.component.min(3))]; 4])
            }
            TextureOp::Sample(_) | TextureOp::SampleProjected | TextureOp::SampleProjectedButCube => {
                Some(color)
            }
            TextureOp::Fetch
            | TextureOp::FetchMultisample
            | TextureOp::QueryLod
            | TextureOp::QuerySize
            | TextureOp::QuerySamples => None,
        }
    }

    /// The source of the level of detail.
    ///
    /// A bias or level is in w, or in x of a second operand for the targets whose coordinates use w
    /// (EXT_sparse_texture2).
    fn level(&self) -> LevelOfDetail<'_> {
        let scalar = self.slot(self.target.row().lod);
        match self.operation {
            TextureOp::Sample(Lod::Bias) if self.quads => LevelOfDetail::Biased(scalar),
            TextureOp::Sample(Lod::Bias | Lod::Explicit) => LevelOfDetail::Explicit(scalar),
            TextureOp::Sample(Lod::Derivatives) => {
                // A second coordinate operand stands before the derivatives.
                let last = self.operands.len().max(2);
                let [per_x, per_y] = [last - 2, last - 1].map(|operand| {
                    let [x, y, z, _] = self.floats(operand);
                    [x, y, z]
                });
                LevelOfDetail::Gradient { per_x, per_y }
            }
            TextureOp::Sample(Lod::Implicit)
            | TextureOp::SampleProjected
            | TextureOp::SampleProjectedButCube
            | TextureOp::Fetch
            | TextureOp::FetchMultisample
            | TextureOp::Gather
            | TextureOp::GatherOffsets
            | TextureOp::QueryLod
            | TextureOp::QuerySize
            | TextureOp::QuerySamples => {
                if self.quads {
                    LevelOfDetail::Implicit
                } else {
                    LevelOfDetail::Zero
                }
            }
        }
    }

    /// The smallest level of detail: w of the last derivative, or of the second coordinate operand what stands
    /// behind a bias or reference value (EXT_sparse_texture2 Table X.17 and TXD).
    fn least_level(&self) -> &[f32] {
        match self.operation {
            TextureOp::Sample(Lod::Derivatives) => self.floats(self.operands.len().saturating_sub(1))[3],
            _ => self.slot(self.target.row().lod_clamp),
        }
    }

    /// The number of each lane in a component of the coordinates or of a second vector; nothing where the target has
    /// none.
    fn slot(&self, slot: Option<Slot>) -> &[f32] {
        match slot {
            Some(Slot::First(component)) => self.floats(0)[usize::from(component)],
            Some(Slot::Second(component)) => self.floats(1)[usize::from(component)],
            None => &[],
        }
    }
}

/// The texture units of a context: on each unit one texture for each target.
#[derive(Clone, Debug)]
pub struct Units {
    bound: Vec<(u32, BoundTexture)>,
    /// The result of filtered lookups where no texture is bound, or an incomplete one.
    absent: [f32; 4],
}

impl Default for Units {
    fn default() -> Self {
        Units {
            bound: Vec::new(),
            absent: [0.0, 0.0, 0.0, 1.0],
        }
    }
}

impl Units {
    /// Units without textures.
    pub fn new() -> Units {
        Units::default()
    }

    /// Sets the result of filtered lookups where no texture is bound, or an incomplete one: (0, 0, 0, 1) unless set
    /// here. NV_fragment_program asks for zeros.
    pub fn set_absent_color(&mut self, color: [f32; 4]) {
        self.absent = color;
    }

    /// Binds a texture to the point of its target on a unit, in place of what was bound there.
    pub fn bind(&mut self, unit: u32, texture: BoundTexture) {
        self.bound
            .retain(|(other, bound)| *other != unit || bound.target() != texture.target());
        self.bound.push((unit, texture));
    }

    /// Whether a texture is bound to any point of a unit.
    pub fn has_texture(&self, unit: u32) -> bool {
        self.bound.iter().any(|(other, _)| *other == unit)
    }

    /// The texture bound to a target's point on a unit.
    pub fn get(&self, unit: u32, target: ObjectTarget) -> Option<&BoundTexture> {
        self.bound
            .iter()
            .find(|(other, bound)| *other == unit && bound.target() == target)
            .map(|(_, bound)| bound)
    }

    /// Performs an instruction for `results[0].len()` lanes, each with the unit that `unit` gives it.
    ///
    /// A unit without a texture is as one with an incomplete texture: GL's default texture has no image.
    pub fn execute(
        &self,
        instruction: &Instruction<'_>,
        unit: impl Fn(usize) -> u32,
        results: &mut [Vec<u32>; 4],
    ) {
        self.execute_absent(instruction, self.absent, unit, results);
    }

    /// The same for a program whose language says what an absent or incomplete texture gives.
    pub fn execute_absent(
        &self,
        instruction: &Instruction<'_>,
        absent: [f32; 4],
        unit: impl Fn(usize) -> u32,
        results: &mut [Vec<u32>; 4],
    ) {
        let divided = instruction.divided();
        let lanes = results.iter().map(Vec::len).min().unwrap_or(0);
        let mut results = results.each_mut().map(Vec::as_mut_slice);
        let mut start = 0;
        while start < lanes {
            // Runs of lanes with the same unit go together.
            let number = unit(start);
            let end = (start + 1..lanes)
                .find(|&lane| unit(lane) != number)
                .unwrap_or(lanes);
            self.run(
                instruction,
                divided.as_ref(),
                absent,
                number,
                start..end,
                &mut results,
            );
            start = end;
        }
    }

    /// The same where all lanes have one unit.
    pub fn execute_one(
        &self,
        instruction: &Instruction<'_>,
        absent: [f32; 4],
        unit: u32,
        results: &mut [Vec<u32>; 4],
    ) {
        let divided = instruction.divided();
        let lanes = results.iter().map(Vec::len).min().unwrap_or(0);
        let mut results = results.each_mut().map(Vec::as_mut_slice);
        self.run(
            instruction,
            divided.as_ref(),
            absent,
            unit,
            0..lanes,
            &mut results,
        );
    }

    /// Performs an instruction for some lanes, which have one unit.
    fn run(
        &self,
        instruction: &Instruction<'_>,
        divided: Option<&Divided>,
        absent: [f32; 4],
        unit: u32,
        lanes: Range<usize>,
        results: &mut Results<'_>,
    ) {
        let absent = instruction.absent(absent.map(f32::to_bits));
        let bound = self.get(unit, Access::of(instruction.target).target);
        // Fetches and queries look at an incomplete texture themselves.
        let usable = bound.filter(|bound| bound.incomplete().is_none() || absent.is_none());
        match usable {
            Some(bound) => instruction.run(bound, divided, lanes, results),
            None => {
                for (plane, word) in results.iter_mut().zip(absent.unwrap_or([0; 4])) {
                    plane[lanes.clone()].fill(word);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Extent, Sampler, Texture};
    use std::sync::Arc;

    fn operand(lanes: [[f32; 4]; 2]) -> Operand {
        [0, 1, 2, 3].map(|component| lanes.iter().map(|lane| lane[component].to_bits()).collect())
    }

    /// Two texels: 0 and 51 / 255 = 0.2 in red.
    fn units() -> Units {
        let texture = Texture::from_rgba8(
            ObjectTarget::TwoDimensional,
            Extent::new(2, 1, 1),
            &[0, 0, 0, 0, 51, 0, 0, 0],
        )
        .expect("two texels");
        let mut units = Units::new();
        units.bind(3, BoundTexture::new(Arc::new(texture), Sampler::nearest()));
        units
    }

    fn red(operation: TextureOp, target: TextureTarget, operands: &[Operand], unit: u32) -> [f32; 2] {
        let instruction = Instruction {
            operation,
            target,
            component: 0,
            quads: false,
            lod_clamp: false,
            operands,
            offset: Offset::Constant([0; 3]),
        };
        let mut results = [(); 4].map(|()| vec![0; 2]);
        units().execute(&instruction, |_| unit, &mut results);
        [f32::from_bits(results[0][0]), f32::from_bits(results[0][1])]
    }

    #[test]
    fn projection_divides_by_w() {
        // source: ARB_fragment_program section 3.11.6.2: 1.5 / 2 = 0.75 is the right texel, 1.5 / 4 = 0.375 the left
        let operands = [operand([[1.5, 1.0, 0.0, 2.0], [1.5, 1.0, 0.0, 4.0]])];
        assert_eq!(
            red(TextureOp::SampleProjected, TextureTarget::T2D, &operands, 3),
            [0.2, 0.0]
        );
        assert_eq!(
            red(TextureOp::Sample(Lod::Implicit), TextureTarget::T2D, &operands, 3),
            [0.2, 0.2]
        );
    }

    #[test]
    fn fetches_and_sizes_are_integers() {
        // source: NV_gpu_program4, TXF and TXQ
        let operands = [[vec![1, 0], vec![0; 2], vec![0; 2], vec![0; 2]]];
        assert_eq!(
            red(TextureOp::Fetch, TextureTarget::T2D, &operands, 3),
            [0.2, 0.0]
        );
        let size = red(
            TextureOp::QuerySize,
            TextureTarget::T2D,
            &[[(); 4].map(|()| vec![0; 2])],
            3,
        );
        assert_eq!(size.map(f32::to_bits), [2, 2]);
    }

    #[test]
    fn units_without_a_texture_of_the_target_are_black() {
        // source: OpenGL 2.1 section 3.8.12: texture objects start without images, so they are incomplete
        let operands = [operand([[0.75, 0.5, 0.0, 1.0]; 2])];
        assert_eq!(
            red(TextureOp::Sample(Lod::Implicit), TextureTarget::T2D, &operands, 2),
            [0.0; 2]
        );
        assert_eq!(
            red(TextureOp::Sample(Lod::Implicit), TextureTarget::T3D, &operands, 3),
            [0.0; 2]
        );
    }
}
