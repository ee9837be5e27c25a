//! Straight runs: arithmetic that follows arithmetic, with nothing to wait for and nothing to look after between.
//!
//! What a rule can say about such a neighbourhood is the same every time, so it is found out once, when the code is
//! decoded; a run then does its arithmetic and settles clock, budget and counts at its end. It ends where the
//! general loop has to see an instruction: it touches a peripheral, carries a signal, rotates, or reads the register
//! that the one before wrote. Uniforms belong to runs, because matrix programs read one with every instruction.

use quadrille_isa::qpu::{AddOp, Read};
use quadrille_numerics::qpu::lanes::{self, Lanes};

use super::arithmetic;
use super::micro::{Code, MicroOp, Shape, mark, place};
use super::state::{Bank, Flags, Qpu};
use crate::machine::chip::Chip;
use crate::machine::memory::Memory;
use crate::machine::statistics::Stall;

/// How the arithmetic of an instruction is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// `fadd` with `fmul` by a uniform.
    SumAndMultiple,
    /// `fadd` with `fmul`.
    SumAndProduct,
    /// `fsub` with `fmul`.
    DifferenceAndProduct,
    /// Anything else.
    Other,
}

/// What a run needs of an instruction, in few bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Instructions of the run that begins here, this one among them; 0 where none does.
    length: u16,
    kind: Kind,
    /// Whether it reads a uniform.
    uniform: bool,
    /// The places of the operands of the ADD and of the MUL ALU.
    from: [u8; 4],
    /// The places of their results.
    to: [u8; 2],
}

/// Whether an instruction may be in a run.
fn is_plain(op: &MicroOp) -> bool {
    let beyond = (mark::BEFORE & !mark::UNIFORM) | mark::AFTER | mark::ROTATE;
    matches!(op.shape, Shape::SumAndProduct | Shape::Alu) && op.marks & beyond == 0
}

/// The steps of a program.
pub(crate) fn steps(ops: &[MicroOp]) -> Vec<Step> {
    let mut steps: Vec<Step> = ops.iter().map(step).collect();
    for index in (0..ops.len()).rev().filter(|&index| is_plain(&ops[index])) {
        let next = ops
            .get(index + 1)
            .filter(|next| next.reads & ops[index].writes == 0);
        steps[index].length = 1 + next.map_or(0, |_| steps[index + 1].length.min(u16::MAX - 1));
    }
    steps
}

fn step(op: &MicroOp) -> Step {
    let uniform = |place: u8| {
        op.read_a == Read::Uniform && place == place::PORT_A
            || op.read_b == Read::Uniform && place == place::PORT_B
    };
    let multiple = uniform(op.mul_b) && ![op.add_a, op.add_b, op.mul_a].into_iter().any(uniform);
    Step {
        length: 0,
        kind: match (op.shape, op.add_op) {
            (Shape::SumAndProduct, AddOp::Fadd) if multiple => Kind::SumAndMultiple,
            (Shape::SumAndProduct, AddOp::Fadd) => Kind::SumAndProduct,
            (Shape::SumAndProduct, _) => Kind::DifferenceAndProduct,
            _ => Kind::Other,
        },
        uniform: op.marks & mark::UNIFORM != 0,
        from: [op.add_a, op.add_b, op.mul_a, op.mul_b],
        to: [op.add_to, op.mul_to],
    }
}

/// What the arithmetic of a run works on, beside the steps.
struct Operands<'a> {
    bank: &'a mut Bank,
    flags: &'a mut Flags,
    /// The line of uniforms at hand.
    uniforms: &'a Lanes,
    /// The next one in it.
    next: usize,
    /// Where those end that are there.
    end: usize,
    /// A place whose elements are plain factors, as long as nothing is written to it.
    plain: u8,
}

impl Qpu {
    /// How many instructions may go by without a look at what is pending: none, or those up to where a branch is
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
        self.settle(code, done, chip);
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
    fn settle(&mut self, code: &Code, done: usize, chip: &mut Chip) {
        let last = self.context.pc + done - 1;
        let op = &code.ops[last];
        chip.budget -= done as u64;
        self.context.executed += done as u64;
        self.clock += chip.profile.instruction * done as u64;
        self.written = op.writes;
        self.fresh = op.touched;
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
            if step.kind == Kind::SumAndMultiple {
                self.sum_and_multiple::<FUSED>(step, op, uniform);
            } else {
                if step.uniform {
                    self.fill_ports(op, uniform);
                }
                let (from, to) = (step.from, step.to);
                match step.kind {
                    Kind::SumAndProduct | Kind::SumAndMultiple => {
                        arithmetic::sum_and_product::<FUSED, false>(self.bank, from, to);
                    }
                    Kind::DifferenceAndProduct => {
                        arithmetic::sum_and_product::<FUSED, true>(self.bank, from, to);
                    }
                    Kind::Other => arithmetic::alu::<FUSED>(op, self.bank, self.flags),
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
