//! The parser of machine text: statements and field notes. It knows registers, not what fits a word.

use super::token::{Token, letters, numbered, tokenize};
use super::{Numbering, OutputTarget, Register, SourceOperand, Unit, rule};
use quadrille_base::{Diagnostic, Rule, Span};
use quadrille_isa::nv20::{FIELDS, Field, IluOp, MacOp, limit, register};

/// The target of a statement's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StatementTarget {
    Nowhere,
    Address,
    Temporary(u8),
    Output(OutputTarget),
}

/// One operation with one destination.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) span: Span,
    pub(super) mac: Option<MacOp>,
    pub(super) ilu: Option<IluOp>,
    /// The unit that the text names, where it does.
    pub(super) unit: Option<Unit>,
    pub(super) target: StatementTarget,
    pub(super) mask: u8,
    pub(super) sources: Vec<SourceOperand>,
    pub(super) relative: Option<bool>,
}

/// The statements of one word and its field notes.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) span: Span,
    pub(super) statements: Vec<Statement>,
    pub(super) fields: Vec<(Field, u8)>,
}

/// Problems after which a text is read no further.
const MOST_PROBLEMS: usize = 1000;

/// Splits a text into lines; each that does not parse gives one diagnostic.
pub(super) fn parse(text: &str, numbering: Numbering) -> (Vec<Line>, Vec<Diagnostic>) {
    let tokens = tokenize(text, numbering);
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        numbering,
    };
    let (mut lines, mut diagnostics) = (Vec::new(), Vec::new());
    loop {
        while parser.peek() == Token::Newline {
            parser.at += 1;
        }
        if parser.peek() == Token::End || diagnostics.len() == MOST_PROBLEMS {
            return (lines, diagnostics);
        }
        match parser.line() {
            Ok(line) => lines.push(line),
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                while !matches!(parser.peek(), Token::Newline | Token::End) {
                    parser.at += 1;
                }
            }
        }
    }
}

struct Parser<'a> {
    tokens: &'a [(Token<'a>, Span)],
    at: usize,
    numbering: Numbering,
}

type Parsed<T> = Result<T, Diagnostic>;

