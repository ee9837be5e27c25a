//! What the printer writes checks to the same program, and is printed as the same text again.
//!
//! source: the programs are those that the pages of `spec/`, of the rules and of `oracle/` accept; that both
//! ways are the identity is the definition of a printer.

mod language;

use quadrille_base::Span;
use quadrille_check::rules::RULES;
use quadrille_check::{Options, check};
use quadrille_isa::gl::Limits;
use quadrille_program::print::{print, same};

const PAGES: &[&str] = &[
    include_str!("../../../spec/arb-load-rules.md"),
    include_str!("../../../spec/vp1-load-rules.md"),
    include_str!("../../../spec/vp2-load-rules.md"),
    include_str!("../../../spec/fp1-load-rules.md"),
    include_str!("../../../spec/nv-option-load-rules.md"),
    include_str!("../../../spec/atifs-load-rules.md"),
    include_str!("../../../spec/nv4-declaration-rules.md"),
    include_str!("../../../spec/nv4-instruction-rules.md"),
    include_str!("../../../spec/nv5-declaration-rules.md"),
    include_str!("../../../spec/nv5-instruction-rules.md"),
];

fn programs() -> Vec<String> {
    let mut programs = Vec::new();
    for page in PAGES {
        let mut lines = page.lines();
        while let Some(line) = lines.next() {
            let Some(info) = line.strip_prefix("```accept ") else {
                continue;
            };
            let body = lines.by_ref().take_while(|line| *line != "```");
            let body: String = body.flat_map(|line| [line, "\n"]).collect();
            let word = info.split(' ').next().unwrap_or_default();
            programs.push(language::program(word, &body).0);
        }
    }
    for rule in RULES {
        let page = rule.markdown();
        let mut lines = page.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("```text accept") {
                let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
                programs.push(body.join("\n"));
            }
        }
    }
    let random = include_str!("../../../oracle/programs/arb.txt")
        .split("\n== ")
        .skip(1);
    let yes = random.filter_map(|entry| entry.strip_prefix("yes\n"));
    programs.extend(yes.map(str::to_owned));
    programs
}

#[test]
fn print_and_check_are_inverse() {
    let options = Options {
        limits: Limits::preset("unlimited").expect("a preset"),
        ..Options::default()
    };
    let (mut printed, mut unprintable) = (0, 0);
    let mut wrong = Vec::new();
    for text in programs() {
        let Some(program) = check(&text, &options).program else {
            continue;
        };
        let first = match print(&program) {
            Ok(first) => first,
            Err(_) => {
                unprintable += 1;
                continue;
            }
        };
        let checked = check(&first, &options);
        let Some(again) = &checked.program else {
            let told: Vec<(Span, &str)> = checked
                .diagnostics
                .iter()
                .map(|d| (d.span, d.message.as_str()))
                .collect();
            wrong.push(format!("{text}\nprints as\n{first}\n{told:?}"));
            continue;
        };
        let second = print(again).expect("it was printed before");
        if second != first || !same(&program, again) {
            wrong.push(format!("{text}\nprints as\n{first}\nand then as\n{second}"));
        }
        printed += 1;
    }
    assert!(
        wrong.is_empty(),
        "{} of {printed}\n{}",
        wrong.len(),
        wrong.join("\n----\n")
    );
    assert!(
        printed > 500 && unprintable < 40,
        "{printed} printed, {unprintable} not"
    );
}
