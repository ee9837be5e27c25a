//! The options that a program names.

use quadrille_base::Span;
use quadrille_isa::gl::ProgramOption;
use quadrille_isa::gl::option::OptionRow;

/// The options so far, each where it is named first.
#[derive(Default)]
pub(crate) struct NamedOptions {
    pub(crate) list: Vec<NamedOption>,
}

/// An option that the program names, and where.
#[derive(Clone, Copy)]
pub(crate) struct NamedOption {
    pub(crate) row: &'static OptionRow,
    pub(crate) span: Span,
}

impl NamedOptions {
    /// The span at which the program names an option.
    pub(crate) fn span(&self, option: ProgramOption) -> Option<Span> {
        let mut named = self.list.iter();
        Some(named.find(|named| named.row.option == option)?.span)
    }

    /// The span at which it names the option by which its position is the fixed-function one, if it does.
    pub(crate) fn position_invariant(&self) -> Option<Span> {
        self.span(ProgramOption::ArbPositionInvariant)
            .or_else(|| self.span(ProgramOption::NvPositionInvariant))
    }
}
