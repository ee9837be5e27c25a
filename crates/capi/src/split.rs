//! Programs in a file of several.

use std::ffi::c_char;

use quadrille_isa::gl::profile::PROFILES;

use super::ffi::{FfiResult, guard, out, read, text};
use super::status::QuadrilleStatus;

/// A part of a text, in bytes.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuadrilleSpan {
    /// The first byte.
    pub start: usize,
    /// One after the last byte.
    pub end: usize,
}

impl QuadrilleSpan {
    /// The part of a text of `length` bytes that a caller names; NULL for all.
    pub(crate) unsafe fn of(part: *const QuadrilleSpan, length: usize) -> FfiResult<QuadrilleSpan> {
        match part.is_null() {
            true => Ok(QuadrilleSpan {
                start: 0,
                end: length,
            }),
            // SAFETY: the contract of the header.
            false => Ok(*unsafe { read(part)? }),
        }
    }
}

/// Finds the programs in a text of several, such as a .vfp file: each from its header to its END. `count` gets
/// how many there are; the first `capacity` of them are written to `spans`, which may be NULL if `capacity` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_split(
    source: *const c_char,
    length: usize,
    spans: *mut QuadrilleSpan,
    capacity: usize,
    count: *mut usize,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let (count, source) = unsafe { (out(count, 0)?, text(source, length)?) };
        if spans.is_null() && capacity > 0 {
            return Err(QuadrilleStatus::InvalidArgument);
        }
        let headers: Vec<&str> = PROFILES.iter().map(|profile| profile.header).collect();
        let found = quadrille_syntax::split(&source, &headers);
        for (at, span) in found.iter().take(capacity).enumerate() {
            let span = QuadrilleSpan {
                start: span.start as usize,
                end: span.end as usize,
            };
            // SAFETY: `at` is below `capacity`, and that many spans may be written (contract).
            unsafe { spans.add(at).write(span) };
        }
        count.set(found.len());
        Ok(QuadrilleStatus::Ok)
    })
}
