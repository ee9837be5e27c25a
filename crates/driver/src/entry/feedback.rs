//! Transform feedback: what it records of programs in assembly.

use std::ffi::{CString, c_char};

use super::current::with;
use super::memory::many;
use super::real::{Driver, call};
use crate::gl::Recorded;

/// The most numbers that a call may give.
const MOST: usize = 1 << 16;

pub(super) unsafe fn glTransformFeedbackAttribsNV(count: i32, attribs: *const i32, buffer_mode: u32) {
    let attributes = attribs.cast::<[i32; 3]>();
    // SAFETY: the caller's own list, of three numbers for each attribute.
    let attributes = unsafe { many(count, attributes, MOST) };
    with(|context| match &attributes {
        Ok(attributes) => context.feedback_attributes(&Driver, attributes, buffer_mode),
        Err(error) => context.raise(*error),
    });
}

/// Whether the driver may be asked to record.
fn may_record() -> bool {
    with(|context| context.before_feedback(&Driver)).unwrap_or(true)
}

pub(super) unsafe fn glBeginTransformFeedback(primitive_mode: u32) {
    if may_record() {
        call!(glBeginTransformFeedback(primitive_mode));
        with(|context| context.feedback_began(&Driver));
    }
}

pub(super) unsafe fn glResumeTransformFeedback() {
    if may_record() {
        call!(glResumeTransformFeedback());
        with(|context| context.feedback_began(&Driver));
    }
}

pub(super) unsafe fn glEndTransformFeedback() {
    call!(glEndTransformFeedback());
    with(|context| context.after_feedback());
}

pub(super) unsafe fn glPauseTransformFeedback() {
    call!(glPauseTransformFeedback());
    with(|context| context.after_feedback());
}

pub(super) unsafe fn glDeleteTransformFeedbacks(n: i32, ids: *const u32) {
    // The caller's own names.
    call!(glDeleteTransformFeedbacks(n, ids));
    // SAFETY: the caller's own names.
    if let Ok(names) = unsafe { many(n, ids, MOST) } {
        with(|context| context.feedback_deleted(&names));
    }
}

/// Says what transform feedback records of a program that is then linked.
pub(super) fn record(program: u32, recorded: &Recorded) {
    let names = recorded.names.iter();
    let names: Vec<CString> = names
        .filter_map(|name| CString::new(name.as_str()).ok())
        .collect();
    let starts: Vec<*const c_char> = names.iter().map(|name| name.as_ptr()).collect();
    if !starts.is_empty() {
        // So many names, which end with 0.
        call!(glTransformFeedbackVaryings(
            program,
            starts.len() as i32,
            starts.as_ptr(),
            recorded.mode
        ));
    }
}
