//! Where lists and records are read from.

use crate::machine::memory::Memory;

/// Memory that can be read, in bounds, at bus addresses.
pub trait Source {
    /// Copies the bytes from `address` on to the front of `into` and gives how many there were: all of them, or
    /// those before the first byte that no memory holds.
    fn read(&self, address: u32, into: &mut [u8]) -> usize;

    /// The little-endian word at `address`, if all of it is there.
    fn word(&self, address: u32) -> Option<u32> {
        let mut bytes = [0; 4];
        (self.read(address, &mut bytes) == 4).then(|| u32::from_le_bytes(bytes))
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
    fn read(&self, address: u32, into: &mut [u8]) -> usize {
        let offset = address
            .checked_sub(self.address)
            .map_or(usize::MAX, |o| o as usize);
        copy(self.bytes.get(offset..).unwrap_or_default(), into)
    }
}

impl Source for Memory<'_> {
    fn read(&self, address: u32, into: &mut [u8]) -> usize {
        let mut done = 0;
        while done < into.len() {
            let Some(at) = u32::try_from(done)
                .ok()
                .and_then(|done| address.checked_add(done))
            else {
                break;
            };
            let Some((start, bytes)) = self.buffer(at) else {
                break;
            };
            done += copy(&bytes[(at - start) as usize..], &mut into[done..]);
        }
        done
    }
}

fn copy(from: &[u8], into: &mut [u8]) -> usize {
    let count = from.len().min(into.len());
    into[..count].copy_from_slice(&from[..count]);
    count
}
