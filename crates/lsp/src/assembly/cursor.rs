//! What may stand at a place of a program: found in the tokens before it alone, as what follows may not be typed yet.

use quadrille_base::Span;
use quadrille_check::opcode_row;
use quadrille_isa::gl::binding::PathPart;
use quadrille_isa::gl::opcode::{OpcodeRow, OperandShape};
use quadrille_isa::gl::statement::{Modifier, Statement};
use quadrille_isa::gl::{LanguageSet, Role};
use quadrille_syntax::lex;
use quadrille_syntax::lexer::{Token, TokenKind};

use super::begin::statement_start;
use super::program::Program;
use super::slot::{Slot, slot_roles, slots, value_roles};

/// A place in a program.
#[derive(Debug)]
pub(crate) struct Cursor<'d> {
    /// The word at the place, which what is chosen takes the place of; empty between words.
    pub(crate) word: Span,
    /// What of it stands before the place.
    pub(crate) typed: &'d str,
    /// The first byte of the statement, or the place itself where a statement begins.
    pub(crate) statement: u32,
    /// What may stand there.
    pub(crate) wanted: Wanted<'d>,
}

/// What may stand at a place.
#[derive(Clone, Debug)]
pub(crate) enum Wanted<'d> {
    /// Nothing that has a name: numbers, new names, comments.
    Nothing,
    /// A header.
    Header,
    /// The first word of a statement.
    Statement,
    /// The word of a declaration, or another of the modifiers before it.
    Keyword(Vec<Modifier>),
    /// The name of an option.
    Option,
    /// The argument of a declaration of the stage.
    Argument(Statement),
    /// A modifier of an instruction, behind those.
    Modifier(&'static OpcodeRow, Vec<&'d str>),
    /// An operand of an instruction.
    Operand(Slot),
    /// The value of a declaration.
    Value(Statement),
    /// The next word of a binding.
    Path(Vec<Part<'d>>, Vec<Role>),
    /// Components of a variable or number.
    Selector,
    /// An index, in the brackets behind a word.
    Index(&'d str),
    /// A test of the condition code.
    Condition,
    /// The type of a subroutine variable.
    SubroutineType,
    /// A label.
    Label,
}

/// A part of a path before the place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part<'d> {
    /// A word.
    Word(&'d str),
    /// An index that is a number.
    Number(i64),
    /// Any other index.
    Index,
}

impl<'d> Part<'d> {
    /// The part as bindings are looked up.
    pub(crate) fn written(self) -> PathPart<'d> {
        match self {
            Part::Word(word) => PathPart::Word(word),
            Part::Number(number) => PathPart::Index(Some(number)),
            Part::Index => PathPart::Dynamic,
        }
    }
}

