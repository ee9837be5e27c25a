//! Tokens of machine text, and the words that registers and components are written as.

use super::Numbering;
use quadrille_base::Span;
use quadrille_isa::nv20::{IluOp, MacOp};

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// A word.
    Word(&'a str),
    /// `#name`, with the mark: a constant that the text names.
    Uniform(&'a str),
    /// A number; one that is too large is the largest.
    Number(u32),
    /// Any other character.
    Mark(char),
    /// The end of a statement.
    Newline,
    /// The end of the text.
    End,
}

/// Splits a text into tokens with their places; comments vanish. In NV_vertex_program's world a semicolon
/// ends a statement, in the other it begins a comment.
pub fn tokenize(text: &str, numbering: Numbering) -> Vec<(Token<'_>, Span)> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    let run = |from: usize, keep: &dyn Fn(u8) -> bool| {
        bytes[from..]
            .iter()
            .position(|byte| !keep(*byte))
            .map_or(bytes.len(), |length| from + length)
    };
    while at < bytes.len() {
        let start = at;
        let rest = &text.as_bytes()[at..];
        let token = match bytes[at] {
            b'\n' | b'\r' => {
                at += 1;
                Some(Token::Newline)
            }
            b';' if numbering == Numbering::NvVertexProgram => {
                at += 1;
                Some(Token::Newline)
            }
            b' ' | b'\t' => {
                at += 1;
                None
            }
            b'#' if numbering == Numbering::Nv2a && names_constant(&tokens, &text[at..]) => {
                at = run(at + 1, &|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                Some(Token::Uniform(&text[start..at]))
            }
            b'#' | b';' => {
                at = run(at, &|byte| byte != b'\n' && byte != b'\r');
                None
            }
            b'/' if rest.starts_with(b"//") => {
                at = run(at, &|byte| byte != b'\n' && byte != b'\r');
                None
            }
            b'/' if rest.starts_with(b"/*") => {
                at = rest
                    .windows(2)
                    .skip(2)
                    .position(|pair| pair == b"*/")
                    .map_or(bytes.len(), |p| at + p + 4);
                None
            }
            byte if byte.is_ascii_digit() => {
                at = run(at, &|byte| byte.is_ascii_digit());
                Some(Token::Number(text[start..at].parse().unwrap_or(u32::MAX)))
            }
            byte if byte.is_ascii_alphabetic() || byte == b'_' => {
                at = run(at, &|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                Some(Token::Word(&text[start..at]))
            }
            _ => {
                let mark = text[at..].chars().next().unwrap_or('\0');
                at += mark.len_utf8().max(1);
                Some(Token::Mark(mark))
            }
        };
        if let Some(token) = token {
            tokens.push((token, Span::new(start as u32, at as u32)));
        }
    }
    tokens.push((Token::End, Span::at(bytes.len() as u32)));
    tokens
}

/// Whether the mark that `rest` begins with is that of a named constant: at the start of a line where a declaration
/// follows, elsewhere where an operand stands. Otherwise it begins a comment.
fn names_constant(before: &[(Token<'_>, Span)], rest: &str) -> bool {
    let name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if !rest.as_bytes().get(1).copied().is_some_and(name) {
        return false;
    }
    let line = before
        .rsplit(|token| token.0 == Token::Newline)
        .next()
        .unwrap_or(&[]);
    let operation = |name| MacOp::from_name(name).is_some() || IluOp::from_name(name).is_some();
    match (
        line.first().map(|token| token.0),
        line.last().map(|token| token.0),
    ) {
        (None, _) => {
            let rest = rest.lines().next().unwrap_or("");
            let rest = rest.split("//").next().and_then(|rest| rest.split(';').next());
            let mut words = rest.unwrap_or("").split_ascii_whitespace().skip(1);
            let (kind, number, more) = (words.next().unwrap_or(""), words.next(), words.next());
            let counted = number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
            let is_name = kind.bytes().all(name) && !kind.is_empty();
            super::named::size(kind).is_some() || is_name && counted && more.is_none()
        }
        (Some(Token::Mark('%')), _) | (_, Some(Token::Mark(',' | '-' | '('))) => true,
        (_, Some(Token::Word(word))) => operation(word),
        _ => false,
    }
}

/// The number after a one-letter prefix.
pub(super) fn numbered(name: &str, prefix: char) -> Option<u32> {
    let mut chars = name.chars();
    let head = chars.next()?;
    let digits = chars.as_str();
    let plain = !digits.is_empty() && digits.len() < 6 && digits.bytes().all(|byte| byte.is_ascii_digit());
    (head.eq_ignore_ascii_case(&prefix) && plain).then(|| digits.parse().unwrap_or(u32::MAX))
}

/// One to four component letters.
pub(super) fn letters(word: &str) -> Option<Vec<u8>> {
    let component = |letter: char| match letter.to_ascii_lowercase() {
        'x' | 'r' => Some(0),
        'y' | 'g' => Some(1),
        'z' | 'b' => Some(2),
        'w' | 'a' => Some(3),
        _ => None,
    };
    if word.is_empty() || word.len() > 4 {
        return None;
    }
    word.chars().map(component).collect()
}
