//! Parameters of programs that are not the driver's: by NV_vertex_program's numbers, by names, as integers, in buffers, and
//! the numbers of subroutines.

use super::attribute::Component;
use super::current::with;
use super::memory::{bytes, many, read, write};
use super::real::{Driver, call};
use crate::context::{BUFFER_WORDS, Context, Operation, PROGRAM_PARAMETERS, Space};

/// The most vectors that a call sets.
const MOST: usize = 1 << 16;

/// Does what is given with what was read, raises the error of what was not, and leaves the rest to the driver.
fn ours<T>(read: Result<T, u32>, work: impl FnOnce(&mut Context, T)) -> bool {
    let done = with(|context| match read {
        Ok(read) => work(context, read),
        Err(error) => context.raise(error),
    });
    done.is_some()
}

macro_rules! program_parameters {
    ($($one:ident, $vector:ident, $several:ident, $get:ident: $ty:ty;)*) => {
        $(pub(super) unsafe fn $one(target: u32, index: u32, x: $ty, y: $ty, z: $ty, w: $ty) {
            let value = Ok([[x, y, z, w]]);
            if !ours(value, |context, value| set_program_parameters(context, target, index, &value)) {
                call!($one(target, index, x, y, z, w));
            }
        }

        pub(super) unsafe fn $vector(target: u32, index: u32, v: *const $ty) {
            // SAFETY: the caller's own vector.
            let value = unsafe { many(1, v.cast::<[$ty; 4]>(), 1) };
            if !ours(value, |context, value| set_program_parameters(context, target, index, &value)) {
                // The caller's own vector.
                call!($vector(target, index, v));
            }
        }

        pub(super) unsafe fn $several(target: u32, index: u32, count: i32, v: *const $ty) {
            // SAFETY: the caller's own vectors.
            let values = unsafe { many(count, v.cast::<[$ty; 4]>(), PROGRAM_PARAMETERS as usize) };
            if !ours(values, |context, values| set_program_parameters(context, target, index, &values)) {
                // The caller's own vectors.
                call!($several(target, index, count, v));
            }
        }

        pub(super) unsafe fn $get(target: u32, index: u32, pname: u32, params: *mut $ty) {
            match with(|context| context.program_parameter(&Driver, target, index, pname)) {
                // SAFETY: the caller has room for four.
                Some(Some(value)) => unsafe { write(params, &value.map(<$ty>::from)) },
                Some(None) => {}
                None => {
                    // The caller's own room.
                    call!($get(target, index, pname, params));
                }
            }
        })*
    };
}

fn set_program_parameters<T: Component>(context: &mut Context, target: u32, index: u32, values: &[[T; 4]]) {
    let values: Vec<[f32; 4]> = values.iter().map(|value| value.map(T::float)).collect();
    context.set_program_parameters(&Driver, target, index, &values);
}

program_parameters! {
    glProgramParameter4dNV, glProgramParameter4dvNV, glProgramParameters4dvNV, glGetProgramParameterdvNV: f64;
    glProgramParameter4fNV, glProgramParameter4fvNV, glProgramParameters4fvNV, glGetProgramParameterfvNV: f32;
}

/// A parameter by its name.
///
/// # Safety
///
/// The name is NULL or has so many bytes.
unsafe fn set_named(id: u32, len: i32, name: *const u8, value: Option<[f32; 4]>) -> bool {
    // SAFETY: the caller's own name; a length that is negative is none.
    let name = unsafe { bytes(len, name) }.unwrap_or_default().to_vec();
    let operation = value.map(|value| Operation::Named {
        program: id,
        name,
        value,
    });
    ours(Ok(operation), |context, operation| {
        if let Some(operation) = operation {
            context.perform(&Driver, operation);
        }
    })
}

