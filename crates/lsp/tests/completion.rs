//! What is offered at 2,000 places of the examples: the checker refuses none of it there, and what stands there is among
//! it. The checker is asked with the word in its place; how the text goes on comes from the text itself, or from the
//! bindings' own table, never from the server.

mod support;

use std::collections::BTreeMap;

use quadrille_base::{Diagnostic, Severity, Span};
use quadrille_check::{Options, check};
use quadrille_isa::gl::binding::BINDINGS;
use quadrille_isa::gl::profile::Profile;
use quadrille_isa::gl::{Binding, Features};
use quadrille_lsp::Document;
use quadrille_lsp::feature::completion::complete;
use quadrille_syntax::lexer::TokenKind;
use quadrille_syntax::{Lexis, lex};
use support::{document, examples};

/// Places in all.
const PLACES: usize = 2000;

/// Rules about what stands around a word: an opcode with the operands of another.
const AROUND: &[&str] = &["wrong-operand-count", "missing-modifier"];

/// A word of a program of an example.
struct Place {
    document: usize,
    /// The program, and the word in it.
    program: Span,
    word: Span,
}

/// Whether the checker finds an error that begins in the word.
fn is_refused(text: &str, word: Span) -> bool {
    let begins = |one: &Diagnostic| word.start <= one.span.start && one.span.start < word.end;
    let found = check(text, &Options::default()).diagnostics;
    found
        .iter()
        .any(|one| one.severity == Severity::Error && begins(one) && !AROUND.contains(&one.rule.name))
}

/// Ways in which a word of a program may go on: as it does, with an index or component, or as a binding that begins so.
fn ways(before: &str, word: &str, rest: &str, features: &Features) -> Vec<String> {
    let end = rest.find([';', '\n']).unwrap_or(rest.len());
    let after = &rest[end..];
    let mut ways = vec![rest.to_owned()];
    for more in ["", "[0]", ".x", "[0].x"] {
        ways.push(format!("{more}{after}"));
        ways.push(format!("{more}{rest}"));
    }
    // An operand that follows is as it was.
    let start = before
        .rfind(|letter: char| !letter.is_ascii_alphanumeric() && !"._[]".contains(letter))
        .map_or(0, |at| at + 1);
    let path = format!("{}{word}", &before[start..]);
    let operand = rest.find([',', ';', '}', '\n', ')']).unwrap_or(rest.len());
    for row in BINDINGS {
        for number in [0, 6] {
            let text = Binding::new(row.family, [number; 4]).text(features);
            if let Some(more) = text.strip_prefix(&path) {
                ways.push(format!("{more}{}", &rest[operand..]));
                ways.push(format!("{more}.x{}", &rest[operand..]));
            }
        }
    }
    ways
}

/// The words of all programs, of which as many are taken as are wanted, at equal distances.
fn places(documents: &[Document]) -> Vec<Place> {
    let mut all = Vec::new();
    for (number, document) in documents.iter().enumerate() {
        for piece in document.pieces() {
            for token in lex(piece.text, Lexis::Assembly) {
                if token.kind == TokenKind::Word {
                    all.push(Place {
                        document: number,
                        program: piece.span(),
                        word: token.span,
                    });
                }
            }
        }
    }
    let step = all.len() as f64 / PLACES as f64;
    let mut wanted = 0.0;
    let mut taken = Vec::new();
    for (number, place) in all.into_iter().enumerate() {
        if number as f64 >= wanted {
            taken.push(place);
            wanted += step;
        }
    }
    taken
}

