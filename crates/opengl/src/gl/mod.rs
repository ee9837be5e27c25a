//! OpenGL, loaded at run time: EGL with a pixel buffer, or OSMesa where there is no EGL.
//!
//! The only module of the crate that is unsafe. Its methods are safe: those that take memory take slices of the
//! length that GL reads or writes, all others take numbers. What the calls draw is said elsewhere.
#![allow(unsafe_code, reason = "calls of a C library")]
#![allow(clippy::too_many_arguments, reason = "the signatures are those of GL")]

mod arrays;
mod context;
mod functions;
mod image_format;
mod layout;
mod shader;

use std::ffi::{CStr, c_void};
use std::marker::PhantomData;

use self::context::Context;
use self::functions::Functions;

pub(crate) use self::arrays::{Components, VertexArray};
pub(crate) use self::layout::Layout;

const PROGRAM_FORMAT_ASCII: u32 = 0x8875;
const PROGRAM_ERROR_POSITION: u32 = 0x864b;
const PROGRAM_ERROR_STRING: u32 = 0x8874;
const RGBA: u32 = 0x1908;
const DEPTH_COMPONENT: u32 = 0x1902;
const UNSIGNED_BYTE: u32 = 0x1401;
const FLOAT: u32 = 0x1406;
const RENDERER: u32 = 0x1f01;
const VERSION: u32 = 0x1f02;
const EXTENSIONS: u32 = 0x1f03;

/// A context of OpenGL with its functions, current on this thread.
pub struct Gl {
    functions: Functions,
    _context: Context,
    /// GL contexts belong to their thread.
    _thread: PhantomData<*const ()>,
}

