//! The section between FSIB and FSIE.

use quadrille_base::Span;

/// FSIB and FSIE so far.
#[derive(Default, Debug)]
pub(crate) struct Interlock<'t> {
    pub(crate) section: Vec<Bound<'t>>,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound<'t> {
    pub(crate) begins: bool,
    pub(crate) span: Span,
    /// The subroutine it is in; none before the first label.
    pub(crate) subroutine: Option<&'t str>,
}
