//! The result of assembling a text: words, the source position of each, symbols and diagnostics.

use std::cell::OnceCell;
use std::sync::Arc;

use quadrille_base::{Diagnostic, Severity, Source, Span};

/// The source position of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextPosition {
    /// Byte of the line among all texts, as in [`Assembly::texts`].
    pub offset: u32,
    /// Whether a data directive made it.
    pub is_data: bool,
}

/// The kind of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    /// A place in the program; the value is its distance from the start in bytes.
    Place,
    /// A plain number.
    Number,
}

/// A name that the program exports, or a label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// The name.
    pub name: String,
    /// Bytes from the start, or the number.
    pub value: u32,
    /// Which of both.
    pub kind: SymbolKind,
    /// Whether it was exported with `::name` or `.global`.
    pub is_global: bool,
}

/// The result of assembling a text.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The words, high word in the upper half. Complete only without errors.
    pub words: Vec<u64>,
    /// The source position of each word.
    pub places: Vec<TextPosition>,
    /// Labels in the order of their addresses, then exported numbers.
    pub symbols: Vec<Symbol>,
    /// Problems, sorted by position.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that were read, in the order of their positions.
    pub texts: Vec<ReadText>,
}

/// A text that was read, the program's own or an included one.
#[derive(Clone, Debug)]
pub struct ReadText {
    name: String,
    text: Arc<str>,
    base: u32,
    /// Made when a position is asked for, which a program without problems never does.
    source: OnceCell<Source>,
}

impl ReadText {
    pub(super) fn new(name: String, text: Arc<str>, base: u32) -> ReadText {
        ReadText {
            name,
            text,
            base,
            source: OnceCell::new(),
        }
    }

    /// The position of its first byte among all texts.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// The text with its lines.
    pub fn source(&self) -> &Source {
        self.source.get_or_init(|| Source::new(&*self.name, &*self.text))
    }
}

impl Assembly {
    /// Whether the words are the whole program.
    pub fn is_complete(&self) -> bool {
        self.diagnostics
            .iter()
            .all(|diagnostic| diagnostic.severity != Severity::Error)
    }

    /// A problem with its places counted within the text that it is in, and that text. Places in other
    /// texts become notes.
    pub fn in_its_text(&self, diagnostic: &Diagnostic) -> (&Source, Diagnostic) {
        let (source, start) = self.locate(diagnostic.span.start);
        let base = diagnostic.span.start - start;
        let mut local = diagnostic.clone();
        local.labels.clear();
        for label in &diagnostic.labels {
            let (other, at) = self.locate(label.span.start);
            if std::ptr::eq(other, source) {
                let mut label = label.clone();
                label.span = shifted(label.span, base);
                local.labels.push(label);
            } else {
                let position = other.position(at);
                local.notes.push(format!(
                    "{} ({}:{}:{})",
                    label.text,
                    other.name(),
                    position.line,
                    position.column
                ));
            }
        }
        local.span = shifted(local.span, base);
        if let Some(fix) = &mut local.fix {
            fix.span = shifted(fix.span, base);
        }
        let local = local.within(source.text());
        (source, local)
    }

    /// The text that a position belongs to, and the position within it.
    pub fn locate(&self, offset: u32) -> (&Source, u32) {
        let after = self.texts.partition_point(|text| text.base <= offset);
        let text = &self.texts[after.max(1) - 1];
        (text.source(), offset - text.base)
    }
}

fn shifted(span: Span, base: u32) -> Span {
    Span::new(span.start.saturating_sub(base), span.end.saturating_sub(base))
}
