//! Structured flow and subroutines of the NV_gpu_program languages (NV_gpu_program4 2.X.5).
//!
//! Blocks are followed in `block`; here are the operands of IF, REP, BRK, CONT, CAL and RET, and where a
//! subroutine ends.

use quadrille_isa::gl::operation::FlowOp;
use quadrille_isa::gl::{Clamp, Condition, Operation};
use quadrille_program::{Access, Flow as FlowAccess, Instruction, Operand, Subroutine};
use quadrille_syntax::tree::{OperandIndex, Value};

use crate::block::follow;
use crate::condition::{bare_condition, parenthesized_condition};
use crate::context::Context;
use crate::instruct::given::Given;
use crate::instruct::indirect::called_variable;
use crate::instruct::label::label_name;
use crate::instruct::lowering::Lowering;
use crate::names::Names;
use crate::resolver::Wanted;
use crate::state::diagnostics::Diagnostics;

/// An instruction that decides which one comes next.
pub(super) fn instruction<'t, 's>(
    lowering: &mut Lowering<'_, 't, 's>,
    operation: FlowOp,
    given: Given<'_>,
    written: &'t [OperandIndex],
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
        given.row.mnemonic,
        given.span,
    );
    if operation == FlowOp::Return {
        // A RET leaves every block around it.
        flow.blocks.returns += 1;
    }
    resolver.names = resolver.names.within(&flow.blocks);
    let Some(decided) = decided(lowering, operation, given, written) else {
        return;
    };
    if given.modifiers.is_none() {
        return;
    }
    let operands: Vec<Operand> = decided.count.into_iter().collect();
    let instruction = Instruction {
        opcode: given.row.opcode,
        operation: Operation::Flow(operation),
        data_type: given.data_type(),
        clamp: Clamp::None,
        precise: false,
        update: None,
        destination: None,
        operands,
        access: Access::Flow(Box::new(FlowAccess {
            condition: decided.condition,
            target,
            depth,
            subroutine: decided.subroutine.map(Box::new),
            ..FlowAccess::default()
        })),
    };
    lowering.code.push(instruction, given.span);
}

/// The operands of an instruction of flow: a label, a condition or a count.
fn decided<'t, 's>(
    lowering: &mut Lowering<'_, 't, 's>,
    operation: FlowOp,
    given: Given<'_>,
    written: &'t [OperandIndex],
) -> Option<Decided> {
    let resolver = &mut lowering.resolver;
    match (operation, written) {
        (FlowOp::If, [condition]) => {
            decided_by(&resolver.cx, resolver.names, resolver.diagnostics, *condition)
        }
        (FlowOp::Break | FlowOp::Continue | FlowOp::Return, []) => Some(Decided::default()),
        (FlowOp::Break | FlowOp::Continue | FlowOp::Return, [condition]) => {
            decided_by(&resolver.cx, resolver.names, resolver.diagnostics, *condition)
        }
        (FlowOp::Repeat, []) => {
            if let Some(block) = lowering.flow.blocks.innermost() {
                block.endless = true;
            }
            Some(Decided::default())
        }
        (FlowOp::Repeat, [count]) => {
            let expected = given.expect(given.data_type());
            let count = resolver.typed_source(resolver.cx.operand(*count), Wanted::Vector, expected)?;
            Some(Decided {
                count: Some(count),
                ..Decided::default()
            })
        }
        (FlowOp::Call, [label]) => {
            let name = label_name(&resolver.cx, resolver.diagnostics, *label)?;
            let here = lowering.code.next();
            lowering.flow.branches.push((here, name));
            match resolver.cx.operand(*label).attached {
                Some(condition) => decided_by(&resolver.cx, resolver.names, resolver.diagnostics, condition),
                None => Some(Decided::default()),
            }
        }
        (FlowOp::CallIndirect, [variable]) => {
            let subroutine = called_variable(lowering, *variable, given.span)?;
            let resolver = &mut lowering.resolver;
            let decided = match resolver.cx.operand(*variable).attached {
                Some(condition) => decided_by(&resolver.cx, resolver.names, resolver.diagnostics, condition)?,
                None => Decided::default(),
            };
            Some(Decided {
                subroutine: Some(subroutine),
                ..decided
            })
        }
        (FlowOp::Else | FlowOp::EndIf | FlowOp::EndRepeat, []) => Some(Decided::default()),
        (FlowOp::If | FlowOp::Call | FlowOp::CallIndirect, _) => {
            resolver.wrong_count(given.span, given.row.mnemonic, 1, written);
            None
        }
        (
            FlowOp::Branch
            | FlowOp::Return
            | FlowOp::Else
            | FlowOp::EndIf
            | FlowOp::Repeat
            | FlowOp::EndRepeat
            | FlowOp::Loop
            | FlowOp::EndLoop
            | FlowOp::Break
            | FlowOp::Continue,
            _,
        ) => {
            resolver.wrong_count(given.span, given.row.mnemonic, 0, written);
            None
        }
    }
}

/// A condition, in parentheses or not: the grammar has them only for masks and branches, and the
/// specification's own examples write both.
fn decided_by(
    cx: &Context<'_, '_>,
    names: Names<'_, '_>,
    diagnostics: &mut Diagnostics,
    index: OperandIndex,
) -> Option<Decided> {
    let condition = match &cx.operand(index).value {
        Value::Parenthesis(_) => parenthesized_condition(cx, names, diagnostics, index)?,
        _ => bare_condition(cx, names, diagnostics, index)?,
    };
    Some(Decided {
        condition: Some(condition),
        ..Decided::default()
    })
}

/// The operand of a flow-control instruction: a condition, a loop count or a subroutine.
#[derive(Clone, Default)]
struct Decided {
    condition: Option<Condition>,
    /// The iteration count of a loop.
    count: Option<Operand>,
    /// The subroutine that CALI calls.
    subroutine: Option<Subroutine>,
}
