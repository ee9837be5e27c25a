//! The position at which GL notices what is not there: the first token that the grammar does not have in that place
//! (NV_vertex_program 2.14.1.7 and ARB_vertex_program 2.14.1 on the error position).

use quadrille_base::Span;
use quadrille_syntax::tree::{OperandIndex, Part, Value};

use crate::context::Context;
use crate::path::part_span;
use crate::rules;
use crate::state::diagnostics::Diagnostics;

impl Context<'_, '_> {
    /// The byte where the next token begins, or the length of the text.
    pub(crate) fn next_token(&self, mut at: u32) -> u32 {
        let bytes = self.text.as_bytes();
        let mut comment = false;
        while let Some(byte) = bytes.get(at as usize) {
            comment = match byte {
                b'\n' | b'\r' => false,
                b'#' => true,
                b' ' | b'\t' => comment,
                _ if comment => true,
                _ => break,
            };
            at += 1;
        }
        at
    }

    /// The byte position of a selector that does not fit, or of the token behind `span`, where a selector belongs.
    pub(crate) fn selector_place(&self, rest: &[Part<'_>], span: Span) -> u32 {
        match rest.first() {
            Some(selector) => part_span(selector).start,
            None => self.next_token(span.end),
        }
    }

    /// An operand and what is attached to it.
    fn whole_operand(&self, index: OperandIndex) -> Span {
        let operand = self.operand(index);
        match operand.attached {
            Some(attached) => operand.span.to(self.operand(attached).span),
            None => operand.span,
        }
    }
}

/// Reports a wrong number of operands, result included, unless one is missing that the parser reported.
pub(crate) fn wrong_count(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    (span, opcode): (Span, &str),
    wanted: usize,
    written: &[OperandIndex],
) {
    let missing = |index: &OperandIndex| matches!(cx.operand(*index).value, Value::Missing);
    if written.iter().any(missing) {
        return;
    }
    let fitting = &written[..wanted.min(written.len())];
    let noticed = match (fitting.last(), written.first()) {
        (Some(last), _) => cx.next_token(cx.whole_operand(*last).end),
        (None, Some(extra)) => cx.operand(*extra).span.start,
        (None, None) => cx.next_token(span.end),
    };
    let found = written.len();
    diagnostics.report(rules::wrong_operand_count::at(span, opcode, wanted, found).noticed(noticed));
}
