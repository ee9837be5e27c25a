//! The assembler's state, and what every part of the parser does with it: budgets, words, problems.
//!
//! One pass over the text makes the words; branches and loads of labels further down are filled in at the
//! end. Only where the distance of two such labels decides something earlier is the text read a second
//! time, with the addresses of the first.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use quadrille_base::{Diagnostic, Rule, Severity, Span};

use super::assembly::TextPosition;
use super::cursor::Cursor;
use super::definition::{Function, Macro};
use super::join::Joins;
use super::label::Labels;
use super::limits::Limits;
use super::operation::Line;
use super::options::Options;
use super::resolver::Resolver;
use super::rule;
use super::symbol::{NameMap, Symbols};
use super::syntax::{self, Syntax};
use super::value::Value;

/// Names that are looked at for one that was meant.
pub(super) const MOST_SUGGESTIONS: usize = 1000;

/// The result of a parser step; the error is boxed because it is rare and large.
pub(super) type Parsed<T> = Result<T, Box<Diagnostic>>;

/// A text that is being read.
#[derive(Clone)]
pub(super) struct Text {
    pub(super) name: String,
    pub(super) text: Arc<str>,
    /// The same with a byte order mark blank, and what its syntax alone makes a comment.
    pub(super) code: Arc<str>,
    /// The offset of its first byte among all texts.
    pub(super) base: u32,
}

/// A word that waits for the address of a label.
pub(super) struct Fixup {
    pub(super) word: usize,
    pub(super) label: u32,
    pub(super) offset: i64,
    /// Whether the word holds the distance from the instruction after its delay slots.
    pub(super) relative: bool,
    pub(super) span: Span,
}

/// The grammar in which the lines of a text are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Directives, labels and instructions.
    Code,
    /// The body of a function: directives and one expression.
    Function,
}

/// An exported name.
pub(super) struct Export {
    pub(super) name: String,
    pub(super) value: Value,
    pub(super) span: Span,
}

