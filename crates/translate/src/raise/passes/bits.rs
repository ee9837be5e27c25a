//! Bits that are read as another kind of number: a target without integers has no word for that, and the
//! instruction is refused where it stands.
//!
//! Comes after all that adds statements, so that it sees each of them.

use crate::form::walk::inside_out;
use crate::form::{Block, ExpressionKind, Statement};
use crate::raise::draft::Draft;
use crate::target::Feature;

/// Refuses all of them, where the target has no integers.
pub(crate) fn refuse(draft: &mut Draft<'_>) {
    if draft.context.supports(Feature::Integers) {
        return;
    }
    let mut functions = std::mem::take(&mut draft.shader.functions);
    for function in &mut functions {
        refuse_in(draft, &mut function.body);
    }
    draft.shader.functions = functions;
}

fn refuse_in(draft: &mut Draft<'_>, block: &mut Block) {
    for statement in block {
        if reads_bits(statement) {
            draft.need(Feature::Integers, draft.context.span(statement.origin));
        }
        for block in statement.blocks_mut() {
            refuse_in(draft, block);
        }
    }
}

/// Whether a statement itself reads bits so, not the blocks in it.
fn reads_bits(statement: &mut Statement) -> bool {
    let mut found = false;
    for expression in statement.expressions_mut() {
        inside_out(expression, &mut |part| {
            found |= matches!(part.kind, ExpressionKind::Bits(_))
        });
    }
    found
}
