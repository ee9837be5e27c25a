//! The GPU's address space: buffers by 64-bit address, and which of them are resident.
//!
//! Source: NV_shader_buffer_load section 2.9 and 2.20.X, NV_shader_buffer_store.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::buffer::Buffer;
use crate::fault::{Fault, Outcome};
use crate::shape::Shape;

/// The access rights to a resident buffer, or an image.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    /// `READ_ONLY`
    ReadOnly,
    /// `WRITE_ONLY`
    WriteOnly,
    /// `READ_WRITE`
    ReadWrite,
}

impl Access {
    /// The fault of a load (`load`), a store (`store`) or an atomic operation (both), if there is one.
    pub fn allows(self, load: bool, store: bool) -> Outcome {
        match self {
            Access::ReadOnly if store => Err(Fault::WrongAccess { store: true }),
            Access::WriteOnly if load => Err(Fault::WrongAccess { store: false }),
            _ => Ok(()),
        }
    }
}

/// Why a buffer does not become resident, or resident no more (INVALID_OPERATION of NV_shader_buffer_load 2.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResidencyError {
    /// No buffer has the address.
    #[error("no buffer begins at the address")]
    NoBuffer,
    /// It has no data store.
    #[error("a buffer without bytes has no address and is not made resident")]
    NoStore,
    /// It is resident already.
    #[error("the buffer is resident already")]
    Resident,
    /// It is not resident.
    #[error("the buffer is not resident")]
    NotResident,
}

/// A buffer that has an address.
#[derive(Clone, Debug)]
pub struct Resident {
    /// The buffer.
    pub buffer: Arc<Buffer>,
    /// The access rights; `None` while it is not resident.
    pub access: Option<Access>,
}

/// All buffers that have an address, by their first one.
///
/// Addresses are multiples of [`AddressSpace::ALIGNMENT`], never 0, and the same for the same calls in the same
/// order. Between two buffers lie bytes that belong to none, so that running over an end is found.
#[derive(Clone, Debug)]
pub struct AddressSpace {
    buffers: BTreeMap<u64, Resident>,
    next: u64,
    limit: u64,
}

impl Default for AddressSpace {
    fn default() -> AddressSpace {
        AddressSpace::new()
    }
}

impl AddressSpace {
    /// A space without buffers.
    pub const fn new() -> AddressSpace {
        AddressSpace {
            buffers: BTreeMap::new(),
            next: AddressSpace::FIRST,
            limit: u64::MAX,
        }
    }

    /// The first address that is given out. Below 2^32, since a 32-bit register can hold it.
    pub const FIRST: u64 = 0x1_0000;

    /// Of what an address is a multiple, so that any variable may lie at it.
    pub const ALIGNMENT: u64 = 0x1000;

    /// All buffers with their addresses, ascending.
    pub fn buffers(&self) -> impl Iterator<Item = (u64, &Resident)> {
        self.buffers
            .iter()
            .map(|(address, resident)| (*address, resident))
    }

    /// Sets `MAX_SHADER_BUFFER_ADDRESS_NV`: loads from addresses above are undefined.
    pub fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    /// Gives a buffer an address; it is not resident yet.
    pub fn place(&mut self, buffer: Arc<Buffer>) -> u64 {
        let address = self.next;
        let end = address.saturating_add(buffer.size());
        // At least one unit stays free between two buffers.
        self.next = (end / Self::ALIGNMENT + 2).saturating_mul(Self::ALIGNMENT);
        let access = None;
        self.buffers.insert(address, Resident { buffer, access });
        address
    }

    /// Gives a buffer the address that the caller wants. False if it is 0, not aligned, or if the buffer would
    /// meet another or the end of the space.
    pub fn place_at(&mut self, address: u64, buffer: Arc<Buffer>) -> bool {
        let size = buffer.size().max(1);
        let Some(end) = address.checked_add(size) else {
            return false;
        };
        let meets = |(first, other): (&u64, &Resident)| first + other.buffer.size().max(1) > address;
        let met = self.buffers.range(..end).next_back().is_some_and(meets);
        if met || address == 0 || !address.is_multiple_of(Self::ALIGNMENT) {
            return false;
        }
        if (self.next..).contains(&address) && address < self.next.saturating_add(1 << 32) {
            self.next = (end / Self::ALIGNMENT + 2).saturating_mul(Self::ALIGNMENT);
        }
        let access = None;
        self.buffers.insert(address, Resident { buffer, access });
        true
    }

