//! Numbers that the lexer takes in every language and the grammars of some do not have.

use quadrille_isa::gl::LanguageSet;
use quadrille_syntax::tree::{NumberForm, Value};

use crate::checker::Checker;
use crate::rules;

impl Checker<'_, '_> {
    /// Reports hexadecimal numbers where the language has only decimal ones: NV_gpu_program4 2.X.2 was the
    /// first to have them.
    pub(crate) fn numbers(&mut self) {
        if self.features.languages.meets(LanguageSet::GPU) {
            return;
        }
        let tree = self.tree;
        for operand in &tree.operands {
            if let Value::Number(number) = &operand.value
                && number.form == NumberForm::Hexadecimal
            {
                let message = "this language has no hexadecimal numbers";
                self.report(rules::syntax_error::unexpected(operand.span, message));
            }
        }
    }
}
