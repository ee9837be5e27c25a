//! The units that textures are bound to.

use crate::instruction::{Divided, Instruction, Operand};
use crate::lookup::Results;
use crate::{Access, BoundTexture, ObjectTarget, Texture};
use std::ops::Range;
use std::sync::Arc;

/// The texture units of a context: on each unit one texture for each target.
#[derive(Clone, Default, Debug)]
pub struct Units {
    bound: Vec<(u32, BoundTexture)>,
    seamless: bool,
}

impl Units {
    /// Units without textures.
    pub fn new() -> Units {
        Units::default()
    }

    /// Makes all cube maps seamless, or none but those whose sampler is (TEXTURE_CUBE_MAP_SEAMLESS of the context).
    pub fn set_seamless(&mut self, seamless: bool) {
        self.seamless = seamless;
        for (_, bound) in &mut self.bound {
            *bound = BoundTexture::in_context(bound.texture().clone(), *bound.sampler(), seamless);
        }
    }

    /// Binds a texture to the point of its target on a unit, in place of what was bound there.
    pub fn bind(&mut self, unit: u32, mut texture: BoundTexture) {
        if self.seamless && texture.target().is_cube() {
            texture = BoundTexture::in_context(texture.texture().clone(), *texture.sampler(), true);
        }
        self.bound
            .retain(|(other, bound)| *other != unit || bound.target() != texture.target());
        self.bound.push((unit, texture));
    }

    /// All that is bound, with its unit.
    pub(crate) fn all(&self) -> impl Iterator<Item = (u32, &BoundTexture)> {
        self.bound.iter().map(|(unit, bound)| (*unit, bound))
    }

    /// Whether a texture is bound to any point of a unit.
    pub fn has_texture(&self, unit: u32) -> bool {
        self.bound.iter().any(|(other, _)| *other == unit)
    }

    /// Whether a texture is bound to any point of a unit.
    pub fn holds(&self, unit: u32, texture: &Arc<Texture>) -> bool {
        let mut bound = self.bound.iter().filter(|(other, _)| *other == unit);
        bound.any(|(_, bound)| Arc::ptr_eq(bound.texture(), texture))
    }

