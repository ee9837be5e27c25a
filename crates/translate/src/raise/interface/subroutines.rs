//! Subroutine parameters: which of its functions an indirect call goes to.
//!
//! No shading language but GLSL 4.00 has subroutines that are chosen from outside, and its numbers are the
//! compiler's. So a parameter is an integer, and the call compares it with the number that SUBROUTINENUM gives each
//! function: the engine sets what it gave `glProgramSubroutineParametersuivNV`. A number that no function has calls
//! nothing.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_isa::gl::{Binding, Family};
use quadrille_program::{Access, Instruction, Subroutine};

use crate::form::{SubroutineParameter, Type};
use crate::raise::draft::Draft;
use crate::refusal::Reason;

/// Parameters that an index may choose from; each takes a comparison.
pub(crate) const MOST_PARAMETERS: u32 = 256;

/// The binding of a subroutine parameter, by its number.
pub(crate) const fn binding(number: u32) -> Binding {
    Binding::new(Family::ProgramSubroutine, [number, 0, 0, 0])
}

/// Declares the subroutine parameters that indirect calls read: parameters of the shader, by number.
pub(crate) fn declare(draft: &mut Draft<'_>) -> BTreeMap<u32, u32> {
    let program = draft.context.program;
    let mut numbers = BTreeSet::new();
    for (id, instruction) in program.instructions().iter_enumerated() {
        let Some(called) = called(instruction) else {
            continue;
        };
        let count = called.index.as_ref().map_or(1, |index| index.length);
        if count > MOST_PARAMETERS {
            draft.unsupported(program.span(id), Reason::Choices("subroutine parameters"));
        }
        numbers.extend(called.parameter..called.parameter + count.min(MOST_PARAMETERS));
    }
    let subroutines = program.subroutines();
    let mut parameters = BTreeMap::new();
    for number in numbers {
        let mut declared = subroutines.parameters.iter();
        let Some(of) = declared.find(|parameter| parameter.number == number) else {
            continue;
        };
        let Some(of) = subroutines.types.get(of.of as usize) else {
            continue;
        };
        let functions = subroutines.functions.iter();
        let functions = functions.filter(|function| of.functions.contains(&function.number));
        let name = format!("u_{}_subroutine{number}", draft.context.stage_word());
        let parameter = draft.parameter_named(&name, Type::INT, None);
        draft.shader.parameters[parameter].elements = vec![Some(binding(number))];
        parameters.insert(number, parameter as u32);
        draft.shader.subroutines.push(SubroutineParameter {
            parameter: parameter as u32,
            of: of.name.clone(),
            functions: functions
                .map(|function| (function.name.clone(), function.number))
                .collect(),
        });
    }
    parameters
}

/// The subroutine parameter of an indirect call.
fn called(instruction: &Instruction) -> Option<&Subroutine> {
    match &instruction.access {
        Access::Flow(flow) => flow.subroutine.as_deref(),
        _ => None,
    }
}
