//! Loops: unrolled, as often as they run, where they do not [stay](super::rounds).

use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::FlowOp;
use quadrille_program::InstId;
use quadrille_program::structure::Node;

use super::Lowering;
use super::predicate::{Decision, Predicate};
use super::value::Value;
use super::variable::{Content, Kind, Range, Variable};
use crate::arb::code::{Op, Place, Source};
use crate::arb::refusal::{Reason, Refusal};
use crate::options::Approximation;

/// Rounds that are unrolled of one loop.
const MOST: u32 = 1024;

/// Rounds of a loop whose number is known only at run time, where the user says that there are no more.
const BOUNDED: u32 = 32;

/// The number of rounds.
#[derive(Clone, Copy)]
pub(super) enum Count {
    Known(u32),
    /// As long as nothing leaves it.
    Endless,
    /// A number that is computed.
    Open(Source),
    /// A parameter, where REP takes it.
    Given(Source),
}

/// A loop.
#[derive(Clone, Copy)]
pub(super) struct Loop<'n> {
    pub(super) count: Count,
    /// The first index and the step.
    index: Option<(f64, f64)>,
    pub(super) body: &'n [Node],
    pub(super) at: InstId,
    /// The conditions that hold around it.
    around: usize,
}

impl<'p> Lowering<'p> {
    /// REP, LOOP, or a loop of branches.
    pub(super) fn repeat(&mut self, at: Option<InstId>, body: &[Node]) -> Result<(), Refusal> {
        let at = at.unwrap_or(self.at);
        self.at = at;
        let (count, index) = self.count(at)?;
        let unrolled = Loop {
            count,
            index,
            body,
            at,
            around: self.path.len(),
        };
        let is_short = matches!(count, Count::Known(0 | 1));
        if self.branches && index.is_none() && !is_short {
            return self.stay_loop(&unrolled);
        }
        let leaves = self.exit();
        self.exits.push(leaves);
        let again = self.exit();
        self.exits.push(again);
        self.indices.push(index.map(|(first, _)| first));
        self.open.push(None);
        let done = self.rounds(&unrolled, 0);
        self.open.pop();
        self.indices.pop();
        self.close_exit();
        self.close_exit();
        self.restore_index();
        done
    }

    /// How often a loop runs, and the index of LOOP.
    fn count(&mut self, at: InstId) -> Result<(Count, Option<(f64, f64)>), Refusal> {
        let program = self.program;
        let instruction = &program.instructions()[at];
        let is_loop = instruction.operation == Operation::Flow(FlowOp::Loop);
        let is_counted = is_loop || instruction.operation == Operation::Flow(FlowOp::Repeat);
        if !is_counted || instruction.operands.is_empty() {
            return Ok((Count::Endless, None));
        }
        let types = self.types(instruction);
        let integer = !instruction.data_type.is_float();
        let mask = if is_loop { 0b0111 } else { 0b0001 };
        let value = self.operand(instruction, types, 0, mask)?;
        let whole = |content: Content| match integer {
            true => content.integer(),
            false => content.number(false).map(|number| f64::from(number).floor()),
        };
        let most = program.execution().loop_count.map_or(f64::INFINITY, f64::from);
        let count = match whole(value.contents[0]) {
            Some(count) => Count::Known(count.min(most).max(0.0) as u32),
            None if self.branches && self.is_fragment() && self.is_parameter(&value) && !integer => {
                Count::Given(value.source.component(0))
            }
            None if self.branches || self.approximates(Approximation::BoundedLoops) => {
                let source = self.physical(&value, 1, integer)?.component(0);
                let source = if integer {
                    source
                } else {
                    self.compute(Op::Flr, 1, &[source])?
                };
                Count::Open(self.compute(Op::Mov, 1, &[source])?.component(0))
            }
            None => {
                return Err(Reason::Rounds(MOST).at(at).or(Approximation::BoundedLoops));
            }
        };
        let index = if is_loop && program.addresses() > 0 {
            match (whole(value.contents[1]), whole(value.contents[2])) {
                (Some(first), Some(step)) => Some((first, step)),
                _ => return Err(Reason::Rounds(MOST).at(at)),
            }
        } else {
            None
        };
        Ok((count, index))
    }

    /// Whether the first component is one of a parameter as it stands.
    fn is_parameter(&self, value: &Value) -> bool {
        matches!(value.source.place, Place::Parameter(_)) && !value.source.negate
    }

    /// The rounds from a number on.
    fn rounds(&mut self, unrolled: &Loop<'_>, from: u32) -> Result<(), Refusal> {
        let mut number = from;
        loop {
            match unrolled.count {
                Count::Known(count) if number >= count => return Ok(()),
                Count::Open(_) if number >= BOUNDED => return Ok(()),
                // One that has been left on no way yet counts what is known, and ends by that.
                Count::Endless if number >= BOUNDED && self.path.len() > unrolled.around => {
                    return match self.approximates(Approximation::BoundedLoops) {
                        true => Ok(()),
                        false => Err(Reason::Rounds(BOUNDED)
                            .at(unrolled.at)
                            .or(Approximation::BoundedLoops)),
                    };
                }
                Count::Known(_) | Count::Open(_) | Count::Given(_) | Count::Endless => {}
            }
            if number >= MOST {
                return Err(Reason::Rounds(MOST).at(unrolled.at));
            }
            self.at = unrolled.at;
            if let Count::Open(count) = unrolled.count {
                let left = self.compute(Op::Sub, 1, &[Source::number(number as f32), count])?;
                let runs = Predicate::less(left.component(0));
                return self.decide(
                    Decision::Open(runs),
                    &mut |lowering| {
                        lowering.one_round(unrolled, number)?;
                        match lowering.is_left(&mut |lowering| lowering.rounds(unrolled, number + 1))? {
                            true => Ok(()),
                            false => lowering.rounds(unrolled, number + 1),
                        }
                    },
                    &mut |_| Ok(()),
                );
            }
            self.one_round(unrolled, number)?;
            number += 1;
            if self.is_left(&mut |lowering| lowering.rounds(unrolled, number))? {
                return Ok(());
            }
        }
    }

    /// One round.
    fn one_round(&mut self, unrolled: &Loop<'_>, number: u32) -> Result<(), Refusal> {
        self.count_node()?;
        if let (Some((first, step)), Some(index)) = (unrolled.index, self.indices.last_mut()) {
            *index = Some(first + step * f64::from(number));
        }
        self.restore_index();
        self.block(unrolled.body)?;
        // What ends the round ends no more than that.
        if self.exits.pop().is_some() {
            let again = self.exit();
            self.exits.push(again);
        }
        Ok(())
    }

    /// Puts the index of the innermost LOOP around into `A0.x`, never below 0 (NV_fragment_program2 3.11.3.Y).
    fn restore_index(&mut self) {
        let Some(index) = self.indices.iter().rev().find_map(|index| *index) else {
            return;
        };
        let index = index.clamp(0.0, f64::from(i32::MAX));
        let content = Content::constant(index as u32, Kind::Integer(Range::of(0.0, index)));
        let component = self.written(content, false);
        let mut cell = self.cell(Variable::Address(0));
        cell.components[0] = component;
        self.cells.insert(Variable::Address(0), cell);
    }
}
