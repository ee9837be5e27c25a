//! Loops: REP, LOOP, and those that branches make.

use quadrille_base::Id;
use quadrille_engine::AbnormalEnd;
use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::FlowOp;
use quadrille_program::InstId;
use quadrille_program::structure::Node;
use quadrille_program::types::Types;

use super::Lowering;
use super::cells::Cell;
use super::operand::unlowered;
use super::region::Level;
use crate::expression::{Conversion, Expression, Type, ValueId};
use crate::number::Number;
use crate::op::{IntBinary, IntCompare};
use crate::unlowered::{Reason, Unlowered};

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
        let mut left = whole(self, operand[0]);
        if let Some(most) = program.execution().loop_count {
            let most = self.long(i64::from(most));
            let less = self.less(most, left);
            left = self.either(less, most, left);
        }
        let counter = self.cells.add(Type::Long);
        let zero = self.long(0);
        let any = self.less(zero, left);
        self.branch_writing(any, &written.clone(), &mut |lowering, first| {
            if first {
                lowering.write(counter, None, left);
                written.push(counter);
                lowering.rounds(at, body, behind, Some(counter), index, &written)?;
            }
            Ok(true)
        })?;
        Ok(Some(behind))
    }

    /// The rounds of a loop, of which there is one at least.
    fn rounds(
        &mut self,
        at: InstId,
        body: &[Node],
        behind: usize,
        counter: Option<Cell>,
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
            lowering.flow.divergent = true;
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
            let (zero, one) = (lowering.long(0), lowering.long(1));
            let old = lowering.cells.read(&lowering.recorder, counter, false);
            let left = lowering.recorder.value(Expression::IntBinary {
                number: Number::S64,
                op: IntBinary::Subtract,
                a: old,
                b: one,
            });
            lowering.write(counter, None, left);
            let more = lowering.less(zero, left);
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
        let index = self.either(self.less(index, low), low, index);
        let index = self.either(self.less(high, index), high, index);
        let word = self.recorder.value(Expression::Low { a: index });
        self.write(self.cells.address(), None, word);
    }

    fn long(&self, value: i64) -> ValueId {
        self.recorder.constant(Type::Long, value as u64)
    }

    fn less(&self, a: ValueId, b: ValueId) -> ValueId {
        self.recorder.value(Expression::IntCompare {
            number: Number::S64,
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
        let negative = self.less(b, self.long(0));
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
