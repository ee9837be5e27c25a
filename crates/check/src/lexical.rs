//! Numbers that the lexer takes in every language and the grammars of some do not have.

use quadrille_isa::gl::LanguageSet;
use quadrille_syntax::tree::{NumberForm, Value};

use crate::context::Context;
use crate::rules;
use crate::state::diagnostics::Diagnostics;

/// Reports hexadecimal numbers where the language has only decimal ones: NV_gpu_program4 2.X.2 was the
/// first to have them.
pub(crate) fn numbers(cx: &Context<'_, '_>, diagnostics: &mut Diagnostics) {
    if cx.language.meets(LanguageSet::GPU) {
        return;
    }
    let tree = cx.tree;
    for operand in &tree.operands {
        if let Value::Number(number) = &operand.value
            && number.form == NumberForm::Hexadecimal
        {
            let message = "this language has no hexadecimal numbers";
            diagnostics.report(rules::syntax_error::unexpected(operand.span, message));
        }
    }
}
