//! Parameters of programs: those of NV_vertex_program, which are the driver's environment parameters; integers, which are
//! the bits of the driver's floats; and those that are set by the names that a program declares.

use quadrille_isa::gl::Limits;

use super::group::{Loaded, Object, locked};
use super::track::PROGRAM_PARAMETERS;
use super::{Context, Operation, native_target};
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
        self.show_tracked(gl);
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
        let values = || words.iter().map(|words| words.map(f32::from_bits)).collect();
        if !self.set_vectors(gl, space, target, first, values) {
            self.set_words_now(gl, space, target, first, words);
        }
    }

    /// ProgramLocalParameter4 and ProgramEnvParameter4 of one or several parameters: whether the target is kept here.
    pub(crate) fn set_vectors(
        &mut self,
        gl: &dyn Gl,
        space: Space,
        target: u32,
        first: u32,
        values: impl FnOnce() -> Vec<[f32; 4]>,
    ) -> bool {
        let is_kept = self.stages.stage(target).is_some();
        if is_kept {
            let values = values();
            let operation = Operation::Vectors {
                space,
                target,
                first,
                values,
            };
            self.perform(gl, operation);
        }
        is_kept
    }

    /// NamedProgramLocalParameter4EXT of one or several parameters: whether the target is kept here.
    pub(crate) fn set_named_vectors(
        &mut self,
        gl: &dyn Gl,
        (program, target): (u32, u32),
        first: u32,
        values: Vec<[f32; 4]>,
    ) -> bool {
        let is_kept = self.stages.stage(target).is_some();
        if is_kept {
            let operation = Operation::NamedVectors {
                target,
                program,
                first,
                values,
            };
            self.perform(gl, operation);
        }
        is_kept
    }

    /// Sets parameters of a target that is kept here.
    pub(super) fn keep_vectors(
        &mut self,
        gl: &dyn Gl,
        space: Space,
        target: u32,
        first: u32,
        values: &[[f32; 4]],
    ) {
        let count = u32::try_from(values.len()).unwrap_or(u32::MAX);
        let Some(target) = self.place(gl, space, target, first, count) else {
            return;
        };
        match space {
            Space::Local => {
                let name = self.binding(gl, target);
                self.group.set_locals(target, name, first, values);
            }
            Space::Environment => self.stages.set_environment(target, first, values),
        }
        self.parameters_changed();
    }

    /// GetProgramLocalParameter and GetProgramEnvParameter of a target that is kept here: `None` for another target, and
    /// within for an error.
    pub(crate) fn vector(
        &mut self,
        gl: &dyn Gl,
        space: Space,
        target: u32,
        index: u32,
    ) -> Option<Option<[f32; 4]>> {
        self.stages.stage(target)?;
        let words = self.words(gl, space, target, index);
        Some(words.map(|words| words.map(f32::from_bits)))
    }

    /// GetNamedProgramLocalParameterEXT of a target that is kept here, as [`Context::vector`].
    pub(crate) fn named_vector(
        &mut self,
        gl: &dyn Gl,
        (program, target): (u32, u32),
        index: u32,
    ) -> Option<Option<[f32; 4]>> {
        self.stages.stage(target)?;
        let words = self.named_words(gl, program, target, index);
        Some(words.map(|words| words.map(f32::from_bits)))
    }

    /// The same as [`Context::set_words`], whether or not a list is being made.
    pub(super) fn set_words_now(
        &mut self,
        gl: &dyn Gl,
        space: Space,
        target: u32,
        first: u32,
        words: &[[u32; 4]],
    ) {
        if self.stages.stage(target).is_some() {
            let values: Vec<[f32; 4]> = words.iter().map(|words| words.map(f32::from_bits)).collect();
            return self.keep_vectors(gl, space, target, first, &values);
        }
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
        let kept = self.stages.environment(target, index);
        let value = match (kept, space) {
            (Some(value), Space::Environment) => value,
            (Some(_), Space::Local) => self.group.local(target, self.binding(gl, target), index),
            (None, Space::Local) => gl.local_parameter(target, index),
            (None, Space::Environment) => gl.environment_parameter(target, index),
        };
        Some(value.map(f32::to_bits))
    }

    /// The driver's target, of which parameters are about to be asked.
    pub(crate) fn asked(&mut self, gl: &dyn Gl, target: u32) -> u32 {
        if !self.in_begin {
            self.show_tracked(gl);
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
        if !self.has_target(target) {
            return self.refuse(number::INVALID_ENUM);
        }
        let (limits, is_kept) = (Limits::DESKTOP, self.stages.stage(target).is_some());
        let native = |name| gl.program_integer(target, name).cast_unsigned();
        let most = match space {
            Space::Local if is_kept => limits.stage_local_parameters,
            Space::Environment if is_kept => limits.stage_env_parameters,
            Space::Local => native(number::MAX_PROGRAM_LOCAL_PARAMETERS),
            Space::Environment => native(number::MAX_PROGRAM_ENV_PARAMETERS),
        };
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
