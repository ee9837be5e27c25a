//! Breaches of the grammar, as the parser found them: which of them are told, and which problems of the same
//! statement are told by them already.

use quadrille_base::{Diagnostic, Span};
use quadrille_syntax::tree::{SyntaxError, SyntaxErrorKind};

use crate::checker::Checker;
use crate::dialect::Habit;
use crate::rules;
use crate::rules::unknown_opcode::UNKNOWN_OPCODE;

impl Checker<'_, '_> {
    /// Reports breaches outside of statements.
    pub(crate) fn syntax_errors(&mut self, errors: &[SyntaxError]) {
        for error in errors {
            let of_end = matches!(
                error.kind,
                SyntaxErrorKind::MissingEnd | SyntaxErrorKind::MissingSemicolon
            );
            if of_end && self.unread.end {
                continue;
            }
            let diagnostic = rules::from_syntax(error);
            if error.kind == SyntaxErrorKind::BeforeHeader {
                self.unless_admitted(Habit::BeforeHeader, diagnostic);
            } else {
                self.report(diagnostic);
            }
        }
    }

    /// Reports the breaches within a statement, of which the problems from `mark` on are. What comes behind the
    /// first one that had to be guessed over is told by that one alone, and a statement whose opening word is none
    /// has no grammar.
    pub(crate) fn breaches(&mut self, mark: usize, errors: &[SyntaxError], statement: Span) {
        if errors.is_empty() {
            return;
        }
        let unread = |diagnostic: &Diagnostic| diagnostic.rule.name == UNKNOWN_OPCODE.name;
        let unread = self.diagnostics[mark..].iter().any(unread);
        let first = errors.iter().position(guessed);
        if let (Some(first), false) = (first, unread) {
            let (text, place) = (self.text, errors[first].span.start);
            let apart = |diagnostic: &Diagnostic| {
                let between = text.get(diagnostic.span.end as usize..place as usize);
                between.is_some_and(|between| between.contains([',', '=', '{', ';']))
            };
            let mut at = 0;
            self.diagnostics.retain(|diagnostic| {
                at += 1;
                at <= mark || apart(diagnostic)
            });
        }
        // A word alone that is no opcode may be a label or END, which have no semicolon.
        let alone = unread && !self.text[statement.range()].contains(char::is_whitespace);
        for (at, error) in errors.iter().enumerate() {
            let told = match error.kind {
                SyntaxErrorKind::MissingSemicolon => alone,
                _ => guessed(error) && (unread || Some(at) != first),
            };
            if !told {
                self.syntax_errors(std::slice::from_ref(error));
            }
        }
    }
}

/// Whether the parser had to guess what was meant, so that what it read behind the place may be something else.
fn guessed(error: &SyntaxError) -> bool {
    matches!(
        error.kind,
        SyntaxErrorKind::MissingComma
            | SyntaxErrorKind::MissingEquals
            | SyntaxErrorKind::MissingOperand
            | SyntaxErrorKind::Unclosed
            | SyntaxErrorKind::Unexpected
    )
}
