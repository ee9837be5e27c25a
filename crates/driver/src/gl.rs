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
    /// GetFloatv of a matrix, column by column.
    fn matrix(&self, name: u32) -> [f32; 16];
    /// MatrixMode.
    fn matrix_mode(&self, mode: u32);
    /// GetString; empty where the driver gives none.
    fn text(&self, name: u32) -> String;

    /// BindProgramARB.
    fn bind_program(&self, target: u32, program: u32);
    /// DeleteProgramsARB of one.
    fn delete_program(&self, program: u32);
    /// ProgramStringARB.
    fn program_string(&self, target: u32, format: u32, text: &[u8]);
    /// GetProgramivARB.
    fn program_integer(&self, target: u32, name: u32) -> i32;
    /// GetProgramLocalParameterfvARB.
    fn local_parameter(&self, target: u32, index: u32) -> [f32; 4];
    /// GetProgramEnvParameterfvARB.
    fn environment_parameter(&self, target: u32, index: u32) -> [f32; 4];

    /// Compiles and links shaders, each with its kind; attributes get their places. What the driver says where it does
    /// not.
    ///
    /// # Errors
    ///
    /// The driver's log.
    fn link(&self, shaders: &[(u32, &str)], attributes: &[(u32, &str)]) -> Result<u32, LinkError>;
    /// DeleteProgram.
    fn delete_linked(&self, program: u32);
    /// UseProgram.
    fn use_linked(&self, program: u32);
    /// GetUniformLocation.
    fn uniform(&self, program: u32, name: &str) -> i32;
    /// Uniform4fv.
    fn set_vectors(&self, location: i32, vectors: &[[f32; 4]]);
    /// Uniform1f, or Uniform2f for two numbers.
    fn set_floats(&self, location: i32, numbers: &[f32]);
    /// Uniform1i.
    fn set_number(&self, location: i32, number: i32);
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
    pub(crate) const VERTEX_PROGRAM: u32 = 0x8620;
    pub(crate) const FRAGMENT_PROGRAM: u32 = 0x8804;
    pub(crate) const FRAGMENT_PROGRAM_NV: u32 = 0x8870;
    pub(crate) const FRAGMENT_PROGRAM_BINDING_NV: u32 = 0x8873;
    pub(crate) const VERTEX_PROGRAM_BINDING_NV: u32 = 0x864a;
    pub(crate) const PROGRAM_FORMAT_ASCII: u32 = 0x8875;
    pub(crate) const PROGRAM_BINDING: u32 = 0x8677;
    pub(crate) const PROGRAM_LENGTH: u32 = 0x8627;
    pub(crate) const PROGRAM_STRING: u32 = 0x8628;
    pub(crate) const PROGRAM_ERROR_POSITION: u32 = 0x864b;
    pub(crate) const PROGRAM_ERROR_STRING: u32 = 0x8874;
    pub(crate) const PROGRAM_UNDER_NATIVE_LIMITS: u32 = 0x88b6;
    pub(crate) const MATRIX_MODE: u32 = 0x0ba0;
    pub(crate) const MATRIX0: u32 = 0x88c0;
    pub(crate) const CURRENT_MATRIX: u32 = 0x8641;
}
