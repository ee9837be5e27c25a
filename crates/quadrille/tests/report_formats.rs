//! Reports in SARIF and in the XML of JUnit, as strict readers take them: all that is required is there, and nothing that
//! the formats do not have.

use quadrille::report::{Case, Outcome, Problem, Report, Subject};
use quadrille::{Options, Severity, Source};
use quadrille_check::{advice, check};
use roxmltree::{Document, Node};
use serde::Deserialize;

/// Programs that say everything that is said: errors with fixes and notes, warnings, nothing; and a file that is none.
const PROGRAMS: &[(&str, &str)] = &[
    (
        "folder with blanks/<ünclear>&.vp",
        "!!ARBvp1.0\n/* ä */ MOV result.position, vertex.attrib(0);\nEND\n",
    ),
    (
        "C:\\games\\a.fp",
        "!!ARBfp1.0\nOPTION NV_fragment_program9;\nMOV result.color, b;\nEND\n",
    ),
    (
        "/absolute/b.vp",
        "!!ARBvp1.0\nTEMP a, b;\nADD result.color, vertex.color, a;\nEND\n",
    ),
    (
        "pak0.pk4/glprogs/c.vp",
        "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n",
    ),
    ("no-end.vp", "!!ARBvp1.0\nMOV result.position, vertex.position;"),
    ("template.vp", "!!ARBvp1.0\nMOV result.position, %s;\nEND\n"),
];

fn report() -> Report {
    let mut report = Report::new(Subject::Programs);
    for (at, (name, text)) in PROGRAMS.iter().enumerate() {
        let source = Source::new(*name, *text);
        let checked = check(text, &Options::default());
        let more = checked.program.as_ref().map(|program| advice(text, program));
        let found = checked.diagnostics.iter().chain(more.iter().flatten());
        report.add(Case {
            line: (at % 2 == 1).then_some(7),
            reason: checked.errors().next().map(|error| error.rule.name.to_owned()),
            problems: found.map(|one| Problem::of(&source, one)).collect(),
            ..Case::new(
                *name,
                if checked.accepted() {
                    Outcome::Passed
                } else {
                    Outcome::Failed
                },
            )
        });
    }
    report.add(Case {
        problems: vec![Problem::said(Severity::Error, "no such file")],
        ..Case::new("missing.vp", Outcome::Unread)
    });
    report.add(Case::new("skipped.vp", Outcome::Skipped));
    report.add(Case::new("failed.vp", Outcome::Failed));
    report
}

/// Types of SARIF 2.1.0, by the sections of the standard, with the properties that we write. What is not optional there is
/// not optional here.
mod sarif {
    use super::*;

    /// 3.13
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Log {
        #[serde(rename = "$schema")]
        pub(super) schema: String,
        pub(super) version: String,
        pub(super) runs: Vec<Run>,
    }

    /// 3.14
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    pub(super) struct Run {
        pub(super) tool: Tool,
        pub(super) results: Vec<Result>,
        pub(super) column_kind: ColumnKind,
        #[serde(rename = "properties")]
        pub(super) _properties: serde_json::Map<String, serde_json::Value>,
    }

    /// 3.14.17
    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "camelCase")]
    pub(super) enum ColumnKind {
        Utf16CodeUnits,
        UnicodeCodePoints,
    }

    /// 3.18
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Tool {
        pub(super) driver: ToolComponent,
    }

    /// 3.19
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct ToolComponent {
        pub(super) name: String,
        pub(super) version: String,
        pub(super) rules: Vec<ReportingDescriptor>,
    }

    /// 3.49
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    pub(super) struct ReportingDescriptor {
        pub(super) id: String,
        pub(super) short_description: Message,
        pub(super) help: Message,
        #[serde(rename = "defaultConfiguration")]
        pub(super) _default_configuration: Configuration,
    }

    /// 3.50
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Configuration {
        #[serde(rename = "level")]
        pub(super) _level: Level,
    }

    /// 3.27.10
    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "camelCase")]
    pub(super) enum Level {
        None,
        Note,
        Warning,
        Error,
    }

    /// 3.11 and 3.12
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Message {
        pub(super) text: String,
    }

    /// 3.27
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    pub(super) struct Result {
        pub(super) rule_id: Option<String>,
        pub(super) rule_index: Option<usize>,
        pub(super) level: Level,
        pub(super) message: Message,
        pub(super) locations: Vec<Location>,
        #[serde(default)]
        pub(super) fixes: Vec<Fix>,
    }

    /// 3.28
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    pub(super) struct Location {
        pub(super) physical_location: PhysicalLocation,
    }

    /// 3.29
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    pub(super) struct PhysicalLocation {
        pub(super) artifact_location: ArtifactLocation,
        pub(super) region: Option<Region>,
    }

    /// 3.4
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct ArtifactLocation {
        pub(super) uri: String,
    }

    /// 3.30
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    pub(super) struct Region {
        pub(super) start_line: u32,
        pub(super) start_column: u32,
        pub(super) end_line: u32,
        pub(super) end_column: u32,
    }

    /// 3.55
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    pub(super) struct Fix {
        pub(super) description: Message,
        pub(super) artifact_changes: Vec<ArtifactChange>,
    }

    /// 3.56
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    pub(super) struct ArtifactChange {
        pub(super) artifact_location: ArtifactLocation,
        pub(super) replacements: Vec<Replacement>,
    }

    /// 3.57
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    pub(super) struct Replacement {
        pub(super) deleted_region: Region,
        #[serde(rename = "insertedContent")]
        pub(super) _inserted_content: Message,
    }
}

