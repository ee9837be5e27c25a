//! The driver's OpenGL, by its functions.

use std::ffi::{CStr, CString, c_char};

use super::{binary, feedback};
use crate::gl::{Gl, LinkError, Recorded, number};

const COMPILE_STATUS: u32 = 0x8b81;
pub(super) const LINK_STATUS: u32 = 0x8b82;

/// The longest log that is read.
const LOG: usize = 4096;

/// The driver, on a thread where a context is current.
#[derive(Clone, Copy, Debug)]
pub(super) struct Driver;

/// Calls a function of the driver; one that it lacks does nothing and gives 0.
macro_rules! call {
    ($name:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: by the registry's signature; each pointer leads to what the caller of this macro says beside it.
        $crate::entry::generated::REAL.$name.get().map(|function| unsafe { function($($argument),*) })
    };
}
pub(super) use call;

/// A text of the driver.
fn text(found: Option<*const u8>) -> String {
    match found {
        // SAFETY: what GetString gives is NULL or ends with 0.
        Some(start) if !start.is_null() => unsafe { CStr::from_ptr(start.cast()) }
            .to_string_lossy()
            .into_owned(),
        Some(_) | None => String::new(),
    }
}

fn log(read: impl FnOnce(i32, *mut i32, *mut c_char)) -> LinkError {
    let mut bytes = vec![0_u8; LOG];
    let mut length = 0;
    read(LOG as i32, &mut length, bytes.as_mut_ptr().cast());
    bytes.truncate(length.max(0) as usize);
    let log = String::from_utf8_lossy(&bytes).trim().to_owned();
    LinkError { log }
}

fn compiled(kind: u32, text: &str) -> Result<u32, LinkError> {
    let shader = call!(glCreateShader(kind)).unwrap_or(0);
    let (start, length): (*const c_char, _) = (text.as_ptr().cast(), text.len() as i32);
    // One text of this length.
    call!(glShaderSource(shader, 1, &start, &length));
    call!(glCompileShader(shader));
    let mut status = 0;
    // One number is written.
    call!(glGetShaderiv(shader, COMPILE_STATUS, &mut status));
    if status != 0 {
        return Ok(shader);
    }
    let error = log(|size, length, bytes| {
        // At most `size` bytes and one number are written.
        call!(glGetShaderInfoLog(shader, size, length, bytes));
    });
    call!(glDeleteShader(shader));
    Err(error)
}

/// Compiles and links shaders, as [`Gl::link`] has it; something else may be said of the program before it is linked.
pub(super) fn linked(
    shaders: &[(u32, &str)],
    attributes: &[(u32, &str)],
    recorded: &Recorded,
    before: &dyn Fn(u32),
) -> Result<u32, LinkError> {
    let program = call!(glCreateProgram()).unwrap_or(0);
    for (kind, text) in shaders {
        match compiled(*kind, text) {
            Ok(shader) => {
                call!(glAttachShader(program, shader));
                // It lives as long as what it is attached to.
                call!(glDeleteShader(shader));
            }
            Err(error) => {
                call!(glDeleteProgram(program));
                return Err(error);
            }
        }
    }
    for (place, name) in attributes {
        if let Ok(name) = CString::new(*name) {
            // The name ends with 0.
            call!(glBindAttribLocation(program, *place, name.as_ptr()));
        }
    }
    feedback::record(program, recorded);
    before(program);
    call!(glLinkProgram(program));
    let mut status = 0;
    // One number is written.
    call!(glGetProgramiv(program, LINK_STATUS, &mut status));
    if status != 0 {
        return Ok(program);
    }
    let error = log(|size, length, bytes| {
        // At most `size` bytes and one number are written.
        call!(glGetProgramInfoLog(program, size, length, bytes));
    });
    call!(glDeleteProgram(program));
    Err(error)
}

impl Gl for Driver {
    fn error(&self) -> u32 {
        call!(glGetError()).unwrap_or(0)
    }

    fn set_enabled(&self, capability: u32, enabled: bool) {
        match enabled {
            true => call!(glEnable(capability)),
            false => call!(glDisable(capability)),
        };
    }

