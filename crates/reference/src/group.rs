//! Lanes that exchange values: votes, ballots, shuffles, quads and derivatives.
//!
//! Every lane's operands are loaded, whether it is active or not; which lanes count, each operation says.

use quadrille_engine::{Mask, TrapKind};
use quadrille_isa::gl::operation::{ArithmeticOp, Axis, GroupOp, shuffle, vote};
use quadrille_isa::gl::{DataType, Operation, Stage};
use quadrille_program::InstId;

use crate::arithmetic::{Arithmetic, each};
use crate::observer::Observer;
use crate::run::BatchRun;
use crate::state::Values;

/// The lanes of a quad: (x, y), (x+1, y), (x, y+1), (x+1, y+1).
const QUAD: usize = 4;

impl<O: Observer> BatchRun<'_, O> {
    /// Votes and ballots, shuffles, and the sums over a quad of NV_shader_thread_group.
    pub(crate) fn group(
        &mut self,
        id: InstId,
        operation: GroupOp,
        values: &mut Values,
        arithmetic: Arithmetic<'_>,
    ) -> Result<(), TrapKind> {
        let active = self.state.schedule.active();
        let group = self.batch.group.clamp(1, 32);
        let data_type = arithmetic.data_type;
        match operation {
            GroupOp::Vote(kind) => groups(active, group, |lanes| {
                for component in 0..4 {
                    let truths = lanes
                        .iter()
                        .map(|lane| is_true(values, data_type, component, *lane));
                    let outcome = truth(data_type, vote(kind, truths));
                    for lane in lanes {
                        values.result.set_long(component, *lane, outcome);
                    }
                }
            }),
            GroupOp::Ballot => groups(active, group, |lanes| {
                for component in 0..4 {
                    let set = lanes
                        .iter()
                        .filter(|lane| is_true(values, data_type, component, **lane));
                    let ballot = set.fold(0u32, |ballot, lane| ballot | 1 << (lane % group));
                    for lane in lanes {
                        values.result.low[component][*lane] = ballot;
                    }
                }
            }),
            GroupOp::Shuffle(kind) => each(active, |lane| {
                let own = (lane % group) as u32;
                let word = |operand: usize| values.operands[operand][0][lane];
                let source = shuffle(kind, own, word(1), word(2));
                let from = lane - own as usize + source.thread as usize;
                let is_there = from < active.lanes() && source.thread < group as u32 && active.get(from);
                watch!(O, {
                    if !is_there {
                        self.observer.inactive_thread(id, lane, source.thread);
                    }
                });
                values.result.set_long(0, lane, truth(data_type, source.in_range));
                values.result.low[1][lane] = if is_there { values.operands[0][0][from] } else { 0 };
                values.result.low[2][lane] = 0;
                values.result.low[3][lane] = 0;
            }),
            GroupOp::QuadAdd(fragment) => {
                return self.quad_sum(|_| quad_lane(fragment), values, arithmetic);
            }
            GroupOp::QuadAddHorizontal => return self.quad_sum(|place| place ^ 1, values, arithmetic),
            GroupOp::QuadAddVertical => return self.quad_sum(|place| place ^ 2, values, arithmetic),
        }
        Ok(())
    }

    /// The first operand of another fragment of the quad plus the second of the own one; 0 in a quad of which
    /// not all fragments are active (NV_shader_thread_group 8.3). A fragment that the batch lacks is none. `other`
    /// gives the other fragment by the own one's place in the quad.
    fn quad_sum(
        &self,
        other: impl Fn(usize) -> usize,
        values: &mut Values,
        arithmetic: Arithmetic<'_>,
    ) -> Result<(), TrapKind> {
        let active = self.state.schedule.active();
        for component in 0..4 {
            let words = values.operands[0][component].clone();
            each(active, |lane| {
                let place = lane % QUAD;
                values.operands[0][component][lane] = lane_of(&words, lane - place + other(place));
            });
        }
        arithmetic.run(ArithmeticOp::Add, active, values)?;
        each(active, |lane| {
            if !is_whole(active, lane) {
                (0..4).for_each(|component| values.result.low[component][lane] = 0);
            }
        });
        Ok(())
    }

    /// DDX and DDY: the difference between the two fragments of a row or a column of the quad; 0 where the batch
    /// lacks one of them.
    pub(crate) fn derivative(
        &self,
        axis: Axis,
        values: &mut Values,
        arithmetic: Arithmetic<'_>,
    ) -> Result<(), TrapKind> {
        let active = self.state.schedule.active();
        let step = match axis {
            Axis::X => 1,
            Axis::Y => 2,
        };
        let mut pair = Values {
            operands: vec![values.operands[0].clone(), values.operands[0].clone()],
            high: vec![values.high[0].clone(), values.high[0].clone()],
            result: std::mem::take(&mut values.result),
            carry: Default::default(),
        };
        for component in 0..4 {
            for lane in 0..active.lanes() {
                let (below, above) = (lane & !step, lane | step);
                let words = &values.operands[0][component];
                let both = words.get(above).map(|above| [*above, words[below]]);
                let [above, below] = both.unwrap_or_default();
                pair.operands[0][component][lane] = above;
                pair.operands[1][component][lane] = below;
            }
        }
        arithmetic.run(ArithmeticOp::Subtract, active, &mut pair)?;
        values.result = pair.result;
        Ok(())
    }

    /// Reports the derivative, explicit or not, of a quad that is not active as a whole.
    pub(crate) fn watch_quads(&mut self, id: InstId, operation: Operation) {
        let compares = match operation {
            Operation::Texture(operation) => operation.asks_neighbours(),
            operation => matches!(operation, Operation::Derivative(_)),
        };
        if !compares || self.prepared.program.profile().stage != Stage::Fragment {
            return;
        }
        let active = self.state.schedule.active();
        if let Some(lane) = active.iter().find(|lane| !is_whole(active, *lane)) {
            self.observer.parted_quad(id, lane);
        }
    }
}

