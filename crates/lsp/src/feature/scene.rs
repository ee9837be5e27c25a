//! Scenes around their programs: their sections and commands.

use std::collections::HashSet;

use lsp_types::{CompletionItem, CompletionItemKind};
use quadrille_base::Span;
use quadrille_scene::SECTIONS;
use quadrille_scene::forms::{FORMS, Form};

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

/// Names of sections, behind a bracket at the beginning of a line; commands, where a line of `[test]` begins.
pub(crate) fn complete(document: &Document, offset: u32) -> Vec<CompletionItem> {
    let text = document.text();
    let line = text.line_span(text.line(offset));
    let before = &text.text()[line.start as usize..offset as usize];
    let Some(typed) = before.strip_prefix('[') else {
        return commands(document, line.start, before);
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

/// The words that commands begin with, in the place of those that are typed from the beginning of a line on.
fn commands(document: &Document, line: u32, before: &str) -> Vec<CompletionItem> {
    let typed = before.trim_start();
    let begin = line + (before.len() - typed.len()) as u32;
    if !is_in_test(document, begin) {
        return Vec::new();
    }
    let span = Span::new(begin, begin + typed.len() as u32);
    let mut offered: Vec<&Form> = FORMS
        .iter()
        .filter(|form| form.words.starts_with(typed))
        .collect();
    // One of several forms with the same words stands for all.
    let mut known = HashSet::new();
    offered.retain(|form| known.insert(form.words));
    let kind = CompletionItemKind::FUNCTION;
    let item = |form: &&Form| word_item(document, span, form.words, kind, form.text);
    offered.iter().map(item).collect()
}

/// Whether a byte is in a section `[test]`, behind its first line.
fn is_in_test(document: &Document, offset: u32) -> bool {
    let sections = sections(document);
    let section = sections.iter().rfind(|section| section.line.end < offset);
    section.is_some_and(|section| section.name == "test")
}

/// What the command does whose words are at a byte.
pub(crate) fn hover(document: &Document, offset: u32) -> Option<(Span, String)> {
    let text = document.text();
    let line = text.line_span(text.line(offset));
    let whole = text.text()[line.range()].trim_end();
    let bare = whole.trim_start();
    let begin = line.start + (whole.len() - bare.len()) as u32;
    let begins = |form: &&Form| {
        let rest = bare.strip_prefix(form.words);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
    };
    let words = FORMS
        .iter()
        .filter(begins)
        .map(|form| form.words)
        .max_by_key(|words| words.len())?;
    let span = Span::new(begin, begin + words.len() as u32);
    if !is_in_test(document, begin) || !(span.start..=span.end).contains(&offset) {
        return None;
    }
    let forms = FORMS.iter().filter(|form| form.words == words);
    let pages: Vec<String> = forms
        .map(|form| format!("`{}`\n\n{}\n", form.text, form.does))
        .collect();
    Some((span, pages.join("\n---\n")))
}
