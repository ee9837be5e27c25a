//! The problems of a document, as an editor shows them.

use lsp_types::{
    Diagnostic as Shown, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString,
};
use quadrille_base::{Diagnostic, Severity};

use crate::document::Document;

/// The name under which editors show them.
pub const SOURCE: &str = "quadrille";

/// All problems: those of the command line, and no others.
pub fn diagnostics(document: &Document) -> Vec<Shown> {
    let all = document.judged().diagnostics.iter();
    all.map(|one| shown(document, one)).collect()
}

/// A problem. Its hint and notes are lines below its sentence, its other places are related.
pub(crate) fn shown(document: &Document, found: &Diagnostic) -> Shown {
    let text = document.text();
    let mut message = found.message.clone();
    if !found.hint.is_empty() {
        message += &format!("\n{}", found.hint);
    }
    for note in &found.notes {
        message += &format!("\nnote: {note}");
    }
    let related: Vec<_> = found
        .labels
        .iter()
        .map(|label| DiagnosticRelatedInformation {
            location: Location::new(document.uri.clone(), text.range(label.span)),
            message: label.text.clone(),
        })
        .collect();
    let tags = (found.rule.name == "unused-name").then(|| vec![DiagnosticTag::UNNECESSARY]);
    Shown {
        range: text.range(found.span),
        severity: Some(match found.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(found.rule.name.to_owned())),
        source: Some(SOURCE.to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        tags,
        ..Shown::default()
    }
}
