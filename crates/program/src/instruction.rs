//! One instruction.
//!
//! # Types
//!
//! `data_type` is the type that the instruction's modifier names, or its opcode's own. It is the type of the
//! result and of every operand whose shape in the opcode's row does not fix another: CEIL, FLR, ROUND and
//! TRUNC read floats and give `data_type`; I2F reads `data_type` and gives floats; SAD reads its third operand
//! and gives its result as unsigned integers; a texture's coordinates are floats (TXF, TXFMS and TXQ: signed
//! integers) and its result is of `data_type`; a load's result, a store's first operand and both of an atomic
//! operation have the type of the [`Storage`]; addresses of global memory are unsigned integers of 64 bits,
//! texel coordinates of images signed integers.
//!
//! A register of 64 bits that an instruction of 32 reads or writes, and the reverse, is converted within its
//! base type (NV_gpu_program5 2.X.4.1, NV_gpu_program4 2.X.4.3).
//!
//! # Flow
//!
//! Structured flow stays in the list of instructions, and every instruction that may go elsewhere says where
//! to ([`Flow::target`]), so that an engine searches nothing. An instruction whose condition is absent goes
//! there always, one with a condition where it holds, but for IF, which goes there where it does not:
//!
//! | operation | target |
//! |---|---|
//! | `Branch`, `Call` | the instruction behind the label |
//! | `CallIndirect` | none; the possible ones are in [`Flow::subroutine`] |
//! | `Return` | none: behind the call, or the end of the program where nothing was called |
//! | `If` | behind its ELSE, or behind its ENDIF if it has no ELSE; taken where the test *fails* |
//! | `Else` | behind its ENDIF; whoever comes to ELSE from above takes it |
//! | `EndIf` | none |
//! | `Repeat`, `Loop` | behind its ENDREP or ENDLOOP; taken where the count is not above zero |
//! | `EndRepeat`, `EndLoop` | the first instruction of the body; taken while rounds are left |
//! | `Break` | behind the ENDREP or ENDLOOP of the innermost loop |
//! | `Continue` | the ENDREP or ENDLOOP of the innermost loop |
//!
//! A target one past the last instruction is the end of the program. A loop's counter is that of its
//! [`Flow::depth`] in the frame of the running subroutine: REP writes it (its operand's x, of a float the
//! floor; without an operand the loop has no end), ENDREP takes one off and goes back while it is above zero.
//! A counter needs no care when RET or BRK leaves a loop, for the next REP of the same depth writes it anew.
//!
//! Where the text lets a subroutine end at the next label or at END, a RET stands in the list with
//! [`Flow::implicit`] set: no instruction falls into a subroutine (NV_gpu_program4 2.X.8 CAL). In the vertex
//! languages with BRA, labels end nothing and there is no such RET.

use std::sync::Arc;

use quadrille_base::Id;
use quadrille_isa::gl::operation::DerivativeControl;
use quadrille_isa::gl::{
    AtomicOperation, Clamp, Condition, CounterOperation, DataType, Opcode, Operation, Storage, TextureTarget,
};
use quadrille_numerics::convert::{Format, Rounding};

use crate::id::InstId;
use crate::operand::{Operand, Register, Swizzle};

/// An instruction, resolved.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction {
    /// The opcode, for printing and explaining; engines go by `operation`.
    pub opcode: Opcode,
    /// The operation that it performs.
    pub operation: Operation,
    /// The type it computes in.
    pub data_type: DataType,
    /// The clamp before test and write.
    pub clamp: Clamp,
    /// `PREC`: never fused, never re-associated.
    pub precise: bool,
    /// The condition-code register that the result updates.
    pub update: Option<u8>,
    /// The destination of the result.
    pub destination: Option<Destination>,
    /// Source operands in the opcode's order; textures, labels and conditions are in `access`.
    pub operands: Vec<Operand>,
    /// The resource that it accesses besides registers, or what it states besides its type.
    pub access: Access,
}

