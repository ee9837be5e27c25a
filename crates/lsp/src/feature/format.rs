//! Formatting, as `quadrille fmt` does it: white space alone changes.

use lsp_types::TextEdit;
use quadrille::formatting::format;
use quadrille_base::Span;

use crate::document::{Document, DocumentKind};

/// The edits that format a document; machine text and programs of the QPU have no formatter.
pub fn format_document(document: &Document) -> Vec<TextEdit> {
    match document.kind {
        DocumentKind::Assembly | DocumentKind::Scene => {
            let text = document.text();
            between(document, Span::new(0, text.len()), &format(text.text()))
                .into_iter()
                .collect()
        }
        DocumentKind::GeForce3 | DocumentKind::Qpu => Vec::new(),
    }
}

/// One edit from the first line that changes to the last.
fn between(document: &Document, span: Span, new: &str) -> Option<TextEdit> {
    let old = &document.text().text()[span.range()];
    if old == new {
        return None;
    }
    let same = |one: &[u8], other: &[u8]| {
        one.iter()
            .zip(other)
            .take_while(|(one, other)| one == other)
            .count()
    };
    let start = old.floor_char_boundary(same(old.as_bytes(), new.as_bytes()));
    let reversed = |text: &str| text.bytes().rev().collect::<Vec<u8>>();
    let most = old.len().min(new.len()) - start;
    let mut end = same(&reversed(old), &reversed(new)).min(most);
    while !old.is_char_boundary(old.len() - end) || !new.is_char_boundary(new.len() - end) {
        end -= 1;
    }
    let place = Span::new(span.start + start as u32, span.end - end as u32);
    let new = new[start..new.len() - end].to_owned();
    Some(TextEdit::new(document.text().range(place), new))
}
