//! The calls of OpenGL that this library makes itself, as a trait: behind it is a driver, or a fake one in tests.

/// A driver's OpenGL, with a context that is current on this thread. Numbers are those of the registry's `gl.xml`.
pub(crate) trait Gl {
    /// GetError.
    fn error(&self) -> u32;
    /// Enable or Disable.
    fn set_enabled(&self, capability: u32, enabled: bool);
    /// IsEnabled.
    fn is_enabled(&self, capability: u32) -> bool;
    /// GetIntegerv of one number.
    fn integer(&self, name: u32) -> i32;
    /// GetFloatv of up to sixteen numbers: of a matrix column by column.
    fn floats(&self, name: u32) -> [f32; 16];
    /// GetLightfv of up to four numbers.
    fn light(&self, light: u32, name: u32) -> [f32; 4];
    /// GetTexGeniv of the mode of a coordinate, of the active unit.
    fn generation_mode(&self, coordinate: u32) -> u32;
    /// PushAttrib.
    fn push_attributes(&self, mask: u32);
    /// PopAttrib.
    fn pop_attributes(&self);
    /// MatrixMode.
    fn matrix_mode(&self, mode: u32);
    /// ActiveTexture.
    fn active_texture(&self, unit: u32);
    /// GetString; empty where the driver gives none.
    fn text(&self, name: u32) -> String;

    /// BindProgramARB.
    fn bind_program(&self, target: u32, program: u32);
    /// DeleteProgramsARB of one.
    fn delete_program(&self, program: u32);
    /// IsProgramARB.
    fn is_program(&self, program: u32) -> bool;
    /// ProgramStringARB.
    fn program_string(&self, target: u32, format: u32, text: &[u8]);
    /// GetProgramivARB.
    fn program_integer(&self, target: u32, name: u32) -> i32;
    /// GetProgramStringARB, of this length.
    fn program_text(&self, target: u32, length: usize) -> Vec<u8>;
    /// GetProgramLocalParameterfvARB.
    fn local_parameter(&self, target: u32, index: u32) -> [f32; 4];
    /// GetProgramEnvParameterfvARB.
    fn environment_parameter(&self, target: u32, index: u32) -> [f32; 4];
    /// ProgramLocalParameter4fvARB.
    fn set_local_parameter(&self, target: u32, index: u32, value: [f32; 4]);
    /// ProgramEnvParameter4fvARB.
    fn set_environment_parameter(&self, target: u32, index: u32, value: [f32; 4]);

    /// Vertex4fv, Normal3fv, Color4fv, … or VertexAttrib4fvARB: the current value of an attribute by the number that
    /// NV_vertex_program gives it (table X.1).
    fn set_attribute(&self, index: u32, value: [f32; 4]);
    /// GetVertexAttribfvARB of CURRENT_VERTEX_ATTRIB.
    fn generic_attribute(&self, index: u32) -> [f32; 4];
    /// GetVertexAttribivARB of VERTEX_ATTRIB_ARRAY_ENABLED.
    fn is_array_enabled(&self, index: u32) -> bool;

    /// IsBuffer.
    fn is_buffer(&self, buffer: u32) -> bool;
    /// BindBuffer.
    fn bind_buffer(&self, target: u32, buffer: u32);
    /// GetBufferParameteriv of BUFFER_SIZE.
    fn buffer_size(&self, target: u32) -> i32;
    /// BufferSubData.
    fn write_buffer(&self, target: u32, offset: usize, bytes: &[u8]);
    /// BindBufferBase of UNIFORM_BUFFER.
    fn bind_uniform_buffer(&self, point: u32, buffer: u32);

    /// NewList.
    fn new_list(&self, list: u32, mode: u32);
    /// EndList.
    fn end_list(&self);
    /// CallList.
    fn call_list(&self, list: u32);
    /// DeleteLists.
    fn delete_lists(&self, first: u32, count: i32);

    /// Compiles and links shaders, each with its kind; attributes get their places, and transform feedback records what is
    /// named. What the driver says where it does not.
    ///
    /// # Errors
    ///
    /// The driver's log.
    fn link(
        &self,
        shaders: &[(u32, &str)],
        attributes: &[(u32, &str)],
        recorded: &Recorded,
    ) -> Result<u32, LinkError>;
    /// DeleteProgram.
    fn delete_linked(&self, program: u32);
    /// UseProgram.
    fn use_linked(&self, program: u32);
    /// GetUniformLocation.
    fn uniform(&self, program: u32, name: &str) -> i32;
    /// GetUniformBlockIndex and UniformBlockBinding, where the program has such a block.
    fn bind_block(&self, program: u32, name: &str, point: u32);
    /// Uniform4fv.
    fn set_vectors(&self, location: i32, vectors: &[[f32; 4]]);
    /// Uniform1f, or Uniform2f for two numbers.
    fn set_floats(&self, location: i32, numbers: &[f32]);
    /// Uniform1i.
    fn set_number(&self, location: i32, number: i32);
}