impl Instruction {
    /// Every operand that it reads: [`Instruction::operands`], then the indices, addresses, handles and offsets
    /// of what it accesses.
    pub fn reads(&self) -> impl Iterator<Item = &Operand> {
        let access: [Option<&Operand>; 3] = match &self.access {
            Access::Texture(texture) => [
                texture.index.as_ref().map(|index| &index.operand),
                texture.handle.as_deref(),
                match &texture.offset {
                    Some(TexelOffset::Variable(operand)) => Some(operand),
                    Some(TexelOffset::Constant(_)) | None => None,
                },
            ],
            Access::Memory(memory) => [
                memory.index.as_ref().map(|index| &index.operand),
                memory.handle.as_deref(),
                memory.address.as_ref(),
            ],
            Access::Flow(flow) => {
                let index = flow.subroutine.as_ref().and_then(|called| called.index.as_ref());
                [index.map(|index| &index.operand), None, None]
            }
            Access::None
            | Access::Condition(_)
            | Access::Conversion(_)
            | Access::Barrier(_)
            | Access::Derivative(_) => [None; 3],
        };
        self.operands.iter().chain(access.into_iter().flatten())
    }

    /// Visits every register that it reads or writes.
    pub fn visit_registers(&mut self, visit: &mut impl FnMut(&mut Register)) {
        for operand in &mut self.operands {
            visit(&mut operand.register);
        }
        if let Some(register) = self.destination.as_mut().and_then(|to| to.register.as_mut()) {
            visit(register);
        }
        let access: [Option<&mut Operand>; 3] = match &mut self.access {
            Access::Texture(texture) => [
                texture.index.as_mut().map(|index| &mut index.operand),
                texture.handle.as_deref_mut(),
                match &mut texture.offset {
                    Some(TexelOffset::Variable(operand)) => Some(operand),
                    Some(TexelOffset::Constant(_)) | None => None,
                },
            ],
            Access::Memory(memory) => [
                memory.index.as_mut().map(|index| &mut index.operand),
                memory.handle.as_deref_mut(),
                memory.address.as_mut(),
            ],
            Access::Flow(flow) => {
                let index = flow.subroutine.as_mut().and_then(|called| called.index.as_mut());
                [index.map(|index| &mut index.operand), None, None]
            }
            Access::None
            | Access::Condition(_)
            | Access::Conversion(_)
            | Access::Barrier(_)
            | Access::Derivative(_) => [None, None, None],
        };
        for operand in access.into_iter().flatten() {
            visit(&mut operand.register);
        }
    }
}

/// The destination of a result: a register, a write mask and a condition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Destination {
    /// The register; `None` writes only condition codes (`RC`, `HC`, `CC`).
    pub register: Option<Register>,
    /// Enabled components, bit 0 for x.
    pub mask: u8,
    /// The test that a component must pass to be written.
    pub condition: Option<Condition>,
    /// Whether floats are rounded to binary16 on the way: `H` registers, `o[COLH]` and `HC` of FP1.0, SHORT
    /// variables of the ARB fragment options. The register holds the rounded number as binary32.
    pub short: bool,
}

/// The resource that an instruction accesses besides registers, or what it states besides its type. What few
/// instructions have, and is large, lies apart from them.
#[derive(Clone, PartialEq, Debug)]
pub enum Access {
    /// Nothing.
    None,
    /// A texture.
    Texture(Box<TextureAccess>),
    /// The order of instructions.
    Flow(Box<Flow>),
    /// A condition that decides (KIL with a condition test).
    Condition(Condition),
    /// Buffers, images, shared or global memory.
    Memory(Box<MemoryAccess>),
    /// The two formats of CVT.
    Conversion(Conversion),
    /// Whose accesses MEMBAR orders.
    Barrier(BarrierScope),
    /// The neighbours that a derivative compares, where the program says which; both words let the engines' own
    /// neighbour stand.
    Derivative(DerivativeControl),
}

/// The texture, target and modifiers of a texture instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct TextureAccess {
    /// The unit; with `index`, the first unit of the array; 0 with `handle`.
    pub unit: u32,
    /// A run-time index into an array of units.
    pub index: Option<Box<Indexed>>,
    /// The scalar that holds a 64-bit texture handle, in place of a unit (NV_bindless_texture).
    pub handle: Option<Box<Operand>>,
    /// The target.
    pub target: TextureTarget,
    /// A texel offset.
    pub offset: Option<TexelOffset>,
    /// The component that TXG and TXGO gather, 0 to 3.
    pub component: u8,
    /// `LODCLAMP`: the smallest level of detail is in the second coordinate vector, x or (cube arrays and
    /// shadow cubes) y; of TXD in the third operand's w (ARB_sparse_texture_clamp Table X.17).
    pub lod_clamp: bool,
    /// `SPARSE`: residency goes to the sparse condition code.
    pub sparse: bool,
}

