//! Diagnostics, as C reads them.

use std::ffi::{CStr, CString, c_char};
use std::sync::OnceLock;

use quadrille::{Diagnostic, Severity, Source, Span, render};
use quadrille_check::{Grade, grade};

use super::texts::{Texts, c_string};

/// How bad it is.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuadrilleSeverity {
    /// Worth knowing; nothing is wrong.
    Note = 0,
    /// Accepted, yet likely a mistake or not portable.
    Warning = 1,
    /// Rejected.
    Error = 2,
}

/// A place in a text.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuadrillePlace {
    /// The first byte.
    pub start: usize,
    /// One after the last byte.
    pub end: usize,
    /// The line of the first byte, from 1.
    pub line: u32,
    /// The column of the first byte in characters, from 1.
    pub column: u32,
}

/// A second place that helps to understand the first.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleLabel {
    /// Where.
    pub place: QuadrillePlace,
    /// What is to be seen there.
    pub text: *const c_char,
}

/// Who may apply a fix.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuadrilleFixGrade {
    /// A tool: it says what the program was written for, and nothing else.
    Certain = 0,
    /// A person: it is the likeliest of what may have been meant.
    Maybe = 1,
}

/// A replacement that removes the problem.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleFix {
    /// Who may apply it.
    pub grade: QuadrilleFixGrade,
    /// What to replace; start and end are equal to insert.
    pub place: QuadrillePlace,
    /// What the replacement does, in a few words.
    pub title: *const c_char,
    /// The new text.
    pub replacement: *const c_char,
}

/// One problem at one place. All strings end with 0 and are UTF-8.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleDiagnostic {
    /// How bad it is.
    pub severity: QuadrilleSeverity,
    /// The name of the rule that is broken: `quadrille explain NAME` has its page.
    pub rule: *const c_char,
    /// One lower-case sentence without a full stop.
    pub message: *const c_char,
    /// A few words about the marked text; may be empty.
    pub hint: *const c_char,
    /// Where to look.
    pub place: QuadrillePlace,
    /// Other places.
    pub labels: *const QuadrilleLabel,
    /// Length of `labels`.
    pub label_count: usize,
    /// Further sentences.
    pub notes: *const *const c_char,
    /// Length of `notes`.
    pub note_count: usize,
    /// A remedy; NULL where none is known.
    pub fix: *const QuadrilleFix,
}

/// Diagnostics with the strings and lists that they point to.
pub(crate) struct Diagnostics {
    source: Source,
    found: Vec<Diagnostic>,
    list: Vec<QuadrilleDiagnostic>,
    report: OnceLock<CString>,
    _kept: Kept,
}

/// What the list points to. None of it changes or moves in memory.
#[derive(Default)]
struct Kept {
    texts: Texts,
    labels: Vec<Box<[QuadrilleLabel]>>,
    notes: Vec<Box<[*const c_char]>>,
    #[expect(
        clippy::vec_box,
        reason = "diagnostics point to each fix, which must not move"
    )]
    fixes: Vec<Box<QuadrilleFix>>,
}

impl Diagnostics {
    /// Diagnostics of a text, whose places they have.
    pub(crate) fn new(source: Source, found: Vec<Diagnostic>) -> Diagnostics {
        let mut kept = Kept::default();
        let list = found
            .iter()
            .map(|diagnostic| kept.diagnostic(&source, diagnostic))
            .collect();
        Diagnostics {
            source,
            found,
            list,
            report: OnceLock::new(),
            _kept: kept,
        }
    }

    /// No diagnostics, and what people read of another problem.
    pub(crate) fn only_report(report: &CStr) -> Diagnostics {
        Diagnostics {
            report: OnceLock::from(report.to_owned()),
            ..Diagnostics::new(Source::new("", ""), Vec::new())
        }
    }

    /// The diagnostics that the list was made of.
    pub(crate) fn found(&self) -> &[Diagnostic] {
        &self.found
    }

    /// The list; it lives as long as this.
    pub(crate) fn list(&self) -> &[QuadrilleDiagnostic] {
        &self.list
    }

    /// All of them as people read them: source lines with the problems marked.
    pub(crate) fn report(&self) -> *const c_char {
        let text = self.report.get_or_init(|| {
            let all = self.found.iter();
            let texts =
                all.map(|diagnostic| render::text(&self.source, diagnostic, render::Style::Plain) + "\n");
            c_string(&texts.collect::<String>())
        });
        text.as_ptr()
    }
}

impl Kept {
    fn diagnostic(&mut self, source: &Source, diagnostic: &Diagnostic) -> QuadrilleDiagnostic {
        let labels: Box<[QuadrilleLabel]> = diagnostic
            .labels
            .iter()
            .map(|label| QuadrilleLabel {
                place: place(source, label.span),
                text: self.texts.keep(&label.text),
            })
            .collect();
        let notes: Box<[*const c_char]> = diagnostic
            .notes
            .iter()
            .map(|note| self.texts.keep(note))
            .collect();
        let graded = diagnostic.fix.as_ref().zip(grade(diagnostic));
        let fix = graded.map(|(fix, grade)| {
            Box::new(QuadrilleFix {
                grade: match grade {
                    Grade::Certain => QuadrilleFixGrade::Certain,
                    Grade::Maybe => QuadrilleFixGrade::Maybe,
                },
                place: place(source, fix.span),
                title: self.texts.keep(&fix.title),
                replacement: self.texts.keep(&fix.replacement),
            })
        });
        let made = QuadrilleDiagnostic {
            severity: match diagnostic.severity {
                Severity::Note => QuadrilleSeverity::Note,
                Severity::Warning => QuadrilleSeverity::Warning,
                Severity::Error => QuadrilleSeverity::Error,
            },
            rule: self.texts.keep(diagnostic.rule.name),
            message: self.texts.keep(&diagnostic.message),
            hint: self.texts.keep(&diagnostic.hint),
            place: place(source, diagnostic.span),
            labels: labels.as_ptr(),
            label_count: labels.len(),
            notes: notes.as_ptr(),
            note_count: notes.len(),
            fix: fix.as_ref().map_or(std::ptr::null(), |fix| &raw const **fix),
        };
        self.labels.push(labels);
        self.notes.push(notes);
        self.fixes.extend(fix);
        made
    }
}

/// A span with its line and column.
pub(crate) fn place(source: &Source, span: Span) -> QuadrillePlace {
    let position = source.position(span.start);
    QuadrillePlace {
        start: span.start as usize,
        end: span.end as usize,
        line: position.line,
        column: position.column,
    }
}
