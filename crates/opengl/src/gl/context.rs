//! Contexts: of EGL's surfaceless platform, or of OSMesa.

use std::ffi::{CStr, CString, c_char, c_void};
use std::fmt::Display;
use std::mem::ManuallyDrop;
use std::ptr;

use libloading::Library;

use super::error::OpenError;
use crate::enumerant::{RGBA, UNSIGNED_BYTE};

type Handle = *mut c_void;

// Signatures of EGL 1.5 (`egl.xml`) and of Mesa's `osmesa.h`.
type GetPlatformDisplay = unsafe extern "C" fn(u32, Handle, *const isize) -> Handle;
type Initialize = unsafe extern "C" fn(Handle, *mut i32, *mut i32) -> u32;
type BindApi = unsafe extern "C" fn(u32) -> u32;
type ChooseConfig = unsafe extern "C" fn(Handle, *const i32, *mut Handle, i32, *mut i32) -> u32;
type CreateSurface = unsafe extern "C" fn(Handle, Handle, *const i32) -> Handle;
type CreateContext = unsafe extern "C" fn(Handle, Handle, Handle, *const i32) -> Handle;
type MakeCurrent = unsafe extern "C" fn(Handle, Handle, Handle, Handle) -> u32;
type Destroy = unsafe extern "C" fn(Handle, Handle) -> u32;
type CreateOffScreen = unsafe extern "C" fn(u32, i32, i32, i32, Handle) -> Handle;
type MakeOffScreenCurrent = unsafe extern "C" fn(Handle, Handle, u32, i32, i32) -> u8;
type DestroyOffScreen = unsafe extern "C" fn(Handle);
type GetAddress = unsafe extern "C" fn(*const c_char) -> *const c_void;

/// A context, with what has to be given back when it ends.
///
/// Mesa's threads may outlive a context, so that its library is never unloaded.
pub(super) struct Context {
    library: ManuallyDrop<Library>,
    kind: ContextKind,
}

enum ContextKind {
    Egl {
        display: Handle,
        surface: Handle,
        context: Handle,
    },
    /// The buffer is Mesa's to write while the context lives; it is not looked at from here.
    OffScreen { context: Handle, _buffer: Vec<u8> },
}

impl Context {
    /// A context that is current on this thread.
    pub(super) fn open(width: i32, height: i32) -> Result<Context, OpenError> {
        let mut failed = None;
        if let Some(library) = load("libEGL.so.1") {
            match egl(&library, width, height) {
                Ok(kind) => return Ok(Context { library, kind }),
                Err(error) => failed = Some(error),
            }
        }
        let Some(library) = load("libOSMesa.so.8") else {
            return Err(failed.unwrap_or(OpenError::Absent));
        };
        let kind = off_screen(&library, width, height)?;
        Ok(Context { library, kind })
    }

    /// Finds functions of GL by name; null for one that is missing.
    pub(super) fn lookup(&self) -> Result<impl Fn(&CStr) -> *const c_void, OpenError> {
        let name = match self.kind {
            ContextKind::Egl { .. } => "eglGetProcAddress",
            ContextKind::OffScreen { .. } => "OSMesaGetProcAddress",
        };
        // SAFETY: both take a name that ends with 0 and give an address or null.
        let address = unsafe { symbol::<GetAddress>(&self.library, name)? };
        // SAFETY: as above; the library stays loaded.
        Ok(move |name: &CStr| unsafe { address(name.as_ptr()) })
    }
}

fn load(name: &str) -> Option<ManuallyDrop<Library>> {
    // SAFETY: loading a system library runs its initialisers, which ask for nothing from us.
    unsafe { Library::new(name) }.ok().map(ManuallyDrop::new)
}

