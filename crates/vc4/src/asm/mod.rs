//! QPU programs as text: assembler, output forms, disassembler and the annotated form.
//!
//! [`assemble`] turns text into words and a list of problems; it reads no file by itself. The syntax is
//! described in `docs/qpu-assembler.md`. What is *not* here: rules about sequences of instructions, which
//! are the checker's, and what instructions do, which is the emulator's.

mod assembler;
mod assembly;
mod block;
mod branch;
mod constant;
mod cursor;
mod data;
mod define;
mod definition;
mod dialect;
mod directive;
mod elf;
mod explain;
mod expression;
mod fill;
mod function;
mod immediate;
mod include;
mod instruction;
mod join;
mod label;
mod limits;
mod lines;
mod mnemonic;
mod name_table;
mod number;
mod operation;
mod operator;
mod options;
mod output;
mod packing;
mod place;
mod ports;
mod print;
mod raw_register;
mod register;
mod resolver;
pub mod rule;
mod slice;
mod solve;
mod string;
mod suffix;
mod symbol;
mod syntax;
mod value;
pub mod vocabulary;
mod words;

use std::collections::BTreeMap;

use quadrille_base::Span;

pub use assembly::{Assembly, ReadText, Symbol, SymbolKind, TextPosition};
pub use dialect::Dialect;
pub use elf::{Host, ObjectError, object};
pub use explain::{ExplainedField, Explanation, StrayRead, explain, explain_word, stray_reads};
use join::Joins;
pub use limits::Limits;
pub use options::Options;
pub use output::{HexForm, binary, hex, listing};
pub use print::{disassemble, disassemble_word};
pub use resolver::{NoIncludes, Resolver};
pub use syntax::Syntax;
pub use words::{PartialWord, WordList, strangers, words_of_binary, words_of_text};

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

/// The limit on rounds of taking joined lines apart; after it, all are taken apart.
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
    if assembler.syntax == Syntax::Gas {
        let code = assembler.words.iter().zip(&assembler.places);
        let code = code.filter(|(_, place)| !place.is_data);
        let waits = words::implicit_wait(code.map(|(&word, place)| (word, Span::at(place.offset))));
        assembler.diagnostics.extend(waits);
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
        .map(|text| ReadText::new(text.name, text.text, text.base))
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
            && label.is_named()
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
