//! The state of a hung GPU: a version word, the Linux driver's `drm_vc4_get_hang_state`, a `drm_vc4_get_hang_state_bo`
//! for each buffer, and the buffers' bytes.
//!
//! Source: `vc4_dump_hang_state.c` and `vc4_drm.h` of vc4-gpu-tools.

use super::{Dump, DumpError};
use crate::list::check::Buffer;
use crate::list::packet::Thread;
use crate::list::walk::Start;

/// The version word, a pointer, 22 registers and 16 words to spare.
const HEADER: usize = 4 + 8 + 4 * (22 + 16);
/// Handle, address, size and a word to spare.
const BUFFER: usize = 16;
/// Places of words in the header.
const COUNT: usize = 12;
const START_BIN: usize = 16;
const START_RENDER: usize = 20;
const CT0EA: usize = 28;
const CT1EA: usize = 36;

fn word(bytes: &[u8], at: usize) -> u32 {
    let word = bytes.get(at..).and_then(|rest| rest.first_chunk());
    word.map_or(0, |word| u32::from_le_bytes(*word))
}

/// Bytes that a hang state with this header has, if the header is there.
fn length(bytes: &[u8]) -> Option<u64> {
    let count = u64::from(word(bytes, COUNT));
    let contents = HEADER as u64 + BUFFER as u64 * count;
    let table = bytes.get(HEADER..usize::try_from(contents).ok()?)?;
    Some(
        table
            .chunks_exact(BUFFER)
            .fold(contents, |sum, buffer| sum + u64::from(word(buffer, 8))),
    )
}

/// Whether bytes look like a hang state: version 0, buffers, and exactly as long as these say.
pub fn is_hang_state(bytes: &[u8]) -> bool {
    bytes.len() >= HEADER
        && word(bytes, 0) == 0
        && word(bytes, COUNT) > 0
        && length(bytes).is_some_and(|length| length == bytes.len() as u64)
}

/// Reads a hang state. Buffer `n` is called `bo_` and its handle.
///
/// # Errors
///
/// [`DumpError`] if it is of another version, too short, or has buffers that do not fit into memory.
pub fn read(bytes: &[u8]) -> Result<Dump, DumpError> {
    let short = |what, needs| DumpError::Short {
        what,
        needs,
        has: bytes.len(),
    };
    if word(bytes, 0) != 0 {
        return Err(DumpError::Version(word(bytes, 0)));
    }
    if bytes.len() < HEADER {
        return Err(short("the header", HEADER as u64));
    }
    let count = u64::from(word(bytes, COUNT));
    let table = HEADER as u64 + BUFFER as u64 * count;
    if table > bytes.len() as u64 {
        return Err(short("the table of buffers", table));
    }
    let mut dump = Dump::default();
    let mut at = table as usize;
    for entry in bytes[HEADER..table as usize].chunks_exact(BUFFER) {
        let (handle, address, size) = (word(entry, 0), word(entry, 4), word(entry, 8) as usize);
        let name = format!("bo_{handle}");
        let contents = bytes
            .get(at..at.saturating_add(size))
            .ok_or_else(|| short("the bytes of a buffer", at as u64 + size as u64))?;
        at += size;
        if let Err(error) = dump.image.load(address, contents) {
            return Err(DumpError::Buffer { name, error });
        }
        dump.buffers.push(Buffer {
            name,
            address,
            bytes: size as u64,
        });
    }
    let (bin, bin_end) = (word(bytes, START_BIN), word(bytes, CT0EA));
    if bin != bin_end {
        dump.starts.push(Start {
            address: bin,
            end: Some(bin_end),
            thread: Thread::Binning,
        });
    }
    dump.starts.push(Start {
        address: word(bytes, START_RENDER),
        end: Some(word(bytes, CT1EA)),
        thread: Thread::Rendering,
    });
    Ok(dump)
}
