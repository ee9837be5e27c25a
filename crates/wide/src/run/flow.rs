//! Code with flow: all pieces of a batch go together, statement by statement, so that lanes meet, count and touch memory
//! in the order that a program says, whatever the pieces are.

use quadrille_base::Id;
use quadrille_engine::{AbnormalEnd, Batch, Mask, Trap, TrapKind, work_of};
use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::StageOp;
use quadrille_program::InstId;
use quadrille_scalar::ValueId;
use quadrille_scalar::call_execution::{CallRun, MemoryCall, Vectors};
use smallvec::{SmallVec, smallvec};

use super::lanes::Lanes;
use super::memory::Access;
use super::piece::{Piece, Shared};
use crate::code::{Count, Node};

/// Units of work that are counted together, so that threads do not meet at the meter.
const CHUNK: u64 = 1 << 16;

/// Lanes of each piece.
type Waiting = SmallVec<[Lanes; 4]>;

/// The lanes of a block or loop that wait for the others.
struct Frame {
    /// Those that left it.
    left: Waiting,
    /// Those that are at the end of its body.
    continued: Waiting,
}

/// A run of all pieces, each of so many lanes.
pub(super) struct Together<'a> {
    shared: Shared<'a>,
    pieces: &'a mut [Piece],
    batch: &'a mut Batch,
    frames: Vec<Frame>,
    /// Instructions that a lane may execute.
    allowed: u64,
    /// Whether lanes may come to the limit, so that what each executes is counted.
    is_counted: bool,
    /// As many instructions as any lane has executed, or more.
    most: u64,
    /// Units of work that were done and not counted yet.
    work: u64,
    /// What calls keep.
    calls: CallRun,
    result: Vectors,
    /// The accesses of calls that were made already, as bindings stay the same.
    accesses: Vec<Option<Access<'a>>>,
    /// Lanes of a piece, but of the last.
    each: usize,
}

