//! Shaders and their uniforms.

use std::ffi::{CString, c_char};

use super::error::GlError;
use super::functions::Gl;
use crate::enumerant::{
    COMPILE_STATUS, LINK_STATUS, SHADER_STORAGE_BUFFER, SHADER_STORAGE_BUFFER_BINDING, STATIC_DRAW,
    UNIFORM_BUFFER,
};

const INVALID_INDEX: u32 = u32::MAX;
const ALL_BARRIERS: u32 = u32::MAX;
/// The message of Mesa's compiler about an extension that it knows and this driver does not have; a log is all that it
/// gives.
const LACKS_EXTENSION: &str = "' unsupported in ";
/// The longest log that is read.
const LOG: usize = 4096;

impl Gl {
    /// Compiles and links shaders of these kinds and uses them; attributes get their places.
    pub(crate) fn shaders(
        &self,
        texts: &[(u32, &str)],
        attributes: &[(u32, String)],
    ) -> Result<u32, GlError> {
        let program = self.create_program();
        for &(kind, text) in texts {
            let shader = self.create_shader(kind);
            let length = i32::try_from(text.len()).map_err(|_| GlError::ShaderLength)?;
            let start: *const c_char = text.as_ptr().cast();
            let mut status = 0;
            // SAFETY: one text of `length` bytes is read, one number is written.
            unsafe {
                (self.functions.shader_source)(shader, 1, &start, &length);
                self.compile_shader(shader);
                (self.functions.get_shader)(shader, COMPILE_STATUS, &mut status);
            }
            if status == 0 {
                let log = log(|size, length, bytes| {
                    // SAFETY: at most `size` bytes and one number are written.
                    unsafe { (self.functions.get_shader_log)(shader, size, length, bytes) }
                });
                return Err(match log.contains(LACKS_EXTENSION) {
                    true => GlError::Extension(log),
                    false => GlError::Compile(log),
                });
            }
            self.attach_shader(program, shader);
        }
        for (number, name) in attributes {
            let name = CString::new(name.as_str())?;
            // SAFETY: the name ends with 0.
            unsafe { (self.functions.bind_attribute)(program, *number, name.as_ptr()) };
        }
        self.link_program(program);
        let mut status = 0;
        // SAFETY: one number is written.
        unsafe { (self.functions.get_program)(program, LINK_STATUS, &mut status) };
        if status == 0 {
            let log = log(|size, length, bytes| {
                // SAFETY: at most `size` bytes and one number are written.
                unsafe { (self.functions.get_program_log)(program, size, length, bytes) }
            });
            return Err(GlError::Link(log));
        }
        self.use_program(program);
        Ok(program)
    }

    /// The location of a uniform of a program; −1 for one that no shader needs.
    pub(crate) fn uniform(&self, program: u32, name: &str) -> i32 {
        let Ok(name) = CString::new(name) else { return -1 };
        // SAFETY: the name ends with 0.
        unsafe { (self.functions.uniform_location)(program, name.as_ptr()) }
    }

    /// Sets a uniform array of vectors of the program that is used.
    pub(crate) fn set_uniform(&self, location: i32, values: &[[f32; 4]]) {
        let count = i32::try_from(values.len()).unwrap_or(0);
        // SAFETY: `count` vectors are read.
        unsafe { (self.functions.uniform_vectors)(location, count, values.as_ptr().cast()) }
    }

    /// Binds a uniform block of a program, if a shader needs it, to a buffer that holds these vectors.
    ///
    /// # Errors
    ///
    /// There are too many vectors.
    pub(crate) fn bind_block(
        &self,
        program: u32,
        name: &str,
        binding: u32,
        vectors: &[[u32; 4]],
    ) -> Result<bool, GlError> {
        let name = CString::new(name)?;
        // SAFETY: the name ends with 0.
        let block = unsafe { (self.functions.uniform_block_index)(program, name.as_ptr()) };
        if block == INVALID_INDEX {
            return Ok(false);
        }
        self.buffer(UNIFORM_BUFFER, binding, vectors.as_flattened())?;
        self.uniform_block_binding(program, block, binding);
        Ok(true)
    }
}

impl Gl {
    /// A storage buffer with these words, bound there.
    ///
    /// # Errors
    ///
    /// There are too many words.
    pub(crate) fn storage(&self, binding: u32, words: &[u32]) -> Result<(), GlError> {
        self.buffer(SHADER_STORAGE_BUFFER, binding, words)
    }

    /// The contents of a storage buffer of so many words after all draws.
    pub(crate) fn stored(&self, binding: u32, words: usize) -> Vec<u32> {
        let mut stored = vec![0_u32; words];
        let size = size_of_val(&stored[..]) as isize;
        self.memory_barrier(ALL_BARRIERS);
        let mut buffer = 0;
        // SAFETY: one name is written, then `size` bytes, which the buffer has.
        unsafe {
            (self.functions.get_indexed)(SHADER_STORAGE_BUFFER_BINDING, binding, &mut buffer);
            self.bind_buffer(SHADER_STORAGE_BUFFER, buffer as u32);
            (self.functions.get_buffer)(SHADER_STORAGE_BUFFER, 0, size, stored.as_mut_ptr().cast());
        }
        stored
    }

    /// A buffer with these words, bound there.
    fn buffer(&self, target: u32, binding: u32, words: &[u32]) -> Result<(), GlError> {
        let size = isize::try_from(size_of_val(words)).map_err(|_| GlError::BufferSize)?;
        let mut buffer = 0;
        // SAFETY: one name is written, `size` bytes are read.
        unsafe {
            (self.functions.generate_buffers)(1, &mut buffer);
            self.bind_buffer_base(target, binding, buffer);
            (self.functions.buffer_data)(target, size, words.as_ptr().cast(), STATIC_DRAW);
        }
        Ok(())
    }
}

fn log(read: impl FnOnce(i32, *mut i32, *mut c_char)) -> String {
    let mut bytes = vec![0_u8; LOG];
    let mut length = 0;
    read(LOG as i32, &mut length, bytes.as_mut_ptr().cast());
    bytes.truncate(length.max(0) as usize);
    String::from_utf8_lossy(&bytes).trim().to_owned()
}
