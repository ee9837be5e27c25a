//! The parser of machine text: statements and field notes. It knows registers, not what fits a word.

use super::named::Uniforms;
use super::token::{Token, tokenize};
use super::{Numbering, OutputTarget, SourceOperand, Unit, rule};
use quadrille_base::{Diagnostic, Rule, Span};
use quadrille_isa::nv20::{FIELDS, Field, IluOp, MacOp};

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
    /// Whether it is of a macro that overwrites what it still reads.
    pub(super) spoilt: bool,
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
        uniforms: Uniforms::default(),
    };
    let (mut lines, mut diagnostics) = (Vec::new(), Vec::new());
    loop {
        while parser.peek() == Token::Newline {
            parser.at += 1;
        }
        if parser.peek() == Token::End || diagnostics.len() == MOST_PROBLEMS {
            return (lines, diagnostics);
        }
        match parser.words() {
            Ok(words) => lines.extend(words),
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                while !matches!(parser.peek(), Token::Newline | Token::End) {
                    parser.at += 1;
                }
            }
        }
    }
}

/// A place in the tokens of a text, and the constants that the text has named so far.
pub(super) struct Parser<'a> {
    pub(super) tokens: &'a [(Token<'a>, Span)],
    pub(super) at: usize,
    pub(super) numbering: Numbering,
    pub(super) uniforms: Uniforms<'a>,
}

pub(super) type Parsed<T> = Result<T, Diagnostic>;

impl<'a> Parser<'a> {
    pub(super) fn peek(&self) -> Token<'a> {
        self.tokens[self.at.min(self.tokens.len() - 1)].0
    }

    pub(super) fn span(&self) -> Span {
        self.tokens[self.at.min(self.tokens.len() - 1)].1
    }

    /// The span from a token to the one before the current.
    pub(super) fn since(&self, from: usize) -> Span {
        self.tokens[from]
            .1
            .to(self.tokens[self.at.saturating_sub(1).max(from)].1)
    }

    pub(super) fn fail<T>(&self, rule: &'static Rule, message: &str) -> Parsed<T> {
        Err(Diagnostic::new(rule, self.span(), message))
    }

    pub(super) fn accept(&mut self, token: Token<'_>) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, mark: char, message: &str) -> Parsed<()> {
        if self.accept(Token::Mark(mark)) {
            Ok(())
        } else {
            self.fail(&rule::SYNTAX, message)
        }
    }

    /// A declaration, which is no word; a macro, which is several; or one word.
    fn words(&mut self) -> Parsed<Vec<Line>> {
        match self.peek() {
            Token::Uniform(_) => self.declaration().map(|()| Vec::new()),
            Token::Mark('%') => self.expansion(),
            _ => Ok(vec![self.line()?]),
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
        self.end()?;
        Ok(Line {
            span,
            statements,
            fields,
            spoilt: false,
        })
    }

    /// The end of a line, or the operation or macro of another word behind this one.
    pub(super) fn end(&self) -> Parsed<()> {
        let operation = |name| MacOp::from_name(name).is_some() || IluOp::from_name(name).is_some();
        match self.peek() {
            Token::Newline | Token::End | Token::Mark('%') => Ok(()),
            Token::Word(name) if operation(name) => Ok(()),
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
            return self.fail(&rule::SYNTAX, "an operation is missing here");
        };
        let (mac, ilu) = (MacOp::from_name(name), IluOp::from_name(name));
        if mac.is_none() && ilu.is_none() {
            return self.fail(&rule::OPERATION, absent(name));
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
        // Listings of xemu have their operands in parentheses.
        let parenthesis = self.accept(Token::Mark('('));
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
        if parenthesis {
            self.expect(')', "the parenthesis closes here")?;
        }
        statement.span = self.since(start);
        Ok(statement)
    }
}

/// What to write in the place of a name that is no operation of the machine.
fn absent(name: &str) -> &'static str {
    match name.to_ascii_lowercase().as_str() {
        "sub" => "no unit subtracts: ADD takes its second source negated",
        "abs" => "no unit has ABS: MAX takes a source and its negation",
        "vs" | "xvs" | "xvsw" | "xvss" => "this is Direct3D's language, which is not read; its words are",
        _ => "no unit has this operation",
    }
}
