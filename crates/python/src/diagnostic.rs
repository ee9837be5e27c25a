//! Diagnostics as objects.

use pyo3::prelude::*;
use pyo3::types::PyType;
use quadrille::{Severity, Source, Span, render};

/// A problem of a text, with its place. It is plain data: equal ones are equal, and it pickles.
#[pyclass(frozen, eq, hash, module = "quadrille_gpu", get_all)]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Diagnostic {
    /// The rule: `scalar-needs-selector`.
    rule: String,
    /// `error`, `warning` or `note`.
    severity: String,
    message: String,
    /// What stands beside the place; empty where nothing does.
    hint: String,
    notes: Vec<String>,
    /// The place in the text: bytes of its UTF-8, from 0.
    start: u32,
    end: u32,
    /// Line and column of the place, from 1; columns are characters.
    line: u32,
    column: u32,
    /// A change of the text that removes the problem: first byte, byte behind the last, replacement.
    fix: Option<(u32, u32, String)>,
    #[pyo3(name = "_text")]
    text: String,
}

impl Diagnostic {
    pub(crate) fn new(source: &Source, given: &quadrille::Diagnostic) -> Diagnostic {
        let Span { start, end } = given.span;
        let at = source.position(start);
        Diagnostic {
            rule: given.rule.name.to_owned(),
            severity: match given.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            }
            .to_owned(),
            message: given.message.clone(),
            hint: given.hint.clone(),
            notes: given.notes.clone(),
            start,
            end,
            line: at.line,
            column: at.column,
            fix: given
                .fix
                .as_ref()
                .map(|fix| (fix.span.start, fix.span.end, fix.replacement.clone())),
            text: render::text(source, given, render::Style::Plain),
        }
    }
}

/// Rule, severity, message, hint and notes; first and last byte, line, column; the fix; the text.
type Fields = (
    (String, String, String, String, Vec<String>),
    (u32, u32, u32, u32),
    Option<(u32, u32, String)>,
    String,
);

#[pymethods]
impl Diagnostic {
    /// What `pickle` makes it of.
    #[new]
    fn of_fields(fields: Fields) -> Diagnostic {
        let ((rule, severity, message, hint, notes), (start, end, line, column), fix, text) = fields;
        Diagnostic {
            rule,
            severity,
            message,
            hint,
            notes,
            start,
            end,
            line,
            column,
            fix,
            text,
        }
    }

    fn __reduce__<'py>(this: &Bound<'py, Diagnostic>) -> (Bound<'py, PyType>, (Fields,)) {
        let one = this.get().clone();
        let said = (one.rule, one.severity, one.message, one.hint, one.notes);
        let fields = (
            said,
            (one.start, one.end, one.line, one.column),
            one.fix,
            one.text,
        );
        (this.get_type(), (fields,))
    }

    /// As the command line shows it, with the lines of the text.
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!(
            "<Diagnostic {}[{}] {}:{}: {}>",
            self.severity, self.rule, self.line, self.column, self.message
        )
    }
}

/// All of them as the command line shows them.
pub(crate) fn report(source: &Source, problems: &[quadrille::Diagnostic]) -> String {
    let texts: Vec<String> = problems
        .iter()
        .map(|one| render::text(source, one, render::Style::Plain))
        .collect();
    texts.join("\n")
}

/// A list of diagnostics of a text.
pub(crate) fn list(source: &Source, problems: &[quadrille::Diagnostic]) -> Vec<Diagnostic> {
    problems.iter().map(|one| Diagnostic::new(source, one)).collect()
}
