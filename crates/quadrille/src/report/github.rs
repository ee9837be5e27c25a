//! Commands of GitHub's workflows: a line each, of which the service makes a remark beside a line of a file.

use std::fmt::Write as _;

use quadrille_base::Severity;

use super::{Case, Outcome, Problem, Report};

pub(super) fn commands(report: &Report) -> String {
    let mut text = String::new();
    for case in &report.cases {
        let word = report.subject.word(case.outcome);
        // A case that is skipped is nothing to look at.
        match case.outcome {
            Outcome::Skipped => continue,
            Outcome::Failed | Outcome::Unread if case.problems.is_empty() => {
                let said = Problem::said(Severity::Error, word.clone());
                command(&mut text, case, &said, &word);
            }
            Outcome::Passed | Outcome::Differs | Outcome::Failed | Outcome::Unread => {}
        }
        for problem in &case.problems {
            command(&mut text, case, problem, &word);
        }
    }
    text
}

fn command(text: &mut String, case: &Case, problem: &Problem, word: &str) {
    let name = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let title = problem.rule.map_or(word, |rule| rule.name);
    let mut properties = format!("file={},title={}", property(&case.file), property(title));
    if let Some(place) = problem.place {
        let ([line, column], [last, end]) = (place.start, place.end);
        // Writing to a string does not fail.
        let _ = write!(properties, ",line={line},endLine={last}");
        // Columns are taken within one line only.
        if line == last {
            let _ = write!(properties, ",col={column},endColumn={end}");
        }
    }
    let sentences: Vec<&str> = std::iter::once(&problem.message)
        .chain(&problem.notes)
        .map(String::as_str)
        .collect();
    let _ = writeln!(text, "::{name} {properties}::{}", data(&sentences.join("\n")));
}

/// A message: what would end its line is written otherwise, and what else a log would not show as it is.
fn data(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '%' => written += "%25",
            '\r' => written += "%0D",
            '\n' => written += "%0A",
            '\0'..' ' => written.push(char::REPLACEMENT_CHARACTER),
            c => written.push(c),
        }
    }
    written
}

/// A property: what would end it is written otherwise too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
