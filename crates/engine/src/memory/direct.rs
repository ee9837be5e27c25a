//! Accesses of many invocations by one binding: what is the same for all is found once.

use quadrille_isa::gl::operation::{MemoryOp, Space};
use quadrille_isa::gl::{AtomicOperation, Storage};
use quadrille_memory::{Buffer, Shape};
use quadrille_numerics::convert::Format;
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

    /// The components of an access, where they are words of 32 bits that registers hold as memory does.
    pub fn words(&self) -> Option<usize> {
        (self.shape.bytes() == 4 && self.storage.is_moved()).then_some(self.shape.count())
    }

    /// Bytes of an access.
    pub fn size(&self) -> u64 {
        self.shape.size()
    }

    /// Loads words from a place on, of accesses that lie one after another.
    #[inline]
    pub fn load_words(&self, place: u64, to: &mut [u32]) {
        self.buffer.load_words(place, to);
    }

    /// Stores words from a place on, of accesses that lie one after another.
    #[inline]
    pub fn store_words(&self, place: u64, from: &[u32]) {
        self.buffer.store_words(place, from, self.is_alone);
    }

    /// Loads accesses of one component at some places, as registers hold them.
    #[inline]
    pub fn gather(&self, places: &[u64], to: &mut [u32]) {
        self.buffer.gather(self.shape.bytes(), places.iter().copied(), to);
        if !self.storage.is_moved() {
            for word in to {
                *word = self.storage.to_register(u64::from(*word)) as u32;
            }
        }
    }

    /// Stores the components at a place, as registers hold them.
    #[inline]
    pub fn store(&self, place: u64, data: [u64; 4]) {
        let (count, bytes) = (self.shape.count(), self.shape.bytes());
        for (place, register) in (place..).step_by(bytes as usize).zip(&data[..count]) {
            let bits = self.storage.from_register(*register);
            match self.is_alone {
                true => self.buffer.store_alone(place, bytes, bits),
                false => self.buffer.store(place, bytes, bits),
            }
        }
    }

    /// The components of what was somewhere before an atomic operation, as registers hold them.
    #[inline]
    pub fn previous(&self, old: u64) -> [u64; 4] {
        unpack(old, self.storage)
    }

    /// Performs the atomic operation of an access at places, one after the other, each by its own data; `given` is told the
    /// bits that were there before.
    #[inline]
    pub fn update(
        &self,
        access: &MemoryAccess,
        at: impl Iterator<Item = (usize, u64, [u64; 4])>,
        given: impl FnMut(usize, u64),
    ) {
        // The common ones are written out, so that the loop is compiled for each.
        match (access.atomic, self.storage) {
            (Some(AtomicOperation::Add), U32) => self.update_by(Some(AtomicOperation::Add), U32, at, given),
            (operation, storage) => self.update_by(operation, storage, at, given),
        }
    }

    #[inline(always)]
    fn update_by(
        &self,
        operation: Option<AtomicOperation>,
        storage: Storage,
        at: impl Iterator<Item = (usize, u64, [u64; 4])>,
        mut given: impl FnMut(usize, u64),
    ) {
        let size = storage.size();
        at.for_each(|(number, place, data)| {
            let new = update_by(operation, &data, storage);
            let old = match self.is_alone {
                true => self.buffer.update_alone(place, size, new),
                false => self.buffer.update(place, size, new),
            };
            given(number, old);
        });
    }
}

/// The common format of atomic operations.
const U32: Storage = Storage {
    format: Format::U32,
    count: 1,
};
