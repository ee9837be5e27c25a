//! The lexemes of the languages whose statements are lines: machine text of the GeForce 3, and programs of the QPU.

use quadrille_base::Span;
use quadrille_gf3::word::Numbering;
use quadrille_gf3::word::token::{Token, tokenize};
use quadrille_vc4::asm::Syntax;

/// The kind of a lexeme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LexemeKind {
    Word,
    Number,
    /// `.set` at the beginning of a statement, with its point; any other suffix is a word behind a mark.
    Directive,
    Comment,
    Mark(char),
    /// The end of a statement.
    End,
}

/// A piece of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lexeme {
    pub(crate) kind: LexemeKind,
    pub(crate) span: Span,
}

fn lexeme(kind: LexemeKind, start: usize, end: usize) -> Lexeme {
    Lexeme {
        kind,
        span: Span::new(start as u32, end as u32),
    }
}

/// The lexemes of machine text; comments are what its own tokens leave out.
pub(crate) fn machine(text: &str, numbering: Numbering) -> Vec<Lexeme> {
    let mut found = Vec::new();
    let mut at = 0;
    for (token, span) in tokenize(text, numbering) {
        let gap = &text[at..span.start as usize];
        let blank = gap.len() - gap.trim_start().len();
        let comment = gap.trim();
        if !comment.is_empty() {
            let start = at + blank;
            found.push(lexeme(LexemeKind::Comment, start, start + comment.len()));
        }
        let kind = match token {
            Token::Word(_) | Token::Uniform(_) => LexemeKind::Word,
            Token::Number(_) => LexemeKind::Number,
            Token::Mark(mark) => LexemeKind::Mark(mark),
            Token::Newline | Token::End => LexemeKind::End,
        };
        found.push(Lexeme { kind, span });
        at = span.end as usize;
    }
    found
}

/// The lexemes of a program of the QPU. A statement ends with its line, or where `;` or a label's colon separates.
pub(crate) fn qpu(text: &str) -> Vec<Lexeme> {
    let is_gas = Syntax::of_text(text) == Syntax::Gas;
    let bytes = text.as_bytes();
    let run = |from: usize, belongs: &dyn Fn(u8) -> bool| {
        let length = bytes[from..].iter().position(|byte| !belongs(*byte));
        length.map_or(bytes.len(), |length| from + length)
    };
    let name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let in_line = |byte: u8| byte != b'\n' && byte != b'\r';
    let mut found: Vec<Lexeme> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let begins = found
            .last()
            .is_none_or(|last| matches!(last.kind, LexemeKind::End | LexemeKind::Mark(';' | ':')));
        let kind = match bytes[at] {
            b'\n' | b'\r' => {
                at += 1;
                LexemeKind::End
            }
            b' ' | b'\t' => {
                at += 1;
                continue;
            }
            b'#' | b'@' => {
                at = run(at, &in_line);
                LexemeKind::Comment
            }
            b';' if is_gas => {
                at = run(at, &in_line);
                LexemeKind::Comment
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = run(at, &in_line);
                LexemeKind::Comment
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let end = text[at + 2..].find("*/");
                at = end.map_or(bytes.len(), |end| at + 2 + end + 2);
                LexemeKind::Comment
            }
            b'.' if begins && bytes.get(at + 1).copied().is_some_and(name) => {
                at = run(at + 1, &name);
                LexemeKind::Directive
            }
            byte if byte.is_ascii_digit() => {
                at = run(at, &|byte| name(byte) || byte == b'.');
                LexemeKind::Number
            }
            byte if name(byte) => {
                at = run(at, &name);
                LexemeKind::Word
            }
            byte => {
                at += 1;
                LexemeKind::Mark(char::from(byte))
            }
        };
        found.push(lexeme(kind, start, at));
    }
    found.push(lexeme(LexemeKind::End, bytes.len(), bytes.len()));
    found
}

/// A declared name of such a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LineName {
    /// The name.
    pub(crate) span: Span,
    pub(crate) kind: LineNameKind,
    /// The statement that declares it.
    pub(crate) statement: Span,
}

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LineNameKind {
    Label,
    /// A constant, or another name of a register.
    Value,
    Macro,
}

/// A text, in lexemes, with its names.
#[derive(Debug)]
pub(crate) struct Lines<'t> {
    pub(crate) text: &'t str,
    pub(crate) lexemes: Vec<Lexeme>,
    pub(crate) names: Vec<LineName>,
}

