//! On Windows this library is the opengl32.dll beside a program. The system's own stands behind it and answers, but for what
//! has something in its place.

use std::ffi::{CStr, c_char, c_void};
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::{LazyLock, Once};

use libloading::os::windows::Library;

use super::table::{Slot, none};
use super::window::replaced;
use super::{capture, exports, generated, look_up, window};

type Handle = *mut c_void;

/// wglGetProcAddress.
type Lookup = unsafe extern "system" fn(*const c_char) -> *mut c_void;

/// The system's library, which stays until the process ends, and its wglGetProcAddress.
struct System {
    library: ManuallyDrop<Library>,
    lookup: Lookup,
}

static SYSTEM: LazyLock<Option<System>> = LazyLock::new(|| {
    let windows = std::env::var_os("SystemRoot").map_or_else(|| PathBuf::from(r"C:\Windows"), PathBuf::from);
    // SAFETY: the library that would have been loaded without this one.
    let library = unsafe { Library::new(windows.join(r"System32\opengl32.dll")) }.ok()?;
    // SAFETY: it has this function, of this type.
    let lookup = *unsafe { library.get::<Lookup>(b"wglGetProcAddress\0") }.ok()?;
    Some(System {
        library: ManuallyDrop::new(library),
        lookup,
    })
});

/// The system's function of a name, which ends with 0: exported, or looked up for the context that is current.
fn find(name: &CStr) -> *mut c_void {
    let Some(system) = &*SYSTEM else {
        return std::ptr::null_mut();
    };
    // SAFETY: the address is not called here.
    let exported = unsafe { system.library.get::<*mut c_void>(name.to_bytes_with_nul()) };
    if let Ok(exported) = exported {
        return *exported;
    }
    // SAFETY: the name ends with 0.
    let found = unsafe { (system.lookup)(name.as_ptr()) };
    // Some drivers give small numbers, and -1, where they have no function.
    match found.addr() {
        0..=3 | usize::MAX => std::ptr::null_mut(),
        _ => found,
    }
}

/// The same of a name of the tables.
fn named(name: &'static str) -> *mut c_void {
    CStr::from_bytes_with_nul(name.as_bytes()).map_or(std::ptr::null_mut(), find)
}

/// Looks up what the system's library has.
fn ready() {
    static READY: Once = Once::new();
    READY.call_once(|| {
        load(&named);
        exports::load(&named);
        window::load(&named);
        generated::load(&named);
        capture::prepare();
    });
}

/// Looks up what is there once a context is current.
pub(super) fn know_extensions() {
    static KNOWN: Once = Once::new();
    KNOWN.call_once(|| {
        window::load(&named);
        generated::load(&named);
    });
}

