//! QPU programs as text: assembler, output forms, disassembler and the annotated form.
//!
//! [`assemble`] turns text into words and a list of problems; it reads no file by itself. The syntax is
//! described in `docs/qpu-assembler.md`. What is *not* here: rules about sequences of instructions, which
//! are the checker's, and what instructions do, which is the emulator's.

mod assembler;
mod block;
mod branch;
mod constant;
mod cursor;
mod data;
mod define;
mod dialect;
mod directive;
mod elf;
mod explain;
mod expression;
mod function;
mod immediate;
mod include;
mod instruction;
mod join;
mod label;
mod limits;
mod mnemonic;
mod name_table;
mod number;
mod operation;
mod operator;
mod output;
mod packing;
mod place;
mod ports;
mod print;
mod raw_register;
mod register;
pub mod rule;
mod slice;
mod solve;
mod suffix;
mod symbol;
mod value;
mod words;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use quadrille_base::{Diagnostic, Severity, Source, Span};

pub use dialect::Dialect;
pub use elf::{Host, object};
pub use explain::{ExplainedField, Explanation, StrayRead, explain, explain_word, stray_reads};
pub use include::{NoIncludes, Resolver};
use join::Joins;
pub use limits::Limits;
pub use output::{HexForm, binary, hex, listing};
pub use print::{disassemble, disassemble_word};
pub use words::{WordList, strangers, words_of_binary, words_of_text};

/// How to assemble.
#[derive(Clone, Copy, Default, Debug)]
pub struct Options {
    /// What a text may ask for.
    pub limits: Limits,
    /// Whose choices to make where the published assemblers differ.
    pub dialect: Dialect,
    /// The address of the first word, which absolute labels count from.
    pub origin: u32,
}

/// Where a word comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Byte of the line among all texts, as in [`Assembly::texts`].
    pub offset: u32,
    /// Whether a data directive made it.
    pub is_data: bool,
}

/// What a symbol of the program is.
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

/// What comes out of a text.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The words, high word in the upper half. Complete only without errors.
    pub words: Vec<u64>,
    /// Where each word comes from.
    pub places: Vec<Place>,
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

/// Assembles a text. `name` is what messages call it.
pub fn assemble(name: &str, text: &str, options: &Options, resolver: &mut dyn Resolver) -> Assembly {
    let (assembly, mut joins) = assemble_with(name, text, options, resolver, Joins::default());
    if joins.is_empty() || !assembly.is_complete() {
        return assembly;
    }
    let (apart, _) = assemble_with(name, text, options, resolver, Joins::none());
    let without = join::breaches(&apart, options.origin);
    let mut joined = assembly;
    for _ in 0..ROUNDS {
        if !joins.part(&join::breaches(&joined, options.origin), &without) {
            return joined;
        }
        (joined, joins) = assemble_with(name, text, options, resolver, joins);
    }
    apart
}

/// How often lines that were joined are taken apart before all are.
const ROUNDS: usize = 8;

/// Assembles, joining the lines that may be joined; which those were comes back.
fn assemble_with(
    name: &str,
    text: &str,
    options: &Options,
    resolver: &mut dyn Resolver,
    joins: Joins,
) -> (Assembly, Joins) {
    let mut assembler = assembler::Assembler::new(name, text, options, resolver);
    assembler.joins = joins;
    assembler.joins.again();
    assembler.run_all();
    if assembler.needs_second_pass && !assembler.stopped {
        assembler.again();
        assembler.run_all();
    }
    let joins = std::mem::take(&mut assembler.joins);
    (finish(assembler), joins)
}

fn finish(mut assembler: assembler::Assembler<'_>) -> Assembly {
    let mut symbols = symbols(&mut assembler);
    symbols.sort_by_key(|symbol| (symbol.kind == SymbolKind::Number, symbol.value));
    let mut diagnostics = assembler.diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    let texts = assembler
        .texts
        .into_iter()
        .map(|text| ReadText {
            name: text.name,
            text: text.text,
            base: text.base,
            source: OnceCell::new(),
        })
        .collect();
    Assembly {
        words: assembler.words,
        places: assembler.places,
        symbols,
        diagnostics,
        texts,
    }
}

/// Labels with names, and what is exported.
fn symbols(assembler: &mut assembler::Assembler<'_>) -> Vec<Symbol> {
    let mut symbols: BTreeMap<String, Symbol> = BTreeMap::new();
    for label in &assembler.labels.list {
        if let Some(value) = label.address
            && !label.name[0].is_ascii_digit()
        {
            let name = String::from_utf8_lossy(&label.name).into_owned();
            let symbol = Symbol {
                name: name.clone(),
                value,
                kind: SymbolKind::Place,
                is_global: false,
            };
            symbols.insert(name, symbol);
        }
    }
    for export in std::mem::take(&mut assembler.exports) {
        let (kind, is_known) = match export.value {
            value::Value::Label { id, .. } => (SymbolKind::Place, assembler.labels.address(id).is_some()),
            _ => (SymbolKind::Number, true),
        };
        let value::Value::Int(value) = assembler.resolve(export.value) else {
            continue;
        };
        let symbol = Symbol {
            name: export.name.clone(),
            value: value as u32,
            kind,
            is_global: true,
        };
        let message = match symbols.get(&export.name) {
            _ if !is_known => "there is no such label to export",
            Some(other) if other.is_global && *other != symbol => {
                "this name is exported with another value already"
            }
            _ => {
                symbols.insert(export.name, symbol);
                continue;
            }
        };
        let problem = assembler.error(&rule::LABEL, export.span, message);
        assembler.report(*problem);
    }
    symbols.into_values().collect()
}
