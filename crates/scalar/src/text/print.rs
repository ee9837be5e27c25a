//! A form as text.

use std::fmt::Write;

use quadrille_base::Id;

use super::words::word;
use crate::call::Call;
use crate::expression::{Expression, Type, ValueId};
use crate::form::Form;
use crate::statement::{RegionId, Statement};

/// The text of a form.
pub fn print(form: &Form) -> String {
    let mut printer = Printer {
        form,
        numbers: vec![None; form.values.len()],
        next: 0,
        text: String::new(),
    };
    for kind in form.variables.iter() {
        printer.line(0, format_args!("variable {}", kind.name()));
    }
    for array in form.arrays.iter() {
        printer.line(0, format_args!("array {} {}", array.kind.name(), array.length));
    }
    printer.line(0, format_args!("prologue {{"));
    for value in &form.prologue {
        printer.compute(1, *value);
    }
    printer.line(0, format_args!("}}"));
    if let Some(body) = form.body {
        printer.line(0, format_args!("body {{"));
        printer.region(1, body);
        printer.line(0, format_args!("}}"));
    }
    printer.text
}

struct Printer<'f> {
    form: &'f Form,
    /// The numbers of the values that have been computed.
    numbers: Vec<Option<usize>>,
    next: usize,
    text: String,
}

impl Printer<'_> {
    fn line(&mut self, depth: usize, text: std::fmt::Arguments<'_>) {
        self.text.extend(std::iter::repeat_n("  ", depth));
        // A string takes whatever is written.
        let _ = writeln!(self.text, "{text}");
    }

    fn value(&self, value: ValueId) -> String {
        match self.form.values[value].expression {
            Expression::Constant { kind, bits } => match kind {
                Type::Bool => (bits != 0).to_string(),
                Type::Long => format!("{bits:#x}l"),
                Type::Word | Type::Vector => format!("{bits:#x}"),
            },
            _ => match self.numbers[value.index()] {
                Some(number) => format!("%{number}"),
                None => "%?".to_owned(),
            },
        }
    }

    fn compute(&mut self, depth: usize, value: ValueId) {
        let form = self.form;
        let known = form.values[value];
        let what = match known.expression {
            Expression::Call(call) => self.call(&form.calls[call]),
            expression => {
                let (mut text, numbers) = word(&expression, known.kind).unwrap_or_default();
                if !numbers.is_empty() {
                    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
                    text = format!("{text}[{}]", numbers.join(","));
                }
                expression.visit(|operand| {
                    text.push(' ');
                    text.push_str(&self.value(operand));
                });
                text
            }
        };
        let number = self.next;
        self.next += 1;
        self.numbers[value.index()] = Some(number);
        self.line(depth, format_args!("%{number} = {what}"));
    }

    fn call(&self, call: &Call) -> String {
        let mut text = format!("call {}", call.instruction.index());
        if call.effect {
            text.push_str(" effect");
        }
        let mut add = |name: &str, values: &[ValueId]| {
            text.push(' ');
            text.push_str(name);
            for value in values {
                text.push(' ');
                text.push_str(&self.value(*value));
            }
        };
        for operand in &call.operands {
            add("operand", operand);
        }
        let named = [
            ("index", call.index),
            ("handle", call.handle),
            ("address", call.address),
            ("slot", call.slot),
        ];
        for (name, value) in named {
            if let Some(value) = value {
                add(name, &[value]);
            }
        }
        if let Some(offset) = &call.offset {
            add("offset", offset);
        }
        text
    }

    fn region(&mut self, depth: usize, region: RegionId) {
        let form = self.form;
        for statement in &form.regions[region].statements {
            self.statement(depth, statement);
        }
    }

    fn statement(&mut self, depth: usize, statement: &Statement) {
        match *statement {
            Statement::Compute(value) => self.compute(depth, value),
            Statement::Write { variable, value } => {
                let value = self.value(value);
                self.line(depth, format_args!("write {} {value}", variable.index()));
            }
            Statement::Store {
                array,
                component,
                index,
                value,
            } => {
                let (index, value) = (self.value(index), self.value(value));
                self.line(
                    depth,
                    format_args!("store {} {component} {index} {value}", array.index()),
                );
            }
            Statement::Export {
                slot,
                component,
                value,
            } => {
                let value = self.value(value);
                self.line(depth, format_args!("export {slot} {component} {value}"));
            }
            Statement::Kill { mask } => {
                let mask = self.value(mask);
                self.line(depth, format_args!("kill {mask}"));
            }
            Statement::Count {
                first,
                count,
                more_work,
            } => self.line(depth, format_args!("count {} {count} {more_work}", first.index())),
            Statement::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.value(condition);
                self.line(depth, format_args!("if {condition} {{"));
                self.region(depth + 1, then);
                self.line(depth, format_args!("}} else {{"));
                self.region(depth + 1, otherwise);
                self.line(depth, format_args!("}}"));
            }
            Statement::Block { body } | Statement::Loop { body } => {
                let loops = matches!(statement, Statement::Loop { .. });
                self.line(depth, format_args!("{} {{", if loops { "loop" } else { "block" }));
                self.region(depth + 1, body);
                self.line(depth, format_args!("}}"));
            }
            Statement::Break { depth: levels } => self.line(depth, format_args!("break {levels}")),
            Statement::Continue { depth: levels } => self.line(depth, format_args!("continue {levels}")),
            Statement::End { instruction, why } => {
                let why = super::parse::end_name(why);
                self.line(depth, format_args!("end {} {why}", instruction.index()));
            }
        }
    }
}
