//! Texture lookups: the planes of registers are handed to the texture units, and what they give becomes registers.

use quadrille_engine::environment::Lookup;
use quadrille_engine::handle;
use quadrille_isa::gl::operation::TextureOp;
use quadrille_isa::gl::{NumericEnvironment, Operation, Stage};
use quadrille_program::types::Types;
use quadrille_program::{Access, Instruction};
use smallvec::SmallVec;

use super::piece::{Piece, Shared};
use crate::code::{CallSite, Register};
use crate::plane::Plane;

/// The planes that results are written to; they become registers.
pub(super) type Results = [Box<Plane<u32>>; 4];

impl Piece {
    /// Looks up a texture in all lanes, so that quads have their derivatives.
    pub(super) fn lookup(&mut self, shared: Shared<'_>, number: u32) {
        let site = &shared.code.calls[number as usize];
        let instruction = &shared.program.instructions()[site.call.instruction];
        if let Operation::Texture(operation) = instruction.operation {
            self.texture(shared, site, instruction, operation);
        }
    }

    fn texture(
        &mut self,
        shared: Shared<'_>,
        site: &CallSite,
        instruction: &Instruction,
        operation: TextureOp,
    ) {
        let Access::Texture(access) = &instruction.access else {
            return;
        };
        let Piece {
            count,
            registers,
            looked_up,
            ..
        } = self;
        let count = *count;
        let planes = |numbers: &[Register; 4]| {
            numbers.map(|number| match number {
                Register::Word(number) => &registers.get::<u32>(number)[..count],
                // What is looked at is a word; this is not.
                Register::Long(_) => &[],
            })
        };
        let operands: SmallVec<[[&[u32]; 4]; 4]> = site.operands.iter().map(planes).collect();
        let offsets = site.offset.map(|offset| {
            offset.map(|number| {
                let words = &registers.get::<u32>(number)[..count];
                words.iter().map(|word| *word as i32).collect::<Vec<i32>>()
            })
        });
        let mut outside = Vec::new();
        let units: Option<Vec<u32>> = match (&access.index, site.index, site.handle) {
            (Some(index), Some(number), _) => {
                let at_run_time = &registers.get::<u32>(number)[..count];
                let unit = |(lane, at_run_time): (usize, &u32)| {
                    let element = i64::from(*at_run_time as i32) + i64::from(index.offset);
                    if (0..i64::from(index.length)).contains(&element) {
                        access.unit + element as u32
                    } else {
                        outside.push(lane);
                        access.unit
                    }
                };
                Some(at_run_time.iter().enumerate().map(unit).collect())
            }
            (_, _, Some(number)) => {
                let handles = &registers.get::<u64>(number)[..count];
                Some(
                    handles
                        .iter()
                        .map(|handle| handle::texture_unit(*handle))
                        .collect(),
                )
            }
            (_, _, None) => None,
        };
        let profile = shared.program.profile();
        let lookup = Lookup {
            operation,
            access,
            data_type: Types::of(shared.program, instruction).result,
            absent: match profile.numeric {
                NumericEnvironment::Fp1 => [0.0; 4],
                NumericEnvironment::Ieee | NumericEnvironment::Vp1 | NumericEnvironment::Nv20 => {
                    [0.0, 0.0, 0.0, 1.0]
                }
            },
            lanes: count,
            quads: profile.stage == Stage::Fragment,
            components: (0..4)
                .filter(|component| site.results[*component].is_some())
                .fold(0, |all, component| all | 1 << component),
            simd: shared.level,
            operands: &operands,
            offsets: offsets.as_ref(),
            units: units.as_deref(),
        };
        let mut planes = looked_up.each_mut().map(|plane| &mut plane.0[..count]);
        shared.environment.textures.sample(&lookup, &mut planes);
        // It borrows the registers.
        drop(operands);
        for (words, to) in looked_up.iter_mut().zip(site.results) {
            outside.iter().for_each(|lane| words.0[*lane] = 0);
            if let Some(Register::Word(to)) = to {
                registers.exchange(to, words);
            }
        }
    }
}
