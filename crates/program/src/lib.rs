//! The checked program: a flat list of instructions with resolved operands and branch targets.
//!
//! A [`Program`] is immutable and well formed: every slot, target and range in it exists, so engines never
//! check again. It knows no spelling; names and places in the source are side tables for messages. What is
//! absent on purpose: languages. Differences between them end in the checker, which picks an
//! [`Operation`](quadrille_isa::gl::Operation) and a [`DataType`](quadrille_isa::gl::DataType).

pub mod ati;
pub mod execution;
pub mod id;
pub mod instruction;
pub mod layout;
mod needs;
pub mod operand;
pub mod print;
pub mod program;
pub mod resources;
pub mod statistics;
pub mod structure;
pub mod types;

pub use execution::{CallOverflow, Execution};
pub use id::InstId;
pub use instruction::{
    Access, BarrierScope, Conversion, Destination, Flow, Indexed, Instruction, MemoryAccess, Selection,
    Subroutine, TexelOffset, TextureAccess,
};
pub use layout::Layout;
pub use operand::{File, Index, Operand, Outer, Register, Relative, Selector, Swizzle};
pub use program::{Defect, Malformed, Parts, Program};
pub use resources::{
    BufferElement, Counts, Declared, ImageUse, MemoryUse, Parameter, ParameterSource, Subroutines, Temporary,
    TextureUse, Variable,
};
