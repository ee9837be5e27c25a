//! Tokens and operands of NV_vertex_program (section 2.14.1.7), read strictly.

use super::rule;
use crate::word::{Register, Source};
use quadrille_base::{Diagnostic, Span};
use quadrille_isa::nv20::{limit, register};

/// The language of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    Vp10,
    Vp11,
    Vsp10,
}

/// A destination as written. Texture coordinates 4 to 7 are written, but have no register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Destination {
    Temporary(u8),
    Output(u8),
    MissingOutput,
    Parameter(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token<'a> {
    Word(&'a str),
    Number(&'a str),
    Mark(char),
    End,
}

/// A cursor over the text after the header.
pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
    pub(super) language: Language,
    pub(super) invariant: bool,
}

pub(super) type Parsed<T> = Result<T, Box<Diagnostic>>;

/// The first problem, at a place.
pub(super) fn fail<T>(span: Span, message: &str) -> Parsed<T> {
    Err(Box::new(Diagnostic::new(&rule::SYNTAX, span, message)))
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, at: usize, language: Language) -> Reader<'a> {
        Reader {
            text,
            at,
            language,
            invariant: false,
        }
    }

    /// The next token and its place, without taking it.
    fn next(&self) -> (Token<'a>, Span) {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        loop {
            match bytes.get(at) {
                Some(b' ' | b'\t' | b'\n' | b'\r') => at += 1,
                Some(b'#') => {
                    let rest = &bytes[at..];
                    at += rest
                        .iter()
                        .position(|b| matches!(b, b'\n' | b'\r'))
                        .unwrap_or(rest.len());
                }
                _ => break,
            }
        }
        let run = |keep: &dyn Fn(u8) -> bool| {
            at + bytes[at..]
                .iter()
                .position(|byte| !keep(*byte))
                .unwrap_or(bytes.len() - at)
        };
        let (token, end) = match bytes.get(at) {
            None => (Token::End, at),
            Some(byte) if byte.is_ascii_digit() => {
                let end = run(&|byte| byte.is_ascii_digit());
                (Token::Number(&self.text[at..end]), end)
            }
            Some(byte) if byte.is_ascii_alphabetic() || *byte == b'_' => {
                let end = run(&|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                (Token::Word(&self.text[at..end]), end)
            }
            Some(_) => {
                let mark = self.text[at..].chars().next().unwrap_or('\0');
                (Token::Mark(mark), at + mark.len_utf8())
            }
        };
        (token, Span::new(at as u32, end as u32))
    }

    /// The place of the next token.
    pub(super) fn span(&self) -> Span {
        self.next().1
    }

    fn take(&mut self) -> (Token<'a>, Span) {
        let next = self.next();
        self.at = next.1.end as usize;
        next
    }

    fn accept(&mut self, token: Token<'_>) -> bool {
        let found = self.next().0 == token;
        if found {
            self.take();
        }
        found
    }

    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        self.accept(Token::Word(word))
    }

    pub(super) fn expect(&mut self, mark: char) -> Parsed<()> {
        if self.accept(Token::Mark(mark)) {
            Ok(())
        } else {
            fail(self.span(), &format!("a `{mark}` stands here"))
        }
    }

    /// Whether the text is over.
    pub(super) fn is_over(&self) -> bool {
        self.next().0 == Token::End
    }

    pub(super) fn word(&mut self, message: &str) -> Parsed<(&'a str, Span)> {
        match self.next() {
            (Token::Word(word), span) => {
                self.take();
                Ok((word, span))
            }
            (_, span) => fail(span, message),
        }
    }

    /// A decimal integer of at most `largest`.
    fn number(&mut self, largest: u32) -> Parsed<u8> {
        let (token, span) = self.next();
        let value = match token {
            Token::Number(digits) => digits.parse::<u32>().ok().filter(|value| *value <= largest),
            _ => None,
        };
        match value {
            Some(value) => {
                self.take();
                Ok(value as u8)
            }
            None => fail(span, &format!("a number from 0 to {largest} stands here")),
        }
    }

    /// `R0` to `R11`.
    fn temporary(word: &str) -> Option<u8> {
        let digits = word.strip_prefix('R')?;
        let index: u8 = digits
            .parse()
            .ok()
            .filter(|index| usize::from(*index) < limit::TEMPORARIES)?;
        // The grammar lists the names, so `R01` is none.
        (index.to_string() == digits).then_some(index)
    }

    /// `A0.x`.
    pub(super) fn address(&mut self) -> Parsed<()> {
        let (word, span) = self.word("the address register stands here")?;
        if word != "A0" {
            return fail(span, "the address register stands here");
        }
        self.expect('.')?;
        match self.word("the address register has the component x only")? {
            ("x", _) => Ok(()),
            (_, span) => fail(span, "the address register has the component x only"),
        }
    }

    /// A destination with its mask, x in bit 3.
    pub(super) fn destination(&mut self) -> Parsed<(Destination, u8)> {
        let (word, span) = self.word("a destination register stands here")?;
        let state = self.language == Language::Vsp10;
        let destination = match word {
            "o" if !state => {
                self.expect('[')?;
                let (name, span) = self.word("a result register's name stands here")?;
                let found = register::OUTPUTS.iter().find(|output| output.gl == name);
                let destination = match found {
                    Some(output) if output.index == 0 && self.invariant => {
                        return fail(span, "a position-invariant program does not write the position");
                    }
                    Some(output) => Destination::Output(output.index),
                    None if matches!(name, "TEX4" | "TEX5" | "TEX6" | "TEX7") => Destination::MissingOutput,
                    None => return fail(span, "no result register has this name"),
                };
                self.expect(']')?;
                destination
            }
            "c" if state => {
                self.expect('[')?;
                let index = self.number(limit::GL_CONSTANTS as u32 - 1)?;
                self.expect(']')?;
                Destination::Parameter(limit::GL_FIRST_CONSTANT + index)
            }
            _ => match Reader::temporary(word) {
                Some(index) => Destination::Temporary(index),
                None => return fail(span, "this register cannot be written here"),
            },
        };
        let mut mask = 0u8;
        if self.accept(Token::Mark('.')) {
            let start = self.span();
            for component in self.components()? {
                let bit = 8 >> component;
                if mask != 0 && bit >= mask & mask.wrapping_neg() {
                    return fail(start, "a mask has the components in order, each once");
                }
                mask |= bit;
            }
        }
        Ok((destination, if mask == 0 { 15 } else { mask }))
    }

    /// One to four letters of xyzw; blanks between them do not matter.
    fn components(&mut self) -> Parsed<Vec<u8>> {
        let mut components = Vec::new();
        while let (Token::Word(word), span) = self.next() {
            for letter in word.chars() {
                match "xyzw".find(letter) {
                    Some(index) if components.len() < 4 => components.push(index as u8),
                    _ => return fail(span, "the components are x, y, z and w"),
                }
            }
            self.take();
        }
        if components.is_empty() {
            fail(self.span(), "a component stands here")
        } else {
            Ok(components)
        }
    }

    /// A source operand, and whether it is a relative one. A scalar one has exactly one component.
    pub(super) fn source(&mut self, scalar: bool) -> Parsed<(Source, bool)> {
        let negate = self.accept(Token::Mark('-'));
        if !negate && self.language == Language::Vp11 {
            self.accept(Token::Mark('+'));
        }
        let (word, span) = self.word("a source register stands here")?;
        let mut relative = false;
        let register = match word {
            "v" => {
                self.expect('[')?;
                let index = self.attribute()?;
                self.expect(']')?;
                Register::Input(index)
            }
            "c" => {
                self.expect('[')?;
                let (index, indexed) = self.parameter()?;
                relative = indexed;
                self.expect(']')?;
                Register::Constant(index)
            }
            _ => match Reader::temporary(word) {
                Some(index) => Register::Temporary(index),
                None => return fail(span, "this register cannot be read"),
            },
        };
        let swizzle = if self.accept(Token::Mark('.')) {
            let start = self.span();
            match self.components()?.as_slice() {
                [one] => [*one; 4],
                [x, y, z, w] if !scalar => [*x, *y, *z, *w],
                _ if scalar => return fail(start, "a scalar operand has one component"),
                _ => return fail(start, "a swizzle has one or four components"),
            }
        } else if scalar {
            return fail(self.span(), "a scalar operand has one component");
        } else {
            [0, 1, 2, 3]
        };
        Ok((
            Source {
                register,
                swizzle,
                negate,
            },
            relative,
        ))
    }

    /// The number or name of an attribute.
    fn attribute(&mut self) -> Parsed<u8> {
        if self.language == Language::Vsp10 {
            return self.number(0);
        }
        match self.next() {
            (Token::Word(name), span) => match register::INPUTS.iter().position(|input| input.gl == name) {
                Some(index) => {
                    self.take();
                    Ok(index as u8)
                }
                None => fail(span, "no attribute has this name"),
            },
            _ => self.number(limit::INPUTS as u32 - 1),
        }
    }

    /// The number of a constant in the word, and whether the address register is added.
    fn parameter(&mut self) -> Parsed<(u8, bool)> {
        if !matches!(self.next().0, Token::Word(_)) {
            let index = self.number(limit::GL_CONSTANTS as u32 - 1)?;
            return Ok((limit::GL_FIRST_CONSTANT + index, false));
        }
        self.address()?;
        let plus = self.next().0 == Token::Mark('+');
        if !plus && self.next().0 != Token::Mark('-') {
            return Ok((limit::GL_FIRST_CONSTANT, true));
        }
        if self.invariant {
            return fail(self.span(), "a position-invariant program has no offset here");
        }
        self.take();
        let offset = self.number(if plus { 63 } else { 64 })?;
        let base = limit::GL_FIRST_CONSTANT;
        Ok((if plus { base + offset } else { base - offset }, true))
    }
}
