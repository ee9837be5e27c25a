//! The main program, and the subroutines that are put where they are called.

use quadrille_base::Id;
use quadrille_engine::AbnormalEnd;
use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::FlowOp;
use quadrille_program::structure::Node;
use quadrille_program::{CallOverflow, InstId};

use super::Lowering;
use super::cells::Cell;
use super::operand::unlowered;
use super::region::Level;
use crate::unlowered::{Reason, Unlowered};

/// Nodes that calls may put into a form.
const MOST_INLINED: usize = 1 << 14;

/// A function that is being put into the form.
#[derive(Default)]
pub(super) struct Frame {
    /// The block that RET leaves, if it needs one.
    block: Option<usize>,
    /// IF blocks and loops of its callers that are open.
    pub(super) open_ifs: u32,
    pub(super) open_loops: u32,
    /// The loops that are open in it, with the cells of their indices.
    pub(super) loops: Vec<Option<Cell>>,
}

impl Lowering<'_> {
    /// The whole program.
    pub(super) fn main(&mut self) -> Result<(), Unlowered> {
        let entry = self.program.entry();
        let Some(body) = self.flow.bodies.get(&entry).cloned() else {
            return Ok(());
        };
        let block = self.may_end() || leaves(&body);
        self.function(entry, &body, Frame::default(), block).map(|_| ())
    }

    /// Whether lanes may end in a block or subroutine.
    fn may_end(&self) -> bool {
        let execution = self.program.execution();
        let has = |wanted: &[FlowOp]| {
            let mut instructions = self.program.instructions().iter();
            instructions.any(|instruction| {
                matches!(instruction.operation, Operation::Flow(operation) if wanted.contains(&operation))
            })
        };
        let calls = has(&[FlowOp::Call]);
        execution.if_depth.is_some() && has(&[FlowOp::If])
            || execution.loop_depth.is_some() && has(&[FlowOp::Repeat, FlowOp::Loop])
            || calls && execution.overflow == CallOverflow::Ends
            || calls && self.flow.bodies.values().any(|body| ends(body))
    }

    /// CAL; whether lanes come back from it.
    pub(super) fn call_subroutine(&mut self, id: InstId) -> Result<bool, Unlowered> {
        self.count(id);
        let flow = self.flow.of(id).ok_or(unlowered(id, Reason::Unstructured))?;
        let Some(target) = flow.target else {
            return Ok(true);
        };
        let condition = self.any(flow.condition.as_ref());
        let execution = self.program.execution();
        let full = self.flow.frames.len() > execution.call_depth as usize;
        if full && execution.overflow == CallOverflow::Ignored {
            return Ok(true);
        }
        let Some(body) = self.flow.bodies.get(&target).cloned() else {
            return Err(unlowered(id, Reason::Unstructured));
        };
        self.flow.inlined += size(&body);
        if self.flow.inlined > MOST_INLINED {
            return Err(unlowered(id, Reason::Growth));
        }
        let always = self.recorder.constant_of(condition) == Some(1);
        if always {
            return self.inline(id, target, &body, full);
        }
        let mut written = self.written(&body);
        if self.flow.indexed {
            written.push(self.cells.address());
            written.sort_unstable();
            written.dedup();
        }
        self.branch_writing(condition, &written, &mut |lowering, called| {
            if called {
                lowering.inline(id, target, &body, full)
            } else {
                Ok(true)
            }
        })
    }

    fn inline(&mut self, id: InstId, target: InstId, body: &[Node], full: bool) -> Result<bool, Unlowered> {
        if full {
            self.abnormal(id, AbnormalEnd::CallDepth);
            return Ok(false);
        }
        let (ifs, loops) = self.flow.nesting(id);
        let caller = self.flow.frames.last();
        let (open_ifs, open_loops) = caller.map_or((0, 0), |frame| (frame.open_ifs, frame.open_loops));
        let frame = Frame {
            open_ifs: open_ifs + ifs,
            open_loops: open_loops + loops,
            ..Frame::default()
        };
        if !self.function(target, body, frame, leaves(body))? {
            return Ok(false);
        }
        let open = self.flow.frames.last().map_or(0, |frame| frame.loops.len());
        self.put_index(open);
        Ok(true)
    }

    /// The body of a function, in a block if lanes may leave it before its end. Whether lanes may come back from it: from
    /// one that always calls itself none does.
    fn function(
        &mut self,
        entry: InstId,
        body: &[Node],
        frame: Frame,
        block: bool,
    ) -> Result<bool, Unlowered> {
        self.flow.frames.push(Frame {
            block: block.then_some(self.flow.levels.len()),
            ..frame
        });
        if block {
            let level = Level {
                written: self.written(body),
                is_loop: false,
                head: None,
            };
            self.level(level, false, &mut |lowering| lowering.up_to_end(entry, body))?;
        }
        let comes = block || self.up_to_end(entry, body)?;
        self.flow.frames.pop();
        Ok(comes)
    }

    /// The nodes of a function and the RET behind them; whether lanes come there.
    fn up_to_end(&mut self, entry: InstId, body: &[Node]) -> Result<bool, Unlowered> {
        let Some(mut at) = self.nodes(body, entry.index(), None, None)? else {
            return Ok(false);
        };
        for _ in 0..=self.program.instructions().len() {
            let Some(target) = self.flow.jumps(at) else { break };
            self.count(InstId::new(at));
            at = target;
        }
        match self.flow.operation(at) {
            None => {}
            Some(Operation::Flow(FlowOp::Return)) => self.count(InstId::new(at)),
            Some(_) => return Err(unlowered(InstId::new(at), Reason::Unstructured)),
        }
        Ok(true)
    }

    /// RET, or a branch to one.
    pub(super) fn leave(&mut self, id: InstId) -> Result<(), Unlowered> {
        if let Some(target) = self.flow.jumps_to_return(id) {
            self.count(target);
        }
        let block = self.flow.frames.last().and_then(|frame| frame.block);
        self.escape(block.ok_or(unlowered(id, Reason::Unstructured))?);
        Ok(())
    }
}

/// Whether lanes may leave a function before its end.
fn leaves(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Return(_) | Node::End(_) => true,
        Node::If { then, otherwise, .. } => leaves(then) || leaves(otherwise),
        Node::Loop { body, .. } => leaves(body),
        Node::Dispatch(blocks) => blocks.iter().any(|block| leaves(block)),
        Node::Run(_) | Node::Break(_) | Node::Continue(_) | Node::Goto(_) => false,
    })
}

/// Whether the program may end in a function.
fn ends(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::End(_) => true,
        Node::If { then, otherwise, .. } => ends(then) || ends(otherwise),
        Node::Loop { body, .. } => ends(body),
        Node::Dispatch(blocks) => blocks.iter().any(|block| ends(block)),
        Node::Run(_) | Node::Break(_) | Node::Continue(_) | Node::Return(_) | Node::Goto(_) => false,
    })
}

/// The number of nodes.
fn size(nodes: &[Node]) -> usize {
    let each = nodes.iter().map(|node| match node {
        Node::If { then, otherwise, .. } => 1 + size(then) + size(otherwise),
        Node::Loop { body, .. } => 1 + size(body),
        Node::Dispatch(blocks) => blocks.iter().map(|block| size(block)).sum(),
        Node::Run(_)
        | Node::Break(_)
        | Node::Continue(_)
        | Node::Return(_)
        | Node::End(_)
        | Node::Goto(_) => 1,
    });
    each.sum()
}
