//! Entry points of OpenGL that have an answer of their own here, each by its name. Where no context of ours is current, and
//! for what it leaves to the driver, the driver answers.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::{CStr, CString, c_void};
use std::sync::{Mutex, PoisonError};

use super::attribute;
pub(super) use super::attribute::*;
use super::capture;
use super::current::with;
pub(super) use super::feedback::*;
use super::memory::{bytes, write};
pub(super) use super::parameter::*;
pub(super) use super::program::*;
use super::real::{Driver, call};
pub(super) use super::stage::*;
pub(super) use super::vectors::*;
use crate::context::{decoded, is_stage_target, native_target, size};
use crate::gl::{Gl, number};

/// Texts that were handed out, and stay as long as the process: lists of extensions, of which drivers have few.
static TEXTS: Mutex<BTreeSet<&'static CStr>> = Mutex::new(BTreeSet::new());

thread_local! {
    /// The error string that was asked for last.
    static ERROR_STRING: RefCell<CString> = RefCell::default();
}

pub(super) unsafe fn glGetError() -> u32 {
    match with(|context| context.take_error()).flatten() {
        Some(error) => error,
        None => Driver.error(),
    }
}

/// The driver's capability for one that may be NV_fragment_program's.
fn capability(capability: u32) -> u32 {
    match capability {
        number::FRAGMENT_PROGRAM_NV => with(|_| native_target(capability)).unwrap_or(capability),
        other => other,
    }
}

fn set_enabled(name: u32, enabled: bool) {
    let native = capability(name);
    let is_kept = (is_stage_target(native) || native == number::COLOR_SUM)
        && with(|context| context.enable_stage(&Driver, native, enabled)).unwrap_or(false);
    if is_kept {
        return;
    }
    Driver.set_enabled(native, enabled);
    if matches!(native, number::VERTEX_PROGRAM | number::FRAGMENT_PROGRAM) {
        with(|context| context.choice_changed());
    }
}

pub(super) unsafe fn glEnable(cap: u32) {
    set_enabled(cap, true);
}

pub(super) unsafe fn glDisable(cap: u32) {
    set_enabled(cap, false);
}

pub(super) unsafe fn glIsEnabled(cap: u32) -> u8 {
    let kept = match is_stage_target(cap) {
        true => with(|context| context.stage_enabled(cap)).flatten(),
        false => None,
    };
    let own = || match cap {
        number::COLOR_SUM => integer(cap).map(|number| number != 0),
        _ => attribute::is_enabled(cap),
    };
    match kept.or_else(own) {
        Some(is_enabled) => is_enabled.into(),
        None => Driver.is_enabled(capability(cap)).into(),
    }
}

pub(super) unsafe fn glMatrixMode(mode: u32) {
    // The matrices of NV_vertex_program are those of ARB_vertex_program.
    let own = mode.checked_sub(number::MATRIX0_NV).filter(|at| *at < 8);
    let own = own.filter(|_| with(|_| ()).is_some());
    Driver.matrix_mode(own.map_or(mode, |at| number::MATRIX0 + at));
}

pub(super) unsafe fn glBegin(mode: u32) {
    let Some(mode) = with(|context| context.before_draw(&Driver, mode)).unwrap_or(Some(mode)) else {
        return;
    };
    capture::begin();
    call!(glBegin(mode));
    with(|context| context.between(true));
}

pub(super) unsafe fn glEnd() {
    call!(glEnd());
    with(|context| context.between(false));
    capture::end();
}

pub(super) unsafe fn glNewList(list: u32, mode: u32) {
    if with(|context| context.new_list(&Driver, list, mode)).is_none() {
        call!(glNewList(list, mode));
    }
}

pub(super) unsafe fn glEndList() {
    if with(|context| context.end_list(&Driver)).is_none() {
        call!(glEndList());
    }
}

pub(super) unsafe fn glCallList(list: u32) {
    capture::drawing("glCallList", || call_list(list));
    call_list(list);
}

fn call_list(list: u32) {
    if with(|context| context.call_list(&Driver, list)).is_none() {
        call!(glCallList(list));
    }
}

pub(super) unsafe fn glCallLists(n: i32, type_: u32, lists: *const c_void) {
    // SAFETY: the caller's own names.
    capture::drawing("glCallLists", || unsafe { call_lists(n, type_, lists) });
    // SAFETY: the caller's own names.
    unsafe { call_lists(n, type_, lists) };
}

