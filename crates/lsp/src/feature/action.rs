//! Fixes as code actions: each problem's own, and all at once that leave nothing open.

use std::collections::HashMap;

use lsp_types::{CodeAction, CodeActionKind, TextEdit, Uri, WorkspaceEdit};
use quadrille_base::{Diagnostic, Fix, Span};
use quadrille_check::{Grade, fixed, grade};

use super::diagnostics::shown;
use crate::document::{Document, DocumentKind};

/// The kind of the action that applies every fix that leaves nothing open.
pub const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.quadrille");

/// The actions for a span of a document, of these kinds where some are asked for.
pub fn actions(document: &Document, span: Span, only: Option<&[CodeActionKind]>) -> Vec<CodeAction> {
    // `source` asks for `source.fixAll` too.
    let wanted = |kind: &CodeActionKind| {
        let is = |asked: &CodeActionKind| {
            let (kind, asked) = (kind.as_str(), asked.as_str());
            let rest = kind.strip_prefix(asked);
            rest.is_some_and(|rest| asked.is_empty() || rest.is_empty() || rest.starts_with('.'))
        };
        only.is_none_or(|only| only.iter().any(is))
    };
    let mut found = Vec::new();
    if wanted(&CodeActionKind::QUICKFIX) {
        let meets = |one: &&Diagnostic| one.span.start <= span.end && span.start <= one.span.end;
        let all = document.judged().diagnostics.iter().filter(meets);
        found.extend(all.filter_map(|one| quick_fix(document, one)));
    }
    // Only who asks for it gets it: working it out takes several checks.
    if only.is_some() && wanted(&FIX_ALL) {
        found.extend(fix_all(document));
    }
    found
}

fn quick_fix(document: &Document, found: &Diagnostic) -> Option<CodeAction> {
    let fix = found.fix.as_ref()?;
    Some(CodeAction {
        title: sentence(&fix.title),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![shown(document, found)]),
        edit: Some(edit(document, vec![text_edit(document, fix)])),
        is_preferred: Some(grade(found) == Some(Grade::Certain)),
        ..CodeAction::default()
    })
}

fn sentence(title: &str) -> String {
    let mut letters = title.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => "Fix".to_owned(),
    }
}

fn text_edit(document: &Document, fix: &Fix) -> TextEdit {
    TextEdit::new(document.text().range(fix.span), fix.replacement.clone())
}

/// `quadrille check --fix`, for the programs of the document.
fn fix_all(document: &Document) -> Option<CodeAction> {
    if !matches!(document.kind, DocumentKind::Assembly | DocumentKind::Scene) {
        return None;
    }
    let text = document.text().text();
    let edits: Vec<TextEdit> = document
        .pieces()
        // What stands in comments of an older scene is not in the program.
        .filter(|piece| *piece.text == text[piece.span().range()])
        .filter_map(|piece| {
            let new = fixed(piece.text, &document.session.options);
            (new.count > 0).then(|| TextEdit::new(document.text().range(piece.span()), new.text))
        })
        .collect();
    (!edits.is_empty()).then(|| CodeAction {
        title: "Fix all that leaves nothing open".to_owned(),
        kind: Some(FIX_ALL),
        edit: Some(edit(document, edits)),
        ..CodeAction::default()
    })
}

/// Edits of one document.
#[allow(
    clippy::mutable_key_type,
    reason = "the protocol's own type has names of documents as keys"
)]
pub(crate) fn edit(document: &Document, edits: Vec<TextEdit>) -> WorkspaceEdit {
    let changes: HashMap<Uri, Vec<TextEdit>> = HashMap::from([(document.uri.clone(), edits)]);
    WorkspaceEdit::new(changes)
}
