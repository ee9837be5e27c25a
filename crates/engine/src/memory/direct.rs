//! Accesses of many invocations by one binding: what is the same for all is found once.

use quadrille_isa::gl::Storage;
use quadrille_isa::gl::operation::{MemoryOp, Space};
use quadrille_memory::{Buffer, Shape};
use quadrille_program::MemoryAccess;

use super::Memory;
use super::buffer::{shape, unpack, update_by};

/// The bound buffer, or the shared memory, that an instruction accesses, and the part of it in which accesses have no
/// fault. What lies elsewhere is for [`Memory::access`], which gives the same within.
#[derive(Clone, Copy, Debug)]
pub struct Direct<'a> {
    buffer: &'a Buffer,
    storage: Storage,
    shape: Shape,
    /// Whether no other thread accesses it: shared memory, whose work group runs on one.
    is_alone: bool,
    /// The place in the buffer of offset 0.
    start: u64,
    /// The constant part of offsets.
    offset: i64,
    /// The least offset, and the largest.
    first: i64,
    last: i64,
}

impl<'a> Memory<'a> {
    /// What an instruction accesses, if its binding has no index.
    pub fn direct(&self, operation: MemoryOp, access: &MemoryAccess) -> Option<Direct<'a>> {
        if access.index.is_some() {
            return None;
        }
        let space = operation.space()?;
        let view = self.view(space, access, 0).ok()??;
        let storage = access.storage?;
        let shape = shape(storage)?;
        let offsets = view.offsets();
        Some(Direct {
            buffer: view.buffer(),
            storage,
            shape,
            is_alone: space == Space::Shared,
            start: view.place(0),
            offset: access.offset,
            first: offsets.start,
            last: offsets.end.checked_sub_unsigned(shape.size())?,
        })
    }
}

impl Direct<'_> {
    /// The format and number of components.
    pub fn storage(&self) -> Storage {
        self.storage
    }

    /// The place in the buffer of an access at a run-time offset, if it has no fault.
    #[inline]
    pub fn place(&self, address: i64) -> Option<u64> {
        let offset = self.offset.wrapping_add(address);
        // The size is a power of two.
        let is_aligned = offset & (self.shape.size() as i64 - 1) == 0;
        (is_aligned && self.first <= offset && offset <= self.last)
            .then(|| self.start.wrapping_add_signed(offset))
    }

    /// A component at a place, as a register holds it.
    #[inline]
    pub fn load(&self, place: u64, component: u64) -> u64 {
        // The common sizes are written out, so that loads of them are compiled for these.
        let bits = match self.shape.bytes() {
            4 => self.buffer.load(place + component * 4, 4),
            8 => self.buffer.load(place + component * 8, 8),
            bytes => self.buffer.load(place + component * bytes, bytes),
        };
        self.storage.to_register(bits)
    }

    /// Stores the components at a place, as registers hold them.
    #[inline]
    pub fn store(&self, place: u64, data: [u64; 4]) {
        let (count, bytes) = (self.shape.count(), self.shape.bytes());
        let data = data.map(|register| self.storage.from_register(register));
        if bytes == 4 && count % 2 == 0 {
            // Two words at once, which their alignment allows.
            for (place, pair) in (place..).step_by(8).zip(data[..count].chunks_exact(2)) {
                self.buffer.store(place, 8, pair[0] | pair[1] << 32);
            }
            return;
        }
        for (place, bits) in (place..).step_by(bytes as usize).zip(&data[..count]) {
            match self.is_alone {
                true => self.buffer.store_alone(place, bytes, *bits),
                false => self.buffer.store(place, bytes, *bits),
            }
        }
    }

    /// Performs the atomic operation of an access, and gives what was there before.
    #[inline]
    pub fn update(&self, place: u64, access: &MemoryAccess, data: &[u64; 4]) -> [u64; 4] {
        let update = update_by(access.atomic, data, self.storage);
        unpack(
            self.buffer.update(place, self.storage.size(), update),
            self.storage,
        )
    }
}
