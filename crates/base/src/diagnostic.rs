//! A problem, as data.
//!
//! The sentence is lower case, has no full stop, and points instead of quoting (the span shows the text).
//! A second place is a label, an afterthought is a note, a remedy is a [`Fix`].

use crate::{Rule, Severity, Span};

/// A second place that helps to understand the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The labelled span.
    pub span: Span,
    /// The label's text.
    pub text: String,
}

/// A replacement that removes the problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// The title of the replacement: `write a selector`.
    pub title: String,
    /// The bytes to replace; empty to insert.
    pub span: Span,
    /// The new text.
    pub replacement: String,
}

/// One problem at one place. It is data: [`render`](crate::render) makes texts of it.
///
/// ```
/// use quadrille_base::{Diagnostic, Source, render};
///
/// fn told(source: &Source, problem: &Diagnostic) -> String {
///     let line = source.position(problem.span.start).line;
///     format!("{}:{line}: {}", source.name(), problem.message)
/// }
///
/// fn shown(source: &Source, problem: &Diagnostic) -> String {
///     render::text(source, problem, render::Style::Plain)
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The rule that is broken.
    pub rule: &'static Rule,
    /// The severity here; the rule's own unless a dialect lowered it.
    pub severity: Severity,
    /// The span at which a person has to look.
    pub span: Span,
    /// The byte at which a reader from left to right notices it, where that is not the start of the span:
    /// the token that does not fit, or the end of the text for what only the whole text shows.
    pub noticed: Option<u32>,
    /// One lower-case sentence without a full stop.
    pub message: String,
    /// A few words under the marked text; may be empty.
    pub hint: String,
    /// Other places.
    pub labels: Vec<Label>,
    /// Further sentences.
    pub notes: Vec<String>,
    /// A remedy, where one is known.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A breach of `rule` at `span`.
    pub fn new(rule: &'static Rule, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            rule,
            severity: rule.severity,
            span,
            noticed: None,
            message: message.into(),
            hint: String::new(),
            labels: Vec::new(),
            notes: Vec::new(),
            fix: None,
        }
    }

    /// Adds a few words under the marked text.
    pub fn hint(mut self, text: impl Into<String>) -> Diagnostic {
        self.hint = text.into();
        self
    }

    /// Says at which byte it is noticed.
    pub fn noticed(mut self, offset: u32) -> Diagnostic {
        self.noticed = Some(offset);
        self
    }

    /// The same in a text in which what was judged begins `by` bytes later.
    pub fn moved(self, by: u32) -> Diagnostic {
        self.mapped(|span| span.moved(by))
    }

    /// The same with every place within `text`, and with whole characters in it.
    pub fn within(self, text: &str) -> Diagnostic {
        let start = |offset: u32| text.floor_char_boundary(offset as usize) as u32;
        let end = |offset: u32| text.ceil_char_boundary((offset as usize).min(text.len())) as u32;
        self.mapped(|span| match span.is_empty() {
            true => Span::at(start(span.start)),
            false => Span::new(start(span.start), end(span.end)),
        })
    }

    /// The same with other places.
    pub fn mapped(mut self, place: impl Fn(Span) -> Span) -> Diagnostic {
        let labels = self.labels.iter_mut().map(|label| &mut label.span);
        let fix = self.fix.iter_mut().map(|fix| &mut fix.span);
        for span in std::iter::once(&mut self.span).chain(labels).chain(fix) {
            *span = place(*span);
        }
        self.noticed = self.noticed.map(|offset| place(Span::at(offset)).start);
        self
    }

    /// Adds a second place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Adds a sentence.
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Adds a remedy.
    pub fn fix(mut self, title: impl Into<String>, span: Span, replacement: impl Into<String>) -> Diagnostic {
        self.fix = Some(Fix {
            title: title.into(),
            span,
            replacement: replacement.into(),
        });
        self
    }
}
