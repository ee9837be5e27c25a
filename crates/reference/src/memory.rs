//! Memory instructions: buffers, images, shared and global memory, atomic counters.
//!
//! Lanes access memory one after another, ascending. What an access does is `quadrille_engine::memory`'s; here
//! operands become requests, and what comes back a result.

use std::sync::atomic::{Ordering, fence};

use quadrille_base::Spent;
use quadrille_engine::TrapKind;
use quadrille_engine::memory::{Request, Response};
use quadrille_isa::gl::DataType;
use quadrille_isa::gl::condition::Flags;
use quadrille_isa::gl::operation::{MemoryOp, Space};
use quadrille_memory::AccessKind;
use quadrille_program::{Access, InstId, Instruction, MemoryAccess, Operand, Selection, Selector};

use crate::condition::SPARSE;
use crate::observer::{MemoryEvent, Observer};
use crate::operand::Sources;
use crate::run::BatchRun;
use crate::state::Values;
use crate::word::{magnitude, negate};
use quadrille_program::types::{NumberKind, memory_type};

impl<O: Observer> BatchRun<'_, O> {
    /// Executes a memory instruction for the active lanes, ascending. Its operands are loaded; its result goes
    /// into `values` and is clamped, converted and written by the caller.
    ///
    /// # Errors
    ///
    /// Why the run must stop.
    pub(crate) fn memory(
        &mut self,
        id: InstId,
        operation: MemoryOp,
        instruction: &Instruction,
        values: &mut Values,
    ) -> Result<(), TrapKind> {
        let lanes: Vec<usize> = self.state.schedule.active().iter().collect();
        if operation == MemoryOp::Barrier {
            // Lanes of one batch see each other's accesses at once; this orders them for other threads.
            fence(Ordering::SeqCst);
            for lane in lanes {
                watch!(O, { self.observer.fence(id, lane) });
            }
            return Ok(());
        }
        let Access::Memory(access) = &instruction.access else {
            return Err(TrapKind::Unsupported);
        };
        let memory = self.environment.memory;
        for lane in lanes {
            let request = self.request(operation, instruction, access, values, lane);
            let response = memory.access(&request);
            watch!(O, {
                let watched = self.watch_memory(id, lane, &request, &response);
                watched.map_err(TrapKind::Spent)?;
            });
            let value = if operation == MemoryOp::Load(Space::Constant) {
                select(access.selection, memory_type(instruction), response.value)
            } else {
                response.value
            };
            for (component, word) in value.into_iter().enumerate() {
                values.result.set_long(component, lane, word);
            }
            // Units show no sparse textures: every texel is resident.
            if access.sparse {
                (0..4).for_each(|at| self.state.codes.set(SPARSE, lane, at, Flags::default()));
            }
        }
        Ok(())
    }

    /// The access of one lane.
    fn request<'r>(
        &self,
        operation: MemoryOp,
        instruction: &'r Instruction,
        access: &'r MemoryAccess,
        values: &Values,
        lane: usize,
    ) -> Request<'r> {
        let long = memory_type(instruction).is_long();
        let vector = |at: usize, long: bool| -> [u64; 4] {
            std::array::from_fn(|component| {
                let high = if long { values.high[at][component][lane] } else { 0 };
                u64::from(values.operands[at][component][lane]) | u64::from(high) << 32
            })
        };
        let loads = !matches!(operation, MemoryOp::Store(_) | MemoryOp::Atomic(_));
        let image = operation.space() == Some(Space::Image);
        let global = operation.space() == Some(Space::Global);
        // What is stored stands before the address or the coordinates.
        let place = usize::from(!loads);
        let texel = if image { vector(place, false) } else { [0; 4] };
        let address = match &access.address {
            _ if global => vector(place, true)[0],
            Some(operand) => self.signed(operand, lane) as u64,
            None => 0,
        };
        let index = access.index.as_ref().map_or(0, |index| {
            self.signed(&index.operand, lane)
                .wrapping_add(i64::from(index.offset))
        });
        let data = if loads || instruction.operands.is_empty() {
            [0; 4]
        } else {
            vector(0, long)
        };
        Request {
            operation,
            access,
            data_type: memory_type(instruction),
            index,
            handle: access
                .handle
                .as_ref()
                .map(|operand| self.sources().scalar(operand, DataType::U64, lane)),
            address,
            texel: texel.map(|word| word as i32),
            data,
            effective: !self.batch.helper.get(lane) && !self.batch.killed.get(lane),
        }
    }

    /// An index or offset, a signed integer of 32 bits.
    fn signed(&self, operand: &Operand, lane: usize) -> i64 {
        i64::from(self.sources().scalar(operand, DataType::S32, lane) as i32)
    }

    fn watch_memory(
        &mut self,
        id: InstId,
        lane: usize,
        request: &Request<'_>,
        response: &Response<'_>,
    ) -> Result<(), Spent> {
        if let Some(operand) = &request.access.address {
            let sources = Sources {
                prepared: self.prepared,
                batch: self.batch,
                environment: self.environment,
                state: self.state,
            };
            sources.watch(
                id,
                (operand, 1),
                NumberKind::Any,
                std::iter::once(lane),
                self.observer,
            );
        }
        let (space, kind) = match request.operation {
            MemoryOp::Load(space) => (space, AccessKind::Load),
            MemoryOp::Store(space) => (space, AccessKind::Store),
            MemoryOp::Atomic(space) => (space, AccessKind::Atomic),
            MemoryOp::QueryImageSize | MemoryOp::QueryImageSamples | MemoryOp::Barrier => {
                (Space::Image, AccessKind::Load)
            }
        };
        let touched = response
            .touched
            .filter(|_| request.effective || kind == AccessKind::Load);
        self.observer.memory(MemoryEvent {
            instruction: id,
            lane,
            space,
            kind,
            touched,
            // What an invocation that only helps, or is killed, does with memory is no fault of the program
            // (NV_shader_buffer_load, issue 19).
            fault: response.fault.filter(|_| request.effective),
            meter: self.environment.meter,
        })
    }
}

/// The result of LDC: its selection of components from the vector that it has read.
fn select(selection: Selection, data_type: DataType, vector: [u64; 4]) -> [u64; 4] {
    selection.swizzle.0.map(|selector| {
        let read = match selector {
            Selector::X => vector[0],
            Selector::Y => vector[1],
            Selector::Z => vector[2],
            Selector::W => vector[3],
            Selector::Zero => data_type.zero_or_one(false),
            Selector::One => data_type.zero_or_one(true),
        };
        let read = if selection.absolute {
            magnitude(data_type, read)
        } else {
            read
        };
        if selection.negate {
            negate(data_type, read)
        } else {
            read
        }
    })
}
