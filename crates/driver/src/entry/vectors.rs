//! Environment and local parameters as vectors of floats: the driver's, or those of targets that it lacks.

use super::attribute::Component;
use super::current::with;
use super::memory::{many, write};
use super::real::{Driver, call};
use crate::context::{Context, Space, is_stage_target, native_target};

/// The most vectors that a call sets.
const MOST: usize = 1 << 16;

/// Sets parameters of a target that the driver lacks: whether it is one.
fn set<T: Component>(space: Space, target: u32, first: u32, values: Result<Vec<[T; 4]>, u32>) -> bool {
    if !is_stage_target(target) {
        return false;
    }
    let set = |context: &mut Context| match values {
        Ok(values) => {
            let floats = || values.iter().map(|value| value.map(T::float)).collect();
            context.set_vectors(&Driver, space, target, first, floats)
        }
        Err(error) if context.stage_enabled(target).is_some() => {
            context.raise(error);
            true
        }
        Err(_) => false,
    };
    with(set).unwrap_or(false)
}

/// The driver's target; uniforms are set again.
fn native(target: u32) -> u32 {
    with(|context| {
        context.parameters_changed();
        native_target(target)
    })
    .unwrap_or(target)
}

macro_rules! vectors {
    ($($space:ident: $one:ident, $vector:ident, $get:ident, $ty:ty;)*) => {
        $(pub(super) unsafe fn $one(target: u32, index: u32, x: $ty, y: $ty, z: $ty, w: $ty) {
            if !set(Space::$space, target, index, Ok(vec![[x, y, z, w]])) {
                call!($one(native(target), index, x, y, z, w));
            }
        }

        pub(super) unsafe fn $vector(target: u32, index: u32, params: *const $ty) {
            // SAFETY: the caller's own vector.
            let ours = || unsafe { many(1, params.cast::<[$ty; 4]>(), 1) };
            if !(is_stage_target(target) && set(Space::$space, target, index, ours())) {
                // The caller's own vector.
                call!($vector(native(target), index, params));
            }
        }

        pub(super) unsafe fn $get(target: u32, index: u32, params: *mut $ty) {
            match with(|context| context.vector(&Driver, Space::$space, target, index)).flatten() {
                // SAFETY: the caller has room for four.
                Some(Some(value)) => unsafe { write(params, &value.map(<$ty>::from)) },
                Some(None) => {}
                None => {
                    let native = with(|context| context.asked(&Driver, target));
                    // The caller's own room.
                    call!($get(native.unwrap_or(target), index, params));
                }
            }
        })*
    };
}

vectors! {
    Environment: glProgramEnvParameter4dARB, glProgramEnvParameter4dvARB, glGetProgramEnvParameterdvARB, f64;
    Environment: glProgramEnvParameter4fARB, glProgramEnvParameter4fvARB, glGetProgramEnvParameterfvARB, f32;
    Local: glProgramLocalParameter4dARB, glProgramLocalParameter4dvARB, glGetProgramLocalParameterdvARB, f64;
    Local: glProgramLocalParameter4fARB, glProgramLocalParameter4fvARB, glGetProgramLocalParameterfvARB, f32;
}

macro_rules! several {
    ($($space:ident: $several:ident;)*) => {
        $(pub(super) unsafe fn $several(target: u32, index: u32, count: i32, params: *const f32) {
            // SAFETY: the caller's own vectors.
            let ours = || unsafe { many(count, params.cast::<[f32; 4]>(), MOST) };
            if !(is_stage_target(target) && set(Space::$space, target, index, ours())) {
                // The caller's own vectors.
                call!($several(native(target), index, count, params));
            }
        })*
    };
}

several! {
    Environment: glProgramEnvParameters4fvEXT;
    Local: glProgramLocalParameters4fvEXT;
}

/// Sets local parameters of a program of a target that the driver lacks: whether it is one. Else the next draw chooses
/// again.
fn set_named<T: Component>(
    program: u32,
    target: u32,
    first: u32,
    values: impl FnOnce() -> Result<Vec<[T; 4]>, u32>,
) -> bool {
    let set = |context: &mut Context| {
        context.changed();
        if context.stage_enabled(target).is_none() {
            return false;
        }
        match values() {
            Ok(values) => {
                let values = values.into_iter().map(|value| value.map(T::float)).collect();
                context.set_named_vectors(&Driver, (program, target), first, values)
            }
            Err(error) => {
                context.raise(error);
                true
            }
        }
    };
    with(set).unwrap_or(false)
}

macro_rules! named_vectors {
    ($($one:ident, $vector:ident, $get:ident: $ty:ty;)*) => {
        $(pub(super) unsafe fn $one(program: u32, target: u32, index: u32, x: $ty, y: $ty, z: $ty, w: $ty) {
            if !set_named(program, target, index, || Ok(vec![[x, y, z, w]])) {
                call!($one(program, target, index, x, y, z, w));
            }
        }

        pub(super) unsafe fn $vector(program: u32, target: u32, index: u32, params: *const $ty) {
            // SAFETY: the caller's own vector.
            if !set_named(program, target, index, || unsafe { many(1, params.cast::<[$ty; 4]>(), 1) }) {
                // The caller's own vector.
                call!($vector(program, target, index, params));
            }
        }

        pub(super) unsafe fn $get(program: u32, target: u32, index: u32, params: *mut $ty) {
            match with(|context| context.named_vector(&Driver, (program, target), index)).flatten() {
                // SAFETY: the caller has room for four.
                Some(Some(value)) => unsafe { write(params, &value.map(<$ty>::from)) },
                Some(None) => {}
                None => {
                    // The caller's own room.
                    call!($get(program, target, index, params));
                }
            }
        })*
    };
}

named_vectors! {
    glNamedProgramLocalParameter4dEXT, glNamedProgramLocalParameter4dvEXT, glGetNamedProgramLocalParameterdvEXT: f64;
    glNamedProgramLocalParameter4fEXT, glNamedProgramLocalParameter4fvEXT, glGetNamedProgramLocalParameterfvEXT: f32;
}

pub(super) unsafe fn glNamedProgramLocalParameters4fvEXT(
    program: u32,
    target: u32,
    index: u32,
    count: i32,
    params: *const f32,
) {
    // SAFETY: the caller's own vectors.
    let values = || unsafe { many(count, params.cast::<[f32; 4]>(), MOST) };
    if !set_named(program, target, index, values) {
        // The caller's own vectors.
        call!(glNamedProgramLocalParameters4fvEXT(
            program, target, index, count, params
        ));
    }
}
