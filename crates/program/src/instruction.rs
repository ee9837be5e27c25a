//! One instruction.

use quadrille_isa::gl::{Clamp, Condition, DataType, Opcode, Operation, TextureTarget};

use crate::operand::{Operand, Register};
use crate::program::InstId;

/// An instruction, resolved.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction {
    /// The opcode, for printing and explaining; engines go by `operation`.
    pub opcode: Opcode,
    /// What it does.
    pub operation: Operation,
    /// The type it computes in.
    pub data_type: DataType,
    /// The clamp before test and write.
    pub clamp: Clamp,
    /// `PREC`: never fused, never re-associated.
    pub precise: bool,
    /// The condition-code register that the result updates.
    pub update: Option<u8>,
    /// Where the result goes.
    pub destination: Option<Destination>,
    /// Source operands in the opcode's order; textures, labels and conditions are in `access`.
    pub operands: Vec<Operand>,
    /// What it touches besides registers.
    pub access: Access,
}

/// Where a result goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Destination {
    /// The register; `None` writes only condition codes (`RC`, `HC`, `CC`).
    pub register: Option<Register>,
    /// Enabled components, bit 0 for x.
    pub mask: u8,
    /// The test that a component must pass to be written.
    pub condition: Option<Condition>,
}

/// What an instruction touches besides registers.
#[derive(Clone, PartialEq, Debug)]
pub enum Access {
    /// Nothing.
    None,
    /// A texture.
    Texture(TextureAccess),
    /// The order of instructions.
    Flow(Flow),
    /// A condition that decides (KIL with a condition test).
    Condition(Condition),
    /// Buffers, images, shared or global memory.
    Memory(MemoryAccess),
}

/// How a texture is looked up.
#[derive(Clone, PartialEq, Debug)]
pub struct TextureAccess {
    /// The unit; with `index`, the first unit of the array.
    pub unit: u32,
    /// A run-time index into an array of units: the operand's x, and how many units there are.
    pub index: Option<(Operand, u32)>,
    /// The target.
    pub target: TextureTarget,
    /// A texel offset.
    pub offset: Option<TexelOffset>,
    /// The component that TXG and TXGO gather, 0 to 3.
    pub component: u8,
}

/// A texel offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TexelOffset {
    /// `(1, 0, -2)`
    Constant([i32; 3]),
    /// `offset(R1)`: three signed components of an operand.
    Variable(Operand),
}

/// A change of the order of instructions.
#[derive(Clone, PartialEq, Debug)]
pub struct Flow {
    /// The test; `None` is always.
    pub condition: Option<Condition>,
    /// Where control goes when it is taken: the label of BRA and CAL, the instruction after ELSE or ENDIF
    /// for an IF whose test fails, the instruction after ENDREP for BRK, REP's first for ENDREP.
    pub target: Option<InstId>,
    /// The possible targets of CALI, by subroutine number.
    pub targets: Vec<(u32, InstId)>,
}

/// A memory access. What kind of memory it is, the operation says.
#[derive(Clone, PartialEq, Debug)]
pub struct MemoryAccess {
    /// The binding point: buffer, image unit, counter binding; with `index`, the first of the array.
    pub binding: u32,
    /// A run-time index into an array of bindings: the operand's x, and how many bindings there are.
    pub index: Option<(Operand, u32)>,
    /// Byte offset (or element) that is added to the address operand.
    pub offset: i64,
    /// First byte past the bound range, where the declaration bounds it.
    pub limit: Option<u64>,
}
