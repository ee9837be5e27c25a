//! Numbers that the lexer takes in every language and the grammars of some do not have.

use quadrille_isa::gl::LanguageSet;
use quadrille_syntax::tree::{NumberForm, Value};

use crate::context::Context;
use crate::rules;
use crate::state::diagnostics::Diagnostics;

/// Reports hexadecimal numbers where the language has only decimal ones, and those that begin with `0X`: NV_gpu_program4
/// 2.X.2 was the first to have any, "beginning with "0x"".
pub(crate) fn numbers(cx: &Context<'_, '_>, diagnostics: &mut Diagnostics) {
    let has_them = cx.language.meets(LanguageSet::GPU);
    for operand in &cx.tree.operands {
        if let Value::Number(number) = &operand.value
            && number.form == NumberForm::Hexadecimal
        {
            let message = match number.text.starts_with("0x") {
                _ if !has_them => "this language has no hexadecimal numbers",
                false => "hexadecimal numbers begin with `0x`, whose x is small",
                true => continue,
            };
            diagnostics.report(rules::syntax_error::unexpected(operand.span, message));
        }
    }
}
