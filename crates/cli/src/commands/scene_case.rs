//! A scene that was run, as a case of a report.

use std::path::Path;

use quadrille::report::{Case, Outcome, Place, Problem};
use quadrille::scene::{Failure, ProbeLocation, Report, Values, Verdict};
use quadrille::{Diagnostic, Severity};

/// A scene as a case of the report.
pub(crate) fn case(path: &Path, report: &Report) -> Case {
    let of = |diagnostic: &Diagnostic| Problem::of(&report.source, diagnostic);
    let (outcome, reason, mut problems) = match &report.verdict {
        Verdict::Pass => (Outcome::Passed, None, Vec::new()),
        Verdict::Fail(failures) => {
            let failures = failures.iter().map(|failure| Problem {
                place: Some(Place::of(&report.source, failure.span)),
                ..Problem::said(Severity::Error, difference(report, failure))
            });
            (Outcome::Failed, Some("probe".to_owned()), failures.collect())
        }
        Verdict::Error(problems) => {
            let first = problems.first().map(|problem| problem.rule.name.to_owned());
            (Outcome::Failed, first, problems.iter().map(of).collect())
        }
        Verdict::Skip(reason) => {
            let said = Problem::said(Severity::Note, reason.to_string());
            (Outcome::Skipped, None, vec![said])
        }
    };
    problems.extend(report.notes.iter().map(of));
    Case {
        reason,
        problems,
        ..Case::new(path.display().to_string(), outcome)
    }
}

/// The sentence of a probe that failed, with its line.
pub(crate) fn sentence(report: &Report, failure: &Failure) -> String {
    let line = report.source.position(failure.span.start).line;
    format!("line {line}: {}", difference(report, failure))
}

/// What a probe expected and found.
fn difference(report: &Report, failure: &Failure) -> String {
    let numbers = |values: &Values| match (values, failure.place) {
        (Values::F32(values), ProbeLocation::Pixel(_)) => values
            .iter()
            .map(|value| format!("{value:.4}"))
            .collect::<Vec<_>>()
            .join(" "),
        _ => values.to_string(),
    };
    let place = match failure.place {
        ProbeLocation::Pixel([x, y]) => format!("({x}, {y})"),
        ProbeLocation::Byte(byte) => format!("byte {byte}"),
        ProbeLocation::Query(query) => format!("query {query}"),
    };
    format!(
        "`{}` at {place}: expected {}, found {}",
        report.source.slice(failure.span),
        numbers(&failure.expected),
        numbers(&failure.found)
    )
}
