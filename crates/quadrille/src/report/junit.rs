//! The XML of JUnit, as services for continuous integration read it: a suite for each file, a test case for each
//! program or scene.

use std::fmt::Write as _;

use super::{Case, Outcome, Report};

pub(super) fn document(report: &Report) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a string does not fail.
    let _ = writeln!(
        xml,
        "<testsuites name=\"{}\" {}>",
        escaped(&report.subject.name()),
        numbers(&report.cases)
    );
    for cases in report.cases.chunk_by(|a, b| a.file == b.file) {
        let file = escaped(&cases[0].file);
        let _ = writeln!(xml, "  <testsuite name=\"{file}\" {}>", numbers(cases));
        for case in cases {
            test(&mut xml, &file, case, &report.subject.word(case.outcome));
        }
        xml += "  </testsuite>\n";
    }
    xml + "</testsuites>\n"
}

fn numbers(cases: &[Case]) -> String {
    let number = |outcome| cases.iter().filter(|case| case.outcome == outcome).count();
    format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"",
        cases.len(),
        number(Outcome::Failed),
        number(Outcome::Unread),
        number(Outcome::Skipped)
    )
}

fn test(xml: &mut String, file: &str, case: &Case, word: &str) {
    let lines: Vec<String> = case.problems.iter().map(|problem| problem.line()).collect();
    let lines = escaped(&lines.join("\n"));
    let said = case
        .problems
        .first()
        .map_or(word, |problem| problem.message.as_str());
    let said = escaped(said);
    let kind = escaped(case.reason.as_deref().unwrap_or(word));
    let inner = match case.outcome {
        Outcome::Passed | Outcome::Differs if lines.is_empty() => String::new(),
        Outcome::Passed | Outcome::Differs => format!("<system-out>{lines}</system-out>"),
        Outcome::Failed => format!("<failure type=\"{kind}\" message=\"{said}\">{lines}</failure>"),
        Outcome::Skipped => format!("<skipped message=\"{said}\"/>"),
        Outcome::Unread => format!("<error message=\"{said}\"/>"),
    };
    let name = escaped(&case.name());
    let _ = match inner.is_empty() {
        true => writeln!(xml, "    <testcase classname=\"{file}\" name=\"{name}\"/>"),
        false => writeln!(
            xml,
            "    <testcase classname=\"{file}\" name=\"{name}\">{inner}</testcase>"
        ),
    };
}

/// A text within an attribute or an element. What no XML document may hold (XML 1.0, 2.2) becomes U+FFFD.
fn escaped(text: &str) -> String {
    let mut xml = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => xml += "&amp;",
            '<' => xml += "&lt;",
            '>' => xml += "&gt;",
            '"' => xml += "&quot;",
            '\n' => xml += "&#10;",
            '\t' => xml += "&#9;",
            '\r' => xml += "&#13;",
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => xml.push(char::REPLACEMENT_CHARACTER),
            c => xml.push(c),
        }
    }
    xml
}
