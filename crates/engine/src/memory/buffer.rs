//! Accesses of buffers: by binding, by address, counters.

use quadrille_isa::gl::operation::{MemoryOp, Space};
use quadrille_isa::gl::{AtomicOperation, CounterOperation, Storage, atomic};
use quadrille_memory::{Bounds, Fault, Shape, View};
use quadrille_program::MemoryAccess;

use super::{AccessFault, Binding, Memory, Request, Response};

/// Bytes of a word of parameter and counter buffers.
const WORD: u64 = 4;

/// The update of an access's atomic operation, as a function of the bits in memory.
pub(super) fn update(request: &Request<'_>, storage: Storage) -> impl Fn(u64) -> Option<u64> {
    let operation = request.access.atomic.filter(|_| request.effective);
    update_by(operation, &request.data, storage)
}

/// The update of an atomic operation; of none it changes nothing.
#[inline(always)]
pub(super) fn update_by(
    operation: Option<AtomicOperation>,
    data: &[u64; 4],
    storage: Storage,
) -> impl Fn(u64) -> Option<u64> {
    let count = usize::from(storage.count);
    let bits = storage.format.bits();
    // Vectors are packed, lowest component lowest, as they lie in memory.
    let packed = |data: &[u64]| {
        data.iter().rev().fold(0, |word, register| {
            word << (bits % 64) | storage.from_register(*register)
        })
    };
    let operand = packed(&data[..count]);
    let swap = storage.from_register(data[1]);
    move |old| atomic::apply(operation?, storage, old, operand, swap)
}

/// The components that an atomic operation gives: what memory held.
#[inline]
pub(super) fn unpack(old: u64, storage: Storage) -> [u64; 4] {
    let bits = storage.format.bits();
    std::array::from_fn(|component| {
        if component < usize::from(storage.count) {
            storage.to_register(old >> (component as u32 * bits))
        } else {
            0
        }
    })
}

/// The shape of a storage modifier in memory.
pub(super) fn shape(storage: Storage) -> Option<Shape> {
    Shape::new(u64::from(storage.format.bits()) / 8, storage.count)
}

/// Registers to memory, each component.
fn stored(request: &Request<'_>, storage: Storage) -> [u64; 4] {
    request.data.map(|register| storage.from_register(register))
}

/// Memory to registers, each component that the storage has.
fn loaded(values: [u64; 4], storage: Storage) -> [u64; 4] {
    std::array::from_fn(|component| {
        if component < usize::from(storage.count) {
            storage.to_register(values[component])
        } else {
            0
        }
    })
}

/// An access of a bound buffer or of shared memory.
pub(super) fn access<'a>(view: View<'a>, request: &Request<'_>) -> Response<'a> {
    let Some((storage, shape)) = request
        .access
        .storage
        .and_then(|storage| Some((storage, shape(storage)?)))
    else {
        return Response::NOTHING;
    };
    // Offsets are integers of 32 bits; 64-bit ones come from LONG variables and wrap into what no view has.
    let offset = request.access.offset.wrapping_add(request.address as i64);
    let (value, outcome) = match request.operation {
        MemoryOp::Load(_) => {
            let (values, outcome) = view.load(offset, shape);
            (loaded(values, storage), outcome)
        }
        MemoryOp::Store(_) if request.effective => {
            ([0; 4], view.store(offset, shape, stored(request, storage)))
        }
        MemoryOp::Atomic(_) => {
            let (old, outcome) = view.update(offset, storage.size(), update(request, storage));
            (unpack(old, storage), outcome)
        }
        MemoryOp::Store(_) | MemoryOp::QueryImageSize | MemoryOp::QueryImageSamples | MemoryOp::Barrier => {
            return Response::NOTHING;
        }
    };
    let inside = view.holds(offset);
    Response {
        value,
        touched: inside.then(|| (view.buffer(), view.place(offset), shape.size())),
        fault: outcome.err().map(AccessFault::Memory),
    }
}