/// Everything that changes while a text is assembled.
pub(super) struct Assembler<'a> {
    pub(super) options: Options,
    pub(super) syntax: Syntax,
    pub(super) limits: Limits,
    pub(super) resolver: &'a mut dyn Resolver,
    pub(super) texts: Vec<Text>,
    pub(super) symbols: Symbols,
    pub(super) functions: NameMap<Rc<Function>>,
    pub(super) macros: NameMap<Rc<Macro>>,
    pub(super) labels: Labels,
    pub(super) words: Vec<u64>,
    /// The words of the first pass, in the second.
    pub(super) first_words: Vec<u64>,
    pub(super) places: Vec<TextPosition>,
    /// Filled bits of the last word while data is being written, else 0.
    pub(super) filled_bits: u32,
    pub(super) fixups: Vec<Fixup>,
    pub(super) exports: Vec<Export>,
    /// The last line, if it ended with a semicolon that lets the next one join it.
    pub(super) open_line: Option<Line>,
    pub(super) joins: Joins,
    /// Set when a value depended on a label that was not known yet.
    pub(super) needs_second_pass: bool,
    /// Whether the text is read a second time.
    pub(super) is_second_pass: bool,
    /// Whether a directive is being read in whose values names may be labels: data, its size, a definition.
    pub(super) reads_data: bool,
    /// Whether the two readings of an alignment were told of.
    pub(super) told_alignment: bool,
    /// Depth of parentheses and calls in the present expression.
    pub(super) nesting: u32,
    /// The spans of the calls of the macros, functions and includes that are being read.
    pub(super) calls: Vec<Span>,
    lines_left: u64,
    /// Blocks that are being read.
    pub(super) open_blocks: u32,
    pub(super) stopped: bool,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'a> Assembler<'a> {
    pub(super) fn new(name: &str, text: &str, options: &Options, resolver: &'a mut dyn Resolver) -> Self {
        let mut assembler = Assembler {
            options: *options,
            syntax: options
                .syntax
                .unwrap_or_else(|| Syntax::of_text(&without_mark(text))),
            limits: options.limits,
            resolver,
            texts: Vec::new(),
            symbols: Symbols::default(),
            functions: NameMap::default(),
            macros: NameMap::default(),
            labels: Labels::default(),
            words: Vec::new(),
            first_words: Vec::new(),
            places: Vec::new(),
            filled_bits: 0,
            fixups: Vec::new(),
            exports: Vec::new(),
            open_line: None,
            joins: Joins::default(),
            needs_second_pass: false,
            is_second_pass: false,
            reads_data: false,
            told_alignment: false,
            nesting: 0,
            calls: Vec::new(),
            lines_left: options.limits.lines,
            open_blocks: 0,
            stopped: false,
            diagnostics: Vec::new(),
        };
        assembler.add_text(name.to_owned(), text, 0);
        assembler
    }

    /// Adds a text, whose first byte is at `base` among all texts.
    pub(super) fn add_text(&mut self, name: String, text: &str, base: u32) {
        let shown: Arc<str> = text.into();
        let bare = without_mark(text);
        let code = match (self.syntax, &bare) {
            (Syntax::Vc4asm, Cow::Borrowed(_)) => Arc::clone(&shown),
            (Syntax::Vc4asm, Cow::Owned(bare)) => bare.as_str().into(),
            (Syntax::Gas, bare) => {
                let (code, doubtful) = syntax::without_comments(bare);
                // Who names the syntax has decided.
                let is_decided = self.options.syntax.is_some();
                for span in doubtful.into_iter().filter(|_| !is_decided) {
                    let span = Span::new(span.start + base, span.end + base);
                    let message = "this is read as a comment, and could be the other half of the instruction";
                    let problem = self.error(&rule::TWO_READINGS, span, message);
                    self.report(problem.note("--syntax gas or --syntax vc4asm decides"));
                }
                code.into()
            }
        };
        self.texts.push(Text {
            name,
            text: shown,
            code,
            base,
        });
    }

    /// Forgets what the first pass made, but for the addresses of labels and the texts.
    pub(super) fn again(&mut self) {
        self.labels = self.labels.again();
        self.symbols = Symbols::default();
        self.functions = NameMap::default();
        self.macros = NameMap::default();
        let first = self.texts.swap_remove(0);
        self.texts.clear();
        self.first_words = std::mem::take(&mut self.words);
        self.places.clear();
        self.filled_bits = 0;
        self.fixups.clear();
        self.exports.clear();
        self.open_line = None;
        self.joins.again();
        self.needs_second_pass = false;
        self.is_second_pass = true;
        self.told_alignment = false;
        self.lines_left = self.limits.lines;
        self.diagnostics.clear();
        self.add_text(first.name, &first.text, 0);
    }

    /// Takes what was read of a line, or of the lines of its block, off the budget of lines.
    pub(super) fn count_length(&mut self, bytes: usize) {
        self.lines_left = self.lines_left.saturating_sub(bytes as u64 / 16);
    }

    /// Takes one line off the budget.
    pub(super) fn count_line(&mut self, span: Span) -> Parsed<()> {
        if self.lines_left == 0 {
            let message = "the limit on lines, counting repetitions, is reached";
            let problem = self.error(&rule::LIMIT, span, message);
            return Err(self.stop(problem));
        }
        self.lines_left -= 1;
        Ok(())
    }

    /// Bytes from the start of the program to the place of the next word or datum.
    pub(super) fn here(&self) -> u32 {
        let whole = self.words.len() as u32 * 8;
        if self.filled_bits == 0 {
            whole
        } else {
            whole - 8 + self.filled_bits / 8
        }
    }

    /// Appends a word that came from `span`; data that ends inside a word is filled up with zeros.
    pub(super) fn push_word(&mut self, word: u64, span: Span, is_data: bool) -> Parsed<()> {
        if self.words.len() >= self.limits.words as usize {
            let problem = self.error(&rule::LIMIT, span, "the program has more words than the limit");
            return Err(self.stop(problem));
        }
        self.filled_bits = 0;
        self.words.push(word);
        self.places.push(TextPosition {
            offset: span.start,
            is_data,
        });
        Ok(())
    }

    /// A label's value where it is known, as the distance from the start; other values as they are. An
    /// unknown label counts as 0 in this pass and asks for another.
    pub(super) fn resolve(&mut self, value: Value) -> Value {
        let Value::Label { id, offset } = value else {
            return value;
        };
        match self.labels.address(id) {
            Some(address) => Value::Int(offset.wrapping_add(i64::from(address))),
            None => {
                self.needs_second_pass = true;
                Value::Int(offset)
            }
        }
    }

    /// Puts the addresses of labels into the words that waited for them.
    pub(super) fn fill_in(&mut self) {
        for fixup in std::mem::take(&mut self.fixups) {
            // A word beyond the limit is not there to be filled in.
            if self.stopped || fixup.word >= self.words.len() {
                return;
            }
            let Some(address) = self.labels.address(fixup.label) else {
                let mut problem = self.error(&rule::LABEL, fixup.span, "this label is not defined");
                let name = String::from_utf8_lossy(&self.labels.list[fixup.label as usize].name).into_owned();
                let others = self.labels.list.iter().filter(|label| label.is_named());
                let names = others.filter_map(|label| std::str::from_utf8(&label.name).ok());
                let names = names.take(MOST_SUGGESTIONS);
                if let Some(near) = quadrille_base::suggest::nearest(&name, names) {
                    problem.notes.push(format!("there is a label {near}"));
                }
                self.report(*problem);
                continue;
            };
            let base = if fixup.relative {
                -((fixup.word as i64 + 4) * 8)
            } else {
                i64::from(self.options.origin)
            };
            let value = i64::from(address).wrapping_add(fixup.offset).wrapping_add(base);
            let word = &mut self.words[fixup.word];
            *word = *word & !0xffff_ffff | u64::from(value as u32);
        }
    }

    /// A problem under `rule`, with the place of the innermost call.
    pub(super) fn error(
        &self,
        rule: &'static Rule,
        span: Span,
        message: impl Into<String>,
    ) -> Box<Diagnostic> {
        let problem = Diagnostic::new(rule, span, message);
        Box::new(match self.calls.last() {
            Some(call) => problem.label(*call, "called from here"),
            None => problem,
        })
    }

    /// Keeps a problem for the list.
    pub(super) fn report(&mut self, problem: Diagnostic) {
        let is_error = problem.severity == Severity::Error;
        self.diagnostics.push(problem);
        if is_error && self.diagnostics.len() >= self.limits.diagnostics as usize {
            self.stopped = true;
        }
    }

    /// Marks the end of all reading for this problem.
    pub(super) fn stop(&mut self, problem: Box<Diagnostic>) -> Box<Diagnostic> {
        if !self.stopped {
            self.stopped = true;
            self.diagnostics.push((*problem).clone());
        }
        problem
    }

    /// Takes `byte` or says what it would be for.
    #[inline(always)]
    pub(super) fn expect(&mut self, cursor: &mut Cursor<'_>, byte: u8, purpose: &str) -> Parsed<()> {
        if cursor.take(byte) {
            return Ok(());
        }
        Err(self.missing(cursor, byte, purpose))
    }

    #[cold]
    fn missing(&mut self, cursor: &Cursor<'_>, byte: u8, purpose: &str) -> Box<Diagnostic> {
        let message = format!("a {} should stand here, {purpose}", punctuation(byte));
        self.error(&rule::SYNTAX, cursor.span_here(), message)
    }
}

/// A text with blanks in the place of the byte order mark that editors of Windows put in front of it.
fn without_mark(text: &str) -> Cow<'_, str> {
    const MARK: &str = "\u{feff}";
    match text.strip_prefix(MARK) {
        Some(rest) => Cow::Owned(" ".repeat(MARK.len()) + rest),
        None => Cow::Borrowed(text),
    }
}

fn punctuation(byte: u8) -> &'static str {
    match byte {
        b',' => "comma",
        b'(' => "left parenthesis",
        b')' => "right parenthesis",
        b']' => "right bracket",
        _ => "sign",
    }
}