/// What transform feedback records of a program, as TransformFeedbackVaryings takes it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Recorded {
    /// Names of outputs.
    pub(crate) names: Vec<String>,
    /// INTERLEAVED_ATTRIBS or SEPARATE_ATTRIBS.
    pub(crate) mode: u32,
}

/// A driver does not take the shaders of a translation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{log}")]
pub(crate) struct LinkError {
    /// Its words.
    pub(crate) log: String,
}

/// Numbers of OpenGL (`gl.xml`).
pub(crate) mod number {
    pub(crate) const INVALID_ENUM: u32 = 0x0500;
    pub(crate) const INVALID_VALUE: u32 = 0x0501;
    pub(crate) const INVALID_OPERATION: u32 = 0x0502;
    pub(crate) const RENDERER: u32 = 0x1f01;
    pub(crate) const VERSION: u32 = 0x1f02;
    pub(crate) const EXTENSIONS: u32 = 0x1f03;
    pub(crate) const NUM_EXTENSIONS: u32 = 0x821d;
    pub(crate) const CONTEXT_PROFILE_MASK: u32 = 0x9126;
    pub(crate) const CURRENT_PROGRAM: u32 = 0x8b8d;
    pub(crate) const PROGRAM_PIPELINE_BINDING: u32 = 0x825a;
    pub(crate) const VERTEX_SHADER: u32 = 0x8b31;
    pub(crate) const FRAGMENT_SHADER: u32 = 0x8b30;
    pub(crate) const GEOMETRY_SHADER: u32 = 0x8dd9;
    pub(crate) const TESS_EVALUATION_SHADER: u32 = 0x8e87;
    pub(crate) const TESS_CONTROL_SHADER: u32 = 0x8e88;
    pub(crate) const COMPUTE_SHADER: u32 = 0x91b9;
    pub(crate) const ENABLE_BIT: u32 = 0x2000;
    pub(crate) const ATTRIB_STACK_DEPTH: u32 = 0x0bb0;

    pub(crate) const GEOMETRY_PROGRAM: u32 = 0x8c26;
    pub(crate) const TESS_CONTROL_PROGRAM: u32 = 0x891e;
    pub(crate) const TESS_EVALUATION_PROGRAM: u32 = 0x891f;
    pub(crate) const COMPUTE_PROGRAM: u32 = 0x90fb;
    pub(crate) const MAX_PROGRAM_OUTPUT_VERTICES_NV: u32 = 0x8c27;
    pub(crate) const MAX_PROGRAM_TOTAL_OUTPUT_COMPONENTS_NV: u32 = 0x8c28;
    pub(crate) const MAX_PROGRAM_PATCH_ATTRIBS_NV: u32 = 0x86d8;
    pub(crate) const GEOMETRY_VERTICES_OUT: u32 = 0x8dda;
    pub(crate) const GEOMETRY_INPUT_TYPE: u32 = 0x8ddb;
    pub(crate) const GEOMETRY_OUTPUT_TYPE: u32 = 0x8ddc;

    pub(crate) const VERTEX_PROGRAM: u32 = 0x8620;
    pub(crate) const VERTEX_STATE_PROGRAM: u32 = 0x8621;
    pub(crate) const FRAGMENT_PROGRAM: u32 = 0x8804;
    pub(crate) const FRAGMENT_PROGRAM_NV: u32 = 0x8870;
    pub(crate) const FRAGMENT_PROGRAM_BINDING_NV: u32 = 0x8873;
    pub(crate) const VERTEX_PROGRAM_BINDING_NV: u32 = 0x864a;
    pub(crate) const MAX_FRAGMENT_PROGRAM_LOCAL_PARAMETERS_NV: u32 = 0x8868;
    pub(crate) const PROGRAM_FORMAT_ASCII: u32 = 0x8875;
    pub(crate) const PROGRAM_FORMAT: u32 = 0x8876;
    pub(crate) const PROGRAM_BINDING: u32 = 0x8677;
    pub(crate) const ACTIVE_TEXTURE: u32 = 0x84e0;
    pub(crate) const TEXTURE0: u32 = 0x84c0;
    pub(crate) const COLOR_SUM: u32 = 0x8458;
    pub(crate) const VIEWPORT: u32 = 0x0ba2;
    pub(crate) const LIST_INDEX: u32 = 0x0b33;
    pub(crate) const PROGRAM_LENGTH: u32 = 0x8627;
    pub(crate) const PROGRAM_STRING: u32 = 0x8628;
    pub(crate) const PROGRAM_PARAMETER_NV: u32 = 0x8644;
    pub(crate) const PROGRAM_TARGET_NV: u32 = 0x8646;
    pub(crate) const PROGRAM_RESIDENT_NV: u32 = 0x8647;
    pub(crate) const PROGRAM_ERROR_POSITION: u32 = 0x864b;
    pub(crate) const PROGRAM_ERROR_STRING: u32 = 0x8874;
    pub(crate) const PROGRAM_UNDER_NATIVE_LIMITS: u32 = 0x88b6;
    pub(crate) const MAX_PROGRAM_LOCAL_PARAMETERS: u32 = 0x88b4;
    pub(crate) const MAX_PROGRAM_ENV_PARAMETERS: u32 = 0x88b5;

