//! Branches.

use quadrille_base::Span;
use quadrille_isa::qpu::BranchCondition;
use quadrille_isa::qpu::field as f;

use super::assembler::{Assembler, Fixup, Parsed};
use super::cursor::Cursor;
use super::mnemonic::Choice;
use super::operation::{Line, Operation, OperationKind};
use super::ports::Sides;
use super::register::{self, Register, Turn, access};
use super::suffix::{self, Suffix};
use super::value::Value;
use super::{place, rule};
use crate::hazard::rules::flow::ODD_BRANCH_REGISTER;

/// The target of a branch, as far as it has been read.
#[derive(Default)]
struct Goal {
    register: Option<u8>,
    immediate: Option<u32>,
    label: Option<(u32, i64, Span)>,
}

impl Assembler<'_> {
    /// Reads `.cond [target [, target],] goal [, goal]` after `bra` or `brr`.
    pub(super) fn branch(&mut self, cursor: &mut Cursor<'_>, relative: bool, start: usize) -> Parsed<()> {
        let mut condition = BranchCondition::Always;
        let mut set_flags = false;
        while cursor.byte() == b'.' {
            let begin = cursor.at;
            cursor.at += 1;
            match suffix::find(cursor.name(), self.options.dialect) {
                Some(Suffix::Branch(found)) if condition == BranchCondition::Always => condition = found,
                Some(Suffix::SetFlags) => set_flags = true,
                _ => {
                    let message = "a branch has one condition, of .allz, .allnz, .anyz, .anynz and the same for n and c";
                    return Err(self.error(&rule::SUFFIX, cursor.span_from(begin), message));
                }
            }
        }
        let mut values = [(Value::Int(0), 0, Span::default()); 4];
        let mut count = 0;
        loop {
            cursor.skip_space();
            let begin = cursor.at;
            if count == values.len() {
                let message = "a branch has up to two targets and two goals";
                return Err(self.error(&rule::BRANCH, cursor.span_here(), message));
            }
            let value = match self.bare_label(cursor, begin) {
                Some(label) => label,
                None => self.expression(cursor)?,
            };
            values[count] = (value, begin, cursor.span_from(begin));
            count += 1;
            if !cursor.take(b',') {
                break;
            }
        }
        let mut extra = Line::new(cursor.span_from(start));
        if cursor.take(b';') && !cursor.at_line_end() {
            if cursor.name() != b"with" {
                let message = "nothing stands beside a branch but field values after with";
                return Err(self.error(&rule::BRANCH, cursor.span_here(), message));
            }
            self.with(cursor, &mut extra)?;
        }
        let targets = match count {
            1 => 0,
            2 | 3 => 1,
            _ => 2,
        };
        let mut operations = [Operation::new(OperationKind::Nop(Choice::Either), cursor.span_from(start)); 2];
        for (operation, (value, begin, _)) in operations.iter_mut().zip(&values[..targets]) {
            operation.target = self.as_target(cursor, *value, *begin)?;
        }
        let mut goal = Goal::default();
        for (value, begin, span) in &values[targets..count] {
            self.goal(cursor, &mut goal, *value, *begin, *span)?;
        }
        self.emit_branch(cursor, start, condition, relative, set_flags, &operations, &goal)?;
        if let Some(word) = self.words.last_mut() {
            *word = extra.apply(*word);
        }
        Ok(())
    }

    /// A label without its colon, as the last part of a branch: a name that means nothing else.
    fn bare_label(&mut self, cursor: &mut Cursor<'_>, begin: usize) -> Option<Value> {
        let name = cursor.name();
        let is_label = name.first().is_some_and(|byte| !byte.is_ascii_digit())
            && cursor.at_line_end()
            && self.symbols.get(name).is_none()
            && !self.functions.contains_key(name)
            && register::find(&name.to_ascii_lowercase()).is_none();
        if !is_label {
            cursor.at = begin;
            return None;
        }
        let id = self.labels.refer(name, false, cursor.span_from(begin));
        Some(Value::Label { id, offset: 0 })
    }

    fn goal(
        &mut self,
        cursor: &Cursor<'_>,
        goal: &mut Goal,
        value: Value,
        begin: usize,
        span: Span,
    ) -> Parsed<()> {
        let twice = match value {
            Value::Register(Register {
                number: 39,
                access: both,
                ..
            }) if both & access::READ_B != 0 => false,
            Value::Register(register) => {
                let possible = register.access & access::READ_A != 0
                    && !register.is_accumulator()
                    && register.number < 32
                    && register.turn == Turn::By(0)
                    && register.slice.is_none();
                if !possible {
                    let message = "a branch goes through a general register of file A, as it is";
                    return Err(self.error(&rule::BRANCH, span, message));
                }
                goal.register.replace(register.number).is_some()
            }
            Value::Label { id, offset } => goal.label.replace((id, offset, span)).is_some(),
            Value::Int(0) if goal.immediate.is_some() || goal.label.is_some() => false,
            other => {
                let bits = self.bits(other, cursor, begin)?;
                goal.immediate.replace(bits).is_some_and(|other| other != 0)
            }
        };
        if twice || (goal.label.is_some() && goal.immediate.is_some_and(|bits| bits != 0)) {
            let message = "a branch adds one register and one address";
            return Err(self.error(&rule::BRANCH, span, message));
        }
        Ok(())
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "these are the parts of a branch, each used once"
    )]
    fn emit_branch(
        &mut self,
        cursor: &Cursor<'_>,
        start: usize,
        condition: BranchCondition,
        relative: bool,
        set_flags: bool,
        operations: &[Operation; 2],
        goal: &Goal,
    ) -> Parsed<()> {
        let span = cursor.span_from(start);
        let sides = Sides {
            add: Some(&operations[0]),
            mul: Some(&operations[1]),
        };
        let results = place::results(sides, [false; 2], None, true, false, self.options.dialect)
            .map_err(|problem| self.error(problem.rule, problem.span, problem.message))?;
        if (f::PACK.mask() | f::PM.mask()) & results.bits != 0 {
            return Err(self.error(&rule::BRANCH, span, "a branch packs nothing"));
        }
        let odd = goal.register.is_some_and(|number| number & 1 != 0);
        if set_flags && goal.register.is_some() && !odd {
            let message = "a branch sets flags only through an odd register";
            return Err(self.error(&rule::BRANCH, span, message));
        }
        if odd && !set_flags {
            let message = "this branch sets flags too, because its register is odd";
            let problem = self.error(&ODD_BRANCH_REGISTER, span, message);
            self.report(*problem);
        }
        if let Some((label, offset, span)) = goal.label {
            self.fixups.push(Fixup {
                word: self.words.len(),
                label,
                offset,
                relative,
                span,
            });
        }
        let register = u64::from(goal.register.unwrap_or(u8::from(set_flags)));
        let word = f::SIGNAL.at(15)
            | f::COND_BR.at(condition as u64)
            | f::REL.at(u64::from(relative))
            | f::REG.at(u64::from(goal.register.is_some()))
            | f::BRANCH_RADDR_A.at(register)
            | results.bits
            | u64::from(goal.immediate.unwrap_or(0));
        self.push_word(word, span, false)
    }
}
