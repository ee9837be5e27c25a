//! Entry points of OpenGL that have an answer of their own here, each by its name. Where no context of ours is current, and
//! for what it leaves to the driver, the driver answers.
#![allow(non_snake_case, reason = "the names are the registry's")]

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::{CStr, CString, c_void};
use std::slice::from_raw_parts;
use std::sync::{Mutex, PoisonError};

use super::current::with;
use super::generated::REAL;
use super::real::{Driver, call};
use crate::context::native_target;
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
    Driver.set_enabled(native, enabled);
    if matches!(native, number::VERTEX_PROGRAM | number::FRAGMENT_PROGRAM) {
        with(|context| context.changed());
    }
}

pub(super) unsafe fn glEnable(cap: u32) {
    set_enabled(cap, true);
}

pub(super) unsafe fn glDisable(cap: u32) {
    set_enabled(cap, false);
}

pub(super) unsafe fn glIsEnabled(cap: u32) -> u8 {
    Driver.is_enabled(capability(cap)).into()
}

pub(super) unsafe fn glNewList(list: u32, mode: u32) {
    with(|context| context.list(&Driver, true));
    call!(glNewList(list, mode));
}

pub(super) unsafe fn glEndList() {
    call!(glEndList());
    with(|context| context.list(&Driver, false));
}

pub(super) unsafe fn glCallList(list: u32) {
    with(|context| context.before_draw(&Driver));
    call!(glCallList(list));
    with(|context| context.changed());
}

pub(super) unsafe fn glCallLists(n: i32, type_: u32, lists: *const c_void) {
    with(|context| context.before_draw(&Driver));
    // The caller's own list.
    call!(glCallLists(n, type_, lists));
    with(|context| context.changed());
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

pub(super) unsafe fn glGetIntegerv(pname: u32, data: *mut i32) {
    match with(|context| context.integer(&Driver, pname)).flatten() {
        // SAFETY: not null; the caller has room for the one number that is asked for.
        Some(number) if !data.is_null() => unsafe { data.write(number) },
        // The caller's own room.
        Some(_) | None => {
            call!(glGetIntegerv(pname, data));
        }
    }
}

pub(super) unsafe fn glBindProgramARB(target: u32, program: u32) {
    let target = with(|_| native_target(target)).unwrap_or(target);
    Driver.bind_program(target, program);
    with(|context| context.changed());
}

pub(super) unsafe fn glBindProgramNV(target: u32, id: u32) {
    // SAFETY: numbers only.
    unsafe { glBindProgramARB(target, id) }
}

pub(super) unsafe fn glDeleteProgramsARB(n: i32, programs: *const u32) {
    let names = match usize::try_from(n) {
        // SAFETY: the caller has so many names.
        Ok(count) if !programs.is_null() => unsafe { from_raw_parts(programs, count) },
        Ok(_) | Err(_) => &[],
    };
    let is_ours = with(|context| context.delete_programs(&Driver, names)).is_some();
    // A negative number is an error of the driver's.
    if !is_ours || n < 0 {
        // The caller's own names.
        call!(glDeleteProgramsARB(n, programs));
    }
}

pub(super) unsafe fn glDeleteProgramsNV(n: i32, programs: *const u32) {
    // SAFETY: the caller's own names.
    unsafe { glDeleteProgramsARB(n, programs) }
}

/// The bytes that a caller gives with their number; none for NULL and negative numbers.
///
/// # Safety
///
/// What is not null leads to so many bytes, which stay.
unsafe fn bytes<'a>(length: i32, start: *const u8) -> Option<&'a [u8]> {
    let length = usize::try_from(length).ok().filter(|_| !start.is_null())?;
    // SAFETY: the caller says so.
    Some(unsafe { from_raw_parts(start, length) })
}

pub(super) unsafe fn glProgramStringARB(target: u32, format: u32, len: i32, string: *const c_void) {
    // SAFETY: the caller's own text.
    let text = unsafe { bytes(len, string.cast()) };
    if with(|context| context.program_string(&Driver, target, format, text)).is_none() {
        // The caller's own text.
        call!(glProgramStringARB(target, format, len, string));
    }
}

pub(super) unsafe fn glLoadProgramNV(target: u32, id: u32, len: i32, program: *const u8) {
    // SAFETY: the caller's own text.
    let text = unsafe { bytes(len, program) };
    if with(|context| context.load_program(&Driver, target, id, text)).is_none() {
        // The caller's own text.
        call!(glLoadProgramNV(target, id, len, program));
    }
}

pub(super) unsafe fn glGetProgramivARB(target: u32, pname: u32, params: *mut i32) {
    match with(|context| context.program_integer(&Driver, target, pname)).flatten() {
        // SAFETY: not null; the caller has room for the one number that is asked for.
        Some(number) if !params.is_null() => unsafe { params.write(number) },
        Some(_) | None => {
            let target = with(|_| native_target(target)).unwrap_or(target);
            // The caller's own room.
            call!(glGetProgramivARB(target, pname, params));
        }
    }
}

pub(super) unsafe fn glGetProgramStringARB(target: u32, pname: u32, string: *mut c_void) {
    let given = match pname {
        number::PROGRAM_STRING => with(|context| context.given(&Driver, target)).flatten(),
        _ => None,
    };
    match given {
        // SAFETY: not null; the caller has room for as many bytes as PROGRAM_LENGTH said.
        Some(text) if !string.is_null() => unsafe {
            std::ptr::copy_nonoverlapping(text.as_ptr(), string.cast(), text.len());
        },
        Some(_) | None => {
            // The caller's own room.
            call!(glGetProgramStringARB(target, pname, string));
        }
    }
}

pub(super) unsafe fn glProgramParameter4fNV(target: u32, index: u32, x: f32, y: f32, z: f32, w: f32) {
    // Program parameters are environment parameters (ARB_vertex_program, "Interactions with NV_vertex_program").
    call!(glProgramEnvParameter4fARB(target, index, x, y, z, w));
    with(|context| context.parameters_changed());
}

pub(super) unsafe fn glProgramParameter4fvNV(target: u32, index: u32, v: *const f32) {
    // The caller's own vector.
    call!(glProgramEnvParameter4fvARB(target, index, v));
    with(|context| context.parameters_changed());
}

pub(super) unsafe fn glProgramNamedParameter4fNV(
    id: u32,
    len: i32,
    name: *const u8,
    x: f32,
    y: f32,
    z: f32,
    w: f32,
) {
    // SAFETY: the caller's own name.
    let name = unsafe { bytes(len, name) }.unwrap_or_default();
    with(|context| context.set_named(id, name, [x, y, z, w]));
}

pub(super) unsafe fn glProgramNamedParameter4fvNV(id: u32, len: i32, name: *const u8, v: *const f32) {
    if v.is_null() {
        return;
    }
    // SAFETY: the caller's own name, and a vector that is not null.
    let (name, vector) = unsafe {
        (
            bytes(len, name).unwrap_or_default(),
            v.cast::<[f32; 4]>().read_unaligned(),
        )
    };
    with(|context| context.set_named(id, name, vector));
}
