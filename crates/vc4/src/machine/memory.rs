//! The bus: buffers of the caller at addresses of the caller's choice, little-endian.
//!
//! There is no memory that was not given. Buffers that a caller maps lie where they were mapped and nowhere else; in
//! the memory of an [`super::Image`] the two highest bits of an address, which choose the view of the caches, count for
//! nothing.

use quadrille_numerics::qpu::lanes::Lanes;

/// The first address of buffers placed without one: the start of the range in which the firmware hands out memory.
const FIRST_ADDRESS: u32 = 0x2000_0000;
/// Placed buffers begin at multiples of this and are this far apart at least.
const PAGE: u32 = 4096;
/// The bits of a bus address that say which byte it is.
pub(crate) const PHYSICAL: u32 = 0x3fff_ffff;

enum Bytes<'a> {
    Constant(&'a [u8]),
    Writable(&'a mut [u8]),
}

impl Bytes<'_> {
    fn get(&self) -> &[u8] {
        match self {
            Bytes::Constant(bytes) => bytes,
            Bytes::Writable(bytes) => bytes,
        }
    }
}

struct Buffer<'a> {
    address: u32,
    bytes: Bytes<'a>,
}

impl Buffer<'_> {
    #[inline]
    fn covers(&self, address: u32) -> bool {
        (address.wrapping_sub(self.address) as usize) < self.bytes.get().len()
    }
}

/// Why a buffer was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MapError {
    /// It would reach beyond the end of the 32-bit address space.
    #[error("the buffer reaches beyond the address space")]
    TooLarge,
    /// It overlaps the buffer at this address.
    #[error("the buffer overlaps the one at {0:08x}")]
    Overlaps(u32),
}

/// The buffers that a machine sees, sorted by address.
pub struct Memory<'a> {
    buffers: Vec<Buffer<'a>>,
    /// The bits of an address that count.
    mask: u32,
    /// The buffer that was stored to last.
    stored: Near,
}

impl Default for Memory<'_> {
    fn default() -> Self {
        Memory {
            buffers: Vec::new(),
            mask: u32::MAX,
            stored: Near::default(),
        }
    }
}

/// The buffer that somebody used last, where to look first.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Near(usize);

