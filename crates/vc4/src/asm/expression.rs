//! Expressions: operators with their precedence, names, calls, labels and register operands.
//!
//! Precedence and operators are those of vc4asm's documentation (expressions), which are C's with `**`,
//! logical shifts, rotations, `<=>`, `===` and logical exclusive or added.

use std::error::Error;

use quadrille_base::suggest::nearest;
use quadrille_base::{Diagnostic, Span};

use super::assembler::{Assembler, MOST_SUGGESTIONS, Parsed};
use super::cursor::Cursor;
use super::operator::{self, Binary, Unary};
use super::register::{self, Register};
use super::slice::Slice;
use super::syntax::Syntax;
use super::value::Value;
use super::{function, number, rule, string};

impl Assembler<'_> {
    /// Reads one expression.
    #[inline]
    pub(super) fn expression(&mut self, cursor: &mut Cursor<'_>) -> Parsed<Value> {
        self.binary(cursor, 0)
    }

    /// Reads an operand of an instruction. Most are one name or a small number, for which the way through
    /// the operators is spared.
    #[inline(always)]
    pub(super) fn operand_value(&mut self, cursor: &mut Cursor<'_>) -> Parsed<Value> {
        cursor.skip_space();
        match self.single(cursor) {
            Some(value) => Ok(value),
            None => self.expression(cursor),
        }
    }

    /// The value of a name or small number that is the whole operand; else the cursor stays.
    #[inline(always)]
    fn single(&self, cursor: &mut Cursor<'_>) -> Option<Value> {
        let before = cursor.at;
        let name = cursor.name();
        let value = match name {
            [] if cursor.byte() == b'-' && cursor.byte_at(1) == b',' => {
                cursor.at += 1;
                return Some(Value::Register(Register::NOTHING));
            }
            [] => None,
            _ if !cursor.ends_operand() => None,
            [digit @ b'0'..=b'9'] => Some(Value::Int(i64::from(digit - b'0'))),
            [b'0'..=b'9', ..] => None,
            _ => match self.symbols.get(name) {
                None if !self.functions.is_empty() && self.functions.contains_key(name) => None,
                None => register::find(name).map(Value::Register),
                known => known,
            },
        };
        if value.is_none() {
            cursor.at = before;
        }
        value
    }

    fn binary(&mut self, cursor: &mut Cursor<'_>, above: u8) -> Parsed<Value> {
        let start = cursor.at;
        let mut left = self.unary(cursor)?;
        loop {
            cursor.skip_space();
            let Some((operation, level, length)) = Binary::at(cursor) else {
                return Ok(left);
            };
            if level <= above {
                return Ok(left);
            }
            cursor.at += length;
            self.nest(cursor)?;
            let right = self.binary(cursor, level);
            self.nesting -= 1;
            let right = right?;
            left = operator::binary(self, operation, left, right)
                .map_err(|error| self.no_value(cursor.span_from(start), error))?;
            self.suffix(cursor, &mut left)?;
        }
    }

    /// The problem of an expression that has no value.
    fn no_value(&self, span: Span, error: impl Error) -> Box<Diagnostic> {
        self.error(&rule::EXPRESSION, span, error.to_string())
    }

    /// Counts one more level of nesting, which the caller takes back.
    fn nest(&mut self, cursor: &Cursor<'_>) -> Parsed<()> {
        self.nesting += 1;
        if self.nesting > self.limits.nesting {
            self.nesting -= 1;
            let message = format!("nested deeper than {} levels", self.limits.nesting);
            return Err(self.error(&rule::LIMIT, cursor.span_here(), message));
        }
        Ok(())
    }

    /// An expression within brackets.
    pub(super) fn nested(&mut self, cursor: &mut Cursor<'_>) -> Parsed<Value> {
        self.nest(cursor)?;
        let value = self.expression(cursor);
        self.nesting -= 1;
        value
    }

    fn unary(&mut self, cursor: &mut Cursor<'_>) -> Parsed<Value> {
        cursor.skip_space();
        let start = cursor.at;
        let operation = match cursor.byte() {
            b'-' => Unary::Negate,
            b'+' => Unary::Plus,
            b'~' => Unary::Complement,
            b'!' => Unary::Not,
            _ => return self.operand(cursor),
        };
        cursor.at += 1;
        cursor.skip_space();
        if operation == Unary::Negate
            && (matches!(cursor.byte(), b',' | b';' | b')' | b'.' | b'<' | b'>') || cursor.at_line_end())
        {
            let mut nothing = Value::Register(Register::NOTHING);
            self.suffix(cursor, &mut nothing)?;
            return Ok(nothing);
        }
        self.nest(cursor)?;
        let value = self.unary(cursor);
        self.nesting -= 1;
        operator::unary(operation, value?).map_err(|error| self.no_value(cursor.span_from(start), error))
    }

    fn operand(&mut self, cursor: &mut Cursor<'_>) -> Parsed<Value> {
        let start = cursor.at;
        let mut value = match cursor.byte() {
            b'0'..=b'9' => {
                return number::read(cursor, self.syntax)
                    .map_err(|error| self.no_value(cursor.span_from(start), error));
            }
            b'(' => {
                cursor.at += 1;
                let value = self.nested(cursor)?;
                self.expect(cursor, b')', "to close the parenthesis")?;
                value
            }
            b'[' => {
                cursor.at += 1;
                return self.elements(cursor, start);
            }
            b'\'' if self.syntax == Syntax::Gas => {
                cursor.at += 1;
                return string::character(cursor)
                    .map(|byte| Value::Int(i64::from(byte)))
                    .map_err(|error| self.no_value(cursor.span_from(start), error));
            }
            b'.' if self.syntax == Syntax::Gas => return self.place(cursor),
            b':' => {
                cursor.at += 1;
                if cursor.byte() != b'[' {
                    return self.label_reference(cursor);
                }
                cursor.at += 1;
                self.raw_register(cursor, start)?
            }
            _ => {
                let name = cursor.name();
                if name.is_empty() {
                    let message = "an operand should stand here";
                    return Err(self.error(&rule::EXPRESSION, cursor.span_here(), message));
                }
                self.name_value(cursor, name, start)?
            }
        };
        if cursor.byte() == b'.' {
            self.suffix(cursor, &mut value)?;
        }
        Ok(value)
    }

    /// `.`, the address of what comes next, or a label whose name begins with a point.
    fn place(&mut self, cursor: &mut Cursor<'_>) -> Parsed<Value> {
        let start = cursor.at;
        cursor.at += 1;
        if !cursor.name().is_empty() {
            cursor.at = start;
            return self.label_reference(cursor);
        }
        let span = cursor.span_from(start);
        if self.filled_bits & 7 != 0 {
            let message = "an address stands at a whole byte";
            return Err(self.error(&rule::LABEL, span, message));
        }
        let id = self.labels.place(self.here(), span);
        Ok(Value::Label { id, offset: 0 })
    }

    /// The value of a name that has just been read.
    fn name_value(&mut self, cursor: &mut Cursor<'_>, name: &[u8], start: usize) -> Parsed<Value> {
        if let Some(value) = self.symbols.get(name) {
            return Ok(value);
        }
        if !self.functions.is_empty()
            && let Some(function) = self.functions.get(name)
        {
            let function = function.clone();
            let arguments = self.arguments(cursor)?;
            return self.call(&function, &arguments, cursor.span_from(start));
        }
        // `exp` and `log` are registers too, unless an operand follows.
        if !cursor.before_operand()
            && let Some(register) = register::find(name)
        {
            return Ok(Value::Register(register));
        }
        if let Some(function) = function::find(name) {
            return self.native(cursor, function, start);
        }
        match name {
            b"r" | b"a" if cursor.byte() == b':' => {
                cursor.at += 1;
                return self.label_reference(cursor);
            }
            [b's', b'a', b'c', b'q', digits @ ..] | [b's', b'r', b'e', b'l', digits @ ..] => {
                if let Some(number) = std::str::from_utf8(digits)
                    .ok()
                    .and_then(|digits| digits.parse::<u32>().ok())
                    && number < 16
                {
                    let acquire = u32::from(name[1] == b'a') << 4;
                    return Ok(Value::Semaphore(acquire | number));
                }
            }
            _ => {}
        }
        if let Some(register) = register::find(&name.to_ascii_lowercase()) {
            return Ok(Value::Register(register));
        }
        if self.syntax == Syntax::Gas && self.reads_data {
            let id = self.labels.refer(name, false, cursor.span_from(start));
            return Ok(Value::Label { id, offset: 0 });
        }
        let mut problem = self.error(
            &rule::UNKNOWN_NAME,
            cursor.span_from(start),
            "this name has no value",
        );
        let name = String::from_utf8_lossy(name);
        let mut known: Vec<&str> = register::names().collect();
        known.extend(self.symbols.names().take(MOST_SUGGESTIONS));
        if let Some(near) = nearest(&name, known) {
            let near = near.to_owned();
            let span = problem.span;
            *problem = problem.fix(format!("write {near}"), span, near);
        }
        Err(problem)
    }

    /// Calls a function of ours: `sin(x)`, or `sin x` where it takes one argument.
    fn native(
        &mut self,
        cursor: &mut Cursor<'_>,
        function: &'static function::Function,
        start: usize,
    ) -> Parsed<Value> {
        cursor.skip_space();
        let arguments = if cursor.byte() == b'(' || function.arguments != (1, 1) {
            self.arguments(cursor)?
        } else {
            self.nest(cursor)?;
            let value = self.unary(cursor);
            self.nesting -= 1;
            vec![value?]
        };
        function
            .value(&arguments)
            .map_err(|error| self.no_value(cursor.span_from(start), error))
    }

    /// Reads `(a, b, ...)`.
    fn arguments(&mut self, cursor: &mut Cursor<'_>) -> Parsed<Vec<Value>> {
        self.expect(cursor, b'(', "before the arguments")?;
        let mut arguments = Vec::new();
        if cursor.take(b')') {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.nested(cursor)?);
            if !cursor.take(b',') {
                break;
            }
        }
        self.expect(cursor, b')', "after the arguments")?;
        Ok(arguments)
    }

    /// The rest of `[0, 1, ...]`.
    fn elements(&mut self, cursor: &mut Cursor<'_>, start: usize) -> Parsed<Value> {
        let mut list = Vec::new();
        loop {
            match self.nested(cursor)? {
                Value::Int(value) if list.len() < 17 => list.push(value),
                Value::Int(_) => {}
                other => {
                    let message = format!("an element must be an integer, not {}", other.kind());
                    return Err(self.error(&rule::EXPRESSION, cursor.span_from(start), message));
                }
            }
            if !cursor.take(b',') {
                break;
            }
        }
        self.expect(cursor, b']', "to close the list")?;
        Value::elements(&list).map_err(|error| self.no_value(cursor.span_from(start), error))
    }

    /// The label after `:`, `r:` or `a:`; `1f` and `1b` are the next and the last `:1`.
    fn label_reference(&mut self, cursor: &mut Cursor<'_>) -> Parsed<Value> {
        let start = cursor.at;
        if cursor.byte() == b'.' {
            cursor.at += 1;
        }
        cursor.name();
        let mut name = cursor.slice(start..cursor.at);
        if name.is_empty() {
            let message = "the name of a label should stand here";
            return Err(self.error(&rule::LABEL, cursor.span_here(), message));
        }
        let mut forward = false;
        if name[0].is_ascii_digit()
            && let [number @ .., direction @ (b'f' | b'b')] = name
        {
            forward = *direction == b'f';
            name = number;
        }
        let id = self.labels.refer(name, forward, cursor.span_from(start));
        Ok(Value::Label { id, offset: 0 })
    }

    /// Takes slices (`.16a`) off the text after a register; anything else is left for the caller.
    fn suffix(&mut self, cursor: &mut Cursor<'_>, value: &mut Value) -> Parsed<()> {
        while cursor.byte() == b'.' {
            let Value::Register(register) = value else {
                return Ok(());
            };
            let before = cursor.at;
            cursor.at += 1;
            let name = cursor.name();
            let name = name
                .strip_prefix(b"unpack")
                .or(name.strip_prefix(b"pack"))
                .unwrap_or(name);
            let Some(slice) = Slice::parse(name) else {
                cursor.at = before;
                return Ok(());
            };
            if !register.slice.is_none() {
                let message = "a register has one pack or unpack suffix";
                return Err(self.error(&rule::PACK, cursor.span_from(before), message));
            }
            register.slice = slice;
        }
        Ok(())
    }
}
