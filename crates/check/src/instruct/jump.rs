//! Branches, calls and loops of the languages before NV_gpu_program4.

use quadrille_base::Span;
use quadrille_isa::gl::opcode::{OpcodeRow, OperandShape};
use quadrille_isa::gl::operation::FlowOp;
use quadrille_isa::gl::{Clamp, Condition, DataType, Operation};
use quadrille_program::{Access, File, Flow as FlowAccess, Instruction, Operand};
use quadrille_syntax::tree::{self, OperandIndex};

use crate::block::follow;
use crate::condition::{attached_condition, bare_condition, parenthesized_condition};
use crate::instruct::label::label_name;
use crate::instruct::lowering::Lowering;
use crate::resolver::Wanted;
use crate::rules;

/// An instruction that decides which one comes next.
pub(super) fn instruction<'t, 's>(
    lowering: &mut Lowering<'_, 't, 's>,
    operation: FlowOp,
    row: &'static OpcodeRow,
    instruction: &'t tree::Instruction<'s>,
    span: Span,
) {
    let Lowering {
        resolver, flow, code, ..
    } = lowering;
    let (target, depth) = follow(
        &resolver.cx,
        &mut flow.blocks,
        code,
        resolver.diagnostics,
        operation,
        row.mnemonic,
        span,
    );
    resolver.names = resolver.names.within(&flow.blocks);
    let written = resolver.cx.list(&instruction.operands);
    let Some(decided) = decision(lowering, row, written, span) else {
        return;
    };
    let instruction = Instruction {
        opcode: row.opcode,
        operation: Operation::Flow(operation),
        data_type: DataType::F32,
        clamp: Clamp::None,
        precise: false,
        update: None,
        destination: None,
        operands: decided.count.into_iter().collect(),
        access: Access::Flow(Box::new(FlowAccess {
            condition: decided.condition,
            target,
            depth,
            ..FlowAccess::default()
        })),
    };
    lowering.code.push(instruction, span);
}

/// The operands of an instruction of flow: a label, a condition or a count.
fn decision<'t, 's>(
    lowering: &mut Lowering<'_, 't, 's>,
    row: &'static OpcodeRow,
    written: &'t [OperandIndex],
    span: Span,
) -> Option<Decision> {
    let resolver = &mut lowering.resolver;
    let none = Decision::default();
    match (row.operands_in(resolver.cx.language.features.languages), written) {
        ([], []) => Some(none),
        ([OperandShape::Label, ..], [label]) => {
            let name = label_name(&resolver.cx, resolver.diagnostics, *label)?;
            let branch = lowering.code.next();
            lowering.flow.branches.push((branch, name));
            let condition = attached_condition(
                &resolver.cx,
                resolver.names,
                resolver.diagnostics,
                resolver.cx.operand(*label).attached,
            )?;
            Some(Decision { condition, ..none })
        }
        ([OperandShape::Condition], [condition]) => {
            let condition = match row.operation {
                Operation::Flow(FlowOp::If) => {
                    bare_condition(&resolver.cx, resolver.names, resolver.diagnostics, *condition)?
                }
                _ => parenthesized_condition(&resolver.cx, resolver.names, resolver.diagnostics, *condition)?,
            };
            Some(Decision {
                condition: Some(condition),
                ..none
            })
        }
        ([OperandShape::Condition], []) if row.operation != Operation::Flow(FlowOp::If) => Some(none),
        ([OperandShape::Vector], [count]) => {
            let operand = resolver.cx.operand(*count);
            let count = resolver.source(operand, Wanted::Vector)?;
            let register = count.register;
            if register.file != File::Parameter || register.relative.is_some() {
                resolver.report(rules::loop_count::at(operand.span, row.mnemonic));
                return None;
            }
            Some(Decision {
                count: Some(count),
                ..none
            })
        }
        (shapes, _) => {
            let labels = [OperandShape::Label, OperandShape::Vector];
            let needed = shapes.iter().filter(|shape| labels.contains(shape)).count();
            let wanted = needed + usize::from(row.operation == Operation::Flow(FlowOp::If));
            resolver.wrong_count(span, row.mnemonic, wanted, written);
            None
        }
    }
}

/// The operand of a flow-control instruction: a condition or a loop count.
#[derive(Clone, Copy, Default)]
struct Decision {
    condition: Option<Condition>,
    /// The iteration count of a loop.
    count: Option<Operand>,
}
