//! The loop: one instruction after the other until the QPU has to wait, or ends.

use std::sync::Arc;

use quadrille_isa::qpu::AddOp;

use super::arithmetic;
use super::micro::{MicroOp, Shape, mark, place};
use super::state::Qpu;
use crate::machine::chip::{Chip, Wait};
use crate::machine::finding::FindingKind;
use crate::machine::memory::Memory;
use crate::machine::statistics::Stall;
use crate::trace::{InstructionEvent, Observer};

/// Why a QPU stopped running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pause {
    /// It is ahead of the others and about to touch what they share.
    Later,
    /// Somebody may be waiting for what it did.
    Woke,
    /// It waits for others; the instruction has not begun, or never ends.
    Blocked(Wait),
    /// Its program ended.
    Ended,
    /// The instructions that the run may take are used up.
    Budget,
}

/// The facts about the instruction being executed that the trace records.
struct Started {
    clock: u64,
    stalled: u64,
    pc: usize,
    thread: u8,
}

impl Qpu {
    /// Runs until there is a reason not to. `horizon` is the clock and number of the QPU that is next in time:
    /// up to there this one may touch what all share. `FUSED` says that the host multiplies and adds in one
    /// instruction.
    #[inline(always)]
    pub(crate) fn run<const FUSED: bool, O: Observer>(
        &mut self,
        chip: &mut Chip,
        memory: &mut Memory<'_>,
        observer: &mut O,
        horizon: (u64, u8),
    ) -> Pause {
        let before = chip.budget + chip.transferred;
        let pause = self.run_on::<FUSED, O>(chip, memory, observer, horizon);
        self.totals.instructions += before - (chip.budget + chip.transferred);
        pause
    }

    #[inline(always)]
    fn run_on<const FUSED: bool, O: Observer>(
        &mut self,
        chip: &mut Chip,
        memory: &mut Memory<'_>,
        observer: &mut O,
        horizon: (u64, u8),
    ) -> Pause {
        let mut code = Arc::clone(&self.context.code);
        let issue = chip.profile.instruction;
        loop {
            if chip.budget == 0 {
                return Pause::Budget;
            }
            // Whoever watches wants to see each instruction.
            if !O::ACTIVE && self.straight::<FUSED>(&code, chip, memory) {
                continue;
            }
            let Some(op) = code.ops.get(self.context.pc) else {
                self.note(chip, FindingKind::PastEnd, 0);
                return self.abandon(chip);
            };
            let started = Started {
                clock: self.clock,
                stalled: if O::ACTIVE { self.totals.stalled() } else { 0 },
                pc: self.context.pc,
                thread: self.thread,
            };
            let address = code.address(self.context.pc);
            if address >> 6 != self.line {
                self.line = address >> 6;
                let waited = chip.instruction_fetch(self.number, address);
                self.stall_until(self.clock + waited, Stall::Instruction);
            }
            if op.marks & mark::BEFORE != 0
                && let Err(pause) = self.before(op, chip, memory, horizon)
            {
                return pause;
            }
            let suspicious = op.reads & self.written
                | (op.reads | op.writes) & self.forbidden
                | op.needs & self.context.unwritten
                | u64::from(op.reads_touched & self.watched)
                | u64::from(op.needs_accumulators & self.unwritten_accumulators);
            if suspicious != 0 {
                self.suspect(op, chip);
            }
            match op.shape {
                Shape::SumAndProduct => {
                    let from = [op.add_a, op.add_b, op.mul_a, op.mul_b];
                    let to = [op.add_to, op.mul_to];
                    if op.add_op == AddOp::Fsub {
                        arithmetic::sum_and_product::<FUSED, true>(&mut self.bank, from, to);
                    } else {
                        arithmetic::sum_and_product::<FUSED, false>(&mut self.bank, from, to);
                    }
                    if op.marks & mark::AFTER != 0
                        && let Err(pause) = self.after(op, chip, memory, observer)
                    {
                        return pause;
                    }
                }
                Shape::Alu => {
                    if op.marks & mark::ROTATE != 0 {
                        self.suspect_rotation(op, chip);
                    }
                    let old = if op.marks & mark::FLAGS != 0 && op.marks & (mark::R5 | mark::WRITE) != 0 {
                        Some(self.flags.clone())
                    } else {
                        None
                    };
                    arithmetic::alu::<FUSED>(op, &mut self.bank, &mut self.flags);
                    if op.marks & mark::AFTER != 0
                        && let Err(pause) = self.after_with(op, old.as_ref(), chip, memory, observer)
                    {
                        return pause;
                    }
                }
                Shape::Load | Shape::Semaphore => {
                    let old = self.flags.clone();
                    arithmetic::immediate(op, &mut self.bank, &mut self.flags);
                    if op.marks & mark::AFTER != 0
                        && let Err(pause) = self.after_with(op, Some(&old), chip, memory, observer)
                    {
                        return pause;
                    }
                }
                Shape::Branch => {
                    if self.branch(op, chip)
                        && op.marks & mark::AFTER != 0
                        && let Err(pause) = self.after(op, chip, memory, observer)
                    {
                        return pause;
                    }
                }
                Shape::Reserved => {
                    self.note(chip, FindingKind::ReservedWord, 0);
                    return self.abandon(chip);
                }
            }
            chip.budget -= 1;
            self.context.executed += 1;
            if op.marks & mark::SIGNAL == 0 {
                self.clock += issue;
            }
            self.written = op.writes;
            self.fresh = op.fresh;
            self.context.unwritten &= !op.writes;
            self.unwritten_accumulators &= !op.gives_accumulators;
            self.context.pc += 1;
            if O::ACTIVE {
                self.report(op, &started, observer);
            }
            if self.is_pending {
                if let Some(pause) = self.tick(op, chip) {
                    return pause;
                }
                if !Arc::ptr_eq(&code, &self.context.code) {
                    code = Arc::clone(&self.context.code);
                }
            }
            if chip.woken.is_some() {
                return Pause::Woke;
            }
        }
    }

