//! Programs in assembly.

use super::error::GlError;
use super::functions::Gl;
use crate::enumerant::{
    PROGRAM_ERROR_POSITION_ARB, PROGRAM_ERROR_STRING_ARB, PROGRAM_FORMAT_ASCII_ARB,
    PROGRAM_UNDER_NATIVE_LIMITS_ARB,
};

/// The verdict of GL on a program.
#[derive(Debug)]
pub struct Answer {
    /// Whether it accepts the program.
    pub accepted: bool,
    /// PROGRAM_ERROR_POSITION: the byte where the error is, −1 without one.
    pub position: i32,
    /// PROGRAM_ERROR_STRING.
    pub string: String,
    /// PROGRAM_UNDER_NATIVE_LIMITS of a program that is accepted: the hardware holds it.
    pub is_native: bool,
}

impl Gl {
    /// Makes a program, loads a text into it, and leaves it bound.
    ///
    /// # Errors
    ///
    /// The text is longer than GL can be told.
    pub fn program(&self, target: u32, text: &[u8]) -> Result<Answer, GlError> {
        let length = i32::try_from(text.len()).map_err(|_| GlError::ProgramLength)?;
        while self.error() != 0 {}
        let (mut program, mut position, mut native) = (0, -1, 0);
        // SAFETY: one name is written, `length` bytes are read, two numbers are written.
        unsafe {
            (self.functions.generate_programs)(1, &mut program);
            self.bind_program(target, program);
            (self.functions.program_string)(target, PROGRAM_FORMAT_ASCII_ARB, length, text.as_ptr().cast());
            (self.functions.get_integers)(PROGRAM_ERROR_POSITION_ARB, &mut position);
        }
        let accepted = self.error() == 0;
        if accepted {
            // SAFETY: one number is written.
            unsafe {
                (self.functions.get_program_value)(target, PROGRAM_UNDER_NATIVE_LIMITS_ARB, &mut native);
            }
        }
        Ok(Answer {
            accepted,
            position,
            string: self.string(PROGRAM_ERROR_STRING_ARB),
            is_native: native != 0,
        })
    }
}
