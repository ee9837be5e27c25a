//! Names: where one is declared, where it stands, and another in its place.

use lsp_types::{DocumentHighlight, DocumentHighlightKind, Location, Range, TextEdit, WorkspaceEdit};
use quadrille_base::{Diagnostic, Severity, Span};
use quadrille_check::{Options, check};
use quadrille_isa::gl::reserved::is_reserved;
use quadrille_syntax::{lex, lexer::TokenKind};

use super::action::edit;
use super::lines::{LineNameKind, Lines};
use super::qpu;
use crate::assembly::{NameKind, Names, Program};
use crate::document::{Document, DocumentKind, Piece};

/// A name at a place, with places in the document.
struct Found<'d> {
    word: &'d str,
    /// The place that was asked about.
    place: Span,
    declared: Span,
    places: Vec<Span>,
    /// The program, where it is one of an OpenGL language, and what the name stands for there.
    program: Option<(Piece<'d>, NameKind)>,
}

/// Why a name cannot be another.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RenameError {
    /// No name stands there.
    #[error("there is no name here that the document declares")]
    NoName,
    /// The new name is none.
    #[error("`{0}` is no name: letters, digits, _ and $, no digit first")]
    Form(String),
    /// The language has the word for itself.
    #[error("`{0}` is a word of the language")]
    Reserved(String),
    /// Something is called so.
    #[error("`{0}` is declared already")]
    Declared(String),
    /// The checker refuses what comes out.
    #[error("with `{name}` the program is rejected: {message}")]
    Rejected {
        /// The new name.
        name: String,
        /// The checker's first sentence.
        message: String,
    },
    /// The assembler makes other words of what comes out.
    #[error("with `{0}` the program has other words")]
    OtherWords(String),
}

fn find(document: &Document, offset: u32) -> Option<Found<'_>> {
    match document.kind {
        DocumentKind::Assembly | DocumentKind::Scene => in_program(document, offset),
        DocumentKind::GeForce3 => {
            let numbering = document.session.settings.numbering();
            in_lines(&Lines::of_machine(document.text().text(), numbering), offset)
        }
        DocumentKind::Qpu => in_lines(&Lines::of_qpu(document.text().text()), offset),
    }
}

fn in_program(document: &Document, offset: u32) -> Option<Found<'_>> {
    let piece = document.piece(offset)?;
    let program = Program::parse(piece)?;
    let names = Names::of(&program);
    let (place, number) = names.at(offset - piece.base)?;
    let name = names.declared.get(number)?;
    Some(Found {
        word: name.word.text,
        place: program.place(place),
        declared: program.place(name.word.span),
        places: names.places_of(number).map(|span| program.place(span)).collect(),
        program: Some((piece, name.kind)),
    })
}

fn in_lines<'d>(lines: &Lines<'d>, offset: u32) -> Option<Found<'d>> {
    let lexeme = lines.word(offset)?;
    let word = lines.text(lexeme);
    let declared = lines.declaration(word)?.span;
    Some(Found {
        word,
        place: lexeme.span,
        declared,
        places: lines.places(word).collect(),
        program: None,
    })
}

/// Where the name at a byte is declared.
pub fn definition(document: &Document, offset: u32) -> Option<Location> {
    let found = find(document, offset)?;
    Some(Location::new(
        document.uri.clone(),
        document.text().range(found.declared),
    ))
}

/// Where the name at a byte stands, its declaration among them or not.
pub fn references(document: &Document, offset: u32, declaration: bool) -> Vec<Location> {
    let Some(found) = find(document, offset) else {
        return Vec::new();
    };
    let places = found
        .places
        .iter()
        .filter(|place| declaration || **place != found.declared);
    places
        .map(|place| Location::new(document.uri.clone(), document.text().range(*place)))
        .collect()
}

/// The places of the name at a byte, to be marked.
pub fn highlights(document: &Document, offset: u32) -> Vec<DocumentHighlight> {
    let Some(found) = find(document, offset) else {
        return Vec::new();
    };
    let places = found.places.iter();
    places
        .map(|place| DocumentHighlight {
            range: document.text().range(*place),
            kind: Some(match *place == found.declared {
                true => DocumentHighlightKind::WRITE,
                false => DocumentHighlightKind::TEXT,
            }),
        })
        .collect()
}

/// The name at a byte that can be another.
pub fn renameable(document: &Document, offset: u32) -> Option<Range> {
    let found = find(document, offset)?;
    Some(document.text().range(found.place))
}

/// The edits that give the name at a byte another.
///
/// # Errors
///
/// There is no name, or the other cannot be one there.
pub fn rename(document: &Document, offset: u32, new: &str) -> Result<WorkspaceEdit, RenameError> {
    let found = find(document, offset).ok_or(RenameError::NoName)?;
    // A constant of machine text has its mark in its name.
    let mark = if found.word.starts_with('#') { "#" } else { "" };
    let bare = new.strip_prefix(mark).unwrap_or(new);
    let new = format!("{mark}{bare}");
    if new == found.word {
        return Ok(edit(document, Vec::new()));
    }
    match found.program {
        Some((piece, kind)) => check_name(piece, kind, &document.session.options, &found, bare)?,
        None => check_word(document, &found, bare, &new)?,
    }
    let edits = found
        .places
        .iter()
        .map(|place| TextEdit::new(document.text().range(*place), new.clone()));
    Ok(edit(document, edits.collect()))
}

