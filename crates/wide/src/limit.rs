//! The instructions that a language allows an invocation to execute, after which it ends as it stands (NV_vertex_program2
//! 2.14.2.3). Where a value stands in the middle of a region the code does not say, so that programs that may come
//! there are left to the reference engine.

use quadrille_base::Id;
use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::FlowOp;
use quadrille_program::{Access, InstId, Program};

/// The first loop or call of a program that may execute more instructions than its language allows; `straight` is how
/// many it executes at most where it has no loop.
pub(crate) fn may_end(program: &Program, straight: Option<u64>) -> Option<InstId> {
    let execution = program.execution();
    let limit = execution.instructions?;
    if straight.is_some_and(|most| most <= limit) {
        return None;
    }
    let rounds = u64::from(execution.loop_count.unwrap_or(u32::MAX));
    let (mut each, mut most, mut first) = (1u64, 0u64, None);
    for (id, instruction) in program.instructions().iter_enumerated() {
        let target = match &instruction.access {
            Access::Flow(flow) => flow.target,
            _ => None,
        };
        most = most.saturating_add(each);
        match instruction.operation {
            Operation::Flow(FlowOp::Repeat | FlowOp::Loop) => {
                // One without a count goes round until it is left.
                let count = if instruction.operands.is_empty() {
                    u64::MAX
                } else {
                    rounds
                };
                each = each.saturating_mul(count.max(1));
                first = first.or(Some(id));
            }
            Operation::Flow(FlowOp::EndRepeat | FlowOp::EndLoop) => each = (each / rounds.max(1)).max(1),
            Operation::Flow(FlowOp::Call | FlowOp::CallIndirect) => return Some(id),
            Operation::Flow(FlowOp::Branch) if target.is_some_and(|target| target.index() <= id.index()) => {
                return Some(id);
            }
            _ => {}
        }
    }
    (most > limit).then_some(first.unwrap_or(program.entry()))
}