impl<'a> Parser<'a> {
    fn peek(&self) -> Token<'a> {
        self.tokens[self.at.min(self.tokens.len() - 1)].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at.min(self.tokens.len() - 1)].1
    }

    /// The span from a token to the one before the current.
    fn since(&self, from: usize) -> Span {
        self.tokens[from]
            .1
            .to(self.tokens[self.at.saturating_sub(1).max(from)].1)
    }

    fn fail<T>(&self, rule: &'static Rule, message: &str) -> Parsed<T> {
        Err(Diagnostic::new(rule, self.span(), message))
    }

    fn accept(&mut self, token: Token<'_>) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, mark: char, message: &str) -> Parsed<()> {
        if self.accept(Token::Mark(mark)) {
            Ok(())
        } else {
            self.fail(&rule::SYNTAX, message)
        }
    }

    fn line(&mut self) -> Parsed<Line> {
        let start = self.at;
        let mut statements = vec![self.statement()?];
        loop {
            let end = self.at;
            while self.peek() == Token::Newline {
                self.at += 1;
            }
            if !self.accept(Token::Mark('+')) {
                self.at = end;
                break;
            }
            while self.peek() == Token::Newline {
                self.at += 1;
            }
            statements.push(self.statement()?);
        }
        let span = self.since(start);
        let mut fields = Vec::new();
        if self.accept(Token::Mark('{')) {
            while !self.accept(Token::Mark('}')) {
                fields.push(self.field()?);
            }
        }
        match self.peek() {
            Token::Newline | Token::End => Ok(Line {
                span,
                statements,
                fields,
            }),
            _ => self.fail(&rule::SYNTAX, "the line goes on after its last operand"),
        }
    }

    /// `NAME=number`, the name with dots.
    fn field(&mut self) -> Parsed<(Field, u8)> {
        let start = self.at;
        let mut name = String::new();
        while let Token::Word(_) | Token::Mark('.') | Token::Number(_) = self.peek() {
            match self.peek() {
                Token::Word(part) => name.push_str(part),
                Token::Number(part) => name.push_str(&part.to_string()),
                _ => name.push('.'),
            }
            self.at += 1;
        }
        let found = FIELDS.iter().find(|field| field.name.eq_ignore_ascii_case(&name));
        let Some(field) = found else {
            let span = self.since(start);
            return Err(Diagnostic::new(
                &rule::FIELD,
                span,
                "no field of the word has this name",
            ));
        };
        self.expect('=', "a field's value follows an equals sign")?;
        match self.peek() {
            Token::Number(value) if value <= field.mask() => {
                self.at += 1;
                Ok((*field, value as u8))
            }
            _ => self.fail(&rule::FIELD, &format!("this field holds 0 to {}", field.mask())),
        }
    }

    fn statement(&mut self) -> Parsed<Statement> {
        let start = self.at;
        let mut unit = None;
        if let (Token::Word(word), Some((Token::Mark(':'), _))) = (self.peek(), self.tokens.get(self.at + 1))
        {
            unit = match word.to_ascii_lowercase().as_str() {
                "mac" => Some(Unit::Mac),
                "ilu" => Some(Unit::Ilu),
                _ => return self.fail(&rule::SYNTAX, "the units are mac and ilu"),
            };
            self.at += 2;
        }
        let Token::Word(name) = self.peek() else {
            return self.fail(&rule::SYNTAX, "an operation begins here");
        };
        let (mac, ilu) = (MacOp::from_name(name), IluOp::from_name(name));
        if mac.is_none() && ilu.is_none() {
            return self.fail(&rule::OPERATION, "no unit has this operation");
        }
        self.at += 1;
        let mut statement = Statement {
            span: self.since(start),
            mac,
            ilu,
            unit,
            target: StatementTarget::Nowhere,
            mask: 0,
            sources: Vec::new(),
            relative: None,
        };
        if mac != Some(MacOp::Nop) {
            (statement.target, statement.mask) = self.destination()?;
            while self.accept(Token::Mark(',')) {
                let (source, relative) = self.source()?;
                statement.sources.push(source);
                if let Some(relative) = relative {
                    if statement.relative.is_some_and(|before| before != relative) {
                        return self.fail(
                            &rule::PAIR,
                            "one word reads its constant absolutely or relatively, not both",
                        );
                    }
                    statement.relative = Some(relative);
                }
            }
        }
        statement.span = self.since(start);
        Ok(statement)
    }

    fn destination(&mut self) -> Parsed<(StatementTarget, u8)> {
        let Token::Word(name) = self.peek() else {
            return self.fail(&rule::SYNTAX, "a destination stands here");
        };
        if name == "_" {
            self.at += 1;
            return Ok((StatementTarget::Nowhere, 0));
        }
        if name.eq_ignore_ascii_case("a0") {
            self.at += 1;
            if self.accept(Token::Mark('.')) && !self.accept(Token::Word("x")) {
                return self.fail(&rule::SELECTOR, "the address register has the component x only");
            }
            return Ok((StatementTarget::Address, 0));
        }
        let target = if let Some(index) = numbered(name, 'r') {
            if index >= limit::TEMPORARIES as u32 {
                return self.fail(&rule::REGISTER, "R0 to R11 can be written");
            }
            self.at += 1;
            StatementTarget::Temporary(index as u8)
        } else if name.starts_with(['c', 'C']) && (name.len() == 1 || numbered(name, 'c').is_some()) {
            let (index, relative) = self.constant()?;
            if relative {
                return self.fail(&rule::REGISTER, "a constant is written at a fixed number only");
            }
            StatementTarget::Output(OutputTarget::Constant(index))
        } else {
            StatementTarget::Output(OutputTarget::Output(self.output(name)?))
        };
        Ok((target, self.mask()?))
    }

    /// `oPos`, `oTex0`, `o[HPOS]` or `o[0]`.
    fn output(&mut self, name: &str) -> Parsed<u8> {
        let unknown = "no register has this name";
        if name.eq_ignore_ascii_case("o") {
            self.at += 1;
            self.expect('[', "the output's name stands in brackets")?;
            let found = match self.peek() {
                Token::Word(inner) => register::OUTPUTS.iter().find(|output| output.gl == inner),
                // The lecture numbers outputs as the word does.
                Token::Number(index) => register::OUTPUTS
                    .iter()
                    .find(|output| u32::from(output.index) == index),
                _ => None,
            };
            let Some(output) = found else {
                return self.fail(&rule::REGISTER, unknown);
            };
            self.at += 1;
            self.expect(']', "the bracket closes here")?;
            return Ok(output.index);
        }
        let same = |text: &str| text.eq_ignore_ascii_case(name);
        match register::OUTPUTS
            .iter()
            .find(|output| same(output.nv2a) || same(output.long))
        {
            Some(output) => {
                self.at += 1;
                Ok(output.index)
            }
            None => self.fail(&rule::REGISTER, unknown),
        }
    }

    /// A write mask: `.xyz`, or, as some listings have it, `,xyz`; all components where there is none.
    fn mask(&mut self) -> Parsed<u8> {
        let next = self.tokens.get(self.at + 1).map(|token| token.0);
        let letters = match (self.peek(), next) {
            (Token::Mark('.'), Some(Token::Word(word))) => word,
            (Token::Mark(','), Some(Token::Word(word))) if letters(word).is_some() => word,
            (Token::Mark('.'), _) => return self.fail(&rule::SELECTOR, "a mask follows the point"),
            _ => return Ok(15),
        };
        self.at += 1;
        let mut mask = 0u8;
        for component in super::token::letters(letters).unwrap_or_default() {
            let bit = 8 >> component;
            // Each later component has a lower bit than all before it.
            if mask != 0 && bit >= mask & mask.wrapping_neg() {
                mask = 0;
                break;
            }
            mask |= bit;
        }
        if mask == 0 {
            return self.fail(&rule::SELECTOR, "a mask has the components in order, each once");
        }
        self.at += 1;
        Ok(mask)
    }

    fn source(&mut self) -> Parsed<(SourceOperand, Option<bool>)> {
        let negate = self.accept(Token::Mark('-'));
        if !negate {
            self.accept(Token::Mark('+'));
        }
        let Token::Word(name) = self.peek() else {
            return self.fail(&rule::SYNTAX, "a source operand stands here");
        };
        let mut relative = None;
        let register = if let Some(index) = numbered(name, 'r') {
            if index > limit::POSITION_TEMPORARY.into() {
                return self.fail(&rule::REGISTER, "R0 to R12 can be read");
            }
            self.at += 1;
            Register::Temporary(index as u8)
        } else if name.starts_with(['c', 'C']) && (name.len() == 1 || numbered(name, 'c').is_some()) {
            let (index, indexed) = self.constant()?;
            relative = Some(indexed);
            Register::Constant(index)
        } else if name == "_" {
            self.at += 1;
            Register::Absent
        } else {
            Register::Input(self.input(name)?)
        };
        let swizzle = self.swizzle()?;
        Ok((
            SourceOperand {
                register,
                swizzle,
                negate,
            },
            relative,
        ))
    }

    /// `v3`, `v[3]`, `v[COL0]` or `iDiffuse`.
    fn input(&mut self, name: &str) -> Parsed<u8> {
        let unknown = "no register has this name or number";
        let within = |index: u32| (index < limit::INPUTS as u32).then_some(index as u8);
        let position = |test: &dyn Fn(&register::Input) -> bool| {
            register::INPUTS.iter().position(test).map(|index| index as u8)
        };
        let found = if name.eq_ignore_ascii_case("v") {
            self.at += 1;
            self.expect('[', "the attribute's number stands in brackets")?;
            match self.peek() {
                Token::Number(index) => within(index),
                Token::Word(inner) => position(&|input| input.gl == inner),
                _ => None,
            }
        } else if let Some(index) = numbered(name, 'v') {
            within(index)
        } else {
            position(&|input| !input.nv2a.is_empty() && input.nv2a.eq_ignore_ascii_case(name))
        };
        let Some(index) = found else {
            return self.fail(&rule::REGISTER, unknown);
        };
        self.at += 1;
        if name.eq_ignore_ascii_case("v") {
            self.expect(']', "the bracket closes here")?;
        }
        Ok(index)
    }

    /// `c28`, `c[28]`, `c[A0+28]`, `c[28 + A0.x]`: the word's number, and whether A0 is added.
    fn constant(&mut self) -> Parsed<(u8, bool)> {
        let start = self.at;
        let Token::Word(name) = self.peek() else {
            return self.fail(&rule::REGISTER, "a constant stands here");
        };
        self.at += 1;
        let (mut number, mut relative) = (i64::from(numbered(name, 'c').unwrap_or(0)), false);
        if name.len() == 1 {
            self.expect('[', "the constant's number stands in brackets")?;
            let mut sign = if self.accept(Token::Mark('-')) { -1 } else { 1 };
            loop {
                match self.peek() {
                    Token::Number(value) => number += sign * i64::from(value),
                    Token::Word(word) if word.eq_ignore_ascii_case("a0") && sign > 0 && !relative => {
                        relative = true;
                        if self
                            .tokens
                            .get(self.at + 1)
                            .is_some_and(|next| next.0 == Token::Mark('.'))
                        {
                            self.at += 2;
                            if self.peek() != Token::Word("x") {
                                return self
                                    .fail(&rule::SELECTOR, "the address register has the component x only");
                            }
                        }
                    }
                    _ => return self.fail(&rule::REGISTER, "a number or the address register stands here"),
                }
                self.at += 1;
                sign = match self.peek() {
                    Token::Mark('+') => 1,
                    Token::Mark('-') => -1,
                    _ => break,
                };
                self.at += 1;
            }
            self.expect(']', "the bracket closes here")?;
        }
        number += i64::from(self.numbering.first_constant());
        if !(0..limit::CONSTANTS as i64).contains(&number) {
            let span = self.since(start);
            return Err(Diagnostic::new(
                &rule::REGISTER,
                span,
                "there is no constant of this number",
            ));
        }
        Ok((number as u8, relative))
    }

    fn swizzle(&mut self) -> Parsed<[u8; 4]> {
        if !self.accept(Token::Mark('.')) {
            return Ok([0, 1, 2, 3]);
        }
        let found = match self.peek() {
            Token::Word(word) => letters(word),
            _ => None,
        };
        let Some(components) = found else {
            return self.fail(&rule::SELECTOR, "a swizzle has one to four components");
        };
        self.at += 1;
        let last = components.len() - 1;
        Ok(std::array::from_fn(|i| components[i.min(last)]))
    }
}