/// Whether a program may have the name in the place of the one it has.
fn check_name(
    piece: Piece<'_>,
    kind: NameKind,
    options: &Options,
    found: &Found<'_>,
    new: &str,
) -> Result<(), RenameError> {
    let program = Program::parse(piece).ok_or(RenameError::NoName)?;
    let tokens = lex(new, program.tree.lexis);
    let is_word = matches!(tokens.as_slice(), [one] if one.kind == TokenKind::Word);
    if !is_word || new.starts_with(|first: char| first.is_ascii_digit()) {
        return Err(RenameError::Form(new.to_owned()));
    }
    if kind != NameKind::Label && is_reserved(new, &program.features) {
        return Err(RenameError::Reserved(new.to_owned()));
    }
    let names = Names::of(&program);
    if names.declared.iter().any(|one| one.word.text == new) {
        return Err(RenameError::Declared(new.to_owned()));
    }
    // What tables do not say, the checker does.
    let text = renamed(piece.text, piece.base, &found.places, new);
    let errors = |text: &str| {
        let checked = check(text, options);
        let mut errors = checked.diagnostics.into_iter();
        let first = errors.find(|one| one.severity == Severity::Error);
        first.map(|first| first.message)
    };
    if errors(piece.text).is_none()
        && let Some(message) = errors(&text)
    {
        return Err(RenameError::Rejected {
            name: new.to_owned(),
            message,
        });
    }
    Ok(())
}

/// A text that begins at a byte of the document, with a name in these places of the document.
fn renamed(text: &str, base: u32, places: &[Span], new: &str) -> String {
    let mut text = text.to_owned();
    for place in places.iter().rev() {
        let own = place.start - base..place.end - base;
        text.replace_range(own.start as usize..own.end as usize, new);
    }
    text
}

/// Whether a text of lines may have the name, whose letters are `bare`, in the place of the one it has.
fn check_word(document: &Document, found: &Found<'_>, bare: &str, new: &str) -> Result<(), RenameError> {
    let letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    let first = bare.bytes().next().is_some_and(letter);
    if !first || !bare.bytes().all(|byte| letter(byte) || byte.is_ascii_digit()) {
        return Err(RenameError::Form(new.to_owned()));
    }
    let text = document.text().text();
    let other = renamed(text, 0, &found.places, new);
    let is_free = |lines: Lines<'_>| match lines.declaration(new) {
        Some(_) => Err(RenameError::Declared(new.to_owned())),
        None => Ok(()),
    };
    // What tables do not say, the assembler does.
    match document.kind {
        DocumentKind::Qpu => {
            let lines = Lines::of_qpu(text);
            let is_label = lines
                .declaration(found.word)
                .is_some_and(|declared| declared.kind == LineNameKind::Label);
            if !is_label && qpu::is_reserved(new) {
                return Err(RenameError::Reserved(new.to_owned()));
            }
            is_free(lines)?;
            let words = |text| {
                let assembly = qpu::assembled_text(document, text);
                (assembly.words, assembly.diagnostics)
            };
            check_words(new, words(text), words(&other))
        }
        DocumentKind::GeForce3 | DocumentKind::Assembly | DocumentKind::Scene => {
            let numbering = document.session.settings.numbering();
            is_free(Lines::of_machine(text, numbering))?;
            let words = |text| match quadrille_gf3::word::text::read(text, numbering) {
                Ok(read) => (read.words, read.notes),
                Err(problems) => (Vec::new(), problems),
            };
            check_words(new, words(text), words(&other))
        }
    }
}

/// Whether an assembler makes the same words of a text with a name as of the one before, and finds no errors of a rule
/// beyond those that it found.
fn check_words<W: PartialEq>(
    new: &str,
    (words, problems): (Vec<W>, Vec<Diagnostic>),
    (other_words, other_problems): (Vec<W>, Vec<Diagnostic>),
) -> Result<(), RenameError> {
    let is_error = |one: &Diagnostic| one.severity == Severity::Error;
    let errors = problems.iter().filter(|one| is_error(one));
    let mut known: Vec<&str> = errors.map(|one| one.rule.name).collect();
    for error in other_problems.into_iter().filter(is_error) {
        let Some(at) = known.iter().position(|rule| *rule == error.rule.name) else {
            return Err(RenameError::Rejected {
                name: new.to_owned(),
                message: error.message,
            });
        };
        known.swap_remove(at);
    }
    match words == other_words {
        true => Ok(()),
        false => Err(RenameError::OtherWords(new.to_owned())),
    }
}
