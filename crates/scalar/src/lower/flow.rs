//! Structured flow: the nodes of a function in order, with the instructions that each of them counts.

use quadrille_base::Id;
use quadrille_engine::AbnormalEnd;
use quadrille_isa::gl::operation::FlowOp;
use quadrille_isa::gl::{Operation, Test};
use quadrille_program::structure::{Node, functions};
use quadrille_program::{Access, Flow, InstId, Program};
use rustc_hash::FxHashMap;

use super::Lowering;
use super::operand::unlowered;
use super::region::Level;
use super::subroutine::Frame;
use crate::expression::{Expression, ValueId};
use crate::unlowered::{Reason, Unlowered};

/// What lowering knows of flow.
pub(super) struct Flowing<'p> {
    /// The bodies of functions by their first instruction.
    pub(super) bodies: FxHashMap<InstId, Vec<Node>>,
    /// IF blocks and loops of its subroutine that are open around each instruction.
    nesting: Vec<(u32, u32)>,
    /// Whether LOOP puts its index into an address register.
    pub(super) indexed: bool,
    /// Blocks and loops around, the innermost last.
    pub(super) levels: Vec<Level>,
    /// The subroutines that are being inlined, the main program first.
    pub(super) frames: Vec<Frame>,
    /// Whether lanes of the batch may not be active.
    pub(super) divergent: bool,
    /// The outermost level that lanes have left within the innermost that is open.
    pub(super) lowest: usize,
    /// Regions that are open.
    pub(super) nested: usize,
    /// Nodes that inlining has made so far.
    pub(super) inlined: usize,
    program: &'p Program,
}

impl<'p> Flowing<'p> {
    pub(super) fn new(program: &'p Program) -> Result<Flowing<'p>, Unlowered> {
        let functions = functions(program).map_err(|_| unlowered(program.entry(), Reason::Unstructured))?;
        let mut open = (0u32, 0u32);
        let nesting = program.instructions().iter().map(|instruction| {
            let around = open;
            match instruction.operation {
                Operation::Flow(FlowOp::If) => open.0 += 1,
                Operation::Flow(FlowOp::EndIf) => open.0 = open.0.saturating_sub(1),
                Operation::Flow(FlowOp::Repeat | FlowOp::Loop) => open.1 += 1,
                Operation::Flow(FlowOp::EndRepeat | FlowOp::EndLoop) => open.1 = open.1.saturating_sub(1),
                _ => {}
            }
            around
        });
        let nesting = nesting.collect();
        let is_loop = |operation| operation == Operation::Flow(FlowOp::Loop);
        let mut operations = program.instructions().iter();
        Ok(Flowing {
            bodies: functions
                .into_iter()
                .map(|function| (function.entry, function.body))
                .collect(),
            nesting,
            indexed: program.addresses() > 0 && operations.any(|instruction| is_loop(instruction.operation)),
            levels: Vec::new(),
            frames: Vec::new(),
            divergent: false,
            lowest: usize::MAX,
            nested: 0,
            inlined: 0,
            program,
        })
    }

    pub(super) fn nesting(&self, id: InstId) -> (u32, u32) {
        self.nesting[id.index()]
    }

    /// The flow of an instruction.
    pub(super) fn of(&self, id: InstId) -> Option<&'p Flow> {
        match &self.program.instructions().get(id)?.access {
            Access::Flow(flow) => Some(flow),
            _ => None,
        }
    }

    pub(super) fn operation(&self, at: usize) -> Option<Operation> {
        let instruction = self.program.instructions().get(InstId::new(at))?;
        Some(instruction.operation)
    }

    /// The RET that a branch goes to.
    pub(super) fn jumps_to_return(&self, id: InstId) -> Option<InstId> {
        let target = self.of(id)?.target?;
        let is = |at: InstId, operation| self.operation(at.index()) == Some(Operation::Flow(operation));
        (is(id, FlowOp::Branch) && is(target, FlowOp::Return)).then_some(target)
    }

