//! `OPTION name;`

use quadrille_base::{Span, suggest};
use quadrille_isa::gl::ProgramOption;
use quadrille_isa::gl::option::OPTIONS;
use quadrille_isa::gl::statement::Statement;
use quadrille_syntax::tree::{Declaration, Part, StatementKind, SyntaxError, Value, Word};

use crate::context::Context;
use crate::declare::modifiers::modifiers_of;
use crate::dialect::{Habit, INTERNAL_OPTIONS};
use crate::language::Language;
use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::named_options::{NamedOption, NamedOptions};

/// Switches on all options that a piece of the program names. In what order it names them does not matter
/// (ARB_vertex_program 2.14.4.5), so an option that another one brings is looked at after it.
pub(crate) fn program_options(
    mut cx: Context<'_, '_>,
    before: &mut NamedOptions,
    diagnostics: &mut Diagnostics,
) -> Language {
    let mut named = Vec::new();
    for statement in &cx.tree.statements {
        if let StatementKind::Declaration(declaration) = &statement.kind
            && declaration.keyword.text == "OPTION"
        {
            modifiers_of(&cx, diagnostics, declaration, Statement::Option);
            let span = cx.bare(statement);
            named.extend(named_option(&mut cx, diagnostics, declaration, span));
        }
    }
    if named.is_empty() {
        return cx.language;
    }
    for NamedOption { row, span } in &named {
        let mut others = before.list.iter().map(|named| named.row.option);
        if let Some(other) = others.find(|other| row.excludes.contains(other)) {
            diagnostics.report(rules::conflicting_options::at(*span, other.row().name()));
        }
        if before.span(row.option).is_none() {
            before.list.push(NamedOption { row, span: *span });
        }
    }
    let (mut accepted, mut waiting) = (true, named.clone());
    while accepted {
        accepted = false;
        for NamedOption { row, span } in std::mem::take(&mut waiting) {
            if cx.language.accepts(row) {
                cx.language = cx.language.with(row.option);
                accepted = true;
            } else {
                waiting.push(NamedOption { row, span });
            }
        }
    }
    for NamedOption { row, span } in waiting {
        let diagnostic = match cx.language.option_before(row) {
            Some(other) => cx.missing_option(span, other),
            None => {
                // What it would bring is not missing as well; what it would forbid is no mistake.
                let language = cx.language.with(row.option);
                if !language.features.options.position_invariant() {
                    cx.language = language;
                }
                let message = "programs of this language do not take this option";
                rules::unknown_option::at(span, message, None)
            }
        };
        diagnostics.report(diagnostic);
    }
    for NamedOption { row, span } in named {
        let missing = row.requires.iter().find(|option| !cx.language.has(**option));
        if let Some(option) = missing {
            let diagnostic = cx.missing_option(span, *option);
            diagnostics.report(diagnostic);
        }
    }
    cx.language
}

/// The option that a statement names, if there is such an option.
fn named_option(
    cx: &mut Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    declaration: &Declaration<'_>,
    span: Span,
) -> Option<NamedOption> {
    let Some(name) = option_name(cx, declaration) else {
        // Where the grammar is breached, that is told already.
        let breached =
            |error: &SyntaxError| span.start <= error.span.start && error.span.start <= span.end + 1;
        if !cx.tree.errors.iter().any(breached) {
            diagnostics.report(rules::syntax_error::unexpected(span, "an option is one name"));
        }
        let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        for word in cx.text[span.range()].split(|c| !part(c)) {
            cx.language = bring(cx.language, word);
        }
        return None;
    };
    let Some(option) = ProgramOption::find(name.text) else {
        let here = OPTIONS.iter().filter(|row| cx.language.accepts(row));
        let near = suggest::nearest(name.text, here.flat_map(|row| row.names.iter().copied()));
        let message = "there is no such option";
        let diagnostic = rules::unknown_option::at(name.span, message, near);
        if INTERNAL_OPTIONS.contains(&name.text) {
            diagnostics.unless_admitted(Habit::InternalOptions, diagnostic);
        } else {
            diagnostics.report(diagnostic);
            if let Some(near) = near {
                cx.language = bring(cx.language, near);
            }
        }
        return None;
    };
    Some(NamedOption {
        row: option.row(),
        span: name.span,
    })
}

fn option_name<'s>(cx: &Context<'_, 's>, declaration: &Declaration<'s>) -> Option<Word<'s>> {
    let [item] = cx.declarators(declaration) else {
        return None;
    };
    let target = cx.operand(item.target);
    match (&target.value, item.value, item.type_name) {
        (Value::Path(parts), None, None) if target.is_plain() => match cx.parts(parts) {
            [Part::Word(word)] => Some(*word),
            _ => None,
        },
        _ => None,
    }
}

/// The language with an option that a statement with an error was meant to name: what it brings is not missing as well.
pub(crate) fn bring(language: Language, name: &str) -> Language {
    match ProgramOption::find(name).filter(|option| language.accepts(option.row())) {
        Some(option) => language.with(option),
        None => language,
    }
}
