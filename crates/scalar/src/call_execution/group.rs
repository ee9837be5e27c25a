//! Operations of thread groups and quads.

use quadrille_engine::{Batch, Mask};
use quadrille_isa::gl::DataType;
use quadrille_isa::gl::operation::{GroupOp, shuffle, vote};
use quadrille_program::{Instruction, Program};

use super::{Get, Vectors};
use crate::call::Call;
use crate::compute::compute;
use crate::expression::{Expression, ValueId};
use crate::number::Number;
use crate::op::{FloatBinary, IntBinary};

/// The lanes of a quad.
const QUAD: usize = 4;

#[expect(
    clippy::too_many_arguments,
    reason = "they are the parts of a run, each of its own owner"
)]
pub(super) fn group(
    operation: GroupOp,
    call: &Call,
    instruction: &Instruction,
    program: &Program,
    batch: &Batch,
    active: &Mask,
    get: &Get<'_>,
    result: &mut Vectors,
) {
    let group = batch.group.clamp(1, 32);
    let data_type = instruction.data_type;
    let operand = |at: usize, component: usize, lane: usize| {
        call.operands.get(at).map_or(0, |quad| get(quad[component], lane))
    };
    let is_true = |component: usize, lane: usize| is_true(data_type, operand(0, component, lane));
    match operation {
        GroupOp::Vote(kind) => each_group(active, group, |lanes| {
            for component in 0..4 {
                let truths = lanes.iter().map(|lane| is_true(component, *lane));
                let outcome = truth(data_type, vote(kind, truths));
                lanes
                    .iter()
                    .for_each(|lane| result.set(component, *lane, outcome));
            }
        }),
        GroupOp::Ballot => each_group(active, group, |lanes| {
            for component in 0..4 {
                let set = lanes.iter().filter(|lane| is_true(component, **lane));
                let ballot = set.fold(0u32, |ballot, lane| ballot | 1 << (lane % group));
                lanes
                    .iter()
                    .for_each(|lane| result.set(component, *lane, u64::from(ballot)));
            }
        }),
        GroupOp::Shuffle(kind) => {
            for lane in active.iter() {
                let own = (lane % group) as u32;
                let source = shuffle(kind, own, operand(1, 0, lane) as u32, operand(2, 0, lane) as u32);
                let from = lane - own as usize + source.thread as usize;
                let is_there = from < active.lanes() && source.thread < group as u32 && active.get(from);
                result.set(0, lane, truth(data_type, source.in_range));
                result.set(1, lane, if is_there { operand(0, 0, from) } else { 0 });
                result.set(2, lane, 0);
                result.set(3, lane, 0);
            }
        }
        GroupOp::QuadAdd(fragment) => {
            let number = usize::from(fragment & 3) ^ 2;
            quad_sum(|_| number, instruction, program, active, &operand, result);
        }
        GroupOp::QuadAddHorizontal => quad_sum(|at| at ^ 1, instruction, program, active, &operand, result),
        GroupOp::QuadAddVertical => quad_sum(|at| at ^ 2, instruction, program, active, &operand, result),
    }
}

fn quad_sum(
    other: impl Fn(usize) -> usize,
    instruction: &Instruction,
    program: &Program,
    active: &Mask,
    operand: &dyn Fn(usize, usize, usize) -> u64,
    result: &mut Vectors,
) {
    let Some(number) = Number::of(instruction.data_type, program.profile().numeric) else {
        return;
    };
    let [a, b] = [0, 1].map(quadrille_base::Id::new);
    let sum = if number.is_float() {
        Expression::FloatBinary {
            number,
            op: FloatBinary::Add,
            a,
            b,
        }
    } else {
        Expression::IntBinary {
            number,
            op: IntBinary::Add,
            a,
            b,
        }
    };
    for lane in active.iter() {
        let first = lane - lane % QUAD;
        let whole = (first..first + QUAD).all(|lane| lane < active.lanes() && active.get(lane));
        let from = first + other(lane % QUAD);
        for component in 0..4 {
            let value = |id: ValueId| match id == a {
                true => operand(0, component, from),
                false => operand(1, component, lane),
            };
            let value = if whole { compute(&sum, value) } else { None };
            result.set(component, lane, value.unwrap_or(0));
        }
    }
}

/// Does something for the active lanes of each thread group that has any.
fn each_group(active: &Mask, group: usize, mut run: impl FnMut(&[usize])) {
    let lanes: Vec<usize> = active.iter().collect();
    for members in lanes.chunk_by(|a, b| a / group == b / group) {
        run(members);
    }
}

/// Whether a number is other than zero; minus zero is zero.
fn is_true(data_type: DataType, bits: u64) -> bool {
    match data_type {
        DataType::F32 | DataType::F16 | DataType::Fx12 => bits & 0x7fff_ffff != 0,
        DataType::F64 => bits & !(1 << 63) != 0,
        DataType::S32 | DataType::U32 => bits as u32 != 0,
        DataType::S64 | DataType::U64 => bits != 0,
    }
}

/// TRUE and FALSE as numbers of a type (NV_gpu_program5 2.X.8 TGALL).
fn truth(data_type: DataType, value: bool) -> u64 {
    match data_type {
        _ if !value => 0,
        DataType::F32 | DataType::F16 | DataType::Fx12 => u64::from(1f32.to_bits()),
        DataType::F64 => 1f64.to_bits(),
        DataType::S32 | DataType::U32 => u64::from(u32::MAX),
        DataType::S64 | DataType::U64 => u64::MAX,
    }
}
