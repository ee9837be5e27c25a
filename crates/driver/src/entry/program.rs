//! Program objects, and the buffers of their parameters, as OpenGL's entry points name them.

use std::ffi::c_void;

use super::current::with;
use super::memory::{bytes, many, read, write};
use super::real::{Driver, call};
use crate::context::{Context, Operation, is_of_parameters, native_target};
use crate::gl::{Gl, number};

/// The most names that a call gives.
const MOST: usize = 1 << 20;

pub(super) unsafe fn glBindProgramARB(target: u32, program: u32) {
    if with(|context| context.bind_program(&Driver, target, program)).is_none() {
        call!(glBindProgramARB(target, program));
    }
}

/// Does what is given with names, or raises the error of their number.
fn with_names(names: Result<Vec<u32>, u32>, work: impl FnOnce(&mut Context, &[u32])) -> bool {
    let done = with(|context| match &names {
        Ok(names) => work(context, names),
        Err(error) => context.raise(*error),
    });
    done.is_some()
}

pub(super) unsafe fn glDeleteProgramsARB(n: i32, programs: *const u32) {
    // SAFETY: the caller's own names.
    let names = unsafe { many(n, programs, MOST) };
    if !with_names(names, |context, names| context.delete_programs(&Driver, names)) {
        // The caller's own names.
        call!(glDeleteProgramsARB(n, programs));
    }
}

pub(super) unsafe fn glRequestResidentProgramsNV(n: i32, programs: *const u32) {
    if with(|context| context.request_resident(n)).is_none() {
        // The caller's own names.
        call!(glRequestResidentProgramsNV(n, programs));
    }
}

pub(super) unsafe fn glAreProgramsResidentNV(n: i32, programs: *const u32, residences: *mut u8) -> u8 {
    // SAFETY: the caller's own names.
    let names = unsafe { many(n, programs, MOST) };
    match with(|context| context.are_resident(&Driver, names.as_deref().ok())) {
        Some(all) => all.into(),
        // The caller's own names and room.
        None => call!(glAreProgramsResidentNV(n, programs, residences)).unwrap_or(0),
    }
}

pub(super) unsafe fn glProgramStringARB(target: u32, format: u32, len: i32, string: *const c_void) {
    // SAFETY: the caller's own text.
    let text = unsafe { bytes(len, string.cast()) }.map(<[u8]>::to_vec);
    let operation = Operation::String { target, format, text };
    if with(|context| context.perform(&Driver, operation)).is_none() {
        // The caller's own text.
        call!(glProgramStringARB(target, format, len, string));
    }
}

pub(super) unsafe fn glLoadProgramNV(target: u32, id: u32, len: i32, program: *const u8) {
    // SAFETY: the caller's own text.
    let text = unsafe { bytes(len, program) }.map(<[u8]>::to_vec);
    let operation = Operation::Load {
        target,
        program: id,
        text,
    };
    if with(|context| context.perform(&Driver, operation)).is_none() {
        // The caller's own text.
        call!(glLoadProgramNV(target, id, len, program));
    }
}

pub(super) unsafe fn glNamedProgramStringEXT(
    program: u32,
    target: u32,
    format: u32,
    len: i32,
    string: *const c_void,
) {
    // SAFETY: the caller's own text.
    let text = unsafe { bytes(len, string.cast()) }.map(<[u8]>::to_vec);
    let load = |context: &mut Context| match format {
        number::PROGRAM_FORMAT_ASCII => context.perform(
            &Driver,
            Operation::Load {
                target,
                program,
                text,
            },
        ),
        _ => context.raise(number::INVALID_ENUM),
    };
    if with(load).is_none() {
        // The caller's own text.
        call!(glNamedProgramStringEXT(program, target, format, len, string));
    }
}

pub(super) unsafe fn glExecuteProgramNV(target: u32, id: u32, params: *const f32) {
    // SAFETY: the caller's own vector.
    let input = unsafe { read(params.cast::<[f32; 4]>()) };
    let execute = |context: &mut Context| {
        if let Some(input) = input {
            let operation = Operation::Execute {
                target,
                program: id,
                input,
            };
            context.perform(&Driver, operation);
        }
    };
    if with(execute).is_none() {
        // The caller's own vector.
        call!(glExecuteProgramNV(target, id, params));
    }
}

pub(super) unsafe fn glTrackMatrixNV(target: u32, address: u32, matrix: u32, transform: u32) {
    let operation = Operation::Track {
        target,
        address,
        matrix,
        transform,
    };
    if with(|context| context.perform(&Driver, operation)).is_none() {
        call!(glTrackMatrixNV(target, address, matrix, transform));
    }
}

pub(super) unsafe fn glGetTrackMatrixivNV(target: u32, address: u32, pname: u32, params: *mut i32) {
    match with(|context| context.tracked_matrix(target, address, pname)) {
        // SAFETY: the caller has room for one.
        Some(Some(number)) => unsafe { write(params, &[number]) },
        Some(None) => {}
        None => {
            // The caller's own room.
            call!(glGetTrackMatrixivNV(target, address, pname, params));
        }
    }
}

pub(super) unsafe fn glGetProgramivNV(id: u32, pname: u32, params: *mut i32) {
    match with(|context| context.object_integer(&Driver, id, pname)) {
        // SAFETY: the caller has room for one.
        Some(Some(number)) => unsafe { write(params, &[number]) },
        Some(None) => {}
        None => {
            // The caller's own room.
            call!(glGetProgramivNV(id, pname, params));
        }
    }
}

