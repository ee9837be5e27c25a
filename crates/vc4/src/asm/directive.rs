//! Directives by name.

use super::assembler::{Assembler, Export, Parsed};
use super::block::{Blocks, Conditionals};
use super::cursor::Cursor;
use super::data::{Alignment, Format};
use super::dialect::Dialect;
use super::rule;
use super::syntax::Syntax;
use super::value::Value;

impl Assembler<'_> {
    /// Reads the directive whose point has been read; blocks are read to their end.
    pub(super) fn directive(
        &mut self,
        cursor: &mut Cursor<'_>,
        start: usize,
        text: usize,
        conditionals: &mut Conditionals,
    ) -> Parsed<()> {
        let name = cursor.name();
        if let Some(format) = Format::of(name) {
            return self.with_labels(|assembler| assembler.data(cursor, format));
        }
        match name {
            b"ascii" => self.texts(cursor, false),
            b"asciz" | b"string" => self.texts(cursor, true),
            b"space" | b"skip" | b"zero" => self.with_labels(|assembler| assembler.room(cursor)),
            b"fill" => self.with_labels(|assembler| assembler.fill(cursor)),
            b"set" | b"equ" => self.with_labels(|assembler| assembler.set(cursor, text, false, false)),
            b"define" => self.set(cursor, text, false, false),
            b"const" => self.set(cursor, text, false, true),
            b"lset" => self.set(cursor, text, true, false),
            b"lconst" => self.set(cursor, text, true, true),
            b"unset" | b"undef" => self.unset(cursor, false),
            b"lunset" => self.unset(cursor, true),
            b"rep" => self.repeat(cursor, text, start),
            b"foreach" => self.for_each(cursor, text, start),
            b"macro" => self.define_macro(cursor, text, start),
            b"func" => self.define_function(cursor, text, start),
            b"local" => self.local(cursor, text, start),
            b"back" => self.back(cursor, text, start),
            b"clone" => self.clone_words(cursor),
            b"if" | b"ifset" | b"ifnset" => self.begin_if(cursor, name, start, conditionals),
            b"elseif" | b"elif" | b"else" => self.next_branch(cursor, name, start, conditionals),
            b"endif" => conditionals
                .pop()
                .ok_or_else(|| self.error(&rule::BLOCK, cursor.span_from(start), "there is no .if to end")),
            b"assert" => self.assert(cursor, start),
            b"include" => self.include(cursor),
            b"global" | b"globl" => self.global(cursor),
            b"align" => self.align(cursor, Alignment::OfSyntax),
            b"balign" => self.align(cursor, Alignment::Bytes),
            b"p2align" => self.align(cursor, Alignment::Power),
            b"eval" => self.pragma(cursor),
            // The words of all segments follow each other; what is data is known from the directive.
            b"code" | b"text" | b"rodata" | b"data" => Ok(()),
            b"section" => {
                self.section(cursor);
                Ok(())
            }
            _ if Blocks::is_end(name) => {
                let message = "this ends a block that was not begun";
                Err(self.error(&rule::BLOCK, cursor.span_from(start), message))
            }
            _ => {
                let message = "there is no such directive";
                Err(self.error(&rule::DIRECTIVE, cursor.span_from(start), message))
            }
        }
    }

    /// Reads what `read` reads of a directive in whose values names may be labels, in the GNU assembler's syntax.
    fn with_labels<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.reads_data, true);
        let result = read(self);
        self.reads_data = before;
        result
    }

    /// `.section name, flags, type`: what follows goes where everything goes.
    fn section(&mut self, cursor: &mut Cursor<'_>) {
        self.open_line = None;
        cursor.at = cursor.rest_of_line().end;
    }

    /// A name, as the subject of a directive.
    pub(super) fn subject<'t>(&mut self, cursor: &mut Cursor<'t>) -> Parsed<&'t [u8]> {
        cursor.skip_space();
        let start = cursor.at;
        let name = cursor.name();
        if name.is_empty() || name[0].is_ascii_digit() {
            let span = if name.is_empty() {
                cursor.span_here()
            } else {
                cursor.span_from(start)
            };
            let message = "a name should stand here, which begins with a letter";
            return Err(self.error(&rule::DIRECTIVE, span, message));
        }
        Ok(name)
    }

    /// An integer that is known now.
    pub(super) fn integer(&mut self, cursor: &mut Cursor<'_>, least: i64, most: i64) -> Parsed<i64> {
        cursor.skip_space();
        let start = cursor.at;
        let value = self.expression(cursor)?;
        match self.resolve(value) {
            Value::Int(value) if (least..=most).contains(&value) => Ok(value),
            Value::Int(_) => {
                let message = format!("this must be from {least} to {most}");
                Err(self.error(&rule::RANGE, cursor.span_from(start), message))
            }
            other => {
                let message = format!("an integer should stand here, not {}", other.kind());
                Err(self.error(&rule::EXPRESSION, cursor.span_from(start), message))
            }
        }
    }

    fn assert(&mut self, cursor: &mut Cursor<'_>, start: usize) -> Parsed<()> {
        if self.truth(cursor)? || self.needs_second_pass {
            return Ok(());
        }
        Err(self.error(&rule::ASSERT, cursor.span_from(start), "this does not hold"))
    }

    /// Whether an expression is a number other than zero.
    pub(super) fn truth(&mut self, cursor: &mut Cursor<'_>) -> Parsed<bool> {
        cursor.skip_space();
        let start = cursor.at;
        let value = self.expression(cursor)?;
        match self.resolve(value).as_float() {
            Some(number) => Ok(number != 0.0),
            None => {
                let message = format!("a condition is a number, not {}", value.kind());
                Err(self.error(&rule::EXPRESSION, cursor.span_from(start), message))
            }
        }
    }

    /// `.global :label` or `.global name, value`; in the GNU assembler's syntax `.global name, name`.
    fn global(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        self.export(cursor)?;
        while self.syntax == Syntax::Gas && cursor.take(b',') {
            self.export(cursor)?;
        }
        Ok(())
    }

    fn export(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        cursor.skip_space();
        let start = cursor.at;
        let has_colon = cursor.byte() == b':';
        while cursor.byte() == b':' {
            cursor.at += 1;
        }
        let name = self.subject(cursor)?;
        let span = cursor.span_from(start);
        let value = if self.syntax == Syntax::Vc4asm && !has_colon && cursor.take(b',') {
            self.expression(cursor)?
        } else if let (Syntax::Gas, Some(value)) = (self.syntax, self.symbols.get(name)) {
            value
        } else {
            let id = self.labels.refer(name, false, span);
            Value::Label { id, offset: 0 }
        };
        if !matches!(value, Value::Int(_) | Value::Label { .. }) {
            let message = format!("a label or an integer can be exported, not {}", value.kind());
            return Err(self.error(&rule::DIRECTIVE, span, message));
        }
        self.exports.push(Export {
            name: String::from_utf8_lossy(name).into_owned(),
            value,
            span,
        });
        Ok(())
    }

    /// Switches of Broadcom's assembler; only how a zero is moved means something here.
    pub(super) fn pragma(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        cursor.skip_space();
        if cursor.name() == b"pragma_allow_xor_0" && cursor.take(b'(') {
            cursor.skip_space();
            self.options.dialect = match cursor.name() {
                b"False" | b"0" => Dialect::EarlyVc4asm,
                _ => Dialect::Broadcom,
            };
        }
        cursor.at = cursor.rest_of_line().end;
        Ok(())
    }
}
