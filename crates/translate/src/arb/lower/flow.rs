//! Structured flow, without flow: blocks whose conditions are known, or both ways and a choice.

use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::FlowOp;
use quadrille_program::structure::Node;
use quadrille_program::{Access, Flow, InstId};
use rustc_hash::FxHashMap;

use super::Lowering;
use super::predicate::{Decision, Met, Predicate};
use super::variable::{Cell, Content, Kind, Variable};
use crate::arb::code::{Op, Source};
use crate::arb::refusal::{Reason, Refusal};

/// Branches and rounds of loops within each other that only a run decides.
pub(super) const DEEPEST: usize = 100;

/// Whether what is around was left.
pub(super) enum Left {
    No,
    Yes,
    /// On some way.
    Perhaps,
}

/// A continuation of lowering.
pub(super) type Block<'a, 'p> = &'a mut dyn FnMut(&mut Lowering<'p>) -> Result<(), Refusal>;

impl<'p> Lowering<'p> {
    /// The main program.
    pub(super) fn main(&mut self) -> Result<(), Refusal> {
        let end = self.exit();
        self.exits.push(end);
        self.function(self.program.entry())
    }

    /// A new variable that says that something was left.
    pub(super) fn exit(&mut self) -> Variable {
        self.exit_count += 1;
        let exit = Variable::Exit(self.exit_count);
        self.set(exit, 0.0);
        exit
    }

    fn function(&mut self, entry: InstId) -> Result<(), Refusal> {
        let Some(body) = self.bodies.get(&entry).cloned() else {
            return self.refuse(Reason::Calls);
        };
        let exit = self.exit();
        self.exits.push(exit);
        let indices = std::mem::take(&mut self.indices);
        let open = std::mem::take(&mut self.open);
        let done = self.block(&body);
        self.indices = indices;
        self.open = open;
        self.close_exit();
        done
    }

    /// Forgets the innermost of what may be left.
    pub(super) fn close_exit(&mut self) {
        if let Some(exit) = self.exits.pop() {
            self.cells.remove(&exit);
        }
    }

