//! Lines of instructions: operations with their suffixes and operands, signals, and what joins them.

use quadrille_base::Diagnostic;
use quadrille_base::suggest::nearest;
use quadrille_isa::qpu::{ImmediateKind, Signal};

use super::assembler::{Assembler, Fixup, MOST_SUGGESTIONS, Parsed};
use super::cursor::Cursor;
use super::join::join;
use super::mnemonic::{self, Choice, Load, Mnemonic};
use super::operation::{Line, OperandSource, Operation, OperationKind};
use super::register::{Register, Turn};
use super::slice::Slice;
use super::suffix::{self, Suffix};
use super::value::Value;
use super::{rule, solve};

impl Assembler<'_> {
    /// Reads the instructions of a line of which `name` has been read already. `joins` is set where the
    /// line began with a semicolon, so that it may join the one before.
    pub(super) fn instructions<'t>(
        &mut self,
        cursor: &mut Cursor<'t>,
        mut name: &'t [u8],
        start: usize,
        joins: bool,
    ) -> Parsed<()> {
        let mut line = Line::new(cursor.span_from(start));
        let mut begin = start;
        let mut label = None;
        let mut is_open = false;
        loop {
            match self.mnemonic(cursor, name, begin)? {
                Mnemonic::Branch(relative) => {
                    if begin != start {
                        let message = "a branch stands alone in its instruction";
                        return Err(self.error(&rule::BRANCH, cursor.span_from(begin), message));
                    }
                    self.open_line = None;
                    return self.branch(cursor, relative, begin);
                }
                Mnemonic::Signal(signal) => self.signal(cursor, &mut line, signal, begin)?,
                Mnemonic::Read => self.read(cursor, &mut line, begin)?,
                Mnemonic::With => self.with(cursor, &mut line)?,
                Mnemonic::Nop(choice) => self.nop(cursor, &mut line, choice, begin)?,
                Mnemonic::Alu(add, mul) => {
                    self.alu(cursor, &mut line, OperationKind::Alu(add, mul), begin)?
                }
                Mnemonic::Move(choice) => {
                    label = self.load(cursor, &mut line, choice, None, begin)?.or(label);
                }
                Mnemonic::Load(load) => {
                    label = self
                        .load(cursor, &mut line, Choice::Either, Some(load), begin)?
                        .or(label);
                }
            }
            if !cursor.take(b';') {
                break;
            }
            if cursor.at_line_end() {
                is_open = true;
                break;
            }
            begin = cursor.at;
            name = cursor.name();
        }
        line.span = cursor.span_from(start);
        line.keeps_conditions = cursor.byte() == b'@' && cursor.annotations().contains("@preserve_cond");
        self.emit(&line, joins, is_open, label)
    }

    #[inline(always)]
    fn mnemonic(&mut self, cursor: &Cursor<'_>, name: &[u8], start: usize) -> Parsed<Mnemonic> {
        match mnemonic::find(name) {
            Some(found) => Ok(found),
            None => self.odd_mnemonic(cursor, name, start),
        }
    }

    /// A word in capitals, or none that is known.
    #[cold]
    fn odd_mnemonic(&mut self, cursor: &Cursor<'_>, name: &[u8], start: usize) -> Parsed<Mnemonic> {
        if let Some(found) = mnemonic::find(&name.to_ascii_lowercase()) {
            return Ok(found);
        }
        let span = if name.is_empty() {
            cursor.span_here()
        } else {
            cursor.span_from(start)
        };
        let mut problem = self.error(
            &rule::UNKNOWN_INSTRUCTION,
            span,
            "there is no such instruction or macro",
        );
        let text = String::from_utf8_lossy(name);
        let mut known: Vec<&str> = mnemonic::names().collect();
        known.extend(
            self.macros
                .keys()
                .filter_map(|name| std::str::from_utf8(name).ok())
                .take(MOST_SUGGESTIONS),
        );
        if let Some(near) = nearest(&text, known) {
            *problem = problem.fix(format!("write {near}"), span, near);
        }
        Err(problem)
    }

    /// Turns a line into its word, joined with the line before where both agree to that.
    fn emit(&mut self, line: &Line, joins: bool, is_open: bool, label: Option<(u32, i64)>) -> Parsed<()> {
        if joins
            && label.is_none()
            && let Some(before) = self.open_line.take()
            && self.joins.may(line.span.start)
            && let Some(joined) = join(before, line)
            && let Ok(word) = solve::word(&joined, self.options.dialect)
            && let Some(last) = self.words.last_mut()
        {
            *last = word.bits;
            self.joins.note(self.words.len() - 1, line.span.start);
            self.open_line = is_open.then_some(joined);
            return Ok(());
        }
        let word = solve::word(line, self.options.dialect).map_err(|problem| {
            let mut error = self.error(problem.rule, problem.span, problem.message);
            if !problem.note.is_empty() {
                error.notes.push(problem.note.to_owned());
            }
            error
        })?;
        if word.implicit_unpack {
            let message = "the unpack acts on an operand that did not ask for it";
            let problem = self.error(&rule::IMPLICIT_UNPACK, line.span, message);
            self.report(*problem);
        }
        if word.implicit_rotation {
            let message = "the rotation turns the product, so that the other operand turns too";
            let problem = self.error(&rule::IMPLICIT_ROTATION, line.span, message);
            self.report(*problem);
        }
        if let Some((label, offset)) = label {
            self.fixups.push(Fixup {
                word: self.words.len(),
                label,
                offset,
                relative: false,
                span: line.span,
            });
        }
        self.open_line = if is_open { Some(*line) } else { None };
        self.push_word(word.bits, line.span, false)
    }

    #[inline(always)]
    fn push(&mut self, line: &mut Line, operation: &Operation) -> Parsed<()> {
        if line.push(operation) {
            return Ok(());
        }
        Err(self.third_operation(operation))
    }

    #[cold]
    fn third_operation(&self, operation: &Operation) -> Box<Diagnostic> {
        let message = "an instruction has two operations, and this is a third";
        self.error(&rule::ALU, operation.span, message)
    }

    fn signal(&mut self, cursor: &Cursor<'_>, line: &mut Line, signal: Signal, start: usize) -> Parsed<()> {
        if line.signal.is_some_and(|other| other != signal) {
            let message = "an instruction has one signal, and this is a second";
            return Err(self.error(&rule::SIGNAL, cursor.span_from(start), message));
        }
        line.signal = Some(signal);
        Ok(())
    }

    /// `read ra1`, `read.16a ra1`: an access to a register file, and the unpack of what it brings.
    fn read(&mut self, cursor: &mut Cursor<'_>, line: &mut Line, start: usize) -> Parsed<()> {
        let mut suffix = None;
        while cursor.byte() == b'.' {
            let at = cursor.at;
            cursor.at += 1;
            let name = cursor.name();
            match Slice::parse(name.strip_prefix(b"unpack").unwrap_or(name)) {
                Some(slice) if suffix.is_none() => suffix = Some(slice),
                _ => return Err(self.unknown_suffix(cursor, at)),
            }
        }
        let mut source = self.source(cursor)?;
        if let OperandSource::Register(register) = &mut source {
            if register.turn != Turn::By(0) {
                let message = "only the MUL operation can be rotated";
                return Err(self.error(&rule::ROTATION, cursor.span_from(start), message));
            }
            if register.is_accumulator() {
                let message = "an accumulator is read without a register file";
                return Err(self.error(&rule::READ_PORT, cursor.span_from(start), message));
            }
            register.slice = suffix.unwrap_or(register.slice);
        }
        if !line.push_read(source) {
            let message = "up to two register files can be read";
            return Err(self.error(&rule::READ_PORT, cursor.span_from(start), message));
        }
        Ok(())
    }

    /// `with field = value, ...`: bits as they are, whatever the rest of the line says.
    pub(super) fn with(&mut self, cursor: &mut Cursor<'_>, line: &mut Line) -> Parsed<()> {
        loop {
            cursor.skip_space();
            let start = cursor.at;
            let name = cursor.name();
            let field = quadrille_isa::qpu::field::ALL
                .iter()
                .find(|field| field.name.as_bytes() == name)
                .copied();
            let Some(field) = field else {
                let message = "this is no field of an instruction word";
                return Err(self.error(&rule::UNKNOWN_NAME, cursor.span_from(start), message));
            };
            self.expect(cursor, b'=', "between field and value")?;
            let value = self.expression(cursor)?;
            match self.resolve(value) {
                Value::Int(value) if value >= 0 && (value as u64) <= field.mask() >> field.low => {
                    line.with.0 = field.with(line.with.0, value as u64);
                    line.with.1 |= field.mask();
                }
                _ => {
                    let message = format!("the value must be an integer of {} bits", field.width());
                    return Err(self.error(&rule::RANGE, cursor.span_from(start), message));
                }
            }
            if !cursor.take(b',') {
                return Ok(());
            }
        }
    }

    fn nop(&mut self, cursor: &mut Cursor<'_>, line: &mut Line, choice: Choice, start: usize) -> Parsed<()> {
        let mut operation = Operation::new(OperationKind::Nop(choice), cursor.span_from(start));
        self.operation_suffixes(cursor, &mut operation)?;
        cursor.skip_space();
        if cursor.byte() != b';' && !cursor.at_line_end() {
            self.target(cursor, &mut operation)?;
        }
        operation.span = cursor.span_from(start);
        self.push(line, &operation)
    }

    fn alu(
        &mut self,
        cursor: &mut Cursor<'_>,
        line: &mut Line,
        kind: OperationKind,
        start: usize,
    ) -> Parsed<()> {
        let mut operation = Operation::new(kind, cursor.span_from(start));
        self.operation_suffixes(cursor, &mut operation)?;
        self.target(cursor, &mut operation)?;
        let wanted = match kind {
            OperationKind::Alu(Some(op), _) => op.operands(),
            _ => 2,
        };
        while operation.count < wanted {
            self.expect(cursor, b',', "before the next operand")?;
            operation.sources[usize::from(operation.count)] = self.source(cursor)?;
            operation.count += 1;
        }
        operation.span = cursor.span_from(start);
        self.push(line, &operation)
    }

    /// `mov`, `ldi`, `sacq` and `srel`; where the operand is a label not known yet, the label.
    fn load(
        &mut self,
        cursor: &mut Cursor<'_>,
        line: &mut Line,
        choice: Choice,
        load: Option<Load>,
        start: usize,
    ) -> Parsed<Option<(u32, i64)>> {
        let mut operation = Operation::new(OperationKind::Move(choice), cursor.span_from(start));
        self.operation_suffixes(cursor, &mut operation)?;
        let semaphore = matches!(load, Some(Load::Acquire | Load::Release));
        let mut value_start = cursor.at;
        let mut value = self.operand_value(cursor)?;
        let mut second = None;
        let is_alone = semaphore && !matches!(value, Value::Register(_));
        if !is_alone {
            self.set_target(cursor, &mut operation, value, value_start)?;
            self.expect(cursor, b',', "before the operand")?;
            cursor.skip_space();
            value_start = cursor.at;
            value = self.operand_value(cursor)?;
            cursor.skip_space();
            if cursor.byte() == b'.' || cursor.byte() == b',' {
                let mut other = operation;
                other.target = self.as_target(cursor, value, value_start)?;
                other.condition = None;
                self.target_suffixes(cursor, &mut other)?;
                self.expect(cursor, b',', "before the operand")?;
                other.condition = other.condition.or(operation.condition);
                second = Some(other);
                cursor.skip_space();
                value_start = cursor.at;
                value = self.expression(cursor)?;
            }
        }
        let mut label = None;
        operation.kind = match (load, value) {
            (None, Value::Register(register)) => {
                operation.sources = [OperandSource::Register(register); 2];
                operation.count = 2;
                OperationKind::Move(choice)
            }
            (None | Some(Load::Any), Value::Semaphore(bits)) => OperationKind::Semaphore(bits),
            (None | Some(Load::Any), Value::Elements(bits, sign)) => {
                OperationKind::Load(solve::element_kind(sign), bits)
            }
            (Some(Load::Signed), Value::Elements(bits, _)) => {
                OperationKind::Load(ImmediateKind::Signed, bits)
            }
            (Some(Load::Unsigned), Value::Elements(bits, _)) => {
                OperationKind::Load(ImmediateKind::Unsigned, bits)
            }
            (None | Some(Load::Any), Value::Label { id, offset }) => {
                label = Some((id, offset));
                OperationKind::Load(ImmediateKind::Word, 0)
            }
            _ => {
                let bits = self.bits(value, cursor, value_start)?;
                match load {
                    None => OperationKind::Constant(choice, bits),
                    Some(Load::Any) => OperationKind::Load(ImmediateKind::Word, bits),
                    Some(Load::Signed) => OperationKind::Load(ImmediateKind::Signed, bits),
                    Some(Load::Unsigned) => OperationKind::Load(ImmediateKind::Unsigned, bits),
                    // Bit 4 says which of the two it is, whatever the number has there.
                    Some(Load::Acquire) => OperationKind::Semaphore(bits | 16),
                    Some(Load::Release) => OperationKind::Semaphore(bits & !16),
                }
            }
        };
        operation.span = cursor.span_from(start);
        self.push(line, &operation)?;
        if let Some(second) = second {
            let set_flags = false;
            let (target, condition) = (second.target, second.condition);
            self.push(
                line,
                &Operation {
                    target,
                    condition,
                    set_flags,
                    ..operation
                },
            )?;
        }
        Ok(label)
    }

    /// An operand that is read.
    #[inline(always)]
    fn source(&mut self, cursor: &mut Cursor<'_>) -> Parsed<OperandSource> {
        cursor.skip_space();
        let start = cursor.at;
        match self.operand_value(cursor)? {
            Value::Register(register) => Ok(OperandSource::Register(register)),
            value => self.bits(value, cursor, start).map(OperandSource::Value),
        }
    }

    /// The 32 bits of a number.
    pub(super) fn bits(&mut self, value: Value, cursor: &Cursor<'_>, start: usize) -> Parsed<u32> {
        match self.resolve(value) {
            Value::Int(value) if (-0x8000_0000..=0xffff_ffff).contains(&value) => Ok(value as u32),
            Value::Int(_) => {
                let message = "this value needs more than 32 bits";
                Err(self.error(&rule::RANGE, cursor.span_from(start), message))
            }
            Value::Float(value) => Ok(Value::single(value)),
            other => {
                let message = format!("a register or a number should stand here, not {}", other.kind());
                Err(self.error(&rule::EXPRESSION, cursor.span_from(start), message))
            }
        }
    }

    fn target(&mut self, cursor: &mut Cursor<'_>, operation: &mut Operation) -> Parsed<()> {
        cursor.skip_space();
        let start = cursor.at;
        let value = self.operand_value(cursor)?;
        self.set_target(cursor, operation, value, start)
    }

    /// Makes a value from `start` on the target, with what the operation itself asked of it.
    #[inline(always)]
    fn set_target(
        &mut self,
        cursor: &mut Cursor<'_>,
        operation: &mut Operation,
        value: Value,
        start: usize,
    ) -> Parsed<()> {
        let pack = operation.target.slice;
        operation.target = self.as_target(cursor, value, start)?;
        if operation.target.slice.is_none() {
            operation.target.slice = pack;
        } else if !pack.is_none() {
            let message = "the operation has a pack already";
            return Err(self.error(&rule::PACK, cursor.span_from(start), message));
        }
        self.target_suffixes(cursor, operation)
    }

    #[inline(always)]
    pub(super) fn as_target(&mut self, cursor: &Cursor<'_>, value: Value, start: usize) -> Parsed<Register> {
        match value {
            Value::Register(register) => Ok(register),
            other => Err(self.no_target(cursor, other, start)),
        }
    }

    #[cold]
    fn no_target(&self, cursor: &Cursor<'_>, value: Value, start: usize) -> Box<Diagnostic> {
        let message = format!("the target is a register, not {}", value.kind());
        self.error(&rule::REGISTER, cursor.span_from(start), message)
    }

    /// Suffixes of the operation itself: `.ifz`, `.setf`, `.pack8a`, `.unpack16b`.
    #[inline(always)]
    fn operation_suffixes(&mut self, cursor: &mut Cursor<'_>, operation: &mut Operation) -> Parsed<()> {
        if cursor.byte() == b'.' {
            self.some_operation_suffixes(cursor, operation)?;
        }
        Ok(())
    }

    fn some_operation_suffixes(&mut self, cursor: &mut Cursor<'_>, operation: &mut Operation) -> Parsed<()> {
        while cursor.byte() == b'.' {
            let start = cursor.at;
            cursor.at += 1;
            let name = cursor.name();
            let doubled = match suffix::find(name, self.options.dialect) {
                Some(Suffix::SetFlags) => std::mem::replace(&mut operation.set_flags, true),
                Some(Suffix::Condition(condition)) => operation.condition.replace(condition).is_some(),
                Some(Suffix::Pack(slice)) => !std::mem::replace(&mut operation.target.slice, slice).is_none(),
                Some(Suffix::Unpack(slice)) => !std::mem::replace(&mut operation.unpack, slice).is_none(),
                _ => return Err(self.unknown_suffix(cursor, start)),
            };
            if doubled {
                return Err(self.error(
                    &rule::SUFFIX,
                    cursor.span_from(start),
                    "this suffix is there twice",
                ));
            }
        }
        Ok(())
    }

    /// Suffixes of a target that are no slice: `.nz`, `.ifz`, `.setf`.
    #[inline(always)]
    fn target_suffixes(&mut self, cursor: &mut Cursor<'_>, operation: &mut Operation) -> Parsed<()> {
        if cursor.byte() == b'.' {
            self.some_target_suffixes(cursor, operation)?;
        }
        Ok(())
    }

    fn some_target_suffixes(&mut self, cursor: &mut Cursor<'_>, operation: &mut Operation) -> Parsed<()> {
        while cursor.byte() == b'.' {
            let start = cursor.at;
            cursor.at += 1;
            let name = cursor.name();
            match suffix::find(name, self.options.dialect).or_else(|| suffix::short_condition(name)) {
                Some(Suffix::SetFlags) => operation.set_flags = true,
                Some(Suffix::Condition(condition)) if operation.condition.is_none() => {
                    operation.condition = Some(condition);
                }
                _ => match Slice::parse(name) {
                    Some(slice) if operation.target.slice.is_none() => operation.target.slice = slice,
                    _ => return Err(self.unknown_suffix(cursor, start)),
                },
            }
        }
        Ok(())
    }

    fn unknown_suffix(&mut self, cursor: &Cursor<'_>, start: usize) -> Box<Diagnostic> {
        let span = cursor.span_from(start);
        self.error(
            &rule::SUFFIX,
            span,
            "this suffix is unknown, or not possible here",
        )
    }
}
