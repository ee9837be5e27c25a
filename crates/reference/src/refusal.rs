//! Which programs the engine does not take: those with an instruction that it would pass over.

use quadrille_isa::gl::DataType;
use quadrille_isa::gl::operation::Class;
use quadrille_program::{Access, File, Instruction, Program};

/// Why a program is not taken, if it is not.
pub(crate) fn reason(program: &Program) -> Option<&'static str> {
    program.instructions().iter().find_map(of_instruction)
}

/// Why an instruction cannot be executed, if it cannot.
pub(crate) fn of_instruction(instruction: &Instruction) -> Option<&'static str> {
    let to = instruction.destination;
    let parameter = to
        .and_then(|to| to.register)
        .is_some_and(|register| register.file == File::Parameter);
    if instruction.update.is_some()
        || to.is_some_and(|to| to.condition.is_some())
        || matches!(instruction.access, Access::Condition(_))
    {
        return Some("this engine has no condition codes");
    }
    if parameter {
        return Some("this engine runs no programs that write parameters");
    }
    if instruction.data_type != DataType::F32 {
        return Some("this engine computes in binary32 alone");
    }
    match instruction.operation.class() {
        Class::Componentwise(_)
        | Class::Scalar(_)
        | Class::Dot(_)
        | Class::Vector(_)
        | Class::Address
        | Class::Texture
        | Class::Kill => None,
        Class::Flow => Some("this engine runs no branches"),
        Class::Conversion
        | Class::Derivative
        | Class::Interpolation
        | Class::Memory
        | Class::Group
        | Class::Stage => Some("this engine does not have one of the instructions"),
    }
}