/// A run-time index into an array of units or binding points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Indexed {
    /// The operand whose x is added to the first of the array; it holds a signed integer.
    pub operand: Operand,
    /// The constant offset that is added besides.
    pub offset: i32,
    /// The number of units or binding points of the array. An index outside is undefined.
    pub length: u32,
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
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Flow {
    /// The test; `None` is always.
    pub condition: Option<Condition>,
    /// The branch target; see the table at the top of the module.
    pub target: Option<InstId>,
    /// The number of loops of its subroutine that enclose the loop that REP and ENDREP delimit and BRK and CONT leave:
    /// the number of its counter. Of the others, 0.
    pub depth: u32,
    /// The subroutine that CALI calls.
    pub subroutine: Option<Box<Subroutine>>,
    /// Whether the program does not write it: the RET at the end of a subroutine.
    pub implicit: bool,
}

impl Flow {
    /// Moves its target, if it is `first` or later, by a number of instructions that were put before `first`.
    pub fn shift(&mut self, first: InstId, by: usize) {
        if let Some(target) = self.target.filter(|target| *target >= first) {
            self.target = Some(InstId::new(target.index() + by));
        }
    }
}

/// The callee of CALI: the subroutine whose number the application has put into a parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct Subroutine {
    /// The number of the parameter, `program.subroutine[n]`; with `index`, the first of the array.
    pub parameter: u32,
    /// A run-time index into an array of parameters.
    pub index: Option<Indexed>,
    /// The subroutines of the variable's type: SUBROUTINENUM and first instruction of each.
    /// All calls of one type share them.
    pub targets: Arc<[(u32, InstId)]>,
}

/// A memory access. What kind of memory it is, the operation says; the address of global memory and the texel
/// of an image are among the operands.
#[derive(Clone, PartialEq, Debug)]
pub struct MemoryAccess {
    /// The binding point: buffer, image unit, counter buffer; with `index`, the first of the array; 0 with
    /// `handle` and for global and shared memory.
    pub binding: u32,
    /// A run-time index into an array of bindings.
    pub index: Option<Box<Indexed>>,
    /// The scalar that holds a 64-bit image handle, in place of a unit (NV_bindless_texture).
    pub handle: Option<Box<Operand>>,
    /// Byte offset of the access, without `address`.
    pub offset: i64,
    /// The scalar that is added to the offset, in bytes (for counters, in counters of four bytes).
    pub address: Option<Operand>,
    /// First byte of the range that the variable is bound to.
    pub first: u64,
    /// First byte past the range that the variable is bound to, where its declaration ends the range.
    pub limit: Option<u64>,
    /// The swizzle, magnitude and sign that LDC applies to the vector that it has read.
    pub selection: Selection,
    /// The format that is read or written; `None` for a formatted image store or load, and for queries of an image.
    pub storage: Option<Storage>,
    /// The operation of an atomic instruction.
    pub atomic: Option<AtomicOperation>,
    /// The operation of ATOMCTR.
    pub counter: Option<CounterOperation>,
    /// The target of an image.
    pub target: Option<TextureTarget>,
    /// `COH`: through a coherent level of the caches.
    pub coherent: bool,
    /// `VOL`: to memory every time.
    pub volatile: bool,
    /// `SPARSE`: residency goes to the sparse condition code.
    pub sparse: bool,
}

/// The swizzle, magnitude and sign applied to a vector after it is read from memory, as to an operand
/// (NV_parameter_buffer_object2 2.X.8.Z LDC).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Selection {
    /// Which components.
    pub swizzle: Swizzle,
    /// Whether the magnitude is taken, before any negation.
    pub absolute: bool,
    /// Whether all components are negated.
    pub negate: bool,
}

impl Default for Selection {
    fn default() -> Selection {
        Selection {
            swizzle: Swizzle::IDENTITY,
            absolute: false,
            negate: false,
        }
    }
}

/// A conversion between two formats (NV_gpu_program5 2.X.8 CVT).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Conversion {
    /// The format of the result.
    pub to: Format,
    /// The format of the operand.
    pub from: Format,
    /// The rounding mode for numbers that the format does not hold exactly.
    pub rounding: Rounding,
}

/// Whose memory accesses a barrier orders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BarrierScope {
    /// Everyone's.
    Device,
    /// Those that the work group sees (`MEMBAR.CTA`).
    WorkGroup,
}