macro_rules! named_parameters {
    ($($one:ident, $vector:ident, $get:ident: $ty:ty;)*) => {
        $(pub(super) unsafe fn $one(id: u32, len: i32, name: *const u8, x: $ty, y: $ty, z: $ty, w: $ty) {
            let value = [x, y, z, w].map(Component::float);
            // SAFETY: the caller's own name.
            if !unsafe { set_named(id, len, name, Some(value)) } {
                // The caller's own name.
                call!($one(id, len, name, x, y, z, w));
            }
        }

        pub(super) unsafe fn $vector(id: u32, len: i32, name: *const u8, v: *const $ty) {
            // SAFETY: the caller's own vector.
            let value = unsafe { read(v.cast::<[$ty; 4]>()) };
            // SAFETY: the caller's own name.
            if !unsafe { set_named(id, len, name, value.map(|value| value.map(Component::float))) } {
                // The caller's own name and vector.
                call!($vector(id, len, name, v));
            }
        }

        pub(super) unsafe fn $get(id: u32, len: i32, name: *const u8, params: *mut $ty) {
            // SAFETY: the caller's own name.
            let own = unsafe { bytes(len, name) }.unwrap_or_default();
            match with(|context| context.named(id, own)) {
                // SAFETY: the caller has room for four.
                Some(Some(value)) => unsafe { write(params, &value.map(<$ty>::from)) },
                Some(None) => {}
                None => {
                    // The caller's own name and room.
                    call!($get(id, len, name, params));
                }
            }
        })*
    };
}

named_parameters! {
    glProgramNamedParameter4dNV, glProgramNamedParameter4dvNV, glGetProgramNamedParameterdvNV: f64;
    glProgramNamedParameter4fNV, glProgramNamedParameter4fvNV, glGetProgramNamedParameterfvNV: f32;
}

macro_rules! integer_parameters {
    ($($space:ident: $one:ident, $vector:ident, $several:ident, $get:ident, $ty:ty;)*) => {
        $(pub(super) unsafe fn $one(target: u32, index: u32, x: $ty, y: $ty, z: $ty, w: $ty) {
            let words = [[x, y, z, w].map(|one| one as u32)];
            if !ours(Ok(words), |context, words| {
                context.set_words(&Driver, Space::$space, target, index, &words);
            }) {
                call!($one(target, index, x, y, z, w));
            }
        }

        pub(super) unsafe fn $vector(target: u32, index: u32, params: *const $ty) {
            // SAFETY: the caller's own vector; signed and unsigned words are alike.
            let words = unsafe { many(1, params.cast::<[u32; 4]>(), 1) };
            if !ours(words, |context, words| {
                context.set_words(&Driver, Space::$space, target, index, &words);
            }) {
                // The caller's own vector.
                call!($vector(target, index, params));
            }
        }

        pub(super) unsafe fn $several(target: u32, index: u32, count: i32, params: *const $ty) {
            // SAFETY: the caller's own vectors.
            let words = unsafe { many(count, params.cast::<[u32; 4]>(), MOST) };
            if !ours(words, |context, words| {
                context.set_words(&Driver, Space::$space, target, index, &words);
            }) {
                // The caller's own vectors.
                call!($several(target, index, count, params));
            }
        }

        pub(super) unsafe fn $get(target: u32, index: u32, params: *mut $ty) {
            match with(|context| context.words(&Driver, Space::$space, target, index)) {
                // SAFETY: the caller has room for four.
                Some(Some(words)) => unsafe { write(params.cast(), &words) },
                Some(None) => {}
                None => {
                    // The caller's own room.
                    call!($get(target, index, params));
                }
            }
        })*
    };
}

integer_parameters! {
    Local: glProgramLocalParameterI4iNV, glProgramLocalParameterI4ivNV, glProgramLocalParametersI4ivNV,
        glGetProgramLocalParameterIivNV, i32;
    Local: glProgramLocalParameterI4uiNV, glProgramLocalParameterI4uivNV, glProgramLocalParametersI4uivNV,
        glGetProgramLocalParameterIuivNV, u32;
    Environment: glProgramEnvParameterI4iNV, glProgramEnvParameterI4ivNV, glProgramEnvParametersI4ivNV,
        glGetProgramEnvParameterIivNV, i32;
    Environment: glProgramEnvParameterI4uiNV, glProgramEnvParameterI4uivNV, glProgramEnvParametersI4uivNV,
        glGetProgramEnvParameterIuivNV, u32;
}