impl<'t> Lines<'t> {
    /// Machine text: constants that `#name vector 96` declares.
    pub(crate) fn of_machine(text: &'t str, numbering: Numbering) -> Lines<'t> {
        let mut lines = Lines {
            text,
            lexemes: machine(text, numbering),
            names: Vec::new(),
        };
        let names = lines.statements().filter_map(|statement| {
            let first = statement.first()?;
            lines.text(*first).starts_with('#').then_some(LineName {
                span: first.span,
                kind: LineNameKind::Value,
                statement: whole(statement),
            })
        });
        lines.names = names.collect();
        lines
    }

    /// A program of the QPU: labels, and what `.set` and its like declare.
    pub(crate) fn of_qpu(text: &'t str) -> Lines<'t> {
        let mut lines = Lines {
            text,
            lexemes: qpu(text),
            names: Vec::new(),
        };
        let mut names = Vec::new();
        for statement in lines.statements() {
            names.extend(lines.declared(statement));
        }
        lines.names = names;
        lines
    }

    /// What a statement of the QPU declares.
    fn declared(&self, statement: &[Lexeme]) -> Vec<LineName> {
        let name = |lexeme: &Lexeme, kind| LineName {
            span: lexeme.span,
            kind,
            statement: whole(statement),
        };
        let mut found = Vec::new();
        let mut rest = statement;
        // `:name` and `name:` before an instruction.
        loop {
            match rest {
                [colon, label, more @ ..]
                    if colon.kind == LexemeKind::Mark(':') && label.kind == LexemeKind::Word =>
                {
                    found.push(name(label, LineNameKind::Label));
                    rest = more;
                }
                [colon, more @ ..] if colon.kind == LexemeKind::Mark(':') => rest = more,
                [label, colon, more @ ..]
                    if label.kind == LexemeKind::Word && colon.kind == LexemeKind::Mark(':') =>
                {
                    found.push(name(label, LineNameKind::Label));
                    rest = more;
                }
                _ => break,
            }
        }
        if let [directive, word, ..] = rest
            && directive.kind == LexemeKind::Directive
            && word.kind == LexemeKind::Word
        {
            let kind = match self.text(*directive) {
                ".set" | ".const" | ".lset" | ".lconst" | ".define" | ".equ" => Some(LineNameKind::Value),
                ".macro" | ".func" => Some(LineNameKind::Macro),
                _ => None,
            };
            found.extend(kind.map(|kind| name(word, kind)));
        }
        found
    }

    /// The text of a lexeme.
    pub(crate) fn text(&self, lexeme: Lexeme) -> &'t str {
        &self.text[lexeme.span.range()]
    }

    /// The statements, comments left out.
    pub(crate) fn statements(&self) -> impl Iterator<Item = &[Lexeme]> {
        self.lexemes
            .split(|lexeme| matches!(lexeme.kind, LexemeKind::End | LexemeKind::Comment))
            .filter(|statement| !statement.is_empty())
    }

    /// The word at a byte, its end included.
    pub(crate) fn word(&self, offset: u32) -> Option<Lexeme> {
        let after = self.lexemes.partition_point(|lexeme| lexeme.span.start <= offset);
        let touches = |lexeme: &&Lexeme| {
            lexeme.span.start <= offset
                && offset <= lexeme.span.end
                && matches!(lexeme.kind, LexemeKind::Word | LexemeKind::Directive)
        };
        // Of two that touch there, the one behind is the word under the cursor.
        let candidates = self.lexemes[after.saturating_sub(2)..after].iter().rev();
        candidates.into_iter().find(touches).copied()
    }

    /// The lexemes of the statement in which a byte lies, up to it, comments left out; `None` in a comment.
    pub(crate) fn before(&self, offset: u32) -> Option<&[Lexeme]> {
        let after = self.lexemes.partition_point(|lexeme| lexeme.span.start < offset);
        let before = &self.lexemes[..after];
        let in_comment = |last: &Lexeme| last.kind == LexemeKind::Comment && offset <= last.span.end;
        if before.last().is_some_and(in_comment) {
            return None;
        }
        let start = before
            .iter()
            .rposition(|lexeme| matches!(lexeme.kind, LexemeKind::End | LexemeKind::Comment));
        Some(&before[start.map_or(0, |start| start + 1)..])
    }

    /// The declaration of a word.
    pub(crate) fn declaration(&self, word: &str) -> Option<&LineName> {
        self.names
            .iter()
            .find(|name| &self.text[name.span.range()] == word)
    }

    /// The places of a declared word.
    pub(crate) fn places<'l>(&'l self, word: &'l str) -> impl Iterator<Item = Span> + 'l {
        let mut before = LexemeKind::End;
        self.lexemes.iter().filter_map(move |lexeme| {
            // Behind a point stands a suffix.
            let is = lexeme.kind == LexemeKind::Word
                && before != LexemeKind::Mark('.')
                && self.text(*lexeme) == word;
            before = lexeme.kind;
            is.then_some(lexeme.span)
        })
    }
}

fn whole(statement: &[Lexeme]) -> Span {
    match (statement.first(), statement.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => Span::default(),
    }
}
