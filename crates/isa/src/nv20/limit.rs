//! Sizes of the machine.

/// Instruction slots of the program store.
pub const SLOTS: usize = 136;
/// Instructions that the OpenGL extensions expose (NV_vertex_program 2.14.1.7).
pub const GL_INSTRUCTIONS: usize = 128;
/// Instructions of a position-invariant program (NV_vertex_program1_1 2.14.B).
pub const GL_INVARIANT_INSTRUCTIONS: usize = 124;
/// Constant registers of the silicon.
pub const CONSTANTS: usize = 192;
/// The number of the machine constant that programs see as `c[0]`.
pub const GL_FIRST_CONSTANT: u8 = 96;
/// Constants that the OpenGL extensions expose.
pub const GL_CONSTANTS: usize = 96;
/// Vertex attributes.
pub const INPUTS: usize = 16;
/// Temporaries that can be written.
pub const TEMPORARIES: usize = 12;
/// The temporary that reads back what was written to the position output.
pub const POSITION_TEMPORARY: u8 = 12;
/// The temporary that the special function unit writes when both units issue.
pub const PAIRED_TEMPORARY: u8 = 1;
/// Output register numbers, assigned or not.
pub const OUTPUTS: usize = 16;
/// The output number that stands for "none" in the words of drivers.
pub const NO_OUTPUT: u8 = 0xff;
