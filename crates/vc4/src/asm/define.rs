//! Constants, functions and macros that the text defines, and calling them.

use std::rc::Rc;

use quadrille_base::Span;

use super::assembler::{Assembler, Mode, Parsed};
use super::cursor::Cursor;
use super::definition::{Function, Macro};
use super::rule;
use super::value::Value;

impl Assembler<'_> {
    /// `.set name, value` or `.set name(a, b) expression`.
    pub(super) fn set(
        &mut self,
        cursor: &mut Cursor<'_>,
        text: usize,
        local: bool,
        is_final: bool,
    ) -> Parsed<()> {
        let start = cursor.at;
        let name = self.subject(cursor)?;
        if cursor.byte() == b'(' {
            let parameters = self.parameters(cursor)?;
            cursor.take(b',');
            cursor.skip_space();
            let range = cursor.rest_of_line();
            cursor.at = range.end;
            let function = Function {
                parameters,
                text,
                range,
                is_block: false,
            };
            self.functions.insert(name.into(), Rc::new(function));
            return Ok(());
        }
        cursor.take(b',');
        cursor.skip_space();
        if cursor.slice(cursor.rest_of_line()).starts_with(b"pragma_") {
            return self.pragma(cursor);
        }
        let value = self.expression(cursor)?;
        if self.symbols.set(name, value, local, is_final).is_err() {
            let message = "this name has its value for good";
            return Err(self.error(&rule::DIRECTIVE, cursor.span_from(start), message));
        }
        Ok(())
    }

    pub(super) fn unset(&mut self, cursor: &mut Cursor<'_>, local: bool) -> Parsed<()> {
        let start = cursor.at;
        let name = self.subject(cursor)?;
        let was_function = !local && self.functions.remove(name).is_some();
        if self.symbols.unset(name, local) || was_function {
            return Ok(());
        }
        let mut problem = self.error(
            &rule::UNKNOWN_NAME,
            cursor.span_from(start),
            "this name has no value to lose",
        );
        problem.severity = quadrille_base::Severity::Warning;
        self.report(*problem);
        Ok(())
    }

    /// `(a, b)` or `a, b` up to the end of the line, as a definition has them.
    fn parameters(&mut self, cursor: &mut Cursor<'_>) -> Parsed<Vec<Box<[u8]>>> {
        let mut parameters = Vec::new();
        let in_parentheses = cursor.take(b'(');
        if in_parentheses && cursor.take(b')') {
            return Ok(parameters);
        }
        loop {
            if !in_parentheses && cursor.at_line_end() {
                break;
            }
            parameters.push(self.subject(cursor)?.into());
            if !cursor.take(b',') && (in_parentheses || cursor.at_line_end()) {
                break;
            }
        }
        if in_parentheses {
            self.expect(cursor, b')', "after the parameters")?;
        }
        Ok(parameters)
    }

    /// `.func name(a, b)` to `.endf`.
    pub(super) fn define_function(
        &mut self,
        cursor: &mut Cursor<'_>,
        text: usize,
        start: usize,
    ) -> Parsed<()> {
        let (name, parameters) = self.block_head(cursor, b"func", start, |assembler, cursor| {
            let name: Box<[u8]> = assembler.subject(cursor)?.into();
            Ok((name, assembler.parameters(cursor)?))
        })?;
        let range = self.block(cursor, b"func", start)?;
        let function = Function {
            parameters,
            text,
            range,
            is_block: true,
        };
        self.functions.insert(name, Rc::new(function));
        Ok(())
    }

    /// `.macro name, a, b` to `.endm`.
    pub(super) fn define_macro(&mut self, cursor: &mut Cursor<'_>, text: usize, start: usize) -> Parsed<()> {
        let (name, parameters) = self.block_head(cursor, b"macro", start, |assembler, cursor| {
            let name: Box<[u8]> = assembler.subject(cursor)?.into();
            cursor.take(b',');
            Ok((name, assembler.parameters(cursor)?))
        })?;
        let range = self.block(cursor, b"macro", start)?;
        let definition = Macro {
            parameters,
            text,
            range,
        };
        self.macros.insert(name, Rc::new(definition));
        Ok(())
    }

    /// Opens a scope with the arguments and counts one more level of calls.
    fn enter(&mut self, parameters: &[Box<[u8]>], arguments: &[Value], call: Span) -> Parsed<()> {
        if parameters.len() != arguments.len() {
            let message = format!(
                "{} arguments should stand here, not {}",
                parameters.len(),
                arguments.len()
            );
            return Err(self.error(&rule::DIRECTIVE, call, message));
        }
        if self.calls.len() >= self.limits.depth as usize {
            let message = "macros, functions and includes call each other deeper than the limit";
            let problem = self.error(&rule::LIMIT, call, message);
            return Err(self.stop(problem));
        }
        self.calls.push(call);
        self.symbols.enter();
        for (name, value) in parameters.iter().zip(arguments) {
            // A fresh scope has no final names.
            let _ = self.symbols.set(name, *value, true, false);
        }
        Ok(())
    }

    fn leave(&mut self) {
        self.symbols.leave();
        self.calls.pop();
    }

    /// The value of a function of the text.
    pub(super) fn call(&mut self, function: &Function, arguments: &[Value], call: Span) -> Parsed<Value> {
        self.count_line(call)?;
        self.count_length(function.range.len());
        self.enter(&function.parameters, arguments, call)?;
        let nesting = std::mem::take(&mut self.nesting);
        let value = if function.is_block {
            self.run(function.text, function.range.clone(), Mode::Function)
        } else {
            self.call_expression(function)
        };
        self.nesting = nesting;
        self.leave();
        value?.ok_or_else(|| self.error(&rule::EXPRESSION, call, "this function gives no value"))
    }

    fn call_expression(&mut self, function: &Function) -> Parsed<Option<Value>> {
        let source = self.texts[function.text].clone();
        let mut cursor = Cursor::new(&source.code, function.range.clone(), source.base);
        let value = self.expression(&mut cursor)?;
        if !cursor.at_line_end() {
            let message = "nothing more should stand after the expression";
            return Err(self.error(&rule::SYNTAX, cursor.span_here(), message));
        }
        Ok(Some(value))
    }

    /// Reads the arguments of a macro and its body.
    pub(super) fn call_macro(&mut self, cursor: &mut Cursor<'_>, called: &Macro, start: usize) -> Parsed<()> {
        let mut arguments = Vec::new();
        while !cursor.at_line_end() {
            arguments.push(self.expression(cursor)?);
            if !cursor.take(b',') {
                break;
            }
        }
        // A semicolon after the call lets the first instruction of the next line join the last of the body.
        cursor.take(b';');
        self.enter(&called.parameters, &arguments, cursor.span_from(start))?;
        let result = self.run(called.text, called.range.clone(), Mode::Code);
        self.leave();
        result.map(|_| ())
    }
}