impl<'a> Memory<'a> {
    /// A bus without memory.
    pub fn new() -> Memory<'a> {
        Memory::default()
    }

    /// The memory of an image: pieces by physical address, which do not overlap.
    pub(super) fn of_pieces(pieces: impl Iterator<Item = (u32, &'a mut [u8])>) -> Memory<'a> {
        let buffers = pieces.map(|(address, bytes)| Buffer {
            address,
            bytes: Bytes::Writable(bytes),
        });
        Memory {
            buffers: buffers.collect(),
            mask: PHYSICAL,
            stored: Near::default(),
        }
    }

    /// The address at which the byte at bus address `address` lies, if it lies anywhere: itself, or without the bits
    /// that choose a view.
    #[inline]
    pub fn physical(&self, address: u32) -> u32 {
        address & self.mask
    }

    /// Puts a buffer at `address`, to be read and written.
    ///
    /// # Errors
    ///
    /// [`MapError`] if it does not fit there.
    pub fn map(&mut self, address: u32, bytes: &'a mut [u8]) -> Result<(), MapError> {
        self.insert(address, Bytes::Writable(bytes))
    }

    /// Puts a buffer at `address` that programs cannot write.
    ///
    /// # Errors
    ///
    /// [`MapError`] if it does not fit there.
    pub fn map_constant(&mut self, address: u32, bytes: &'a [u8]) -> Result<(), MapError> {
        self.insert(address, Bytes::Constant(bytes))
    }

    /// Puts a buffer behind all others, at a multiple of 4096, and gives its address.
    ///
    /// # Errors
    ///
    /// [`MapError::TooLarge`] if there is no room.
    pub fn place(&mut self, bytes: &'a mut [u8]) -> Result<u32, MapError> {
        let address = self.next_address()?;
        self.map(address, bytes)?;
        Ok(address)
    }

    /// As [`Memory::place`], for a buffer that programs cannot write.
    ///
    /// # Errors
    ///
    /// [`MapError::TooLarge`] if there is no room.
    pub fn place_constant(&mut self, bytes: &'a [u8]) -> Result<u32, MapError> {
        let address = self.next_address()?;
        self.map_constant(address, bytes)?;
        Ok(address)
    }

    fn next_address(&self) -> Result<u32, MapError> {
        let end = self
            .buffers
            .last()
            // Two buffers have two addresses, even if the first is empty.
            .map_or(0, |last| {
                u64::from(last.address) + last.bytes.get().len().max(1) as u64
            });
        let after = end
            .max(u64::from(FIRST_ADDRESS))
            .next_multiple_of(u64::from(PAGE));
        u32::try_from(after).map_err(|_| MapError::TooLarge)
    }

    fn insert(&mut self, address: u32, bytes: Bytes<'a>) -> Result<(), MapError> {
        let end = u64::from(address) + bytes.get().len() as u64;
        if end > 1 << 32 {
            return Err(MapError::TooLarge);
        }
        let at = self.buffers.partition_point(|buffer| buffer.address < address);
        if let Some(next) = self.buffers.get(at)
            && u64::from(next.address) < end.max(u64::from(address) + 1)
        {
            return Err(MapError::Overlaps(next.address));
        }
        if let Some(before) = at.checked_sub(1).map(|i| &self.buffers[i])
            && u64::from(before.address) + before.bytes.get().len() as u64 > u64::from(address)
        {
            return Err(MapError::Overlaps(before.address));
        }
        self.buffers.insert(at, Buffer { address, bytes });
        Ok(())
    }

    /// The buffer that covers the address, and the offset in it.
    fn find(&self, address: u32) -> Option<(&Buffer<'a>, usize)> {
        let address = address & self.mask;
        let buffer = &self.buffers[self.index(address)?];
        Some((buffer, (address - buffer.address) as usize))
    }

    fn index(&self, address: u32) -> Option<usize> {
        let at = self.buffers.partition_point(|buffer| buffer.address <= address);
        let index = at.checked_sub(1)?;
        self.buffers[index].covers(address).then_some(index)
    }

    /// The number of the buffer that covers `address`, which is looked for where `near` was.
    #[inline]
    fn index_near(&self, address: u32, near: &mut Near) -> Option<usize> {
        match self.buffers.get(near.0) {
            Some(buffer) if buffer.covers(address) => {}
            _ => near.0 = self.index(address)?,
        }
        Some(near.0)
    }

    /// The buffer that covers `address`: where it begins, as [`Memory::physical`] gives addresses, and its bytes.
    pub fn buffer(&self, address: u32) -> Option<(u32, &[u8])> {
        self.find(address)
            .map(|(buffer, _)| (buffer.address, buffer.bytes.get()))
    }

    /// The bytes from `address` to the end of the buffer that covers it; none outside all buffers.
    pub fn bytes(&self, address: u32) -> &[u8] {
        self.find(address)
            .map_or(&[], |(buffer, offset)| &buffer.bytes.get()[offset..])
    }

    /// The bytes from `address` to the end of the writable buffer that covers it; none elsewhere.
    pub fn bytes_mut(&mut self, address: u32) -> &mut [u8] {
        let address = address & self.mask;
        let Some(index) = self.index(address) else {
            return &mut [];
        };
        let buffer = &mut self.buffers[index];
        match &mut buffer.bytes {
            Bytes::Writable(bytes) => &mut bytes[(address - buffer.address) as usize..],
            Bytes::Constant(_) => &mut [],
        }
    }

    /// The same memory, for reading alone: what a thread of its own sees.
    pub(crate) fn shared(&self) -> Memory<'_> {
        let buffers = self.buffers.iter().map(|buffer| Buffer {
            address: buffer.address,
            bytes: Bytes::Constant(buffer.bytes.get()),
        });
        Memory {
            buffers: buffers.collect(),
            mask: self.mask,
            stored: Near::default(),
        }
    }

    /// The word at `address`, whose low two bits are ignored; `None` outside all buffers.
    pub fn word(&self, address: u32) -> Option<u32> {
        let (buffer, offset) = self.find(address & !3)?;
        word_at(buffer.bytes.get(), offset as u32)
    }

    /// Sixteen words, one an element; the low two bits of the addresses are ignored. Elements whose address
    /// no buffer covers are 0 and counted in the mask that comes second.
    pub fn gather(&self, addresses: &Lanes) -> (Lanes, u16) {
        self.gather_near(addresses, &mut Near::default())
    }

    /// [`Memory::gather`], of a buffer that is looked for where `near` was.
    pub(crate) fn gather_near(&self, addresses: &Lanes, near: &mut Near) -> (Lanes, u16) {
        let word = self.mask & !3;
        let first = addresses[0] & word;
        let Some(index) = self.index_near(first, near) else {
            return self.gather_anywhere(addresses);
        };
        let buffer = &self.buffers[index];
        let (base, bytes) = (buffer.address, buffer.bytes.get());
        let offset = (first - base) as usize;
        let mut strays = 0;
        for (i, &address) in addresses.iter().enumerate() {
            strays |= (address & word).wrapping_sub(first) ^ (4 * i as u32);
        }
        if strays == 0
            && let Some(words) = row_at(bytes, offset)
        {
            return (words, 0);
        }
        let mut words = [0; 16];
        for (element, &address) in words.iter_mut().zip(addresses) {
            match word_at(bytes, (address & word).wrapping_sub(base)) {
                Some(found) => *element = found,
                None => return self.gather_anywhere(addresses),
            }
        }
        (words, 0)
    }

    /// The sixteen words from `address` on, a multiple of 4, with those missing as in [`Memory::gather`].
    pub(crate) fn line(&self, address: u32, near: &mut Near) -> (Lanes, u16) {
        let address = address & self.mask;
        let row = self.index_near(address, near).and_then(|index| {
            let buffer = &self.buffers[index];
            row_at(buffer.bytes.get(), (address - buffer.address) as usize)
        });
        match row {
            Some(words) => (words, 0),
            None => self.gather_anywhere(&std::array::from_fn(|i| address.wrapping_add(4 * i as u32))),
        }
    }

    fn gather_anywhere(&self, addresses: &Lanes) -> (Lanes, u16) {
        let mut missing = 0;
        let words = std::array::from_fn(|i| {
            self.word(addresses[i]).unwrap_or_else(|| {
                missing |= 1 << i;
                0
            })
        });
        (words, missing)
    }

    /// The low `bytes` (1, 2 or 4) bytes at `address`, which need not be aligned; `None` outside all buffers.
    pub fn load(&self, address: u32, bytes: u32) -> Option<u32> {
        let (buffer, offset) = self.find(address)?;
        let found = buffer.bytes.get().get(offset..offset + bytes as usize)?;
        Some(
            found
                .iter()
                .rev()
                .fold(0, |value, &byte| value << 8 | u32::from(byte)),
        )
    }

    /// Stores the low `bytes` (1, 2 or 4) bytes of `value` at `address`; whether a writable buffer was there.
    pub fn store(&mut self, address: u32, bytes: u32, value: u32) -> bool {
        let address = address & self.mask;
        let mut near = self.stored;
        let Some(index) = self.index_near(address, &mut near) else {
            return false;
        };
        self.stored = near;
        let buffer = &mut self.buffers[index];
        let offset = (address - buffer.address) as usize;
        let Bytes::Writable(target) = &mut buffer.bytes else {
            return false;
        };
        match target.get_mut(offset..offset + bytes as usize) {
            Some(target) => {
                target.copy_from_slice(&value.to_le_bytes()[..bytes as usize]);
                true
            }
            None => false,
        }
    }
}

