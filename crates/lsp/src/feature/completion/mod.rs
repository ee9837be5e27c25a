//! Completion: what the tables have for a place, and the checker takes there.

mod ati;
mod candidate;
mod candidates;

use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, TextEdit};
use quadrille_base::Span;
use quadrille_isa::gl::binding::{PathPart, candidates, find};
use quadrille_isa::gl::opcode::{OperandShape, ResultShape};
use quadrille_isa::gl::statement::Statement;
use quadrille_isa::gl::{LanguageSet, Limits};

use crate::assembly::{Cursor, NameKind, Names, Part, Probe, Program, Slot, Wanted, slots};
use crate::document::{Document, DocumentKind};
use crate::feature::{machine, qpu, scene};
use candidate::{Candidate, CandidateKind};

/// The words that may stand at a byte of a document.
pub fn complete(document: &Document, offset: u32) -> Vec<CompletionItem> {
    match document.kind {
        DocumentKind::GeForce3 => return machine::complete(document, offset),
        DocumentKind::Qpu => return qpu::complete(document, offset),
        DocumentKind::Scene if document.piece(offset).is_none() => return scene::complete(document, offset),
        DocumentKind::Scene | DocumentKind::Assembly => {}
    }
    let Some(piece) = document.piece(offset) else {
        return Vec::new();
    };
    let options = &document.session.options;
    let limits = &options.limits;
    let Some(program) = Program::parse(piece) else {
        return header(document, piece.base, piece.text, offset);
    };
    let at = offset - piece.base;
    if at <= program.header.end {
        return header(document, piece.base, piece.text, offset);
    }
    let cursor = Cursor::at(&program, at);
    let names = Names::of(&program);
    let probe = Probe::new(&program, &cursor, options);
    let before = Before {
        program: &program,
        names: &names,
        cursor: &cursor,
        limits,
    };
    let mut found = candidates::candidates(&program, &names, limits, &cursor.wanted, cursor.typed);
    // A name is not offered for its own declaration's sake, and each word once.
    found.sort_by(|one, other| one.word.cmp(&other.word));
    found.dedup_by(|one, other| one.word == other.word);
    found.retain(|one| matches(&one.word, cursor.typed));
    if let Some(probe) = probe {
        found.retain(|one| probe.accepts(&one.word, &before.ways(&one.word)));
    }
    let range = program.place(cursor.word);
    found.iter().map(|one| item(document, range, one)).collect()
}

/// Whether a word has the letters that are typed, in their order.
pub(crate) fn matches(word: &str, typed: &str) -> bool {
    let mut letters = word.chars();
    typed
        .chars()
        .all(|typed| letters.any(|letter| letter.eq_ignore_ascii_case(&typed)))
}

fn item(document: &Document, span: Span, candidate: &Candidate) -> CompletionItem {
    let kind = match candidate.kind {
        CandidateKind::Opcode => CompletionItemKind::FUNCTION,
        CandidateKind::Keyword => CompletionItemKind::KEYWORD,
        CandidateKind::Binding => CompletionItemKind::FIELD,
        CandidateKind::Option => CompletionItemKind::MODULE,
        CandidateKind::Variable => CompletionItemKind::VARIABLE,
        CandidateKind::Constant => CompletionItemKind::CONSTANT,
        CandidateKind::Label => CompletionItemKind::REFERENCE,
        CandidateKind::Selector => CompletionItemKind::PROPERTY,
    };
    word_item(document, span, &candidate.word, kind, &candidate.detail)
}

/// A word that takes the place of a span.
pub(crate) fn word_item(
    document: &Document,
    span: Span,
    word: &str,
    kind: CompletionItemKind,
    detail: &str,
) -> CompletionItem {
    CompletionItem {
        label: word.to_owned(),
        kind: Some(kind),
        detail: Some(detail.to_owned()),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit {
            range: document.text().range(span),
            new_text: word.to_owned(),
        })),
        ..CompletionItem::default()
    }
}

