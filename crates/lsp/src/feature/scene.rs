//! Scenes around their programs: their sections.

use lsp_types::{CompletionItem, CompletionItemKind};
use quadrille_base::Span;
use quadrille_scene::SECTIONS;

use super::completion::{matches, word_item};
use crate::document::Document;

/// A section of a scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Section<'d> {
    /// Its name, without brackets.
    pub(crate) name: &'d str,
    /// Its first line.
    pub(crate) line: Span,
    /// From its first line to the next section.
    pub(crate) span: Span,
}

/// The sections of a scene.
pub(crate) fn sections(document: &Document) -> Vec<Section<'_>> {
    let text = document.text().text();
    let mut found: Vec<Section<'_>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at as u32;
        at += line.len();
        let bare = line.trim_end();
        if let Some(name) = bare.strip_prefix('[') {
            if let Some(last) = found.last_mut() {
                last.span.end = start;
            }
            found.push(Section {
                name: name.split(']').next().unwrap_or_default().trim(),
                line: Span::new(start, start + bare.len() as u32),
                span: Span::new(start, text.len() as u32),
            });
        }
    }
    found
}

/// Names of sections, behind a bracket at the beginning of a line.
pub(crate) fn complete(document: &Document, offset: u32) -> Vec<CompletionItem> {
    let text = document.text();
    let line = text.line_span(text.line(offset));
    let before = &text.text()[line.start as usize..offset as usize];
    let Some(typed) = before.strip_prefix('[') else {
        return Vec::new();
    };
    let rest = &text.text()[offset as usize..line.end as usize];
    let end = rest.find(']').map_or(rest.len(), |at| at + 1);
    let span = Span::new(line.start, offset + end as u32);
    SECTIONS
        .iter()
        .filter(|name| matches(name, typed))
        .map(|name| {
            word_item(
                document,
                span,
                &format!("[{name}]"),
                CompletionItemKind::MODULE,
                "a section",
            )
        })
        .collect()
}
