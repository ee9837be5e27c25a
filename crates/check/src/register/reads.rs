//! The limit on the registers of a file that one instruction may read.

use quadrille_base::Span;
use quadrille_program::{File, Operand, Register};
use quadrille_syntax::tree::OperandIndex;

use crate::context::Context;
use crate::rules;
use crate::state::diagnostics::Diagnostics;

/// Reports a second parameter or attribute register among the operands of one instruction.
pub(crate) fn one_of_each_file(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    operands: &[Operand],
    written: &[OperandIndex],
) {
    let spans = |file: File| -> Vec<(Register, Span)> {
        let both = operands.iter().zip(written);
        both.filter(|(operand, _)| operand.register.file == file)
            .map(|(operand, index)| (operand.register, cx.operand(*index).span))
            .collect()
    };
    let parameters = spans(File::Parameter);
    if let Some((span, before)) = second(&parameters).filter(|_| !cx.language.is_fp1()) {
        diagnostics.report(rules::many_parameters_read::at(span, before));
    }
    let attributes = spans(File::Attribute);
    if let Some((span, before)) = second(&attributes) {
        diagnostics.report(rules::many_attributes_read::at(span, before));
    }
}

/// The first register that is not the one before it, and where that one stands.
fn second(read: &[(Register, Span)]) -> Option<(Span, Span)> {
    let (first, before) = read.first()?;
    let other = read.iter().find(|(register, _)| register != first)?;
    Some((other.1, *before))
}
