//! The interpolation of fragment attributes, and the registers that an !!FP1.0 program uses.

use quadrille_base::Span;
use quadrille_isa::gl::Binding;
use quadrille_isa::gl::statement::Modifier;
use quadrille_program::File;
use quadrille_program::resources::Interpolation;
use rustc_hash::{FxHashMap, FxHashSet};

/// A fragment attribute that a declaration names, with the interpolation that it asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interpolates {
    pub(crate) binding: Binding,
    pub(crate) interpolation: Interpolation,
    pub(crate) span: Span,
}

/// The fragment attributes that declarations name.
pub(crate) type Interpolations = FxHashMap<Binding, Interpolates>;

/// The registers that an !!FP1.0 program uses, noted as it is read.
#[derive(Default)]
pub(crate) struct FragmentUse {
    /// Temporaries and results that it uses.
    pub(crate) used: FxHashSet<(File, i32, bool)>,
    /// The size of them all: 1 for a half-precision register, 2 for one of full precision.
    pub(crate) units: u32,
    /// The spans at which `o[COLR]` and `o[COLH]` are first written.
    pub(crate) colours: [Option<Span>; 2],
    /// The size in which each result is first written, and where.
    pub(crate) sizes: FxHashMap<i32, (Modifier, Span)>,
}