fn egl(library: &Library, width: i32, height: i32) -> Result<ContextKind, OpenError> {
    const SURFACELESS: u32 = 0x31dd;
    const OPENGL_API: u32 = 0x30a2;
    const NONE: i32 = 0x3038;
    #[rustfmt::skip]
    const WANTED: [i32; 19] = [
        0x3033, 1, // surface type: pixel buffer
        0x3040, 8, // renderable type: OpenGL
        0x3024, 8, 0x3023, 8, 0x3022, 8, 0x3021, 8, // red, green, blue, alpha
        0x3025, 24, 0x3026, 8, // depth, stencil
        0x3031, 0, // samples
        NONE,
    ];
    let size = [0x3057, width, 0x3056, height, NONE];
    let none = ptr::null_mut();
    // SAFETY: names and signatures are EGL's; every list ends with NONE and outlives its call; handles come from
    // EGL itself, and one config is asked for and written.
    unsafe {
        let display = symbol::<GetPlatformDisplay>(library, "eglGetPlatformDisplay")?;
        let initialize = symbol::<Initialize>(library, "eglInitialize")?;
        let bind_api = symbol::<BindApi>(library, "eglBindAPI")?;
        let choose = symbol::<ChooseConfig>(library, "eglChooseConfig")?;
        let create_surface = symbol::<CreateSurface>(library, "eglCreatePbufferSurface")?;
        let create_context = symbol::<CreateContext>(library, "eglCreateContext")?;
        let make_current = symbol::<MakeCurrent>(library, "eglMakeCurrent")?;
        let display = display(SURFACELESS, none, ptr::null());
        if display.is_null()
            || initialize(display, ptr::null_mut(), ptr::null_mut()) == 0
            || bind_api(OPENGL_API) == 0
        {
            return Err(failed("EGL does not start"));
        }
        let (mut config, mut count) = (none, 0);
        choose(display, WANTED.as_ptr(), &mut config, 1, &mut count);
        if count == 0 {
            return Err(failed("EGL has no such framebuffer"));
        }
        let surface = create_surface(display, config, size.as_ptr());
        let context = create_context(display, config, none, ptr::null());
        if surface.is_null() || context.is_null() || make_current(display, surface, surface, context) == 0 {
            return Err(failed("EGL makes no context"));
        }
        Ok(ContextKind::Egl {
            display,
            surface,
            context,
        })
    }
}

fn off_screen(library: &Library, width: i32, height: i32) -> Result<ContextKind, OpenError> {
    let mut buffer = vec![0; width as usize * height as usize * 4];
    // SAFETY: names and signatures are OSMesa's; the buffer has four bytes a pixel and lives as long as the
    // context.
    unsafe {
        let create = symbol::<CreateOffScreen>(library, "OSMesaCreateContextExt")?;
        let make_current = symbol::<MakeOffScreenCurrent>(library, "OSMesaMakeCurrent")?;
        let context = create(RGBA, 24, 8, 0, ptr::null_mut());
        let pixels = buffer.as_mut_ptr().cast();
        if context.is_null() || make_current(context, pixels, UNSIGNED_BYTE, width, height) == 0 {
            return Err(failed("OSMesa makes no context"));
        }
        Ok(ContextKind::OffScreen {
            context,
            _buffer: buffer,
        })
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        let library = &self.library;
        // SAFETY: the handles are our own and not used again.
        unsafe {
            match self.kind {
                ContextKind::Egl {
                    display,
                    surface,
                    context,
                } => {
                    if let Ok(make_current) = symbol::<MakeCurrent>(library, "eglMakeCurrent") {
                        make_current(display, ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
                    }
                    for (name, handle) in [("eglDestroyContext", context), ("eglDestroySurface", surface)] {
                        if let Ok(destroy) = symbol::<Destroy>(library, name) {
                            destroy(display, handle);
                        }
                    }
                }
                ContextKind::OffScreen { context, .. } => {
                    if let Ok(destroy) = symbol::<DestroyOffScreen>(library, "OSMesaDestroyContext") {
                        destroy(context);
                    }
                }
            }
        }
    }
}

fn failed(reason: impl Display) -> OpenError {
    OpenError::Failed(reason.to_string())
}

/// A function of a library.
///
/// # Safety
/// `T` is the type of the function with that name.
unsafe fn symbol<T: Copy>(library: &Library, name: &str) -> Result<T, OpenError> {
    let name = CString::new(name).map_err(failed)?;
    // SAFETY: the caller says that the type is right.
    let found = unsafe { library.get::<T>(name.as_bytes_with_nul()) };
    found.map(|found| *found).map_err(failed)
}