/// Exported functions: those that have something in their place, and those that the system's library answers.
macro_rules! export {
    (
        replaced { $($replaced:ident($($ra:ident: $rt:ty),* $(,)?) $(-> $rr:ty)?;)* }
        passed { $($passed:ident($($pa:ident: $pt:ty),* $(,)?) $(-> $pr:ty)?;)* }
    ) => {
        use std::ffi::c_void;

        struct System {
            $($passed: $crate::entry::table::Slot<unsafe extern "system" fn($($pt),*) $(-> $pr)?>,)*
        }

        static SYSTEM: System = System { $($passed: $crate::entry::table::Slot::new(),)* };

        /// Looks the system's functions up; names end with 0.
        pub(super) fn load(find: &dyn Fn(&'static str) -> *mut c_void) {
            // SAFETY: the system's library gives the function of a name, whose signature is the registry's.
            $(unsafe { SYSTEM.$passed.keep(find(concat!(stringify!($passed), "\0"))) };)*
        }

        $(#[unsafe(no_mangle)]
        unsafe extern "system" fn $replaced($($ra: $rt),*) $(-> $rr)? {
            // SAFETY: the caller's own call.
            unsafe { $crate::entry::generated::replaced::$replaced($($ra),*) }
        })*

        $(#[unsafe(no_mangle)]
        unsafe extern "system" fn $passed($($pa: $pt),*) $(-> $pr)? {
            match SYSTEM.$passed.get() {
                // SAFETY: the caller's own call.
                Some(function) => unsafe { function($($pa),*) },
                None => $crate::entry::table::none(),
            }
        })*
    };
}
pub(super) use export;

/// Functions of the window system. Programs call them before any of OpenGL, and gdi32 calls them for programs.
macro_rules! window_exports {
    (
        replaced { $($replaced:ident($($ra:ident: $rt:ty),* $(,)?) -> $rr:ty;)* }
        passed { $($passed:ident($($pa:ident: $pt:ty),* $(,)?) -> $pr:ty;)* }
    ) => {
        struct Passed {
            $($passed: Slot<unsafe extern "system" fn($($pt),*) -> $pr>,)*
        }

        static PASSED: Passed = Passed { $($passed: Slot::new(),)* };

        fn load(find: &dyn Fn(&'static str) -> *mut c_void) {
            // SAFETY: the system's library gives the function of a name, whose signature is that of wingdi.h.
            $(unsafe { PASSED.$passed.keep(find(concat!(stringify!($passed), "\0"))) };)*
        }

        $(#[unsafe(no_mangle)]
        unsafe extern "system" fn $replaced($($ra: $rt),*) -> $rr {
            ready();
            // SAFETY: the caller's own call.
            unsafe { replaced::$replaced($($ra),*) }
        })*

        $(#[unsafe(no_mangle)]
        unsafe extern "system" fn $passed($($pa: $pt),*) -> $pr {
            ready();
            match PASSED.$passed.get() {
                // SAFETY: the caller's own call.
                Some(function) => unsafe { function($($pa),*) },
                None => none(),
            }
        })*
    };
}

// What opengl32.dll exports beside OpenGL; wglGetProcAddress is below. BOOL and COLORREF have 32 bits.
window_exports! {
    replaced {
        wglCreateContext(dc: Handle) -> Handle;
        wglCreateLayerContext(dc: Handle, layer: i32) -> Handle;
        wglShareLists(first: Handle, second: Handle) -> u32;
        wglDeleteContext(context: Handle) -> u32;
        wglMakeCurrent(dc: Handle, context: Handle) -> u32;
        wglSwapBuffers(dc: Handle) -> u32;
        wglSwapLayerBuffers(dc: Handle, planes: u32) -> u32;
    }
    passed {
        wglChoosePixelFormat(dc: Handle, wanted: *const c_void) -> i32;
        wglCopyContext(from: Handle, to: Handle, mask: u32) -> u32;
        wglDescribeLayerPlane(dc: Handle, format: i32, plane: i32, size: u32, plane_out: *mut c_void) -> u32;
        wglDescribePixelFormat(dc: Handle, format: i32, size: u32, format_out: *mut c_void) -> i32;
        wglGetCurrentContext() -> Handle;
        wglGetCurrentDC() -> Handle;
        wglGetLayerPaletteEntries(dc: Handle, plane: i32, start: i32, count: i32, colors: *mut u32) -> i32;
        wglGetPixelFormat(dc: Handle) -> i32;
        wglRealizeLayerPalette(dc: Handle, plane: i32, realize: u32) -> u32;
        wglSetLayerPaletteEntries(dc: Handle, plane: i32, start: i32, count: i32, colors: *const u32) -> i32;
        wglSetPixelFormat(dc: Handle, format: i32, described: *const c_void) -> u32;
        wglSwapMultipleBuffers(count: u32, swaps: *const c_void) -> u32;
        wglUseFontBitmapsA(dc: Handle, first: u32, count: u32, list: u32) -> u32;
        wglUseFontBitmapsW(dc: Handle, first: u32, count: u32, list: u32) -> u32;
        wglUseFontOutlinesA(dc: Handle, first: u32, count: u32, list: u32, deviation: f32, extrusion: f32, format: i32, metrics: *mut c_void) -> u32;
        wglUseFontOutlinesW(dc: Handle, first: u32, count: u32, list: u32, deviation: f32, extrusion: f32, format: i32, metrics: *mut c_void) -> u32;
    }
}

/// The function of a name that is not exported.
///
/// # Safety
///
/// The name is NULL or ends with 0.
#[unsafe(no_mangle)]
unsafe extern "system" fn wglGetProcAddress(name: *const c_char) -> *mut c_void {
    ready();
    // SAFETY: what is looked up ends with 0.
    let driver = |name: *const c_char| find(unsafe { CStr::from_ptr(name) });
    // SAFETY: the caller's own name.
    unsafe { look_up(&driver, name) }
}

/// As the former (a name that old programs know).
///
/// # Safety
///
/// The name is NULL or ends with 0.
#[unsafe(no_mangle)]
unsafe extern "system" fn wglGetDefaultProcAddress(name: *const c_char) -> *mut c_void {
    // SAFETY: the caller's own name.
    unsafe { wglGetProcAddress(name) }
}
