//! Parts of a message that are not known, or cannot be, on this side.

use quadrille_pipeline::FramebufferError;

/// Why a message cannot be what it says.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ContentError {
    /// A number is of a type that stands in no table here.
    #[error("the type {0} is not known here")]
    NumberType(String),
    /// A diagnostic is of a rule that stands in no table here.
    #[error("the rule {0} is not known here")]
    Rule(String),
    /// There is no framebuffer of its size and formats.
    #[error(transparent)]
    Framebuffer(#[from] FramebufferError),
    /// A colour buffer is of a format that stands in no table here.
    #[error("the colour format {0} is not known here")]
    ColorFormat(String),
    /// A buffer has other pixels than the framebuffer.
    #[error("a framebuffer whose buffers have two sizes")]
    BufferSizes,
}
