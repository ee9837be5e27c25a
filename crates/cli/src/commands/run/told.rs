//! What is told of a scene: lines for people, or a JSON object.

use std::fmt::Write as _;

use quadrille::scene::{BUDGET_SPENT, Failure, ProbeLocation, Report, Values, Verdict};
use quadrille::{Diagnostic, render};
use quadrille_drivers::DriverError;
use serde_json::json;

use super::Format;
use super::golden::Judged;
use crate::commands::history;
use crate::commands::measure::Compared;
use crate::commands::scene_case::sentence;
use crate::out;

/// What is told of a scene that was run.
pub(super) struct Words<'a> {
    pub(super) name: &'a str,
    pub(super) report: &'a Report,
    pub(super) compared: Option<&'a Compared>,
    pub(super) judged: Option<&'a Judged>,
    /// The count that is white in a heat map, if the command line gives it.
    pub(super) heat_most: Option<u64>,
    /// Nothing is told of a scene that passed or was skipped.
    pub(super) quiet: bool,
}

impl Words<'_> {
    /// The words in a format; none in those that tell of all scenes at once.
    pub(super) fn in_format(&self, format: Format) -> String {
        match format {
            Format::Text => self.text(),
            Format::Json => format!("{}\n", self.json()),
            Format::Sarif | Format::Junit => String::new(),
        }
    }

    fn has_failed(&self) -> bool {
        match &self.report.verdict {
            Verdict::Pass => self.judged.is_some_and(Judged::is_failure),
            Verdict::Fail(_) | Verdict::Error(_) => true,
            Verdict::Skip(_) => false,
        }
    }

    /// The word for what became of it.
    fn word(&self) -> &'static str {
        match &self.report.verdict {
            Verdict::Skip(_) => "skip",
            Verdict::Pass | Verdict::Fail(_) | Verdict::Error(_) if self.has_failed() => "fail",
            Verdict::Pass | Verdict::Fail(_) | Verdict::Error(_) => "pass",
        }
    }

    fn text(&self) -> String {
        let Words { name, report, .. } = self;
        let word = self.word();
        let mut text = String::new();
        let mut line = |line: std::fmt::Arguments<'_>| {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{line}");
        };
        let is_told = !self.quiet || self.has_failed() || self.compared.is_some();
        if !is_told && report.notes.is_empty() {
            return text;
        }
        match &report.verdict {
            Verdict::Skip(reason) => line(format_args!("{name}: skip: {reason}")),
            Verdict::Pass | Verdict::Fail(_) | Verdict::Error(_) => line(format_args!("{name}: {word}")),
        }
        match &report.verdict {
            Verdict::Pass | Verdict::Skip(_) => {}
            Verdict::Fail(failures) => {
                for failure in failures {
                    line(format_args!("  {}", sentence(report, failure)));
                }
                if let (Some([x, y]), None) = (failures.iter().find_map(pixel), &report.history) {
                    line(format_args!("  --pixel {x},{y} tells how the pixel came to that"));
                }
            }
            Verdict::Error(problems) => {
                for problem in problems {
                    line(format_args!(
                        "{}",
                        out::rendered(&report.source, problem, out::output_style())
                    ));
                }
                if problems.iter().any(|problem| *problem.rule == BUDGET_SPENT) {
                    line(format_args!(
                        "  --memory, --budget and --time-limit say what a scene may take"
                    ));
                }
            }
        }
        if let Some(said) = self.judged.and_then(Judged::sentence) {
            line(format_args!("  {said}"));
        }
        for note in &report.notes {
            line(format_args!(
                "{}",
                out::rendered(&report.source, note, out::output_style())
            ));
        }
        if let Some(history) = &report.history {
            text.push_str(&history::text(report, history));
        }
        if let Some(heat) = &report.heat {
            let most = heat.most();
            let (least, total, unit) = (heat.least(), heat.total(), heat.kind.unit());
            let white = self.heat_most.unwrap_or(most);
            let _ = writeln!(
                text,
                "  heat: {least} to {most} {unit} at a pixel, {total} in all"
            );
            let _ = writeln!(
                text,
                "  black is 0, then from dark blue (1) over red and yellow to white ({white})"
            );
        }
        if let Some(compared) = self.compared {
            let _ = write!(text, "{compared}");
        }
        text
    }

    fn json(&self) -> serde_json::Value {
        let mut object = object(self.name, self.word(), self.report);
        if let Some(compared) = self.compared {
            object["comparison"] = compared.json();
        }
        if let Some(judged) = self.judged {
            object["golden"] = judged.json();
        }
        object
    }
}

/// What is told of a scene that a driver did not bring back.
pub(super) fn death(name: &str, error: &DriverError, format: Format) -> String {
    match format {
        Format::Text => format!("{name}: fail: {error}\n"),
        Format::Json => {
            let reason = error.to_string();
            format!(
                "{}\n",
                json!({ "file": name, "result": "fail", "reason": reason })
            )
        }
        Format::Sarif | Format::Junit => String::new(),
    }
}

fn object(name: &str, word: &str, report: &Report) -> serde_json::Value {
    let mut object = json!({ "file": name, "result": word });
    match &report.verdict {
        Verdict::Pass => {}
        Verdict::Skip(reason) => object["reason"] = json!(reason.to_string()),
        Verdict::Fail(failures) => {
            let list: Vec<_> = failures
                .iter()
                .map(|failure| {
                    let mut object = json!({
                        "line": report.source.position(failure.span.start).line,
                        "expected": values(&failure.expected),
                        "found": values(&failure.found),
                    });
                    match failure.place {
                        ProbeLocation::Pixel(pixel) => object["pixel"] = json!(pixel),
                        ProbeLocation::Byte(byte) => object["byte"] = json!(byte),
                        ProbeLocation::Query(query) => object["query"] = json!(query),
                    }
                    object
                })
                .collect();
            object["failures"] = json!(list);
        }
        Verdict::Error(problems) => object["diagnostics"] = diagnostics(report, problems),
    }
    if let Some(history) = &report.history {
        object["history"] = history.json(&report.source);
    }
    if let Some(heat) = &report.heat {
        object["heat"] = json!({
            "count": heat.kind.name(),
            "least": heat.least(),
            "most": heat.most(),
            "total": heat.total(),
        });
    }
    if !report.notes.is_empty() {
        object["notes"] = diagnostics(report, &report.notes);
    }
    object
}

/// The pixel at which a probe failed.
fn pixel(failure: &Failure) -> Option<[i32; 2]> {
    match failure.place {
        ProbeLocation::Pixel(pixel) => Some(pixel),
        ProbeLocation::Byte(_) | ProbeLocation::Query(_) => None,
    }
}

fn diagnostics(report: &Report, list: &[Diagnostic]) -> serde_json::Value {
    list.iter()
        .map(|problem| render::json(&report.source, problem))
        .collect()
}

fn values(values: &Values) -> serde_json::Value {
    match values {
        Values::U64(values) => json!(values),
        Values::I64(values) => json!(values),
        values if values.number_type().is_float() => json!(values.numbers()),
        values => json!(
            values
                .numbers()
                .into_iter()
                .map(|value| value as i64)
                .collect::<Vec<_>>()
        ),
    }
}
