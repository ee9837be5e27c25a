//! The context of a check: the program as it is written and what it is judged by. A part of the check reads it and
//! cannot change it.

use quadrille_base::{Diagnostic, Span};
use quadrille_isa::gl::{Limits, ProgramOption};
use quadrille_syntax::tree::{Statement, Tree};

use crate::language::Language;
use crate::options::Options;
use crate::rules;

/// The context in which a statement is checked.
#[derive(Clone, Copy)]
pub(crate) struct Context<'t, 's> {
    /// The text of the whole program.
    pub(crate) text: &'s str,
    /// The piece of its tree.
    pub(crate) tree: &'t Tree<'s>,
    pub(crate) options: &'s Options,
    pub(crate) language: Language,
    /// The first statement that is neither an option nor a declaration of the stage, as far as the program is read.
    pub(crate) first_naming: Option<Span>,
}

impl<'s> Context<'_, 's> {
    pub(crate) fn limits(&self) -> &'s Limits {
        &self.options.limits
    }

    /// The span of a statement without its semicolon.
    pub(crate) fn bare(&self, statement: &Statement<'s>) -> Span {
        let span = statement.span;
        let text = &self.text[span.range()];
        let bare = text.strip_suffix(';').unwrap_or(text).trim_end();
        Span::new(span.start, span.start + bare.len() as u32)
    }

    /// The span at which something missing is marked: END, or the end of the text.
    pub(crate) fn end_of_program(&self) -> Span {
        self.tree.end.unwrap_or_else(|| Span::at(self.text.len() as u32))
    }

    /// A feature whose option is not named; the fix names it behind the header.
    pub(crate) fn missing_option(&self, span: Span, option: ProgramOption) -> Diagnostic {
        let insert = self.tree.header.as_ref().map_or(0, |header| header.span.end);
        rules::missing_option::at(span, option.row().name(), insert)
    }
}
