//! Straight runs: arithmetic that follows arithmetic, with nothing to wait for and nothing to look after between.
//!
//! The start and length of a run were found by [`super::step`] when the code was decoded; here a run does its
//! arithmetic and accounts for clock, budget and counts at its end.

use quadrille_isa::qpu::Read;
use quadrille_numerics::qpu::lanes::{self, Lanes};

use super::arithmetic;
use super::code::Code;
use super::micro::{MicroOp, place};
use super::state::{Bank, Flags, Qpu};
use super::step::{Step, StepKind};
use crate::machine::chip::Chip;
use crate::machine::memory::Memory;
use crate::machine::statistics::Stall;

/// The state that the arithmetic of a run works on, beside the steps.
struct Operands<'a> {
    bank: &'a mut Bank,
    flags: &'a mut Flags,
    /// The line of uniforms at hand.
    uniforms: &'a Lanes,
    /// The next one in it.
    next: usize,
    /// The end of those that are present.
    end: usize,
    /// A place whose elements are plain factors, as long as nothing is written to it.
    plain: u8,
}

impl Qpu {
    /// The number of instructions that need no look at what is pending: none, or those up to where a branch is
    /// taken.
    #[inline(always)]
    fn undisturbed(&self, code: &Code) -> usize {
        if !self.is_pending {
            return usize::MAX;
        }
        let pending = &self.context.pending;
        let others =
            self.sfu | self.watched | pending.uniforms | pending.switch | pending.end | pending.depth;
        if others != 0 || self.coefficient || self.new_coefficient.is_some() {
            return 0;
        }
        // A branch to nowhere ends the program, which is not for here.
        let arrives = code.index(self.context.branch_target).is_some();
        usize::from(pending.branch.saturating_sub(u8::from(!arrives)))
    }

    /// Runs the straight run that begins at the present instruction, as far as it may go now; whether it went
    /// anywhere.
    #[inline(always)]
    pub(crate) fn straight<const FUSED: bool>(
        &mut self,
        code: &Code,
        chip: &mut Chip,
        memory: &Memory<'_>,
    ) -> bool {
        let first = self.context.pc;
        let Some(length) = code.steps.get(first).map(|step| usize::from(step.length)) else {
            return false;
        };
        // A single instruction is not worth the settling.
        if length < 2 || code.ops[first].reads & self.written != 0 || self.forbidden != 0 {
            return false;
        }
        let most = length
            .min(self.undisturbed(code))
            .min(usize::try_from(chip.budget).unwrap_or(usize::MAX));
        let step = &code.steps[first];
        let is_needed = step.registers.needs & self.context.unwritten != 0
            || step.accumulators.needs & self.unwritten_accumulators != 0;
        if is_needed {
            return false;
        }
        let mut done = 0;
        let mut plain = place::SINK;
        'run: while done < most {
            let address = code.address(first + done);
            if address >> 6 != self.line {
                self.line = address >> 6;
                let waited = chip.instruction_fetch(self.number, address);
                self.stall_until(self.clock + waited, Stall::Instruction);
            }
            let end = done + ((64 - (address & 63)) as usize).div_ceil(8).min(most - done);
            loop {
                let (steps, ops) = (
                    &code.steps[first + done..first + end],
                    &code.ops[first + done..first + end],
                );
                done += self.arithmetic::<FUSED>(steps, ops, &mut plain);
                if done == end {
                    break;
                }
                // The next instruction wants a uniform that is not at hand.
                if !self.bring_uniforms(chip, memory) {
                    break 'run;
                }
            }
        }
        if done == 0 {
            return false;
        }
        self.account(code, done, chip);
        true
    }

    /// The arithmetic of some instructions, up to one that wants a uniform from another line or one that is missing;
    /// how many there were.
    #[inline(always)]
    fn arithmetic<const FUSED: bool>(&mut self, steps: &[Step], ops: &[MicroOp], plain: &mut u8) -> usize {
        let address = self.context.uniforms;
        let next = (address >> 2 & 15) as usize;
        let at_hand = address >> 6 == self.uniform_line;
        let mut operands = Operands {
            bank: &mut self.bank,
            flags: &mut self.flags,
            uniforms: &self.uniform_words,
            next,
            end: if at_hand {
                next + (self.uniform_missing >> next)
                    .trailing_zeros()
                    .min(16 - next as u32) as usize
            } else {
                next
            },
            plain: *plain,
        };
        let done = operands.run::<FUSED>(steps, ops);
        *plain = operands.plain;
        let taken = operands.next - next;
        self.context.uniforms = address.wrapping_add(4 * taken as u32);
        done
    }

    /// Brings everything up to where it is after `done` instructions of a run.
    #[inline(always)]
    fn account(&mut self, code: &Code, done: usize, chip: &mut Chip) {
        let last = self.context.pc + done - 1;
        let op = &code.ops[last];
        chip.budget -= done as u64;
        self.context.executed += done as u64;
        self.clock += chip.profile.instruction * done as u64;
        self.written = op.writes;
        self.fresh = op.fresh;
        if self.context.unwritten != 0 || self.unwritten_accumulators != 0 {
            self.write_through(code, done);
        }
        self.context.pc += done;
        if self.is_pending {
            // Nothing else is pending.
            self.context.pending.branch -= done as u8;
            if self.context.pending.branch == 0
                && let Some(index) = code.index(self.context.branch_target)
            {
                self.context.pc = index;
                self.is_pending = false;
            }
        }
    }
}

