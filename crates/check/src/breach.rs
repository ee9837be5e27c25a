//! Breaches of the grammar, as the parser found them: which of them are told, and which problems of the same
//! statement are told by them already.

use quadrille_base::{Diagnostic, Rule, Severity};
use quadrille_isa::gl::statement::Statement as Opening;
use quadrille_syntax::tree::{Statement, StatementKind, SyntaxError, SyntaxErrorKind};

use crate::context::Context;
use crate::dialect::Habit;
use crate::rules::array_size_mismatch::ARRAY_SIZE_MISMATCH;
use crate::rules::syntax_error::SYNTAX_ERROR;
use crate::rules::unknown_opcode::UNKNOWN_OPCODE;
use crate::rules::wrong_operand_count::WRONG_OPERAND_COUNT;
use crate::state::diagnostics::Diagnostics;
use crate::state::scope::{Entity, Scope};
use crate::state::unread::Unread;
use crate::{mnemonic, rules};

/// Reports breaches outside of statements.
pub(crate) fn syntax_errors(
    text: &str,
    unread: &Unread,
    diagnostics: &mut Diagnostics,
    errors: &[SyntaxError],
) {
    for error in errors {
        let of_end = matches!(
            error.kind,
            SyntaxErrorKind::MissingEnd | SyntaxErrorKind::MissingSemicolon
        );
        if of_end && unread.end {
            continue;
        }
        let diagnostic = rules::from_syntax(error);
        let is_mark = || {
            let rest = text.get(error.span.start as usize..).unwrap_or_default();
            rest.starts_with(|c: char| c == '\0' || !c.is_ascii())
        };
        match error.kind {
            SyntaxErrorKind::BeforeHeader => {
                diagnostics.unless_admitted(Habit::BeforeHeader, diagnostic);
            }
            SyntaxErrorKind::AfterEnd if is_mark() => {
                diagnostics.unless_admitted(Habit::MarkAfterEnd, diagnostic);
            }
            _ => diagnostics.report(diagnostic),
        }
    }
}

/// Reports the breaches within a statement, of which the problems from `mark` on are. What comes behind the
/// first one that had to be guessed over is told by that one alone, and a statement whose opening word is none
/// has no grammar.
pub(crate) fn breaches<'s>(
    cx: &Context<'_, 's>,
    scope: &mut Scope<'s>,
    unread: &Unread,
    diagnostics: &mut Diagnostics,
    mark: usize,
    errors: &[SyntaxError],
    statement: &Statement<'s>,
) {
    if errors.is_empty() {
        return;
    }
    let broke = |rule: &Rule| diagnostics.list[mark..].iter().any(|told| *told.rule == *rule);
    let (unknown, miscounted) = (broke(&UNKNOWN_OPCODE), broke(&WRONG_OPERAND_COUNT));
    let first = errors.iter().position(guessed);
    if let (Some(first), false) = (first, unknown) {
        let (text, place) = (cx.text, errors[first].span.start);
        let apart = |diagnostic: &Diagnostic| {
            let between = text.get(diagnostic.span.end as usize..place as usize);
            // How many a list has is not known if it cannot be read.
            let counts = *diagnostic.rule == ARRAY_SIZE_MISMATCH;
            !counts && between.is_some_and(|between| between.contains([',', '=', '{', ';']))
        };
        unread_names(cx, scope, statement, &errors[first]);
        let mut at = 0;
        diagnostics.list.retain(|diagnostic| {
            at += 1;
            at <= mark || apart(diagnostic)
        });
    }
    // A word alone that is no opcode may be a label or END, which have no semicolon, and an opcode alone lacks
    // its operands too.
    let alone = (unknown || miscounted) && !cx.text[statement.span.range()].contains(char::is_whitespace);
    for (at, error) in errors.iter().enumerate() {
        let told = match error.kind {
            SyntaxErrorKind::MissingSemicolon => alone,
            // The semicolon of a statement that one before it ended too early.
            SyntaxErrorKind::EmptyStatement => {
                let problems = diagnostics.list.get(mark..).unwrap_or_default();
                problems.iter().any(|told| told.severity == Severity::Error)
            }
            _ => guessed(error) && (unknown || Some(at) != first),
        };
        if !told {
            syntax_errors(cx.text, unread, diagnostics, std::slice::from_ref(error));
        }
    }
}

/// Declares the words behind the first one of a declaration that cannot be read as names of which nothing is known;
/// what it declared already may have been meant otherwise, and is no longer known either.
fn unread_names<'s>(
    cx: &Context<'_, 's>,
    scope: &mut Scope<'s>,
    statement: &Statement<'s>,
    error: &SyntaxError,
) {
    if error.kind == SyntaxErrorKind::MissingComma {
        return;
    }
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut words = cx.text[statement.span.range()].split(|c| !part(c));
    let opening = match &statement.kind {
        StatementKind::Declaration(_) | StatementKind::Error => words.find_map(Opening::find),
        StatementKind::Instruction(_) | StatementKind::Label { .. } => None,
    };
    scope.spoil(statement.span);
    let Some(opening) = opening.filter(|opening| !opening.row().unterminated) else {
        return;
    };
    let list = matches!(opening, Opening::Temp | Opening::Address);
    let name = |word: &&str| {
        let begins = word.starts_with(|first: char| part(first) && !first.is_ascii_digit());
        begins && Opening::find(word).is_none()
    };
    for name in words.filter(name).take(if list { usize::MAX } else { 1 }) {
        // A name that is declared already stays what it is.
        scope.declare(name, Entity::Broken, statement.span).ok();
    }
}

/// Forgets the problems from `mark` on if the statement is no statement but the rest of the one before, which
/// a semicolon ended too early; notes whether this one is ended so.
pub(crate) fn rest_of_severed(
    cx: &Context<'_, '_>,
    unread: &mut Unread,
    diagnostics: &mut Diagnostics,
    mark: usize,
    statement: &Statement<'_>,
) {
    let opens = match &statement.kind {
        StatementKind::Label { .. } => true,
        StatementKind::Declaration(declaration) => Opening::find(declaration.keyword.text).is_some(),
        StatementKind::Instruction(instruction) => {
            mnemonic::readings(instruction.mnemonic.text).next().is_some()
        }
        StatementKind::Error => false,
    };
    // What a dialect admits is read to its end.
    let is_error = |told: &&Diagnostic| told.severity == Severity::Error;
    let problems = diagnostics.list[mark..].iter().any(|told| is_error(&told));
    let last = statement.span.end.saturating_sub(1);
    let cut = |told: &Diagnostic| {
        let rule = told.rule.name;
        told.span.end >= last || rule == WRONG_OPERAND_COUNT.name || rule == SYNTAX_ERROR.name
    };
    let severed = match statement.kind {
        StatementKind::Error => problems,
        _ => diagnostics.list[mark..].iter().filter(is_error).any(cut),
    };
    let text = &cx.text[..statement.span.end as usize];
    let is_rest = |end: u32| {
        let between = &text[end as usize..statement.span.start as usize];
        let word = text[statement.span.start as usize..].starts_with(|c: char| c.is_ascii_alphabetic());
        !(opens || word && between.contains(['\n', '\r']))
    };
    if unread.severed.is_some_and(is_rest) {
        diagnostics.list.truncate(mark);
    }
    unread.severed = (severed && text.ends_with(';')).then_some(statement.span.end);
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
