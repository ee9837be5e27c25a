//! What becomes of the list of entry points: the driver's own functions by name, and what stands in their place.
//!
//! | group | in its place |
//! |---|---|
//! | `draw` | the context is asked which program to use, then the driver draws |
//! | `change` | the driver, then the context asks anew at the next draw |
//! | `array` | the driver, then the context looks at vertex arrays anew, if its program reads them by number |
//! | `matrix` | the driver, then what a list that is being made draws next takes the matrices anew |
//! | `buffer` | the driver, by a target that it has for a buffer of parameters |
//! | `own` | a function of the same name in `own` |
//! | `alias` | what stands in the place of another name, or the driver's function of that |
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

/// What a function of the driver gives where there is none.
pub(super) fn none<T: None>() -> T {
    T::NONE
}

/// A result that says nothing.
pub(super) trait None {
    /// It.
    const NONE: Self;
}

impl None for () {
    const NONE: () = ();
}

impl None for u8 {
    const NONE: u8 = 0;
}

impl None for i32 {
    const NONE: i32 = 0;
}

impl None for u32 {
    const NONE: u32 = 0;
}

impl None for *const u8 {
    const NONE: *const u8 = std::ptr::null();
}

impl None for *mut c_void {
    const NONE: *mut c_void = std::ptr::null_mut();
}

/// The mode that a draw has as its first argument; [`NO_MODE`] where it has none, and of rectangles that of polygons (GL 2.1,
/// 2.11).
macro_rules! mode_of {
    (mode, $mode:ident, $draw:ident) => {
        $mode
    };
    ($other:ident, $first:ident, $draw:ident) => {
        match stringify!($draw).starts_with("glRect") {
            true => crate::entry::table::POLYGON,
            false => crate::entry::table::NO_MODE,
        }
    };
}

pub(super) use mode_of;

/// The first argument that the driver gets for a draw by a mode.
macro_rules! first_of {
    (mode, $mode:ident, $drawn:ident) => {
        $drawn
    };
    ($other:ident, $first:ident, $drawn:ident) => {{
        let _ = $drawn;
        $first
    }};
}

pub(super) use first_of;

/// No mode of Begin.
pub(super) const NO_MODE: u32 = u32::MAX;
pub(super) const POLYGON: u32 = 9;