/// Whether all four fragments of a lane's quad are active; those that the batch lacks are not.
fn is_whole(active: &Mask, lane: usize) -> bool {
    let first = lane - lane % QUAD;
    (first..first + QUAD).all(|lane| lane < active.lanes() && active.get(lane))
}

/// A lane's word; 0 of one that the batch lacks.
fn lane_of(words: &[u32], lane: usize) -> u32 {
    words.get(lane).copied().unwrap_or_default()
}

/// The place in a quad of the fragment that NV_shader_thread_group numbers: in a window, whose y goes up, the
/// upper row comes first.
fn quad_lane(fragment: u8) -> usize {
    usize::from(fragment & 3) ^ 2
}

/// Does something for the active lanes of each thread group that has any.
fn groups(active: &Mask, group: usize, mut run: impl FnMut(&[usize])) {
    let lanes: Vec<usize> = active.iter().collect();
    for members in lanes.chunk_by(|a, b| a / group == b / group) {
        run(members);
    }
}

/// Whether a component of the first operand is other than zero.
fn is_true(values: &Values, data_type: DataType, component: usize, lane: usize) -> bool {
    let low = values.operands[0][component][lane];
    let high = values.high[0][component][lane];
    match data_type {
        // Minus zero is zero.
        DataType::F32 | DataType::F16 | DataType::Fx12 => low & 0x7fff_ffff != 0,
        DataType::F64 => low != 0 || high & 0x7fff_ffff != 0,
        DataType::S32 | DataType::U32 => low != 0,
        DataType::S64 | DataType::U64 => low != 0 || high != 0,
    }
}

/// TRUE and FALSE as numbers of a type (NV_gpu_program5 2.X.8 TGALL).
fn truth(data_type: DataType, value: bool) -> u64 {
    match data_type {
        _ if !value => 0,
        DataType::F32 | DataType::F16 | DataType::Fx12 => u64::from(1f32.to_bits()),
        DataType::F64 => 1f64.to_bits(),
        DataType::S32 | DataType::U32 | DataType::S64 | DataType::U64 => u64::MAX,
    }
}
