//! What is asked for: errors, strings, and numbers that must not show what is behind a program.

use quadrille_isa::gl::Limits;

use super::subroutine::{SUBROUTINE_NUMBERS, SUBROUTINE_PARAMETERS};
use super::track::TRACK_MATRICES;
use super::{Context, buffer, native_target};
use crate::gl::{Gl, number};

/// The extensions that translations add, where the driver does not have them.
pub(crate) const EXTENSIONS: &[&str] = &[
    "GL_NV_fragment_program",
    "GL_NV_fragment_program2",
    "GL_NV_fragment_program4",
    "GL_NV_fragment_program_option",
    "GL_NV_gpu_program4",
    "GL_NV_parameter_buffer_object",
    "GL_NV_vertex_program",
    "GL_NV_vertex_program1_1",
    "GL_NV_vertex_program2",
    "GL_NV_vertex_program2_option",
    "GL_NV_vertex_program3",
    "GL_NV_vertex_program4",
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
            number::MAX_FRAGMENT_PROGRAM_LOCAL_PARAMETERS_NV => {
                Some(Limits::DESKTOP.fp1_local_parameters.cast_signed())
            }
            number::MAX_TRACK_MATRICES_NV => Some(TRACK_MATRICES.cast_signed()),
            // One matrix each is what the driver may have.
            number::MAX_TRACK_MATRIX_STACK_DEPTH_NV => Some(1),
            _ => self.parameter_buffer(name).map(u32::cast_signed),
        }
    }

    /// GetProgramivARB, where the number is not that of the driver's object.
    pub(crate) fn program_integer(&self, gl: &dyn Gl, target: u32, name: u32) -> Option<i32> {
        let fixed = match name {
            number::MAX_PROGRAM_PARAMETER_BUFFER_BINDINGS_NV => buffer::BUFFERS,
            number::MAX_PROGRAM_PARAMETER_BUFFER_SIZE_NV => buffer::BUFFER_WORDS,
            number::MAX_PROGRAM_SUBROUTINE_PARAMETERS_NV => SUBROUTINE_PARAMETERS,
            number::MAX_PROGRAM_SUBROUTINE_NUM_NV => SUBROUTINE_NUMBERS,
            number::MAX_PROGRAM_EXEC_INSTRUCTIONS_NV => Limits::DESKTOP.executed_instructions,
            number::MAX_PROGRAM_CALL_DEPTH_NV => Limits::DESKTOP.call_depth,
            number::MAX_PROGRAM_IF_DEPTH_NV => Limits::DESKTOP.if_depth,
            number::MAX_PROGRAM_LOOP_DEPTH_NV => Limits::DESKTOP.loop_depth,
            number::MAX_PROGRAM_LOOP_COUNT_NV => Limits::DESKTOP.loop_count,
            number::MAX_PROGRAM_ATTRIB_COMPONENTS_NV | number::MAX_PROGRAM_RESULT_COMPONENTS_NV => COMPONENTS,
            number::MAX_PROGRAM_GENERIC_ATTRIBS_NV | number::MAX_PROGRAM_GENERIC_RESULTS_NV => GENERIC,
            _ => return self.resource(gl, target, name),
        };
        Some(fixed.cast_signed())
    }

    /// What a translated program takes of a resource; nothing where the driver is to be asked.
    fn resource(&self, gl: &dyn Gl, target: u32, name: u32) -> Option<i32> {
        if self.group.loads() == 0 {
            return None;
        }
        let loaded = self.translated(gl, target)?;
        let counts = loaded.program.counts();
        let count = match name {
            number::PROGRAM_LENGTH => loaded.given.len().try_into().unwrap_or(u32::MAX),
            number::PROGRAM_UNDER_NATIVE_LIMITS => 1,
            number::PROGRAM_INSTRUCTIONS | number::PROGRAM_NATIVE_INSTRUCTIONS => counts.instructions,
            number::PROGRAM_TEMPORARIES | number::PROGRAM_NATIVE_TEMPORARIES => counts.temporaries,
            number::PROGRAM_PARAMETERS | number::PROGRAM_NATIVE_PARAMETERS => counts.parameters,
            number::PROGRAM_ATTRIBS | number::PROGRAM_NATIVE_ATTRIBS => counts.attributes,
            number::PROGRAM_ADDRESS_REGISTERS | number::PROGRAM_NATIVE_ADDRESS_REGISTERS => {
                counts.address_registers
            }
            number::PROGRAM_ALU_INSTRUCTIONS | number::PROGRAM_NATIVE_ALU_INSTRUCTIONS => {
                counts.alu_instructions
            }
            number::PROGRAM_TEX_INSTRUCTIONS | number::PROGRAM_NATIVE_TEX_INSTRUCTIONS => {
                counts.texture_instructions
            }
            number::PROGRAM_TEX_INDIRECTIONS | number::PROGRAM_NATIVE_TEX_INDIRECTIONS => {
                counts.texture_indirections
            }
            number::PROGRAM_ATTRIB_COMPONENTS_NV => counts.attribute_components,
            number::PROGRAM_RESULT_COMPONENTS_NV => counts.result_components,
            _ => return None,
        };
        Some(i32::try_from(count).unwrap_or(i32::MAX))
    }

    /// GetProgramStringARB, where the text is not that of the driver's object.
    pub(crate) fn given(&self, gl: &dyn Gl, target: u32) -> Option<Vec<u8>> {
        self.translated(gl, target).map(|loaded| loaded.given.clone())
    }

    /// GetNamedProgramivEXT.
    pub(crate) fn named_program_integer(
        &mut self,
        gl: &dyn Gl,
        program: u32,
        target: u32,
        name: u32,
    ) -> Option<i32> {
        let target = native_target(target);
        self.with_bound(gl, target, program, |context| {
            context
                .program_integer(gl, target, name)
                .unwrap_or_else(|| gl.program_integer(target, name))
        })
    }

    /// GetNamedProgramStringEXT.
    pub(crate) fn named_program_text(&mut self, gl: &dyn Gl, program: u32, target: u32) -> Option<Vec<u8>> {
        let target = native_target(target);
        self.with_bound(gl, target, program, |context| {
            context.given(gl, target).unwrap_or_else(|| {
                let length = gl.program_integer(target, number::PROGRAM_LENGTH);
                gl.program_text(target, usize::try_from(length).unwrap_or(0))
            })
        })
    }

    /// The translated program that is bound.
    fn translated(&self, gl: &dyn Gl, target: u32) -> Option<std::sync::Arc<super::group::Loaded>> {
        let target = native_target(target);
        if !matches!(target, number::VERTEX_PROGRAM | number::FRAGMENT_PROGRAM) || self.group.loads() == 0 {
            return None;
        }
        let name = gl.program_integer(target, number::PROGRAM_BINDING);
        self.group.program(target, name.cast_unsigned())
    }
}

/// Components and generic vectors between the stages: what NV_gpu_program4 asks for at least.
const COMPONENTS: u32 = 60;
const GENERIC: u32 = 16;

/// The extensions that are added to a driver's.
fn added(own: &str) -> Vec<&'static str> {
    let has = |name: &str| own.split(' ').any(|one| one == name);
    EXTENSIONS.iter().copied().filter(|name| !has(name)).collect()
}