impl<'a> Memory<'a> {
    /// The binding that an access names with a run-time index. `Ok(None)` where nothing is bound.
    fn binding(
        &self,
        bindings: &'a [Option<Binding>],
        access: &MemoryAccess,
        index: i64,
    ) -> Result<Option<&'a Binding>, Fault> {
        let number = self.number(access, index)?;
        Ok(bindings.get(number).and_then(Option::as_ref))
    }

    /// The number of the binding point or unit that an access names.
    pub(super) fn number(&self, access: &MemoryAccess, index: i64) -> Result<usize, Fault> {
        if let Some(indexed) = &access.index {
            let count = indexed.length;
            if !(0..i64::from(count)).contains(&index) {
                return Err(Fault::NoBinding { index, count });
            }
        }
        Ok(access.binding as usize + index.max(0) as usize)
    }

    /// The view that an access reaches of a bound buffer. `Ok(None)` where nothing is, and that is defined.
    pub(super) fn view(
        &self,
        space: Space,
        access: &MemoryAccess,
        index: i64,
    ) -> Result<Option<View<'a>>, Fault> {
        let view = match space {
            Space::Constant => {
                let limit = WORD * u64::from(self.limits.parameter_buffer_words);
                let binding = self
                    .binding(self.parameters, access, index)?
                    .ok_or(Fault::Unbound)?;
                binding.view(Bounds::Undefined).limited(limit)
            }
            Space::Storage => {
                let limit = u64::from(self.limits.storage_buffer_bytes);
                let Some(binding) = self.binding(self.storage, access, index)? else {
                    return Ok(None);
                };
                binding.view(Bounds::Defined).limited(limit)
            }
            Space::Shared => View::new(self.shared.ok_or(Fault::Unbound)?, Bounds::Undefined),
            Space::Global | Space::Image | Space::Counter => return Ok(None),
        };
        Ok(Some(view.declared(access.first, access.limit)))
    }

    /// ATOMCTR (NV_shader_atomic_counters 2.X.8).
    pub(super) fn counter(&self, request: &Request<'_>) -> Response<'a> {
        let binding = match self.binding(self.counters, request.access, request.index) {
            Ok(Some(binding)) => binding,
            Ok(None) => return Response::NOTHING,
            Err(fault) => return Response::fault(fault),
        };
        let limit = WORD * u64::from(self.limits.counter_buffer_words);
        let view = binding
            .view(Bounds::Defined)
            .limited(limit)
            .declared(request.access.first, request.access.limit);
        let numbered = (request.address as i64).wrapping_mul(WORD as i64);
        let offset = request.access.offset.wrapping_add(numbered);
        let step: u64 = match request.access.counter {
            Some(CounterOperation::Increment) => 1,
            Some(CounterOperation::Decrement) => u64::MAX,
            Some(CounterOperation::Get) | None => 0,
        };
        let mut given = 0;
        let (_, outcome) = view.update(offset, WORD, |old| {
            let new = old.wrapping_add(step) & u64::from(u32::MAX);
            // A decrement gives the new value, the others the old one.
            given = if step == u64::MAX { new } else { old };
            (request.effective && step != 0).then_some(new)
        });
        Response {
            value: [given, 0, 0, 0],
            touched: view
                .holds(offset)
                .then(|| (view.buffer(), view.place(offset), WORD)),
            fault: outcome.err().map(AccessFault::Memory),
        }
    }

    /// LOAD, STORE and ATOM (NV_gpu_program5 2.X.4.5).
    pub(super) fn global(&self, request: &Request<'_>) -> Response<'a> {
        let Some((storage, shape)) = request
            .access
            .storage
            .and_then(|storage| Some((storage, shape(storage)?)))
        else {
            return Response::NOTHING;
        };
        let space = self.global;
        let address = request.address.wrapping_add_signed(request.access.offset);
        let (value, outcome) = match request.operation {
            MemoryOp::Load(_) => {
                let (values, outcome) = space.load(address, shape);
                (loaded(values, storage), outcome)
            }
            MemoryOp::Store(_) if request.effective => {
                ([0; 4], space.store(address, shape, stored(request, storage)))
            }
            MemoryOp::Atomic(_) => {
                let (old, outcome) = space.update(address, storage.size(), update(request, storage));
                (unpack(old, storage), outcome)
            }
            MemoryOp::Store(_)
            | MemoryOp::QueryImageSize
            | MemoryOp::QueryImageSamples
            | MemoryOp::Barrier => {
                return Response::NOTHING;
            }
        };
        let found = space.find(address).filter(|_| outcome.is_ok());
        Response {
            value,
            touched: found.map(|(resident, offset)| (&*resident.buffer, offset, shape.size())),
            fault: outcome.err().map(AccessFault::Memory),
        }
    }
}
