//! What is asked for: errors, strings, and numbers that must not show what is behind a program.

use super::{Context, native_target};
use crate::gl::{Gl, number};

/// The extensions that translations add, where the driver does not have them.
pub(crate) const EXTENSIONS: &[&str] = &[
    "GL_NV_fragment_program",
    "GL_NV_fragment_program_option",
    "GL_NV_fragment_program2",
    "GL_NV_vertex_program2_option",
    "GL_NV_vertex_program3",
];

impl Context {
    /// GetError, where the error is not the driver's.
    pub(crate) fn take_error(&mut self) -> Option<u32> {
        let error = std::mem::take(&mut self.error);
        (error != 0).then_some(error)
    }

    /// GetString, where the text is not the driver's.
    pub(crate) fn text(&self, gl: &dyn Gl, name: u32) -> Option<String> {
        match name {
            number::PROGRAM_ERROR_STRING => self.answer.as_ref().map(|answer| answer.string.clone()),
            number::EXTENSIONS => {
                let own = gl.text(name);
                let added = added(&own);
                Some(format!("{} {}", own.trim_end(), added.join(" ")))
            }
            _ => None,
        }
    }

    /// GetStringi of an extension that the driver does not have.
    pub(crate) fn text_at(&self, gl: &dyn Gl, name: u32, index: u32) -> Option<&'static str> {
        if name != number::EXTENSIONS {
            return None;
        }
        let behind = index.checked_sub(gl.integer(number::NUM_EXTENSIONS).cast_unsigned())?;
        added(&gl.text(name)).get(behind as usize).copied()
    }

    /// GetIntegerv of one number, where it is not the driver's.
    pub(crate) fn integer(&self, gl: &dyn Gl, name: u32) -> Option<i32> {
        match name {
            number::PROGRAM_ERROR_POSITION => self.answer.as_ref().map(|answer| answer.position),
            number::NUM_EXTENSIONS => {
                let added = added(&gl.text(number::EXTENSIONS)).len();
                Some(gl.integer(name).saturating_add(added as i32))
            }
            number::CURRENT_PROGRAM => {
                let used = gl.integer(name);
                Some(if used.cast_unsigned() == self.hidden() {
                    0
                } else {
                    used
                })
            }
            number::VERTEX_PROGRAM_BINDING_NV => {
                Some(gl.program_integer(number::VERTEX_PROGRAM, number::PROGRAM_BINDING))
            }
            number::FRAGMENT_PROGRAM_BINDING_NV => {
                Some(gl.program_integer(number::FRAGMENT_PROGRAM, number::PROGRAM_BINDING))
            }
            _ => None,
        }
    }

    /// GetProgramivARB, where the number is not that of the driver's object.
    pub(crate) fn program_integer(&self, gl: &dyn Gl, target: u32, name: u32) -> Option<i32> {
        let given = |length: usize| i32::try_from(length).unwrap_or(i32::MAX);
        match name {
            number::PROGRAM_LENGTH => self.given(gl, target).map(|text| given(text.len())),
            number::PROGRAM_UNDER_NATIVE_LIMITS => self.given(gl, target).map(|_| 1),
            _ => None,
        }
    }

    /// GetProgramStringARB, where the text is not that of the driver's object.
    pub(crate) fn given(&self, gl: &dyn Gl, target: u32) -> Option<Vec<u8>> {
        let target = native_target(target);
        if !matches!(target, number::VERTEX_PROGRAM | number::FRAGMENT_PROGRAM) || self.group.loads() == 0 {
            return None;
        }
        let name = gl
            .program_integer(target, number::PROGRAM_BINDING)
            .cast_unsigned();
        self.group.program(name).map(|loaded| loaded.given.clone())
    }
}

/// The extensions that are added to a driver's.
fn added(own: &str) -> Vec<&'static str> {
    let has = |name: &str| own.split(' ').any(|one| one == name);
    EXTENSIONS.iter().copied().filter(|name| !has(name)).collect()
}
