//! What becomes of the list of entry points: the driver's own functions by name, and what stands in their place.
//!
//! | group | in its place |
//! |---|---|
//! | `draw` | the context is asked which program to use, then the driver draws |
//! | `change` | the driver, then the context asks anew at the next draw |
//! | `parameter` | the driver, by its own target, then the context sets uniforms anew |
//! | `own` | a function of the same name in `own` |
//! | `called` | nothing: this library calls them |

use std::ffi::c_void;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicPtr, Ordering};

/// A function of the driver, of type `F`, once it is known.
pub(super) struct Slot<F> {
    address: AtomicPtr<c_void>,
    function: PhantomData<F>,
}

impl<F: Copy> Slot<F> {
    pub(super) const fn new() -> Slot<F> {
        Slot {
            address: AtomicPtr::new(std::ptr::null_mut()),
            function: PhantomData,
        }
    }

    /// Keeps an address, unless there is one.
    ///
    /// # Safety
    ///
    /// It is null, or that of a function of type `F`, which is a pointer to a function.
    pub(super) unsafe fn keep(&self, address: *mut c_void) {
        let null = std::ptr::null_mut();
        let _ = self
            .address
            .compare_exchange(null, address, Ordering::AcqRel, Ordering::Acquire);
    }

    #[inline]
    pub(super) fn get(&self) -> Option<F> {
        let address = self.address.load(Ordering::Acquire);
        if address.is_null() {
            return None;
        }
        // SAFETY: `keep` took only addresses of functions of this type.
        Some(unsafe { std::mem::transmute_copy::<*mut c_void, F>(&address) })
    }
}

macro_rules! entry_points {
    (
        draw { $($draw:ident($($da:ident: $dt:ty),* $(,)?);)* }
        change { $($change:ident($($ca:ident: $ct:ty),* $(,)?);)* }
        parameter { $($parameter:ident(target: u32 $(, $pa:ident: $pt:ty)* $(,)?);)* }
        own { $($own:ident($($oa:ident: $ot:ty),* $(,)?) $(-> $or:ty)?;)* }
        called { $($called:ident($($la:ident: $lt:ty),* $(,)?) $(-> $lr:ty)?;)* }
    ) => {
        use std::ffi::{c_char, c_void};

        use super::table::Slot;

        /// The driver's functions.
        #[allow(non_snake_case, reason = "the names are the registry's")]
        pub(super) struct Real {
            $(pub(super) $draw: Slot<unsafe extern "C" fn($($dt),*)>,)*
            $(pub(super) $change: Slot<unsafe extern "C" fn($($ct),*)>,)*
            $(pub(super) $parameter: Slot<unsafe extern "C" fn(u32 $(, $pt)*)>,)*
            $(pub(super) $own: Slot<unsafe extern "C" fn($($ot),*) $(-> $or)?>,)*
            $(pub(super) $called: Slot<unsafe extern "C" fn($($lt),*) $(-> $lr)?>,)*
        }

        pub(super) static REAL: Real = Real {
            $($draw: Slot::new(),)*
            $($change: Slot::new(),)*
            $($parameter: Slot::new(),)*
            $($own: Slot::new(),)*
            $($called: Slot::new(),)*
        };

        /// Looks all functions up; names end with 0.
        pub(super) fn load(find: &dyn Fn(&'static str) -> *mut c_void) {
            // SAFETY: the driver gives the function of a name, whose signature is the registry's.
            $(unsafe { REAL.$draw.keep(find(concat!(stringify!($draw), "\0"))) };)*
            // SAFETY: as above.
            $(unsafe { REAL.$change.keep(find(concat!(stringify!($change), "\0"))) };)*
            // SAFETY: as above.
            $(unsafe { REAL.$parameter.keep(find(concat!(stringify!($parameter), "\0"))) };)*
            // SAFETY: as above.
            $(unsafe { REAL.$own.keep(find(concat!(stringify!($own), "\0"))) };)*
            // SAFETY: as above.
            $(unsafe { REAL.$called.keep(find(concat!(stringify!($called), "\0"))) };)*
        }

        /// What stands in the place of the driver's function of a name.
        pub(super) fn replacement(name: &[u8]) -> Option<*mut c_void> {
            $(if name == stringify!($draw).as_bytes() {
                return Some(replaced::$draw as *const () as *mut c_void);
            })*
            $(if name == stringify!($change).as_bytes() {
                return Some(replaced::$change as *const () as *mut c_void);
            })*
            $(if name == stringify!($parameter).as_bytes() {
                return Some(replaced::$parameter as *const () as *mut c_void);
            })*
            $(if name == stringify!($own).as_bytes() {
                return Some(replaced::$own as *const () as *mut c_void);
            })*
            None
        }

        #[allow(non_snake_case, reason = "the names are the registry's")]
        mod replaced {
            use std::ffi::c_void;

            use super::REAL;
            use crate::context::native_target;
            use crate::entry::current::with;
            use crate::entry::real::Driver;

            $(pub(super) unsafe extern "C" fn $draw($($da: $dt),*) {
                with(|context| context.before_draw(&Driver));
                if let Some(function) = REAL.$draw.get() {
                    // SAFETY: the caller's own call.
                    unsafe { function($($da),*) };
                }
            })*

            $(pub(super) unsafe extern "C" fn $change($($ca: $ct),*) {
                if let Some(function) = REAL.$change.get() {
                    // SAFETY: the caller's own call.
                    unsafe { function($($ca),*) };
                }
                with(|context| context.changed());
            })*

            $(pub(super) unsafe extern "C" fn $parameter(target: u32 $(, $pa: $pt)*) {
                let target = with(|_| native_target(target)).unwrap_or(target);
                if let Some(function) = REAL.$parameter.get() {
                    // SAFETY: the caller's own call.
                    unsafe { function(target $(, $pa)*) };
                }
                with(|context| context.parameters_changed());
            })*

            $(pub(super) unsafe extern "C" fn $own($($oa: $ot),*) $(-> $or)? {
                // SAFETY: the caller's own call.
                unsafe { crate::entry::own::$own($($oa),*) }
            })*
        }
    };
}

pub(super) use entry_points;
