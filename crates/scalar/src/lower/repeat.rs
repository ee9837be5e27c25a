//! Loops: REP, LOOP, and those that branches make.

use quadrille_base::Id;
use quadrille_engine::AbnormalEnd;
use quadrille_isa::gl::operation::FlowOp;
use quadrille_isa::gl::{DataType, Operation};
use quadrille_program::InstId;
use quadrille_program::structure::Node;
use quadrille_program::types::Types;

use super::Lowering;
use super::cells::Cell;
use super::operand::unlowered;
use super::region::{Level, UNIFORM_DEPTH};
use crate::expression::{Conversion, Expression, Type, ValueId};
use crate::number::Number;
use crate::op::{FloatUnary, IntBinary, IntCompare};
use crate::unlowered::{Reason, Unlowered};

/// The counter of a loop.
#[derive(Clone, Copy)]
struct Counter {
    /// The rounds that are left.
    cell: Cell,
    /// What they are counted in.
    number: Number,
    /// Whether lanes that come to the loop together leave it together.
    together: bool,
}

impl Lowering<'_> {
    /// REP or LOOP; comes to the instruction behind, or to none if no lane does.
    pub(super) fn repeat(&mut self, at: InstId, body: &[Node]) -> Result<Option<usize>, Unlowered> {
        let wrong = unlowered(at, Reason::Unstructured);
        self.count(at);
        let most = self.program.execution().loop_depth;
        if self.too_deep(
            at,
            most,
            |frame, (_, loops)| frame.open_loops + loops,
            AbnormalEnd::LoopDepth,
        ) {
            return Ok(None);
        }
        let behind = self
            .flow
            .of(at)
            .and_then(|flow| flow.target)
            .ok_or(wrong)?
            .index();
        let program = self.program;
        let instruction = &program.instructions()[at];
        let types = Types::of(program, instruction);
        let operands = self.operands(at, instruction, types, |_| 0b0111, false)?;
        let whole = |lowering: &Self, a: ValueId| {
            let conversion = Conversion::Whole(instruction.data_type);
            lowering.recorder.value(Expression::Convert { conversion, a })
        };
        let index = (instruction.operation == Operation::Flow(FlowOp::Loop) && self.flow.indexed)
            .then(|| operands.first())
            .flatten()
            .map(|operand| (whole(self, operand[1]), whole(self, operand[2])));
        let index = index.map(|(first, step)| {
            let cell = self.cells.add(Type::Long);
            (cell, first, step)
        });
        let mut written = self.written(body);
        written.extend(index.map(|(cell, ..)| cell));
        if self.flow.indexed {
            written.push(self.cells.address());
            written.sort_unstable();
            written.dedup();
        }
        let Some(operand) = operands.first() else {
            // Without a count it has no end.
            self.rounds(at, body, behind, None, index, &written)?;
            return Ok(Some(behind));
        };
        let (number, left) = self.rounds_of(instruction.data_type, operand[0]);
        let counter = self.cells.add(Type::of(number));
        let zero = self.recorder.constant(Type::of(number), 0);
        let any = self.less(number, zero, left);
        let counter = Counter {
            cell: counter,
            number,
            // Lanes that count the same, and leave in no other way, stay together.
            together: self.is_uniform(left, UNIFORM_DEPTH) && !escapes(body),
        };
        self.branch_writing(any, &written.clone(), &mut |lowering, first| {
            if first {
                lowering.write(counter.cell, None, left);
                written.push(counter.cell);
                lowering.rounds(at, body, behind, Some(counter), index, &written)?;
            }
            Ok(true)
        })?;
        Ok(Some(behind))
    }

    /// The number of rounds, and what it is counted in: words where it surely fits.
    fn rounds_of(&self, data_type: DataType, a: ValueId) -> (Number, ValueId) {
        let recorder = &self.recorder;
        let most = self.program.execution().loop_count;
        let small = most.is_some_and(|most| i32::try_from(most).is_ok());
        let number = match data_type {
            DataType::S32 => Number::S32,
            DataType::U32 => Number::U32,
            DataType::F32 if small => Number::S32,
            DataType::F32
            | DataType::F16
            | DataType::Fx12
            | DataType::F64
            | DataType::S64
            | DataType::U64 => Number::S64,
        };
        let left = match (number, data_type) {
            (_, DataType::S32 | DataType::U32) => a,
            (Number::S32, _) => {
                let number = Number::Ieee;
                let op = FloatUnary::Floor;
                let a = recorder.value(Expression::FloatUnary { number, op, a });
                recorder.value(Expression::ToSigned { number, a })
            }
            _ => {
                let conversion = Conversion::Whole(data_type);
                recorder.value(Expression::Convert { conversion, a })
            }
        };
        let Some(most) = most else { return (number, left) };
        if number == Number::S32 && !small {
            return (number, left);
        }
        let most = recorder.constant(Type::of(number), u64::from(most));
        let less = self.less(number, most, left);
        (number, self.either(less, most, left))
    }

    /// The rounds of a loop, of which there is one at least.
    fn rounds(
        &mut self,
        at: InstId,
        body: &[Node],
        behind: usize,
        counter: Option<Counter>,
        index: Option<(Cell, ValueId, ValueId)>,
        written: &[Cell],
    ) -> Result<(), Unlowered> {
        let last = behind - 1;
        if let Some((cell, first, _)) = index {
            self.write(cell, None, first);
        }
        let frame = self.flow.frames.len() - 1;
        self.flow.frames[frame].loops.push(index.map(|(cell, ..)| cell));
        let depth = self.flow.frames[frame].loops.len();
        self.put_index(depth);
        let level = |is_loop: bool| Level {
            written: written.to_vec(),
            is_loop,
            head: None,
        };
        let continues = continues(body);
        self.level(level(true), true, &mut |lowering| {
            lowering.flow.divergent |= counter.is_none_or(|counter| !counter.together);
            let mut round = |lowering: &mut Self| {
                let falls = lowering.nodes(body, at.index() + 1, Some(last), None)?;
                Ok(falls.is_some())
            };
            if continues {
                lowering.level(level(false), false, &mut round)?;
            } else if !round(lowering)? {
                return Ok(false);
            }
            lowering.count(InstId::new(last));
            if let Some((cell, _, step)) = index {
                let old = lowering.cells.read(&lowering.recorder, cell, false);
                let next = lowering.saturating_sum(old, step);
                lowering.write(cell, None, next);
            }
            let Some(counter) = counter else {
                lowering.put_index(depth);
                return Ok(true);
            };
            let Counter { cell, number, .. } = counter;
            let [zero, one] = [0, 1].map(|bits| lowering.recorder.constant(Type::of(number), bits));
            let old = lowering.cells.read(&lowering.recorder, cell, false);
            let left = lowering.recorder.value(Expression::IntBinary {
                number,
                op: IntBinary::Subtract,
                a: old,
                b: one,
            });
            lowering.write(cell, None, left);
            let more = lowering.less(number, zero, left);
            let leaves: Vec<Cell> = lowering
                .flow
                .indexed
                .then(|| lowering.cells.address())
                .into_iter()
                .collect();
            lowering.branch_writing(more, &leaves, &mut |lowering, goes_on| {
                if goes_on {
                    lowering.put_index(depth);
                } else {
                    lowering.put_index(depth - 1);
                    lowering.escape(lowering.flow.levels.len() - 1);
                }
                Ok(goes_on)
            })?;
            Ok(true)
        })?;
        self.flow.frames[frame].loops.pop();
        Ok(())
    }

    /// A loop of branches from an instruction on; comes to the instruction behind.
    pub(super) fn branch_loop(&mut self, head: usize, body: &[Node]) -> Result<usize, Unlowered> {
        let wrong = unlowered(InstId::new(head), Reason::Unstructured);
        // Behind a conditional branch back the structure has a break of its own.
        let (body, last) = match body {
            [nodes @ .., Node::If { at, .. }, Node::Break(id)] if at == id => {
                (&body[..nodes.len() + 1], Some(at.index()))
            }
            _ => (body, None),
        };
        let level = Level {
            written: self.written(body),
            is_loop: true,
            head: Some(head),
        };
        let mut behind = last.map(|last| last + 1);
        self.level(level, true, &mut |lowering| {
            lowering.flow.divergent = true;
            let Some(cursor) = lowering.nodes(body, head, behind, None)? else {
                return Err(wrong);
            };
            if behind.is_some() {
                lowering.escape(lowering.flow.levels.len() - 1);
                return Ok(false);
            }
            if lowering.flow.jumps(cursor) != Some(head) {
                return Err(wrong);
            }
            lowering.count(InstId::new(cursor));
            behind = Some(cursor + 1);
            Ok(true)
        })?;
        behind.ok_or(wrong)
    }

    /// BRK, or a branch behind the loop.
    pub(super) fn break_loop(&mut self, id: InstId) -> Result<(), Unlowered> {
        let number = self.innermost(id)?;
        if self.flow.levels[number].head.is_none() {
            let open = self.flow.frames.last().map_or(0, |frame| frame.loops.len());
            self.put_index(open.saturating_sub(1));
        }
        self.escape(number);
        Ok(())
    }

    /// CONT, or a branch back.
    pub(super) fn continue_loop(&mut self, id: InstId) -> Result<(), Unlowered> {
        let number = self.innermost(id)?;
        match self.flow.levels[number].head {
            None => {
                // The block of the round is the level within.
                self.escape(number + 1);
            }
            Some(head) => {
                let target = self.flow.of(id).and_then(|flow| flow.target);
                if target.map(Id::index) != Some(head) {
                    return Err(unlowered(id, Reason::Unstructured));
                }
                self.hand_on(number);
                let depth = (self.flow.levels.len() - 1 - number) as u32;
                self.recorder
                    .statement(crate::statement::Statement::Continue { depth });
            }
        }
        Ok(())
    }

    fn innermost(&self, id: InstId) -> Result<usize, Unlowered> {
        let found = self.flow.levels.iter().rposition(|level| level.is_loop);
        found.ok_or(unlowered(id, Reason::Unstructured))
    }

    /// Puts the index of the innermost LOOP of those around into A0.x, never below 0.
    pub(super) fn put_index(&mut self, loops: usize) {
        if !self.flow.indexed {
            return;
        }
        let frame = self.flow.frames.last();
        let cell = frame.and_then(|frame| frame.loops.iter().take(loops).rev().find_map(|index| *index));
        let Some(cell) = cell else { return };
        let (low, high) = (self.long(0), self.long(i64::from(i32::MAX)));
        let index = self.cells.read(&self.recorder, cell, false);
        let index = self.either(self.less(Number::S64, index, low), low, index);
        let index = self.either(self.less(Number::S64, high, index), high, index);
        let word = self.recorder.value(Expression::Low { a: index });
        self.write(self.cells.address(), None, word);
    }

    fn long(&self, value: i64) -> ValueId {
        self.recorder.constant(Type::Long, value as u64)
    }

    fn less(&self, number: Number, a: ValueId, b: ValueId) -> ValueId {
        self.recorder.value(Expression::IntCompare {
            number,
            op: IntCompare::Less,
            a,
            b,
        })
    }

    /// The sum of two longs, or the end of their range.
    fn saturating_sum(&self, a: ValueId, b: ValueId) -> ValueId {
        let number = Number::S64;
        let sum = self.recorder.value(Expression::IntBinary {
            number,
            op: IntBinary::Add,
            a,
            b,
        });
        let overflow = self.recorder.value(Expression::IntCompare {
            number,
            op: IntCompare::Overflow,
            a,
            b,
        });
        let negative = self.less(Number::S64, b, self.long(0));
        let end = self.either(negative, self.long(i64::MIN), self.long(i64::MAX));
        self.either(overflow, end, sum)
    }
}

/// Whether CONT of this loop is among the nodes.
fn continues(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Continue(_) => true,
        Node::If { then, otherwise, .. } => continues(then) || continues(otherwise),
        Node::Run(_)
        | Node::Loop { .. }
        | Node::Break(_)
        | Node::Return(_)
        | Node::End(_)
        | Node::Dispatch(_)
        | Node::Goto(_) => false,
    })
}

/// Whether lanes may leave a loop before its count is spent.
fn escapes(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Break(_) | Node::Return(_) | Node::End(_) | Node::Dispatch(_) | Node::Goto(_) => true,
        Node::If { then, otherwise, .. } => escapes(then) || escapes(otherwise),
        // What an inner loop is left by is its own, but for the ends of functions.
        Node::Loop { body, .. } => escapes(body),
        Node::Run(_) | Node::Continue(_) => false,
    })
}
