//! Accesses to memory, lane after lane.

use std::sync::atomic::{Ordering, fence};

use quadrille_engine::memory::{Memory, Request};
use quadrille_engine::{Batch, Environment, Mask, TrapKind};
use quadrille_isa::gl::operation::{MemoryOp, Space};
use quadrille_isa::gl::{DataType, Operation};
use quadrille_program::types::memory_type;
use quadrille_program::{Access, Instruction, MemoryAccess, Selector};

use super::selection::selected;
use super::{Get, Vectors};
use crate::call::Call;

/// A value that an access reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A component of an operand, by their numbers.
    Component {
        /// The operand.
        operand: usize,
        /// Its component.
        component: usize,
    },
    /// [`Call::index`].
    Index,
    /// [`Call::handle`].
    Handle,
    /// [`Call::address`].
    Address,
}

/// An instruction that accesses memory: what is the same in all lanes.
#[derive(Clone, Copy, Debug)]
pub struct MemoryCall<'p> {
    operation: MemoryOp,
    access: &'p MemoryAccess,
    data_type: DataType,
    /// Whether it has no data to store.
    loads: bool,
    /// The operand that says where.
    place: usize,
    space: Option<Space>,
    /// The constant part of the index of the binding.
    offset: i64,
}

impl<'p> MemoryCall<'p> {
    /// Of an instruction, if it accesses memory; a barrier does not.
    pub fn of(instruction: &'p Instruction) -> Option<MemoryCall<'p>> {
        let (Operation::Memory(operation), Access::Memory(access)) =
            (instruction.operation, &instruction.access)
        else {
            return None;
        };
        if operation == MemoryOp::Barrier {
            return None;
        }
        let loads = !matches!(operation, MemoryOp::Store(_) | MemoryOp::Atomic(_));
        Some(MemoryCall {
            operation,
            access,
            data_type: memory_type(instruction),
            loads,
            place: usize::from(!loads),
            space: operation.space(),
            offset: access.index.as_ref().map_or(0, |index| i64::from(index.offset)),
        })
    }

    /// The operation.
    pub fn operation(&self) -> MemoryOp {
        self.operation
    }

    /// What it accesses.
    pub fn access(&self) -> &'p MemoryAccess {
        self.access
    }

    /// The type of what is loaded or stored.
    pub fn data_type(&self) -> DataType {
        self.data_type
    }

    /// The components of what a load reads that the components of the result are, if they are nothing else.
    pub fn components(&self) -> Option<[usize; 4]> {
        if self.operation != MemoryOp::Load(Space::Constant) {
            return Some([0, 1, 2, 3]);
        }
        let selection = self.access.selection;
        if selection.absolute || selection.negate {
            return None;
        }
        let mut components = [0; 4];
        for (component, selector) in components.iter_mut().zip(selection.swizzle.0) {
            *component = match selector {
                Selector::X => 0,
                Selector::Y => 1,
                Selector::Z => 2,
                Selector::W => 3,
                Selector::Zero | Selector::One => return None,
            };
        }
        Some(components)
    }

    /// Accesses memory for a lane, whose values `get` has, those that the call reads; gives the result, component by
    /// component. Lanes that only help have no effect.
    #[inline]
    pub fn execute(
        &self,
        memory: &Memory<'_>,
        effective: bool,
        get: impl Fn(Operand) -> Option<u64>,
    ) -> [u64; 4] {
        let component = |operand, component| get(Operand::Component { operand, component }).unwrap_or(0);
        let vector = |operand| [0, 1, 2, 3].map(|at| component(operand, at));
        let signed = |value| get(value).map_or(0, |value| i64::from(value as i32));
        let response = memory.access(&Request {
            operation: self.operation,
            access: self.access,
            data_type: self.data_type,
            index: signed(Operand::Index).wrapping_add(self.offset),
            handle: get(Operand::Handle),
            address: match self.space {
                Some(Space::Global) => component(self.place, 0),
                _ => signed(Operand::Address) as u64,
            },
            texel: match self.space {
                Some(Space::Image) => vector(self.place).map(|word| word as i32),
                _ => [0; 4],
            },
            data: if self.loads { [0; 4] } else { vector(0) },
            effective,
        });
        if self.operation != MemoryOp::Load(Space::Constant) {
            return response.value;
        }
        let selection = self.access.selection;
        selection.swizzle.0.map(|selector| {
            selected(
                response.value,
                selector,
                selection.absolute,
                selection.negate,
                self.data_type,
            )
        })
    }
}

pub(super) fn memory(
    call: &Call,
    instruction: &Instruction,
    batch: &Batch,
    environment: &Environment<'_>,
    active: &Mask,
    get: &Get<'_>,
    result: &mut Vectors,
) -> Result<(), TrapKind> {
    if instruction.operation == Operation::Memory(MemoryOp::Barrier) {
        fence(Ordering::SeqCst);
        return Ok(());
    }
    let memory = MemoryCall::of(instruction).ok_or(TrapKind::Unsupported)?;
    for lane in active.iter() {
        let effective = !batch.helper.get(lane) && !batch.killed.get(lane);
        let value = memory.execute(&environment.memory, effective, |operand| {
            let value = match operand {
                Operand::Component { operand, component } => {
                    call.operands.get(operand).map(|quad| quad[component])
                }
                Operand::Index => call.index,
                Operand::Handle => call.handle,
                Operand::Address => call.address,
            };
            value.map(|value| get(value, lane))
        });
        for (component, value) in value.into_iter().enumerate() {
            result.set(component, lane, value);
        }
    }
    Ok(())
}
