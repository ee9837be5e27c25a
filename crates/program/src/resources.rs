//! What a program declares and uses: variables, parameters, textures, counts.

use quadrille_base::Span;
use quadrille_isa::gl::{Binding, TextureTarget};

use crate::operand::File;

/// A name that the program declares for a register or a run of them. For messages and translations: no engine
/// asks for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// As written.
    pub name: String,
    /// The file that it names a part of.
    pub file: File,
    /// The first slot.
    pub first: u32,
    /// How many slots an array has; `None` for a single register.
    pub length: Option<u32>,
    /// Where it is declared.
    pub span: Span,
}

/// A temporary slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Temporary {
    /// As declared; elements of an array share it.
    pub name: String,
    /// Whether it holds 64-bit components.
    pub long: bool,
}

/// An attribute or result slot: a binding, and whether its components take 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variable {
    /// What it is bound to.
    pub binding: Binding,
    /// Whether it holds 64-bit components.
    pub long: bool,
    /// Components that the program reads or writes, bit 0 for x; all for relative access.
    pub used: u8,
    /// How a fragment attribute is interpolated.
    pub interpolation: Interpolation,
}

/// Interpolation of a fragment attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Interpolation {
    /// From the provoking vertex.
    pub flat: bool,
    /// At the centroid of the covered part.
    pub centroid: bool,
    /// Linear in window space.
    pub no_perspective: bool,
    /// At each sample.
    pub sample: bool,
}

/// A parameter slot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameter {
    /// Where its value comes from.
    pub source: ParameterSource,
}

/// Where a parameter's value comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ParameterSource {
    /// A constant: the bits of its components.
    Constant([u32; 4]),
    /// GL state, or a program environment or local parameter.
    Binding(Binding),
}

/// A texture unit that the program samples.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextureUse {
    /// The unit.
    pub unit: u32,
    /// The one target that it is sampled with.
    pub target: TextureTarget,
}

/// Resources as the specifications count them (ARB_vertex_program 2.14.6, ARB_fragment_program 3.11.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Counts {
    /// All instructions.
    pub instructions: u32,
    /// Arithmetic instructions of a fragment program.
    pub alu_instructions: u32,
    /// Texture instructions of a fragment program, KIL among them.
    pub texture_instructions: u32,
    /// Texture indirections of a fragment program.
    pub texture_indirections: u32,
    /// Declared temporaries.
    pub temporaries: u32,
    /// Parameters, each distinct vector once.
    pub parameters: u32,
    /// Bound attributes.
    pub attributes: u32,
    /// Address registers.
    pub address_registers: u32,
}
