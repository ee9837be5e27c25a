//! What options of a vendor have a word for, and plain programs say by several instructions.

use quadrille_isa::gl::LanguageSet;
use quadrille_isa::gl::operation::{ArithmeticOp, Comparison, Packing};

use super::Lowering;
use super::float::first;
use crate::arb::code::{Op, Source};
use crate::arb::refusal::Refusal;
use crate::target::Target;

/// How the result of an operation fills its components.
enum Fills {
    /// Each its own.
    Each,
    /// Each its own, by one component of the second operand (NV_fragment_program2 3.11.5.48).
    EachByScalar,
    /// All with one number.
    All,
    /// The first three; the last is undefined.
    Three,
}

impl Lowering<'_> {
    /// The result of an operation, if an option has it.
    pub(super) fn native(
        &mut self,
        operation: ArithmeticOp,
        mask: u8,
        operands: &[Source],
    ) -> Result<Option<Source>, Refusal> {
        use ArithmeticOp as A;
        let (op, fills, language) = match operation {
            A::Sign => (Op::Ssg, Fills::Each, LanguageSet::AV2),
            A::ReciprocalClamped => (Op::Rcc, Fills::All, LanguageSet::AV2),
            A::Divide => (Op::Div, Fills::EachByScalar, LanguageSet::AF2),
            A::Dot2 => (Op::Dp2, Fills::All, LanguageSet::AF2),
            A::Dot2Add => (Op::Dp2a, Fills::All, LanguageSet::AF2),
            A::Normalize => (Op::Nrm, Fills::Three, LanguageSet::AF2),
            A::Reflect => (Op::Rfl, Fills::Three, LanguageSet::AF1),
            A::Transform2d => (Op::X2d, Fills::Each, LanguageSet::AF1),
            _ => return Ok(None),
        };
        // VP1.1 has this one, too (NV_vertex_program1_1 2.14.1.10.19).
        let is_of_vp11 = op == Op::Rcc && self.options.target == Target::Vp11;
        if !self.takes(language) && !is_of_vp11 {
            return Ok(None);
        }
        Ok(Some(match fills {
            Fills::Each => self.compute(op, mask, operands)?,
            Fills::EachByScalar => {
                let scalar = operands[1].component(first(mask));
                self.compute(op, mask, &[operands[0], scalar])?
            }
            Fills::All => self.scalar(op, operands)?,
            Fills::Three => {
                let found = self.compute(op, mask & 0b0111, operands)?;
                self.or_zero(found, 0b0111, mask)?
            }
        }))
    }

    /// The operation that compares, if there is one.
    pub(super) fn comparing(&self, comparison: Comparison) -> Option<Op> {
        let op = match comparison {
            Comparison::Less => return Some(Op::Slt),
            Comparison::GreaterOrEqual => return Some(Op::Sge),
            Comparison::Greater => Op::Sgt,
            Comparison::LessOrEqual => Op::Sle,
            Comparison::Equal => Op::Seq,
            Comparison::NotEqual => Op::Sne,
            Comparison::False | Comparison::True => return None,
        };
        self.takes(LanguageSet::AV2 | LanguageSet::AF1).then_some(op)
    }

    /// The operations that pack and unpack words, if floats may be such.
    pub(super) fn packing(&self, packing: Packing) -> Option<[Op; 2]> {
        let ops = match packing {
            Packing::Half2 => [Op::Pk2h, Op::Up2h],
            Packing::Unsigned2 => [Op::Pk2us, Op::Up2us],
            Packing::Signed4 => [Op::Pk4b, Op::Up4b],
            Packing::Unsigned4 => [Op::Pk4ub, Op::Up4ub],
        };
        self.takes(LanguageSet::AF1).then_some(ops)
    }

    /// Whether a write may have a condition: CMP stands for it, in vertex programs too.
    pub(super) fn chooses(&self) -> bool {
        self.is_fragment() || self.takes(LanguageSet::AV2)
    }
}
