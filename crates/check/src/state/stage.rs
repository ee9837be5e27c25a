//! The declarations of a program's stage.

use quadrille_base::Span;
use quadrille_isa::gl::Binding;
use quadrille_program::layout::{InputPrimitive, OutputPrimitive, TessellationMode, TessellationSpacing};

/// Something that is declared once, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Once<T> {
    /// The declared value; none if it has an error.
    pub(crate) value: Option<T>,
    /// The statement.
    pub(crate) span: Span,
}

/// The declarations of the stage so far.
#[derive(Default, Debug)]
pub(crate) struct StageDeclarations {
    pub(crate) primitive_in: Option<Once<InputPrimitive>>,
    pub(crate) primitive_out: Option<Once<OutputPrimitive>>,
    pub(crate) vertices_out: Option<Once<u32>>,
    pub(crate) invocations: Option<Once<u32>>,
    pub(crate) tess_mode: Option<Once<TessellationMode>>,
    pub(crate) tess_spacing: Option<Once<TessellationSpacing>>,
    pub(crate) clockwise: Option<Once<bool>>,
    pub(crate) point_mode: Option<Once<()>>,
    pub(crate) group_size: Option<Once<[u32; 3]>>,
    pub(crate) shared_memory: Option<Once<u32>>,
    pub(crate) view_offset: Option<Once<i32>>,
    /// Results that PASSTHROUGH names.
    pub(crate) passthrough: Vec<Passthrough>,
}

/// A result that is copied from the vertex that comes in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passthrough {
    /// The result.
    pub(crate) binding: Binding,
    /// The components that are copied, bit 0 for x.
    pub(crate) mask: u8,
    /// The span at which it is named.
    pub(crate) span: Span,
}

/// The value that is declared without error.
pub(crate) fn value<T: Copy>(once: Option<Once<T>>) -> Option<T> {
    once.and_then(|once| once.value)
}