/// Names that are declared where they stand: nobody can offer them.
fn is_new_name(program: &str, word: Span) -> bool {
    let before = program[..word.start as usize].trim_end();
    let after = program[word.end as usize..].trim_start();
    let line = before.rsplit([';', '\n']).next().unwrap_or_default().trim();
    let keyword = line.split_whitespace().find(|one| {
        ![
            "SHORT",
            "LONG",
            "FLOAT",
            "INT",
            "UINT",
            "FLAT",
            "CENTROID",
            "NOPERSPECTIVE",
            "SAMPLE",
        ]
        .contains(one)
    });
    let declares = keyword.is_some_and(|keyword| {
        [
            "TEMP",
            "PARAM",
            "ATTRIB",
            "OUTPUT",
            "ADDRESS",
            "ALIAS",
            "BUFFER",
            "BUFFER4",
            "CBUFFER",
            "STORAGE",
            "SHARED",
            "COUNTER",
            "TEXTURE",
            "IMAGE",
            "SUBROUTINE",
            "SUBROUTINETYPE",
            "DEFINE",
            "DECLARE",
        ]
        .contains(&keyword)
    });
    declares && !line.contains('=') || after.starts_with(':')
}

#[test]
fn nothing_is_offered_that_the_checker_refuses_and_what_stands_there_is() {
    let texts = examples(&["shader_test", "vfp", "vp", "fp"]);
    let documents: Vec<Document> = texts.iter().map(|(name, text)| document(name, text)).collect();
    let places = places(&documents);
    assert!(places.len() >= PLACES, "{} places", places.len());
    let (mut offered, mut refused, mut missing) = (0, Vec::new(), BTreeMap::<String, usize>::new());
    let mut asked = 0;
    for (number, place) in places.iter().enumerate() {
        let (name, text) = &texts[place.document];
        let program = &text[place.program.range()];
        let word = &program[place.word.range()];
        let features = Profile::of(program.trim_start()).map(Profile::features);
        let Some(features) = features else { continue };
        // As one types: half of the word is there. Of every other place nothing that follows in its line is.
        let middle = place.word.start + place.word.len() / 2;
        let at = place.program.start + middle;
        let half_typed = number % 2 == 1;
        let items = if half_typed {
            let rest = &text[at as usize..];
            let line = rest.find('\n').unwrap_or(rest.len());
            let cut = format!("{}{}", &text[..at as usize], &rest[line..]);
            complete(&document(name, &cut), at)
        } else {
            complete(&documents[place.document], at)
        };
        asked += 1;
        let (before, rest) = (
            &program[..place.word.start as usize],
            &program[place.word.end as usize..],
        );
        if !is_new_name(program, place.word) && items.iter().all(|item| item.label != word) {
            *missing
                .entry(format!(
                    "{word} in {name}{}",
                    if half_typed { ", cut" } else { "" }
                ))
                .or_default() += 1;
        }
        for item in &items {
            offered += 1;
            let own = Span::new(place.word.start, place.word.start + item.label.len() as u32);
            let mut ways = ways(before, &item.label, rest, &features).into_iter();
            if ways.all(|rest| is_refused(&format!("{before}{}{rest}", item.label), own)) {
                let line = before.rsplit('\n').next().unwrap_or_default();
                refused.push(format!(
                    "{name}: {line}«{}»{}",
                    item.label,
                    rest.lines().next().unwrap_or_default()
                ));
            }
        }
    }
    let lost: usize = missing.values().sum();
    assert!(
        asked >= 1900 && offered > 10_000,
        "{asked} places, {offered} words"
    );
    assert!(
        refused.is_empty(),
        "{} refused:\n{}",
        refused.len(),
        refused.join("\n")
    );
    assert!(
        lost * 100 <= asked,
        "{lost} of {asked} not offered:\n{missing:#?}"
    );
}

/// source: no place of a text is beyond what an editor asks for
#[test]
fn every_place_of_a_text_has_an_answer() {
    let texts = [
        "!!ARBfp1.0\nTEMP a;\nMOV a.x, 0.5;\nMOV a, 1.5e-3;#0.5\nEND\n",
        "!!ARBfp1.0\n0.5",
        "/* 0.5 */ MOV",
        "!!NVvp4.0\r\nTEMP a[2];\r\nMOV a[0..1], 0x1f;\r\nMOV é, ..;\r\nEND",
    ];
    for text in texts {
        let document = document("any.vp", text);
        for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
            complete(&document, at as u32);
        }
    }
}
