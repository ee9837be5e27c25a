//! Accesses to memory, lane after lane.

use std::sync::atomic::{Ordering, fence};

use quadrille_engine::memory::Request;
use quadrille_engine::{Batch, Environment, Mask, TrapKind};
use quadrille_isa::gl::operation::{MemoryOp, Space};
use quadrille_program::types::memory_type;
use quadrille_program::{Access, Instruction, MemoryAccess};

use super::selection::selected;
use super::{Get, Vectors};
use crate::call::Call;
use crate::expression::ValueId;

#[expect(
    clippy::too_many_arguments,
    reason = "they are the parts of a run, each of its own owner"
)]
pub(super) fn memory(
    operation: MemoryOp,
    call: &Call,
    instruction: &Instruction,
    batch: &Batch,
    environment: &Environment<'_>,
    active: &Mask,
    get: &Get<'_>,
    result: &mut Vectors,
) -> Result<(), TrapKind> {
    if operation == MemoryOp::Barrier {
        fence(Ordering::SeqCst);
        return Ok(());
    }
    let Access::Memory(access) = &instruction.access else {
        return Err(TrapKind::Unsupported);
    };
    for lane in active.iter() {
        let request = request(operation, call, instruction, access, batch, get, lane);
        let response = environment.memory.access(&request);
        let selection = access.selection;
        for component in 0..4 {
            let value = if operation == MemoryOp::Load(Space::Constant) {
                let selector = selection.swizzle.0[component];
                let data_type = memory_type(instruction);
                selected(
                    response.value,
                    selector,
                    selection.absolute,
                    selection.negate,
                    data_type,
                )
            } else {
                response.value[component]
            };
            result.set(component, lane, value);
        }
    }
    Ok(())
}

fn request<'r>(
    operation: MemoryOp,
    call: &Call,
    instruction: &'r Instruction,
    access: &'r MemoryAccess,
    batch: &Batch,
    get: &Get<'_>,
    lane: usize,
) -> Request<'r> {
    let vector = |at: usize| -> [u64; 4] {
        call.operands
            .get(at)
            .map_or([0; 4], |quad| quad.map(|value| get(value, lane)))
    };
    let signed = |value: Option<ValueId>| value.map(|value| i64::from(get(value, lane) as i32));
    let loads = !matches!(operation, MemoryOp::Store(_) | MemoryOp::Atomic(_));
    let global = operation.space() == Some(Space::Global);
    let place = usize::from(!loads);
    let texel = match operation.space() {
        Some(Space::Image) => vector(place),
        _ => [0; 4],
    };
    let address = match signed(call.address) {
        _ if global => vector(place)[0],
        address => address.unwrap_or(0) as u64,
    };
    let offset = access.index.as_ref().map_or(0, |index| i64::from(index.offset));
    Request {
        operation,
        access,
        data_type: memory_type(instruction),
        index: signed(call.index).map_or(0, |index| index.wrapping_add(offset)),
        handle: call.handle.map(|handle| get(handle, lane)),
        address,
        texel: texel.map(|word| word as i32),
        data: if loads { [0; 4] } else { vector(0) },
        effective: !batch.helper.get(lane) && !batch.killed.get(lane),
    }
}