    fn is_enabled(&self, capability: u32) -> bool {
        call!(glIsEnabled(capability)).unwrap_or(0) != 0
    }

    fn integer(&self, name: u32) -> i32 {
        // Room for the longest answer, a matrix.
        let mut numbers = [0; 16];
        call!(glGetIntegerv(name, numbers.as_mut_ptr()));
        numbers[0]
    }

    fn floats(&self, name: u32) -> [f32; 16] {
        let mut numbers = [0.0; 16];
        // At most 16 numbers are written.
        call!(glGetFloatv(name, numbers.as_mut_ptr()));
        numbers
    }

    fn light(&self, light: u32, name: u32) -> [f32; 4] {
        let mut numbers = [0.0; 4];
        // At most four numbers are written.
        call!(glGetLightfv(light, name, numbers.as_mut_ptr()));
        numbers
    }

    fn generation_mode(&self, coordinate: u32) -> u32 {
        const MODE: u32 = 0x2500;
        let mut mode = 0;
        // One number is written.
        call!(glGetTexGeniv(coordinate, MODE, &mut mode));
        mode.cast_unsigned()
    }

    fn push_attributes(&self, mask: u32) {
        call!(glPushAttrib(mask));
    }

    fn pop_attributes(&self) {
        call!(glPopAttrib());
    }

    fn matrix_mode(&self, mode: u32) {
        call!(glMatrixMode(mode));
    }

    fn active_texture(&self, unit: u32) {
        call!(glActiveTexture(unit));
    }

    fn text(&self, name: u32) -> String {
        text(call!(glGetString(name)))
    }

    fn bind_program(&self, target: u32, program: u32) {
        call!(glBindProgramARB(target, program));
    }

    fn delete_program(&self, program: u32) {
        // One name is read.
        call!(glDeleteProgramsARB(1, &program));
    }

    fn is_program(&self, program: u32) -> bool {
        call!(glIsProgramARB(program)).unwrap_or(0) != 0
    }

    fn program_string(&self, target: u32, format: u32, text: &[u8]) {
        let length = i32::try_from(text.len()).unwrap_or(i32::MAX);
        // Mesa looks for a 0 behind the text, wherever that is said to end.
        let mut ended = text.to_vec();
        ended.push(0);
        call!(glProgramStringARB(target, format, length, ended.as_ptr().cast()));
    }

    fn program_integer(&self, target: u32, name: u32) -> i32 {
        let mut number = 0;
        // One number is written.
        call!(glGetProgramivARB(target, name, &mut number));
        number
    }

    fn program_text(&self, target: u32, length: usize) -> Vec<u8> {
        let mut text = vec![0; length];
        if text.is_empty() {
            // Mesa writes a 0 where there is no text.
            return text;
        }
        // As many bytes are written as the driver said.
        call!(glGetProgramStringARB(
            target,
            number::PROGRAM_STRING,
            text.as_mut_ptr().cast()
        ));
        text
    }

    fn local_parameter(&self, target: u32, index: u32) -> [f32; 4] {
        let mut vector = [0.0; 4];
        // Four numbers are written.
        call!(glGetProgramLocalParameterfvARB(
            target,
            index,
            vector.as_mut_ptr()
        ));
        vector
    }

    fn environment_parameter(&self, target: u32, index: u32) -> [f32; 4] {
        let mut vector = [0.0; 4];
        // Four numbers are written.
        call!(glGetProgramEnvParameterfvARB(target, index, vector.as_mut_ptr()));
        vector
    }

    fn set_local_parameter(&self, target: u32, index: u32, value: [f32; 4]) {
        // Four numbers are read.
        call!(glProgramLocalParameter4fvARB(target, index, value.as_ptr()));
    }

    fn set_environment_parameter(&self, target: u32, index: u32, value: [f32; 4]) {
        // Four numbers are read.
        call!(glProgramEnvParameter4fvARB(target, index, value.as_ptr()));
    }