impl Qpu {
    /// Notes what the `done` instructions from the present one on have written.
    fn write_through(&mut self, code: &Code, done: usize) {
        let first = self.context.pc;
        let step = &code.steps[first];
        if done == usize::from(step.length) {
            self.context.unwritten &= !step.registers.gives;
            self.unwritten_accumulators &= !step.accumulators.gives;
            return;
        }
        for op in &code.ops[first..first + done] {
            self.context.unwritten &= !op.writes;
            self.unwritten_accumulators &= !op.gives_accumulators;
        }
    }
}

impl Operands<'_> {
    /// Does the arithmetic of instructions until one lacks its uniform; how many there were.
    #[inline(always)]
    fn run<const FUSED: bool>(&mut self, steps: &[Step], ops: &[MicroOp]) -> usize {
        for (at, (step, op)) in steps.iter().zip(ops).enumerate() {
            let mut uniform = 0;
            if step.uniform {
                if self.next == self.end {
                    return at;
                }
                uniform = self.uniforms[self.next & 15];
                self.next += 1;
            }
            if step.kind == StepKind::SumAndMultiple {
                self.sum_and_multiple::<FUSED>(step, op, uniform);
            } else {
                if step.uniform {
                    self.fill_ports(op, uniform);
                }
                let (from, to) = (step.from, step.to);
                match step.kind {
                    StepKind::SumAndProduct | StepKind::SumAndMultiple => {
                        arithmetic::sum_and_product::<FUSED, false>(self.bank, from, to);
                    }
                    StepKind::DifferenceAndProduct => {
                        arithmetic::sum_and_product::<FUSED, true>(self.bank, from, to);
                    }
                    StepKind::Other => arithmetic::alu::<FUSED>(op, self.bank, self.flags),
                }
            }
            if step.to.contains(&self.plain) {
                self.plain = place::SINK;
            }
        }
        steps.len()
    }

    #[inline(always)]
    fn fill_ports(&mut self, op: &MicroOp, uniform: u32) {
        if op.read_a == Read::Uniform {
            self.bank[usize::from(place::PORT_A)] = [uniform; 16];
        }
        if op.read_b == Read::Uniform {
            self.bank[usize::from(place::PORT_B)] = [uniform; 16];
        }
    }

    /// The other factor of a matrix product is one vector for many instructions, so it is looked at once.
    #[inline(always)]
    fn sum_and_multiple<const FUSED: bool>(&mut self, step: &Step, op: &MicroOp, uniform: u32) {
        let (from, to) = (step.from, step.to);
        let [a, b, c, _] = from.map(|place| &self.bank[usize::from(place)]);
        if from[2] != self.plain && lanes::are_plain_factors(c) {
            self.plain = from[2];
        }
        if from[2] == self.plain
            && lanes::is_plain_factor(uniform)
            && let Some((sum, product)) = lanes::plain_sums_and_multiples::<FUSED>(a, b, c, uniform)
        {
            self.bank[usize::from(to[0])] = sum;
            self.bank[usize::from(to[1])] = product;
        } else {
            self.fill_ports(op, uniform);
            arithmetic::any_sum_and_product::<false>(self.bank, from, to);
        }
    }
}
