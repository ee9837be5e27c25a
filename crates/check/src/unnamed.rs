//! Registers of NVIDIA's own languages (`R0`, `H1`, `RC`) in a program that has to declare them: they are one habit,
//! however many there are.

use quadrille_base::{Diagnostic, Severity, Span};

use crate::ascii;
use crate::checked::Checked;
use crate::rules::undeclared_name::UNDECLARED_NAME;

/// Whether a name is that of a register in !!FP1.0 or of the compilers for its successors: these have `R0` and `H0`, and
/// `RC` and `HC` for results of which the condition code is kept.
pub(crate) fn is_register(name: &str) -> bool {
    let numbered = |rest: &str| matches!(rest.len(), 1 | 2) && rest.bytes().all(|byte| byte.is_ascii_digit());
    name.strip_prefix(['R', 'H'])
        .is_some_and(|rest| rest == "C" || numbered(rest))
}

/// The undeclared registers of a program.
pub(crate) fn undeclared<'c>(text: &str, checked: &'c Checked) -> Vec<&'c Diagnostic> {
    let errors = checked.errors();
    errors
        .filter(|one| *one.rule == UNDECLARED_NAME && is_register(&text[one.span.range()]))
        .collect()
}

/// Tells undeclared registers once: with the option that the program lacks, or else, if there are several, as a problem
/// of their own, which is given back. The other problems are given back too; `None` if there is nothing to tell.
pub(crate) fn registers(
    text: &str,
    of_option: Option<&mut Diagnostic>,
    checked: &Checked,
) -> Option<(Option<Diagnostic>, Checked)> {
    let found = undeclared(text, checked);
    if found.is_empty() || of_option.is_none() && found.len() == 1 {
        return None;
    }
    let names: Vec<&str> = found.iter().map(|one| &text[one.span.range()]).collect();
    let names = names.join(", ");
    let told = match of_option {
        Some(diagnostic) => {
            let note = format!("this language declares its registers: {names}");
            let fix = match &diagnostic.fix {
                // An option does not stand behind a declaration.
                Some(fix) => Some((
                    Span::at(behind_options(text).unwrap_or(fix.span.start)),
                    format!("{}\nTEMP {names};", fix.replacement),
                    "name the option and declare the registers",
                )),
                None => place(&found).map(|at| (at, format!("TEMP {names};\n"), "declare them")),
            };
            let mut whole = diagnostic.clone().note(note);
            if let Some((at, text, title)) = fix {
                whole = whole.fix(title, at, text);
            }
            *diagnostic = whole;
            None
        }
        None => {
            let first = found.first()?;
            let mut one = Diagnostic::new(
                &UNDECLARED_NAME,
                first.span,
                "this language declares its registers",
            )
            .note(format!("not declared: {names}"));
            if let Some(at) = place(&found) {
                one = one.fix("declare them", at, format!("TEMP {names};\n"));
            }
            Some(one)
        }
    };
    let spans: Vec<Span> = found.iter().map(|one| one.span).collect();
    let mut rest = checked.clone();
    rest.diagnostics
        .retain(|one| one.severity != Severity::Error || !spans.contains(&one.span));
    Some((told, rest))
}

/// The place at which one of them would be declared.
fn place(found: &[&Diagnostic]) -> Option<Span> {
    let mut fixes = found.iter().filter_map(|one| one.fix.as_ref());
    fixes.find(|fix| fix.span.is_empty()).map(|fix| fix.span)
}

/// The place behind the last option that a program names.
fn behind_options(text: &str) -> Option<u32> {
    let last = ascii::words(text, "OPTION").last()?;
    let rest = &text[last.end as usize..];
    Some(last.end + rest.find(';')? as u32 + 1)
}
