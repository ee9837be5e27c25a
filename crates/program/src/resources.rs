//! The resources that a program declares and uses: variables, parameters, textures, counts.

use quadrille_base::Span;
use quadrille_isa::gl::{Binding, Family, TextureTarget};

use crate::id::InstId;

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
    /// The number of slots of an array; `None` for a single register.
    pub length: Option<u32>,
    /// Whether the application sets its value by this name (DECLARE of FP1.0).
    pub settable: bool,
    /// The span of its declaration.
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
    /// The binding of the slot.
    pub binding: Binding,
    /// Whether it holds 64-bit components.
    pub long: bool,
    /// Components that the program reads or writes, bit 0 for x; all for relative access.
    pub used: u8,
    /// The interpolation of a fragment attribute.
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
    /// The source of its value.
    pub source: ParameterSource,
    /// The high words of a constant of 64 bits, whose low words are the source. An instruction of 64 bits
    /// reads both; a constant that 32 bits hold has none, and is converted like any register.
    pub high: Option<[u32; 4]>,
}

impl Parameter {
    /// A parameter of 32 bits.
    pub const fn of(source: ParameterSource) -> Parameter {
        Parameter { source, high: None }
    }
}

/// The source of a parameter's value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ParameterSource {
    /// A constant: the bits of its components.
    Constant([u32; 4]),
    /// GL state, or a program environment or local parameter.
    Binding(Binding),
    /// A program parameter buffer (NV_parameter_buffer_object), read when the program runs.
    Buffer(BufferElement),
}

/// An element of a program parameter buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BufferElement {
    /// The binding point.
    pub buffer: u32,
    /// The element, counted in words or, with `vector`, in vectors of four words.
    pub element: u32,
    /// Whether the element is a vector (BUFFER4). Otherwise it is one word, in all four components (BUFFER).
    pub vector: bool,
}

impl BufferElement {
    /// The binding that names it.
    pub const fn binding(self) -> Binding {
        Binding::new(Family::ProgramBuffer, [self.buffer, self.element, 0, 0])
    }
}

/// A texture unit that the program samples.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextureUse {
    /// The unit.
    pub unit: u32,
    /// The one target that it is sampled with.
    pub target: TextureTarget,
}

/// An image unit that the program accesses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ImageUse {
    /// The unit.
    pub unit: u32,
    /// Whether instructions store there.
    pub is_written: bool,
}

/// Memory that the program may access through binding points: what has to be there before it runs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MemoryUse {
    /// Program parameter buffers, of BUFFER, BUFFER4 and CBUFFER variables; ascending.
    pub parameter_buffers: Vec<u32>,
    /// Storage buffers; ascending.
    pub storage_buffers: Vec<u32>,
    /// Atomic counter buffers; ascending.
    pub counter_buffers: Vec<u32>,
    /// Whether images are named by handles, of which the text does not tell the textures.
    pub image_handles: bool,
    /// Whether textures are.
    pub texture_handles: bool,
}

/// Subroutines (ARB_shader_subroutine, NV_gpu_program5).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Subroutines {
    /// The types.
    pub types: Vec<SubroutineType>,
    /// Labels with a number, in order of the text.
    pub functions: Vec<SubroutineFunction>,
    /// The subroutine parameters that variables are bound to, ascending by their number.
    pub parameters: Vec<SubroutineParameter>,
}

/// A subroutine type: the functions that its variables may hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubroutineType {
    /// Its name.
    pub name: String,
    /// Numbers of its functions, as SUBROUTINENUM gives them; ascending.
    pub functions: Vec<u32>,
}

/// A label with a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubroutineFunction {
    /// The label.
    pub name: String,
    /// The number that SUBROUTINENUM gives it.
    pub number: u32,
    /// The instruction it stands before.
    pub target: InstId,
}

/// A subroutine parameter, `program.subroutine[n]`: set for each draw to the number of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SubroutineParameter {
    /// Its number.
    pub number: u32,
    /// Its type, an index into [`Subroutines::types`].
    pub of: u32,
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
    /// Components of attributes that the program reads (NV_gpu_program4 2.X.3.2).
    pub attribute_components: u32,
    /// Components of results that the program writes (NV_gpu_program4 2.X.3.5).
    pub result_components: u32,
}
