//! The texture units of a context, as programs reach them. What a lookup gives is the texture crate's; this only
//! carries an engine's request over.

use quadrille_engine::Textures;
use quadrille_engine::environment::Lookup;
use quadrille_program::instruction::TexelOffset;
use quadrille_texture::{Instruction, ObjectTarget, Offset, Texture, Units};

/// Texture units with the textures bound to them.
#[derive(Clone, Debug, Default)]
pub struct TextureUnits(pub Units);

impl Textures for TextureUnits {
    fn texture(&self, unit: u32, target: ObjectTarget) -> Option<&Texture> {
        self.0.get(unit, target).map(|bound| &**bound.texture())
    }

    fn is_resident(&self, unit: u32) -> bool {
        self.0.has_texture(unit)
    }

    fn absent(&self, lookup: &Lookup<'_>) -> Option<Vec<bool>> {
        let absence = TextureUnits(self.0.absence()?);
        let mut result = [(); 4].map(|()| vec![0; lookup.lanes]);
        // A unit whose texture lacks nothing gives zeros.
        let lookup = Lookup {
            absent: [0.0; 4],
            ..*lookup
        };
        absence.sample(&lookup, &mut result.each_mut().map(Vec::as_mut_slice));
        Some(
            (0..lookup.lanes)
                .map(|lane| result.iter().any(|plane| plane[lane] != 0))
                .collect(),
        )
    }

    fn sample(&self, lookup: &Lookup<'_>, result: &mut [&mut [u32]; 4]) {
        let instruction = instruction(lookup);
        let (absent, own) = (lookup.absent, lookup.access.unit);
        match lookup.units {
            Some(units) => {
                let unit = |lane: usize| units.get(lane).copied().unwrap_or(own);
                self.0.execute(&instruction, absent, unit, result);
            }
            None => self.0.execute_one(&instruction, absent, own, result),
        }
    }

    fn sample_several(&self, lookup: &Lookup<'_>, operands: &[[&[u32]; 4]], results: &mut [[&mut [u32]; 4]]) {
        match lookup.units {
            Some(_) => {
                for (operand, result) in operands.iter().zip(results) {
                    let operands = std::slice::from_ref(operand);
                    self.sample(&Lookup { operands, ..*lookup }, result);
                }
            }
            None => {
                let (absent, unit) = (lookup.absent, lookup.access.unit);
                self.0
                    .execute_several(&instruction(lookup), operands, absent, unit, results);
            }
        }
    }
}

/// The instruction of a lookup.
fn instruction<'a>(lookup: &Lookup<'a>) -> Instruction<'a> {
    let offset = match (lookup.access.offset, lookup.offsets) {
        (_, Some([s, t, r])) => Offset::PerLane([s, t, r]),
        (Some(TexelOffset::Constant(offset)), None) => Offset::Constant(offset),
        (Some(TexelOffset::Variable(_)) | None, None) => Offset::Constant([0; 3]),
    };
    Instruction {
        operation: lookup.operation,
        target: lookup.access.target,
        gathered: lookup.access.component,
        quads: lookup.quads,
        lod_clamp: lookup.access.lod_clamp,
        components: lookup.components,
        simd: lookup.simd,
        operands: lookup.operands,
        offset,
    }
}
