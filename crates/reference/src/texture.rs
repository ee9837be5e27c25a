//! Texture instructions: what the texture units are asked, and where the answer goes.

use quadrille_isa::gl::operation::TextureOp;
use std::ops::RangeInclusive;

use quadrille_engine::environment::Lookup;
use quadrille_engine::handle;
use quadrille_isa::gl::condition::Flags;
use quadrille_isa::gl::{DataType, Operation, Stage};
use quadrille_numerics::level::Level;
use quadrille_program::{Access, InstId, Instruction, TexelOffset, TextureAccess};

use crate::condition::SPARSE;
use crate::observer::Observer;
use crate::run::BatchRun;
use crate::state::Values;

/// MIN_PROGRAM_TEXEL_OFFSET and MAX_PROGRAM_TEXEL_OFFSET.
const OFFSETS: RangeInclusive<i32> = -8..=7;
/// MIN_PROGRAM_TEXTURE_GATHER_OFFSET and MAX_PROGRAM_TEXTURE_GATHER_OFFSET, of TXGO (NV_gpu_program5 issue 2).
const GATHER_OFFSETS: RangeInclusive<i32> = -32..=31;

impl<O: Observer> BatchRun<'_, O> {
    /// Looks up a texture in all lanes, so that quads have their derivatives.
    pub(crate) fn texture(
        &mut self,
        id: InstId,
        operation: TextureOp,
        instruction: &Instruction,
        values: &mut Values,
    ) {
        let Access::Texture(access) = &instruction.access else {
            return;
        };
        let lanes = self.batch.lanes();
        let offsets = match &access.offset {
            Some(TexelOffset::Variable(operand)) => Some(self.sources().integers(operand)),
            Some(TexelOffset::Constant(_)) | None => None,
        };
        watch!(O, {
            self.watch_offsets(id, instruction, offsets.as_ref(), values)
        });
        let mut outside = Vec::new();
        let units = access.index.as_deref().map(|index| {
            let sources = self.sources();
            let mut units = vec![access.unit; lanes];
            for (lane, unit) in units.iter_mut().enumerate() {
                let at_run_time = sources.scalar(&index.operand, DataType::S32, lane);
                let element = i64::from(at_run_time as i32) + i64::from(index.offset);
                if (0..i64::from(index.length)).contains(&element) {
                    *unit += element as u32;
                } else {
                    outside.push((lane, element, index.length));
                }
            }
            units
        });
        let handles = access.handle.as_ref().map(|operand| {
            let unit = |lane| handle::texture_unit(self.sources().scalar(operand, DataType::U64, lane));
            (0..lanes).map(unit).collect()
        });
        watch!(O, { self.watch_handles(id, access) });
        let units: Option<Vec<u32>> = units.or(handles);
        let operands: Vec<[&[u32]; 4]> = values.operands[..instruction.operands.len()]
            .iter()
            .map(|planes| planes.each_ref().map(Vec::as_slice))
            .collect();
        let lookup = Lookup {
            operation,
            access,
            data_type: self.prepared.facts[id].types.result,
            absent: self.prepared.program.profile().absent_texel(),
            lanes,
            quads: self.prepared.program.profile().stage == Stage::Fragment,
            components: 0b1111,
            simd: Level::BASELINE,
            operands: &operands,
            offsets: offsets.as_ref(),
            units: units.as_deref(),
        };
        let mut result = values.result.low.each_mut().map(Vec::as_mut_slice);
        self.environment.textures.sample(&lookup, &mut result);
        let absent = match access.sparse {
            true => self.environment.textures.absent(&lookup),
            false => None,
        };
        for (lane, element, length) in outside {
            (0..4).for_each(|component| values.result.low[component][lane] = 0);
            watch!(O, {
                if self.state.schedule.active().get(lane) {
                    self.observer.out_of_range(id, lane, element, length, false);
                }
            });
        }
        if access.sparse {
            for lane in self.state.schedule.active().iter() {
                let flags = Flags {
                    sign: absent.as_ref().is_some_and(|absent| absent[lane]),
                    ..Flags::default()
                };
                (0..4).for_each(|at| self.state.codes.set(SPARSE, lane, at, flags));
            }
        }
    }

    /// Reports handles of no resident texture (NV_bindless_texture 3.9.X).
    fn watch_handles(&mut self, id: InstId, access: &TextureAccess) {
        let Some(operand) = &access.handle else {
            return;
        };
        for lane in self.state.schedule.active().iter() {
            let handle = self.sources().scalar(operand, DataType::U64, lane);
            let resident = self
                .environment
                .textures
                .is_resident(handle::texture_unit(handle));
            if !resident && !self.batch.helper.get(lane) && !self.batch.killed.get(lane) {
                self.observer.bad_handle(id, lane, handle);
            }
        }
    }

    /// Reports texel offsets found at run time that are outside their limits (NV_gpu_program5 2.X.4.4).
    fn watch_offsets(
        &mut self,
        id: InstId,
        instruction: &Instruction,
        offsets: Option<&[Vec<i32>; 3]>,
        values: &Values,
    ) {
        let gathers = instruction.operation == Operation::Texture(TextureOp::GatherOffsets);
        let limits = if gathers { GATHER_OFFSETS } else { OFFSETS };
        for lane in self.state.schedule.active().iter() {
            let mut found: Vec<i32> = Vec::new();
            if let Some(offsets) = offsets {
                found.extend(offsets.iter().map(|words| words[lane]));
            }
            if gathers {
                let operands = values.operands.iter().skip(1).take(2);
                found.extend(operands.flat_map(|words| words.iter().map(|words| words[lane] as i32)));
            }
            if let Some(offset) = found.into_iter().find(|offset| !limits.contains(offset)) {
                self.observer.texel_offset(id, lane, offset);
            }
        }
    }
}
