//! The bytes of buffers, as a capture takes them.

use super::real::{Driver, call};
use crate::capture::TooLarge;
use crate::gl::{Gl, number};

/// The most bytes that are taken of one.
const MOST_BYTES: usize = 64 << 20;

/// SHADER_STORAGE_BUFFER_BINDING, _START and _SIZE of a point.
const STORAGE_BINDING: u32 = 0x90d3;
const STORAGE_START: u32 = 0x90d4;
const STORAGE_SIZE: u32 = 0x90d5;

/// The bytes of a buffer from one on, all or so many; none of no buffer.
///
/// # Errors
///
/// There are more than are taken.
pub(super) fn of_buffer(buffer: u32, first: usize, size: Option<usize>) -> Option<Result<Vec<u8>, TooLarge>> {
    if buffer == 0 {
        return None;
    }
    let before = Driver.integer(number::COPY_WRITE_BUFFER).cast_unsigned();
    Driver.bind_buffer(number::COPY_WRITE_BUFFER, buffer);
    let whole = usize::try_from(Driver.buffer_size(number::COPY_WRITE_BUFFER)).unwrap_or(0);
    let rest = whole.saturating_sub(first);
    let taken = size.unwrap_or(rest).min(rest);
    if taken > MOST_BYTES {
        Driver.bind_buffer(number::COPY_WRITE_BUFFER, before);
        return Some(Err(TooLarge(taken)));
    }
    let mut bytes = vec![0_u8; taken];
    let (offset, length) = (first.cast_signed(), bytes.len().cast_signed());
    let room = bytes.as_mut_ptr().cast();
    // So many bytes are written.
    call!(glGetBufferSubData(
        number::COPY_WRITE_BUFFER,
        offset,
        length,
        room
    ));
    Driver.bind_buffer(number::COPY_WRITE_BUFFER, before);
    Some(Ok(bytes))
}

/// The numbers of the work groups of DispatchComputeIndirect.
pub(super) fn indirect_groups(offset: isize) -> Option<[u32; 3]> {
    const DISPATCH_INDIRECT_BUFFER: u32 = 0x90ef;
    let buffer = Driver.integer(DISPATCH_INDIRECT_BUFFER).cast_unsigned();
    let bytes = of_buffer(buffer, usize::try_from(offset).ok()?, Some(12))?.ok()?;
    match bytes.as_chunks::<4>().0 {
        [x, y, z] => Some([x, y, z].map(|bytes| u32::from_ne_bytes(*bytes))),
        _ => None,
    }
}

/// The part of a storage buffer that is bound.
///
/// # Errors
///
/// There are more bytes than are taken.
pub(super) fn of_storage(point: u32) -> Option<Result<Vec<u8>, TooLarge>> {
    let asked = |name| {
        let mut number = 0;
        // One number is written.
        call!(glGetIntegeri_v(name, point, &mut number));
        number
    };
    let size = usize::try_from(asked(STORAGE_SIZE)).ok().filter(|size| *size > 0);
    let first = usize::try_from(asked(STORAGE_START)).unwrap_or(0);
    of_buffer(asked(STORAGE_BINDING).cast_unsigned(), first, size)
}
