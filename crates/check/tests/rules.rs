//! The pages of the rules are their tests: a `reject` program yields exactly its rule at the marked text,
//! a `warn` program does of a rule that is no error, an `accept` program yields nothing.

use quadrille_base::{Rule, Severity, Span};
use quadrille_check::driver::check_for;
use quadrille_check::rules::RULES;
use quadrille_check::{ADVICE, Options, advice, check};
use quadrille_isa::gl::{Driver, Limits};
use quadrille_syntax::Macros;

/// A program on a page.
struct Example {
    accept: bool,
    options: Options,
    driver: Option<Driver>,
    text: String,
    marked: Vec<Span>,
}

fn examples(rule: &Rule) -> Vec<Example> {
    let page = rule.markdown();
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```text ") else {
            continue;
        };
        let mut words = info.split(' ');
        let accept = match words.next() {
            Some("accept") => true,
            Some("reject") => false,
            Some("warn") => {
                assert_ne!(rule.severity, Severity::Error, "{}", rule.name);
                false
            }
            other => panic!("{}: {other:?} is neither accept, warn nor reject", rule.name),
        };
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let (text, marked) = unmark(&body.join("\n"));
        let (options, driver) = options(rule, words);
        found.push(Example {
            accept,
            options,
            driver,
            text,
            marked,
        });
    }
    found
}

/// `limits minimum`, `limits fragment-temporaries 2`, `diagnostics 0`, `driver mesa` or `preprocess`.
fn options<'a>(rule: &Rule, mut words: impl Iterator<Item = &'a str>) -> (Options, Option<Driver>) {
    let (mut options, mut on) = (Options::default(), None);
    match (words.next(), words.next(), words.next()) {
        (None, ..) => {}
        (Some("limits"), Some(preset), None) => {
            options.limits =
                Limits::preset(preset).unwrap_or_else(|| panic!("{}: no preset {preset}", rule.name));
        }
        (Some("limits"), Some(name), Some(value)) => {
            let value = value
                .parse()
                .unwrap_or_else(|_| panic!("{}: {value} is no number", rule.name));
            assert!(options.limits.set(name, value), "{}: no limit {name}", rule.name);
        }
        (Some("driver"), Some(name), None) => {
            let driver = Driver::of_name(name).unwrap_or_else(|| panic!("{}: no driver {name}", rule.name));
            (options, on) = (Options::of_driver(driver), Some(driver));
        }
        (Some("preprocess"), None, None) => options.preprocess = Some(Macros::new()),
        (Some("diagnostics"), Some(most), None) => {
            options.max_diagnostics = most.parse().unwrap_or_else(|_| panic!("{}: {most}", rule.name));
        }
        other => panic!("{}: {other:?}", rule.name),
    }
    (options, on)
}

/// Takes the marks « and » out.
fn unmark(text: &str) -> (String, Vec<Span>) {
    let mut plain = String::new();
    let mut marked = Vec::new();
    let mut start = 0;
    for c in text.chars() {
        match c {
            '«' => start = plain.len() as u32,
            '»' => marked.push(Span::new(start, plain.len() as u32)),
            _ => plain.push(c),
        }
    }
    (plain, marked)
}

#[test]
fn every_page_is_true() {
    let mut wrong = Vec::new();
    let mut programs = 0;
    for rule in RULES {
        for example in examples(rule) {
            programs += 1;
            let mut checked = match example.driver {
                None => check(&example.text, &example.options),
                Some(driver) => check_for(&example.text, driver, &example.options).checked,
            };
            if ADVICE.iter().any(|of| of.name == rule.name) {
                let program = checked.program.as_ref().expect("advice is for accepted programs");
                checked.diagnostics.extend(advice(&example.text, program));
            }
            let found: Vec<(&str, Span)> = checked
                .diagnostics
                .iter()
                .map(|d| (d.rule.name, d.span))
                .collect();
            let wanted: Vec<(&str, Span)> = example.marked.iter().map(|span| (rule.name, *span)).collect();
            assert_eq!(
                example.accept,
                example.marked.is_empty(),
                "{}: mark what is rejected",
                rule.name
            );
            if found != wanted {
                let messages: Vec<&str> = checked.diagnostics.iter().map(|d| d.message.as_str()).collect();
                wrong.push(format!(
                    "{}\n{}\n  wanted {wanted:?}\n  found {found:?} {messages:?}\n",
                    rule.name, example.text
                ));
            }
        }
    }
    assert!(programs >= RULES.len(), "a page has a program");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names_are_unique_and_cited() {
    for (at, rule) in RULES.iter().enumerate() {
        assert!(
            RULES[..at].iter().all(|other| other.name != rule.name),
            "{} twice",
            rule.name
        );
        assert!(!rule.cites.is_empty(), "{} cites nothing", rule.name);
        assert!(
            rule.markdown().starts_with(&format!("# {}\n", rule.name)),
            "{}: page",
            rule.name
        );
        assert!(
            !rule.summary.ends_with('.'),
            "{}: summary ends with a full stop",
            rule.name
        );
    }
}