    pub(crate) const PROGRAM_INSTRUCTIONS: u32 = 0x88a0;
    pub(crate) const MAX_PROGRAM_INSTRUCTIONS: u32 = 0x88a1;
    pub(crate) const MAX_PROGRAM_NATIVE_INSTRUCTIONS: u32 = 0x88a3;
    pub(crate) const MAX_PROGRAM_TEMPORARIES: u32 = 0x88a5;
    pub(crate) const MAX_PROGRAM_NATIVE_TEMPORARIES: u32 = 0x88a7;
    pub(crate) const MAX_PROGRAM_PARAMETERS: u32 = 0x88a9;
    pub(crate) const MAX_PROGRAM_NATIVE_PARAMETERS: u32 = 0x88ab;
    pub(crate) const MAX_PROGRAM_ATTRIBS: u32 = 0x88ad;
    pub(crate) const MAX_PROGRAM_NATIVE_ATTRIBS: u32 = 0x88af;
    pub(crate) const MAX_PROGRAM_ADDRESS_REGISTERS: u32 = 0x88b1;
    pub(crate) const MAX_PROGRAM_NATIVE_ADDRESS_REGISTERS: u32 = 0x88b3;
    pub(crate) const PROGRAM_NATIVE_INSTRUCTIONS: u32 = 0x88a2;
    pub(crate) const PROGRAM_TEMPORARIES: u32 = 0x88a4;
    pub(crate) const PROGRAM_NATIVE_TEMPORARIES: u32 = 0x88a6;
    pub(crate) const PROGRAM_PARAMETERS: u32 = 0x88a8;
    pub(crate) const PROGRAM_NATIVE_PARAMETERS: u32 = 0x88aa;
    pub(crate) const PROGRAM_ATTRIBS: u32 = 0x88ac;
    pub(crate) const PROGRAM_NATIVE_ATTRIBS: u32 = 0x88ae;
    pub(crate) const PROGRAM_ADDRESS_REGISTERS: u32 = 0x88b0;
    pub(crate) const PROGRAM_NATIVE_ADDRESS_REGISTERS: u32 = 0x88b2;
    pub(crate) const PROGRAM_ALU_INSTRUCTIONS: u32 = 0x8805;
    pub(crate) const PROGRAM_TEX_INSTRUCTIONS: u32 = 0x8806;
    pub(crate) const PROGRAM_TEX_INDIRECTIONS: u32 = 0x8807;
    pub(crate) const PROGRAM_NATIVE_ALU_INSTRUCTIONS: u32 = 0x8808;
    pub(crate) const PROGRAM_NATIVE_TEX_INSTRUCTIONS: u32 = 0x8809;
    pub(crate) const PROGRAM_NATIVE_TEX_INDIRECTIONS: u32 = 0x880a;
    pub(crate) const PROGRAM_ATTRIB_COMPONENTS_NV: u32 = 0x8906;
    pub(crate) const PROGRAM_RESULT_COMPONENTS_NV: u32 = 0x8907;
    pub(crate) const MAX_PROGRAM_ATTRIB_COMPONENTS_NV: u32 = 0x8908;
    pub(crate) const MAX_PROGRAM_RESULT_COMPONENTS_NV: u32 = 0x8909;
    pub(crate) const MAX_PROGRAM_GENERIC_ATTRIBS_NV: u32 = 0x8da5;
    pub(crate) const MAX_PROGRAM_GENERIC_RESULTS_NV: u32 = 0x8da6;
    pub(crate) const MAX_PROGRAM_EXEC_INSTRUCTIONS_NV: u32 = 0x88f4;
    pub(crate) const MAX_PROGRAM_CALL_DEPTH_NV: u32 = 0x88f5;
    pub(crate) const MAX_PROGRAM_IF_DEPTH_NV: u32 = 0x88f6;
    pub(crate) const MAX_PROGRAM_LOOP_DEPTH_NV: u32 = 0x88f7;
    pub(crate) const MAX_PROGRAM_LOOP_COUNT_NV: u32 = 0x88f8;

