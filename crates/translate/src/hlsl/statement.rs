//! Statements and functions.

use super::{MAIN, Printer, type_name};
use crate::form::{Function, Lvalue, Root, Statement, StatementKind, Type};
use crate::glsl::plain;

/// Rounds of a loop (*loop - ps*, *loop - vs*: the count lies within 0 and 255).
const MOST_ROUNDS: u32 = 255;

impl<'a> Printer<'a> {
    pub(super) fn define(&mut self, function: &'a Function) {
        self.function = Some(function);
        if !function.doc.is_empty() {
            self.comment(&function.doc);
        }
        let is_last = std::ptr::eq(function, self.shader.functions.last().unwrap_or(function));
        let result = function.result.map_or("void", type_name);
        let argument = |(name, ty): &(String, Type)| format!("{} {name}", type_name(*ty));
        let arguments: Vec<String> = function.arguments.iter().map(argument).collect();
        let name = if is_last {
            MAIN.to_owned()
        } else {
            super::library_name(&function.name)
        };
        self.line(format_args!("{result} {name}({}) {{", arguments.join(", ")));
        self.depth += 1;
        self.undeclared = (0..function.locals.len() as u32).collect();
        if is_last && !self.shader.shared_variables {
            self.variables("");
        }
        self.block(&function.body);
        if is_last {
            let shader = self.shader;
            for comment in &shader.closing {
                self.comment(comment);
            }
        }
        self.depth -= 1;
        self.line(format_args!("}}"));
        self.function = None;
    }

    fn block(&mut self, block: &[Statement]) {
        for statement in block {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        for comment in &statement.before {
            self.comment(comment);
        }
        let after = comment_behind(statement);
        match &statement.kind {
            StatementKind::Assign {
                place,
                components,
                value,
                ..
            } => {
                let mut text = self.declared(place);
                text.push_str(&self.place_text(place));
                if let Some(components) = components {
                    text.push('.');
                    text.push_str(&components.letters());
                }
                text.push_str(" = ");
                self.expression(value, &mut text);
                self.line(format_args!("{text};{after}"));
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                let mut text = String::new();
                self.expression(condition, &mut text);
                self.line(format_args!("if ({text}) {{{after}"));
                self.inner(then);
                if !otherwise.is_empty() {
                    self.line(format_args!("}} else {{"));
                    self.inner(otherwise);
                }
                self.line(format_args!("}}"));
            }
            StatementKind::Loop { body, rounds } => {
                let (round, most) = (format!("round__{}", self.depth), (*rounds).min(MOST_ROUNDS));
                self.line(format_args!(
                    "for (int {round} = 0; {round} < {most}; ++{round}) {{{after}"
                ));
                self.inner(body);
                self.line(format_args!("}}"));
            }
            StatementKind::Return(Some(value)) => {
                let mut text = String::new();
                self.expression(value, &mut text);
                self.line(format_args!("return {text};{after}"));
            }
            StatementKind::Return(None) => self.line(format_args!("return;{after}")),
            StatementKind::Break => self.line(format_args!("break;{after}")),
            StatementKind::Continue => self.line(format_args!("continue;{after}")),
            StatementKind::Discard => self.line(format_args!("discard;{after}")),
            StatementKind::Call(function) => {
                let name = &self.shader.subroutine(*function).name;
                self.line(format_args!("{name}();{after}"));
            }
            // No feature of this model leads here.
            StatementKind::Sparse { .. }
            | StatementKind::Store { .. }
            | StatementKind::Atomic { .. }
            | StatementKind::Barrier
            | StatementKind::GroupBarrier
            | StatementKind::BeginInterlock
            | StatementKind::EndInterlock
            | StatementKind::EmitVertex(_)
            | StatementKind::EndPrimitive => debug_assert!(false, "{:?}", statement.kind),
        }
    }

    /// The type of a variable of the function that is written for the first time.
    fn declared(&mut self, place: &Lvalue) -> String {
        let Root::Local(at) = place.root else {
            return String::new();
        };
        let locals = self.function.map(|function| &function.locals);
        match locals.and_then(|locals| locals.get(at as usize)) {
            Some((_, ty)) if self.undeclared.remove(&at) => format!("{} ", type_name(*ty)),
            _ => String::new(),
        }
    }

    fn inner(&mut self, block: &[Statement]) {
        self.depth += 1;
        self.block(block);
        self.depth -= 1;
    }

    pub(super) fn place_text(&self, place: &Lvalue) -> String {
        let Some(index) = &place.index else {
            return self.name(place.root, None);
        };
        if let crate::form::ExpressionKind::Literal(bits) = index.kind
            && let Some(alias) = self.aliases.get(&(place.root, Some(bits[0] as u32)))
        {
            return (*alias).to_owned();
        }
        let mut text = self.name(place.root, None);
        text.push('[');
        self.expression(index, &mut text);
        text.push(']');
        text
    }
}

/// The comment that stands behind a statement, with its mark.
fn comment_behind(statement: &Statement) -> String {
    match &statement.after {
        Some(comment) => format!(" // {}", plain(comment)),
        None => String::new(),
    }
}