    /// The nodes of a block, until one of them leaves it.
    pub(super) fn block(&mut self, nodes: &[Node]) -> Result<(), Refusal> {
        for (number, node) in nodes.iter().enumerate() {
            self.node(node)?;
            let rest = &nodes[number + 1..];
            if self.is_left(&mut |lowering| lowering.block(rest))? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether something around was left, on some way at least. What comes next is then lowered already, for the ways
    /// on which it was not.
    pub(super) fn is_left(&mut self, next: Block<'_, 'p>) -> Result<bool, Refusal> {
        match left(&self.cells, &self.exits) {
            Left::No => Ok(false),
            Left::Yes => Ok(true),
            Left::Perhaps => {
                if self.is_undone(next)? {
                    return Ok(true);
                }
                let still = Predicate::not_less(-self.left_ones()?);
                self.decide(
                    Decision::Open(still),
                    &mut |lowering| {
                        lowering.stay();
                        next(lowering)
                    },
                    &mut |_| Ok(()),
                )?;
                Ok(true)
            }
        }
    }

    /// Whether two ways met right here, one of which has left: what comes next then goes on with the other, as if they
    /// had not met, and nothing has to be chosen between in the middle.
    fn is_undone(&mut self, next: Block<'_, 'p>) -> Result<bool, Refusal> {
        let Some(met) = self.met.take() else {
            return Ok(false);
        };
        let left = [0, 1].map(|way| left(&met.ways[way], &self.exits));
        let (still, predicate) = match left {
            [Left::No, Left::Yes] => (0, met.predicate),
            [Left::Yes, Left::No] => (1, met.predicate.opposite()),
            _ => return Ok(false),
        };
        if met.length != self.code.instructions.len() {
            return Ok(false);
        }
        if self.is_broken(&met, still, predicate)? {
            return next(self).map(|()| true);
        }
        self.code.instructions.truncate(met.begin);
        self.decide(
            Decision::Open(predicate),
            &mut |lowering| {
                lowering.cells = met.ways[still].clone();
                lowering.code.instructions.extend_from_slice(&met.codes[still]);
                next(lowering)
            },
            &mut |lowering| {
                lowering.cells = met.ways[1 - still].clone();
                lowering
                    .code
                    .instructions
                    .extend_from_slice(&met.codes[1 - still]);
                Ok(())
            },
        )?;
        // What came next may have ended the round, or the loop.
        if let Some(met) = self.met.take()
            && !self.is_last(&met)?
        {
            self.met = Some(met);
        }
        Ok(true)
    }

    /// 1 where something was left, else 0.
    pub(super) fn left_ones(&mut self) -> Result<Source, Refusal> {
        let mut ones = Source::number(0.0);
        for exit in self.exits.clone() {
            let value = self.variable_value(exit);
            if value.contents[0].known.is_none() {
                ones = self.compute(Op::Max, 1, &[ones, value.source])?.component(0);
            }
        }
        Ok(ones)
    }

    /// On this way nothing was left.
    pub(super) fn stay(&mut self) {
        for exit in self.exits.clone() {
            let mut cell = self.cell(exit);
            cell.components[0].content.known = Some(0);
            self.cells.insert(exit, cell);
        }
    }

    fn flow(&self, at: InstId) -> Option<&'p Flow> {
        match &self.program.instructions().get(at)?.access {
            Access::Flow(flow) => Some(flow),
            Access::None
            | Access::Texture(_)
            | Access::Condition(_)
            | Access::Memory(_)
            | Access::Conversion(_)
            | Access::Barrier(_)
            | Access::Derivative(_) => None,
        }
    }

    fn node(&mut self, node: &Node) -> Result<(), Refusal> {
        self.count_node()?;
        match node {
            Node::Run(at) => {
                self.at = *at;
                match self.program.instructions()[*at].operation {
                    Operation::Flow(FlowOp::Call) => self.call(*at),
                    Operation::Flow(FlowOp::CallIndirect) => self.refuse(Reason::IndirectCall),
                    _ => self.instruction(*at),
                }
            }
            Node::If {
                at,
                negated,
                then,
                otherwise,
            } => {
                self.at = *at;
                let condition = self.flow(*at).and_then(|flow| flow.condition);
                let decision = self.any(condition.as_ref())?;
                let (first, second) = if *negated {
                    (otherwise, then)
                } else {
                    (then, otherwise)
                };
                self.decide(decision, &mut |lowering| lowering.block(first), &mut |lowering| {
                    lowering.block(second)
                })
            }
            Node::Loop { at, body } => self.repeat(*at, body),
            Node::Break(at) => self.leave(*at, 1),
            Node::Continue(at) => self.leave(*at, 0),
            Node::Return(at) => self.leave(*at, usize::MAX),
            Node::End(at) => {
                self.at = *at;
                if let Some(end) = self.exits.first().copied() {
                    self.set(end, 1.0);
                }
                Ok(())
            }
            Node::Dispatch(_) | Node::Goto(_) => self.refuse(Reason::Unstructured),
        }
    }

    /// Notes that something was left: the round of a loop, the loop, or the function, whose notes lie in this order
    /// from the last to the first.
    fn leave(&mut self, at: InstId, what: usize) -> Result<(), Refusal> {
        self.at = at;
        let place = match what {
            usize::MAX => self.returns(),
            back => self.exits.len().checked_sub(back + 1),
        };
        let exit = place.and_then(|place| self.exits.get(place)).copied();
        match exit {
            Some(exit) => {
                self.set(exit, 1.0);
                Ok(())
            }
            None => self.refuse(Reason::Unstructured),
        }
    }

    /// The place of the running function's note.
    fn returns(&self) -> Option<usize> {
        // Two notes for each loop of the function lie behind it.
        self.exits.len().checked_sub(2 * self.indices.len() + 1)
    }

    fn call(&mut self, at: InstId) -> Result<(), Refusal> {
        let Some(flow) = self.flow(at) else {
            return self.refuse(Reason::Unstructured);
        };
        let Some(target) = flow.target else {
            return self.refuse(Reason::Calls);
        };
        if self.calls >= self.program.execution().call_depth {
            return self.refuse(Reason::Calls);
        }
        let decision = self.any(flow.condition.as_ref())?;
        self.calls += 1;
        let done = self.decide(decision, &mut |lowering| lowering.function(target), &mut |_| {
            Ok(())
        });
        self.calls -= 1;
        done
    }

    /// One block or the other, or both and a choice.
    pub(super) fn decide(
        &mut self,
        decision: Decision,
        then: Block<'_, 'p>,
        otherwise: Block<'_, 'p>,
    ) -> Result<(), Refusal> {
        let predicate = match decision {
            Decision::Known(true) => return then(self),
            Decision::Known(false) => return otherwise(self),
            Decision::Open(predicate) => predicate,
        };
        if self.branches {
            return self.branch(predicate, then, otherwise);
        }
        if self.path.len() >= DEEPEST {
            return self.refuse(Reason::Nested);
        }
        let at = self.at;
        let before = self.cells.clone();
        let outside = self.way;
        let way = |lowering: &mut Lowering<'p>, predicate, block: Block<'_, 'p>| {
            lowering.ways += 1;
            lowering.way = lowering.ways;
            lowering.path.push(predicate);
            let done = block(lowering);
            lowering.path.pop();
            let after = std::mem::replace(&mut lowering.cells, before.clone());
            done.map(|()| after)
        };
        let first = way(self, predicate, then)?;
        let second = way(self, predicate.opposite(), otherwise)?;
        self.way = outside;
        self.at = at;
        self.meet(predicate, [&first, &second])?;
        let length = self.code.instructions.len();
        self.met = Some(Met {
            predicate,
            ways: [first, second],
            length,
            begin: length,
            codes: [Vec::new(), Vec::new()],
        });
        Ok(())
    }