/// A reference of RFC 3986: its characters (2), of which those that are not plain are `%` and two digits (2.1), and no
/// colon in the first part of a relative one (4.2).
fn is_uri_reference(uri: &str) -> bool {
    let characters = uri.bytes().enumerate().all(|(at, byte)| match byte {
        b'%' => uri
            .as_bytes()
            .get(at + 1..at + 3)
            .is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit)),
        _ => byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=".contains(&byte),
    });
    let first = uri.split('/').next().unwrap_or_default();
    characters && !uri.is_empty() && (!first.contains(':') || uri.starts_with("file:///"))
}

/// source: SARIF 2.1.0, OASIS Standard of 27 March 2020.
#[test]
fn sarif_has_what_the_standard_requires() {
    // As it is written, as a file of text.
    let text = report().sarif().to_string();
    let log: sarif::Log = serde_json::from_str(&text).expect("the types of the standard");
    assert_eq!(log.version, "2.1.0");
    assert!(log.schema.ends_with("sarif-2.1.0.json"));
    let [run] = &log.runs[..] else { panic!("one run") };
    // Columns are counted in characters (3.14.17).
    assert_eq!(run.column_kind, sarif::ColumnKind::UnicodeCodePoints);
    let driver = &run.tool.driver;
    assert!(driver.name == "quadrille" && driver.version.split('.').count() == 3);
    let ids: Vec<&str> = driver.rules.iter().map(|rule| rule.id.as_str()).collect();
    assert!(
        ids.iter().enumerate().all(|(at, id)| !ids[..at].contains(id)),
        "{ids:?}"
    );
    for rule in &driver.rules {
        assert!(
            !rule.short_description.text.is_empty() && !rule.help.text.is_empty(),
            "{}",
            rule.id
        );
    }
    let (mut fixes, mut places) = (0, 0);
    for result in &run.results {
        // A rule's index is that of the rule with the same id (3.27.6).
        let named = result.rule_index.map(|index| ids[index]);
        assert_eq!(named, result.rule_id.as_deref());
        assert!(!result.message.text.is_empty() && result.level != sarif::Level::None);
        let [location] = &result.locations[..] else {
            panic!("one location")
        };
        let physical = &location.physical_location;
        let uri = &physical.artifact_location.uri;
        assert!(is_uri_reference(uri), "{uri}");
        places += usize::from(physical.region.as_ref().is_some_and(is_region));
        assert!(physical.region.as_ref().is_none_or(is_region));
        for fix in &result.fixes {
            let [change] = &fix.artifact_changes[..] else {
                panic!("one file")
            };
            let [replacement] = &change.replacements[..] else {
                panic!("one place")
            };
            assert!(!fix.description.text.is_empty() && is_region(&replacement.deleted_region));
            assert_eq!(change.artifact_location.uri, *uri);
            fixes += 1;
        }
    }
    assert!(fixes >= 3 && places >= 6, "{fixes} fixes, {places} places");
}

/// 3.30.2: lines and columns count from 1, and a region does not end before it begins.
fn is_region(region: &sarif::Region) -> bool {
    let start = (region.start_line, region.start_column);
    let end = (region.end_line, region.end_column);
    start.0 >= 1 && start.1 >= 1 && start <= end
}

/// source: junit-10.xsd of Jenkins: attributes and elements, those that are required, and their order.
#[test]
fn junit_has_what_its_schema_requires() {
    let text = report().junit();
    let document = Document::parse(&text).expect("XML");
    let root = document.root_element();
    assert!(root.has_tag_name("testsuites"));
    attributes(root, &["name", "tests", "failures", "errors", "skipped"]);
    let suites: Vec<Node<'_, '_>> = root.children().filter(Node::is_element).collect();
    counts(
        root,
        &suites.iter().flat_map(|suite| cases(*suite)).collect::<Vec<_>>(),
    );
    for suite in suites {
        assert!(suite.has_tag_name("testsuite"));
        attributes(suite, &["name", "tests", "failures", "errors", "skipped"]);
        let cases = cases(suite);
        counts(suite, &cases);
        for case in cases {
            assert!(case.has_tag_name("testcase"));
            attributes(case, &["name", "classname"]);
            let inner: Vec<Node<'_, '_>> = case.children().filter(Node::is_element).collect();
            assert!(inner.len() < 2, "{case:?}");
            for one in inner {
                match one.tag_name().name() {
                    "failure" => attributes(one, &["type", "message"]),
                    "error" | "skipped" => attributes(one, &["message"]),
                    "system-out" => attributes(one, &[]),
                    other => panic!("{other}"),
                }
            }
        }
    }
}

fn cases<'d, 'i>(suite: Node<'d, 'i>) -> Vec<Node<'d, 'i>> {
    suite.children().filter(Node::is_element).collect()
}

/// It has these attributes, in any order, and no others.
fn attributes(node: Node<'_, '_>, names: &[&str]) {
    let mut found: Vec<&str> = node.attributes().map(|attribute| attribute.name()).collect();
    let mut wanted = names.to_vec();
    found.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(found, wanted, "{node:?}");
}

/// What an element says of its cases is so.
fn counts(node: Node<'_, '_>, cases: &[Node<'_, '_>]) {
    let with = |name: &str| {
        let has = |case: &&Node<'_, '_>| case.children().any(|inner| inner.has_tag_name(name));
        cases.iter().filter(has).count()
    };
    let said = |name: &str| {
        node.attribute(name)
            .and_then(|number| number.parse::<usize>().ok())
    };
    assert_eq!(said("tests"), Some(cases.len()));
    for (attribute, element) in [
        ("failures", "failure"),
        ("errors", "error"),
        ("skipped", "skipped"),
    ] {
        assert_eq!(said(attribute), Some(with(element)), "{attribute}");
    }
}
