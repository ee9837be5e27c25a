//! Texture lookups: planes of registers and attributes are handed to the texture units, and what they give becomes registers
//! or results.

use std::ops::Range;

use quadrille_engine::environment::Lookup;
use quadrille_engine::{Batch, Planes, handle};
use quadrille_isa::gl::operation::TextureOp;
use quadrille_isa::gl::{Operation, Stage};
use quadrille_program::types::Types;
use quadrille_program::{Access, Instruction};
use smallvec::SmallVec;

use super::piece::{Piece, Shared};
use crate::code::{LookupSite, Source, Target};
use crate::compile::together;
use crate::plane::{Plane, Registers};

/// The planes that results are written to; they become registers.
pub(super) type Results = [Box<Plane<u32>>; 4];

impl Piece {
    /// Looks up a texture in all lanes, so that quads have their derivatives.
    pub(super) fn lookup(&mut self, shared: Shared<'_>, number: u32, batch: &mut Batch) {
        let site = &shared.code.lookups[number as usize];
        let instruction = &shared.program.instructions()[site.instruction];
        if let Operation::Texture(operation) = instruction.operation {
            self.texture(shared, site, instruction, operation, batch);
        }
    }

    /// Looks up a texture several times.
    pub(super) fn lookups(&mut self, shared: Shared<'_>, first: u32, count: u32, batch: &Batch) {
        let sites = &shared.code.lookups[first as usize..][..count as usize];
        let Some(site) = sites.first() else {
            return;
        };
        let instruction = &shared.program.instructions()[site.instruction];
        let (Operation::Texture(operation), Access::Texture(access)) =
            (instruction.operation, &instruction.access)
        else {
            return;
        };
        let Piece {
            first,
            count,
            registers,
            looked_up,
            ..
        } = self;
        let (count, lanes) = (*count, *first..*first + *count);
        let operands: SmallVec<[[&[u32]; 4]; together::MOST]> = sites
            .iter()
            .flat_map(|site| &site.operands)
            .map(|sources| planes(sources, registers, &batch.attributes, &lanes))
            .collect();
        looked_up.resize_with(looked_up.len().max(sites.len()), Results::default);
        let mut results: SmallVec<[[&mut [u32]; 4]; together::MOST]> = looked_up
            .iter_mut()
            .take(sites.len())
            .map(|planes| planes.each_mut().map(|plane| &mut plane.0[..count]))
            .collect();
        let lookup = Lookup {
            operation,
            access,
            data_type: Types::of(shared.program, instruction).result,
            absent: shared.program.profile().absent_texel(),
            lanes: count,
            quads: shared.program.profile().stage == Stage::Fragment,
            components: site.components(),
            simd: shared.level,
            operands: &operands[..1],
            offsets: None,
            units: None,
        };
        let textures = &shared.environment.textures;
        textures.sample_several(&lookup, &operands, &mut results);
        // They borrow the planes and the registers.
        drop((operands, results));
        for (words, site) in looked_up.iter_mut().zip(sites) {
            for (words, target) in words.iter_mut().zip(site.results) {
                if let Some(Target::Register(to)) = target {
                    registers.exchange(to, words);
                }
            }
        }
    }

    fn texture(
        &mut self,
        shared: Shared<'_>,
        site: &LookupSite,
        instruction: &Instruction,
        operation: TextureOp,
        batch: &mut Batch,
    ) {
        let Access::Texture(access) = &instruction.access else {
            return;
        };
        let Piece {
            first,
            count,
            active,
            registers,
            looked_up,
            ..
        } = self;
        let (first, count, active) = (*first, *count, *active);
        let lanes = first..first + count;
        let (attributes, results) = (&batch.attributes, &mut batch.results);
        let operands: SmallVec<[[&[u32]; 4]; 4]> = site
            .operands
            .iter()
            .map(|sources| planes(sources, registers, attributes, &lanes))
            .collect();
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
        let quads = shared.program.profile().stage == Stage::Fragment;
        let lookup = Lookup {
            operation,
            access,
            data_type: Types::of(shared.program, instruction).result,
            absent: shared.program.profile().absent_texel(),
            lanes: count,
            quads,
            components: site.components(),
            simd: shared.level,
            operands: &operands,
            offsets: offsets.as_ref(),
            units: units.as_deref(),
        };
        // Results of the program are written where they lie if all lanes write them.
        let in_place = active.are_first(count);
        let mut exports: SmallVec<[(usize, usize, usize); 4]> = SmallVec::new();
        for (index, target) in site.results.iter().enumerate() {
            if let (Some(Target::Result { slot, component }), true) = (target, in_place) {
                exports.push((*slot as usize, usize::from(*component), index));
            }
        }
        exports.sort_unstable();
        let [looked_up, ..] = &mut looked_up[..] else {
            return;
        };
        let mut planes = looked_up.each_mut().map(|plane| &mut plane.0[..count]);
        let blocks =
            results.several_blocks_mut(exports.iter().map(|(slot, component, _)| (*slot, *component)));
        for (words, (_, _, index)) in blocks.zip(&exports) {
            planes[*index] = &mut words[lanes.clone()];
        }
        shared.environment.textures.sample(&lookup, &mut planes);
        for plane in &mut planes {
            outside.iter().for_each(|lane| plane[*lane] = 0);
        }
        // It borrows the registers.
        drop(operands);
        for (words, target) in looked_up.iter_mut().zip(site.results) {
            match target {
                None => {}
                Some(Target::Register(to)) => registers.exchange(to, words),
                Some(Target::Result { .. }) if in_place => {}
                Some(Target::Result { slot, component }) => {
                    let to = results.component_mut(slot as usize, usize::from(component));
                    active.copy(&words.0, &mut to[lanes.clone()]);
                }
            }
        }
    }
}

/// The planes of an operand: registers, whose first lanes are those of the piece, and attributes.
#[inline]
fn planes<'a>(
    sources: &[Source; 4],
    registers: &'a Registers,
    attributes: &'a Planes,
    lanes: &Range<usize>,
) -> [&'a [u32]; 4] {
    sources.map(|source| match source {
        Source::Register(number) => &registers.get::<u32>(number)[..lanes.len()],
        Source::Attribute { slot, component } => {
            &attributes.component(slot as usize, usize::from(component))[lanes.clone()]
        }
    })
}
