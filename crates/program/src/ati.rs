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
    /// What `c0` to `c7` are bound to.
    pub constants: [Option<ParameterSource>; 8],
    /// One pass, or the preliminary pass and the output pass.
    pub passes: Vec<AtiPass>,
}

/// A pass.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AtiPass {
    /// What registers hold at its start.
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
    /// Where the coordinates come from.
    pub source: AtiCoordinates,
    /// Which three of them.
    pub selection: Selection,
}

/// Where the coordinates of a set-up come from.
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
    /// What it does; one of `ati::INSTRUCTIONS`.
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
    /// What is read.
    pub source: AtiSource,
    /// The component that stands for all four, 0 to 3.
    pub replicate: Option<u8>,
    /// What is done to it.
    pub modifiers: Argument,
}

/// What an argument reads.
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
