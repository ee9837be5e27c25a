//! One function taken apart: from its instructions to blocks and loops, or to numbered blocks where its
//! branches fit no pattern.

use quadrille_base::Id;
use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::FlowOp;

use super::{MOST_NESTED, Node, Unstructured, flow, is_conditional, reach};
use crate::id::InstId;
use crate::instruction::Flow;
use crate::program::Program;

/// The branch targets of a loop around, and its nesting depth.
#[derive(Clone, Copy, Default)]
struct Around {
    /// Behind the loop.
    leave: Option<usize>,
    /// The next round.
    again: Option<usize>,
    depth: usize,
}

enum Fail {
    /// The branches fit no pattern.
    Pattern,
    Nested(usize),
}

pub(super) struct Builder<'a> {
    program: &'a Program,
    entry: usize,
    reached: Vec<bool>,
    /// For each instruction, the reached branches that go to it.
    incoming: Vec<Vec<usize>>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(program: &'a Program, entry: InstId) -> Builder<'a> {
        let reached = reach(program, entry);
        let mut incoming = vec![Vec::new(); reached.len() + 1];
        for at in (0..reached.len()).filter(|at| reached[*at]) {
            let at = InstId::new(at);
            if program.instructions()[at].operation == Operation::Flow(FlowOp::Branch)
                && let Some(target) = flow(program, at).and_then(|flow| flow.target)
            {
                incoming[target.index()].push(at.index());
            }
        }
        Builder {
            program,
            entry: entry.index(),
            reached,
            incoming,
        }
    }

    pub(super) fn body(&self) -> Result<Vec<Node>, Unstructured> {
        let first = self
            .reached
            .iter()
            .position(|reached| *reached)
            .unwrap_or(self.entry);
        let end = self
            .reached
            .iter()
            .rposition(|reached| *reached)
            .map_or(self.entry, |last| last + 1);
        let structured = if first < self.entry {
            Err(Fail::Pattern)
        } else {
            self.region(self.entry, end, Around::default(), None)
        };
        let mut body = match structured {
            Ok(body) => body,
            Err(Fail::Pattern) => vec![Node::Dispatch(self.blocks())],
            Err(Fail::Nested(_)) if !self.has_blocks() => vec![Node::Dispatch(self.blocks())],
            Err(Fail::Nested(at)) => return Err(Unstructured::Nested(InstId::new(at))),
        };
        match body.last() {
            Some(Node::Return(_)) => {
                body.pop();
            }
            Some(Node::Dispatch(_) | Node::End(_)) => {}
            _ if self.comes_to_end() => body.push(self.off_end(end - 1)),
            _ => {}
        }
        Ok(body)
    }

    /// Whether this is a subroutine of which a way leads behind the last instruction of the program.
    fn comes_to_end(&self) -> bool {
        // A program without instructions has no subroutine.
        if !self.is_subroutine() {
            return false;
        }
        let last = self.reached.len() - 1;
        let away = matches!(
            self.operation(last),
            Some(Operation::Flow(FlowOp::Branch | FlowOp::Return))
        );
        let falls = self.reached[last] && (!away || self.is_conditional(last));
        falls || !self.incoming[last + 1].is_empty()
    }

    fn is_subroutine(&self) -> bool {
        self.entry != self.program.entry().index()
    }

    /// The node behind the last instruction of the program, where `at` leads: a subroutine ends the program there.
    fn off_end(&self, at: usize) -> Node {
        let id = InstId::new(at.min(self.reached.len() - 1));
        if self.is_subroutine() {
            Node::End(id)
        } else {
            Node::Return(id)
        }
    }

    /// Whether the function has IF, REP or LOOP, which numbered blocks cannot hold.
    fn has_blocks(&self) -> bool {
        let opens = |at: &usize| {
            matches!(
                self.operation(*at),
                Some(Operation::Flow(FlowOp::If | FlowOp::Repeat | FlowOp::Loop))
            )
        };
        (0..self.reached.len())
            .filter(|at| self.reached[*at])
            .any(|at| opens(&at))
    }

    fn operation(&self, at: usize) -> Option<Operation> {
        Some(self.program.instructions().get(InstId::new(at))?.operation)
    }

    fn flow(&self, at: usize) -> Option<&'a Flow> {
        flow(self.program, InstId::new(at))
    }

    fn target(&self, at: usize) -> usize {
        let end = self.program.instructions().len();
        self.flow(at).and_then(|flow| flow.target).map_or(end, Id::index)
    }

    fn is_conditional(&self, at: usize) -> bool {
        self.flow(at).is_some_and(is_conditional)
    }

    /// Whether going to an instruction ends the function.
    fn ends(&self, at: usize) -> bool {
        match self.operation(at) {
            None => true,
            Some(Operation::Flow(FlowOp::Return)) => !self.is_conditional(at),
            Some(_) => false,
        }
    }

    /// Whether no branch from elsewhere goes into `from..to`; `except` may.
    fn is_closed(&self, from: usize, to: usize, except: usize) -> bool {
        self.incoming[from..to]
            .iter()
            .flatten()
            .all(|source| (from..to).contains(source) || *source == except)
    }

    /// The instructions `at..end`, entered at the first and left at the end. `head` begins a loop that is
    /// being taken apart.
    fn region(
        &self,
        mut at: usize,
        end: usize,
        around: Around,
        head: Option<usize>,
    ) -> Result<Vec<Node>, Fail> {
        if around.depth > MOST_NESTED {
            return Err(Fail::Nested(at));
        }
        let inner = Around {
            depth: around.depth + 1,
            ..around
        };
        let mut nodes = Vec::new();
        while at < end {
            if !self.reached[at] {
                at += 1;
                continue;
            }
            let back = self.incoming[at]
                .iter()
                .copied()
                .filter(|source| (at..end).contains(source))
                .max();
            if let (Some(last), true) = (back, head != Some(at)) {
                let body = Around {
                    leave: Some(last + 1),
                    again: Some(at),
                    depth: around.depth + 1,
                };
                if !self.is_closed(at + 1, last + 1, at) {
                    return Err(Fail::Pattern);
                }
                let mut body = self.region(at, last + 1, body, Some(at))?;
                match body.last() {
                    // The branch back is the loop itself.
                    Some(Node::Continue(_)) => {
                        body.pop();
                    }
                    _ => body.push(Node::Break(InstId::new(last))),
                }
                nodes.push(Node::Loop { at: None, body });
                at = last + 1;
                continue;
            }
            let id = InstId::new(at);
            at = match self.operation(at) {
                Some(Operation::Flow(FlowOp::Branch)) => self.branch(at, end, around, &mut nodes)?,
                Some(Operation::Flow(FlowOp::If)) => {
                    let behind = self.target(at);
                    let (then, otherwise, next) =
                        if self.operation(behind - 1) == Some(Operation::Flow(FlowOp::Else)) {
                            let next = self.target(behind - 1);
                            let otherwise = self.region(behind, next - 1, inner, None)?;
                            (self.region(at + 1, behind - 1, inner, None)?, otherwise, next)
                        } else {
                            (self.region(at + 1, behind - 1, inner, None)?, Vec::new(), behind)
                        };
                    nodes.push(Node::If {
                        at: id,
                        negated: false,
                        then,
                        otherwise,
                    });
                    next
                }
                Some(Operation::Flow(FlowOp::Repeat | FlowOp::Loop)) => {
                    let behind = self.target(at);
                    let body = Around {
                        leave: None,
                        again: None,
                        depth: around.depth + 1,
                    };
                    let body = self.region(at + 1, behind - 1, body, None)?;
                    nodes.push(Node::Loop { at: Some(id), body });
                    behind
                }
                Some(Operation::Flow(FlowOp::Break)) => self.leave(at, Node::Break(id), &mut nodes),
                Some(Operation::Flow(FlowOp::Continue)) => self.leave(at, Node::Continue(id), &mut nodes),
                Some(Operation::Flow(FlowOp::Return)) => self.leave(at, Node::Return(id), &mut nodes),
                _ => {
                    nodes.push(Node::Run(id));
                    at + 1
                }
            };
        }
        Ok(nodes)
    }

    /// A node that goes away from here, under the condition of its instruction.
    fn leave(&self, at: usize, node: Node, nodes: &mut Vec<Node>) -> usize {
        nodes.push(if self.is_conditional(at) {
            Node::If {
                at: InstId::new(at),
                negated: false,
                then: vec![node],
                otherwise: Vec::new(),
            }
        } else {
            node
        });
        at + 1
    }

    fn branch(&self, at: usize, end: usize, around: Around, nodes: &mut Vec<Node>) -> Result<usize, Fail> {
        let (id, target) = (InstId::new(at), self.target(at));
        let inner = Around {
            depth: around.depth + 1,
            ..around
        };
        if Some(target) == around.again {
            return Ok(self.leave(at, Node::Continue(id), nodes));
        }
        if target != end && Some(target) == around.leave {
            return Ok(self.leave(at, Node::Break(id), nodes));
        }
        if !(at + 1..=end).contains(&target) {
            return if self.operation(target).is_none() {
                Ok(self.leave(at, self.off_end(at), nodes))
            } else if self.ends(target) {
                Ok(self.leave(at, Node::Return(id), nodes))
            } else {
                Err(Fail::Pattern)
            };
        }
        if !self.is_closed(at + 1, target, at) {
            return Err(Fail::Pattern);
        }
        if !self.is_conditional(at) {
            // Nothing leads to what is passed over.
            return Ok(target);
        }
        // A branch at the end of the block that is passed over makes the rest its other half.
        let last = target - 1;
        let over = (last > at
            && self.operation(last) == Some(Operation::Flow(FlowOp::Branch))
            && !self.is_conditional(last))
        .then(|| self.target(last))
        .filter(|over| *over > target && *over <= end && self.reached[last]);
        if let Some(over) = over
            && self.is_closed(target, over, at)
        {
            nodes.push(Node::If {
                at: id,
                negated: true,
                then: self.region(at + 1, last, inner, None)?,
                otherwise: self.region(target, over, inner, None)?,
            });
            return Ok(over);
        }
        nodes.push(Node::If {
            at: id,
            negated: true,
            then: self.region(at + 1, target, inner, None)?,
            otherwise: Vec::new(),
        });
        Ok(target)
    }

    /// The basic blocks of a function that has branches only.
    fn blocks(&self) -> Vec<Vec<Node>> {
        let count = self.reached.len();
        let mut starts: Vec<usize> = (0..count)
            .filter(|at| self.reached[*at])
            .filter(|at| {
                let after = at.checked_sub(1).and_then(|before| self.operation(before));
                let behind = matches!(after, Some(Operation::Flow(FlowOp::Branch | FlowOp::Return)));
                *at == self.entry || behind || !self.incoming[*at].is_empty()
            })
            .collect();
        // The entry is the first block.
        starts.sort_by_key(|start| (*start != self.entry, *start));
        let mut numbers = vec![None; count + 1];
        for (number, start) in starts.iter().enumerate() {
            numbers[*start] = Some(number);
        }
        let number = |at: usize| numbers.get(at).copied().flatten();
        let go = |at: usize| match number(at) {
            Some(block) => Node::Goto(block),
            None => self.off_end(at),
        };
        starts
            .iter()
            .map(|start| {
                let mut nodes = Vec::new();
                let mut at = *start;
                loop {
                    let id = InstId::new(at);
                    match self.operation(at) {
                        None => {
                            nodes.push(self.off_end(at));
                            return nodes;
                        }
                        Some(Operation::Flow(FlowOp::Branch | FlowOp::Return)) => {
                            let returns = self.operation(at) == Some(Operation::Flow(FlowOp::Return));
                            let away = if returns {
                                Node::Return(id)
                            } else {
                                go(self.target(at))
                            };
                            if !self.is_conditional(at) {
                                nodes.push(away);
                                return nodes;
                            }
                            nodes.push(Node::If {
                                at: id,
                                negated: false,
                                then: vec![away],
                                otherwise: vec![go(at + 1)],
                            });
                            return nodes;
                        }
                        Some(_) => nodes.push(Node::Run(id)),
                    }
                    at += 1;
                    if number(at).is_some() {
                        nodes.push(go(at));
                        return nodes;
                    }
                }
            })
            .collect()
    }
}
