//! Program objects by their names: binding, deletion, and what is asked of them without binding.

use super::{Context, Operation, native_target};
use crate::gl::{Gl, number};

impl Context {
    /// BindProgram.
    pub(crate) fn bind_program(&mut self, gl: &dyn Gl, target: u32, program: u32) {
        if !self.may() {
            return;
        }
        self.group.set_has_programs();
        let native = native_target(target);
        let object = self.group.object(native, program);
        if object.is_some_and(|object| object.target == number::VERTEX_STATE_PROGRAM) {
            return self.raise(number::INVALID_OPERATION);
        }
        if self.stages.stage(native).is_some() {
            let target = native;
            return self.perform(gl, Operation::Bind { target, program });
        }
        if self.group.kept_target(program).is_some() {
            return self.raise(number::INVALID_OPERATION);
        }
        gl.bind_program(native, program);
        // ARB_shader_subroutine: parameters are reset when a program is bound.
        self.subroutines.reset(native);
        self.choice_changed();
    }

    /// DeletePrograms, of a number that is not negative.
    pub(crate) fn delete_programs(&mut self, gl: &dyn Gl, names: &[u32]) {
        if !self.may() {
            return;
        }
        for name in names.iter().filter(|name| **name != 0) {
            self.group.remove(*name);
            self.stages.deleted(*name);
            gl.delete_program(*name);
        }
        self.changed();
    }

    /// Does something while a program is bound that need not be.
    pub(super) fn with_bound<R>(
        &mut self,
        gl: &dyn Gl,
        target: u32,
        program: u32,
        work: impl FnOnce(&mut Context) -> R,
    ) -> Option<R> {
        if !self.may() {
            return None;
        }
        match self.binding(gl, target) {
            before if before == program => Some(work(self)),
            before => self.outside(gl, |context| {
                context.with_other(gl, target, [before, program], work)
            })?,
        }
    }

    /// Does something while the second program is bound in the place of the first.
    fn with_other<R>(
        &mut self,
        gl: &dyn Gl,
        target: u32,
        [before, program]: [u32; 2],
        work: impl FnOnce(&mut Context) -> R,
    ) -> Option<R> {
        if self.stages.stage(target).is_some() {
            if program != 0 && !self.claim(gl, target, program) {
                return self.refuse(number::INVALID_OPERATION);
            }
            self.stages.bind(target, program);
            let done = work(self);
            self.stages.bind(target, before);
            self.stale = true;
            return Some(done);
        }
        if self.group.kept_target(program).is_some() {
            return self.refuse(number::INVALID_OPERATION);
        }
        self.take_errors(gl);
        gl.bind_program(target, program);
        let done = match gl.error() {
            0 => Some(work(self)),
            error => self.refuse(error),
        };
        gl.bind_program(target, before);
        self.stale = true;
        done
    }

    /// RequestResidentProgramsNV: all programs are always resident.
    pub(crate) fn request_resident(&mut self, count: i32) {
        if self.may() && count < 0 {
            self.raise(number::INVALID_VALUE);
        }
    }

    /// AreProgramsResidentNV; `None` as the number is negative.
    pub(crate) fn are_resident(&mut self, gl: &dyn Gl, names: Option<&[u32]>) -> bool {
        if !self.may() {
            return false;
        }
        let exists =
            |name: &u32| *name != 0 && (self.group.object(0, *name).is_some() || gl.is_program(*name));
        let all = names.is_some_and(|names| names.iter().all(exists));
        if !all {
            self.raise(number::INVALID_VALUE);
        }
        all
    }

    /// GetProgramivNV; `None` for an error.
    pub(crate) fn object_integer(&mut self, gl: &dyn Gl, program: u32, name: u32) -> Option<i32> {
        if !self.may() {
            return None;
        }
        let Some(object) = self.group.object(0, program).filter(|_| program != 0) else {
            return self.refuse(number::INVALID_OPERATION);
        };
        match name {
            number::PROGRAM_TARGET_NV => Some(object.target.cast_signed()),
            number::PROGRAM_RESIDENT_NV => Some(1),
            number::PROGRAM_LENGTH => match object.program {
                Some(loaded) => Some(i32::try_from(loaded.given.len()).unwrap_or(i32::MAX)),
                None => {
                    let target = native_target(object.target);
                    self.with_bound(gl, target, program, |_| gl.program_integer(target, name))
                }
            },
            _ => self.refuse(number::INVALID_ENUM),
        }
    }

    /// GetProgramStringNV; `None` for an error.
    pub(crate) fn object_text(&mut self, gl: &dyn Gl, program: u32, name: u32) -> Option<Vec<u8>> {
        if !self.may() {
            return None;
        }
        if name != number::PROGRAM_STRING {
            return self.refuse(number::INVALID_ENUM);
        }
        let Some(object) = self.group.object(0, program).filter(|_| program != 0) else {
            return self.refuse(number::INVALID_OPERATION);
        };
        if let Some(loaded) = object.program {
            return Some(loaded.given.clone());
        }
        let target = native_target(object.target);
        self.with_bound(gl, target, program, |_| {
            let length = gl.program_integer(target, number::PROGRAM_LENGTH);
            gl.program_text(target, usize::try_from(length).unwrap_or(0))
        })
    }
}
