//! Hover: the manual's page of what stands at a place, as the language of the program has it.

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};
use quadrille::manual::{self, ManualLocation};
use quadrille_base::Span;
use quadrille_isa::gl::binding::{PathPart, find};
use quadrille_isa::gl::condition::Test;
use quadrille_isa::gl::modifier::ModifierRow;
use quadrille_isa::gl::option::OptionRow;
use quadrille_isa::gl::profile::PROFILES;
use quadrille_isa::gl::register::{BRACKETED, Selected, bracketed, relative};
use quadrille_isa::gl::statement::{self, Statement};
use quadrille_isa::gl::{ProgramOption, TextureTarget};
use quadrille_syntax::tree::{Operand, Part, Statement as Node, StatementKind, Value, Word};

use super::{machine, qpu, scene};
use crate::assembly::{NameKind, Names, Program};
use crate::document::{Document, DocumentKind};

/// What there is to say about a byte of a document.
pub fn hover(document: &Document, offset: u32) -> Option<Hover> {
    let (span, text) = match document.kind {
        DocumentKind::GeForce3 => machine::hover(document, offset),
        DocumentKind::Qpu => qpu::hover(document, offset),
        DocumentKind::Scene if document.piece(offset).is_none() => scene::hover(document, offset),
        DocumentKind::Assembly | DocumentKind::Scene => {
            let piece = document.piece(offset)?;
            let program = Program::parse(piece)?;
            let (span, text) = Reader::new(&program).at(offset - piece.base)?;
            Some((program.place(span), text))
        }
    }?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: text,
        }),
        range: Some(document.text().range(span)),
    })
}

struct Reader<'p, 'd> {
    program: &'p Program<'d>,
    location: ManualLocation,
}

fn is_in(span: Span, offset: u32) -> bool {
    span.start <= offset && offset <= span.end
}

impl<'p, 'd> Reader<'p, 'd> {
    fn new(program: &'p Program<'d>) -> Reader<'p, 'd> {
        Reader {
            program,
            location: ManualLocation {
                profile: program.profile,
                options: program.features.options.iter().collect(),
            },
        }
    }

    fn at(&self, offset: u32) -> Option<(Span, String)> {
        let program = self.program;
        if is_in(program.header, offset) {
            let row = PROFILES.iter().find(|row| row.header == program.profile.header)?;
            return Some((program.header, manual::header_page(row).text));
        }
        let names = Names::of(program);
        if let Some((span, number)) = names.at(offset) {
            let name = names.declared.get(number)?;
            let text = program.piece.text[name.statement.range()].trim();
            let mut page = format!("```\n{text}\n```\n");
            if let NameKind::Variable(statement) = name.kind {
                page += &format!("\n{}\n", statement.row().doc);
            }
            // The binding of what is declared on a line of its own.
            let value = self.binding_in(name.item);
            page += &value.map_or(String::new(), |value| format!("\n---\n{value}"));
            return Some((span, page));
        }
        let statement = program.statement(offset)?;
        match &statement.kind {
            StatementKind::Instruction(instruction) => {
                let mnemonic = instruction.mnemonic;
                if is_in(mnemonic.span, offset) {
                    return Some((mnemonic.span, self.opcode(mnemonic)?));
                }
                let modifiers = &program.tree.words
                    [instruction.modifiers.start as usize..instruction.modifiers.end as usize];
                if let Some(word) = modifiers.iter().find(|word| is_in(word.span, offset)) {
                    let row = ModifierRow::of_name(word.text)?;
                    let page = manual::modifier_page(row, Some(&self.location));
                    return Some((word.span, page.text));
                }
            }
            StatementKind::Declaration(declaration) => {
                let keyword = declaration.keyword;
                if is_in(keyword.span, offset) {
                    let row = Statement::find(keyword.text)?.row();
                    return Some((
                        keyword.span,
                        manual::statement_page(row, Some(&self.location)).text,
                    ));
                }
                let modifiers = &program.tree.words
                    [declaration.modifiers.start as usize..declaration.modifiers.end as usize];
                if let Some(word) = modifiers.iter().find(|word| is_in(word.span, offset)) {
                    let row = statement::MODIFIERS.iter().find(|row| row.word == word.text)?;
                    let page = manual::declaration_modifier_page(row, Some(&self.location));
                    return Some((word.span, page.text));
                }
                if keyword.text == "OPTION" {
                    return self.option(statement, offset);
                }
            }
            StatementKind::Label { .. } | StatementKind::Error => {}
        }
        if let Some(found) = self.register(statement.span, offset) {
            return Some(found);
        }
        let operand = self.operand(statement.span, offset)?;
        self.path(operand, offset)
    }

