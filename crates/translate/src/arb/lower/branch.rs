//! Branches that stay branches, where an option has them: blocks of instructions between IF and ENDIF.
//!
//! A variable has one temporary on all ways. Where ways meet, a constant of one that the other does not have is written
//! at the end of its block; what is computed lies there already.

use rustc_hash::FxHashMap;

use super::Lowering;
use super::flow::Block;
use super::predicate::{Met, Predicate};
use super::variable::{Cell, Component, Content, Kind, Variable};
use crate::arb::code::{Instruction, Op, Place, Source, Target};
use crate::arb::refusal::{Reason, Refusal};

/// Blocks within each other (NV_fragment_program2, MAX_PROGRAM_IF_DEPTH_NV).
const DEEPEST: usize = 48;

/// A block that was lowered: its code, and what variables hold behind it.
pub(super) struct Way {
    pub(super) cells: FxHashMap<Variable, Cell>,
    pub(super) code: Vec<Instruction>,
}

impl<'p> Lowering<'p> {
    /// One block or the other, as a predicate says.
    pub(super) fn branch(
        &mut self,
        predicate: Predicate,
        then: Block<'_, 'p>,
        otherwise: Block<'_, 'p>,
    ) -> Result<(), Refusal> {
        if self.blocks >= DEEPEST {
            return self.refuse(Reason::Nested);
        }
        let at = self.at;
        let begin = self.code.instructions.len();
        let before = self.cells.clone();
        self.blocks += 1;
        let first = self.block_of(then);
        self.cells.clone_from(&before);
        let second = first.and_then(|first| Ok([first, self.block_of(otherwise)?]));
        self.blocks -= 1;
        let mut ways = second?;
        self.at = at;
        self.cells = before;
        let codes = [0, 1].map(|way: usize| ways[way].code.clone());
        self.join(&mut ways)?;
        let [first, second] = ways;
        let op = if predicate.less { Op::If } else { Op::IfNot };
        self.step(op, Target::Nothing, 0, &[predicate.source])?;
        self.code.instructions.extend(first.code);
        if !second.code.is_empty() {
            self.step(Op::Else, Target::Nothing, 0, &[])?;
            self.code.instructions.extend(second.code);
        }
        self.step(Op::EndIf, Target::Nothing, 0, &[])?;
        self.met = Some(Met {
            predicate,
            ways: [first.cells, second.cells],
            length: self.code.instructions.len(),
            begin,
            codes,
        });
        Ok(())
    }

    /// A block with the code that it leaves, which goes nowhere yet.
    pub(super) fn block_of(&mut self, block: Block<'_, 'p>) -> Result<Way, Refusal> {
        let outer = std::mem::take(&mut self.code.instructions);
        self.met = None;
        let done = block(self);
        let code = std::mem::replace(&mut self.code.instructions, outer);
        self.met = None;
        done.map(|()| Way {
            cells: self.cells.clone(),
            code,
        })
    }

    /// What variables hold where two ways meet; what held before is at hand.
    fn join(&mut self, ways: &mut [Way; 2]) -> Result<(), Refusal> {
        let mut variables: Vec<Variable> = ways.iter().flat_map(|way| way.cells.keys().copied()).collect();
        variables.sort_unstable();
        variables.dedup();
        for variable in variables {
            let mut cell = self.cell(variable);
            let cells = [0, 1].map(|way: usize| ways[way].cells.get(&variable).copied().unwrap_or(cell));
            let mut writes = [Constants::new(&cell), Constants::new(&cell)];
            for at in 0..4 {
                cell.components[at] = self.component(
                    cell.components[at],
                    cells.map(|cell| cell.components[at]),
                    at,
                    &mut writes,
                )?;
            }
            self.cells.insert(variable, cell);
            for (way, constants) in ways.iter_mut().zip(writes) {
                way.code.extend(constants.write(self.at));
            }
        }
        Ok(())
    }

    /// A component where two ways meet, and the constants that are written on them.
    fn component(
        &mut self,
        before: Component,
        ways: [Component; 2],
        at: usize,
        writes: &mut [Constants; 2],
    ) -> Result<Component, Refusal> {
        let [first, second] = ways;
        let is_present = first.present && second.present && first.content.kind == second.content.kind;
        if ways.iter().all(|way| way.version == before.version) {
            let is_held = is_present && !before.present;
            return Ok(if is_held { first } else { before });
        }
        if first.content.known.is_some() && first.content.known == second.content.known {
            let mut content = first.content;
            if first.content.kind != second.content.kind {
                content.kind = Kind::Any;
            }
            return Ok(self.written(content, is_present));
        }
        let Some(kind) = union([first.content, second.content]) else {
            // A register of two kinds is a mistake only if it is read.
            return Ok(self.written(Content::computed(Kind::Mixed), false));
        };
        for (way, constants) in ways.into_iter().zip(writes) {
            if !way.present && way.content.known.is_some() {
                constants.set(at, self.constant(way.content.number(kind.is_integer()))?);
            }
        }
        Ok(self.written(Content::computed(kind), true))
    }

    /// Writes the constants among these components of a variable into its temporary, as numbers of their kinds.
    pub(super) fn hold(&mut self, variable: Variable, kinds: [Option<Kind>; 4]) -> Result<(), Refusal> {
        let mut cell = self.cell(variable);
        let mut constants = Constants::new(&cell);
        for (at, kind) in kinds.into_iter().enumerate() {
            let component = cell.components[at];
            let Some(kind) = kind else { continue };
            let present = kind != Kind::Mixed;
            if present && !component.present && component.content.known.is_some() {
                constants.set(at, self.constant(component.content.number(kind.is_integer()))?);
            }
            cell.components[at] = self.written(Content::computed(kind), present);
        }
        self.cells.insert(variable, cell);
        self.code.instructions.extend(constants.write(self.at));
        Ok(())
    }
}

/// The kind of what is one or the other; none if they are held in different ways.
pub(super) fn union(contents: [Content; 2]) -> Option<Kind> {
    let [first, second] = contents.map(|content| match content.kind {
        Kind::Integer(_) => Kind::Integer(content.range()),
        kind => kind,
    });
    match first.union(second)? {
        Kind::Any => Some(Kind::Float),
        Kind::Integer(range) => {
            let [a, b] = contents.map(|content| content.range_if_known(range));
            Some(Kind::Integer(range.union(a).union(b)))
        }
        Kind::Packed(_) | Kind::Mixed => None,
        kind @ Kind::Float => Some(kind),
    }
}

/// Constants that a temporary is to hold.
struct Constants {
    register: u32,
    mask: u8,
    numbers: [f32; 4],
}

impl Constants {
    fn new(cell: &Cell) -> Constants {
        Constants {
            register: cell.register,
            mask: 0,
            numbers: [0.0; 4],
        }
    }

    fn set(&mut self, at: usize, number: f32) {
        self.mask |= 1 << at;
        self.numbers[at] = number;
    }

    /// The instruction that writes them, if there are any.
    fn write(self, at: quadrille_program::InstId) -> Option<Instruction> {
        let literal = Source::of(Place::Literal(self.numbers));
        let write = || {
            Instruction::new(
                Op::Mov,
                Target::Temporary(self.register),
                self.mask,
                &[literal],
                at,
            )
        };
        (self.mask != 0).then(write)
    }
}