    /// Binds a texture wherever another is bound, with the samplers of that.
    pub fn replace(&mut self, old: &Arc<Texture>, new: &Arc<Texture>) {
        for (_, bound) in &mut self.bound {
            if Arc::ptr_eq(bound.texture(), old) {
                *bound = BoundTexture::in_context(new.clone(), *bound.sampler(), self.seamless);
            }
        }
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
    /// A unit without a texture is as one with an incomplete texture, as GL's default texture has no image: filtered lookups
    /// give `absent`.
    pub fn execute(
        &self,
        instruction: &Instruction<'_>,
        absent: [f32; 4],
        unit: impl Fn(usize) -> u32,
        results: &mut Results<'_>,
    ) {
        let divided = instruction.divided();
        let lanes = results.iter().map(|plane| plane.len()).min().unwrap_or(0);
        let mut start = 0;
        while start < lanes {
            // Runs of lanes with the same unit go together.
            let number = unit(start);
            let end = (start + 1..lanes)
                .find(|&lane| unit(lane) != number)
                .unwrap_or(lanes);
            self.run(instruction, divided.as_ref(), absent, number, start..end, results);
            start = end;
        }
    }

    /// The same where all lanes have one unit.
    pub fn execute_one(
        &self,
        instruction: &Instruction<'_>,
        absent: [f32; 4],
        unit: u32,
        results: &mut Results<'_>,
    ) {
        let divided = instruction.divided();
        let lanes = results.iter().map(|plane| plane.len()).min().unwrap_or(0);
        self.run(instruction, divided.as_ref(), absent, unit, 0..lanes, results);
    }

    /// The same for an instruction of one operand, with each of several operands in its place; `results` has the planes of
    /// each.
    pub fn execute_several(
        &self,
        instruction: &Instruction<'_>,
        operands: &[Operand<'_>],
        absent: [f32; 4],
        unit: u32,
        results: &mut [Results<'_>],
    ) {
        let bound = match instruction.differs_in_coordinates() {
            true => self.get(unit, Access::of(instruction.target).target),
            false => None,
        };
        if let Some(bound) = bound.filter(|bound| bound.incomplete().is_none()) {
            instruction.run_several(bound, operands, results);
            return;
        }
        for (operand, results) in operands.iter().zip(results) {
            let operands = std::slice::from_ref(operand);
            let instruction = Instruction {
                operands,
                ..*instruction
            };
            self.execute_one(&instruction, absent, unit, results);
        }
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
    use crate::{Extent, Offset, Sampler, Texture};
    use quadrille_isa::gl::TextureTarget;
    use quadrille_isa::gl::operation::{Lod, TextureOp};
    use quadrille_numerics::level::Level;
    use std::sync::Arc;

    /// The words of an operand, of two lanes.
    type Words = [Vec<u32>; 4];

    fn operand(lanes: [[f32; 4]; 2]) -> Words {
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

    fn red(operation: TextureOp, target: TextureTarget, operands: &[Words], unit: u32) -> [f32; 2] {
        let operands: Vec<[&[u32]; 4]> = operands
            .iter()
            .map(|words| words.each_ref().map(Vec::as_slice))
            .collect();
        let instruction = Instruction {
            operation,
            target,
            gathered: 0,
            quads: false,
            lod_clamp: false,
            components: 0b1111,
            simd: Level::BASELINE,
            operands: &operands,
            offset: Offset::Constant([0; 3]),
        };
        let mut results = [(); 4].map(|()| vec![0; 2]);
        units().execute(
            &instruction,
            [0.0, 0.0, 0.0, 1.0],
            |_| unit,
            &mut results.each_mut().map(Vec::as_mut_slice),
        );
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

    /// A lookup in two dimensions.
    fn lookup<'a>(operands: &'a [[&'a [u32]; 4]], simd: Level) -> Instruction<'a> {
        Instruction {
            operation: TextureOp::Sample(Lod::Implicit),
            target: TextureTarget::T2D,
            gathered: 0,
            quads: true,
            lod_clamp: false,
            components: 0b1111,
            simd,
            operands,
            offset: Offset::Constant([0; 3]),
        }
    }

    #[test]
    fn several_lookups_are_as_one_by_one() {
        // source: the same lookups one by one, of the general path
        let texels: Vec<u8> = (0..40 * 30 * 4_u32)
            .map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8)
            .collect();
        let texture = Texture::from_rgba8(ObjectTarget::TwoDimensional, Extent::new(40, 30, 1), &texels);
        let texture = Arc::new(texture.expect("texels"));
        let mut sampler = Sampler::for_target(ObjectTarget::TwoDimensional);
        sampler.minification = crate::MinificationFilter::Linear;
        let mut units = Units::new();
        units.bind(0, BoundTexture::new(texture, sampler));
        // Pixels of two rows, quad by quad, and fewer than whole blocks; some planes are those of several lookups.
        const LANES: usize = 200;
        let plane = |offset: f32, axis: usize| -> Vec<u32> {
            let place = |lane: usize| match axis {
                0 => lane / 4 % 4 * 2 + lane % 2 + lane / 64 * 8,
                _ => lane / 16 % 4 * 2 + lane / 2 % 2,
            };
            let coordinate = |lane| (place(lane) as f32 * 0.7 + offset) / 40.0;
            (0..LANES).map(|lane| coordinate(lane).to_bits()).collect()
        };
        let s: Vec<Vec<u32>> = (0..5).map(|number| plane(number as f32 - 1.5, 0)).collect();
        let t: Vec<Vec<u32>> = (0..3).map(|number| plane(7.25 * number as f32, 1)).collect();
        let none = vec![0; LANES];
        let operands: Vec<[&[u32]; 4]> = (0..15)
            .map(|at| [&s[at % 5][..], &t[at / 5], &none, &none])
            .collect();
        for simd in Level::all() {
            let mut several = vec![[(); 4].map(|()| vec![0; LANES]); operands.len()];
            let mut planes: Vec<[&mut [u32]; 4]> = several
                .iter_mut()
                .map(|planes| planes.each_mut().map(Vec::as_mut_slice))
                .collect();
            units.execute_several(&lookup(&operands[..1], simd), &operands, [0.0; 4], 0, &mut planes);
            for (operand, several) in operands.iter().zip(several) {
                for lane in 0..LANES {
                    let operand = operand.map(|plane| &plane[lane..=lane]);
                    let mut one = [[0]; 4];
                    let mut planes = one.each_mut().map(<[u32; 1]>::as_mut_slice);
                    units.execute_one(&lookup(&[operand], simd), [0.0; 4], 0, &mut planes);
                    assert_eq!(several.each_ref().map(|plane| [plane[lane]]), one, "{lane}");
                }
            }
        }
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
