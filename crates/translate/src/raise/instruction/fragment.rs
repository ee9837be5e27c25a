//! Operations of fragment programs alone: derivatives, attributes at other places of a pixel, the end of a fragment.

use quadrille_isa::gl::operation::{Axis, DerivativeControl};
use quadrille_program::{Access, Instruction};

use crate::form::{Binary, BuiltIn, Expression, StatementKind};
use crate::raise::lowering::Lowering;
use crate::raise::types::operand_kind;
use crate::target::Feature;

impl Lowering<'_, '_> {
    /// DDX and DDY. A coarse difference may be any that the target has, a fine one may not.
    pub(crate) fn derivative(&mut self, instruction: &Instruction, axis: Axis) {
        self.need(Feature::Derivatives);
        let mut control = None;
        if let Access::Derivative(asked) = instruction.access
            && (asked == DerivativeControl::Fine || self.draft.context.supports(Feature::DerivativeControl))
        {
            self.need(Feature::DerivativeControl);
            control = Some(asked);
        }
        let function = BuiltIn::Derivative(axis, control);
        self.write(instruction, |lowering, written| {
            let operand = lowering.operand(&instruction.operands[0], written);
            let value = Expression::built_in(function, vec![operand]);
            lowering.finished(value, instruction)
        });
    }

    /// Drops the fragment where a component is below zero, or where a condition holds for any.
    pub(crate) fn kill(&mut self, instruction: &Instruction) {
        let answers = match (&instruction.access, instruction.operands.first()) {
            (Access::Condition(condition), _) => self.any(condition),
            (_, Some(operand)) => match operand_kind(self.program(), instruction, 0) {
                // No unsigned number is below zero.
                kind if kind.is_unsigned() => Expression::truth(false),
                kind => {
                    let value = self.operand_as(operand, &[0, 1, 2, 3], kind).narrow();
                    let zero = Expression::zero(kind, value.ty.width);
                    Expression::binary(Binary::Less, value, zero)
                }
            },
            (_, None) => Expression::truth(true),
        };
        let condition = if answers.ty.is_scalar() {
            answers
        } else {
            Expression::built_in(BuiltIn::Any, vec![answers])
        };
        self.only_if(condition, |lowering| lowering.push(StatementKind::Discard));
    }
}
