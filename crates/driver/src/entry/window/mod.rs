//! Contexts as window systems make them, make them current, and destroy them. The driver does; what is kept here is which
//! there are and which is current.

#[cfg(not(windows))]
mod glvnd;
#[cfg(windows)]
mod wgl;

use std::ffi::c_void;

#[cfg(not(windows))]
pub(super) use glvnd::{load, replacement};
#[cfg(windows)]
pub(super) use wgl::{load, replaced, replacement};

use super::current::{created, made_current};

type Handle = *mut c_void;

/// Functions of the driver and what stands in their place: what is done before, and with the result. A number that is 0 is
/// false, a handle that is null is none.
macro_rules! window_system {
    ($($name:ident($($argument:ident: $ty:ty),*) $(-> $result:ty)?, $([$noted:pat = $before:expr])? $($done:ident => $after:expr)?;)*) => {
        struct Real {
            $($name: Slot<unsafe extern "system" fn($($ty),*) $(-> $result)?>,)*
        }

        static REAL: Real = Real { $($name: Slot::new(),)* };

        /// Looks all functions up; names end with 0.
        pub(in crate::entry) fn load(find: &dyn Fn(&'static str) -> *mut c_void) {
            // SAFETY: the driver gives the function of a name, whose signature is the registry's.
            $(unsafe { REAL.$name.keep(find(concat!(stringify!($name), "\0"))) };)*
        }

        /// What stands in the place of the driver's function of a name.
        pub(in crate::entry) fn replacement(name: &[u8]) -> Option<*mut c_void> {
            $(if name == stringify!($name).as_bytes() {
                return REAL.$name.get().map(|_| replaced::$name as *const () as *mut c_void);
            })*
            None
        }

        pub(in crate::entry) mod replaced {
            use super::*;

            $(pub(in crate::entry) unsafe extern "system" fn $name($($argument: $ty),*) $(-> $result)? {
                let Some(function) = REAL.$name.get() else {
                    return none();
                };
                $(let $noted = $before;)?
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

use window_system;

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
