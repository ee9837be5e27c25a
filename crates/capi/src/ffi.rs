//! The FFI guard: pointers of C become references, results become statuses, panics do not unwind into C.
//!
//! All functions here that are `unsafe` have the contract of the header: a pointer is NULL or points to what its
//! type says, which lives and does not change until the function returns.

use std::borrow::Cow;
use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::status::QuadrilleStatus;

/// The value of a step within an FFI function, or the status that the function returns early.
pub(crate) type FfiResult<T> = Result<T, QuadrilleStatus>;

/// Runs the body of a function; a panic becomes [`QuadrilleStatus::Internal`].
///
/// What a body may leave half done are options and inputs, whose setters assign whole values.
pub(crate) fn guard(body: impl FnOnce() -> FfiResult<QuadrilleStatus>) -> QuadrilleStatus {
    catch_unwind(AssertUnwindSafe(body)).map_or(QuadrilleStatus::Internal, |step| {
        step.unwrap_or_else(|status| status)
    })
}

/// An object to read; NULL is not allowed.
pub(crate) unsafe fn read<'a, T>(pointer: *const T) -> FfiResult<&'a T> {
    // SAFETY: not NULL, so it points to a `T` that lives on (contract).
    unsafe { pointer.as_ref() }.ok_or(QuadrilleStatus::InvalidArgument)
}

/// An object to change; NULL is not allowed.
pub(crate) unsafe fn change<'a, T>(pointer: *mut T) -> FfiResult<&'a mut T> {
    // SAFETY: not NULL, so it points to a `T` that nobody else uses now (contract).
    unsafe { pointer.as_mut() }.ok_or(QuadrilleStatus::InvalidArgument)
}

/// A string that ends with 0 and is UTF-8; NULL is not allowed.
pub(crate) unsafe fn string<'a>(pointer: *const c_char) -> FfiResult<&'a str> {
    if pointer.is_null() {
        return Err(QuadrilleStatus::InvalidArgument);
    }
    // SAFETY: not NULL, so it points to bytes that end with 0 (contract).
    let bytes = unsafe { CStr::from_ptr(pointer) };
    bytes.to_str().map_err(|_| QuadrilleStatus::InvalidArgument)
}

/// A name for messages: anything is one.
pub(crate) unsafe fn label(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return "program".to_owned();
    }
    // SAFETY: not NULL, so it points to bytes that end with 0 (contract).
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

/// The text of a program. What is not UTF-8, as in comments of old files, becomes U+001A byte for byte, so that
/// offsets stay the caller's.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, length: usize) -> FfiResult<Cow<'a, str>> {
    // SAFETY: the caller's contract.
    let bytes = unsafe { bytes(pointer, length)? };
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(Cow::Borrowed(text));
    }
    let mut text = String::with_capacity(length);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '\u{1a}'));
    }
    Ok(Cow::Owned(text))
}

/// The bytes of a program.
pub(crate) unsafe fn bytes<'a>(pointer: *const c_char, length: usize) -> FfiResult<&'a [u8]> {
    // Spans count in 32 bits.
    if pointer.is_null() && length > 0 || length >= u32::MAX as usize {
        return Err(QuadrilleStatus::InvalidArgument);
    }
    Ok(match length {
        0 => &[],
        // SAFETY: not NULL, so it points to `length` bytes (contract).
        _ => unsafe { std::slice::from_raw_parts(pointer.cast::<u8>(), length) },
    })
}

/// The elements of an array; NULL is allowed where there are none.
pub(crate) unsafe fn elements<'a, T>(pointer: *const T, count: usize) -> FfiResult<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    // No array has more bytes.
    if pointer.is_null() || count > isize::MAX as usize / size_of::<T>() {
        return Err(QuadrilleStatus::InvalidArgument);
    }
    // SAFETY: not NULL, so it points to so many (contract).
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// Four components; NULL is not allowed.
pub(crate) unsafe fn vector<T: Copy>(pointer: *const T) -> FfiResult<[T; 4]> {
    // SAFETY: an array of four has the alignment of its elements, and four are there (contract).
    unsafe { read(pointer.cast::<[T; 4]>()) }.copied()
}

/// A place of the caller that receives a value.
pub(crate) struct Out<T>(*mut T);

/// The place that receives a value, set to one that stays if there is no other; itself it must not be NULL. What the
/// caller has there is not read: it may be uninitialised.
pub(crate) unsafe fn out<T>(place: *mut T, first: T) -> FfiResult<Out<T>> {
    if place.is_null() {
        return Err(QuadrilleStatus::InvalidArgument);
    }
    // SAFETY: not NULL, so it points to a place of the caller's (contract).
    unsafe { place.write(first) };
    Ok(Out(place))
}

/// The pointer that receives an object, set to NULL; itself it must not be NULL.
pub(crate) unsafe fn out_pointer<T>(pointer: *mut *mut T) -> FfiResult<Out<*mut T>> {
    // SAFETY: the caller's contract.
    unsafe { out(pointer, std::ptr::null_mut()) }
}

impl<T> Out<T> {
    /// Writes a value into it.
    pub(crate) fn set(self, value: T) {
        // SAFETY: `out` has written to it in this very call.
        unsafe { self.0.write(value) }
    }
}

impl<T> Out<*mut T> {
    /// Hands an object over into it.
    pub(crate) fn fill(self, object: T) {
        self.set(hand_over(object));
    }
}

/// Looks at an object; NULL for NULL, and after a panic.
pub(crate) unsafe fn look<T, R>(object: *const T, body: impl FnOnce(&T) -> *const R) -> *const R {
    // SAFETY: NULL, or it points to a `T` that lives on (contract).
    let object = unsafe { object.as_ref() };
    catch_unwind(AssertUnwindSafe(|| object.map_or(std::ptr::null(), body))).unwrap_or(std::ptr::null())
}

/// Hands an object over to C, which gives it back to [`free`].
pub(crate) fn hand_over<T>(object: T) -> *mut T {
    Box::into_raw(Box::new(object))
}

/// Takes an object back and ends it; NULL is allowed.
pub(crate) unsafe fn free<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: it came from `hand_over` and is given back once (contract).
        let object = unsafe { Box::from_raw(object) };
        // A destructor of ours that panicked would leak at worst.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(object)));
    }
}