    pub(crate) const MATRIX_MODE: u32 = 0x0ba0;
    pub(crate) const MODELVIEW_MATRIX: u32 = 0x0ba6;
    pub(crate) const PROJECTION_MATRIX: u32 = 0x0ba7;
    pub(crate) const TEXTURE_MATRIX: u32 = 0x0ba8;
    pub(crate) const COLOR_MATRIX: u32 = 0x80b1;
    pub(crate) const MATRIX0: u32 = 0x88c0;
    pub(crate) const CURRENT_MATRIX: u32 = 0x8641;
    pub(crate) const MAX_TEXTURE_COORDS: u32 = 0x8871;
    pub(crate) const MODELVIEW: u32 = 0x1700;
    pub(crate) const PROJECTION: u32 = 0x1701;
    pub(crate) const TEXTURE: u32 = 0x1702;
    pub(crate) const COLOR: u32 = 0x1800;
    pub(crate) const MODELVIEW_PROJECTION_NV: u32 = 0x8629;
    pub(crate) const IDENTITY_NV: u32 = 0x862a;
    pub(crate) const INVERSE_NV: u32 = 0x862b;
    pub(crate) const TRANSPOSE_NV: u32 = 0x862c;
    pub(crate) const INVERSE_TRANSPOSE_NV: u32 = 0x862d;
    pub(crate) const MATRIX0_NV: u32 = 0x8630;
    pub(crate) const TRACK_MATRIX_NV: u32 = 0x8648;
    pub(crate) const TRACK_MATRIX_TRANSFORM_NV: u32 = 0x8649;

    pub(crate) const CURRENT_COLOR: u32 = 0x0b00;
    pub(crate) const CURRENT_NORMAL: u32 = 0x0b02;
    pub(crate) const CURRENT_TEXTURE_COORDS: u32 = 0x0b03;
    pub(crate) const CURRENT_FOG_COORD: u32 = 0x8453;
    pub(crate) const CURRENT_SECONDARY_COLOR: u32 = 0x8459;
    pub(crate) const CURRENT_ATTRIB: u32 = 0x8626;
    pub(crate) const VERTEX_ATTRIB_ARRAY0_NV: u32 = 0x8650;

    pub(crate) const COPY_WRITE_BUFFER: u32 = 0x8f37;
    pub(crate) const UNIFORM_BUFFER: u32 = 0x8a11;
    pub(crate) const UNIFORM_BUFFER_BINDING: u32 = 0x8a28;
    pub(crate) const MAX_UNIFORM_BUFFER_BINDINGS: u32 = 0x8a2f;
    pub(crate) const VERTEX_PROGRAM_PARAMETER_BUFFER_NV: u32 = 0x8da2;
    pub(crate) const GEOMETRY_PROGRAM_PARAMETER_BUFFER_NV: u32 = 0x8da3;
    pub(crate) const FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV: u32 = 0x8da4;
    pub(crate) const TESS_CONTROL_PROGRAM_PARAMETER_BUFFER_NV: u32 = 0x8c74;
    pub(crate) const TESS_EVALUATION_PROGRAM_PARAMETER_BUFFER_NV: u32 = 0x8c75;
    pub(crate) const COMPUTE_PROGRAM_PARAMETER_BUFFER_NV: u32 = 0x90fc;
    pub(crate) const MAX_PROGRAM_PARAMETER_BUFFER_BINDINGS_NV: u32 = 0x8da0;
    pub(crate) const MAX_PROGRAM_PARAMETER_BUFFER_SIZE_NV: u32 = 0x8da1;
    pub(crate) const MAX_PROGRAM_SUBROUTINE_PARAMETERS_NV: u32 = 0x8f44;
    pub(crate) const MAX_PROGRAM_SUBROUTINE_NUM_NV: u32 = 0x8f45;

    pub(crate) const TRANSFORM_FEEDBACK_BINDING: u32 = 0x8e25;
    pub(crate) const TRANSFORM_FEEDBACK_PAUSED: u32 = 0x8e23;
    pub(crate) const TRANSFORM_FEEDBACK_ACTIVE: u32 = 0x8e24;
    pub(crate) const TRANSFORM_FEEDBACK_ATTRIBS_NV: u32 = 0x8c7e;
    pub(crate) const TRANSFORM_FEEDBACK_BUFFER_MODE_NV: u32 = 0x8c7f;
    pub(crate) const INTERLEAVED_ATTRIBS: u32 = 0x8c8c;
    pub(crate) const SEPARATE_ATTRIBS: u32 = 0x8c8d;
    pub(crate) const MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS: u32 = 0x8c8a;
    pub(crate) const MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS: u32 = 0x8c8b;
    pub(crate) const MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS: u32 = 0x8c80;
    pub(crate) const CLAMP_VERTEX_COLOR: u32 = 0x891a;

    pub(crate) const COMPILE: u32 = 0x1300;
    pub(crate) const COMPILE_AND_EXECUTE: u32 = 0x1301;
    pub(crate) const LIST_BASE: u32 = 0x0b32;
}
