//! Tile memory: first blocks, the pool, and what is there when that is used up.

use crate::list::Source;
use crate::list::packet::TileBinningMode;
use crate::machine::memory::Memory;

/// Where memory of the machine's own lies, unless the image has memory there: the end of the physical address space.
const OWN: u32 = 0x3c00_0000;

/// Why a block could not be had or written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum PoolError {
    /// All blocks are used.
    #[error("tile memory is used up")]
    Used,
    /// There is no memory at this address.
    #[error("tile memory is not there: {0:08x}")]
    Outside(u32),
}

/// The memory that tile lists lie in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool {
    next: u64,
    end: u64,
    block: u32,
    /// The overspill block that the caller gives (V3D_BPOA, V3D_BPOS).
    overspill: Option<(u32, u32)>,
    /// Memory of the machine's own.
    own: Vec<u8>,
    limit: u32,
    /// Blocks taken from the pool.
    pub(crate) blocks: u64,
    /// Whether memory of the machine's own is in use.
    pub(crate) spilled: bool,
    /// Whether the first blocks alone take more than there is. A chip that was given this rendered the frame (asurati's
    /// d53 has 300 tiles in 4,096 bytes), so it is no fault.
    pub(crate) is_small: bool,
}

impl Pool {
    pub(crate) fn new(overspill: Option<(u32, u32)>, limit: u32) -> Pool {
        Pool {
            overspill,
            limit,
            ..Pool::default()
        }
    }

    /// Begins with the tile memory of a binning mode: the first blocks are rounded up to 256 bytes.
    pub(crate) fn set_up(&mut self, mode: &TileBinningMode) {
        let tiles = u64::from(mode.width) * u64::from(mode.height);
        let first = (tiles * u64::from(mode.initial_block_size())).next_multiple_of(256);
        self.next = u64::from(mode.address) + first;
        self.end = u64::from(mode.address) + u64::from(mode.size);
        self.is_small = self.next > self.end;
        self.block = mode.block_size();
    }

    /// Takes `bytes` bytes, at least a block.
    pub(crate) fn take(&mut self, bytes: u32, memory: &Memory<'_>) -> Result<(u32, u32), PoolError> {
        let bytes = bytes.max(self.block);
        if self.next + u64::from(bytes) > self.end {
            self.grow(memory)?;
        }
        if self.next + u64::from(bytes) > self.end {
            return Err(PoolError::Used);
        }
        let at = self.next as u32;
        self.next += u64::from(bytes);
        self.blocks += 1;
        Ok((at, bytes))
    }

    fn grow(&mut self, memory: &Memory<'_>) -> Result<(), PoolError> {
        if let Some((address, size)) = self.overspill.take() {
            (self.next, self.end) = (u64::from(address), u64::from(address) + u64::from(size));
            return Ok(());
        }
        if self.spilled || self.limit == 0 || !memory.bytes(OWN).is_empty() {
            return Err(PoolError::Used);
        }
        self.spilled = true;
        (self.next, self.end) = (u64::from(OWN), u64::from(OWN) + u64::from(self.limit));
        Ok(())
    }

    /// Writes bytes to tile memory.
    pub(crate) fn write(
        &mut self,
        address: u32,
        bytes: &[u8],
        memory: &mut Memory<'_>,
    ) -> Result<(), PoolError> {
        if self.spilled && (OWN..OWN + self.limit).contains(&address) {
            let at = (address - OWN) as usize;
            if self.own.len() < at + bytes.len() {
                self.own.resize((at + bytes.len()).next_multiple_of(4096), 0);
            }
            self.own[at..at + bytes.len()].copy_from_slice(bytes);
            return Ok(());
        }
        match memory.bytes_mut(address).get_mut(..bytes.len()) {
            Some(place) => {
                place.copy_from_slice(bytes);
                Ok(())
            }
            None => Err(PoolError::Outside(address)),
        }
    }

    /// Memory with what lies beyond it.
    pub(crate) fn over<'s, 'm>(&'s self, memory: &'s Memory<'m>) -> ListMemory<'s, 'm> {
        ListMemory {
            memory,
            own: &self.own,
        }
    }
}

/// The memory that lists are read from: the image's, and the machine's own.
#[derive(Clone, Copy)]
pub(crate) struct ListMemory<'s, 'm> {
    pub(crate) memory: &'s Memory<'m>,
    own: &'s [u8],
}

impl Source for ListMemory<'_, '_> {
    fn bytes(&self, address: u32) -> &[u8] {
        let offset = self.memory.physical(address).wrapping_sub(OWN) as usize;
        match self.own.get(offset..) {
            Some(own) if !own.is_empty() => own,
            _ => self.memory.bytes(address),
        }
    }
}
