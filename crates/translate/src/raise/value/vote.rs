//! Votes among the threads of a group: TGALL, TGANY and TGEQ (NV_gpu_program5 2.X.8).
//!
//! The division of threads into groups is undefined there, and programs ask to choose the faster of two ways that end
//! alike. A shader's groups have one thread each, so that every target has them.

use quadrille_isa::gl::operation::Vote;
use quadrille_program::Instruction;

use crate::form::{Binary, Expression};
use crate::raise::lowering::Lowering;
use crate::raise::types::{kind, operand_kind, result_kind};
use crate::target::Feature;

impl Lowering<'_, '_> {
    /// The written components of a vote's value.
    pub(crate) fn vote(&mut self, vote: Vote, instruction: &Instruction, written: &[u8]) -> Expression {
        let own = kind(instruction.data_type);
        let width = written.len() as u8;
        let truth = if own.is_float() {
            Expression::number(own, 1.0, width)
        } else {
            self.need(Feature::Integers);
            Expression::integer(own, -1, width)
        };
        let value = match vote {
            Vote::All | Vote::Any => {
                let operand = &instruction.operands[0];
                let kind = operand_kind(self.program(), instruction, 0);
                let operand = self.operand_as(operand, written, kind);
                let zero = Expression::zero(operand.ty.scalar, operand.ty.width);
                let is_set = Expression::binary(Binary::NotEqual, operand, zero);
                Expression::select(is_set, truth, Expression::zero(own, width))
            }
            // Alone, a thread has all and none.
            Vote::Equal => truth,
        };
        value.reinterpret(result_kind(self.program(), instruction))
    }
}
