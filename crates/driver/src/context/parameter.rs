//! Parameters of programs: those of NV_vertex_program, which are the driver's environment parameters; integers, which are
//! the bits of the driver's floats; and those that are set by the names that a program declares.

use super::group::{Loaded, Object, locked};
use super::track::PROGRAM_PARAMETERS;
use super::{Context, native_target};
use crate::gl::{Gl, number};

/// Parameters that a target has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Space {
    /// Each program its own.
    Local,
    /// All programs of the target the same.
    Environment,
}

impl Context {
    /// ProgramParameterNV of one or several parameters.
    pub(crate) fn set_program_parameters(
        &mut self,
        gl: &dyn Gl,
        target: u32,
        first: u32,
        values: &[[f32; 4]],
    ) {
        let count = u32::try_from(values.len()).unwrap_or(u32::MAX);
        if !self.may() {
        } else if target != number::VERTEX_PROGRAM {
            self.raise(number::INVALID_ENUM);
        } else if first.saturating_add(count) > PROGRAM_PARAMETERS {
            self.raise(number::INVALID_VALUE);
        } else if self.is_tracked(first, count) {
            self.raise(number::INVALID_OPERATION);
        } else {
            for (at, value) in (first..).zip(values) {
                gl.set_environment_parameter(target, at, *value);
            }
            self.parameters_changed();
        }
    }

    /// GetProgramParameterNV; `None` for an error.
    pub(crate) fn program_parameter(
        &mut self,
        gl: &dyn Gl,
        target: u32,
        index: u32,
        name: u32,
    ) -> Option<[f32; 4]> {
        if !self.may() {
            return None;
        }
        if target != number::VERTEX_PROGRAM || name != number::PROGRAM_PARAMETER_NV {
            return self.refuse(number::INVALID_ENUM);
        }
        if index >= PROGRAM_PARAMETERS {
            return self.refuse(number::INVALID_VALUE);
        }
        self.update_tracked(gl);
        Some(gl.environment_parameter(target, index))
    }

    /// ProgramLocalParameterI4NV and ProgramEnvParameterI4NV of one or several parameters.
    pub(crate) fn set_words(
        &mut self,
        gl: &dyn Gl,
        space: Space,
        target: u32,
        first: u32,
        words: &[[u32; 4]],
    ) {
        let count = u32::try_from(words.len()).unwrap_or(u32::MAX);
        let Some(target) = self.place(gl, space, target, first, count) else {
            return;
        };
        for (at, words) in (first..).zip(words) {
            let value = words.map(f32::from_bits);
            match space {
                Space::Local => gl.set_local_parameter(target, at, value),
                Space::Environment => gl.set_environment_parameter(target, at, value),
            }
        }
        self.parameters_changed();
    }

    /// GetProgramLocalParameterINV and GetProgramEnvParameterINV; `None` for an error.
    pub(crate) fn words(&mut self, gl: &dyn Gl, space: Space, target: u32, index: u32) -> Option<[u32; 4]> {
        let target = self.place(gl, space, target, index, 1)?;
        let value = match space {
            Space::Local => gl.local_parameter(target, index),
            Space::Environment => gl.environment_parameter(target, index),
        };
        Some(value.map(f32::to_bits))
    }

    /// The driver's target, of which parameters are about to be asked.
    pub(crate) fn asked(&mut self, gl: &dyn Gl, target: u32) -> u32 {
        if !self.in_begin {
            self.update_tracked(gl);
        }
        native_target(target)
    }

    /// GetNamedProgramLocalParameterIEXT; `None` for an error.
    pub(crate) fn named_words(
        &mut self,
        gl: &dyn Gl,
        program: u32,
        target: u32,
        index: u32,
    ) -> Option<[u32; 4]> {
        if !self.may() {
            return None;
        }
        self.with_bound(gl, native_target(target), program, |context| {
            context.words(gl, Space::Local, target, index)
        })?
    }

    /// The driver's target, if it has so many parameters.
    fn place(&mut self, gl: &dyn Gl, space: Space, target: u32, first: u32, count: u32) -> Option<u32> {
        if !self.may() {
            return None;
        }
        let target = native_target(target);
        if !matches!(target, number::VERTEX_PROGRAM | number::FRAGMENT_PROGRAM) {
            return self.refuse(number::INVALID_ENUM);
        }
        let most = match space {
            Space::Local => number::MAX_PROGRAM_LOCAL_PARAMETERS,
            Space::Environment => number::MAX_PROGRAM_ENV_PARAMETERS,
        };
        let most = gl.program_integer(target, most).cast_unsigned();
        match first.checked_add(count) {
            Some(end) if end <= most => Some(target),
            Some(_) | None => self.refuse(number::INVALID_VALUE),
        }
    }

    /// ProgramNamedParameterNV.
    pub(super) fn set_named(&mut self, program: u32, name: &[u8], value: [f32; 4]) {
        if let Some((loaded, name)) = self.declared(program, name) {
            locked(&loaded.named).insert(name, value);
            self.parameters_changed();
        }
    }

    /// GetProgramNamedParameterNV; `None` for an error.
    pub(crate) fn named(&mut self, program: u32, name: &[u8]) -> Option<[f32; 4]> {
        if !self.may() {
            return None;
        }
        let (loaded, name) = self.declared(program, name)?;
        let set = locked(&loaded.named).get(&name).copied();
        set.or_else(|| loaded.initial(&name))
    }

    /// The program of a name, and the parameter that it declares by the other.
    fn declared(&mut self, program: u32, name: &[u8]) -> Option<(std::sync::Arc<Loaded>, String)> {
        if name.is_empty() {
            return self.refuse(number::INVALID_VALUE);
        }
        let Some(object) = self.group.object(0, program).filter(|_| program != 0) else {
            return self.refuse(number::INVALID_OPERATION);
        };
        if native_target(object.target) != number::FRAGMENT_PROGRAM {
            return self.refuse(number::INVALID_OPERATION);
        }
        let Object {
            program: Some(loaded),
            ..
        } = object
        else {
            // What the driver took declares no such names.
            return self.refuse(number::INVALID_VALUE);
        };
        let found = str::from_utf8(name)
            .ok()
            .filter(|name| loaded.initial(name).is_some());
        match found {
            Some(name) => Some((loaded.clone(), name.to_owned())),
            None => self.refuse(number::INVALID_VALUE),
        }
    }

    /// Raises an error in the place of a value.
    pub(super) fn refuse<T>(&mut self, error: u32) -> Option<T> {
        self.raise(error);
        None
    }
}
