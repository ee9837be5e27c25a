//! An instruction of the NV_gpu_program languages under way: its row and modifiers, and the types that they ask of its
//! operands.

use quadrille_base::Span;
use quadrille_isa::gl::opcode::{OpcodeRow, OperandShape, ResultShape};
use quadrille_isa::gl::operation::{Class, ConversionOp};
use quadrille_isa::gl::{DataType, Operation};

use crate::instruct::modifier::Modifiers;
use crate::instruct::operand::{Expected, Size};

/// An instruction under way: its row, its modifiers and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Given<'g> {
    pub(crate) row: &'static OpcodeRow,
    /// `None` if a modifier is wrong: then types are not checked, and nothing comes of the instruction.
    pub(crate) modifiers: Option<&'g Modifiers>,
    pub(crate) span: Span,
}

impl Given<'_> {
    /// The type that the instruction computes in.
    pub(crate) fn data_type(&self) -> DataType {
        let named = self.modifiers.and_then(|modifiers| modifiers.data_type);
        named
            .or_else(|| self.row.data_type(None))
            .unwrap_or(DataType::F32)
    }

    /// The type of the operands that have no fixed one: that of the instruction, but for CVT, whose second
    /// storage modifier names it.
    fn operand_type(&self) -> DataType {
        match self.modifiers.map(|modifiers| modifiers.storage.as_slice()) {
            Some([_, from]) if self.row.operation == Operation::Conversion(ConversionOp::Convert) => {
                from.data_type()
            }
            _ => self.data_type(),
        }
    }

    /// The type and size that an operand or result of a data type must have.
    pub(crate) fn expect(&self, data_type: DataType) -> Expected {
        Expected {
            data_type,
            checked: self.modifiers.is_some_and(|modifiers| !modifiers.unchecked),
            size: Size::Any,
        }
    }

    /// The type and size that an operand of a shape must have. A fixed type has the size of the instruction's own.
    pub(crate) fn expected(&self, shape: OperandShape) -> Expected {
        let own = self.operand_type();
        let sized = |short, long| if own.is_long() { long } else { short };
        let narrow = self.row.operation.class() != Class::Componentwise(1);
        let size = match self.row.operation {
            Operation::Conversion(ConversionOp::Unpack64) => Size::Long,
            Operation::Conversion(ConversionOp::Unpack(_)) => Size::NotShort,
            _ => Size::Any,
        };
        let expected = self.expect(match shape {
            OperandShape::VectorFloat if narrow => DataType::F32,
            OperandShape::VectorFloat => sized(DataType::F32, DataType::F64),
            OperandShape::VectorSigned => DataType::S32,
            OperandShape::VectorUnsigned => sized(DataType::U32, DataType::U64),
            OperandShape::ScalarUnsigned if self.row.operation.class() == Class::Memory => DataType::U64,
            OperandShape::ScalarUnsigned => DataType::U32,
            OperandShape::Vector
            | OperandShape::OptionalVector
            | OperandShape::Scalar
            | OperandShape::ExtendedSwizzle
            | OperandShape::Address
            | OperandShape::Texture
            | OperandShape::Image
            | OperandShape::Memory
            | OperandShape::Condition
            | OperandShape::VectorOrCondition
            | OperandShape::Label
            | OperandShape::Subroutine => own,
        });
        Expected { size, ..expected }
    }

    /// The type of the result.
    pub(crate) fn result(&self) -> Expected {
        let own = self.data_type();
        let size = match self.row.operation {
            Operation::Conversion(ConversionOp::Pack64) => Size::Long,
            Operation::Conversion(ConversionOp::Pack(_)) => Size::NotShort,
            _ => Size::Any,
        };
        let expected = self.expect(match self.row.result {
            ResultShape::VectorFloat if own.is_long() => DataType::F64,
            ResultShape::VectorFloat => DataType::F32,
            ResultShape::VectorSigned => DataType::S32,
            ResultShape::VectorUnsigned if own.is_long() => DataType::U64,
            ResultShape::VectorUnsigned => DataType::U32,
            ResultShape::None | ResultShape::Vector | ResultShape::Scalar | ResultShape::Address => own,
        });
        Expected { size, ..expected }
    }
}
