//! Constants that a text names, and macros over them, in the language of nv2a_vsh_asm.
//!
//! `#model matrix4 96` names constants 96 to 99; `#model` is the first of them, `#model[2]` the third.
//! `%matmul4x4 oPos iPos #model` is four DP4, `%norm3 R2 iNormal R0` a DP3, an RSQ and a MUL with a temporary to spare.

use super::statement::{Line, Parsed, Parser, Statement, StatementTarget};
use super::token::Token;
use super::{OutputTarget, Register, SourceOperand, rule};
use quadrille_base::{Diagnostic, Span};
use quadrille_isa::nv20::{IluOp, MacOp, limit};

/// A run of constants with a name.
#[derive(Clone, Copy, Debug)]
struct Uniform<'a> {
    name: &'a str,
    first: u8,
    size: u32,
}

/// The constants that a text has named so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Uniforms<'a>(Vec<Uniform<'a>>);

/// How many constants a type takes.
pub(super) fn size(kind: &str) -> Option<u32> {
    match kind {
        "vector" | "VECTOR" => Some(1),
        "matrix4" | "MATRIX4" => Some(4),
        _ => None,
    }
}

impl<'a> Parser<'a> {
    /// `#name vector 96` or `#name matrix4 96`.
    pub(super) fn declaration(&mut self) -> Parsed<()> {
        let Token::Uniform(name) = self.peek() else {
            return self.fail(&rule::CONSTANT_NAME, "a name with # stands here");
        };
        if self.uniforms.0.iter().any(|uniform| uniform.name == name) {
            return self.fail(&rule::CONSTANT_NAME, "this name is declared already");
        }
        self.at += 1;
        let kind = match self.peek() {
            Token::Word(kind) => size(kind),
            _ => None,
        };
        let Some(size) = kind else {
            let message = "a constant is named as `vector` or `matrix4`; a comment begins with //";
            return self.fail(&rule::CONSTANT_NAME, message);
        };
        self.at += 1;
        let first = match self.peek() {
            // Numbers that the word can hold but no register has are the words' to be warned of.
            Token::Number(first) if first.saturating_add(size) <= 256 => first as u8,
            Token::Number(_) => {
                let message = format!(
                    "this can begin at constant 0 to {}",
                    limit::CONSTANTS as u32 - size
                );
                return self.fail(&rule::REGISTER, &message);
            }
            _ => {
                return self.fail(
                    &rule::CONSTANT_NAME,
                    "the number of the first constant stands here",
                );
            }
        };
        self.at += 1;
        self.end()?;
        self.uniforms.0.push(Uniform { name, first, size });
        Ok(())
    }

    /// `#name` or `#name[1]`: the constant's number.
    pub(super) fn uniform(&mut self) -> Parsed<u8> {
        let start = self.at;
        let uniform = self.declared()?;
        if !self.accept(Token::Mark('[')) {
            return Ok(uniform.first);
        }
        let index = match self.peek() {
            Token::Number(index) => index,
            _ => return self.fail(&rule::CONSTANT_NAME, "a number stands in the brackets"),
        };
        self.at += 1;
        self.expect(']', "the bracket closes here")?;
        if index >= uniform.size {
            let message = format!("{} has the rows 0 to {}", uniform.name, uniform.size - 1);
            return Err(Diagnostic::new(&rule::CONSTANT_NAME, self.since(start), message));
        }
        Ok(uniform.first + index as u8)
    }

