//! The border to what calls: libglvnd's entry points, or on Windows the functions of opengl32.dll; and what stands in
//! the place of the driver's functions. The only module that is unsafe.
#![allow(unsafe_code, reason = "C calls it, and it calls a driver")]
#![allow(unreachable_pub, reason = "callers reach the entry points by their names")]
#![allow(non_snake_case, reason = "entry points have the names of the registry")]

mod attribute;
mod binary;
mod capture;
mod content;
mod current;
#[cfg(windows)]
mod exports;
mod feedback;
mod generated;
#[cfg(not(windows))]
mod glvnd;
mod look;
mod memory;
#[cfg(windows)]
mod opengl32;
mod own;
mod parameter;
mod program;
mod real;
mod stage;
mod table;
mod vectors;
mod window;

use std::ffi::{CStr, c_char, c_void};

/// The function of a name: what stands in the driver's place, or what `driver` gives. No context is asked: what is handed
/// out is kept for all.
///
/// # Safety
///
/// The name is NULL or ends with 0.
unsafe fn look_up(driver: &dyn Fn(*const c_char) -> *mut c_void, name: *const c_char) -> *mut c_void {
    if name.is_null() {
        return std::ptr::null_mut();
    }
    // SAFETY: it ends with 0.
    let bytes = unsafe { CStr::from_ptr(name) }.to_bytes();
    let own = match bytes {
        [b'g', b'l', b'X', ..] | [b'e', b'g', b'l', ..] | [b'w', b'g', b'l', ..] => {
            window::replacement(bytes)
        }
        _ => generated::replacement(bytes),
    };
    match (own, generated::alias(bytes)) {
        (Some(own), _) => own,
        // SAFETY: names of the table end with 0.
        (None, Some(other)) => unsafe { look_up(driver, other.as_ptr().cast()) },
        (None, None) => driver(name),
    }
}