/// Headers, where only blanks stand before.
fn header(document: &Document, base: u32, text: &str, offset: u32) -> Vec<CompletionItem> {
    let before = &text[..(offset - base) as usize];
    let typed = before.trim_start();
    let start = offset - typed.len() as u32;
    if !"!!".starts_with(&typed[..typed.len().min(2)]) || typed.contains(char::is_whitespace) {
        return Vec::new();
    }
    let rest = &text[(offset - base) as usize..];
    let more = rest
        .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '.' && letter != '!')
        .unwrap_or(rest.len());
    let span = Span::new(start, offset + more as u32);
    let found = candidate::headers();
    found
        .iter()
        .filter(|one| matches(&one.word, typed))
        .map(|one| item(document, span, one))
        .collect()
}

/// What stands before a place, and so how its statement may go on.
struct Before<'c, 'd> {
    program: &'c Program<'d>,
    names: &'c Names<'d>,
    cursor: &'c Cursor<'d>,
    limits: &'c Limits,
}

impl Before<'_, '_> {
    /// Ways in which the statement may go on behind a word.
    fn ways(&self, word: &str) -> Vec<String> {
        match &self.cursor.wanted {
            Wanted::Nothing | Wanted::Header => Vec::new(),
            Wanted::Statement | Wanted::Keyword(_) => match Statement::find(word) {
                Some(statement) => argument(statement)
                    .map(|argument| format!(" {argument};"))
                    .into_iter()
                    .collect(),
                None => vec![";".to_owned()],
            },
            Wanted::Option | Wanted::Argument(_) => vec![";".to_owned()],
            Wanted::Modifier(row, _) => {
                let operands = slots(row, self.program.features.languages);
                let operands = operands.iter().map(|slot| self.sample(*slot, None));
                vec![format!(" {};", operands.collect::<Vec<_>>().join(", "))]
            }
            Wanted::Operand(_) | Wanted::Selector | Wanted::Index(_) | Wanted::Condition | Wanted::Label => {
                self.operand_ways(word, &["", "[0]", ".x", "[0].x"].map(str::to_owned))
            }
            Wanted::SubroutineType => vec![" quadrille_name = program.subroutine[0];".to_owned()],
            Wanted::Value(_) => self.path_ways(&[], word),
            Wanted::Path(parts, _) => self.path_ways(parts, word),
        }
    }

