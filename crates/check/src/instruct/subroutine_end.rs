//! The end of a subroutine of the NV_gpu_program languages.

use quadrille_base::{Id, Span};
use quadrille_isa::gl::opcode::Opcode;
use quadrille_isa::gl::operation::FlowOp;
use quadrille_isa::gl::{Clamp, DataType, Operation};
use quadrille_program::{Access, Flow, Instruction};

use crate::state::code::Code;
use crate::state::flow::Labels;

/// The end of a subroutine, at the next label or the end of the text: what comes here returns. A RET
/// stands for that, unless the last instruction is one already.
pub(crate) fn end_subroutine(labels: &Labels<'_>, code: &mut Code, span: Span) {
    let here = code.instructions.len();
    let begins_here = labels.last.is_some_and(|(_, label)| label.index() == here);
    let returns = code.instructions.iter().last().is_some_and(|last| {
        let always = matches!(&last.access, Access::Flow(flow) if flow.condition.is_none());
        last.operation == Operation::Flow(FlowOp::Return) && always
    });
    if here == 0 && labels.places.is_empty() || returns && !begins_here {
        return;
    }
    let instruction = Instruction {
        opcode: Opcode::Ret,
        operation: Operation::Flow(FlowOp::Return),
        data_type: DataType::F32,
        clamp: Clamp::None,
        precise: false,
        update: None,
        destination: None,
        operands: Vec::new(),
        access: Access::Flow(Box::new(Flow {
            implicit: true,
            ..Flow::default()
        })),
    };
    code.push(instruction, span);
}
