//! Machine text and QPU programs: what is offered at places of the examples, and what there is to say of words.
//!
//! The assemblers are asked with the word in its place; a problem at the word alone means that it is refused there.

mod support;

use quadrille_base::{Diagnostic, Severity, Span};
use quadrille_gf3::word::{Numbering, text};
use quadrille_lsp::Document;
use quadrille_lsp::feature::completion::complete;
use quadrille_lsp::feature::{hover, navigate, outline, tokens};
use quadrille_vc4::asm::{NoIncludes, Options, assemble};
use support::{document, examples};

/// Words of a text that stand in no comment, at equal distances.
fn words(text: &str, count: usize) -> Vec<Span> {
    let mut all = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let code = line.find(['#', ';', '/']).map_or(line, |end| &line[..end]);
        let mut start = None;
        for (place, letter) in code.char_indices().chain([(code.len(), ' ')]) {
            let belongs = letter.is_ascii_alphanumeric() || letter == '_';
            match (belongs, start) {
                (true, None) => start = Some(place),
                (false, Some(from)) => {
                    if code.as_bytes()[from].is_ascii_alphabetic() {
                        all.push(Span::new((at + from) as u32, (at + place) as u32));
                    }
                    start = None;
                }
                (true, Some(_)) | (false, None) => {}
            }
        }
        at += line.len();
    }
    let step = all.len().div_ceil(count).max(1);
    all.into_iter().step_by(step).collect()
}

/// Asks at the middle of words; the words that are refused and those that stand there and are not offered.
fn ask(
    document: &Document,
    count: usize,
    judge: &dyn Fn(&str) -> Vec<Diagnostic>,
) -> (usize, Vec<String>, Vec<String>) {
    let text = document.text().text();
    let (mut offered, mut refused, mut missing) = (0, Vec::new(), Vec::new());
    for word in words(text, count) {
        let own = &text[word.range()];
        let items = complete(document, word.start + word.len().div_ceil(2));
        if items.iter().all(|item| {
            !item
                .label
                .trim_start_matches(['.', '#'])
                .eq_ignore_ascii_case(own)
        }) {
            missing.push(own.to_owned());
        }
        for item in &items {
            offered += 1;
            let place = Span::new(word.start, word.start + item.label.len() as u32);
            let line = text[word.end as usize..].lines().next().unwrap_or_default();
            let ways = [
                line,
                "",
                " r0, r0",
                " r0, r0, r0",
                ", r0",
                ", r0, r0",
                "(0)",
                ".x",
                " R0, v0",
                " R0, v0, v0",
            ];
            let is_refused = |way: &&str| {
                let (before, after) = (
                    &text[..word.start as usize],
                    &text[word.end as usize + line.len()..],
                );
                let found = judge(&format!("{before}{}{way}{after}", item.label));
                found.iter().any(|one| {
                    one.severity == Severity::Error
                        && place.start <= one.span.start
                        && one.span.end <= place.end
                        && !one.span.is_empty()
                })
            };
            if ways.iter().all(is_refused) {
                refused.push(format!("{} for {own}", item.label));
            }
        }
    }
    (offered, refused, missing)
}

#[test]
fn what_machine_text_is_offered_it_may_have() {
    let (mut offered, mut places) = (0, 0);
    for (name, text) in examples(&["vsh"]) {
        if text.starts_with("!!") {
            continue;
        }
        let document = document(&name, &text);
        let judge = |text: &str| text::read(text, Numbering::Nv2a).err().unwrap_or_default();
        let (words, refused, missing) = ask(&document, 60, &judge);
        assert!(refused.is_empty(), "{name}: {refused:?}");
        // Names of constants, which are declared with their mark, and components of masks.
        let long: Vec<&String> = missing.iter().filter(|word| word.len() > 4).collect();
        assert!(long.len() < 6, "{name}: {long:?}");
        offered += words;
        places += 1;
    }
    assert!(offered > 100 && places > 3, "{offered} words in {places} texts");
}