    #[inline(always)]
    fn after<O: Observer>(
        &mut self,
        op: &MicroOp,
        chip: &mut Chip,
        memory: &mut Memory<'_>,
        observer: &mut O,
    ) -> Result<(), Pause> {
        self.after_with(op, None, chip, memory, observer)
    }

    /// The work that follows the arithmetic; `old` are the flags before it, if it changed them.
    #[inline(never)]
    fn after_with<O: Observer>(
        &mut self,
        op: &MicroOp,
        old: Option<&super::state::Flags>,
        chip: &mut Chip,
        memory: &mut Memory<'_>,
        observer: &mut O,
    ) -> Result<(), Pause> {
        if op.marks & (mark::R5 | mark::WRITE) != 0 {
            self.write_out(op, old, chip, memory, observer);
        }
        if op.marks & mark::SIGNAL != 0 {
            self.clock += chip.profile.instruction;
            self.signal(op, chip)?;
        }
        Ok(())
    }

    /// Lets time pass for what is pending, at the end of an instruction.
    #[inline(never)]
    fn tick(&mut self, op: &MicroOp, chip: &mut Chip) -> Option<Pause> {
        if let Some(coefficient) = self.new_coefficient.take() {
            self.bank[usize::from(place::R5)] = coefficient;
            self.coefficient = true;
            self.lost &= !(1 << 5);
        } else if op.reads_touched & 1 << 5 != 0 {
            self.coefficient = false;
        }
        let ending = self.context.pending.end > 0;
        let switching = self.context.pending.switch == 1 && self.context.pending.end != 1;
        if ending || switching {
            // A finding's place is this instruction, not the next.
            self.context.pc -= 1;
            if ending {
                self.suspect_end(op, chip);
            }
            if switching {
                self.suspect_switch(chip);
            }
            self.context.pc += 1;
        }
        let now = |count: &mut u8| {
            *count = count.saturating_sub(1);
            *count == 0
        };
        let sfu = self.sfu > 0 && now(&mut self.sfu);
        let pending = &mut self.context.pending;
        let uniforms = pending.uniforms > 0 && now(&mut pending.uniforms);
        let branch = pending.branch > 0 && now(&mut pending.branch);
        let switch = pending.switch > 0 && now(&mut pending.switch);
        let end = pending.end > 0 && now(&mut pending.end);
        now(&mut pending.depth);
        if sfu {
            self.bank[usize::from(place::R4)] = self.sfu_result;
            self.lost &= !(1 << 4);
        }
        if uniforms {
            self.context.uniforms = self.context.new_uniforms;
            self.uniform_line = u32::MAX;
        }
        self.update_watch(op);
        if branch {
            match self.context.code.index(self.context.branch_target) {
                Some(index) => self.context.pc = index,
                None => {
                    self.context.pc -= 1;
                    self.note(chip, FindingKind::BranchTarget, self.context.branch_target);
                    return Some(self.abandon(chip));
                }
            }
        }
        if end && !self.end_thread(chip) {
            return Some(Pause::Ended);
        }
        if switch && !end {
            self.switch();
        }
        let pending = &self.context.pending;
        self.is_pending =
            self.sfu | pending.uniforms | pending.branch | pending.switch | pending.end | pending.depth != 0
                || self.watched != 0;
        None
    }

    /// Ends the QPU's program because it cannot go on.
    fn abandon(&mut self, chip: &mut Chip) -> Pause {
        while self.end_thread(chip) {}
        Pause::Ended
    }

    #[inline(never)]
    fn report<O: Observer>(&self, op: &MicroOp, started: &Started, observer: &mut O) {
        let code = &self.context.code;
        observer.instruction(&InstructionEvent {
            qpu: self.number,
            thread: started.thread,
            start: started.clock,
            end: self.clock,
            stalled: self.totals.stalled() - started.stalled,
            address: code.address(started.pc),
            word: code.words().get(started.pc).copied().unwrap_or_default(),
            add: &self.bank[usize::from(op.add_to)],
            mul: &self.bank[usize::from(op.mul_to)],
            r4: &self.bank[usize::from(place::R4)],
        });
    }
}
