//! SARIF, the Static Analysis Results Interchange Format of OASIS, version 2.1.0: a result for each problem.

use quadrille_base::{Rule, Severity};
use serde_json::{Map, Value, json};

use super::{Case, Outcome, Place, Problem, Report};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

pub(super) fn log(report: &Report) -> Value {
    let mut rules: Vec<&'static Rule> = Vec::new();
    let mut results = Vec::new();
    for case in &report.cases {
        if case.problems.is_empty() && matches!(case.outcome, Outcome::Failed | Outcome::Unread) {
            let said = Problem::said(Severity::Error, report.subject.word(case.outcome));
            results.push(result(case, &said, &mut rules));
        }
        for problem in &case.problems {
            results.push(result(case, problem, &mut rules));
        }
    }
    let rules: Vec<Value> = rules.iter().map(|rule| described(rule)).collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "quadrille",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
            "properties": { "summary": report.summary().json() },
        }],
    })
}

fn described(rule: &Rule) -> Value {
    json!({
        "id": rule.name,
        "shortDescription": { "text": rule.summary },
        "help": { "text": rule.markdown().replace(['«', '»'], "") },
        "defaultConfiguration": { "level": level(rule.severity) },
    })
}

fn result(case: &Case, problem: &Problem, rules: &mut Vec<&'static Rule>) -> Value {
    let mut result = Map::new();
    if let Some(rule) = problem.rule {
        let index = rules.iter().position(|known| known.name == rule.name);
        let index = index.unwrap_or_else(|| {
            rules.push(rule);
            rules.len() - 1
        });
        result.insert("ruleId".to_owned(), json!(rule.name));
        result.insert("ruleIndex".to_owned(), json!(index));
    }
    let sentences: Vec<&str> = std::iter::once(&problem.message)
        .chain(&problem.notes)
        .map(String::as_str)
        .collect();
    result.insert("level".to_owned(), json!(level(problem.severity)));
    result.insert("message".to_owned(), json!({ "text": sentences.join("; ") }));
    let mut physical = json!({ "artifactLocation": { "uri": uri(&case.file) } });
    if let Some(place) = problem.place {
        physical["region"] = region(place);
    }
    result.insert("locations".to_owned(), json!([{ "physicalLocation": physical }]));
    if let Some((title, place, text)) = &problem.fix {
        let replacement = json!({ "deletedRegion": region(*place), "insertedContent": { "text": text } });
        let change = json!({ "artifactLocation": { "uri": uri(&case.file) }, "replacements": [replacement] });
        let fix = json!({ "description": { "text": title }, "artifactChanges": [change] });
        result.insert("fixes".to_owned(), json!([fix]));
    }
    Value::Object(result)
}

fn region(place: Place) -> Value {
    json!({
        "startLine": place.start[0],
        "startColumn": place.start[1],
        "endLine": place.end[0],
        "endColumn": place.end[1],
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// A path as a reference of RFC 3986: absolute ones as `file:`, all others relative.
fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut uri = String::new();
    let has_drive = path.as_bytes().get(1) == Some(&b':') && path.as_bytes()[0].is_ascii_alphabetic();
    if has_drive {
        uri += "file:///";
    } else if path.starts_with('/') {
        uri += "file://";
    }
    for (at, byte) in path.bytes().enumerate() {
        let is_plain = byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
        if is_plain || has_drive && at == 1 {
            uri.push(char::from(byte));
        } else {
            uri += &format!("%{byte:02X}");
        }
    }
    uri
}
