//! Bytes per second of the lexer, the parser and the formatter, for texts of 100, 10,000 and 1,000,000 lines: the
//! figures stay level if the work is linear.

#[path = "../tests/common/mod.rs"]
mod common;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};

const LINES: [usize; 3] = [100, 10_000, 1_000_000];

fn main() {
    divan::main();
}

/// A program of the given number of lines: the instructions of a real one, over and over.
fn program(lines: usize) -> String {
    let body = include_str!("../tests/programs/bump.fp");
    let (head, instructions) = body.split_once("\n\nTEX").unwrap();
    let instructions = format!("TEX{}", instructions.trim_end().trim_end_matches("END"));
    let mut text = format!("{head}\n");
    let repeated = lines.saturating_sub(head.lines().count() + 1) / instructions.lines().count();
    text += &instructions.repeat(repeated.max(1));
    text + "END\n"
}

#[divan::bench(args = LINES, max_time = 3)]
fn lex(bencher: Bencher, lines: usize) {
    let text = program(lines);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| quadrille_syntax::lex(black_box(&text), quadrille_syntax::Lexis::Assembly));
}

#[divan::bench(args = LINES, max_time = 3)]
fn lex_and_parse(bencher: Bencher, lines: usize) {
    let text = program(lines);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| quadrille_syntax::parse(black_box(&text), &common::WORDS));
}

#[divan::bench(args = LINES, max_time = 3)]
fn format(bencher: Bencher, lines: usize) {
    let text = program(lines);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| quadrille_syntax::format(black_box(&text), &common::WORDS));
}
