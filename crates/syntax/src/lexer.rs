//! Text to tokens: every byte of the text belongs to exactly one token.
//!
//! The lexer never fails: a run of bytes that begin no token is one [`TokenKind::Unknown`]. It knows the
//! shapes of tokens, no word's meaning. White space is space, tab, newline and carriage return, and nothing
//! else (ARB_vertex_program, section 2.14.2).

use quadrille_base::Span;

use crate::{blank, header};

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum TokenKind {
    /// A run of spaces, tabs, newlines and carriage returns.
    Space,
    /// `#` up to, and without, the newline, carriage return or end of text.
    Comment,
    /// `!!ARBvp1.0`, only before every other word of the text.
    Header,
    /// A name, an opcode, a selector; also `1D`, `2D`, `3D`, `2DMS`, `1D_STACK`.
    Word,
    /// Decimal digits.
    Integer,
    /// `0x` and hexadecimal digits.
    Hexadecimal,
    /// Digits with a point or an exponent.
    Float,
    /// `.`
    Dot,
    /// `..`
    DotDot,
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// `:`
    Colon,
    /// `=`
    Equals,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `|`
    Bar,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `(`
    OpenParenthesis,
    /// `)`
    CloseParenthesis,
    /// A run of bytes that begin no token.
    Unknown,
    /// The end of the text; never in a list of tokens.
    End,
}

impl TokenKind {
    /// Whether it only separates other tokens.
    pub const fn is_blank(self) -> bool {
        matches!(self, TokenKind::Space | TokenKind::Comment)
    }

    /// Whether it is a number in any form.
    pub const fn is_number(self) -> bool {
        matches!(
            self,
            TokenKind::Integer | TokenKind::Hexadecimal | TokenKind::Float
        )
    }
}

/// One token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// The bytes it takes up, at least one.
    pub span: Span,
}

/// The rule by which letters, digits and points belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lexis {
    /// As in all languages but one: a number takes as much as it can, `11.0.x` is a number and a selector.
    Assembly,
    /// As in ATI_text_fragment_shader: digits before letters are a word, so that `r0.2x` has the selector
    /// `2x` and `0.r` is the number 0 with the selector `r`. Such a program has no `END`.
    AtiFragmentShader,
}

/// All tokens of a text of at most 4 GiB; their texts, joined, are the text.
pub fn lex(text: &str, lexis: Lexis) -> Vec<Token> {
    // Programs of the world hold about one token for each two and a half bytes, white space counted.
    let mut tokens = Vec::with_capacity(text.len() / 3 + 8);
    tokens.extend(Scan::new(text, lexis));
    tokens
}

/// The tokens of a text, one after the other.
#[derive(Clone)]
pub(crate) struct Scan<'s> {
    text: &'s str,
    at: usize,
    lexis: Lexis,
    /// Whether nothing that a header could not follow has come yet.
    header_possible: bool,
}

impl<'s> Scan<'s> {
    /// All tokens.
    pub(crate) fn new(text: &'s str, lexis: Lexis) -> Scan<'s> {
        Scan {
            text,
            at: 0,
            lexis,
            header_possible: true,
        }
    }

    /// Passes over white space and comments, as their tokens would.
    #[inline]
    pub(crate) fn skip_blank(&mut self) {
        self.at = blank::skip(self.text, self.at);
    }

    /// Goes to the end of the line in which byte `at` lies.
    pub(crate) fn skip_line(&mut self, at: usize) {
        self.at = blank::comment_end(self.text.as_bytes(), at);
    }

    /// The tokens from byte `at` on, none of which is a header.
    pub(crate) fn after_header(text: &'s str, at: usize) -> Scan<'s> {
        Scan {
            text,
            at,
            lexis: Lexis::Assembly,
            header_possible: false,
        }
    }
}

impl Iterator for Scan<'_> {
    type Item = Token;

    #[inline]
    fn next(&mut self) -> Option<Token> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let first = *bytes.get(start)?;
        let (kind, end) = match first {
            b'!' if self.header_possible => match header::end(self.text, start) {
                Some(end) => (TokenKind::Header, end),
                None => token(bytes, start, self.lexis),
            },
            _ => token(bytes, start, self.lexis),
        };
        if self.header_possible {
            // A byte order mark and the like do not hide the header from the messages about it.
            self.header_possible = kind.is_blank() || kind == TokenKind::Unknown;
        }
        self.at = end;
        Some(Token {
            kind,
            span: Span::new(start as u32, end as u32),
        })
    }
}

/// The classes of a byte within a text, as bits.
mod class {
    /// Letters, `_` and `$`.
    pub(super) const LETTER: u8 = 1;
    /// Decimal digits.
    pub(super) const DIGIT: u8 = 2;
    /// White space.
    pub(super) const SPACE: u8 = 4;
    /// Everything else that begins a token.
    pub(super) const MARK: u8 = 8;
    /// `!`
    pub(super) const EXCLAMATION: u8 = 16;
}

