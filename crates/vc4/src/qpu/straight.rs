//! Straight runs: arithmetic that follows arithmetic, with nothing to wait for and nothing to look after between.
//!
//! What a rule can say about such a neighbourhood is the same every time, so it is found out once, when the code is
//! decoded; a run then does its arithmetic and settles clock, budget and counts at its end. It ends where the
//! general loop has to see an instruction: it touches a peripheral, carries a signal, rotates, or reads the register
//! that the one before wrote. Uniforms belong to runs, because matrix programs read one with every instruction.

use quadrille_isa::qpu::{AddOp, Read};
use quadrille_numerics::qpu::lanes;

use super::arithmetic;
use super::micro::{Code, MicroOp, Shape, mark, place};
use super::state::{Bank, Qpu};
use crate::machine::chip::Chip;
use crate::machine::memory::Memory;
use crate::machine::statistics::Stall;

/// How the arithmetic of an instruction is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
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
    /// Whether a uniform goes to the port of file A.
    uniform_a: bool,
    /// Whether a uniform goes to the port of file B.
    uniform_b: bool,
    add_a: u8,
    add_b: u8,
    mul_a: u8,
    mul_b: u8,
    add_to: u8,
    mul_to: u8,
    /// How many instructions back in this run the ports of files A and B last read a register; 255 for farther.
    back: [u8; 2],
}

/// Whether an instruction may be in a run.
fn is_plain(op: &MicroOp) -> bool {
    let beyond = (mark::BEFORE & !mark::UNIFORM) | mark::AFTER | mark::ROTATE;
    matches!(op.shape, Shape::SumAndProduct | Shape::Alu) && op.marks & beyond == 0
}

/// The steps of a program.
pub(crate) fn steps(ops: &[MicroOp]) -> Vec<Step> {
    let mut steps: Vec<Step> = ops.iter().map(step).collect();
    let mut back = [u8::MAX; 2];
    for (index, op) in ops.iter().enumerate() {
        for (side, port) in [op.port_a, op.port_b].into_iter().enumerate() {
            back[side] = if port < place::PORT_A {
                0
            } else {
                back[side].saturating_add(1)
            };
        }
        steps[index].back = back;
    }
    for index in (0..ops.len()).rev().filter(|&index| is_plain(&ops[index])) {
        let next = ops
            .get(index + 1)
            .filter(|next| next.reads & ops[index].writes == 0);
        steps[index].length = 1 + next.map_or(0, |_| steps[index + 1].length.min(u16::MAX - 1));
    }
    steps
}

fn step(op: &MicroOp) -> Step {
    Step {
        length: 0,
        kind: match (op.shape, op.add_op) {
            (Shape::SumAndProduct, AddOp::Fadd) => Kind::SumAndProduct,
            (Shape::SumAndProduct, _) => Kind::DifferenceAndProduct,
            _ => Kind::Other,
        },
        uniform_a: op.read_a == Read::Uniform,
        uniform_b: op.read_b == Read::Uniform,
        add_a: op.add_a,
        add_b: op.add_b,
        mul_a: op.mul_a,
        mul_b: op.mul_b,
        add_to: op.add_to,
        mul_to: op.mul_to,
        back: [0; 2],
    }
}

impl Qpu {
    /// How many instructions may go by without a look at what is pending: none, or those before a branch is taken.
    #[inline(always)]
    fn undisturbed(&self) -> usize {
        if !self.is_pending {
            return usize::MAX;
        }
        let pending = &self.context.pending;
        let others =
            self.sfu | self.watched | pending.uniforms | pending.switch | pending.end | pending.depth;
        if others != 0 || self.coefficient || self.new_coefficient.is_some() {
            return 0;
        }
        // The instruction after which the branch is taken is not among them.
        usize::from(pending.branch.saturating_sub(1))
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
            .min(self.undisturbed())
            .min(usize::try_from(chip.budget).unwrap_or(usize::MAX));
        let mut done = 0;
        while done < most {
            let address = code.address(first + done);
            if address >> 6 != self.line {
                self.line = address >> 6;
                let waited = chip.instruction_fetch(self.number, address);
                self.stall_until(self.clock + waited, Stall::Instruction);
            }
            let in_line = ((64 - (address & 63)) as usize).div_ceil(8).min(most - done);
            let from = first + done;
            let went = self.steps_of_line::<FUSED>(
                &code.steps[from..from + in_line],
                &code.ops[from..from + in_line],
                chip,
                memory,
            );
            done += went;
            if went < in_line {
                break;
            }
        }
        if done == 0 {
            return false;
        }
        self.settle(code, done, chip);
        true
    }

    /// The arithmetic of some instructions, up to one whose uniform is missing.
    #[inline(always)]
    fn steps_of_line<const FUSED: bool>(
        &mut self,
        steps: &[Step],
        ops: &[MicroOp],
        chip: &mut Chip,
        memory: &Memory<'_>,
    ) -> usize {
        for (at, step) in steps.iter().enumerate() {
            if step.uniform_a | step.uniform_b {
                let Some(uniform) = self.plain_uniform(chip, memory) else {
                    return at;
                };
                if step.uniform_a {
                    self.bank[usize::from(place::PORT_A)] = [uniform; 16];
                }
                if step.uniform_b {
                    self.bank[usize::from(place::PORT_B)] = [uniform; 16];
                }
            }
            match step.kind {
                Kind::SumAndProduct => step.sum_and_product::<FUSED, false>(&mut self.bank),
                Kind::DifferenceAndProduct => step.sum_and_product::<FUSED, true>(&mut self.bank),
                Kind::Other => arithmetic::alu::<FUSED>(&ops[at], &mut self.bank, &mut self.flags),
            }
        }
        steps.len()
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
        for side in 0..2 {
            let port = |index: usize| {
                let op = &code.ops[index];
                if side == 0 { op.port_a } else { op.port_b }
            };
            let back = usize::from(code.steps[last].back[side]);
            if back < usize::from(u8::MAX) {
                if back < done {
                    self.last_read[side] = port(last - back);
                }
            } else if let Some(index) = (self.context.pc..=last)
                .rev()
                .find(|&index| port(index) < place::PORT_A)
            {
                self.last_read[side] = port(index);
            }
        }
        self.context.pc += done;
        if self.is_pending {
            self.context.pending.branch -= done as u8;
        }
    }
}

impl Step {
    #[inline(always)]
    fn sum_and_product<const FUSED: bool, const DIFFERENCE: bool>(&self, bank: &mut Bank) {
        let at = |place: u8| &bank[usize::from(place)];
        let (a, b, c, d) = (at(self.add_a), at(self.add_b), at(self.mul_a), at(self.mul_b));
        let (sum, product) = if DIFFERENCE {
            lanes::sums_and_products::<FUSED>(a, &lanes::negate(b), c, d)
        } else {
            lanes::sums_and_products::<FUSED>(a, b, c, d)
        };
        bank[usize::from(self.add_to)] = sum;
        bank[usize::from(self.mul_to)] = product;
    }
}
