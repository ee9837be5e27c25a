//! One JSON object a diagnostic, for editors and build tools.

use serde_json::{Value, json};

use crate::{Diagnostic, Source, Span};

/// The diagnostic as a JSON value: `rule`, `severity`, `message`, `hint`, `span`, `labels`, `notes`,
/// `fix`. A span has byte offsets (`start`, `end`) and a `line` and `column` from 1.
pub fn json(source: &Source, diagnostic: &Diagnostic) -> Value {
    let place = |span: Span| {
        let position = source.position(span.start);
        json!({ "start": span.start, "end": span.end, "line": position.line, "column": position.column })
    };
    let labels: Vec<Value> = diagnostic
        .labels
        .iter()
        .map(|label| json!({ "span": place(label.span), "text": label.text }))
        .collect();
    let fix = diagnostic
        .fix
        .as_ref()
        .map(|fix| json!({ "title": fix.title, "span": place(fix.span), "replacement": fix.replacement }));
    json!({
        "file": source.name(),
        "rule": diagnostic.rule.name,
        "severity": diagnostic.severity.name(),
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "span": place(diagnostic.span),
        "labels": labels,
        "notes": diagnostic.notes,
        "fix": fix,
    })
}