/// The texels of an image, four components each, or one for depths.
pub(crate) enum Texels<'a> {
    /// Red, green, blue, alpha, from the lower left.
    Bytes(&'a [u8]),
    /// The same as numbers.
    Colors(&'a [f32]),
    /// Depths.
    Depths(&'a [f32]),
}

/// A driver that cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenError {
    /// No library could be loaded.
    #[error("there is no OpenGL driver: neither libEGL.so.1 nor libOSMesa.so.8 can be loaded")]
    Absent,
    /// A library was loaded and gives no context.
    #[error("the OpenGL driver cannot be used: {0}")]
    Failed(String),
}

/// What GL says of a program.
pub struct Answer {
    /// Whether it accepts the program.
    pub accepted: bool,
    /// PROGRAM_ERROR_POSITION: the byte where the error is, −1 without one.
    pub position: i32,
    /// PROGRAM_ERROR_STRING.
    pub string: String,
}

/// Methods that hand four numbers over, the most that a parameter of these calls has.
macro_rules! vectors {
    ($($method:ident($($argument:ident),*);)*) => {
        impl Gl {
            $(pub(crate) fn $method(&self, $($argument: u32,)* values: [f32; 4]) {
                // SAFETY: GL reads at most four numbers here (GL 2.1, sections 2.14, 2.11.4, 3.3, 3.8, 3.10).
                unsafe { (self.functions.$method)($($argument,)* values.as_ptr()) }
            })*
        }
    };
}

vectors! {
    fog(name);
    light(light, name);
    light_model(name);
    material(face, name);
    point_parameter(name);
    texture_environment(target, name);
    texture_generation(coordinate, name);
    texture_parameters(target, name);
}

impl Gl {
    /// A context with an RGBA8 framebuffer, 24 bits of depth and 8 of stencil, current on this thread.
    ///
    /// # Errors
    ///
    /// There is no driver, or it gives no such context.
    pub fn open(width: u32, height: u32) -> Result<Gl, OpenError> {
        let (Ok(width), Ok(height)) = (i32::try_from(width), i32::try_from(height)) else {
            return Err(OpenError::Failed("the framebuffer is too large".to_owned()));
        };
        let context = Context::open(width, height)?;
        let functions = Functions::load(&context).map_err(OpenError::Failed)?;
        Ok(Gl {
            functions,
            _context: context,
            _thread: PhantomData,
        })
    }

    /// What draws: renderer and version.
    pub fn describe(&self) -> String {
        format!("{}, {}", self.string(RENDERER), self.string(VERSION))
    }

    /// Whether the driver has an extension.
    pub fn has(&self, extension: &str) -> bool {
        let all = self.string(EXTENSIONS);
        all.split_whitespace().any(|known| known == extension)
    }

    fn string(&self, name: u32) -> String {
        // SAFETY: GL gives null or a string that ends with 0 and stays until the context ends.
        unsafe {
            let text = (self.functions.get_string)(name);
            if text.is_null() {
                String::new()
            } else {
                CStr::from_ptr(text).to_string_lossy().into_owned()
            }
        }
    }

    /// Makes a program, loads a text into it, and leaves it bound.
    ///
    /// # Errors
    ///
    /// The text is longer than GL can be told.
    pub fn program(&self, target: u32, text: &[u8]) -> Result<Answer, String> {
        let length = i32::try_from(text.len()).map_err(|_| "the program is too long")?;
        while self.error() != 0 {}
        let (mut program, mut position) = (0, -1);
        // SAFETY: one name is written, `length` bytes are read, one number is written.
        unsafe {
            (self.functions.generate_programs)(1, &mut program);
            self.bind_program(target, program);
            (self.functions.program_string)(target, PROGRAM_FORMAT_ASCII, length, text.as_ptr().cast());
            (self.functions.get_integers)(PROGRAM_ERROR_POSITION, &mut position);
        }
        Ok(Answer {
            accepted: self.error() == 0,
            position,
            string: self.string(PROGRAM_ERROR_STRING),
        })
    }

    /// Makes a texture and binds it; gives its name.
    pub(crate) fn new_texture(&self, target: u32) -> u32 {
        let mut texture = 0;
        // SAFETY: one name is written.
        unsafe { (self.functions.generate_textures)(1, &mut texture) };
        self.bind_texture(target, texture);
        texture
    }

    /// Makes a framebuffer object and binds it.
    pub(crate) fn new_framebuffer(&self, target: u32) {
        let mut framebuffer = 0;
        // SAFETY: one name is written.
        unsafe { (self.functions.generate_framebuffers)(1, &mut framebuffer) };
        self.bind_framebuffer(target, framebuffer);
    }

    /// Chooses the attachments that the outputs of shaders go to.
    pub(crate) fn set_draw_buffers(&self, attachments: &[u32]) {
        // No framebuffer has more than 32 of them.
        let count = attachments.len().min(32) as i32;
        // SAFETY: `count` numbers are read.
        unsafe { (self.functions.draw_buffers)(count, attachments.as_ptr()) }
    }

    /// Defines a level with one to three sizes: width, height, depth.
    pub(crate) fn image(
        &self,
        target: u32,
        level: u32,
        format: u32,
        sizes: &[u32],
        texels: &Texels<'_>,
    ) -> Result<(), String> {
        let (layout, kind, length, components, data) = match texels {
            Texels::Bytes(bytes) => (RGBA, UNSIGNED_BYTE, bytes.len(), 4, bytes.as_ptr().cast()),
            Texels::Colors(colors) => (RGBA, FLOAT, colors.len(), 4, colors.as_ptr().cast()),
            Texels::Depths(depths) => (DEPTH_COMPONENT, FLOAT, depths.len(), 1, depths.as_ptr().cast()),
        };
        let is_large = sizes.iter().any(|size| *size > 1 << 14);
        let texels: u64 = sizes.iter().map(|size| u64::from(*size)).product();
        if is_large || length as u64 != texels * components {
            return Err(format!("{length} numbers are no image of {sizes:?} texels"));
        }
        let (level, format) = (level as i32, format as i32);
        // SAFETY: the memory holds exactly the image, whose rows are whole words, as UNPACK_ALIGNMENT asks.
        unsafe {
            match sizes.iter().map(|size| *size as i32).collect::<Vec<_>>()[..] {
                [width] => (self.functions.image_1d)(target, level, format, width, 0, layout, kind, data),
                [width, height] => {
                    (self.functions.image_2d)(target, level, format, width, height, 0, layout, kind, data);
                }
                [width, height, depth] => (self.functions.image_3d)(
                    target, level, format, width, height, depth, 0, layout, kind, data,
                ),
                _ => return Err("an image has one to three sizes".to_owned()),
            }
        }
        Ok(())
    }

    pub(crate) fn set_clip_plane(&self, plane: u32, equation: [f64; 4]) {
        // SAFETY: four numbers are read.
        unsafe { (self.functions.clip_plane)(plane, equation.as_ptr()) }
    }

    pub(crate) fn set_matrix(&self, columns: &[f32; 16]) {
        // SAFETY: sixteen numbers are read.
        unsafe { (self.functions.load_matrix)(columns.as_ptr()) }
    }

    pub(crate) fn set_matrix_doubles(&self, columns: &[f64; 16]) {
        // SAFETY: sixteen numbers are read.
        unsafe { (self.functions.load_matrix_doubles)(columns.as_ptr()) }
    }

    pub(crate) fn multiply(&self, columns: &[f32; 16]) {
        // SAFETY: sixteen numbers are read.
        unsafe { (self.functions.multiply_matrix)(columns.as_ptr()) }
    }

    /// The projection and the modelview matrix.
    pub(crate) fn matrices(&self) -> [[f32; 16]; 2] {
        [0x0ba7, 0x0ba6].map(|name| {
            let mut columns = [0.0; 16];
            // SAFETY: PROJECTION_MATRIX and MODELVIEW_MATRIX have sixteen numbers.
            unsafe { (self.functions.get_floats)(name, columns.as_mut_ptr()) };
            columns
        })
    }

    /// The framebuffer: rows from the bottom, four bytes a pixel.
    pub fn pixels(&self, width: u32, height: u32) -> Vec<[u8; 4]> {
        let mut pixels = vec![[0; 4]; width as usize * height as usize];
        // SAFETY: four bytes a pixel are written, rows are whole words as PACK_ALIGNMENT asks.
        unsafe { self.read(width, height, RGBA, UNSIGNED_BYTE, pixels.as_mut_ptr().cast()) };
        pixels
    }

    /// The framebuffer: rows from the bottom, the bits of four floats a pixel.
    pub(crate) fn words(&self, width: u32, height: u32) -> Vec<[u32; 4]> {
        let mut words = vec![[0; 4]; width as usize * height as usize];
        // SAFETY: four words a pixel are written.
        unsafe { self.read(width, height, RGBA, FLOAT, words.as_mut_ptr().cast()) };
        words
    }

    /// The depth buffer: rows from the bottom, 0 to 1.
    pub fn depths(&self, width: u32, height: u32) -> Vec<f32> {
        let mut depths = vec![0.0_f32; width as usize * height as usize];
        // SAFETY: one number a pixel is written, which is a word.
        unsafe { self.read(width, height, DEPTH_COMPONENT, FLOAT, depths.as_mut_ptr().cast()) };
        depths
    }

    /// Reads the framebuffer.
    ///
    /// # Safety
    /// `to` has room for `width` by `height` pixels of this format and type.
    unsafe fn read(&self, width: u32, height: u32, format: u32, kind: u32, to: *mut c_void) {
        // SAFETY: the caller says that there is room.
        unsafe { (self.functions.read_pixels)(0, 0, width as i32, height as i32, format, kind, to) }
    }
}
