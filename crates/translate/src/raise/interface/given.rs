//! What invocations of a control program read of the patch that they make (`vertex.out`, `primitive.out`): outputs of the
//! shader, of which each invocation sees what others have given behind a barrier.

use quadrille_program::{File, Instruction};
use quadrille_program::{Operand, Program, Register, Variable};

use crate::form::{Expression, Lvalue, Root, Type};
use crate::raise::draft::Draft;
use crate::raise::interface::buffers::slots;
use crate::raise::interface::reading::{Reading, Writing};
use crate::raise::interface::results::Results;

/// Whether an attribute is a result of the program's own stage.
fn is_given(variable: &Variable) -> bool {
    variable.binding.passed().is_some() && variable.binding.index[0] != 0
}

/// Whether an instruction reads what invocations give.
pub(crate) fn reads(program: &Program, instruction: &Instruction) -> bool {
    let is_read = |register: &Register| {
        let attributes = program.attributes();
        let mut read = slots(register).filter_map(|slot| attributes.get(slot));
        register.file == File::Attribute && read.any(is_given)
    };
    let mut operands = instruction.operands.iter();
    operands.any(|operand: &Operand| is_read(&operand.register))
}

/// How the program reads what invocations give: from the outputs, that of the first vertex where each has one; zero where
/// nothing writes it.
pub(crate) fn declare(draft: &Draft<'_>, attributes: &mut [Option<Reading>], results: &Results) {
    let program = draft.context.program;
    for (reading, variable) in attributes.iter_mut().zip(program.attributes()) {
        if variable.used == 0 || !is_given(variable) {
            continue;
        }
        let own = variable.binding.passed();
        let slot = program
            .results()
            .iter()
            .position(|result| Some(result.binding) == own);
        let writing = slot.map_or(Writing::Nowhere, |slot| results.slots[slot]);
        *reading = Some(of_output(draft, writing));
    }
}

fn of_output(draft: &Draft<'_>, writing: Writing) -> Reading {
    let read = |root, ty| {
        let index = match root {
            Root::Output(at) => draft.shader.outputs[at as usize].vertices.map(|_| 0),
            _ => None,
        };
        let index = index.map(|first| Box::new(Expression::int(first)));
        Expression::read(Lvalue { root, index }, ty)
    };
    match writing {
        Writing::Vector(root) => Reading::Whole(read(root, Type::VEC4)),
        Writing::Scalar(root, _) => {
            let zero = || Expression::float(0.0, 1);
            Reading::Pieces([read(root, Type::FLOAT), zero(), zero(), zero()])
        }
        Writing::Nowhere => Reading::Whole(Expression::float(0.0, 4)),
    }
}
