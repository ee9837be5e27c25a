//! Texture lookups: the planes of registers are handed to the texture units, and what they give becomes registers.

use quadrille_engine::environment::Lookup;
use quadrille_engine::handle;
use quadrille_isa::gl::operation::TextureOp;
use quadrille_isa::gl::{NumericEnvironment, Operation, Stage};
use quadrille_program::types::Types;
use quadrille_program::{Access, Instruction};

use super::piece::{Piece, Shared};
use crate::code::{CallSite, Register};

/// What is handed over to what looks up, kept from call to call.
#[derive(Default)]
pub(super) struct Buffers {
    operands: Vec<[Vec<u32>; 4]>,
    result: [Vec<u32>; 4],
}

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
        let count = self.count;
        let mut buffers = std::mem::take(&mut self.buffers);
        buffers
            .operands
            .resize_with(site.operands.len(), Default::default);
        for (at, (buffers, registers)) in buffers.operands.iter_mut().zip(&site.operands).enumerate() {
            let needs = instruction.needs(at);
            for (component, (buffer, register)) in buffers.iter_mut().zip(registers).enumerate() {
                if needs >> component & 1 == 0 {
                    // What is not looked at may be anything, in as many lanes.
                    buffer.resize(count, 0);
                    continue;
                }
                buffer.clear();
                match *register {
                    Register::Word(number) => {
                        buffer.extend_from_slice(&self.registers.get::<u32>(number)[..count]);
                    }
                    Register::Long(number) => {
                        let longs = &self.registers.get::<u64>(number)[..count];
                        buffer.extend(longs.iter().map(|long| *long as u32));
                    }
                }
            }
        }
        buffers.result.iter_mut().for_each(|plane| plane.resize(count, 0));
        let offsets = site.offset.map(|offset| {
            offset.map(|number| {
                let words = &self.registers.get::<u32>(number)[..count];
                words.iter().map(|word| *word as i32).collect::<Vec<i32>>()
            })
        });
        let mut outside = Vec::new();
        let units: Option<Vec<u32>> = match (&access.index, site.index, site.handle) {
            (Some(index), Some(number), _) => {
                let at_run_time = &self.registers.get::<u32>(number)[..count];
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
                let handles = &self.registers.get::<u64>(number)[..count];
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
            operands: &buffers.operands,
            offsets: offsets.as_ref(),
            units: units.as_deref(),
        };
        shared.environment.textures.sample(&lookup, &mut buffers.result);
        for (words, to) in buffers.result.iter_mut().zip(site.results) {
            outside.iter().for_each(|lane| words[*lane] = 0);
            if let Some(Register::Word(to)) = to {
                self.registers.get_mut::<u32>(to)[..count].copy_from_slice(words);
            }
        }
        self.buffers = buffers;
    }
}
