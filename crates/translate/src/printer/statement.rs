//! Functions, blocks, and the statements that all languages write alike.

use super::{Language, Printer, plain};
use crate::form::{Components, Expression, Function, Lvalue, Root, Statement, SubroutineId, Type};

impl<'a, L: Language> Printer<'a, L> {
    pub(super) fn define(&mut self, function: &'a Function) {
        self.function = Some(function);
        if !function.doc.is_empty() {
            self.comment(&function.doc);
        }
        let shader = self.shader;
        let is_main = std::ptr::eq(function, shader.functions.last().unwrap_or(function));
        let name = self.dialect.function_name(function, is_main);
        let result = function.result.map_or("void", |ty| self.dialect.type_name(ty));
        let argument = |(name, ty): &(String, Type)| format!("{} {name}", self.dialect.type_name(*ty));
        let arguments: Vec<String> = function.arguments.iter().map(argument).collect();
        self.line(format_args!("{result} {name}({}) {{", arguments.join(", ")));
        self.depth += 1;
        self.undeclared = (0..function.locals.len() as u32).collect();
        if is_main {
            L::begin_main(self);
        }
        self.block(&function.body);
        if is_main {
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
            for comment in &statement.before {
                self.comment(comment);
            }
            L::statement(self, statement, &comment_behind(statement));
        }
    }

    /// A block in another.
    pub(crate) fn inner(&mut self, block: &[Statement]) {
        self.depth += 1;
        self.block(block);
        self.depth -= 1;
    }

    /// An assignment; a variable of the function that is written for the first time is declared, behind the `qualifier`.
    pub(crate) fn assign(
        &mut self,
        qualifier: &str,
        place: &Lvalue,
        components: Option<&Components>,
        value: &Expression,
        after: &str,
    ) {
        let mut text = match self.undeclared_type(place) {
            Some(ty) => format!("{qualifier}{} ", self.dialect.type_name(ty)),
            None => String::new(),
        };
        text.push_str(&L::place_text(self, place));
        if let Some(components) = components {
            text.push('.');
            text.push_str(&components.letters());
        }
        text.push_str(" = ");
        self.expression(value, &mut text);
        self.line(format_args!("{text};{after}"));
    }

    /// The type of a variable of the function that is not declared yet; it counts as declared then.
    fn undeclared_type(&mut self, place: &Lvalue) -> Option<Type> {
        let Root::Local(at) = place.root else {
            return None;
        };
        let (_, ty) = self.function?.locals.get(at as usize)?;
        self.undeclared.remove(&at).then_some(*ty)
    }

    /// A return with a value.
    pub(crate) fn return_value(&mut self, value: &Expression, after: &str) {
        let mut text = String::new();
        self.expression(value, &mut text);
        self.line(format_args!("return {text};{after}"));
    }

    /// A call of one of the program's subroutines.
    pub(crate) fn call_subroutine(&mut self, function: SubroutineId, after: &str) {
        let name = &self.shader.subroutine(function).name;
        self.line(format_args!("{name}();{after}"));
    }
}

/// The comment that stands behind a statement, with its mark.
pub(crate) fn comment_behind(statement: &Statement) -> String {
    match &statement.after {
        Some(comment) => format!(" // {}", plain(comment)),
        None => String::new(),
    }
}
