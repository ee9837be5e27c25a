//! Contexts as EGL and GLX make them, make them current, and destroy them (`egl.xml`, `glx.xml`). The driver does; what is
//! kept here is which there are and which is current.

use std::ffi::c_void;

use super::capture::shown;
use super::current::{created, destroyed, made_current};
use super::table::{Slot, none};

type Handle = *mut c_void;

/// Functions of the driver and what stands in their place: what is done before, and with the result. A number that is 0 is false, a handle that is null is none.
macro_rules! window_system {
    ($($name:ident($($argument:ident: $ty:ty),*) $(-> $result:ty)?, $([$before:expr])? $($done:ident => $after:expr)?;)*) => {
        struct Real {
            $($name: Slot<unsafe extern "C" fn($($ty),*) $(-> $result)?>,)*
        }

        static REAL: Real = Real { $($name: Slot::new(),)* };

        /// Looks all functions up; names end with 0.
        pub(super) fn load(find: &dyn Fn(&'static str) -> *mut c_void) {
            // SAFETY: the driver gives the function of a name, whose signature is the registry's.
            $(unsafe { REAL.$name.keep(find(concat!(stringify!($name), "\0"))) };)*
        }

        /// What stands in the place of the driver's function of a name.
        pub(super) fn replacement(name: &[u8]) -> Option<*mut c_void> {
            $(if name == stringify!($name).as_bytes() {
                return REAL.$name.get().map(|_| replaced::$name as *const () as *mut c_void);
            })*
            None
        }

        mod replaced {
            use super::*;

            $(pub(super) unsafe extern "C" fn $name($($argument: $ty),*) $(-> $result)? {
                let Some(function) = REAL.$name.get() else {
                    return none();
                };
                $($before;)?
                // SAFETY: the caller's own call.
                let done = unsafe { function($($argument),*) };
                $(
                    let $done = done;
                    $after;
                )?
                done
            })*
        }
    };
}

fn made(context: Handle, shared: Handle) {
    if !context.is_null() {
        created(context.addr(), shared.addr());
    }
}

fn current(done: u32, context: Handle) {
    if done != 0 {
        made_current(context.addr());
    }
}

window_system! {
    eglCreateContext(display: Handle, config: Handle, shared: Handle, attributes: *const i32) -> Handle,
        done => made(done, shared);
    eglDestroyContext(display: Handle, context: Handle) -> u32,
        done => if done != 0 { destroyed(context.addr()) };
    eglMakeCurrent(display: Handle, draw: Handle, read: Handle, context: Handle) -> u32,
        done => current(done, context);
    eglReleaseThread() -> u32,
        done => if done != 0 { made_current(0) };
    glXCreateContext(display: Handle, visual: Handle, shared: Handle, direct: i32) -> Handle,
        done => made(done, shared);
    glXCreateNewContext(display: Handle, config: Handle, kind: i32, shared: Handle, direct: i32) -> Handle,
        done => made(done, shared);
    glXCreateContextAttribsARB(display: Handle, config: Handle, shared: Handle, direct: i32, attributes: *const i32) -> Handle,
        done => made(done, shared);
    glXDestroyContext(display: Handle, context: Handle),
        _done => destroyed(context.addr());
    glXMakeCurrent(display: Handle, drawable: usize, context: Handle) -> u32,
        done => current(done, context);
    eglSwapBuffers(display: Handle, surface: Handle) -> u32,
        [shown()];
    glXSwapBuffers(display: Handle, drawable: usize),
        [shown()];
    glXMakeContextCurrent(display: Handle, draw: usize, read: usize, context: Handle) -> u32,
        done => current(done, context);
}
