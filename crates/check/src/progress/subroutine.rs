//! What the program says of subroutines, and the calls whose subroutine the application chooses.

use quadrille_base::Span;
use quadrille_program::InstId;
use quadrille_syntax::tree::Word;
use rustc_hash::FxHashMap;

/// A subroutine type under construction.
#[derive(Debug)]
pub(crate) struct Type<'t> {
    pub(crate) name: &'t str,
    pub(crate) labels: Vec<Word<'t>>,
}

/// A label with a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Function<'t> {
    pub(crate) name: &'t str,
    pub(crate) number: u32,
    pub(crate) span: Span,
}

/// A subroutine parameter that a variable is bound to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter {
    pub(crate) number: u32,
    pub(crate) of: u32,
    pub(crate) span: Span,
}

/// What a program says of subroutines so far.
#[derive(Default, Debug)]
pub(crate) struct SubroutineUse<'t> {
    pub(crate) types: Vec<Type<'t>>,
    pub(crate) functions: Vec<Function<'t>>,
    /// Where each number stands in `functions`.
    pub(crate) numbers: FxHashMap<u32, usize>,
    /// The number of each label that has one.
    pub(crate) named: FxHashMap<&'t str, u32>,
    pub(crate) parameters: Vec<Parameter>,
}

/// A CALI, and the type of the variable that it calls through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IndirectCall {
    pub(crate) id: InstId,
    pub(crate) of: u32,
    pub(crate) span: Span,
}