#[test]
fn what_qpu_programs_are_offered_they_may_have() {
    let mut offered = 0;
    for (name, text) in examples(&["qasm"]) {
        let document = document(&name, &text);
        let judge = |text: &str| assemble("", text, &Options::default(), &mut NoIncludes).diagnostics;
        let (words, refused, _) = ask(&document, 40, &judge);
        assert!(refused.is_empty(), "{name}: {refused:?}");
        offered += words;
    }
    assert!(offered > 300, "{offered} words");
}

#[test]
fn names_and_words_are_known() {
    // source: docs/qpu-assembler.md, labels and `.set`.
    let text =
        ".set count, ra3\n:loop\nadd r0, count, r1 ; mul24 r1, r1, r2\nbrr.anynz -, :loop\nnop\nnop\nnop\n";
    let qpu = document("a.qasm", text);
    let at = |word: &str| text.rfind(word).expect(word) as u32;
    let start = |location: lsp_types::Location| (location.range.start.line, location.range.start.character);
    let definition = |word: &str| navigate::definition(&qpu, at(word)).map(start);
    assert_eq!(definition("loop"), Some((1, 1)));
    assert_eq!(definition("count"), Some((0, 5)));
    assert_eq!(definition("r2"), None);
    assert_eq!(navigate::references(&qpu, at("count"), true).len(), 2);
    let names: Vec<String> = outline::outline(&qpu).into_iter().map(|one| one.name).collect();
    assert_eq!(names, ["count", "loop"]);
    let page = hover::hover(&qpu, at("mul24")).expect("an instruction");
    assert!(format!("{page:?}").contains("m_op_mul"), "{page:?}");
    assert!(!tokens::tokens(&qpu, None).data.is_empty());
    // source: docs/geforce3.md, constants by name.
    let text = "#light vector 102\nmul R0, iNormal, #light\n";
    let machine = document("a.vsh", text);
    let light = text.rfind("light").expect("a use") as u32;
    assert_eq!(navigate::definition(&machine, light).map(start), Some((0, 0)));
    let edit = navigate::rename(&machine, light, "#sun").expect("a name");
    assert_eq!(
        edit.changes.expect("edits").values().map(Vec::len).sum::<usize>(),
        2
    );
    assert!(navigate::rename(&machine, light, "1").is_err());
    let page = hover::hover(&machine, text.find("mul").expect("an operation") as u32).expect("an operation");
    assert!(format!("{page:?}").contains("MUL"), "{page:?}");
}

/// source: docs/qpu-assembler.md: registers, instructions and directives have words of their own, and a macro stands in
/// the place of an instruction
#[test]
fn a_name_that_the_assembler_takes_for_something_else_is_refused() {
    let text =
        ".set x, 3\n.macro m, a\n mov r0, a\n.endm\n:loop\nldi r1, x\nm r2\nbrr -, :loop\nnop\nnop\nnop\n";
    let before = assemble("", text, &Options::default(), &mut NoIncludes);
    assert!(
        before
            .diagnostics
            .iter()
            .all(|one| one.severity != Severity::Error),
        "{:?}",
        before.diagnostics
    );
    let qpu = document("a.qasm", text);
    let rename = |at: &str, new: &str| navigate::rename(&qpu, text.find(at).expect(at) as u32, new);
    for new in ["r0", "ra3", "unif", "add", "nop", "RA3", "loop", "m"] {
        assert!(rename("x, 3", new).is_err(), "{new}");
    }
    assert!(rename("m, a", "mov").is_err());
    for new in ["y", "count", "x2"] {
        let edit = rename("x, 3", new).unwrap_or_else(|error| panic!("{new}: {error}"));
        let edits: usize = edit.changes.expect("edits").values().map(Vec::len).sum();
        assert_eq!(edits, 2, "{new}");
    }
    assert!(rename("loop", "again").is_ok());
    // What is wrong with a text already is no reason.
    let wrong = format!("{text}nothing r0\n");
    let document = document("a.qasm", &wrong);
    assert!(navigate::rename(&document, 5, "y").is_ok());
    assert!(navigate::rename(&document, 5, "r0").is_err());
}
