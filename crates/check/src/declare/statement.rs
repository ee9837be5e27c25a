//! The statements that declare something: which one a keyword is.

use quadrille_isa::gl::availability::Missing;
use quadrille_isa::gl::statement::Statement;
use quadrille_syntax::tree::{Declaration, Word};

use crate::context::Context;
use crate::nearest::nearest_statement;
use crate::rules;
use crate::state::diagnostics::Diagnostics;

/// Whether a declaration is one of the stage: it declares no name.
pub(crate) fn is_of_stage(declaration: &Declaration<'_>) -> bool {
    Statement::find(declaration.keyword.text).is_some_and(|statement| statement.row().unterminated)
}

/// The statement of a keyword, if the program has it.
pub(crate) fn available(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    keyword: &Word<'_>,
) -> Option<Statement> {
    let Some(statement) = Statement::find(keyword.text) else {
        let message = "this language has no such declaration";
        let near = nearest_statement(&cx.language, keyword).map(|near| near.row().word);
        diagnostics.report(rules::syntax_error::misspelled(keyword.span, message, near));
        return None;
    };
    match statement.row().availability.check(&cx.language.features) {
        Ok(()) => Some(statement),
        Err(Missing::Option(option)) => {
            let diagnostic = cx.missing_option(keyword.span, option);
            diagnostics.report(diagnostic);
            None
        }
        Err(Missing::Stage) => {
            let message = "programs of this stage have no such declaration";
            diagnostics.report(rules::unavailable_form::at(keyword.span, message));
            None
        }
        Err(Missing::Language) => {
            let message = "this language has no such declaration";
            diagnostics.report(rules::syntax_error::unexpected(keyword.span, message));
            None
        }
    }
}