    /// Notes that components of a variable are floats on one way and integers on the other.
    fn spoil(&mut self, variable: Variable, mask: u8) {
        let mut cell = self.cell(variable);
        for at in (0..4).filter(|at| mask >> at & 1 != 0) {
            cell.components[at] = self.written(Content::computed(Kind::Mixed), false);
        }
        self.cells.insert(variable, cell);
    }

    /// Chooses between what two ways have written.
    fn meet(&mut self, predicate: Predicate, ways: [&FxHashMap<Variable, Cell>; 2]) -> Result<(), Refusal> {
        let mut variables: Vec<Variable> = ways.iter().flat_map(|way| way.keys().copied()).collect();
        variables.sort_unstable();
        variables.dedup();
        let mut prepared = None;
        for variable in variables {
            let before = self.cell(variable);
            let [first, second] = ways.map(|way| way.get(&variable).copied().unwrap_or(before));
            let written =
                |cell: &Cell, at: usize| cell.components[at].version != before.components[at].version;
            let mask = (0..4).filter(|at| written(&first, *at) || written(&second, *at));
            let mask = mask.fold(0, |mask, at| mask | 1 << at);
            if mask == 0 {
                continue;
            }
            // Where a function or loop was left, or is left on both ways, nobody asks what else there is.
            let predicate = match prepared {
                Some(predicate) => predicate,
                None => *prepared.insert(self.prepared(predicate, 1)?.component(0)),
            };
            let [first, second] = [first, second].map(|cell| value_of(&cell));
            match self.choose_value(predicate, &first, &second, mask) {
                Ok(chosen) => self.assign_always(variable, mask, &chosen)?,
                // A register of two kinds is a mistake only if it is read.
                Err(refusal) if refusal.reason == Reason::Kind => self.spoil(variable, mask),
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(())
    }
}

/// Whether something around was left where variables hold this.
pub(super) fn left(cells: &FxHashMap<Variable, Cell>, exits: &[Variable]) -> Left {
    let known = exits
        .iter()
        .filter_map(|exit| cells.get(exit))
        .map(|cell| cell.components[0].content.known);
    known.fold(Left::No, |left, known| match (left, known) {
        (Left::Yes, _) | (_, Some(1..)) => Left::Yes,
        (Left::No, Some(0)) => Left::No,
        (Left::Perhaps, Some(0)) | (_, None) => Left::Perhaps,
    })
}

/// What a variable holds at the end of a way.
fn value_of(cell: &Cell) -> super::value::Value {
    super::value::Value {
        source: Source::of(crate::arb::code::Place::Temporary(cell.register)),
        contents: cell.components.map(|component| component.content),
        held: 0,
    }
}
