//! `spec/nv-declarations.md`: every production that declares something, a line a program.

mod language;

use quadrille_base::Span;
use quadrille_check::{Options, check};

const PAGE: &str = include_str!("../../../spec/nv-declarations.md");

#[test]
fn every_line_is_what_it_says() {
    let mut wrong = Vec::new();
    let mut programs = 0;
    let mut lines = PAGE.lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```declare ") else {
            continue;
        };
        for line in lines.by_ref().take_while(|line| *line != "```") {
            programs += 1;
            let (rule, body) = match line.split_once(' ') {
                Some(("+", body)) => (None, body),
                Some(("-", rest)) => {
                    let (rule, body) = rest.split_once(' ').expect("a rule and a program");
                    (Some(rule), body)
                }
                _ => panic!("{line}"),
            };
            let (text, marked) = language::program(language, &format!("{body}\n"));
            let checked = check(&text, &Options::default());
            let found: Vec<(&str, Span)> = checked
                .diagnostics
                .iter()
                .map(|d| (d.rule.name, d.span))
                .collect();
            let wanted: Vec<(&str, Span)> = rule.zip(marked).into_iter().collect();
            assert_eq!(rule.is_some(), marked.is_some(), "mark what is rejected: {line}");
            if found != wanted || checked.accepted() != rule.is_none() {
                let messages: Vec<&str> = checked.diagnostics.iter().map(|d| d.message.as_str()).collect();
                let places: Vec<&str> = found.iter().map(|(_, span)| &text[span.range()]).collect();
                wrong.push(format!(
                    "{language} {line}\n    {found:?} {places:?} {messages:?}"
                ));
            }
        }
    }
    assert!(programs >= 400, "{programs} lines");
    assert!(
        wrong.is_empty(),
        "{} of {programs}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
