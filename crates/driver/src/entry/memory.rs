//! What a caller gives and takes by pointers. Of NULL nothing is read and nothing written.

use crate::gl::number;

/// The number at a pointer, wherever it lies.
///
/// # Safety
///
/// The pointer is NULL or leads to one.
pub(super) unsafe fn read<T: Copy>(start: *const T) -> Option<T> {
    // SAFETY: the caller says so.
    (!start.is_null()).then(|| unsafe { start.read_unaligned() })
}

/// The numbers at a pointer, at most as many as stand beside it.
///
/// # Errors
///
/// GL's INVALID_VALUE: their number is negative, or larger than what there is room for.
///
/// # Safety
///
/// The pointer is NULL or leads to so many.
pub(super) unsafe fn many<T: Copy>(count: i32, start: *const T, most: usize) -> Result<Vec<T>, u32> {
    let count = usize::try_from(count).ok().filter(|count| *count <= most);
    let count = count.ok_or(number::INVALID_VALUE)?;
    if start.is_null() {
        return Ok(Vec::new());
    }
    // SAFETY: the caller says so.
    let at = |at| unsafe { start.add(at).read_unaligned() };
    Ok((0..count).map(at).collect())
}

/// The bytes that a caller gives with their number; none for NULL and negative numbers.
///
/// # Safety
///
/// What is not null leads to so many bytes, which stay.
pub(super) unsafe fn bytes<'a>(length: i32, start: *const u8) -> Option<&'a [u8]> {
    let length = usize::try_from(length).ok().filter(|_| !start.is_null())?;
    // SAFETY: the caller says so.
    Some(unsafe { std::slice::from_raw_parts(start, length) })
}

/// Writes numbers.
///
/// # Safety
///
/// The pointer is NULL or leads to room for them.
pub(super) unsafe fn write<T: Copy>(to: *mut T, numbers: &[T]) {
    if to.is_null() {
        return;
    }
    for (at, number) in numbers.iter().enumerate() {
        // SAFETY: the caller says so.
        unsafe { to.add(at).write_unaligned(*number) };
    }
}
