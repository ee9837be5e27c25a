//! Memory that holds code: written once, then executed and never written again.

use memmap2::{Mmap, MmapMut};

use crate::NativeError;

/// Pages of code.
#[derive(Debug)]
pub(crate) struct Executable(Mmap);

impl Executable {
    /// Puts bytes where they can be executed.
    pub(crate) fn new(bytes: &[u8]) -> Result<Executable, NativeError> {
        let mut pages = MmapMut::map_anon(bytes.len().max(1))?;
        pages[..bytes.len()].copy_from_slice(bytes);
        Ok(Executable(pages.make_exec()?))
    }

    /// Where it begins.
    pub(crate) fn start(&self) -> *const u8 {
        self.0.as_ptr()
    }
}
