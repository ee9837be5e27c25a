//! Regions, and what cells hold across their borders.
//!
//! Within a region, cells are values. At its border they are variables: what a region may write is written to its
//! variables before it and at its ends, and read from them behind it.

use quadrille_base::Id;
use quadrille_engine::AbnormalEnd;
use quadrille_program::InstId;
use quadrille_program::structure::Node;

use super::Lowering;
use super::cells::{Cell, Initial, State};
use super::operand::unlowered;
use super::subroutine::Frame;
use crate::expression::{Expression, ValueId};
use crate::statement::{RegionId, Statement};
use crate::unlowered::{Reason, Unlowered};

/// How far a value is followed to find that it is uniform.
pub(super) const UNIFORM_DEPTH: u32 = 8;

/// Regions within regions; forms with more are refused, for whoever executes them nests as deep.
const MOST_NESTED: usize = 200;

/// Statements of a form.
const MOST_STATEMENTS: usize = 1 << 20;

/// A block or loop that lanes may leave.
pub(super) struct Level {
    /// The cells that it may write.
    pub(super) written: Vec<Cell>,
    /// Where the innermost loop of the structure is left to; the blocks that CONT and RET leave are none.
    pub(super) is_loop: bool,
    /// The first instruction of a loop of branches.
    pub(super) head: Option<usize>,
}