    /// Where an instruction goes, if it always goes elsewhere by BRA.
    pub(super) fn jumps(&self, at: usize) -> Option<usize> {
        let flow = self.of(InstId::new(at))?;
        let always = flow.condition.is_none_or(|condition| condition.test == Test::Tr);
        let is_branch = self.operation(at)? == Operation::Flow(FlowOp::Branch);
        flow.target.filter(|_| always && is_branch).map(Id::index)
    }
}

/// The first instruction of a node.
fn first(node: &Node) -> Option<usize> {
    Some(match node {
        Node::Run(id)
        | Node::If { at: id, .. }
        | Node::Loop { at: Some(id), .. }
        | Node::Break(id)
        | Node::Continue(id)
        | Node::Return(id)
        | Node::End(id) => id.index(),
        Node::Loop { at: None, body } => return body.first().and_then(first),
        Node::Dispatch(_) | Node::Goto(_) => return None,
    })
}

impl Lowering<'_> {
    /// Instructions in order, from one on to another behind them. `by` is the instruction whose condition has led here,
    /// and which is counted already. Whether lanes come to the end.
    pub(super) fn nodes(
        &mut self,
        nodes: &[Node],
        from: usize,
        to: Option<usize>,
        by: Option<InstId>,
    ) -> Result<Option<usize>, Unlowered> {
        let mut cursor = from;
        for node in nodes {
            let refused = unlowered(InstId::new(cursor), Reason::Unstructured);
            let first = first(node).ok_or(refused)?;
            if by.map(Id::index) != Some(first) {
                cursor = self.skip(cursor, first)?;
            }
            match node {
                Node::Run(id) => {
                    let called = match self.program.instructions()[*id].operation {
                        Operation::Flow(FlowOp::Call) => self.call_subroutine(*id)?,
                        Operation::Flow(FlowOp::CallIndirect) => {
                            return Err(unlowered(*id, Reason::IndirectCall));
                        }
                        _ => {
                            self.instruction(*id)?;
                            true
                        }
                    };
                    if !called {
                        return Ok(None);
                    }
                    cursor = id.index() + 1;
                }
                Node::If {
                    at, then, otherwise, ..
                } => match self.decide(*at, then, otherwise)? {
                    Some(behind) => cursor = behind,
                    None => return Ok(None),
                },
                Node::Loop { at: Some(at), body } => match self.repeat(*at, body)? {
                    Some(behind) => cursor = behind,
                    None => return Ok(None),
                },
                Node::Loop { at: None, body } => cursor = self.branch_loop(cursor, body)?,
                Node::Break(id) => {
                    self.count_unless(*id, by);
                    self.break_loop(*id)?;
                    return Ok(None);
                }
                Node::Continue(id) => {
                    self.count_unless(*id, by);
                    self.continue_loop(*id)?;
                    return Ok(None);
                }
                Node::Return(id) => {
                    self.count_unless(*id, by);
                    self.leave(*id)?;
                    return Ok(None);
                }
                Node::End(id) => {
                    if self.operation_is_flow(*id) {
                        self.count_unless(*id, by);
                    }
                    self.escape(0);
                    return Ok(None);
                }
                Node::Dispatch(_) | Node::Goto(_) => return Err(refused),
            }
        }
        match to {
            Some(to) => self.skip(cursor, to).map(Some),
            None => Ok(Some(cursor)),
        }
    }

    fn operation_is_flow(&self, id: InstId) -> bool {
        matches!(self.flow.operation(id.index()), Some(Operation::Flow(_)))
    }

    fn count_unless(&mut self, id: InstId, by: Option<InstId>) {
        if by != Some(id) {
            self.count(id);
        }
    }

    /// Goes by the branches that the structure leaves out, which are counted, to an instruction.
    pub(super) fn skip(&mut self, from: usize, to: usize) -> Result<usize, Unlowered> {
        let mut at = from;
        for _ in 0..=self.program.instructions().len() {
            if at == to {
                return Ok(at);
            }
            match self.flow.jumps(at) {
                Some(target) => {
                    self.count(InstId::new(at));
                    at = target;
                }
                None => break,
            }
        }
        let last = self.program.instructions().len().saturating_sub(1);
        Err(unlowered(InstId::new(at.min(last)), Reason::Unstructured))
    }

    /// IF, or what a conditional branch makes of the instructions behind it; comes to the instruction behind, or to
    /// none if no lane does.
    fn decide(&mut self, at: InstId, then: &[Node], otherwise: &[Node]) -> Result<Option<usize>, Unlowered> {
        self.count(at);
        let Some(flow) = self.flow.of(at) else {
            return Err(unlowered(at, Reason::Unstructured));
        };
        let here = at.index();
        let condition = self.any(flow.condition.as_ref());
        let target = flow.target.map_or(self.end().index(), Id::index);
        let leaves = |node: &Node| matches!(node, Node::Break(id) | Node::Continue(id) | Node::Return(id) | Node::End(id) if *id == at);
        if let ([node], []) = (then, otherwise)
            && leaves(node)
        {
            self.branch(condition, then, otherwise, |lowering, first| {
                if first {
                    lowering.nodes(then, here, None, Some(at)).map(|_| false)
                } else {
                    Ok(true)
                }
            })?;
            return Ok(Some(here + 1));
        }
        if self.flow.operation(here) != Some(Operation::Flow(FlowOp::If)) {
            return self.skip_over(at, condition, target, (then, otherwise));
        }
        if self.too_deep(
            at,
            self.program.execution().if_depth,
            |frame, (ifs, _)| frame.open_ifs + ifs,
            AbnormalEnd::IfDepth,
        ) {
            return Ok(None);
        }
        let last = target - 1;
        let has_else = self.flow.operation(last) == Some(Operation::Flow(FlowOp::Else));
        let behind = match has_else {
            true => self
                .flow
                .of(InstId::new(last))
                .and_then(|flow| flow.target)
                .map_or(target, Id::index),
            false => target,
        };
        self.branch(condition, then, otherwise, |lowering, first| {
            let (nodes, from, to) = match first {
                true => (then, here + 1, last),
                false if has_else => (otherwise, target, behind - 1),
                false => return Ok(true),
            };
            let falls = lowering.nodes(nodes, from, Some(to), None)?.is_some();
            if falls {
                // ELSE or ENDIF.
                lowering.count(InstId::new(to));
            }
            Ok(falls)
        })
        .map(|falls| falls.then_some(behind))
    }

    /// A branch over instructions, which are run where it is not taken; or between two halves.
    fn skip_over(
        &mut self,
        at: InstId,
        taken: ValueId,
        target: usize,
        (then, otherwise): (&[Node], &[Node]),
    ) -> Result<Option<usize>, Unlowered> {
        let here = at.index();
        if self.flow.operation(here) != Some(Operation::Flow(FlowOp::Branch)) || target <= here {
            return Err(unlowered(at, Reason::Unstructured));
        }
        let last = target - 1;
        let leaves = |node: &Node| matches!(node, Node::Break(id) | Node::Continue(id) | Node::Return(id) | Node::End(id) if id.index() == last);
        let over = self.flow.jumps(last).filter(|over| *over > target && last > here);
        let over = over.filter(|_| !then.last().is_some_and(leaves));
        let condition = self.recorder.value(Expression::Not { a: taken });
        self.branch(condition, then, otherwise, |lowering, first| {
            match (first, over) {
                (true, Some(_)) => {
                    let falls = lowering.nodes(then, here + 1, Some(last), None)?.is_some();
                    if falls {
                        lowering.count(InstId::new(last));
                    }
                    Ok(falls)
                }
                (true, None) => Ok(lowering.nodes(then, here + 1, Some(target), None)?.is_some()),
                (false, Some(over)) => Ok(lowering.nodes(otherwise, target, Some(over), None)?.is_some()),
                (false, None) => Ok(true),
            }
        })
        .map(|falls| falls.then_some(over.unwrap_or(target)))
    }
}
