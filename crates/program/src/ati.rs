//! A program of ATI_text_fragment_shader as it is written: constants, passes, and instructions with the
//! modifiers of that language.
//!
//! Engines do not read it: a [`Program`](crate::Program) of the language has instructions like any other, into
//! which modifiers and pairs are taken apart. Printers do, for nothing else says what was written.

use quadrille_isa::gl::ati::{Argument, Selection};
use quadrille_isa::gl::operation::ArithmeticOp;

use crate::resources::ParameterSource;

/// A program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AtiShader {
    /// The values that `c0` to `c7` are bound to.
    pub constants: [Option<ParameterSource>; 8],
    /// One pass, or the preliminary pass and the output pass.
    pub passes: Vec<AtiPass>,
}

/// A pass.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AtiPass {
    /// The set-ups of the registers at its start.
    pub setups: Vec<AtiSetup>,
    /// Its instructions in order.
    pub instructions: Vec<AtiInstruction>,
}

/// PassTexCoord or SampleMap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AtiSetup {
    /// Whether it samples the texture of the destination's number, or passes the coordinates themselves.
    pub sample: bool,
    /// The register, 0 to 5.
    pub destination: u8,
    /// The source of the coordinates.
    pub source: AtiCoordinates,
    /// Which three of them.
    pub selection: Selection,
}

/// The source of the coordinates of a set-up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AtiCoordinates {
    /// `t0` to `t5`.
    Texture(u8),
    /// `r0` to `r5`, as the pass before left it.
    Register(u8),
}

/// An arithmetic instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct AtiInstruction {
    /// The operation that it performs; one of `ati::INSTRUCTIONS`.
    pub operation: ArithmeticOp,
    /// The register that it writes, 0 to 5.
    pub destination: u8,
    /// The components that it writes, bit 0 for r.
    pub mask: u8,
    /// Its place in `ati::SCALES`, if the result is scaled.
    pub scale: Option<usize>,
    /// Whether the result is clamped to [0, 1].
    pub saturate: bool,
    /// Its arguments in order.
    pub arguments: Vec<AtiArgument>,
}

/// An argument of an instruction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AtiArgument {
    /// The source that is read.
    pub source: AtiSource,
    /// The component that stands for all four, 0 to 3.
    pub replicate: Option<u8>,
    /// The modifiers that are applied to it.
    pub modifiers: Argument,
}

/// The source that an argument reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AtiSource {
    /// `r0` to `r5`.
    Register(u8),
    /// `c0` to `c7`.
    Constant(u8),
    /// `color0` or `color1`.
    Color(u8),
    /// `0`.
    Zero,
    /// `1`.
    One,
}
