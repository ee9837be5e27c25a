//! The numbers of subroutines that indirect calls go to (ARB_shader_subroutine, for NV_gpu_program5): state of the context,
//! of each target, that is given up when a program is bound or loaded.

use std::collections::BTreeMap;

use quadrille_isa::gl::Stage;
use quadrille_program::Program;

use super::shader::target;
use super::{Context, native_target};
use crate::gl::{Gl, number};

/// What is asked for by GetProgramivARB. Translations choose by comparison.
pub(crate) const SUBROUTINE_PARAMETERS: u32 = 256;
pub(crate) const SUBROUTINE_NUMBERS: u32 = 65_536;

/// The numbers of each target, as they were set last.
#[derive(Debug, Default)]
pub(super) struct Subroutines(BTreeMap<u32, Vec<u32>>);

impl Subroutines {
    /// A program was bound or loaded.
    pub(super) fn reset(&mut self, target: u32) {
        self.0.remove(&target);
    }

    /// The number of a parameter of a program: while none is set, one that may be.
    pub(super) fn number(&self, program: &Program, stage: Stage, parameter: u32) -> u32 {
        let numbers = self.0.get(&target(stage));
        let set = numbers.and_then(|numbers| numbers.get(parameter as usize).copied());
        set.or_else(|| functions(program, parameter)?.first().copied())
            .unwrap_or(0)
    }
}

/// The numbers that a parameter may hold; none of one that the program does not declare.
fn functions(program: &Program, parameter: u32) -> Option<&[u32]> {
    let subroutines = program.subroutines();
    let mut parameters = subroutines.parameters.iter();
    let declared = parameters.find(|one| one.number == parameter)?;
    let of = subroutines.types.get(declared.of as usize)?;
    Some(&of.functions)
}

impl Context {
    /// ProgramSubroutineParametersuivNV.
    pub(super) fn set_subroutines(&mut self, gl: &dyn Gl, target: u32, numbers: &[u32]) {
        let target = native_target(target);
        if !self.has_target(target) {
            return self.raise(number::INVALID_ENUM);
        }
        let name = self.binding(gl, target);
        let loaded = self.group.program(target, name);
        let declared = loaded
            .as_ref()
            .map(|loaded| &loaded.program.subroutines().parameters);
        let last = declared.and_then(|parameters| parameters.last());
        if numbers.len() != last.map_or(0, |last| last.number as usize + 1) {
            return self.raise(number::INVALID_VALUE);
        }
        let may_hold = |(parameter, number): (u32, &u32)| {
            let functions = loaded
                .as_ref()
                .and_then(|loaded| functions(&loaded.program, parameter));
            functions.is_none_or(|functions| functions.contains(number))
        };
        if !(0..).zip(numbers).all(may_hold) {
            return self.raise(number::INVALID_OPERATION);
        }
        self.subroutines.0.insert(target, numbers.to_vec());
        self.parameters_changed();
    }

    /// GetProgramSubroutineParameteruivNV; `None` for an error.
    pub(crate) fn subroutine(&mut self, gl: &dyn Gl, target: u32, index: u32) -> Option<u32> {
        if !self.may() {
            return None;
        }
        let target = native_target(target);
        if !self.has_target(target) {
            return self.refuse(number::INVALID_ENUM);
        }
        if index >= SUBROUTINE_PARAMETERS {
            return self.refuse(number::INVALID_VALUE);
        }
        let loaded = self.group.program(target, self.binding(gl, target));
        let number = loaded.map(|loaded| self.subroutines.number(&loaded.program, loaded.stage, index));
        Some(number.unwrap_or(0))
    }

    /// The labels of the functions that the parameters of the bound program hold, each with the parameter's number.
    pub(crate) fn chosen(&self, gl: &dyn Gl, target: u32) -> Vec<(u32, String)> {
        let Some(loaded) = self.group.program(target, self.binding(gl, target)) else {
            return Vec::new();
        };
        let declared = loaded.program.subroutines();
        let label = |parameter: u32| {
            let number = self.subroutines.number(&loaded.program, loaded.stage, parameter);
            let function = declared.functions.iter().find(|one| one.number == number)?;
            Some((parameter, function.name.clone()))
        };
        declared
            .parameters
            .iter()
            .filter_map(|one| label(one.number))
            .collect()
    }
}
