//! Texts with one habit of another language throughout: they are read again as they were meant, so that the habit is
//! one problem, and what else is wrong is told beside it.

use quadrille_base::{Diagnostic, Severity};
use quadrille_isa::gl::option::OPTIONS;
use quadrille_isa::gl::profile::Profile;
use quadrille_isa::gl::{LanguageSet, ProgramOption};

use crate::checked::Checked;
use crate::language::Language;
use crate::options::Options;
use crate::rules;
use crate::rules::bad_index::BAD_INDEX;
use crate::rules::misplaced_modifier::MISPLACED_MODIFIER;
use crate::rules::missing_option::MISSING_OPTION;
use crate::rules::unavailable_form::UNAVAILABLE_FORM;
use crate::rules::undeclared_name::UNDECLARED_NAME;
use crate::rules::unknown_header::UNKNOWN_HEADER;
use crate::{ascii, comments, unnamed};

/// The most options of which it is found that the program lacks them.
const MOST_OPTIONS: usize = 4;

/// Reads a rejected program again, if it has such a habit; `check` reads a text with options that it does not name.
pub(crate) fn reread(
    text: &str,
    profile: &'static Profile,
    options: &Options,
    mut checked: Checked,
    check: impl Fn(&str, &[ProgramOption]) -> Checked,
) -> Checked {
    let mut told = Vec::new();
    let mut meant = text.to_owned();
    for habit in [comments::found, ascii::found] {
        if let Some((diagnostic, blanked)) = habit(text, &meant) {
            told.push(diagnostic);
            meant = blanked;
        }
    }
    if let Some(first) = told.first().map(|one: &Diagnostic| one.span.start) {
        checked = check(&meant, &[]);
        // What is written as a comment of C before the header is told as that.
        checked
            .diagnostics
            .retain(|one| *one.rule != UNKNOWN_HEADER || one.span.end < first);
    }
    let mut given = Vec::new();
    while given.len() < MOST_OPTIONS {
        let Some((option, diagnostic, better)) = lacks(&meant, profile, &checked, &given, &check) else {
            break;
        };
        given.push(option);
        told.push(diagnostic);
        checked = better;
    }
    let of_option = if given.is_empty() { None } else { told.last_mut() };
    if let Some((diagnostic, fewer)) = unnamed::registers(&meant, of_option, &checked) {
        told.extend(diagnostic);
        checked = fewer;
    }
    if !told.is_empty() {
        checked.program = None;
        let room = options.max_diagnostics.saturating_sub(told.len());
        checked.diagnostics.truncate(room.max(told.len()));
        checked.diagnostics.append(&mut told);
        // Some of what stands for a character may be marked alone.
        let within = |one: Diagnostic| one.within(text);
        checked.diagnostics = checked.diagnostics.into_iter().map(within).collect();
        checked
            .diagnostics
            .sort_by_key(|one| (one.span.start, one.span.end));
    }
    checked
}

/// The option that mends most of what is wrong, if several things are wrong for want of one: the option, its problem,
/// and the program with it.
fn lacks(
    text: &str,
    profile: &'static Profile,
    checked: &Checked,
    given: &[ProgramOption],
    check: &impl Fn(&str, &[ProgramOption]) -> Checked,
) -> Option<(ProgramOption, Diagnostic, Checked)> {
    let errors: Vec<&Diagnostic> = checked.errors().collect();
    let of_option = |error: &Diagnostic| {
        let rule = error.rule;
        // A test of a condition is a word that is not declared where there are none, and address registers have one
        // component.
        *rule == MISSING_OPTION
            || *rule == MISPLACED_MODIFIER
            || *rule == UNAVAILABLE_FORM
            || *rule == BAD_INDEX
            || *rule == UNDECLARED_NAME && is_test(&text[error.span.range()])
    };
    let alone = errors.len() == 1 && *errors[0].rule == MISSING_OPTION;
    if !errors.iter().any(|error| of_option(error)) || alone {
        return None;
    }
    let mut language = Language::new(profile);
    for option in given {
        language = language.with(*option);
    }
    let rows = OPTIONS
        .iter()
        .filter(|row| row.adds != LanguageSet::NONE && language.accepts(row) && !given.contains(&row.option));
    let mut best: Option<(ProgramOption, Checked)> = None;
    for row in rows {
        let mut with = given.to_vec();
        with.push(row.option);
        let read = check(text, &with);
        let most = best
            .as_ref()
            .map_or(checked.error_count(), |(_, best)| best.error_count());
        if read.error_count() < most {
            best = Some((row.option, read));
        }
    }
    let (option, better) = best?;
    let left: Vec<_> = better.errors().map(|error| error.span).collect();
    let gone: Vec<&Diagnostic> = errors
        .into_iter()
        .filter(|one| !left.contains(&one.span))
        .collect();
    let first = gone.first()?;
    // One thing is told by its own problem.
    let is_alone = gone.len() == 1 && unnamed::undeclared(text, &better).is_empty();
    if is_alone && *first.rule != UNDECLARED_NAME {
        return None;
    }
    let header = quadrille_syntax::header(text, &[profile.header])?;
    let diagnostic = rules::missing_option::at(first.span, option.row().name(), header.span.end);
    let diagnostic = match gone.len() {
        1 => diagnostic,
        count => diagnostic.note(format!("places that need it: {count}")),
    };
    let plain = gone
        .iter()
        .all(|one| *one.rule == MISSING_OPTION && one.fix.is_none());
    let diagnostic = match plain {
        // Naming the option is no remedy where all implementations have other words for it.
        true => Diagnostic {
            fix: None,
            ..diagnostic.hint(first.hint.clone())
        },
        false => diagnostic,
    };
    Some((option, diagnostic, better))
}

/// Whether a word is a test of a condition code.
fn is_test(word: &str) -> bool {
    matches!(word, "EQ" | "NE" | "LT" | "LE" | "GT" | "GE" | "TR" | "FL")
}

/// Whether a program is rejected for anything.
pub(crate) fn is_rejected(checked: &Checked) -> bool {
    checked
        .diagnostics
        .iter()
        .any(|one| one.severity == Severity::Error)
}
