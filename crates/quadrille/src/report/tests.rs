//! Expected documents are written by hand after the SARIF 2.1.0 standard and the schema of JUnit's XML that Jenkins
//! publishes.

use quadrille_base::{Diagnostic, Severity, Source};
use quadrille_check::{Options, check};
use serde_json::json;

use super::{Case, Outcome, Problem, Report, Subject};

/// A program with an error on its second line, and one that passes.
fn report(subject: Subject) -> Report {
    let text = "!!ARBvp1.0\nOPTION ARB_fog_exp;\nEND\n";
    let source = Source::new("a folder/<fog>&\u{1}.vp", text);
    let found: Vec<Diagnostic> = check(text, &Options::default()).diagnostics;
    let mut report = Report::new(subject);
    report.add(Case {
        reason: Some("ARB_fog_exp".to_owned()),
        problems: found.iter().map(|one| Problem::of(&source, one)).collect(),
        ..Case::new(source.name(), Outcome::Failed)
    });
    report.add(Case::new("b.vp", Outcome::Passed));
    report.add(Case {
        line: Some(7),
        ..Case::new("b.vp", Outcome::Differs)
    });
    report.add(Case {
        problems: vec![Problem::said(Severity::Error, "no such file")],
        ..Case::new("/c.vp", Outcome::Unread)
    });
    report
}

#[test]
fn a_summary_says_what_became_of_programs_and_why() {
    let report = report(Subject::ProgramsOn("mesa".to_owned()));
    assert_eq!(
        report.summary().to_string(),
        "3 programs: 2 load on mesa (1 perhaps means something else there), 1 does not: 1 for ARB_fog_exp"
    );
    let other = self::report(Subject::Programs).summary();
    assert_eq!(other.to_string(), "3 files, 3 programs: 2 accepted, 1 rejected");
    assert_eq!(other.unread, 1);
}

#[test]
fn reasons_come_by_their_number_and_name() {
    let mut report = Report::new(Subject::ProgramsOn("mesa".to_owned()));
    for reason in ["b", "c", "a", "c"] {
        report.add(Case {
            reason: Some(reason.to_owned()),
            ..Case::new(reason, Outcome::Failed)
        });
    }
    let reasons = [("c", 2), ("a", 1), ("b", 1)].map(|(reason, count)| (reason.to_owned(), count));
    assert_eq!(report.summary().reasons, reasons);
}

#[test]
fn sarif_has_rules_results_and_places() {
    let log = report(Subject::Programs).sarif();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "unknown-option");
    let result = &run["results"][0];
    assert_eq!(result["ruleId"], "unknown-option");
    assert_eq!(result["ruleIndex"], 0);
    assert_eq!(result["level"], "error");
    let physical = &result["locations"][0]["physicalLocation"];
    assert_eq!(
        physical["artifactLocation"]["uri"],
        "a%20folder/%3Cfog%3E%26%01.vp"
    );
    let region = json!({ "startLine": 2, "startColumn": 8, "endLine": 2, "endColumn": 19 });
    assert_eq!(physical["region"], region);
    let unread = &run["results"][1];
    assert_eq!(unread["message"]["text"], "no such file");
    let uri = &unread["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(*uri, "file:///c.vp");
    assert_eq!(run["properties"]["summary"]["failed"], 1);
}

#[test]
fn junit_has_a_suite_for_each_file() {
    let xml = report(Subject::Programs).junit();
    let mut lines = xml.lines();
    let wanted = [
        r#"<?xml version="1.0" encoding="UTF-8"?>"#,
        r#"<testsuites name="quadrille check" tests="4" failures="1" errors="1" skipped="0">"#,
        r#"  <testsuite name="a folder/&lt;fog&gt;&amp;�.vp" tests="1" failures="1" errors="0" skipped="0">"#,
    ];
    for line in wanted {
        assert_eq!(lines.next(), Some(line));
    }
    let failure = lines.next().unwrap_or_default();
    assert!(
        failure.contains(r#"<failure type="ARB_fog_exp" message="#),
        "{failure}"
    );
    assert!(failure.contains(">2:8: error: "), "{failure}");
    let rest: Vec<&str> = lines.collect();
    assert_eq!(
        rest[1..],
        [
            r#"  <testsuite name="b.vp" tests="2" failures="0" errors="0" skipped="0">"#,
            r#"    <testcase classname="b.vp" name="b.vp"/>"#,
            r#"    <testcase classname="b.vp" name="b.vp:7"/>"#,
            "  </testsuite>",
            r#"  <testsuite name="/c.vp" tests="1" failures="0" errors="1" skipped="0">"#,
            r#"    <testcase classname="/c.vp" name="/c.vp"><error message="no such file"/></testcase>"#,
            "  </testsuite>",
            "</testsuites>",
        ]
    );
}
