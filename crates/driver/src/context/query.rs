//! What is asked for: errors, strings, and numbers that must not show what is behind a program.

use quadrille_isa::gl::{Limits, Stage};
use quadrille_program::layout::{InputPrimitive, OutputPrimitive};
use quadrille_program::{Counts, Layout};

use super::attribute::ATTRIBUTES;
use super::load::judged;
use super::subroutine::{SUBROUTINE_NUMBERS, SUBROUTINE_PARAMETERS};
use super::{Context, buffer, native_target};
use crate::gl::{Gl, number};

/// The extensions that translations add, where the driver does not have them, each with what the driver has to have for it.
const EXTENSIONS: &[(&str, Option<&str>)] = &[
    // Its entry points are the other's under other names.
    ("GL_NV_bindless_texture", Some("GL_ARB_bindless_texture")),
    ("GL_NV_compute_program5", Some("GL_ARB_compute_shader")),
    ("GL_NV_fragment_program", None),
    ("GL_NV_fragment_program2", None),
    ("GL_NV_fragment_program4", None),
    ("GL_NV_fragment_program_option", None),
    ("GL_NV_geometry_program4", None),
    ("GL_NV_gpu_program4", None),
    // Their translations are in GLSL 4.50.
    ("GL_NV_gpu_program5", Some("GL_ARB_derivative_control")),
    ("GL_NV_parameter_buffer_object", None),
    ("GL_NV_tessellation_program5", Some("GL_ARB_tessellation_shader")),
    ("GL_NV_vertex_program", None),
    ("GL_NV_vertex_program1_1", None),
    ("GL_NV_vertex_program2", None),
    ("GL_NV_vertex_program2_option", None),
    ("GL_NV_vertex_program3", None),
    ("GL_NV_vertex_program4", None),
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
            number::TRANSFORM_FEEDBACK_ATTRIBS_NV | number::TRANSFORM_FEEDBACK_BUFFER_MODE_NV => {
                Some(self.feedback_integer(gl, name))
            }
            number::CURRENT_PROGRAM => {
                let used = gl.integer(name);
                Some(if used.cast_unsigned() == self.hidden() {
                    0
                } else {
                    used
                })
            }
            number::GEOMETRY_PROGRAM
            | number::TESS_CONTROL_PROGRAM
            | number::TESS_EVALUATION_PROGRAM
            | number::COMPUTE_PROGRAM => self.stage_enabled(name).map(i32::from),
            number::VERTEX_PROGRAM_BINDING_NV => {
                Some(gl.program_integer(number::VERTEX_PROGRAM, number::PROGRAM_BINDING))
            }
            number::FRAGMENT_PROGRAM_BINDING_NV => {
                Some(gl.program_integer(number::FRAGMENT_PROGRAM, number::PROGRAM_BINDING))
            }
            number::MAX_FRAGMENT_PROGRAM_LOCAL_PARAMETERS_NV => {
                Some(Limits::DESKTOP.fp1_local_parameters.cast_signed())
            }
            number::FRAGMENT_PROGRAM_NV => Some(gl.is_enabled(number::FRAGMENT_PROGRAM).into()),
            number::COLOR_SUM => self.sums_colors.then_some(0),
            number::LIST_INDEX => self.list_index().map(u32::cast_signed),
            _ => match attribute_array(name) {
                Some(index) => Some(gl.is_array_enabled(index).into()),
                None => self.parameter_buffer(name).map(u32::cast_signed),
            },
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
            _ => {
                return self
                    .kept_integer(target, name)
                    .or_else(|| self.resource(gl, target, name))
                    .or_else(|| self.nothing_loaded(target, name))
                    .or_else(|| native_components(gl, native_target(target), name));
            }
        };
        Some(fixed.cast_signed())
    }

    /// What is asked of a target that is kept here, besides what its program takes.
    fn kept_integer(&self, target: u32, name: u32) -> Option<i32> {
        let (stage, limits) = (self.stages.stage(target)?, Limits::DESKTOP);
        let geometry = || {
            let loaded = self.group.program(target, self.stages.bound(target)?)?;
            match loaded.program.layout() {
                Layout::Geometry(geometry) => Some(geometry.clone()),
                Layout::None
                | Layout::TessellationControl { .. }
                | Layout::TessellationEvaluation(_)
                | Layout::Compute { .. } => None,
            }
        };
        let is_geometry = stage == Stage::Geometry;
        let number = match name {
            number::PROGRAM_BINDING => self.stages.bound(target)?,
            number::PROGRAM_FORMAT => number::PROGRAM_FORMAT_ASCII,
            number::MAX_PROGRAM_LOCAL_PARAMETERS => limits.stage_local_parameters,
            number::MAX_PROGRAM_ENV_PARAMETERS => limits.stage_env_parameters,
            number::MAX_PROGRAM_INSTRUCTIONS | number::MAX_PROGRAM_NATIVE_INSTRUCTIONS => {
                limits.stage_instructions
            }
            number::MAX_PROGRAM_TEMPORARIES | number::MAX_PROGRAM_NATIVE_TEMPORARIES => {
                limits.stage_temporaries
            }
            number::MAX_PROGRAM_PARAMETERS | number::MAX_PROGRAM_NATIVE_PARAMETERS => limits.stage_parameters,
            number::MAX_PROGRAM_ATTRIBS | number::MAX_PROGRAM_NATIVE_ATTRIBS => limits.stage_attributes,
            // NV_gpu_program4 has temporaries of integers in their place.
            number::MAX_PROGRAM_ADDRESS_REGISTERS | number::MAX_PROGRAM_NATIVE_ADDRESS_REGISTERS => 0,
            number::MAX_PROGRAM_PATCH_ATTRIBS_NV => limits.patch_attributes,
            number::MAX_PROGRAM_OUTPUT_VERTICES_NV if is_geometry => limits.output_vertices,
            number::MAX_PROGRAM_TOTAL_OUTPUT_COMPONENTS_NV if is_geometry => limits.total_output_components,
            number::GEOMETRY_VERTICES_OUT if is_geometry => geometry().map_or(0, |own| own.vertices),
            number::GEOMETRY_INPUT_TYPE if is_geometry => geometry().map_or(0, |own| input_type(own.input)),
            number::GEOMETRY_OUTPUT_TYPE if is_geometry => {
                geometry().map_or(0, |own| output_type(own.output))
            }
            _ => return None,
        };
        Some(number.cast_signed())
    }

    /// What is asked of the program of a target that is kept here, where none is loaded.
    fn nothing_loaded(&self, target: u32, name: u32) -> Option<i32> {
        self.stages.stage(target)?;
        match name {
            number::PROGRAM_UNDER_NATIVE_LIMITS => Some(1),
            number::PROGRAM_LENGTH
            | number::PROGRAM_INSTRUCTIONS
            | number::PROGRAM_NATIVE_INSTRUCTIONS
            | number::PROGRAM_TEMPORARIES
            | number::PROGRAM_NATIVE_TEMPORARIES
            | number::PROGRAM_PARAMETERS
            | number::PROGRAM_NATIVE_PARAMETERS
            | number::PROGRAM_ATTRIBS
            | number::PROGRAM_NATIVE_ATTRIBS
            | number::PROGRAM_ADDRESS_REGISTERS
            | number::PROGRAM_NATIVE_ADDRESS_REGISTERS
            | number::PROGRAM_ATTRIB_COMPONENTS_NV
            | number::PROGRAM_RESULT_COMPONENTS_NV => Some(0),
            _ => None,
        }
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
        let given = self.translated(gl, target).map(|loaded| loaded.given.clone());
        // The driver knows no texts of targets that it lacks.
        given.or_else(|| self.stages.stage(target).map(|_| Vec::new()))
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
        if !self.has_target(target) || self.group.loads() == 0 {
            return None;
        }
        self.group.program(target, self.binding(gl, target))
    }
}

