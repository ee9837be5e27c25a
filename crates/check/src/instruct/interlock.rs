//! FSIB and FSIE, which bound the interlocked section.

use quadrille_base::Span;
use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::StageOp;

use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::flow::{Flow, InterlockBound};

/// Notes FSIB or FSIE.
pub(crate) fn interlock(
    flow: &mut Flow<'_>,
    diagnostics: &mut Diagnostics,
    operation: Operation,
    span: Span,
) {
    if let Some(opened) = flow.blocks.innermost_span() {
        diagnostics.report(rules::interlock_section::in_block(span, opened));
    }
    let subroutine = flow.labels.last.map(|(name, _)| name);
    flow.interlock.push(InterlockBound {
        begins: operation == Operation::Stage(StageOp::InterlockBegin),
        span,
        subroutine,
    });
}
