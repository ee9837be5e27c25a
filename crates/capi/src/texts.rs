//! Strings that C reads: they end with 0 and live as long as the object that has them.

use std::ffi::{CString, c_char};

/// Keeps strings; the pointers that it gives stay good while it lives, wherever it is moved.
#[derive(Default)]
pub(crate) struct Texts(Vec<CString>);

impl Texts {
    /// Keeps a string.
    pub(crate) fn keep(&mut self, text: &str) -> *const c_char {
        let text = c_string(text);
        let pointer = text.as_ptr();
        self.0.push(text);
        pointer
    }

    /// Keeps a string, or NULL for none.
    pub(crate) fn keep_some(&mut self, text: Option<&str>) -> *const c_char {
        text.map_or(std::ptr::null(), |text| self.keep(text))
    }
}

/// The text as a string of C; a 0 in it becomes the replacement character.
pub(crate) fn c_string(text: &str) -> CString {
    CString::new(text)
        .or_else(|_| CString::new(text.replace('\0', "\u{fffd}")))
        .unwrap_or_default()
}