impl Lowering<'_> {
    /// One region or another, made by `lower` for the first and the second, which say whether lanes come to their ends.
    pub(super) fn branch(
        &mut self,
        condition: ValueId,
        then: &[Node],
        otherwise: &[Node],
        mut lower: impl FnMut(&mut Self, bool) -> Result<bool, Unlowered>,
    ) -> Result<bool, Unlowered> {
        let mut written = self.written(then);
        written.extend(self.written(otherwise));
        written.sort_unstable();
        written.dedup();
        self.branch_writing(condition, &written, &mut lower)
    }

    /// The same where the cells that are written are known.
    pub(super) fn branch_writing(
        &mut self,
        condition: ValueId,
        written: &[Cell],
        lower: &mut dyn FnMut(&mut Self, bool) -> Result<bool, Unlowered>,
    ) -> Result<bool, Unlowered> {
        self.enter()?;
        self.flush(written);
        let saved: Vec<State> = written.iter().map(|cell| self.cells.states[*cell]).collect();
        let unexported = self.unexported();
        let divergent = self.flow.divergent;
        let varies = !self.is_uniform(condition, UNIFORM_DEPTH);
        let mut falls = [true; 2];
        let mut regions = [RegionId::new(0); 2];
        for (at, first) in [true, false].into_iter().enumerate() {
            regions[at] = self.recorder.open();
            self.version += 1;
            self.flow.divergent |= varies;
            falls[at] = lower(self, first)?;
            if falls[at] {
                self.flush(written);
            }
            self.recorder.close();
            for (cell, state) in written.iter().zip(&saved) {
                let variable = self.cells.states[*cell].variable;
                self.cells.states[*cell] = State { variable, ..*state };
            }
            unexported
                .iter()
                .for_each(|cell| self.cells.states[*cell].unexported = true);
            self.flow.divergent = divergent || self.flow.lowest != usize::MAX;
        }
        let [then, otherwise] = regions;
        self.recorder.statement(Statement::If {
            condition,
            then,
            otherwise,
        });
        self.after_effect();
        self.flow.nested -= 1;
        self.reread(written);
        Ok(falls != [false; 2])
    }

    /// A block or loop, made by `lower`, which says whether lanes come to its end.
    pub(super) fn level(
        &mut self,
        level: Level,
        loops: bool,
        lower: &mut dyn FnMut(&mut Self) -> Result<bool, Unlowered>,
    ) -> Result<(), Unlowered> {
        let written = level.written.clone();
        self.enter()?;
        self.flush(&written);
        let unexported = self.unexported();
        let divergent = self.flow.divergent;
        let number = self.flow.levels.len();
        self.flow.levels.push(level);
        let body = self.recorder.open();
        if loops {
            self.reread(&written);
        }
        self.version += 1;
        if lower(self)? {
            self.flush(&written);
        }
        self.recorder.close();
        self.flow.levels.pop();
        self.recorder.statement(if loops {
            Statement::Loop { body }
        } else {
            Statement::Block { body }
        });
        self.after_effect();
        self.flow.nested -= 1;
        if self.flow.lowest >= number {
            self.flow.lowest = usize::MAX;
        }
        self.flow.divergent = divergent || self.flow.lowest != usize::MAX;
        unexported
            .iter()
            .for_each(|cell| self.cells.states[*cell].unexported = true);
        self.reread(&written);
        Ok(())
    }

    /// Opens one region more.
    fn enter(&mut self) -> Result<(), Unlowered> {
        self.flow.nested += 1;
        if self.flow.nested > MOST_NESTED || self.recorder.statements() > MOST_STATEMENTS {
            return Err(unlowered(self.program.entry(), Reason::Growth));
        }
        Ok(())
    }

    /// The results that the batch does not hold: where some lanes export them, the others have not.
    fn unexported(&self) -> Vec<Cell> {
        self.cells
            .results()
            .filter(|cell| self.cells.states[*cell].unexported)
            .collect()
    }

    /// Writes cells to their variables.
    pub(super) fn flush(&mut self, cells: &[Cell]) {
        for cell in cells {
            let state = self.cells.states[*cell];
            let fresh = state.value.is_none() && state.initial != Initial::Zero;
            if !state.dirty && !fresh {
                continue;
            }
            let value = self.cells.read(&self.recorder, *cell, false);
            let variable = self.cells.variable(&self.recorder, *cell);
            self.recorder.statement(Statement::Write { variable, value });
            let state = &mut self.cells.states[*cell];
            (state.value, state.dirty) = (Some(value), false);
        }
    }

    /// Reads cells from their variables, which are what all lanes have.
    fn reread(&mut self, cells: &[Cell]) {
        self.version += 1;
        let version = self.version;
        for cell in cells {
            let variable = self.cells.variable(&self.recorder, *cell);
            let kind = self.cells.states[*cell].kind;
            let read = Expression::Variable { variable, version };
            let value = self.recorder.value_of(read, kind);
            let state = &mut self.cells.states[*cell];
            (state.value, state.all, state.dirty) = (Some(value), None, false);
            state.unexported = true;
        }
    }

    /// The active lanes leave a level, with what they hold.
    pub(super) fn escape(&mut self, number: usize) {
        self.hand_on(number);
        let depth = (self.flow.levels.len() - 1 - number) as u32;
        self.recorder.statement(Statement::Break { depth });
    }

    /// Before the active lanes leave a level: writes to variables what they hold.
    pub(super) fn hand_on(&mut self, number: usize) {
        let written = self.flow.levels[number].written.clone();
        for cell in written {
            if !self.cells.states[cell].dirty {
                continue;
            }
            let value = self.cells.read(&self.recorder, cell, false);
            let variable = self.cells.variable(&self.recorder, cell);
            self.recorder.statement(Statement::Write { variable, value });
        }
        self.flow.lowest = self.flow.lowest.min(number);
        self.left += 1;
    }

    /// Ends the active lanes at an instruction.
    pub(super) fn abnormal(&mut self, instruction: InstId, why: AbnormalEnd) {
        self.recorder.statement(Statement::End { instruction, why });
        self.escape(0);
    }

    /// Whether too many blocks are open, which ends the active lanes.
    pub(super) fn too_deep(
        &mut self,
        at: InstId,
        most: Option<u32>,
        open: impl Fn(&Frame, (u32, u32)) -> u32,
        why: AbnormalEnd,
    ) -> bool {
        let nesting = self.flow.nesting(at);
        let open = self.flow.frames.last().map_or(0, |frame| open(frame, nesting));
        let deep = most.is_some_and(|most| open >= most);
        if deep {
            self.abnormal(at, why);
        }
        deep
    }

    /// Whether a value is surely the same in all lanes.
    pub(super) fn is_uniform(&self, value: ValueId, depth: u32) -> bool {
        let expression = self.recorder.with(|form| form.values[value].expression);
        let mut uniform = !expression.varies();
        expression.visit(|operand| uniform = uniform && depth > 0 && self.is_uniform(operand, depth - 1));
        uniform
    }
}
