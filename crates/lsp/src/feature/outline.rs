//! The outline: programs, and what each declares.

use lsp_types::{DocumentSymbol, SymbolKind};
use quadrille_base::Span;
use quadrille_isa::gl::Role;

use super::lines::{LineNameKind, Lines};
use super::scene::sections;
use crate::assembly::{NameKind, Names, Program, role_of};
use crate::document::{Document, DocumentKind, Piece};

/// The symbols of a document.
pub fn outline(document: &Document) -> Vec<DocumentSymbol> {
    match document.kind {
        DocumentKind::Assembly => document
            .pieces()
            .filter_map(|piece| program(document, piece))
            .collect(),
        DocumentKind::Scene => sections(document)
            .into_iter()
            .map(|section| {
                let own = document
                    .pieces()
                    .find(|piece| section.span.start < piece.base && piece.base <= section.span.end);
                let inside = own.filter(|piece| piece.span().end <= section.span.end);
                let programs = inside.and_then(|piece| program(document, piece));
                symbol(
                    document,
                    section.name,
                    SymbolKind::NAMESPACE,
                    "",
                    section.span,
                    section.line,
                    programs.into_iter().collect(),
                )
            })
            .collect(),
        DocumentKind::GeForce3 => {
            let numbering = document.session.settings.numbering();
            names(document, &Lines::of_machine(document.text().text(), numbering))
        }
        DocumentKind::Qpu => names(document, &Lines::of_qpu(document.text().text())),
    }
}

fn program(document: &Document, piece: Piece<'_>) -> Option<DocumentSymbol> {
    let program = Program::parse(piece)?;
    let names = Names::of(&program);
    let children = names
        .declared
        .iter()
        .map(|name| {
            let kind = match name.kind {
                NameKind::Label => SymbolKind::FUNCTION,
                NameKind::SubroutineType => SymbolKind::INTERFACE,
                NameKind::Variable(_) => match role_of(name) {
                    Some(Role::Parameter) => SymbolKind::CONSTANT,
                    Some(Role::Attribute | Role::Result) => SymbolKind::FIELD,
                    Some(_) => SymbolKind::OBJECT,
                    None => SymbolKind::VARIABLE,
                },
            };
            let text = piece.text[name.item.range()].lines().next().unwrap_or_default();
            let detail = text.strip_prefix(name.word.text).unwrap_or_default();
            symbol(
                document,
                name.word.text,
                kind,
                detail.trim_start_matches([' ', '=']).trim(),
                program.place(name.item.to(name.word.span)),
                program.place(name.word.span),
                Vec::new(),
            )
        })
        .collect();
    Some(symbol(
        document,
        program.profile.header,
        SymbolKind::MODULE,
        &program.profile.stage.to_string(),
        piece.span(),
        program.place(program.header),
        children,
    ))
}

fn names(document: &Document, lines: &Lines<'_>) -> Vec<DocumentSymbol> {
    let text = document.text().text();
    let names = lines.names.iter();
    names
        .map(|name| {
            let kind = match name.kind {
                LineNameKind::Label => SymbolKind::FUNCTION,
                LineNameKind::Value => SymbolKind::CONSTANT,
                LineNameKind::Macro => SymbolKind::METHOD,
            };
            let whole = name.statement.to(name.span);
            symbol(
                document,
                &text[name.span.range()],
                kind,
                "",
                whole,
                name.span,
                Vec::new(),
            )
        })
        .collect()
}

#[allow(deprecated, reason = "the protocol's own type has a field that it deprecates")]
fn symbol(
    document: &Document,
    name: &str,
    kind: SymbolKind,
    detail: &str,
    whole: Span,
    place: Span,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    // Editors refuse a symbol without a name.
    let name = if name.is_empty() { "-" } else { name };
    DocumentSymbol {
        name: name.to_owned(),
        detail: (!detail.is_empty()).then(|| detail.to_owned()),
        kind,
        tags: None,
        deprecated: None,
        range: document.text().range(whole.to(place)),
        selection_range: document.text().range(place),
        children: (!children.is_empty()).then_some(children),
    }
}
