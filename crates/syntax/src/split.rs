//! Programs in a larger text, such as the `.vfp` files of idTech games, which hold a vertex and a fragment
//! program with remarks around them.
//!
//! A program reaches from its header to its `END`. What lies outside is no program text and not judged: a
//! caller who wants one program and nothing else, as OpenGL does, parses the whole text instead.

use quadrille_base::Span;

use crate::blank;
use crate::header::{self, Header};
use crate::lexer::{Scan, TokenKind};

/// The spans of the programs of a text of at most 4 GiB, in order: each from its header's first byte up to and
/// with `END` or, where that is missing, up to the next header or the end of the text. Headers in comments
/// do not count. Time is linear in the length of the text.
pub fn split(text: &str, known: &[&str]) -> Vec<Span> {
    let mut programs = Vec::new();
    let mut at = 0;
    while let Some(header) = next_header(text, at, known) {
        at = end_of_program(text, header.span.end as usize, known);
        programs.push(Span::new(header.span.start, at as u32));
    }
    programs
}

/// The first known header from `from` on that stands in no comment.
fn next_header(text: &str, from: usize, known: &[&str]) -> Option<Header> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        at = blank::skip(text, at);
        match bytes.get(at)? {
            b'!' => match header::at(text, at, known) {
                Some(header) => return Some(header),
                None => at += 1,
            },
            _ => {
                let rest = &bytes[at..];
                let length = rest.iter().position(|byte| matches!(byte, b'!' | b'#'));
                at += length?;
            }
        }
    }
}

/// The end of the program whose header ends at `from`.
fn end_of_program(text: &str, from: usize, known: &[&str]) -> usize {
    let mut before = TokenKind::Header;
    for token in Scan::after_header(text, from) {
        let range = token.span.range();
        match token.kind {
            TokenKind::Word if before != TokenKind::Dot && text[range.clone()] == *"END" => return range.end,
            TokenKind::Unknown => {
                let marks = text[range.clone()]
                    .match_indices('!')
                    .map(|(at, _)| range.start + at);
                let header = |at: &usize| header::at(text, *at, known).is_some();
                if let Some(start) = marks.into_iter().find(header) {
                    return start;
                }
            }
            _ => {}
        }
        if !token.kind.is_blank() {
            before = token.kind;
        }
    }
    text.len()
}