    /// A register that stands in brackets behind the letter of its file: `v[OPOS]`, `c[12]`, `c[A0.x + 3]`; and the page
    /// of the binding that it is.
    fn register(&self, within: Span, offset: u32) -> Option<(Span, String)> {
        let tree = &self.program.tree;
        let languages = self.program.features.languages;
        let all = tree.operands.iter();
        all.filter(|operand| within.start <= operand.span.start && operand.span.end <= within.end)
            .find_map(|operand| {
                let Value::Path(parts) = &operand.value else {
                    return None;
                };
                let [
                    Part::Word(letter),
                    Part::Index {
                        span,
                        from: Some(from),
                        to: None,
                    },
                    ..,
                ] = self.program.parts(parts)
                else {
                    return None;
                };
                let whole = letter.span.to(*span);
                if !is_in(whole, offset) {
                    return None;
                }
                let inside = &self.program.piece.text[tree.operands[*from as usize].span.range()];
                let selected = match inside.parse() {
                    Ok(number) => Selected::Number(number),
                    Err(_) => Selected::Name(inside),
                };
                let row = match bracketed(letter.text, selected, languages, &quadrille::Limits::UNLIMITED) {
                    Ok((binding, _)) => binding.family.row(),
                    // An address register chooses one of them.
                    Err(_) => (relative(letter.text, languages)?.binding)(0).family.row(),
                };
                let mut files = BRACKETED.iter();
                let file =
                    files.find(|file| file.letter == letter.text && file.languages.meets(languages))?;
                // The page names the forms of languages that declare variables, and where each is.
                let page = manual::binding_page(row, None).text;
                let name = &self.program.piece.text[whole.range()];
                Some((whole, format!("**{name}**: {}\n\n---\n{page}", file.doc)))
            })
    }

    /// The opcode, and what its suffixes say.
    fn opcode(&self, mnemonic: Word<'_>) -> Option<String> {
        let row = quadrille_check::opcode_row(mnemonic.text, &self.program.features)?;
        Some(manual::opcode_page(row, Some(&self.location)).text)
    }

    fn option(&self, statement: &Node<'_>, offset: u32) -> Option<(Span, String)> {
        let operand = self.operand(statement.span, offset)?;
        let name = &self.program.piece.text[operand.span.range()];
        let row: &OptionRow = ProgramOption::find(name)?.row();
        Some((operand.span, manual::option_page(row, Some(&self.location)).text))
    }

    /// The innermost operand at a byte.
    fn operand(&self, within: Span, offset: u32) -> Option<&'p Operand<'d>> {
        let all = self.program.tree.operands.iter();
        all.filter(|operand| within.start <= operand.span.start && operand.span.end <= within.end)
            .filter(|operand| is_in(operand.span, offset) && matches!(operand.value, Value::Path(_)))
            .min_by_key(|operand| operand.span.len())
    }

    /// A path: a binding, a target or a test of the condition code.
    fn path(&self, operand: &Operand<'d>, offset: u32) -> Option<(Span, String)> {
        let Value::Path(parts) = &operand.value else {
            return None;
        };
        let parts = self.program.parts(parts);
        if let Some(text) = self.binding(parts) {
            return Some((operand.span, text));
        }
        let Some(Part::Word(word)) = parts.first() else {
            return None;
        };
        if !is_in(word.span, offset) {
            return None;
        }
        if let Some(row) = TextureTarget::of_name(word.text) {
            return Some((word.span, format!("**{}**: {}\n", row.name, row.doc)));
        }
        let (test, _) = Test::of_name(word.text)?;
        let row = test.row();
        Some((
            word.span,
            format!("**{}**: {} (`{}`)\n", row.name, row.doc, row.expression),
        ))
    }

    /// The page of the first binding in a span.
    fn binding_in(&self, span: Span) -> Option<String> {
        let mut all = self.program.tree.operands.iter();
        all.find_map(|operand| match &operand.value {
            Value::Path(parts) if span.start <= operand.span.start && operand.span.end <= span.end => {
                self.binding(self.program.parts(parts))
            }
            _ => None,
        })
    }

    fn binding(&self, parts: &[Part<'_>]) -> Option<String> {
        let tree = &self.program.tree;
        let number = |at: u32| match &tree.operands[at as usize].value {
            Value::Number(number) => number.text.parse().ok(),
            _ => None,
        };
        let written: Vec<PathPart<'_>> = parts
            .iter()
            .map(|part| match part {
                Part::Word(word) => PathPart::Word(word.text),
                Part::Index { from: None, .. } => PathPart::Index(None),
                Part::Index {
                    from: Some(from), to, ..
                } => match (number(*from), to.map(number)) {
                    (Some(from), None) => PathPart::Index(Some(from)),
                    (Some(from), Some(Some(to))) => PathPart::Range(from, to),
                    _ => PathPart::Dynamic,
                },
                Part::Arguments { .. } => PathPart::Arguments,
            })
            .collect();
        let limits = quadrille::Limits::UNLIMITED;
        let found = find(&written, &self.program.features, &limits);
        let row = match found {
            Ok(found) => Some(found.row),
            Err(mismatch) => mismatch.row,
        }?;
        Some(manual::binding_page(row, Some(&self.location)).text)
    }
}
