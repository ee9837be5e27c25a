//! What each accepted program takes of each resource, behind its header.

use lsp_types::{InlayHint, InlayHintLabel, InlayHintTooltip};
use quadrille_base::Span;

use crate::document::{Document, ResourceUse};

/// The hints in a span of a document.
pub fn inlay_hints(document: &Document, span: Span) -> Vec<InlayHint> {
    if document.session.settings.no_inlay_hints {
        return Vec::new();
    }
    let text = document.text();
    let programs = document.judged().programs.iter();
    programs
        .filter_map(|program| {
            // Blanks may stand before the header.
            let own = &text.text()[program.span.range()];
            let start = program.span.start + (own.len() - own.trim_start().len()) as u32;
            let at = text.line_span(text.line(start)).end;
            (span.start <= at && at <= span.end).then(|| InlayHint {
                position: text.position(at),
                label: InlayHintLabel::String(short(&program.resources)),
                kind: None,
                text_edits: None,
                tooltip: Some(InlayHintTooltip::String(long(&program.resources))),
                padding_left: Some(true),
                padding_right: None,
                data: None,
            })
        })
        .collect()
}

/// What is taken at all: `9 instructions, 2 of 32 temporaries`.
fn short(resources: &[ResourceUse]) -> String {
    let taken = resources.iter().filter(|one| one.used > 0);
    let texts = taken.map(|one| match (one.name, one.used) {
        ("instructions", 1) => "1 instruction".to_owned(),
        ("instructions", used) => format!("{used} instructions"),
        (name, used) => format!("{used} of {} {name}", one.limit),
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// Everything, a line each.
fn long(resources: &[ResourceUse]) -> String {
    let lines = resources.iter().map(|one| match one.limit {
        u32::MAX => format!("{}: {}", one.name, one.used),
        limit => format!("{}: {} of {limit}", one.name, one.used),
    });
    lines.collect::<Vec<_>>().join("\n")
}