const CLASSES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => class::LETTER,
            b'0'..=b'9' => class::DIGIT,
            b' ' | b'\t' | b'\n' | b'\r' => class::SPACE,
            b'#' | b'.' | b',' | b';' | b':' | b'=' | b'+' | b'-' | b'|' => class::MARK,
            b'[' | b']' | b'{' | b'}' | b'(' | b')' => class::MARK,
            b'!' => class::EXCLAMATION,
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// The token that begins at `at`, and its end.
#[inline]
fn token(bytes: &[u8], at: usize, lexis: Lexis) -> (TokenKind, usize) {
    let kind = match bytes[at] {
        b'.' => return point(bytes, at, lexis),
        b',' => TokenKind::Comma,
        b';' => TokenKind::Semicolon,
        b':' => TokenKind::Colon,
        b'=' => TokenKind::Equals,
        b'+' => TokenKind::Plus,
        b'-' => TokenKind::Minus,
        b'|' => TokenKind::Bar,
        b'[' => TokenKind::OpenBracket,
        b']' => TokenKind::CloseBracket,
        b'{' => TokenKind::OpenBrace,
        b'}' => TokenKind::CloseBrace,
        b'(' => TokenKind::OpenParenthesis,
        b')' => TokenKind::CloseParenthesis,
        b'#' => return (TokenKind::Comment, blank::comment_end(bytes, at)),
        // Apart from other strays, so that one before a header does not swallow it.
        b'!' => {
            return (
                TokenKind::Unknown,
                run(bytes, at, |class| class == class::EXCLAMATION),
            );
        }
        byte => {
            return match CLASSES[usize::from(byte)] {
                class::LETTER => (TokenKind::Word, word_end(bytes, at)),
                class::SPACE => (TokenKind::Space, run(bytes, at, |class| class == class::SPACE)),
                class::DIGIT => number(bytes, at, lexis),
                _ => (TokenKind::Unknown, run(bytes, at, |class| class == 0)),
            };
        }
    };
    (kind, at + 1)
}

/// `.`, `..`, or a number that begins with its point.
fn point(bytes: &[u8], at: usize, lexis: Lexis) -> (TokenKind, usize) {
    match bytes.get(at + 1) {
        Some(b'.') => (TokenKind::DotDot, at + 2),
        Some(byte) if byte.is_ascii_digit() => {
            let letters = lexis == Lexis::AtiFragmentShader && begins_word(bytes, at + 1);
            if letters {
                (TokenKind::Dot, at + 1)
            } else {
                number(bytes, at, lexis)
            }
        }
        _ => (TokenKind::Dot, at + 1),
    }
}

/// The end of the run of bytes from `at` whose class `belongs`.
#[inline]
fn run(bytes: &[u8], at: usize, belongs: impl Fn(u8) -> bool) -> usize {
    let length = bytes[at..]
        .iter()
        .position(|byte| !belongs(CLASSES[usize::from(*byte)]));
    length.map_or(bytes.len(), |length| at + length)
}

#[inline]
fn word_end(bytes: &[u8], at: usize) -> usize {
    run(bytes, at, |class| class & (class::LETTER | class::DIGIT) != 0)
}

fn digits(bytes: &[u8], at: usize) -> usize {
    run(bytes, at, |class| class == class::DIGIT)
}

/// Whether digits, perhaps none, and a letter that begins no exponent stand at `at`.
fn begins_word(bytes: &[u8], at: usize) -> bool {
    let end = digits(bytes, at);
    let letter = bytes
        .get(end)
        .is_some_and(|byte| CLASSES[usize::from(*byte)] == class::LETTER);
    letter && exponent(bytes, end).is_none()
}

/// A number, or one of the words that begin with a digit (`2D`).
fn number(bytes: &[u8], at: usize, lexis: Lexis) -> (TokenKind, usize) {
    let mut end = digits(bytes, at);
    if lexis == Lexis::AtiFragmentShader && bytes[at] != b'.' {
        if begins_word(bytes, end) {
            return (TokenKind::Word, word_end(bytes, end));
        }
        if bytes.get(end) == Some(&b'.') && begins_word(bytes, end + 1) {
            return (TokenKind::Integer, end);
        }
    }
    match bytes.get(end) {
        Some(b'D') => return (TokenKind::Word, word_end(bytes, end)),
        Some(b'x' | b'X') if bytes[at..end] == *b"0" => {
            let digits = bytes[end + 1..]
                .iter()
                .take_while(|byte| byte.is_ascii_hexdigit())
                .count();
            if digits > 0 {
                return (TokenKind::Hexadecimal, end + 1 + digits);
            }
        }
        _ => {}
    }
    let mut kind = TokenKind::Integer;
    // In `0..3` the points belong together, not to the zero.
    if bytes.get(end) == Some(&b'.') && bytes.get(end + 1) != Some(&b'.') {
        kind = TokenKind::Float;
        end = digits(bytes, end + 1);
    }
    if let Some(last) = exponent(bytes, end) {
        kind = TokenKind::Float;
        end = last;
    }
    (kind, end)
}

/// The end of the exponent at `at`, if there is one with at least one digit.
fn exponent(bytes: &[u8], at: usize) -> Option<usize> {
    if !matches!(bytes.get(at), Some(b'e' | b'E')) {
        return None;
    }
    let first = match bytes.get(at + 1) {
        Some(b'+' | b'-') => at + 2,
        _ => at + 1,
    };
    let end = digits(bytes, first.min(bytes.len()));
    (end > first).then_some(end)
}