    /// A path is gone on with until it is a binding.
    fn path_ways(&self, parts: &[Part<'_>], word: &str) -> Vec<String> {
        let mut ways = Vec::new();
        for number in [0, 6] {
            let mut more = vec![String::new()];
            more.extend(self.whole(parts, word, number));
            let selected: Vec<String> = more.iter().map(|more| format!("{more}.x")).collect();
            more.extend(selected);
            ways.extend(self.operand_ways(word, &more));
        }
        ways.dedup();
        ways
    }

    /// What makes a binding of a path, with this number for each index.
    fn whole(&self, parts: &[Part<'_>], word: &str, number: i64) -> Option<String> {
        let features = &self.program.features;
        let mut written: Vec<PathPart<'_>> = parts.iter().map(|part| part.written()).collect();
        written.push(PathPart::Word(word));
        let mut more = String::new();
        for _ in 0..6 {
            if let Ok(found) = find(&written, features, self.limits)
                && found.consumed == written.len()
            {
                return Some(more);
            }
            let index = [written.as_slice(), &[PathPart::Index(Some(number))]].concat();
            let words = candidates(&written, written.len(), features, self.limits);
            let takes_index = match find(&index, features, self.limits) {
                Ok(found) => found.consumed == index.len(),
                Err(mismatch) => mismatch.part > written.len(),
            };
            if takes_index {
                more += &format!("[{number}]");
                written = index;
            } else {
                let next = *words.first()?;
                more += &format!(".{next}");
                written.push(PathPart::Word(next));
            }
        }
        None
    }

    /// Ways that begin with these, then close what is open and give what operands are missing.
    fn operand_ways(&self, word: &str, begin: &[String]) -> Vec<String> {
        let text = self.program.piece.text;
        let statement = &text[self.cursor.statement as usize..self.cursor.word.start as usize];
        let open = |open: char, close: char| {
            let count = |mark| statement.matches(mark).count();
            count(open).saturating_sub(count(close))
        };
        let mut close = String::new();
        close += &"|".repeat(statement.matches('|').count() % 2);
        close += &"]".repeat(open('[', ']'));
        close += &")".repeat(open('(', ')'));
        let bar = close.clone();
        close += &"}".repeat(open('{', '}'));
        let mnemonic = statement
            .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
            .next()
            .unwrap_or_default();
        let row = quadrille_check::opcode_row(mnemonic, &self.program.features);
        let row = row.filter(|_| {
            matches!(
                self.cursor.wanted,
                Wanted::Operand(_)
                    | Wanted::Path(..)
                    | Wanted::Selector
                    | Wanted::Index(_)
                    | Wanted::Condition
                    | Wanted::Label
            ) && Statement::find(mnemonic).is_none()
        });
        let Some(row) = row else {
            return begin.iter().map(|begin| format!("{begin}{close};")).collect();
        };
        let slots = slots(row, self.program.features.languages);
        let mut depth = 0;
        let mut number = 0;
        for letter in statement.chars() {
            match letter {
                '{' | '[' | '(' => depth += 1,
                '}' | ']' | ')' => depth -= 1,
                ',' if depth == 0 => number += 1,
                _ => {}
            }
        }
        let is_value = matches!(slots.get(number), Some(Slot::Source(_) | Slot::Result(_)));
        let is_word = matches!(self.cursor.wanted, Wanted::Operand(_));
        begin
            .iter()
            .map(|begin| {
                let own = (is_value && is_word).then(|| format!("{word}{begin}"));
                let rest = slots.iter().skip(number + 1);
                let rest = rest.map(|slot| format!(", {}", self.sample(*slot, own.as_deref())));
                let closed = if row.result == ResultShape::None {
                    &close
                } else {
                    &bar
                };
                format!(
                    "{begin}{closed}{}{};",
                    rest.collect::<String>(),
                    &close[closed.len()..]
                )
            })
            .collect()
    }

    /// An operand for a slot: the one that is there already where that may be read there, or else what is declared.
    fn sample(&self, slot: Slot, own: Option<&str>) -> String {
        let languages = self.program.features.languages;
        let declared = |wanted: &dyn Fn(NameKind) -> bool| {
            let mut names = self.names.declared.iter();
            names
                .find(|name| wanted(name.kind))
                .map(|name| name.word.text.to_owned())
        };
        let temporary = || {
            let named = declared(&|kind| kind == NameKind::Variable(Statement::Temp));
            named.unwrap_or_else(|| "R0".to_owned())
        };
        match slot {
            Slot::Target => "2D".to_owned(),
            Slot::Component => "x".to_owned(),
            Slot::Result(ResultShape::Address) => {
                declared(&|kind| kind == NameKind::Variable(Statement::Address))
                    .unwrap_or_else(|| "A0".to_owned())
                    + ".x"
            }
            Slot::Source(OperandShape::Texture) if languages.meets(LanguageSet::F10) => "TEX0".to_owned(),
            Slot::Source(OperandShape::Texture) => "texture[0]".to_owned(),
            Slot::Source(OperandShape::Image) => "image[0]".to_owned(),
            Slot::Source(OperandShape::Condition) => "GT.x".to_owned(),
            Slot::Source(OperandShape::Label) => {
                declared(&|kind| kind == NameKind::Label).unwrap_or_else(|| "main".to_owned())
            }
            Slot::Source(OperandShape::Scalar | OperandShape::ScalarUnsigned) => {
                let own = own.map_or_else(temporary, str::to_owned);
                match own.contains('.') {
                    true => own,
                    false => own + ".x",
                }
            }
            Slot::Source(_) | Slot::Result(_) | Slot::Any | Slot::Beyond => {
                own.map_or_else(temporary, |own| own.trim_end_matches(".x").to_owned())
            }
        }
    }
}

/// What a declaration of the stage may be given.
fn argument(statement: Statement) -> Option<&'static str> {
    let words = quadrille_check::arguments(statement);
    words.first().copied().or(match statement {
        Statement::Option => Some("ARB_precision_hint_fastest"),
        Statement::VerticesOut
        | Statement::Invocations
        | Statement::GroupSize
        | Statement::SharedMemory
        | Statement::SecondaryViewLayerOffset => Some("1"),
        Statement::TessPointMode => Some(""),
        Statement::Temp | Statement::Address => Some("quadrille_name"),
        _ => None,
    })
}
