//! Where lists and records are read from.

use crate::machine::Image;
use crate::machine::memory::Memory;

/// Memory that can be read, in bounds, at bus addresses.
pub trait Source {
    /// The bytes from `address` to the end of the stretch of memory that it lies in; none outside all memory.
    fn bytes(&self, address: u32) -> &[u8];

    /// Copies the bytes from `address` on to the front of `into` and gives how many there were: all of them, or those
    /// before the first byte that no memory holds.
    fn read(&self, address: u32, into: &mut [u8]) -> usize {
        let mut done = 0;
        while done < into.len() {
            let from = self.bytes(address.wrapping_add(done as u32));
            let count = from.len().min(into.len() - done);
            if count == 0 {
                break;
            }
            into[done..done + count].copy_from_slice(&from[..count]);
            done += count;
        }
        done
    }

    /// The one address under which a byte counts, where several name it.
    fn canonical(&self, address: u32) -> u32 {
        address
    }

    /// The little-endian word at `address`, if all of it is there.
    fn word(&self, address: u32) -> Option<u32> {
        let bytes = self.bytes(address).first_chunk()?;
        Some(u32::from_le_bytes(*bytes))
    }
}

/// One run of bytes at an address.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a> {
    /// Where the first byte lies.
    pub address: u32,
    /// The bytes.
    pub bytes: &'a [u8],
}

impl Source for Bytes<'_> {
    fn bytes(&self, address: u32) -> &[u8] {
        let offset = address.checked_sub(self.address).map(|offset| offset as usize);
        offset
            .and_then(|offset| self.bytes.get(offset..))
            .unwrap_or_default()
    }
}

impl Source for Memory<'_> {
    fn bytes(&self, address: u32) -> &[u8] {
        Memory::bytes(self, address)
    }

    fn canonical(&self, address: u32) -> u32 {
        self.physical(address)
    }
}

impl Source for Image {
    fn bytes(&self, address: u32) -> &[u8] {
        Image::bytes(self, address)
    }

    fn canonical(&self, address: u32) -> u32 {
        address & crate::machine::memory::PHYSICAL
    }
}
