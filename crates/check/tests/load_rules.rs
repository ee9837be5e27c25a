//! `spec/arb-load-rules.md`: every numbered condition, with a program that breaks it and one that does not.

use quadrille_base::Span;
use quadrille_check::{Options, check};
use quadrille_isa::gl::Limits;

const PAGE: &str = include_str!("../../../spec/arb-load-rules.md");

/// The numbers of the table of load rules that the page has to speak of.
const NUMBERS: std::ops::RangeInclusive<u32> = 117..=173;

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
        other => panic!("{other:?}"),
    }
    options
}

/// The whole program, and what is marked in it.
fn program(language: &str, body: &str) -> (String, Option<Span>) {
    let whole = if body.starts_with("!!") {
        body.trim_end().to_owned()
    } else {
        format!("!!ARB{language}1.0\n{body}END\n")
    };
    let start = whole.find('«');
    let plain = whole.replace('«', "");
    let end = plain.find('»');
    let span = start
        .zip(end)
        .map(|(start, end)| Span::new(start as u32, end as u32));
    (plain.replace('»', ""), span)
}

#[test]
fn every_condition_has_its_programs() {
    let mut wrong = Vec::new();
    let mut programs = 0;
    let mut lines = PAGE.lines();
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
        let (text, marked) = program(language, &body);
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
    println!("{programs} programs");
    assert!(programs > 150, "the page was not read");
    assert!(
        wrong.is_empty(),
        "{} of {programs}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn every_number_is_there() {
    for number in NUMBERS {
        let name = format!("#{number}");
        let spoken_of = PAGE
            .match_indices(&name)
            .any(|(at, _)| !PAGE[at + name.len()..].starts_with(|c: char| c.is_ascii_digit()));
        assert!(spoken_of, "the page does not speak of {name}");
    }
}
