//! Shaders and their uniforms, and the state that shaders read through them.

use std::ffi::{CString, c_char};

use super::Gl;

const VERTEX_SHADER: u32 = 0x8b31;
const FRAGMENT_SHADER: u32 = 0x8b30;
const COMPILE_STATUS: u32 = 0x8b81;
const LINK_STATUS: u32 = 0x8b82;
/// The longest log that is read.
const LOG: usize = 4096;

impl Gl {
    /// Compiles and links a vertex and a fragment shader and uses them; attributes get their places.
    pub(crate) fn shaders(
        &self,
        vertex: &str,
        fragment: &str,
        attributes: &[(u32, String)],
    ) -> Result<u32, String> {
        let program = self.create_program();
        for (kind, text) in [(VERTEX_SHADER, vertex), (FRAGMENT_SHADER, fragment)] {
            let shader = self.create_shader(kind);
            let length = i32::try_from(text.len()).map_err(|_| "the shader is too long")?;
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
                return Err(format!("the driver does not compile a shader: {log}"));
            }
            self.attach_shader(program, shader);
        }
        for (number, name) in attributes {
            let name = CString::new(name.as_str()).map_err(|error| error.to_string())?;
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
            return Err(format!("the driver does not link the shaders: {log}"));
        }
        self.use_program(program);
        Ok(program)
    }

    /// Where a uniform of a program lies; −1 for one that no shader needs.
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

    /// Up to sixteen numbers of state.
    pub(crate) fn numbers(&self, name: u32) -> [f32; 16] {
        let mut numbers = [0.0; 16];
        // SAFETY: nothing that is asked for here has more than sixteen numbers.
        unsafe { (self.functions.get_floats)(name, numbers.as_mut_ptr()) };
        numbers
    }

    /// A parameter of a light.
    pub(crate) fn light_numbers(&self, light: u32, name: u32) -> [f32; 4] {
        let mut numbers = [0.0; 4];
        // SAFETY: a light's parameters have at most four numbers.
        unsafe { (self.functions.get_light)(light, name, numbers.as_mut_ptr()) };
        numbers
    }

    /// A parameter of a material.
    pub(crate) fn material_numbers(&self, face: u32, name: u32) -> [f32; 4] {
        let mut numbers = [0.0; 4];
        // SAFETY: a material's parameters have at most four numbers.
        unsafe { (self.functions.get_material)(face, name, numbers.as_mut_ptr()) };
        numbers
    }
}

fn log(read: impl FnOnce(i32, *mut i32, *mut c_char)) -> String {
    let mut bytes = vec![0_u8; LOG];
    let mut length = 0;
    read(LOG as i32, &mut length, bytes.as_mut_ptr().cast());
    bytes.truncate(length.max(0) as usize);
    String::from_utf8_lossy(&bytes).trim().to_owned()
}
