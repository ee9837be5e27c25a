//! Diagnostics as the page's editor takes them.

use quadrille_base::Diagnostic;
use serde_json::{Value, json};

use crate::position::Positions;

/// A diagnostic with its places in units of UTF-16.
pub(crate) fn json(positions: &Positions, of: &Diagnostic) -> Value {
    let placed = |mut value: Value, span| {
        let range = positions.range(span);
        value["from"] = range["from"].clone();
        value["to"] = range["to"].clone();
        value
    };
    let labels: Vec<Value> = of
        .labels
        .iter()
        .map(|label| placed(json!({ "text": label.text }), label.span))
        .collect();
    let fix = of.fix.as_ref().map(|fix| {
        let value = json!({ "title": fix.title, "replacement": fix.replacement });
        placed(value, fix.span)
    });
    let value = json!({
        "rule": of.rule.name,
        "severity": of.severity.name(),
        "message": of.message,
        "hint": of.hint,
        "labels": labels,
        "notes": of.notes,
        "fix": fix,
    });
    placed(value, of.span)
}

/// All of them.
pub(crate) fn list(positions: &Positions, all: &[Diagnostic]) -> Vec<Value> {
    all.iter().map(|one| json(positions, one)).collect()
}
