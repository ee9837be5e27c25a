//! The entry points of libglvnd, `__egl_Main` and `__glx_Main`: the driver of the machine answers, except for the look-up
//! of functions.

use std::ffi::{c_char, c_void};
use std::mem::ManuallyDrop;
use std::panic::catch_unwind;
use std::sync::OnceLock;

use libloading::{Library, Symbol};

use super::{capture, generated, look_up, window};
use crate::vendor::{Interface, VARIABLE, library};

/// The callbacks that a vendor may leave out, by their places in the structure that it fills (libeglabi.h and
/// libglxabi.h): those that rewrite libglvnd's entry points and would pass this library by.
const EGL_PATCHES: [usize; 3] = [6, 7, 8];
const GLX_PATCHES: [usize; 3] = [5, 6, 7];

/// The places of getProcAddress in the same structures.
const EGL_LOOKUP: usize = 3;
const GLX_LOOKUP: usize = 1;

/// getProcAddress of a vendor.
type Lookup = unsafe extern "C" fn(*const c_char) -> *mut c_void;

/// Those of the driver.
static EGL_DRIVER: OnceLock<Lookup> = OnceLock::new();
static GLX_DRIVER: OnceLock<Lookup> = OnceLock::new();

/// `__PFNEGLMAINPROC` and `__PFNGLXMAINPROC`: Bool and EGLBoolean are both 32 bits.
type Main = unsafe extern "C" fn(u32, *const c_void, *mut c_void, *mut *mut c_void) -> u32;

/// libEGL's entry point.
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

/// libGLX's entry point.
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
    let (name, patches, place): (&[u8], _, _) = match interface {
        Interface::Egl => (b"__egl_Main", EGL_PATCHES, EGL_LOOKUP),
        Interface::Glx => (b"__glx_Main", GLX_PATCHES, GLX_LOOKUP),
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
    if answer != 0 {
        // SAFETY: the driver filled this place with its own getProcAddress.
        unsafe { replace_lookup(interface, imports.add(place)) };
    }
    answer
}

/// Has names that are looked up lead to what stands here in the place of the driver's functions.
///
/// # Safety
///
/// The place has a getProcAddress, or NULL.
unsafe fn replace_lookup(interface: Interface, place: *mut *mut c_void) {
    // SAFETY: the caller says so; an Option of a function may be null.
    let Some(lookup) = (unsafe { place.cast::<Option<Lookup>>().read() }) else {
        return;
    };
    let (kept, own): (_, Lookup) = match interface {
        Interface::Egl => (&EGL_DRIVER, egl_lookup),
        Interface::Glx => (&GLX_DRIVER, glx_lookup),
    };
    let _ = kept.set(lookup);
    // SAFETY: names end with 0.
    let find = |name: &'static str| unsafe { lookup(name.as_ptr().cast()) };
    generated::load(&find);
    capture::prepare();
    window::load(&find);
    // SAFETY: the place is libglvnd's own, for a function of this type.
    unsafe { place.cast::<Lookup>().write(own) };
}

unsafe extern "C" fn egl_lookup(name: *const c_char) -> *mut c_void {
    // SAFETY: libEGL's own call.
    unsafe { look_up(&|name| of_driver(&EGL_DRIVER, name), name) }
}

unsafe extern "C" fn glx_lookup(name: *const c_char) -> *mut c_void {
    // SAFETY: libGLX's own call.
    unsafe { look_up(&|name| of_driver(&GLX_DRIVER, name), name) }
}

/// The driver's function of a name, which ends with 0.
fn of_driver(driver: &OnceLock<Lookup>, name: *const c_char) -> *mut c_void {
    match driver.get() {
        // SAFETY: the name is the caller's, or one of the table.
        Some(lookup) => unsafe { lookup(name) },
        None => std::ptr::null_mut(),
    }
}

/// Loads the driver, which stays until the process ends.
fn load(interface: Interface) -> Option<ManuallyDrop<Library>> {
    let named = std::env::var(VARIABLE).ok();
    let file = library(interface, named.as_deref())?;
    // SAFETY: a vendor's library, which libglvnd would load itself.
    let driver = unsafe { Library::new(file) };
    driver.ok().map(ManuallyDrop::new)
}
