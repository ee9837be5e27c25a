//! Kinds of numbers: from what each instruction reads and gives ([`quadrille_program::types`]).

use quadrille_isa::gl::operation::ArithmeticOp;
use quadrille_isa::gl::{DataType, Operation};
use quadrille_program::types::{NumberKind, Types, is_long};
use quadrille_program::{Instruction, Program, Register};

use crate::form::Scalar;

/// The kind of a data type.
pub(crate) const fn kind(data_type: DataType) -> Scalar {
    match data_type {
        DataType::F32 | DataType::F16 | DataType::Fx12 => Scalar::Float,
        DataType::S32 => Scalar::Int,
        DataType::U32 => Scalar::Uint,
        DataType::F64 => Scalar::Double,
        DataType::S64 => Scalar::Long,
        DataType::U64 => Scalar::Ulong,
    }
}

/// Of a base type, with the size of a data type; bits that may be anything are words.
const fn scalar(kind: NumberKind, of: DataType) -> Scalar {
    let scalar = match kind {
        NumberKind::Float => Scalar::Float,
        NumberKind::Signed => Scalar::Int,
        NumberKind::Unsigned | NumberKind::Any => Scalar::Uint,
    };
    scalar.sized(of.is_long())
}

/// The kind that an instruction reads an operand as.
pub(crate) fn operand_kind(program: &Program, instruction: &Instruction, at: usize) -> Scalar {
    let types = Types::of(program, instruction);
    scalar(
        NumberKind::read(instruction, types, at),
        types.operands[at.min(2)],
    )
}

/// The kind of an instruction's result.
pub(crate) fn result_kind(program: &Program, instruction: &Instruction) -> Scalar {
    let types = Types::of(program, instruction);
    scalar(NumberKind::given(instruction, types), types.result)
}

/// Whether an instruction copies bits, of any kind.
pub(crate) fn copies(program: &Program, instruction: &Instruction) -> bool {
    let long = |register: &Register| is_long(program, register) == instruction.data_type.is_long();
    let to = instruction.destination.and_then(|to| to.register);
    instruction.operation == Operation::Arithmetic(ArithmeticOp::Move)
        && instruction.update.is_none()
        && to.is_none_or(|to| long(&to))
        && instruction
            .operands
            .iter()
            .all(|operand| !operand.absolute && operand.negate == 0 && long(&operand.register))
}
