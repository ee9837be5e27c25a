//! The text of a form, read.

use quadrille_base::Id;
use quadrille_engine::AbnormalEnd;
use quadrille_program::InstId;
use rustc_hash::FxHashMap;

use super::words::{call as call_of, expression as expression_of};
use crate::call::Call;
use crate::expression::{Expression, Type, Value, ValueId};
use crate::form::{Array, ArrayId, Form, VariableId};
use crate::statement::{Region, RegionId, Statement};

/// A line that is no part of a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line} of the scalar form cannot be read")]
pub struct Unreadable {
    /// Its number, from 1 on; one past the last where the text ends too early.
    pub line: usize,
}

/// The names of abnormal ends.
const ENDS: &[(AbnormalEnd, &str)] = &[
    (AbnormalEnd::Instructions, "instructions"),
    (AbnormalEnd::CallDepth, "call_depth"),
    (AbnormalEnd::IfDepth, "if_depth"),
    (AbnormalEnd::LoopDepth, "loop_depth"),
    (AbnormalEnd::StackEntry, "stack_entry"),
    (AbnormalEnd::StackEmpty, "stack_empty"),
];

pub(super) fn end_name(why: AbnormalEnd) -> &'static str {
    let found = ENDS.iter().find(|(end, _)| *end == why);
    found.map_or("", |(_, name)| name)
}

/// Most regions within regions that are read.
const MOST_NESTED: usize = 1000;

/// The form of a text. It may still be invalid ([`verify`](crate::verify())).
///
/// # Errors
///
/// The first line that cannot be read.
pub fn parse(text: &str) -> Result<Form, Unreadable> {
    let mut parser = Parser {
        lines: text.lines().collect(),
        at: 0,
        depth: 0,
        form: Form::default(),
        values: Vec::new(),
        constants: FxHashMap::default(),
    };
    match parser.form() {
        Some(()) => Ok(parser.form),
        None => Err(Unreadable { line: parser.at }),
    }
}

struct Parser<'t> {
    lines: Vec<&'t str>,
    /// Lines that were read.
    at: usize,
    depth: usize,
    form: Form,
    /// Values by their numbers.
    values: Vec<ValueId>,
    constants: FxHashMap<Expression, ValueId>,
}