impl<'a> Together<'a> {
    /// A run of pieces that have begun.
    pub(super) fn new(
        shared: Shared<'a>,
        pieces: &'a mut [Piece],
        each: usize,
        batch: &'a mut Batch,
    ) -> Together<'a> {
        let allowed = shared.environment.meter.budget().instructions;
        Together {
            shared,
            frames: Vec::new(),
            allowed,
            is_counted: shared.code.most.is_none_or(|most| most > allowed),
            most: 0,
            work: 0,
            calls: CallRun::default(),
            result: Vectors::default(),
            accesses: vec![None; shared.code.calls.len()],
            each,
            pieces,
            batch,
        }
    }

    /// Runs the live lanes to their end.
    pub(super) fn run(&mut self, body: &[Node]) -> Result<(), Trap> {
        self.region(body)?;
        self.count_work(InstId::new(
            self.shared.program.instructions().len().saturating_sub(1),
        ))
    }

    fn region(&mut self, region: &[Node]) -> Result<(), Trap> {
        let shared = self.shared;
        for node in region {
            if !self.any() {
                return Ok(());
            }
            match node {
                Node::Steps(steps) => {
                    for piece in self.pieces.iter_mut().filter(|piece| piece.active.any()) {
                        piece.steps(shared, steps, self.batch);
                    }
                }
                Node::Count(count) => self.count(*count)?,
                Node::Call(number) => self.call(*number)?,
                Node::If {
                    condition,
                    then,
                    otherwise,
                } => self.choose(*condition, then, otherwise)?,
                Node::Block(body) => {
                    self.open();
                    self.region(body)?;
                    self.close();
                }
                Node::Loop(body) => {
                    self.open();
                    while self.any() {
                        self.region(body)?;
                        if let Some(frame) = self.frames.last_mut() {
                            for (piece, continued) in self.pieces.iter_mut().zip(&mut frame.continued) {
                                piece.active = piece.active.or(std::mem::take(continued));
                            }
                        }
                    }
                    self.close();
                }
                Node::Break { depth } => self.leave(*depth, |frame| &mut frame.left),
                Node::Continue { depth } => self.leave(*depth, |frame| &mut frame.continued),
                Node::End { instruction, why } => self.end(*instruction, *why),
            }
        }
        Ok(())
    }

    fn any(&self) -> bool {
        self.pieces.iter().any(|piece| piece.active.any())
    }

    fn choose(&mut self, condition: u16, then: &[Node], otherwise: &[Node]) -> Result<(), Trap> {
        let shared = self.shared;
        let before: Waiting = self.pieces.iter().map(|piece| piece.active).collect();
        let mut truths = Waiting::new();
        for piece in self.pieces.iter_mut() {
            let holds = Lanes::of_truths(shared.level, piece.registers.get::<u32>(condition));
            truths.push(holds);
            piece.active = piece.active.and(holds);
        }
        self.region(then)?;
        if otherwise.is_empty() {
            for (piece, (before, holds)) in self.pieces.iter_mut().zip(before.into_iter().zip(truths)) {
                piece.active = piece.active.or(before.without(holds));
            }
            return Ok(());
        }
        let mut after = Waiting::new();
        for (piece, (before, holds)) in self.pieces.iter_mut().zip(before.into_iter().zip(truths)) {
            after.push(piece.active);
            piece.active = before.without(holds);
        }
        self.region(otherwise)?;
        for (piece, then) in self.pieces.iter_mut().zip(after) {
            piece.active = piece.active.or(then);
        }
        Ok(())
    }

    fn open(&mut self) {
        let none: Waiting = smallvec![Lanes::NONE; self.pieces.len()];
        self.frames.push(Frame {
            left: none.clone(),
            continued: none,
        });
    }

    /// The lanes that left the innermost block or loop go on with those that came to its end.
    fn close(&mut self) {
        if let Some(frame) = self.frames.pop() {
            for (piece, left) in self.pieces.iter_mut().zip(frame.left) {
                piece.active = piece.active.or(left);
            }
        }
    }

    fn leave(&mut self, depth: u32, waiting: fn(&mut Frame) -> &mut Waiting) {
        let at = self.frames.len().checked_sub(1 + depth as usize);
        let Some(frame) = at.and_then(|at| self.frames.get_mut(at)) else {
            return;
        };
        for (piece, waiting) in self.pieces.iter_mut().zip(waiting(frame)) {
            *waiting = waiting.or(std::mem::take(&mut piece.active));
        }
    }

    /// The active lanes have ended, and are reported.
    fn end(&mut self, instruction: InstId, why: AbnormalEnd) {
        for piece in self.pieces.iter() {
            for lane in piece.active.iter() {
                self.batch.ended.push((instruction, piece.first + lane, why));
            }
        }
    }

    /// How many lanes are active.
    fn active(&self) -> usize {
        self.pieces.iter().map(|piece| piece.active.count()).sum()
    }

    /// The lowest active lane.
    fn first_lane(&self) -> usize {
        let mut active = self.pieces.iter().filter(|piece| piece.active.any());
        active
            .next()
            .map_or(0, |piece| piece.first + piece.active.iter().next().unwrap_or(0))
    }

    /// Makes a call for the active lanes of the batch.
    fn call(&mut self, number: u32) -> Result<(), Trap> {
        let Together { shared, each, .. } = *self;
        let site = &shared.code.calls[number as usize];
        let instruction = &shared.program.instructions()[site.call.instruction];
        if let Some(memory) = MemoryCall::of(instruction) {
            let access =
                self.accesses[number as usize].get_or_insert_with(|| Access::new(shared, site, memory));
            for piece in self.pieces.iter_mut().filter(|piece| piece.active.any()) {
                piece.access(shared, access, self.batch);
            }
            return Ok(());
        }
        if instruction.operation == Operation::Stage(StageOp::Barrier) {
            // Who does not come to it has ended, or never ran.
            return match self.active() == self.batch.lanes() {
                true => Ok(()),
                false => Err(self.trap(site.call.instruction, TrapKind::Barrier)),
            };
        }
        let mut active = Mask::new(self.batch.lanes(), false);
        for piece in self.pieces.iter() {
            piece
                .active
                .iter()
                .for_each(|lane| active.set(piece.first + lane, true));
        }
        let pieces = &*self.pieces;
        let get = |value: ValueId, lane: usize| {
            let register = site.values.iter().find(|(known, _)| *known == value);
            register.map_or(0, |(_, register)| {
                pieces[lane / each].value(*register, lane % each)
            })
        };
        let (calls, result, batch) = (&mut self.calls, &mut self.result, &mut *self.batch);
        calls
            .execute(
                &site.call,
                shared.program,
                batch,
                shared.environment,
                &active,
                &get,
                result,
            )
            .map_err(|kind| self.trap(site.call.instruction, kind))?;
        if site.results == [None; 4] {
            return Ok(());
        }
        for lane in active.iter() {
            let piece = &mut self.pieces[lane / each];
            for (component, to) in site.results.iter().enumerate() {
                if let Some(to) = to {
                    piece.set(*to, lane % each, self.result.get(component, lane));
                }
            }
        }
        Ok(())
    }

    /// Counts instructions that the active lanes execute.
    fn count(&mut self, count: Count) -> Result<(), Trap> {
        let active = self.active();
        let instructions = u64::from(count.count);
        if self.is_counted {
            if instructions > self.allowed.saturating_sub(self.most) {
                // The bound says nothing any more, but the numbers do.
                let active = self.pieces.iter().map(|piece| piece.executed.most(piece.active));
                let left = self.allowed.saturating_sub(active.max().unwrap_or(0));
                if instructions > left {
                    let at = InstId::new(count.first.index() + left as usize);
                    return Err(self.trap(at, TrapKind::Budget));
                }
                let all = self.pieces.iter().map(|piece| piece.executed.most(Lanes::ALL));
                self.most = all.max().unwrap_or(0);
            }
            self.most += instructions;
            for piece in self.pieces.iter_mut() {
                piece.executed.add(piece.active, instructions);
            }
        }
        self.work += work_of(instructions, active) + u64::from(count.more_work) * active as u64;
        if self.work >= CHUNK {
            self.count_work(count.first)?;
        }
        Ok(())
    }

    fn trap(&self, instruction: InstId, kind: TrapKind) -> Trap {
        Trap {
            instruction,
            lane: self.first_lane(),
            kind,
        }
    }

    /// Tells the meter of the work since it was told last.
    fn count_work(&mut self, at: InstId) -> Result<(), Trap> {
        let work = std::mem::take(&mut self.work);
        if work == 0 {
            return Ok(());
        }
        let counted = self.shared.environment.meter.work(work);
        counted.map_err(|spent| self.trap(at, TrapKind::Spent(spent)))
    }
}