macro_rules! entry_points {
    (
        draw { $($draw:ident($first:ident: $ft:ty $(, $da:ident: $dt:ty)* $(,)?);)* }
        change { $($change:ident($($ca:ident: $ct:ty),* $(,)?);)* }
        array { $($array:ident($($ra:ident: $rt:ty),* $(,)?);)* }
        matrix { $($matrix:ident($($ma:ident: $mt:ty),* $(,)?);)* }
        buffer { $($buffer:ident(target: u32 $(, $ba:ident: $bt:ty)* $(,)?) $(-> $br:ty)?;)* }
        own { $($own:ident($($oa:ident: $ot:ty),* $(,)?) $(-> $or:ty)?;)* }
        alias { $($alias:ident = $other:ident;)* }
        called { $($called:ident($($la:ident: $lt:ty),* $(,)?) $(-> $lr:ty)?;)* }
    ) => {
        use std::ffi::{c_char, c_void};

        use super::table::Slot;

        /// The driver's functions.
        pub(super) struct Real {
            $(pub(super) $draw: Slot<unsafe extern "system" fn($ft $(, $dt)*)>,)*
            $(pub(super) $change: Slot<unsafe extern "system" fn($($ct),*)>,)*
            $(pub(super) $array: Slot<unsafe extern "system" fn($($rt),*)>,)*
            $(pub(super) $matrix: Slot<unsafe extern "system" fn($($mt),*)>,)*
            $(pub(super) $buffer: Slot<unsafe extern "system" fn(u32 $(, $bt)*) $(-> $br)?>,)*
            $(pub(super) $own: Slot<unsafe extern "system" fn($($ot),*) $(-> $or)?>,)*
            $(pub(super) $called: Slot<unsafe extern "system" fn($($lt),*) $(-> $lr)?>,)*
        }

        pub(super) static REAL: Real = Real {
            $($draw: Slot::new(),)*
            $($change: Slot::new(),)*
            $($array: Slot::new(),)*
            $($matrix: Slot::new(),)*
            $($buffer: Slot::new(),)*
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
            $(unsafe { REAL.$array.keep(find(concat!(stringify!($array), "\0"))) };)*
            // SAFETY: as above.
            $(unsafe { REAL.$matrix.keep(find(concat!(stringify!($matrix), "\0"))) };)*
            // SAFETY: as above.
            $(unsafe { REAL.$buffer.keep(find(concat!(stringify!($buffer), "\0"))) };)*
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
            $(if name == stringify!($array).as_bytes() {
                return Some(replaced::$array as *const () as *mut c_void);
            })*
            $(if name == stringify!($matrix).as_bytes() {
                return Some(replaced::$matrix as *const () as *mut c_void);
            })*
            $(if name == stringify!($buffer).as_bytes() {
                return Some(replaced::$buffer as *const () as *mut c_void);
            })*
            $(if name == stringify!($own).as_bytes() {
                return Some(replaced::$own as *const () as *mut c_void);
            })*
            None
        }

        /// The name that an entry point of another stands for; it ends with 0.
        pub(super) fn alias(name: &[u8]) -> Option<&'static str> {
            $(if name == stringify!($alias).as_bytes() {
                return Some(concat!(stringify!($other), "\0"));
            })*
            None
        }

        pub(super) mod replaced {
            use std::ffi::c_void;

            use super::REAL;
            use crate::entry::capture;
            use crate::entry::current::with;
            use crate::entry::program::Target;
            use crate::entry::real::Driver;
            use crate::entry::table::{first_of, mode_of, none};

            $(pub(in crate::entry) unsafe extern "system" fn $draw($first: $ft $(, $da: $dt)*) {
                let mode = mode_of!($first, $first, $draw);
                let drawn = with(|context| context.before_draw(&Driver, mode));
                let Some(drawn) = drawn.unwrap_or(Some(mode)) else {
                    return;
                };
                let $first = first_of!($first, $first, drawn);
                if let Some(function) = REAL.$draw.get() {
                    // SAFETY: the caller's own call, made again while what it reads is there.
                    capture::drawing(stringify!($draw), || unsafe { function($first $(, $da)*) });
                    // SAFETY: the caller's own call.
                    unsafe { function($first $(, $da)*) };
                }
            })*

            $(pub(in crate::entry) unsafe extern "system" fn $change($($ca: $ct),*) {
                if let Some(function) = REAL.$change.get() {
                    // SAFETY: the caller's own call.
                    unsafe { function($($ca),*) };
                }
                with(|context| context.changed());
            })*

            $(pub(in crate::entry) unsafe extern "system" fn $array($($ra: $rt),*) {
                if let Some(function) = REAL.$array.get() {
                    // SAFETY: the caller's own call.
                    unsafe { function($($ra),*) };
                }
                with(|context| context.arrays_changed());
            })*

            $(pub(in crate::entry) unsafe extern "system" fn $matrix($($ma: $mt),*) {
                if let Some(function) = REAL.$matrix.get() {
                    // SAFETY: the caller's own call.
                    unsafe { function($($ma),*) };
                }
                with(|context| context.matrix_changed());
            })*

            $(pub(in crate::entry) unsafe extern "system" fn $buffer(target: u32 $(, $ba: $bt)*) $(-> $br)? {
                let bound = Target::of(target);
                match REAL.$buffer.get() {
                    // SAFETY: the caller's own call.
                    Some(function) => unsafe { function(bound.number() $(, $ba)*) },
                    None => none(),
                }
            })*

            $(pub(in crate::entry) unsafe extern "system" fn $own($($oa: $ot),*) $(-> $or)? {
                // SAFETY: the caller's own call.
                unsafe { crate::entry::own::$own($($oa),*) }
            })*
        }
    };
}

pub(super) use entry_points;
