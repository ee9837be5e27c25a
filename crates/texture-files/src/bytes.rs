//! Little-endian fields of a file.

use crate::error::{FileError, Reason};

/// The bytes of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// So many bytes from a place on; where the file has fewer, the error is there or at its end.
    pub(crate) fn part(self, at: u64, length: u64) -> Result<&'a [u8], FileError> {
        let left = (self.0.len() as u64).saturating_sub(at);
        if length > left {
            return Err(Reason::Truncated { needed: length, left }.at(at.min(self.0.len() as u64)));
        }
        // Both are at most the length of the slice, or `length` is 0 beyond its end.
        Ok(self
            .0
            .get(at as usize..)
            .map_or(&[], |rest| &rest[..length as usize]))
    }

    pub(crate) fn u32(self, at: u64) -> Result<u32, FileError> {
        Ok(self
            .part(at, 4)?
            .iter()
            .rev()
            .fold(0, |word, byte| word << 8 | u32::from(*byte)))
    }

    pub(crate) fn u64(self, at: u64) -> Result<u64, FileError> {
        Ok(u64::from(self.u32(at + 4)?) << 32 | u64::from(self.u32(at)?))
    }
}