    fn set_attribute(&self, index: u32, value: [f32; 4]) {
        let numbers = value.as_ptr();
        // At most four numbers are read.
        match index {
            0 => call!(glVertex4fv(numbers)),
            2 => call!(glNormal3fv(numbers)),
            3 => call!(glColor4fv(numbers)),
            4 => call!(glSecondaryColor3fv(numbers)),
            5 => call!(glFogCoordfv(numbers)),
            8..16 => call!(glMultiTexCoord4fv(number::TEXTURE0 + index - 8, numbers)),
            _ => call!(glVertexAttrib4fvARB(index, numbers)),
        };
    }

    fn generic_attribute(&self, index: u32) -> [f32; 4] {
        let mut vector = [0.0; 4];
        // Four numbers are written.
        call!(glGetVertexAttribfvARB(
            index,
            number::CURRENT_ATTRIB,
            vector.as_mut_ptr()
        ));
        vector
    }

    fn is_array_enabled(&self, index: u32) -> bool {
        const ENABLED: u32 = 0x8622;
        let mut number = 0;
        // One number is written.
        call!(glGetVertexAttribivARB(index, ENABLED, &mut number));
        number != 0
    }

    fn is_buffer(&self, buffer: u32) -> bool {
        call!(glIsBuffer(buffer)).unwrap_or(0) != 0
    }

    fn bind_buffer(&self, target: u32, buffer: u32) {
        call!(glBindBuffer(target, buffer));
    }

    fn buffer_size(&self, target: u32) -> i32 {
        const SIZE: u32 = 0x8764;
        let mut number = 0;
        // One number is written.
        call!(glGetBufferParameteriv(target, SIZE, &mut number));
        number
    }

    fn write_buffer(&self, target: u32, offset: usize, bytes: &[u8]) {
        // So many bytes are read.
        call!(glBufferSubData(
            target,
            offset.cast_signed(),
            bytes.len().cast_signed(),
            bytes.as_ptr().cast()
        ));
    }

    fn bind_uniform_buffer(&self, point: u32, buffer: u32) {
        call!(glBindBufferBase(number::UNIFORM_BUFFER, point, buffer));
    }

    fn new_list(&self, list: u32, mode: u32) {
        call!(glNewList(list, mode));
    }

    fn end_list(&self) {
        call!(glEndList());
    }

    fn call_list(&self, list: u32) {
        call!(glCallList(list));
    }

    fn delete_lists(&self, first: u32, count: i32) {
        call!(glDeleteLists(first, count));
    }

    fn link(
        &self,
        shaders: &[(u32, &str)],
        attributes: &[(u32, &str)],
        recorded: &Recorded,
    ) -> Result<u32, LinkError> {
        let key = binary::key(shaders, attributes, recorded);
        if let Some(program) = binary::load(&key) {
            return Ok(program);
        }
        let program = linked(shaders, attributes, recorded, &binary::prepare)?;
        binary::store(&key, program);
        Ok(program)
    }

    fn delete_linked(&self, program: u32) {
        call!(glDeleteProgram(program));
    }

    fn use_linked(&self, program: u32) {
        call!(glUseProgram(program));
    }

    fn uniform(&self, program: u32, name: &str) -> i32 {
        // The name ends with 0.
        let found = CString::new(name)
            .ok()
            .and_then(|name| call!(glGetUniformLocation(program, name.as_ptr())));
        found.unwrap_or(-1)
    }

    fn bind_block(&self, program: u32, name: &str, point: u32) {
        const NONE: u32 = u32::MAX;
        let Ok(name) = CString::new(name) else {
            return;
        };
        // The name ends with 0.
        match call!(glGetUniformBlockIndex(program, name.as_ptr())) {
            Some(block) if block != NONE => drop(call!(glUniformBlockBinding(program, block, point))),
            Some(_) | None => {}
        }
    }

    fn set_vectors(&self, location: i32, vectors: &[[f32; 4]]) {
        // So many vectors are read.
        call!(glUniform4fv(
            location,
            vectors.len() as i32,
            vectors.as_ptr().cast()
        ));
    }

    fn set_floats(&self, location: i32, numbers: &[f32]) {
        match numbers {
            [one] => call!(glUniform1f(location, *one)),
            [one, other, ..] => call!(glUniform2f(location, *one, *other)),
            [] => None,
        };
    }

    fn set_number(&self, location: i32, number: i32) {
        call!(glUniform1i(location, number));
    }
}