macro_rules! named_integer_parameters {
    ($($one:ident, $vector:ident, $several:ident, $get:ident: $ty:ty;)*) => {
        $(pub(super) unsafe fn $one(program: u32, target: u32, index: u32, x: $ty, y: $ty, z: $ty, w: $ty) {
            let words = vec![[x, y, z, w].map(|one| one as u32)];
            if !named_words(program, target, index, Ok(words)) {
                call!($one(program, target, index, x, y, z, w));
            }
        }

        pub(super) unsafe fn $vector(program: u32, target: u32, index: u32, params: *const $ty) {
            // SAFETY: the caller's own vector.
            let words = unsafe { many(1, params.cast(), 1) };
            if !named_words(program, target, index, words) {
                // The caller's own vector.
                call!($vector(program, target, index, params));
            }
        }

        pub(super) unsafe fn $several(program: u32, target: u32, index: u32, count: i32, params: *const $ty) {
            // SAFETY: the caller's own vectors.
            let words = unsafe { many(count, params.cast(), MOST) };
            if !named_words(program, target, index, words) {
                // The caller's own vectors.
                call!($several(program, target, index, count, params));
            }
        }

        pub(super) unsafe fn $get(program: u32, target: u32, index: u32, params: *mut $ty) {
            match with(|context| context.named_words(&Driver, program, target, index)) {
                // SAFETY: the caller has room for four.
                Some(Some(words)) => unsafe { write(params.cast(), &words) },
                Some(None) => {}
                None => {
                    // The caller's own room.
                    call!($get(program, target, index, params));
                }
            }
        })*
    };
}

fn named_words(program: u32, target: u32, first: u32, words: Result<Vec<[u32; 4]>, u32>) -> bool {
    ours(words, |context, words| {
        let operation = Operation::NamedWords {
            target,
            program,
            first,
            words,
        };
        context.perform(&Driver, operation);
    })
}

named_integer_parameters! {
    glNamedProgramLocalParameterI4iEXT, glNamedProgramLocalParameterI4ivEXT, glNamedProgramLocalParametersI4ivEXT,
        glGetNamedProgramLocalParameterIivEXT: i32;
    glNamedProgramLocalParameterI4uiEXT, glNamedProgramLocalParameterI4uivEXT, glNamedProgramLocalParametersI4uivEXT,
        glGetNamedProgramLocalParameterIuivEXT: u32;
}

macro_rules! buffer_parameters {
    ($($name:ident: $ty:ty;)*) => {
        $(pub(super) unsafe fn $name(target: u32, binding_index: u32, word_index: u32, count: i32, params: *const $ty) {
            // SAFETY: the caller's own words; those of all types are alike.
            let words = unsafe { many(count, params.cast(), BUFFER_WORDS as usize) };
            if !ours(words, |context, words| {
                let operation = Operation::Words {
                    target,
                    point: binding_index,
                    first: word_index,
                    words,
                };
                context.perform(&Driver, operation);
            }) {
                // The caller's own words.
                call!($name(target, binding_index, word_index, count, params));
            }
        })*
    };
}

buffer_parameters! {
    glProgramBufferParametersfvNV: f32;
    glProgramBufferParametersIivNV: i32;
    glProgramBufferParametersIuivNV: u32;
}

pub(super) unsafe fn glProgramSubroutineParametersuivNV(target: u32, count: i32, params: *const u32) {
    // SAFETY: the caller's own numbers.
    let numbers = unsafe { many(count, params, MOST) };
    if !ours(numbers, |context, numbers| {
        context.perform(&Driver, Operation::Subroutines { target, numbers });
    }) {
        // The caller's own numbers.
        call!(glProgramSubroutineParametersuivNV(target, count, params));
    }
}

pub(super) unsafe fn glGetProgramSubroutineParameteruivNV(target: u32, index: u32, param: *mut u32) {
    match with(|context| context.subroutine(&Driver, target, index)) {
        // SAFETY: the caller has room for one.
        Some(Some(number)) => unsafe { write(param, &[number]) },
        Some(None) => {}
        None => {
            // The caller's own room.
            call!(glGetProgramSubroutineParameteruivNV(target, index, param));
        }
    }
}
