//! A page for people: the sums, then what failed with its pictures side by side, then all else. It is one file beside its
//! pictures, without scripts, and its policy allows none.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::markup::escaped;
use super::{Case, Outcome, Report, Shown};

/// The most cases that are listed for their time.
const SLOWEST: usize = 10;

const HEAD: &str = r#"<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'">
"#;

const STYLE: &str = "<style>
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin-bottom: 0.2rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
h3 { font: 600 0.95rem/1.4 ui-monospace, monospace; margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; } td, th { padding: 0.15rem 0.9rem 0.15rem 0; text-align: left; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; } td.name { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
section { border-left: 4px solid #c33; padding: 0.1rem 0 0.1rem 1rem; margin: 1.2rem 0; content-visibility: auto; }
section.unread { border-color: #c80; }
section ul { margin: 0.4rem 0; padding-left: 1.1rem; } section li { white-space: pre-wrap; overflow-wrap: anywhere; }
.pictures { display: flex; flex-wrap: wrap; gap: 1rem; } figure { margin: 0.4rem 0; }
figure img { display: block; image-rendering: pixelated; min-width: 120px; max-width: 22rem; height: auto;
  outline: 1px solid #8886; }
figcaption { font-size: 0.85rem; opacity: 0.75; } summary { cursor: pointer; margin: 0.5rem 0; }
</style>
";

pub(super) fn page(report: &Report) -> String {
    let mut page = String::from(HEAD);
    let title = escaped(&report.subject.name());
    // Writing to a string does not fail.
    let _ = writeln!(page, "<title>{title}</title>\n{STYLE}<h1>{title}</h1>");
    let _ = writeln!(page, "<p>{}</p>", escaped(&report.summary().to_string()));
    let of = |outcomes: &[Outcome]| -> Vec<&Case> {
        let cases = report.cases.iter();
        cases.filter(|case| outcomes.contains(&case.outcome)).collect()
    };
    let failed = of(&[Outcome::Failed, Outcome::Unread]);
    if !failed.is_empty() {
        reasons(&mut page, &failed);
        failed.iter().for_each(|case| shown(&mut page, case, report));
    }
    let skipped = of(&[Outcome::Skipped]);
    if !skipped.is_empty() {
        let _ = writeln!(page, "<h2>Not tried: {}</h2>", skipped.len());
        groups(&mut page, &skipped);
    }
    slowest(&mut page, &report.cases);
    let passed = of(&[Outcome::Passed, Outcome::Differs]);
    if !passed.is_empty() {
        let _ = writeln!(
            page,
            "<h2>Passed: {}</h2>\n<details><summary>all of them</summary>",
            passed.len()
        );
        table(&mut page, &passed);
        page += "</details>\n";
    }
    page + "</html>\n"
}

/// How many failed, and why.
fn reasons(page: &mut String, failed: &[&Case]) {
    let _ = writeln!(page, "<h2>Failed: {}</h2>", failed.len());
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    for reason in failed.iter().filter_map(|case| case.reason.as_deref()) {
        *counted.entry(reason).or_default() += 1;
    }
    let mut counted: Vec<_> = counted.into_iter().collect();
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    page.push_str("<table>\n");
    for (reason, count) in counted {
        let reason = escaped(reason);
        let _ = writeln!(
            page,
            "<tr><td class=\"number\">{count}<td class=\"name\">{reason}"
        );
    }
    page.push_str("</table>\n");
}

/// A case that failed, with what is said of it and its pictures.
fn shown(page: &mut String, case: &Case, report: &Report) {
    let class = case.outcome.name();
    let word = escaped(&report.subject.word(case.outcome));
    let _ = writeln!(
        page,
        "<section class=\"{class}\">\n<h3>{}: {word}</h3>",
        escaped(&case.name())
    );
    if !case.problems.is_empty() {
        page.push_str("<ul>\n");
        for problem in &case.problems {
            let notes: Vec<&str> = problem.notes.iter().map(String::as_str).collect();
            let said = [&[&*problem.line()], &notes[..]].concat().join("\n");
            let _ = writeln!(page, "<li>{}", escaped(&said));
        }
        page.push_str("</ul>\n");
    }
    if !case.pictures.is_empty() {
        page.push_str("<div class=\"pictures\">\n");
        for picture in &case.pictures {
            let caption = match picture.shows {
                Shown::Expected => "expected",
                Shown::Found => "found",
                Shown::Difference => "difference, sixteen times",
            };
            let path = escaped(&picture.path);
            let _ = writeln!(
                page,
                "<figure><img loading=\"lazy\" src=\"{path}\" alt=\"{caption}\"><figcaption>{caption}</figcaption></figure>"
            );
        }
        page.push_str("</div>\n");
    }
    page.push_str("</section>\n");
}

/// Cases that were not tried, by the reason.
fn groups(page: &mut String, skipped: &[&Case]) {
    let mut groups: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
    for case in skipped {
        let why = case
            .problems
            .first()
            .map_or("", |problem| problem.message.as_str());
        groups.entry(why).or_default().push(case);
    }
    for (why, cases) in groups {
        let _ = writeln!(
            page,
            "<details><summary>{}: {}</summary>",
            cases.len(),
            escaped(why)
        );
        table(page, &cases);
        page.push_str("</details>\n");
    }
}

/// The cases that took longest.
fn slowest(page: &mut String, cases: &[Case]) {
    let mut timed: Vec<&Case> = cases.iter().filter(|case| case.time.is_some()).collect();
    if timed.len() <= SLOWEST {
        return;
    }
    timed.sort_by_key(|case| std::cmp::Reverse(case.time));
    page.push_str("<h2>Slowest</h2>\n");
    table(page, &timed[..SLOWEST]);
}

fn table(page: &mut String, cases: &[&Case]) {
    page.push_str("<table>\n");
    for case in cases {
        let time = case.time.map(|time| format!("{:.3} s", time.as_secs_f64()));
        let _ = writeln!(
            page,
            "<tr><td class=\"number\">{}<td class=\"name\">{}",
            time.unwrap_or_default(),
            escaped(&case.name())
        );
    }
    page.push_str("</table>\n");
}
