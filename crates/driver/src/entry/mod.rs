//! The border to libglvnd: its two doors, `__egl_Main` and `__glx_Main`. The only module that is unsafe.
#![allow(unsafe_code, reason = "C calls it, and it calls a driver")]
#![allow(unreachable_pub, reason = "libglvnd reaches the doors by their names")]

use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::panic::catch_unwind;

use libloading::{Library, Symbol};

use crate::vendor::{Interface, VARIABLE, library};

/// The callbacks that a vendor may leave out, by their places in the structure that it fills (libeglabi.h and
/// libglxabi.h): those that rewrite libglvnd's entry points and would pass this library by.
const EGL_PATCHES: [usize; 3] = [6, 7, 8];
const GLX_PATCHES: [usize; 3] = [5, 6, 7];

/// `__PFNEGLMAINPROC` and `__PFNGLXMAINPROC`: Bool and EGLBoolean are both 32 bits.
type Main = unsafe extern "C" fn(u32, *const c_void, *mut c_void, *mut *mut c_void) -> u32;

/// libEGL's door.
///
/// # Safety
///
/// The caller is libEGL of libglvnd: `imports` has the callbacks of its version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __egl_Main(
    version: u32,
    exports: *const c_void,
    vendor: *mut c_void,
    imports: *mut *mut c_void,
) -> u32 {
    // SAFETY: libEGL's own arguments.
    unsafe { open(Interface::Egl, version, exports, vendor, imports) }
}

/// libGLX's door.
///
/// # Safety
///
/// The caller is libGLX of libglvnd: `imports` has the callbacks of its version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __glx_Main(
    version: u32,
    exports: *const c_void,
    vendor: *mut c_void,
    imports: *mut *mut c_void,
) -> u32 {
    // SAFETY: libGLX's own arguments.
    unsafe { open(Interface::Glx, version, exports, vendor, imports) }
}

/// Has the driver of the machine answer; 0 if there is none.
unsafe fn open(
    interface: Interface,
    version: u32,
    exports: *const c_void,
    vendor: *mut c_void,
    imports: *mut *mut c_void,
) -> u32 {
    if imports.is_null() {
        return 0;
    }
    let Ok(Some(driver)) = catch_unwind(|| load(interface)) else {
        return 0;
    };
    let (name, patches): (&[u8], _) = match interface {
        Interface::Egl => (b"__egl_Main", EGL_PATCHES),
        Interface::Glx => (b"__glx_Main", GLX_PATCHES),
    };
    // SAFETY: a vendor's library has this function by this name.
    let Ok(main): Result<Symbol<'_, Main>, _> = (unsafe { driver.get(name) }) else {
        return 0;
    };
    // SAFETY: the arguments are libglvnd's.
    let answer = unsafe { main(version, exports, vendor, imports) };
    if answer != 0 {
        for place in patches {
            // SAFETY: the structure has pointers to functions only, and these places among them; NULL is allowed there.
            unsafe { imports.add(place).write(std::ptr::null_mut()) };
        }
    }
    answer
}

/// Loads the driver, which stays until the process ends.
fn load(interface: Interface) -> Option<ManuallyDrop<Library>> {
    let named = std::env::var(VARIABLE).ok();
    let file = library(interface, named.as_deref())?;
    // SAFETY: a vendor's library, which libglvnd would load itself.
    let driver = unsafe { Library::new(file) };
    driver.ok().map(ManuallyDrop::new)
}