pub(super) unsafe fn glGetProgramStringNV(id: u32, pname: u32, program: *mut u8) {
    match with(|context| context.object_text(&Driver, id, pname)) {
        // SAFETY: the caller has room for as many bytes as PROGRAM_LENGTH said.
        Some(Some(text)) => unsafe { write(program, &text) },
        Some(None) => {}
        None => {
            // The caller's own room.
            call!(glGetProgramStringNV(id, pname, program));
        }
    }
}

pub(super) unsafe fn glGetProgramivARB(target: u32, pname: u32, params: *mut i32) {
    match with(|context| context.program_integer(&Driver, target, pname)).flatten() {
        // SAFETY: the caller has room for the one number that is asked for.
        Some(number) => unsafe { write(params, &[number]) },
        None => {
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
        // SAFETY: the caller has room for as many bytes as PROGRAM_LENGTH said.
        Some(text) => unsafe { write(string.cast(), &text) },
        None => {
            let target = with(|_| native_target(target)).unwrap_or(target);
            // The caller's own room.
            call!(glGetProgramStringARB(target, pname, string));
        }
    }
}

pub(super) unsafe fn glGetNamedProgramivEXT(program: u32, target: u32, pname: u32, params: *mut i32) {
    match with(|context| context.named_program_integer(&Driver, program, target, pname)) {
        // SAFETY: the caller has room for one.
        Some(Some(number)) => unsafe { write(params, &[number]) },
        Some(None) => {}
        None => {
            // The caller's own room.
            call!(glGetNamedProgramivEXT(program, target, pname, params));
        }
    }
}

pub(super) unsafe fn glGetNamedProgramStringEXT(program: u32, target: u32, pname: u32, string: *mut c_void) {
    let ask = |context: &mut Context| match pname {
        number::PROGRAM_STRING => context.named_program_text(&Driver, program, target),
        _ => {
            context.raise(number::INVALID_ENUM);
            None
        }
    };
    match with(ask) {
        // SAFETY: the caller has room for as many bytes as PROGRAM_LENGTH said.
        Some(Some(text)) => unsafe { write(string.cast(), &text) },
        Some(None) => {}
        None => {
            // The caller's own room.
            call!(glGetNamedProgramStringEXT(program, target, pname, string));
        }
    }
}

/// The driver's target for one that may be of parameter buffers: then that buffer is bound to another while this lives.
pub(super) struct Target {
    number: u32,
    before: Option<u32>,
}

impl Target {
    pub(super) fn of(target: u32) -> Target {
        let buffer = match is_of_parameters(target) {
            true => with(|context| context.parameter_buffer(target)).flatten(),
            false => None,
        };
        let Some(buffer) = buffer else {
            return Target {
                number: target,
                before: None,
            };
        };
        let before = Driver.integer(number::COPY_WRITE_BUFFER).cast_unsigned();
        Driver.bind_buffer(number::COPY_WRITE_BUFFER, buffer);
        Target {
            number: number::COPY_WRITE_BUFFER,
            before: Some(before),
        }
    }

    pub(super) fn number(&self) -> u32 {
        self.number
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        if let Some(before) = self.before {
            Driver.bind_buffer(number::COPY_WRITE_BUFFER, before);
        }
    }
}

macro_rules! bind_buffer {
    ($($name:ident;)*) => {
        $(pub(super) unsafe fn $name(target: u32, buffer: u32) {
            let is_ours = with(|context| context.bind_to_parameters(&Driver, target, buffer));
            if !is_ours.unwrap_or(false) {
                call!($name(target, buffer));
            }
        })*
    };
}

bind_buffer! {
    glBindBuffer;
    glBindBufferARB;
}

/// Whether a binding was one of parameter buffers.
fn bind_parameter_buffer(target: u32, index: u32, buffer: u32, range: (isize, Option<isize>)) -> bool {
    with(|context| context.bind_parameter_buffer(&Driver, target, index, buffer, range)).unwrap_or(false)
}

macro_rules! bind_buffers {
    ($($base:ident, $range:ident;)*) => {
        $(pub(super) unsafe fn $base(target: u32, index: u32, buffer: u32) {
            if !bind_parameter_buffer(target, index, buffer, (0, None)) {
                call!($base(target, index, buffer));
            }
        }

        pub(super) unsafe fn $range(target: u32, index: u32, buffer: u32, offset: isize, size: isize) {
            if !bind_parameter_buffer(target, index, buffer, (offset, Some(size))) {
                call!($range(target, index, buffer, offset, size));
            }
        })*
    };
}

bind_buffers! {
    glBindBufferBase, glBindBufferRange;
    glBindBufferBaseEXT, glBindBufferRangeEXT;
}

macro_rules! bind_buffer_offsets {
    ($($name:ident;)*) => {
        $(pub(super) unsafe fn $name(target: u32, index: u32, buffer: u32, offset: isize) {
            if !bind_parameter_buffer(target, index, buffer, (offset, None)) {
                call!($name(target, index, buffer, offset));
            }
        })*
    };
}

bind_buffer_offsets! {
    glBindBufferOffsetEXT;
}

macro_rules! delete_buffers {
    ($($name:ident;)*) => {
        $(pub(super) unsafe fn $name(n: i32, buffers: *const u32) {
            // The caller's own names.
            call!($name(n, buffers));
            // SAFETY: the caller's own names.
            if let Ok(names) = unsafe { many(n, buffers, MOST) } {
                with(|context| context.buffers_deleted(&names));
            }
        })*
    };
}

delete_buffers! {
    glDeleteBuffers;
    glDeleteBuffersARB;
}
