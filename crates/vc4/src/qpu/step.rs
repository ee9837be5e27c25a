//! Which instructions may run straight on, and how the arithmetic of each is done.
//!
//! The rules about such a neighbourhood give the same answer every time, so it is found out once, when the code is
//! decoded. A run ends where the general loop has to see an instruction: it touches a peripheral, carries a signal,
//! rotates, or reads the register that the one before wrote. Uniforms belong to runs, because matrix programs read one
//! with every instruction.

use quadrille_isa::qpu::{AddOp, Read};

use super::micro::{MicroOp, Shape, mark, place};

/// The kind of arithmetic of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StepKind {
    /// `fadd` with `fmul` by a uniform.
    SumAndMultiple,
    /// `fadd` with `fmul`.
    SumAndProduct,
    /// `fsub` with `fmul`.
    DifferenceAndProduct,
    /// Anything else.
    Other,
}

/// The facts about an instruction that a run needs, in few bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Instructions of the run that begins here, this one among them; 0 where none does.
    pub(super) length: u16,
    pub(super) kind: StepKind,
    /// Whether it reads a uniform.
    pub(super) uniform: bool,
    /// The places of the operands of the ADD and of the MUL ALU.
    pub(super) from: [u8; 4],
    /// The places of their results.
    pub(super) to: [u8; 2],
    /// Registers that the rest of its run needs from before it, and those that it writes.
    pub(super) registers: Passed<u64>,
    /// The same of accumulators.
    pub(super) accumulators: Passed<u8>,
}

/// What a run needs from before it, and what it gives.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Passed<T> {
    pub(super) needs: T,
    pub(super) gives: T,
}

/// Whether an instruction may be in a run.
fn is_plain(op: &MicroOp) -> bool {
    let beyond = (mark::BEFORE & !mark::UNIFORM) | mark::AFTER | mark::ROTATE;
    matches!(op.shape, Shape::SumAndProduct | Shape::Alu) && op.marks & beyond == 0
}

/// The steps of a program.
pub(super) fn steps(ops: &[MicroOp]) -> Vec<Step> {
    let mut steps: Vec<Step> = ops.iter().map(step).collect();
    for index in (0..ops.len()).rev().filter(|&index| is_plain(&ops[index])) {
        let next = ops
            .get(index + 1)
            .filter(|next| next.reads & ops[index].writes == 0);
        let is_joined = next.is_some() && steps[index + 1].length < u16::MAX;
        if !is_joined {
            steps[index].length = 1;
            continue;
        }
        let next = steps[index + 1];
        let own = &mut steps[index];
        own.length = 1 + next.length;
        own.registers.needs |= next.registers.needs & !own.registers.gives;
        own.registers.gives |= next.registers.gives;
        own.accumulators.needs |= next.accumulators.needs & !own.accumulators.gives;
        own.accumulators.gives |= next.accumulators.gives;
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
            (Shape::SumAndProduct, AddOp::Fadd) if multiple => StepKind::SumAndMultiple,
            (Shape::SumAndProduct, AddOp::Fadd) => StepKind::SumAndProduct,
            (Shape::SumAndProduct, _) => StepKind::DifferenceAndProduct,
            _ => StepKind::Other,
        },
        uniform: op.marks & mark::UNIFORM != 0,
        from: [op.add_a, op.add_b, op.mul_a, op.mul_b],
        to: [op.add_to, op.mul_to],
        registers: Passed {
            needs: op.needs,
            gives: op.writes,
        },
        accumulators: Passed {
            needs: op.needs_accumulators,
            gives: op.gives_accumulators,
        },
    }
}