/// The array of an enable of NV_vertex_program.
pub(crate) fn attribute_array(name: u32) -> Option<u32> {
    let index = name.checked_sub(number::VERTEX_ATTRIB_ARRAY0_NV)?;
    (index < ATTRIBUTES).then_some(index)
}

/// What only NV_gpu_program4 counts, of a program that the driver took: found in its text. Where none is loaded, it is 0.
fn native_components(gl: &dyn Gl, target: u32, name: u32) -> Option<i32> {
    let of_name = |counts: &Counts| match name {
        number::PROGRAM_ATTRIB_COMPONENTS_NV => Some(counts.attribute_components),
        number::PROGRAM_RESULT_COMPONENTS_NV => Some(counts.result_components),
        _ => None,
    };
    of_name(&Counts::default())?;
    let stage = match target {
        number::VERTEX_PROGRAM => Stage::Vertex,
        number::FRAGMENT_PROGRAM => Stage::Fragment,
        _ => return None,
    };
    let length = gl.program_integer(target, number::PROGRAM_LENGTH);
    let text = gl.program_text(target, usize::try_from(length).unwrap_or(0));
    let counted = judged(stage, &text)
        .ok()
        .and_then(|loaded| of_name(loaded.program.counts()));
    Some(i32::try_from(counted.unwrap_or(0)).unwrap_or(i32::MAX))
}

/// The number of a primitive that comes in.
fn input_type(primitive: InputPrimitive) -> u32 {
    match primitive {
        InputPrimitive::Points => 0,
        InputPrimitive::Lines => 1,
        InputPrimitive::LinesAdjacency => 0xa,
        InputPrimitive::Triangles => 4,
        InputPrimitive::TrianglesAdjacency => 0xc,
        InputPrimitive::Patches => 0xe,
    }
}

/// The number of a primitive that goes out.
fn output_type(primitive: OutputPrimitive) -> u32 {
    match primitive {
        OutputPrimitive::Points => 0,
        OutputPrimitive::LineStrip => 3,
        OutputPrimitive::TriangleStrip => 5,
    }
}

/// Components and generic vectors between the stages: what NV_gpu_program4 asks for at least.
const COMPONENTS: u32 = 60;
const GENERIC: u32 = 16;

/// The extensions that are added to a driver's.
fn added(own: &str) -> Vec<&'static str> {
    let has = |name: &str| own.split(' ').any(|one| one == name);
    let rows = EXTENSIONS.iter();
    let missing = rows.filter(|(name, needed)| !has(name) && needed.is_none_or(has));
    missing.map(|(name, _)| *name).collect()
}