impl<'t> Parser<'t> {
    fn next(&mut self) -> Option<Vec<&'t str>> {
        let line = self.lines.get(self.at);
        self.at += 1;
        Some(line?.split_whitespace().collect())
    }

    fn form(&mut self) -> Option<()> {
        loop {
            match self.next()?[..] {
                ["variable", kind] => {
                    self.form.variables.push(Type::of_name(kind)?);
                }
                ["array", kind, length] => {
                    self.form.arrays.push(Array {
                        kind: Type::of_name(kind)?,
                        length: length.parse().ok()?,
                    });
                }
                ["prologue", "{"] => break,
                _ => return None,
            }
        }
        loop {
            match self.next()?[..] {
                ["}"] => break,
                [name, "=", ref what @ ..] => {
                    let value = self.compute(name, what)?;
                    self.form.values[value].uniform = true;
                    self.form.prologue.push(value);
                }
                _ => return None,
            }
        }
        if self.at == self.lines.len() {
            return Some(());
        }
        let ["body", "{"] = self.next()?[..] else {
            return None;
        };
        let (body, end) = self.region()?;
        self.form.body = Some(body);
        (end == ["}"] && self.at == self.lines.len()).then_some(())
    }

    /// A region, and the line that ends it.
    fn region(&mut self) -> Option<(RegionId, Vec<&'t str>)> {
        let region = self.form.regions.push(Region::default());
        self.depth += 1;
        if self.depth > MOST_NESTED {
            return None;
        }
        loop {
            let line = self.next()?;
            if line.first() == Some(&"}") {
                self.depth -= 1;
                return Some((region, line));
            }
            let statement = self.statement(&line)?;
            self.form.regions[region].statements.push(statement);
        }
    }

    fn statement(&mut self, line: &[&'t str]) -> Option<Statement> {
        let number = |text: &str| text.parse::<u32>().ok();
        Some(match *line {
            [name, "=", ref what @ ..] => Statement::Compute(self.compute(name, what)?),
            ["write", variable, value] => Statement::Write {
                variable: VariableId::new(number(variable)? as usize),
                value: self.value(value)?,
            },
            ["store", array, component, index, value] => Statement::Store {
                array: ArrayId::new(number(array)? as usize),
                component: component.parse().ok()?,
                index: self.value(index)?,
                value: self.value(value)?,
            },
            ["export", slot, component, value] => Statement::Export {
                slot: number(slot)?,
                component: component.parse().ok()?,
                value: self.value(value)?,
            },
            ["kill", mask] => Statement::Kill {
                mask: self.value(mask)?,
            },
            ["count", first, count, more_work] => Statement::Count {
                first: InstId::new(number(first)? as usize),
                count: number(count)?,
                more_work: number(more_work)?,
            },
            ["if", condition, "{"] => {
                let condition = self.value(condition)?;
                let (then, end) = self.region()?;
                let (otherwise, last) = match end[..] {
                    ["}", "else", "{"] => self.region()?,
                    _ => return None,
                };
                if last != ["}"] {
                    return None;
                }
                Statement::If {
                    condition,
                    then,
                    otherwise,
                }
            }
            [kind @ ("block" | "loop"), "{"] => {
                let (body, end) = self.region()?;
                if end != ["}"] {
                    return None;
                }
                match kind {
                    "loop" => Statement::Loop { body },
                    _ => Statement::Block { body },
                }
            }
            ["break", depth] => Statement::Break {
                depth: number(depth)?,
            },
            ["continue", depth] => Statement::Continue {
                depth: number(depth)?,
            },
            ["end", instruction, why] => Statement::End {
                instruction: InstId::new(number(instruction)? as usize),
                why: ENDS.iter().find(|(_, name)| *name == why)?.0,
            },
            _ => return None,
        })
    }

    fn compute(&mut self, name: &str, what: &[&str]) -> Option<ValueId> {
        if name != format!("%{}", self.values.len()) {
            return None;
        }
        let (word, operands) = what.split_first()?;
        if *word == "call" {
            let call = self.call(operands)?;
            let call = self.form.calls.push(call);
            return Some(self.define(call_of(call.index()), Type::Vector));
        }
        let (word, numbers) = match word.split_once('[') {
            None => (*word, Vec::new()),
            Some((word, rest)) => {
                let numbers = rest.strip_suffix(']')?.split(',');
                (
                    word,
                    numbers.map(|number| number.parse().ok()).collect::<Option<_>>()?,
                )
            }
        };
        let (mut expression, kind) = expression_of(word, &numbers)?;
        let mut values = Vec::new();
        for operand in operands {
            values.push(self.value(operand)?);
        }
        let mut left = values.into_iter();
        let mut all = true;
        expression.map(|old| {
            left.next().unwrap_or_else(|| {
                all = false;
                old
            })
        });
        if !all || left.next().is_some() {
            return None;
        }
        let kind = match (kind, &expression) {
            (Some(kind), _) => kind,
            (None, Expression::Variable { variable, .. }) => *self.form.variables.get(*variable)?,
            (None, Expression::Element { array, .. }) => self.form.arrays.get(*array)?.kind,
            (None, _) => expression.kind(|value| self.form.values[value].kind),
        };
        Some(self.define(expression, kind))
    }

    fn call(&mut self, words: &[&str]) -> Option<Call> {
        let (instruction, mut rest) = words.split_first()?;
        let mut call = Call {
            instruction: InstId::new(instruction.parse::<u32>().ok()? as usize),
            operands: Vec::new(),
            index: None,
            handle: None,
            offset: None,
            address: None,
            slot: None,
            effect: false,
        };
        while let Some((name, more)) = rest.split_first() {
            rest = match (*name, more) {
                ("effect", more) => {
                    call.effect = true;
                    more
                }
                ("operand", [x, y, z, w, more @ ..]) => {
                    let quad = [self.value(x)?, self.value(y)?, self.value(z)?, self.value(w)?];
                    call.operands.push(quad);
                    more
                }
                ("offset", [x, y, z, more @ ..]) => {
                    call.offset = Some([self.value(x)?, self.value(y)?, self.value(z)?]);
                    more
                }
                (name, [value, more @ ..]) => {
                    let value = Some(self.value(value)?);
                    match name {
                        "index" => call.index = value,
                        "handle" => call.handle = value,
                        "address" => call.address = value,
                        "slot" => call.slot = value,
                        _ => return None,
                    }
                    more
                }
                _ => return None,
            };
        }
        Some(call)
    }

    fn define(&mut self, expression: Expression, kind: Type) -> ValueId {
        let value = self.push(expression, kind);
        self.values.push(value);
        value
    }

    fn push(&mut self, expression: Expression, kind: Type) -> ValueId {
        let uniform = matches!(expression, Expression::Constant { .. });
        self.form.values.push(Value {
            expression,
            kind,
            uniform,
        })
    }

    fn value(&mut self, text: &str) -> Option<ValueId> {
        if let Some(number) = text.strip_prefix('%') {
            return self.values.get(number.parse::<usize>().ok()?).copied();
        }
        let (kind, bits) = match text {
            "true" => (Type::Bool, 1),
            "false" => (Type::Bool, 0),
            _ => {
                let digits = text.strip_prefix("0x")?;
                let (kind, digits) = match digits.strip_suffix('l') {
                    Some(digits) => (Type::Long, digits),
                    None => (Type::Word, digits),
                };
                (kind, u64::from_str_radix(digits, 16).ok()?)
            }
        };
        let expression = Expression::Constant { kind, bits };
        if let Some(known) = self.constants.get(&expression) {
            return Some(*known);
        }
        let value = self.push(expression, kind);
        self.constants.insert(expression, value);
        Some(value)
    }
}
