//! Position invariance: the instructions of the fixed-function position, put before the program's own.
//!
//! They are the very instructions that the fixed-function vertex stage has, `DP4` with the rows of the
//! modelview-projection matrix, so that positions are equal to the bit (ARB_vertex_program 2.14.4.5.1). They
//! are not counted.

use quadrille_base::{Id, IndexVec, Span};
use quadrille_isa::gl::operation::ArithmeticOp;
use quadrille_isa::gl::{Binding, Clamp, DataType, Family, Opcode, Operation};
use quadrille_program::{Access, Destination, File, InstId, Instruction, Operand, ParameterSource, Register};

use crate::state::code::Code;
use crate::state::slots::Slots;

/// Puts them before the instruction where a program begins, and moves the targets of branches behind it; gives
/// their number. In the text they stand where the option does, at `at`.
pub(crate) fn prepend(slots: &mut Slots, code: &mut Code, entry: InstId, at: Span) -> usize {
    let to = slots.bind(File::Result, Binding::new(Family::ResultPosition, [0; 4]), at);
    let position = slots.bind(File::Attribute, Binding::new(Family::VertexPosition, [0; 4]), at);
    slots.results[to as usize].used = 0b1111;
    slots.attributes[position as usize].used = 0b1111;
    let before = entry.index();
    let mut instructions: IndexVec<InstId, Instruction> = IndexVec::new();
    let mut spans: IndexVec<InstId, Span> = IndexVec::new();
    for (instruction, span) in code.instructions.iter().zip(code.spans.iter()).take(before) {
        instructions.push(instruction.clone());
        spans.push(*span);
    }
    for row in 0..4 {
        let matrix = Binding::new(Family::StateMatrixMvp, [0, row, 0, 0]);
        let row_of_matrix = slots.parameter(ParameterSource::Binding(matrix), at);
        instructions.push(Instruction {
            opcode: Opcode::Dp4,
            operation: Operation::Arithmetic(ArithmeticOp::Dot4),
            data_type: DataType::F32,
            clamp: Clamp::None,
            precise: false,
            update: None,
            destination: Some(Destination {
                register: Some(Register::fixed(File::Result, to)),
                mask: 1 << row,
                condition: None,
                short: false,
            }),
            operands: vec![
                Operand::of(Register::fixed(File::Parameter, row_of_matrix)),
                Operand::of(Register::fixed(File::Attribute, position)),
            ],
            access: Access::None,
        });
        spans.push(at);
    }
    let added = instructions.len() - before;
    for (instruction, span) in code.instructions.iter().zip(code.spans.iter()).skip(before) {
        instructions.push(instruction.clone());
        spans.push(*span);
    }
    for id in instructions.ids() {
        if let Access::Flow(flow) = &mut instructions[id].access {
            flow.shift(entry, added);
        }
    }
    code.instructions = instructions;
    code.spans = spans;
    added
}
