//! The header: the first bytes of a program, which say in which language it is written.
//!
//! Every header has one shape: `!!`, letters, a number, a point, one digit. What follows that digit is the
//! program already, with or without a separator: `!!ARBvp1.0TEMP a;` is legal.

use quadrille_base::Span;

use crate::blank;

/// A header found in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// Which of the known headers it is.
    pub index: usize,
    /// Its span. A language wants it at byte 0; a start beyond that is an error of the program.
    pub span: Span,
}

/// The longest known header at the first byte of the text that is neither white space nor part of a comment
/// nor a byte order mark.
pub fn header(text: &str, known: &[&str]) -> Option<Header> {
    let mark = if text.starts_with(BYTE_ORDER_MARK) {
        BYTE_ORDER_MARK.len_utf8()
    } else {
        0
    };
    at(text, blank::skip(text, mark), known)
}

/// The mark that some editors write before a text; an error of the program, but no reason to miss its header.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The longest known header that begins at byte `start`.
pub(crate) fn at(text: &str, start: usize, known: &[&str]) -> Option<Header> {
    let rest = text.get(start..)?;
    let (index, name) = known
        .iter()
        .enumerate()
        .filter(|(_, name)| rest.starts_with(**name))
        .max_by_key(|(_, name)| name.len())?;
    let end = u32::try_from(start + name.len()).ok()?;
    Some(Header {
        index,
        span: Span::new(start as u32, end),
    })
}

/// The end of a token in the shape of a header at byte `at`. A wrong or unknown header is still one token,
/// so that one message stands for it.
pub(crate) fn end(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    if !bytes[at..].starts_with(b"!!") {
        return None;
    }
    let run = |from: usize, belongs: fn(&u8) -> bool| {
        let length = bytes[from..].iter().position(|byte| !belongs(byte));
        length.map_or(bytes.len(), |length| from + length)
    };
    let letters = run(at + 2, u8::is_ascii_alphabetic);
    let digits = run(letters, u8::is_ascii_digit);
    let versioned = digits > letters
        && bytes.get(digits) == Some(&b'.')
        && bytes.get(digits + 1).is_some_and(u8::is_ascii_digit);
    Some(if versioned { digits + 2 } else { digits })
}
