//! The XML of JUnit, as services for continuous integration read it: a suite for each file, a test case for each
//! program or scene.

use std::fmt::Write as _;

use super::markup::escaped;
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
    let seconds: f64 = cases
        .iter()
        .filter_map(|case| case.time)
        .map(|time| time.as_secs_f64())
        .sum();
    let is_timed = cases.iter().any(|case| case.time.is_some());
    let time = if is_timed {
        format!(" time=\"{seconds:.3}\"")
    } else {
        String::new()
    };
    format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"{time}",
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
    let time = case
        .time
        .map(|time| format!(" time=\"{:.3}\"", time.as_secs_f64()));
    let head = format!(
        "    <testcase classname=\"{file}\" name=\"{}\"{}",
        escaped(&case.name()),
        time.unwrap_or_default()
    );
    let _ = match inner.is_empty() {
        true => writeln!(xml, "{head}/>"),
        false => writeln!(xml, "{head}>{inner}</testcase>"),
    };
}
