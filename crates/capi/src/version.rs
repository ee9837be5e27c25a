//! The version of the library.

use std::ffi::{CStr, c_char};

/// Ends with 0, so that C reads it.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");

/// The version of the library that is loaded; QUADRILLE_VERSION is that of the header.
#[unsafe(no_mangle)]
pub extern "C" fn quadrille_version() -> *const c_char {
    CStr::from_bytes_with_nul(VERSION.as_bytes())
        .unwrap_or_default()
        .as_ptr()
}
