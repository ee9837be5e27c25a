//! The operands of an instruction as they are written, and the bindings that each may be.

use quadrille_isa::gl::opcode::{OpcodeRow, OperandShape, ResultShape};
use quadrille_isa::gl::statement::Statement;
use quadrille_isa::gl::{LanguageSet, Role, Stage};

/// The part of an instruction that an operand is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slot {
    /// Its result.
    Result(ResultShape),
    /// An operand of a shape.
    Source(OperandShape),
    /// A component of an extended swizzle.
    Component,
    /// The target behind a texture or image unit.
    Target,
    /// An operand of an instruction that is not known.
    Any,
    /// An operand beyond the last.
    Beyond,
}

/// The slots of an instruction's operands, as they are written.
pub(crate) fn slots(row: &OpcodeRow, languages: LanguageSet) -> Vec<Slot> {
    let mut slots = Vec::new();
    if row.result != ResultShape::None {
        slots.push(Slot::Result(row.result));
    }
    for shape in row.operands_in(languages) {
        slots.push(Slot::Source(*shape));
        match shape {
            OperandShape::ExtendedSwizzle => slots.extend([Slot::Component; 4]),
            // The image of a store comes first, and its target last.
            OperandShape::Image if row.result == ResultShape::None => {}
            OperandShape::Texture | OperandShape::Image => slots.push(Slot::Target),
            OperandShape::Vector
            | OperandShape::OptionalVector
            | OperandShape::VectorFloat
            | OperandShape::VectorSigned
            | OperandShape::VectorUnsigned
            | OperandShape::Scalar
            | OperandShape::ScalarUnsigned
            | OperandShape::Address
            | OperandShape::Memory
            | OperandShape::Condition
            | OperandShape::VectorOrCondition
            | OperandShape::Label
            | OperandShape::Subroutine => {}
        }
    }
    if row.result == ResultShape::None && row.operands_in(languages).contains(&OperandShape::Image) {
        slots.push(Slot::Target);
    }
    slots
}

/// The roles of bindings that an operand may be.
pub(crate) fn slot_roles(slot: Slot, stage: Stage) -> Vec<Role> {
    match slot {
        Slot::Result(_) => vec![Role::Result],
        Slot::Source(OperandShape::Texture) => vec![Role::Texture, Role::Handle],
        Slot::Source(OperandShape::Image) => vec![Role::Image, Role::Handle],
        Slot::Source(
            OperandShape::Memory
            | OperandShape::Condition
            | OperandShape::Label
            | OperandShape::Subroutine
            | OperandShape::Address,
        )
        | Slot::Component
        | Slot::Target
        | Slot::Beyond => Vec::new(),
        // Tessellation control programs read the results of all invocations.
        Slot::Source(_) if stage == Stage::TessellationControl => {
            vec![Role::Attribute, Role::Parameter, Role::Result]
        }
        Slot::Source(_) => vec![Role::Attribute, Role::Parameter],
        Slot::Any => vec![Role::Attribute, Role::Parameter, Role::Result],
    }
}

/// The roles of bindings that a declaration binds.
pub(crate) fn value_roles(statement: Statement) -> Vec<Role> {
    match statement {
        Statement::Attrib => vec![Role::Attribute],
        Statement::Param | Statement::Define | Statement::Declare => vec![Role::Parameter],
        Statement::Output | Statement::Passthrough => vec![Role::Result],
        Statement::Buffer | Statement::Buffer4 | Statement::Cbuffer => vec![Role::Buffer],
        Statement::Texture => vec![Role::Texture],
        Statement::Image => vec![Role::Image],
        Statement::Storage => vec![Role::Storage],
        Statement::Shared => vec![Role::Shared],
        Statement::Counter => vec![Role::Counter],
        Statement::Subroutine => vec![Role::Subroutine],
        Statement::Option
        | Statement::Temp
        | Statement::Address
        | Statement::Alias
        | Statement::SubroutineType
        | Statement::PrimitiveIn
        | Statement::PrimitiveOut
        | Statement::VerticesOut
        | Statement::Invocations
        | Statement::TessMode
        | Statement::TessSpacing
        | Statement::TessVertexOrder
        | Statement::TessPointMode
        | Statement::GroupSize
        | Statement::SharedMemory
        | Statement::SecondaryViewLayerOffset => Vec::new(),
    }
}
