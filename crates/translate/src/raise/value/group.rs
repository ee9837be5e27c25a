//! What threads of a group tell each other, where the target's subgroups stand for groups (NV_gpu_program5 2.X.8 TGALL,
//! NV_shader_thread_group, NV_shader_thread_shuffle). All of it is found before some of them go another way.

use quadrille_isa::gl::operation::{GroupOp, Shuffle, Vote};
use quadrille_isa::gl::{Binding, Family};
use quadrille_program::resources::Interpolation;
use quadrille_program::{Instruction, Variable};

use crate::form::{Binary, BuiltIn, Expression, InputKind, QuadPlace, Scalar, Type};
use crate::raise::lowering::Lowering;
use crate::raise::types::{kind, operand_kind, result_kind};
use crate::target::Feature;

/// The bits of a word that a number of a thread has.
const NUMBER: i64 = 31;

impl Lowering<'_, '_> {
    /// An instruction of a group of threads.
    pub(crate) fn group(&mut self, operation: GroupOp, instruction: &Instruction) {
        self.need(Feature::Integers);
        self.need(match operation {
            GroupOp::Vote(_) => Feature::SubgroupVotes,
            GroupOp::Ballot => Feature::SubgroupBallots,
            GroupOp::Shuffle(_) => Feature::SubgroupShuffles,
            GroupOp::QuadAdd(_) | GroupOp::QuadAddHorizontal | GroupOp::QuadAddVertical => {
                Feature::SubgroupQuads
            }
        });
        self.write(instruction, |lowering, written| {
            let value = match operation {
                GroupOp::Vote(vote) => lowering.subgroup_vote(vote, instruction, written),
                GroupOp::Ballot => lowering.subgroup_ballot(instruction, written),
                GroupOp::Shuffle(shuffle) => lowering.subgroup_shuffle(shuffle, instruction, written),
                // In a window, whose y goes up, the upper row of a quad comes first.
                GroupOp::QuadAdd(number) => {
                    let place = QuadPlace::Number(number & 3 ^ 2);
                    return lowering.quad_sum(place, instruction, written);
                }
                GroupOp::QuadAddHorizontal => {
                    return lowering.quad_sum(QuadPlace::Beside, instruction, written);
                }
                GroupOp::QuadAddVertical => {
                    return lowering.quad_sum(QuadPlace::Above, instruction, written);
                }
            };
            value.reinterpret(result_kind(lowering.program(), instruction))
        });
    }

    /// Whether each component of the first operand is other than zero.
    fn truths(&mut self, instruction: &Instruction, written: &[u8]) -> Vec<Expression> {
        let kind = operand_kind(self.program(), instruction, 0);
        let one = |at: &u8| {
            let value = self.operand_as(&instruction.operands[0], &[*at], kind);
            Expression::binary(Binary::NotEqual, value, Expression::zero(kind, 1))
        };
        written.iter().map(one).collect()
    }

    fn subgroup_vote(&mut self, vote: Vote, instruction: &Instruction, written: &[u8]) -> Expression {
        let own = kind(instruction.data_type);
        let truth = match own.is_float() {
            true => Expression::number(own, 1.0, 1),
            false => Expression::integer(own, -1, 1),
        };
        let truths = self.truths(instruction, written).into_iter();
        let votes = truths.map(|truth| Expression::built_in(BuiltIn::SubgroupVote(vote), vec![truth]));
        let each = votes.map(|vote| Expression::select(vote, truth.clone(), Expression::zero(own, 1)));
        let value = Expression::construct(each.collect());
        self.hold("vote", value, false)
    }

    fn subgroup_ballot(&mut self, instruction: &Instruction, written: &[u8]) -> Expression {
        let truths = self.truths(instruction, written).into_iter();
        let ballots = truths.map(|truth| Expression::built_in(BuiltIn::SubgroupBallot, vec![truth]));
        let value = Expression::construct(ballots.collect());
        self.hold("ballot", value, false)
    }