    /// Makes the buffer at an address resident (`Some`) or not. False if there is no buffer of that first address.
    pub fn set_access(&mut self, address: u64, access: Option<Access>) -> bool {
        let resident = self.buffers.get_mut(&address);
        resident.map(|resident| resident.access = access).is_some()
    }

    /// Makes the buffer at an address resident (MakeBufferResidentNV).
    ///
    /// # Errors
    ///
    /// There is no buffer of that first address, it has no bytes, or it is resident.
    pub fn make_resident(&mut self, address: u64, access: Access) -> Result<(), ResidencyError> {
        let resident = self.buffers.get_mut(&address).ok_or(ResidencyError::NoBuffer)?;
        if resident.buffer.size() == 0 {
            return Err(ResidencyError::NoStore);
        }
        if resident.access.is_some() {
            return Err(ResidencyError::Resident);
        }
        resident.access = Some(access);
        Ok(())
    }

    /// Makes the buffer at an address resident no more (MakeBufferNonResidentNV).
    ///
    /// # Errors
    ///
    /// There is no buffer of that first address, or it is not resident.
    pub fn make_non_resident(&mut self, address: u64) -> Result<(), ResidencyError> {
        let resident = self.buffers.get_mut(&address).ok_or(ResidencyError::NoBuffer)?;
        match resident.access.take() {
            Some(_) => Ok(()),
            None => Err(ResidencyError::NotResident),
        }
    }

    /// The buffer that holds a byte, and where in it.
    pub fn find(&self, address: u64) -> Option<(&Resident, u64)> {
        let (first, resident) = self.buffers.range(..=address).next_back()?;
        let offset = address - first;
        (offset < resident.buffer.size()).then_some((resident, offset))
    }

    /// Loads components from an address on. What cannot be read is 0.
    pub fn load(&self, address: u64, shape: Shape) -> ([u64; 4], Outcome) {
        let mut values = [0; 4];
        let outcome = self.each(address, shape, (true, false), |component, buffer, offset| {
            values[component] = buffer.load(offset, shape.bytes());
        });
        (values, outcome)
    }

    /// Stores components from an address on. What cannot be written is dropped.
    pub fn store(&self, address: u64, shape: Shape, values: [u64; 4]) -> Outcome {
        self.each(address, shape, (false, true), |component, buffer, offset| {
            buffer.store(offset, shape.bytes(), values[component]);
        })
    }

    /// Replaces the component of `bytes` bytes at an address in one step; gives the old value, or 0.
    pub fn update(&self, address: u64, bytes: u64, new: impl FnMut(u64) -> Option<u64>) -> (u64, Outcome) {
        let mut new = new;
        let mut old = 0;
        let Some(shape) = Shape::new(bytes, 1) else {
            return (0, Ok(()));
        };
        let outcome = self.each(address, shape, (true, true), |_, buffer, offset| {
            old = buffer.update(offset, bytes, &mut new);
        });
        (old, outcome)
    }

    fn each(
        &self,
        address: u64,
        shape: Shape,
        (load, store): (bool, bool),
        mut act: impl FnMut(usize, &Buffer, u64),
    ) -> Outcome {
        let alignment = shape.size();
        if !address.is_multiple_of(alignment) {
            let place = address;
            return Err(Fault::Misaligned { place, alignment });
        }
        let mut outcome = Ok(());
        for component in 0..shape.count() {
            let at = address.wrapping_add(component as u64 * shape.bytes());
            let found = self.reach(at, shape.bytes(), load, store);
            match found {
                Ok((buffer, offset)) => act(component, buffer, offset),
                Err(fault) => outcome = outcome.and(Err(fault)),
            }
        }
        outcome
    }

