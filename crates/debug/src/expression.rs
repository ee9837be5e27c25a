//! Conditions and questions: arithmetic over registers, memory and what is known of the run.
//!
//! Everything is computed with floats of 64 bits, component by component; one number goes with all components of a
//! vector. A condition holds if any component of it is other than zero.

use std::fmt;

use crate::machine::Machine;
pub use crate::target::{Target, integer};
use crate::value::{Kind, Value};

/// How deep an expression may be nested.
const DEPTH: usize = 64;

/// The most operators between operands: those in a row are computed one within the other.
const OPERATORS: usize = 1000;

/// Why a text is no expression.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExpressionError {
    /// Something stands where it cannot.
    #[error("`{0}` is not expected in an expression")]
    Unexpected(String),
    /// The text ends too early.
    #[error("the expression is not complete")]
    Incomplete,
    /// It is nested too deep.
    #[error("the expression is nested too deep")]
    Depth,
    /// It is too long.
    #[error("the expression has more than {OPERATORS} operators")]
    Size,
    /// A name that the machine does not have.
    #[error("there is no register and no memory called `{0}`")]
    Name(String),
    /// A register without such a component.
    #[error("`{0}` has no such component")]
    Component(String),
    /// Bytes that are not there.
    #[error("`{0}` is outside of the memory, which has {1} bytes")]
    Outside(String, u64),
    /// A range of no bytes.
    #[error("`{0}` is a range without bytes")]
    Empty(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operator {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Add,
    Subtract,
    Multiply,
    Divide,
}

impl Operator {
    /// The operators by what they bind: those further back bind closer.
    const LEVELS: [&'static [(&'static str, Operator)]; 5] = [
        &[("||", Operator::Or)],
        &[("&&", Operator::And)],
        &[
            ("==", Operator::Equal),
            ("!=", Operator::Unequal),
            ("<=", Operator::AtMost),
            (">=", Operator::AtLeast),
            ("<", Operator::Less),
            (">", Operator::Greater),
        ],
        &[("+", Operator::Add), ("-", Operator::Subtract)],
        &[("*", Operator::Multiply), ("/", Operator::Divide)],
    ];

    fn apply(self, a: f64, b: f64) -> f64 {
        let truth = |holds: bool| f64::from(u8::from(holds));
        match self {
            Operator::Or => truth(a != 0.0 || b != 0.0),
            Operator::And => truth(a != 0.0 && b != 0.0),
            Operator::Equal => truth(a == b),
            Operator::Unequal => truth(a != b),
            Operator::Less => truth(a < b),
            Operator::AtMost => truth(a <= b),
            Operator::Greater => truth(a > b),
            Operator::AtLeast => truth(a >= b),
            Operator::Add => a + b,
            Operator::Subtract => a - b,
            Operator::Multiply => a * b,
            Operator::Divide => a / b,
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
enum Term {
    Number(f64),
    Target(Target, Option<Kind>),
    Thread,
    Step,
    Clock,
    Not(Box<Term>),
    Negate(Box<Term>),
    Absolute(Box<Term>),
    Binary(Operator, Box<Term>, Box<Term>),
}

/// An expression whose names are found.
#[derive(Clone, PartialEq, Debug)]
pub struct Expression {
    text: String,
    term: Term,
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Expression {
    /// Reads an expression: registers and memory as [`Target::find`] takes them, with `:f`, `:d`, `:s`, `:u` or `:x`
    /// behind them where the words are to be read otherwise; `thread` (or `lane`), `step`, `clock`; numbers; `|| && == !=
    /// < <= > >= + - * / !`, parentheses, and `abs(…)`.
    ///
    /// # Errors
    ///
    /// [`ExpressionError`]
    pub fn parse(machine: &dyn Machine, text: &str) -> Result<Expression, ExpressionError> {
        let mut parser = Parser {
            machine,
            rest: text,
            depth: 0,
            operators: 0,
        };
        let term = parser.level(0)?;
        match parser.peek() {
            "" => Ok(Expression {
                text: text.trim().to_owned(),
                term,
            }),
            rest => Err(unexpected(rest)),
        }
    }

    /// Its value in a thread; a name alone gives what it holds, everything else floats of 64 bits. `None` where there is
    /// nothing to read.
    pub fn value(&self, machine: &dyn Machine, thread: usize, step: u64) -> Option<Value> {
        match &self.term {
            Term::Target(target, kind) => {
                let value = target.value(machine, thread)?;
                Some(match kind {
                    Some(kind) => value.read_as(*kind),
                    None => value,
                })
            }
            term => {
                let numbers = evaluate(term, machine, thread, step)?;
                Some(Value::new(Kind::F64, numbers.into_iter().map(f64::to_bits)))
            }
        }
    }

    /// Whether any component is other than zero.
    pub fn holds(&self, machine: &dyn Machine, thread: usize, step: u64) -> bool {
        evaluate(&self.term, machine, thread, step)
            .is_some_and(|numbers| numbers.iter().any(|number| *number != 0.0))
    }
}

fn evaluate(term: &Term, machine: &dyn Machine, thread: usize, step: u64) -> Option<Vec<f64>> {
    let each = |term: &Term, change: &dyn Fn(f64) -> f64| {
        let numbers = evaluate(term, machine, thread, step)?;
        Some(numbers.into_iter().map(change).collect())
    };
    match term {
        Term::Number(number) => Some(vec![*number]),
        Term::Target(target, kind) => {
            let value = target.value(machine, thread)?;
            let kind = kind.unwrap_or(value.kind);
            Some(value.words.iter().map(|word| kind.number(*word)).collect())
        }
        Term::Thread => Some(vec![thread as f64]),
        Term::Step => Some(vec![step as f64]),
        Term::Clock => Some(vec![machine.clock(thread)? as f64]),
        Term::Not(term) => each(term, &|number| f64::from(u8::from(number == 0.0))),
        Term::Negate(term) => each(term, &|number| -number),
        Term::Absolute(term) => each(term, &f64::abs),
        Term::Binary(operator, a, b) => {
            let a = evaluate(a, machine, thread, step)?;
            let b = evaluate(b, machine, thread, step)?;
            let get = |numbers: &[f64], at: usize| match numbers {
                [one] => Some(*one),
                numbers => numbers.get(at).copied(),
            };
            (0..a.len().max(b.len()))
                .map(|at| Some(operator.apply(get(&a, at)?, get(&b, at)?)))
                .collect()
        }
    }
}

struct Parser<'a> {
    machine: &'a dyn Machine,
    rest: &'a str,
    depth: usize,
    /// Operators between operands so far.
    operators: usize,
}

fn unexpected(rest: &str) -> ExpressionError {
    let word = rest.split_whitespace().next().unwrap_or(rest);
    ExpressionError::Unexpected(word.to_owned())
}

impl<'a> Parser<'a> {
    fn peek(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        self.rest
    }

    fn takes(&mut self, what: &str) -> bool {
        let rest = self.peek().strip_prefix(what);
        if let Some(rest) = rest {
            self.rest = rest;
        }
        rest.is_some()
    }

    fn level(&mut self, level: usize) -> Result<Term, ExpressionError> {
        let Some(operators) = Operator::LEVELS.get(level) else {
            return self.unary();
        };
        let mut term = self.level(level + 1)?;
        while let Some((_, operator)) = operators.iter().find(|(text, _)| self.takes(text)) {
            self.operators += 1;
            if self.operators > OPERATORS {
                return Err(ExpressionError::Size);
            }
            let other = self.level(level + 1)?;
            term = Term::Binary(*operator, Box::new(term), Box::new(other));
        }
        Ok(term)
    }

    fn unary(&mut self) -> Result<Term, ExpressionError> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(ExpressionError::Depth);
        }
        let term = if self.takes("!") {
            Term::Not(Box::new(self.unary()?))
        } else if self.takes("-") {
            Term::Negate(Box::new(self.unary()?))
        } else if self.takes("abs(") {
            Term::Absolute(Box::new(self.inside()?))
        } else if self.takes("(") {
            self.inside()?
        } else {
            self.primary()?
        };
        self.depth -= 1;
        Ok(term)
    }

    fn inside(&mut self) -> Result<Term, ExpressionError> {
        let term = self.level(0)?;
        match self.takes(")") {
            true => Ok(term),
            false if self.rest.is_empty() => Err(ExpressionError::Incomplete),
            false => Err(unexpected(self.rest)),
        }
    }

    fn primary(&mut self) -> Result<Term, ExpressionError> {
        let text = self.peek();
        let Some(first) = text.chars().next() else {
            return Err(ExpressionError::Incomplete);
        };
        if first.is_ascii_digit() || first == '.' {
            return self.number(text);
        }
        let end = name_end(text);
        if end == 0 {
            return Err(unexpected(text));
        }
        let (name, rest) = text.split_at(end);
        self.rest = rest;
        match name {
            "thread" | "lane" => return Ok(Term::Thread),
            "step" => return Ok(Term::Step),
            "clock" => return Ok(Term::Clock),
            _ => {}
        }
        let target = Target::find(self.machine, name)?;
        let letter = rest.strip_prefix(':').and_then(|rest| rest.get(..1));
        let kind = letter.and_then(Kind::of_letter);
        if kind.is_some() {
            self.rest = &rest[2..];
        }
        Ok(Term::Target(target, kind))
    }

    fn number(&mut self, text: &'a str) -> Result<Term, ExpressionError> {
        let is_hexadecimal = text.starts_with("0x");
        let mut before = ' ';
        let end = text
            .find(|c: char| {
                let exponent = !is_hexadecimal && (c == '-' || c == '+') && (before == 'e' || before == 'E');
                before = c;
                !(c.is_ascii_alphanumeric() || c == '.' || exponent)
            })
            .unwrap_or(text.len());
        let (number, rest) = text.split_at(end);
        self.rest = rest;
        let value = match is_hexadecimal {
            true => integer(number).map(|number| number as f64),
            false => number.parse().ok(),
        };
        value.map(Term::Number).ok_or_else(|| unexpected(text))
    }
}

/// The length of the name that a text begins with: letters, digits, `_`, `$`, `.`, and whatever is in brackets.
fn name_end(text: &str) -> usize {
    let mut inside = false;
    for (at, c) in text.char_indices() {
        match c {
            '[' if !inside => inside = true,
            ']' if inside => inside = false,
            _ if inside || c.is_alphanumeric() || matches!(c, '_' | '$' | '.') => {}
            _ => return at,
        }
    }
    text.len()
}