    /// Whether there is such a thread, and what the first operand's x is there; the own thread's where there is none.
    fn subgroup_shuffle(
        &mut self,
        shuffle: Shuffle,
        instruction: &Instruction,
        written: &[u8],
    ) -> Expression {
        let int = |value| Expression::integer(Scalar::Int, value, 1);
        let binary = Expression::binary;
        let [index, mask] = [1, 2].map(|operand: usize| {
            let word = self.operand_as(&instruction.operands[operand], &[0], Scalar::Int);
            self.held("operand", word)
        });
        let thread = self.thread_number();
        let field = |word: Expression, from: i64| {
            let moved = match from {
                0 => word,
                _ => binary(Binary::ShiftRight, word, int(from)),
            };
            binary(Binary::BitAnd, moved, int(NUMBER))
        };
        let index = field(index, 0);
        let (clamp, segment) = (field(mask.clone(), 0), field(mask, 8));
        let outside = || binary(Binary::BitXor, segment.clone(), int(NUMBER));
        let least = || binary(Binary::BitAnd, thread.clone(), segment.clone());
        let most = binary(Binary::BitOr, least(), binary(Binary::BitAnd, clamp, outside()));
        let computed = match shuffle {
            Shuffle::Up => binary(Binary::Subtract, thread.clone(), index),
            Shuffle::Down => binary(Binary::Add, thread.clone(), index),
            Shuffle::Index => {
                let within = binary(Binary::BitAnd, index, outside());
                binary(Binary::BitOr, within, least())
            }
            Shuffle::Xor => binary(Binary::BitXor, thread.clone(), index),
        };
        let computed = self.hold("source", computed, false);
        let bound = match shuffle {
            Shuffle::Up => Binary::GreaterOrEqual,
            Shuffle::Down | Shuffle::Index | Shuffle::Xor => Binary::LessOrEqual,
        };
        let in_range = binary(bound, computed.clone(), most);
        let in_range = self.hold("in_range", in_range, false);
        let source = Expression::select(in_range.clone(), computed, thread);
        let value = self.operand_as(&instruction.operands[0], &[0], Scalar::Uint);
        let arguments = vec![value, source.reinterpret(Scalar::Uint)];
        let value = Expression::built_in(BuiltIn::SubgroupShuffle, arguments);
        let value = self.hold("shuffled", value, false);
        let own = kind(instruction.data_type);
        let truth = match own.is_float() {
            true => Expression::number(own, 1.0, 1),
            false => Expression::integer(own, -1, 1),
        };
        let is_there = Expression::select(in_range, truth, Expression::zero(own, 1));
        let parts = written.iter().map(|at| match at {
            0 => is_there.clone().reinterpret(Scalar::Uint),
            1 => value.clone(),
            _ => Expression::zero(Scalar::Uint, 1),
        });
        Expression::construct(parts.collect())
    }

    /// The number of the thread in its subgroup, a signed integer.
    fn thread_number(&mut self) -> Expression {
        self.need(Feature::SubgroupIds);
        let variable = Variable {
            binding: Binding::new(Family::Threadid, [0; 4]),
            long: false,
            used: 1,
            interpolation: Interpolation::default(),
        };
        let ty = Type::new(Scalar::Uint, 1);
        let number = self
            .draft
            .input("thread", ty, InputKind::SubgroupInvocation, &variable);
        number.reinterpret(Scalar::Int)
    }

    /// The first operand in another fragment of the quad plus the second one.
    fn quad_sum(&mut self, place: QuadPlace, instruction: &Instruction, written: &[u8]) -> Expression {
        let value = self.operand(&instruction.operands[0], written);
        let value = Expression::built_in(BuiltIn::QuadValue(place), vec![value]);
        let value = self.hold("other", value, false);
        let own = self.operand(&instruction.operands[1], written);
        let sum = Expression::binary(Binary::Add, value, own);
        self.finished(sum, instruction)
    }
}