unsafe fn call_lists(n: i32, type_: u32, lists: *const c_void) {
    let length = size(type_).and_then(|size| i32::try_from(size).ok()?.checked_mul(n));
    // SAFETY: the caller's own names.
    let names = length.and_then(|length| unsafe { bytes(length, lists.cast()) });
    let names = names.and_then(|names| decoded(type_, names));
    let done = names.and_then(|names| with(|context| context.call_lists(&Driver, &names)));
    if !done.unwrap_or(false) {
        with(|context| context.before_lists(&Driver));
        // The caller's own names.
        call!(glCallLists(n, type_, lists));
        with(|context| context.changed());
    }
}

pub(super) unsafe fn glDeleteLists(list: u32, range: i32) {
    if with(|context| context.delete_lists(&Driver, list, range)).is_none() {
        call!(glDeleteLists(list, range));
    }
}

pub(super) unsafe fn glGetString(name: u32) -> *const u8 {
    let own = with(|context| context.text(&Driver, name)).flatten();
    let own = own.and_then(|text| CString::new(text).ok());
    match (name, own) {
        (_, None) => call!(glGetString(name)).unwrap_or(std::ptr::null()),
        (number::PROGRAM_ERROR_STRING, Some(text)) => ERROR_STRING
            .try_with(|last| {
                let mut last = last.borrow_mut();
                *last = text;
                last.as_ptr().cast()
            })
            .unwrap_or(std::ptr::null()),
        (_, Some(text)) => kept(text).as_ptr().cast(),
    }
}

/// The same text, for as long as the process lives.
fn kept(text: CString) -> &'static CStr {
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(kept) = texts.get(text.as_c_str()) {
        return kept;
    }
    let text: &'static CStr = Box::leak(text.into_boxed_c_str());
    texts.insert(text);
    text
}

pub(super) unsafe fn glGetStringi(name: u32, index: u32) -> *const u8 {
    let own = with(|context| context.text_at(&Driver, name, index)).flatten();
    match own.and_then(|text| CString::new(text).ok()) {
        Some(text) => kept(text).as_ptr().cast(),
        None => call!(glGetStringi(name, index)).unwrap_or(std::ptr::null()),
    }
}

/// A number of the context, where it is not the driver's.
fn integer(name: u32) -> Option<i32> {
    with(|context| context.integer(&Driver, name)).flatten()
}

macro_rules! numbers {
    ($($name:ident: $ty:ty, $from:expr;)*) => {
        $(pub(super) unsafe fn $name(pname: u32, data: *mut $ty) {
            match integer(pname) {
                // SAFETY: the caller has room for the one number that is asked for.
                Some(number) => unsafe { write(data, &[$from(number)]) },
                None => {
                    // The caller's own room.
                    call!($name(pname, data));
                }
            }
        })*
    };
}

numbers! {
    glGetIntegerv: i32, |number| number;
    glGetInteger64v: i64, i64::from;
    glGetFloatv: f32, |number| number as f32;
    glGetDoublev: f64, f64::from;
    glGetBooleanv: u8, |number| u8::from(number != 0);
}

pub(super) unsafe fn glGetHandleARB(pname: u32) -> u32 {
    const PROGRAM_OBJECT: u32 = 0x8b40;
    match integer(number::CURRENT_PROGRAM).filter(|_| pname == PROGRAM_OBJECT) {
        Some(program) => program.cast_unsigned(),
        None => call!(glGetHandleARB(pname)).unwrap_or(0),
    }
}

macro_rules! indexed_numbers {
    ($($name:ident;)*) => {
        $(pub(super) unsafe fn $name(target: u32, index: u32, data: *mut i32) {
            match with(|context| context.parameter_buffer_at(target, index)).flatten() {
                // SAFETY: the caller has room for the one number that is asked for.
                Some(Some(buffer)) => unsafe { write(data, &[buffer.cast_signed()]) },
                Some(None) => {}
                None => {
                    // The caller's own room.
                    call!($name(target, index, data));
                }
            }
        })*
    };
}

indexed_numbers! {
    glGetIntegeri_v;
    glGetIntegerIndexedvEXT;
}