impl<'d> Cursor<'d> {
    /// The cursor at a byte of a program.
    pub(crate) fn at(program: &Program<'d>, offset: u32) -> Cursor<'d> {
        let text: &'d str = program.piece.text;
        let tokens = lex(text, program.tree.lexis);
        let after = tokens.partition_point(|token| token.span.start < offset);
        let mut before: Vec<Token> = tokens[..after]
            .iter()
            .copied()
            .filter(|token| token.kind != TokenKind::Space)
            .collect();
        // A letter before the place is of the word there, `2` of `2D` too; and so is what the place is right before.
        let touches = |token: &Token| token.span.start <= offset && offset <= token.span.end;
        let is_word = |token: &&Token| {
            touches(token)
                && matches!(
                    token.kind,
                    TokenKind::Word | TokenKind::Integer | TokenKind::Header
                )
        };
        let word = before.last().filter(is_word).copied();
        let word = match word {
            Some(token) => {
                before.pop();
                token.span
            }
            None => {
                let next = tokens
                    .get(after)
                    .filter(|token| token.span.start == offset && token.kind == TokenKind::Word);
                next.map_or(Span::at(offset), |token| token.span)
            }
        };
        let comment = before
            .last()
            .is_some_and(|token| token.kind == TokenKind::Comment && offset <= token.span.end);
        // A number around the place is no part of what stands before it.
        before.retain(|token| token.kind != TokenKind::Comment && token.span.end <= offset);
        let typed = &text[word.start as usize..offset as usize];
        let line_begins = |from: u32, to: u32| text[from as usize..to as usize].contains(['\n', '\r']);
        let first = statement_start(text, &before, word.start, &line_begins);
        let tokens = &before[first..];
        let statement = tokens.first().map_or(word.start, |token| token.span.start);
        let reader = Reader {
            program,
            text,
            tokens,
        };
        let wanted = if comment {
            Wanted::Nothing
        } else if before.is_empty() {
            Wanted::Header
        } else {
            reader.wanted()
        };
        Cursor {
            word,
            typed,
            statement,
            wanted,
        }
    }
}

struct Reader<'p, 'd> {
    program: &'p Program<'d>,
    text: &'d str,
    /// The tokens of the statement before the place, without blanks.
    tokens: &'p [Token],
}

impl<'d> Reader<'_, 'd> {
    fn text(&self, at: usize) -> &'d str {
        &self.text[self.tokens[at].span.range()]
    }

    fn kind(&self, at: usize) -> TokenKind {
        self.tokens.get(at).map_or(TokenKind::End, |token| token.kind)
    }

    fn wanted(&self) -> Wanted<'d> {
        let Some(last) = self.tokens.len().checked_sub(1) else {
            return Wanted::Statement;
        };
        if self.kind(0) != TokenKind::Word {
            return Wanted::Nothing;
        }
        if self.program.profile.language.meets(LanguageSet::ATI) {
            // Its few words are told apart by the checker alone.
            return match self.kind(last) {
                TokenKind::Dot => Wanted::Selector,
                _ => Wanted::Operand(Slot::Any),
            };
        }
        let modifiers: Vec<Modifier> = (0..self.tokens.len())
            .map_while(|at| Modifier::find(self.text(at)))
            .filter(|modifier| {
                let row = quadrille_isa::gl::statement::MODIFIERS
                    .iter()
                    .find(|row| row.modifier == *modifier);
                row.is_some_and(|row| row.availability.check(&self.program.features).is_ok())
            })
            .collect();
        if modifiers.len() == self.tokens.len() {
            return Wanted::Keyword(modifiers);
        }
        let keyword = Statement::find(self.text(modifiers.len())).filter(|statement| {
            let declarations =
                quadrille_isa::gl::statement::words(self.program.profile.language).declarations;
            !modifiers.is_empty() || declarations.contains(&statement.row().word)
        });
        match keyword {
            Some(statement) => self.declaration(statement, modifiers.len() + 1),
            None => self.instruction(),
        }
    }

    fn declaration(&self, statement: Statement, first: usize) -> Wanted<'d> {
        let rest = self.tokens.len() - first;
        let last = self.tokens.len() - 1;
        match statement {
            Statement::Option if rest == 0 => return Wanted::Option,
            Statement::Subroutine if rest == 0 => return Wanted::SubroutineType,
            Statement::SubroutineType if self.depth() > 0 => return Wanted::Label,
            Statement::Passthrough => {
                return self
                    .path(last, vec![Role::Result])
                    .unwrap_or(Wanted::Value(statement));
            }
            _ => {}
        }
        if !quadrille_check::arguments(statement).is_empty() {
            return match rest {
                0 => Wanted::Argument(statement),
                _ => Wanted::Nothing,
            };
        }
        let has_value = (first..self.tokens.len()).any(|at| self.kind(at) == TokenKind::Equals);
        if !has_value {
            return Wanted::Nothing;
        }
        if let Some(index) = self.index() {
            return index;
        }
        let roles = value_roles(statement);
        if let Some(path) = self.path(last, roles) {
            return path;
        }
        match self.kind(last) {
            TokenKind::Equals
            | TokenKind::OpenBrace
            | TokenKind::Comma
            | TokenKind::Minus
            | TokenKind::Plus => Wanted::Value(statement),
            _ => Wanted::Nothing,
        }
    }

    fn instruction(&self) -> Wanted<'d> {
        let mnemonic = self.text(0);
        let row = opcode_row(mnemonic, &self.program.features);
        let last = self.tokens.len() - 1;
        // Modifiers go on as long as there is a point before a word, from the opcode on.
        let mut end = 1;
        let mut modifiers = Vec::new();
        while self.kind(end) == TokenKind::Dot {
            if end == last {
                return row.map_or(Wanted::Nothing, |row| Wanted::Modifier(row, modifiers));
            }
            modifiers.push(self.text(end + 1));
            end += 2;
        }
        if let Some(index) = self.index() {
            return index;
        }
        let slot = self.slot(row, end);
        if let Some(path) = self.path(last, slot_roles(slot, self.program.features.stage)) {
            return path;
        }
        let is_first = last + 1 == end;
        match self.kind(last) {
            TokenKind::OpenParenthesis => match slot {
                Slot::Result(_) | Slot::Source(OperandShape::Label | OperandShape::Subroutine) => {
                    Wanted::Condition
                }
                // What breaks under a condition has no other operand.
                Slot::Beyond if is_first || last == end => Wanted::Condition,
                _ => Wanted::Nothing,
            },
            TokenKind::Comma | TokenKind::Minus | TokenKind::Plus | TokenKind::Bar => Wanted::Operand(slot),
            _ if is_first => Wanted::Operand(slot),
            // `CAL name GT.x`
            TokenKind::Word
                if matches!(slot, Slot::Source(OperandShape::Label | OperandShape::Subroutine)) =>
            {
                Wanted::Condition
            }
            _ => Wanted::Nothing,
        }
    }

    /// The slot of the operand at the end, of an instruction whose operands begin at `from`.
    fn slot(&self, row: Option<&'static OpcodeRow>, from: usize) -> Slot {
        let Some(row) = row else { return Slot::Any };
        let mut depth = 0_i32;
        let mut number = 0;
        for at in from..self.tokens.len() {
            match self.kind(at) {
                TokenKind::OpenBrace | TokenKind::OpenBracket | TokenKind::OpenParenthesis => depth += 1,
                TokenKind::CloseBrace | TokenKind::CloseBracket | TokenKind::CloseParenthesis => depth -= 1,
                TokenKind::Comma if depth == 0 => number += 1,
                _ => {}
            }
        }
        let slots = slots(row, self.program.features.languages);
        slots.get(number).copied().unwrap_or(Slot::Beyond)
    }

    fn depth(&self) -> i32 {
        let kinds = self.tokens.iter().map(|token| token.kind);
        kinds
            .map(|kind| match kind {
                TokenKind::OpenBrace => 1,
                TokenKind::CloseBrace => -1,
                _ => 0,
            })
            .sum()
    }

    /// An index, where a bracket is open.
    fn index(&self) -> Option<Wanted<'d>> {
        let mut open = Vec::new();
        for at in 0..self.tokens.len() {
            match self.kind(at) {
                TokenKind::OpenBracket => open.push(at),
                TokenKind::CloseBracket => {
                    open.pop();
                }
                _ => {}
            }
        }
        let at = open.pop()?;
        let last = self.tokens.len() - 1;
        if self.kind(last) == TokenKind::Dot {
            return Some(Wanted::Selector);
        }
        let before = at
            .checked_sub(1)
            .filter(|before| self.kind(*before) == TokenKind::Word);
        let begins = last == at || matches!(self.kind(last), TokenKind::Plus | TokenKind::Minus);
        Some(match before {
            Some(before) if begins => Wanted::Index(self.text(before)),
            _ => Wanted::Nothing,
        })
    }

    /// The path that the point at token `last` goes on, if it is one.
    fn path(&self, last: usize, roles: Vec<Role>) -> Option<Wanted<'d>> {
        if self.kind(last) != TokenKind::Dot {
            return None;
        }
        let mut parts = Vec::new();
        let mut at = last;
        loop {
            // A point, and before it a word with its brackets.
            let mut end = at;
            while end > 0 && self.kind(end - 1) == TokenKind::CloseBracket {
                let open = (0..end)
                    .rev()
                    .find(|at| self.kind(*at) == TokenKind::OpenBracket)?;
                parts.push(match end - open {
                    3 => self.text(open + 1).parse().map_or(Part::Index, Part::Number),
                    _ => Part::Index,
                });
                end = open;
            }
            let word = end.checked_sub(1)?;
            if self.kind(word) != TokenKind::Word {
                return Some(Wanted::Selector);
            }
            parts.push(Part::Word(self.text(word)));
            match word.checked_sub(1) {
                Some(before) if self.kind(before) == TokenKind::Dot => at = before,
                _ => break,
            }
        }
        parts.reverse();
        Some(Wanted::Path(parts, roles))
    }
}