/// Sixteen words from byte `offset` on, if they are all there.
#[inline]
fn row_at(bytes: &[u8], offset: usize) -> Option<Lanes> {
    let (rows, _) = bytes.get(offset..)?.first_chunk::<64>()?.as_chunks::<4>();
    Some(std::array::from_fn(|i| u32::from_le_bytes(rows[i])))
}

fn word_at(bytes: &[u8], offset: u32) -> Option<u32> {
    let word = bytes.get(offset as usize..)?.first_chunk::<4>()?;
    Some(u32::from_le_bytes(*word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_do_not_overlap() {
        let (mut a, mut b, c, d) = ([0; 64], [0; 64], [0; 8], [0; 8]);
        let mut memory = Memory::new();
        memory.map(0x1000, &mut a).unwrap();
        assert_eq!(memory.map(0x103f, &mut b), Err(MapError::Overlaps(0x1000)));
        assert_eq!(memory.map_constant(0xfff, &c), Err(MapError::Overlaps(0x1000)));
        assert_eq!(memory.map_constant(0xffff_fff9, &c), Err(MapError::TooLarge));
        memory.map_constant(0xffff_fff8, &d).unwrap();
        assert_eq!(memory.place_constant(&c), Err(MapError::TooLarge));
    }

    #[test]
    fn words_are_little_endian_and_bounded() {
        let mut a = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        let mut memory = Memory::new();
        let at = memory.place(&mut a).unwrap();
        assert_eq!(memory.word(at + 3), Some(0x0403_0201));
        assert_eq!(memory.word(at + 8), None, "half a word is no word");
        assert_eq!(memory.load(at + 7, 2), Some(0x0908));
        assert!(memory.store(at + 5, 2, 0xaabb));
        assert!(!memory.store(at + 8, 2, 0));
        assert!(!memory.store(at - 1, 1, 0));
        let (words, missing) = memory.gather(&std::array::from_fn(|i| at + 4 * i as u32));
        assert_eq!((words[1], missing), (0x08aa_bb05, 0xfffc));
    }
}