    /// The run of constants of a name.
    fn declared(&mut self) -> Parsed<Uniform<'a>> {
        let Token::Uniform(name) = self.peek() else {
            return self.fail(&rule::CONSTANT_NAME, "a name with # stands here");
        };
        let Some(found) = self.uniforms.0.iter().find(|uniform| uniform.name == name) else {
            let message = format!("no line before has `{name} vector` or `{name} matrix4` and a number");
            return self.fail(&rule::CONSTANT_NAME, &message);
        };
        let found = *found;
        self.at += 1;
        Ok(found)
    }

    /// The words of a macro.
    pub(super) fn expansion(&mut self) -> Parsed<Vec<Line>> {
        let start = self.at;
        self.at += 1;
        let words = match self.peek() {
            Token::Word(name) if name.eq_ignore_ascii_case("matmul4x4") => {
                self.at += 1;
                self.matrix_product(start)?
            }
            Token::Word(name) if name.eq_ignore_ascii_case("norm3") => {
                self.at += 1;
                self.normalisation(start)?
            }
            _ => return self.fail(&rule::MACRO, "the macros are %matmul4x4 and %norm3"),
        };
        self.end()?;
        Ok(words)
    }

    /// `%matmul4x4 DESTINATION SOURCE #MATRIX`.
    fn matrix_product(&mut self, start: usize) -> Parsed<Vec<Line>> {
        let (target, _) = self.destination()?;
        self.accept(Token::Mark(','));
        let (source, relative) = self.source()?;
        self.accept(Token::Mark(','));
        let matrix = self.declared()?;
        if matrix.size != 4 {
            self.at -= 1;
            return self.fail(&rule::MACRO, "the last operand is the name of a matrix4");
        }
        let span = self.since(start);
        let rows = (0..4u8).map(|row| {
            let constant = plain(Register::Constant(matrix.first + row));
            statement(
                span,
                MacOp::Dp4,
                target,
                8 >> row,
                vec![source, constant],
                relative,
            )
        });
        let spoilt = match (target, source.register) {
            (StatementTarget::Temporary(written), Register::Temporary(read)) => written == read,
            (StatementTarget::Output(OutputTarget::Output(0)), Register::Temporary(read)) => {
                read == limit::POSITION_TEMPORARY
            }
            _ => false,
        };
        Ok(rows.map(|row| word(row, spoilt)).collect())
    }

    /// `%norm3 DESTINATION SOURCE TEMPORARY`.
    fn normalisation(&mut self, start: usize) -> Parsed<Vec<Line>> {
        let (target, _) = self.destination()?;
        self.accept(Token::Mark(','));
        let (source, relative) = self.source()?;
        self.accept(Token::Mark(','));
        let spare = self.source()?.0;
        let span = self.since(start);
        let number = match spare.register {
            Register::Temporary(number) if spare == plain(spare.register) => number,
            _ => limit::POSITION_TEMPORARY,
        };
        if usize::from(number) >= limit::TEMPORARIES {
            let message = "the last operand is R0 to R11, without a swizzle: it is overwritten";
            return Err(Diagnostic::new(&rule::MACRO, span, message));
        }
        let scratch = StatementTarget::Temporary(number);
        let part = |component| SourceOperand {
            swizzle: [component; 4],
            ..plain(spare.register)
        };
        let square = statement(span, MacOp::Dp3, scratch, 8, vec![source, source], relative);
        let root = Statement {
            mac: None,
            ilu: Some(IluOp::Rsq),
            ..statement(span, MacOp::Nop, scratch, 1, vec![part(0)], None)
        };
        let product = statement(span, MacOp::Mul, target, 14, vec![source, part(3)], relative);
        let spoilt = source.register == spare.register;
        Ok([square, root, product].map(|line| word(line, spoilt)).to_vec())
    }
}

/// A register as it is.
fn plain(register: Register) -> SourceOperand {
    SourceOperand {
        register,
        swizzle: [0, 1, 2, 3],
        negate: false,
    }
}

fn statement(
    span: Span,
    mac: MacOp,
    target: StatementTarget,
    mask: u8,
    sources: Vec<SourceOperand>,
    relative: Option<bool>,
) -> Statement {
    Statement {
        span,
        mac: Some(mac),
        ilu: None,
        unit: None,
        target,
        mask,
        sources,
        relative,
    }
}

/// The line of one statement of a macro; `spoilt` says whether a line before it overwrites what it reads.
fn word(statement: Statement, spoilt: bool) -> Line {
    Line {
        span: statement.span,
        statements: vec![statement],
        fields: Vec::new(),
        spoilt,
    }
}