    fn reach(&self, address: u64, bytes: u64, load: bool, store: bool) -> Result<(&Buffer, u64), Fault> {
        let missing = Fault::NotResident { address };
        let (resident, offset) = self
            .find(address)
            .filter(|(resident, offset)| resident.buffer.holds(*offset, bytes))
            .ok_or(missing)?;
        resident.access.ok_or(missing)?.allows(load, store)?;
        // NV_shader_buffer_load 2.X.8.Z LOAD: what lies above the largest address is undefined.
        if address.saturating_add(bytes - 1) > self.limit {
            return Err(missing);
        }
        Ok((&resident.buffer, offset))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORD: Shape = Shape::new(4, 1).expect("a shape");

    fn space() -> (AddressSpace, u64, u64) {
        let mut space = AddressSpace::default();
        let first = space.place(Arc::new(Buffer::from_bytes(&[7; 16])));
        let second = space.place(Arc::new(Buffer::from_bytes(&[9; 6])));
        (space, first, second)
    }

    /// source: NV_shader_buffer_load section 2.9: the range of addresses is [address, address + size), zero is
    /// never one; NV_shader_buffer_store: loads from WRITE_ONLY and stores to READ_ONLY are undefined
    #[test]
    fn residency_and_access() {
        let (mut space, first, second) = space();
        assert!(first != 0 && second > first + 16);
        let missing = |address| Err(Fault::NotResident { address });
        assert_eq!(space.load(first, WORD), ([0; 4], missing(first)));
        assert!(space.set_access(first, Some(Access::ReadOnly)));
        assert_eq!(space.load(first + 12, WORD), ([0x0707_0707, 0, 0, 0], Ok(())));
        assert_eq!(space.load(first + 16, WORD).1, missing(first + 16));
        assert_eq!(
            space.store(first, WORD, [1; 4]),
            Err(Fault::WrongAccess { store: true })
        );
        let update = space.update(first, 4, |_| Some(1));
        assert_eq!(update, (0, Err(Fault::WrongAccess { store: true })));
        space.set_access(first, Some(Access::WriteOnly));
        assert_eq!(
            space.load(first, WORD).1,
            Err(Fault::WrongAccess { store: false })
        );
        assert_eq!(space.store(first, WORD, [1; 4]), Ok(()));
        space.set_access(first, Some(Access::ReadWrite));
        assert_eq!(space.update(first, 4, |old| Some(old + 1)), (1, Ok(())));
        assert_eq!(space.load(first, WORD), ([2, 0, 0, 0], Ok(())));
        assert!(!space.set_access(first + 4, None));
    }

    /// source: NV_shader_buffer_load section 2.9: INVALID_OPERATION of MakeBufferResidentNV "if the buffer ... is already
    /// resident" or "has no data store", and of MakeBufferNonResidentNV "if the buffer ... is not resident"
    #[test]
    fn residency_is_made_and_taken_once() {
        let (mut space, first, _) = space();
        let empty = space.place(Arc::new(Buffer::from_bytes(&[])));
        let read = Access::ReadOnly;
        assert_eq!(space.make_non_resident(first), Err(ResidencyError::NotResident));
        assert_eq!(space.make_resident(first, read), Ok(()));
        assert_eq!(
            space.make_resident(first, Access::ReadWrite),
            Err(ResidencyError::Resident)
        );
        assert_eq!(space.load(first, WORD).1, Ok(()));
        assert_eq!(space.make_non_resident(first), Ok(()));
        assert!(space.load(first, WORD).1.is_err());
        assert_eq!(space.make_resident(empty, read), Err(ResidencyError::NoStore));
        assert_eq!(
            space.make_resident(first + 4, read),
            Err(ResidencyError::NoBuffer)
        );
        assert_eq!(space.make_non_resident(first + 4), Err(ResidencyError::NoBuffer));
    }

    #[test]
    fn the_end_of_a_buffer_cuts_components() {
        let (mut space, _, second) = space();
        space.set_access(second, Some(Access::ReadWrite));
        let pair = Shape::new(4, 2).expect("a shape");
        let missing = Err(Fault::NotResident { address: second + 4 });
        assert_eq!(space.load(second, pair), ([0x0909_0909, 0, 0, 0], missing));
        assert_eq!(
            space.load(second + 2, WORD).1,
            Err(Fault::Misaligned {
                place: second + 2,
                alignment: 4
            })
        );
    }

    #[test]
    fn wanted_addresses_do_not_meet() {
        let (mut space, first, _) = space();
        let buffer = || Arc::new(Buffer::from_bytes(&[1; 8]));
        assert!(!space.place_at(0, buffer()));
        assert!(!space.place_at(first, buffer()));
        assert!(!space.place_at(0x12_3456_7001, buffer()));
        assert!(space.place_at(0x12_3456_7000, buffer()));
        assert!(space.place_at(u64::MAX - 0xfff, buffer()));
        assert!(!space.place_at(u64::MAX - 0xfff, buffer()));
        let (found, offset) = space.find(0x12_3456_7007).expect("placed there");
        assert_eq!((found.buffer.size(), offset), (8, 7));
        assert!(space.find(0x12_3456_7008).is_none());
    }

    /// source: NV_shader_buffer_load 2.X.8.Z LOAD, the last paragraph
    #[test]
    fn addresses_above_the_limit_are_undefined() {
        let (mut space, first, _) = space();
        space.set_access(first, Some(Access::ReadOnly));
        space.set_limit(first + 7);
        assert!(space.load(first + 4, WORD).1.is_ok());
        assert!(space.load(first + 8, WORD).1.is_err());
    }
}
