//! `spec/*-load-rules.md`: every numbered condition, with a program that breaks it and one that does not.

mod language;

use std::ops::RangeInclusive;

use quadrille_base::Span;
use quadrille_check::{Options, check};
use quadrille_isa::gl::{Limits, Stage};

/// A page of conditions.
struct Page {
    name: &'static str,
    text: &'static str,
    /// The numbers of the table of load rules that it has to speak of.
    numbers: &'static [RangeInclusive<u32>],
    /// What it has at least, so that a page that is not read does not pass.
    programs: usize,
}

const PAGES: [Page; 10] = [
    Page {
        name: "arb",
        text: include_str!("../../../spec/arb-load-rules.md"),
        numbers: &[117..=173],
        programs: 150,
    },
    Page {
        name: "vp1",
        text: include_str!("../../../spec/vp1-load-rules.md"),
        numbers: &[1..=24],
        programs: 100,
    },
    Page {
        name: "vp2",
        text: include_str!("../../../spec/vp2-load-rules.md"),
        numbers: &[25..=42],
        programs: 60,
    },
    Page {
        name: "fp1",
        text: include_str!("../../../spec/fp1-load-rules.md"),
        numbers: &[50..=72],
        programs: 80,
    },
    Page {
        name: "atifs",
        text: include_str!("../../../spec/atifs-load-rules.md"),
        numbers: &[348..=362],
        programs: 70,
    },
    Page {
        name: "nv-option",
        text: include_str!("../../../spec/nv-option-load-rules.md"),
        numbers: &[43..=49, 73..=94],
        programs: 150,
    },
    Page {
        name: "nv4-declaration",
        text: include_str!("../../../spec/nv4-declaration-rules.md"),
        numbers: &[95..=116, 174..=176, 178..=192, 198..=199, 225..=239],
        programs: 200,
    },
    Page {
        name: "nv5-declaration",
        text: include_str!("../../../spec/nv5-declaration-rules.md"),
        numbers: &[
            244..=251,
            272..=272,
            274..=291,
            294..=294,
            298..=304,
            306..=313,
            317..=318,
            320..=320,
            323..=325,
            329..=331,
            339..=342,
            346..=347,
        ],
        programs: 100,
    },
    Page {
        name: "nv4-instruction",
        text: include_str!("../../../spec/nv4-instruction-rules.md"),
        numbers: &[177..=177, 193..=197, 200..=224, 238..=238, 240..=243],
        programs: 200,
    },
    Page {
        name: "nv5-instruction",
        text: include_str!("../../../spec/nv5-instruction-rules.md"),
        numbers: &[
            252..=271,
            273..=273,
            278..=278,
            292..=293,
            295..=297,
            305..=305,
            314..=319,
            321..=322,
            326..=328,
            332..=338,
            343..=345,
        ],
        programs: 190,
    },
];

fn options(words: &[&str]) -> Options {
    let mut options = Options::default();
    match words {
        [] => {}
        ["limits", preset] => {
            options.limits = Limits::preset(preset).unwrap_or_else(|| panic!("no preset {preset}"));
        }
        ["limit", setting] => {
            let (name, value) = setting.split_once('=').expect("NAME=VALUE");
            assert!(
                options.limits.set(name, value.parse().expect("a number")),
                "no limit {name}"
            );
        }
        ["target", "vertex"] => options.target = Some(Stage::Vertex),
        ["target", "vertex-state"] => options.target = Some(Stage::VertexState),
        other => panic!("{other:?}"),
    }
    options
}

#[test]
fn every_condition_has_its_programs() {
    for page in &PAGES {
        check_programs(page);
    }
}

fn check_programs(page: &Page) {
    let mut wrong = Vec::new();
    let mut programs = 0;
    let mut lines = page.text.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else {
            continue;
        };
        let body: String = lines
            .by_ref()
            .take_while(|line| *line != "```")
            .flat_map(|line| [line, "\n"])
            .collect();
        let words: Vec<&str> = info.split(' ').collect();
        let (language, rule, settings) = match words[..] {
            ["accept", language, ref settings @ ..] => (language, None, settings),
            ["reject", language, rule, ref settings @ ..] => (language, Some(rule), settings),
            _ => panic!("{info}"),
        };
        let (text, marked) = language::program(language, &body);
        let checked = check(&text, &options(settings));
        let found: Vec<(&str, Span)> = checked
            .diagnostics
            .iter()
            .map(|d| (d.rule.name, d.span))
            .collect();
        let wanted: Vec<(&str, Span)> = rule.zip(marked).into_iter().collect();
        assert_eq!(rule.is_some(), marked.is_some(), "mark what is rejected: {body}");
        programs += 1;
        if found != wanted || checked.accepted() != rule.is_none() {
            let messages: Vec<&str> = checked.diagnostics.iter().map(|d| d.message.as_str()).collect();
            wrong.push(format!(
                "{info}\n{text}  wanted {wanted:?}\n  found {found:?} {messages:?}\n"
            ));
        }
    }
    assert!(programs >= page.programs, "{}: {programs} programs", page.name);
    assert!(
        wrong.is_empty(),
        "{} of {programs}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn every_number_is_there() {
    for page in &PAGES {
        for number in page.numbers.iter().cloned().flatten() {
            let name = format!("#{number}");
            let mut places = page.text.match_indices(&name);
            let spoken_of = places.any(|(at, _)| {
                let rest = &page.text[at + name.len()..];
                !rest.starts_with(|c: char| c.is_ascii_digit())
            });
            assert!(spoken_of, "the page {} does not speak of {name}", page.name);
        }
    }
}
