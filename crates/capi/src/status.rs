//! What a function answers.

use std::ffi::{CStr, c_char};

use super::numbered::numbered;

/// What a function answers. Everything but QUADRILLE_STATUS_OK leaves no half-made object behind.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuadrilleStatus {
    /// Done.
    Ok = 0,
    /// The program breaks a rule, or the target does not support it: the object is there and its diagnostics tell.
    Rejected = 1,
    /// A pointer is NULL that may not be, a number is none of its enum, a length or a part exceeds the text, or
    /// a program of another stage is given.
    InvalidArgument = 2,
    /// There is nothing of that name.
    UnknownName = 3,
    /// The run did not come to its end: the object is there and tells why.
    Stopped = 4,
    /// A defect of the library. The process goes on, and so may the caller.
    Internal = 5,
}

numbered!(QuadrilleStatus: Ok, Rejected, InvalidArgument, UnknownName, Stopped, Internal);

/// The status in a few words of English. Any number may be given.
#[unsafe(no_mangle)]
pub extern "C" fn quadrille_status_text(status: u32) -> *const c_char {
    let text: &CStr = match QuadrilleStatus::of(status) {
        Ok(QuadrilleStatus::Ok) => c"done",
        Ok(QuadrilleStatus::Rejected) => c"the program is rejected",
        Ok(QuadrilleStatus::InvalidArgument) => c"an argument is not valid",
        Ok(QuadrilleStatus::UnknownName) => c"there is nothing of that name",
        Ok(QuadrilleStatus::Stopped) => c"the run was stopped",
        Ok(QuadrilleStatus::Internal) => c"a defect of the library",
        Err(_) => c"no status",
    };
    text.as_ptr()
}
