//! Which programs the engine does not take: those with an instruction that it would pass over.

use quadrille_isa::gl::operation::Class;
use quadrille_program::Program;

/// Why a program is not taken, if it is not.
pub(crate) fn reason(program: &Program) -> Option<&'static str> {
    let mut classes = program
        .instructions()
        .iter()
        .map(|instruction| instruction.operation.class());
    classes
        .any(|class| class == Class::Memory)
        .then_some("this engine has no memory instructions")
}
