//! The limits of framebuffers, and the errors in them.

/// Largest width and height.
pub const MAX_SIZE: u32 = 16384;
/// Most layers.
pub const MAX_LAYERS: u32 = 256;
/// Most colour buffers.
pub const MAX_COLOR_BUFFERS: usize = 8;
/// Most bytes that all buffers of a framebuffer may take.
pub const MAX_BYTES: u64 = 2 << 30;

/// A framebuffer that cannot be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FramebufferError {
    /// Width or height is 0 or too large.
    #[error("a framebuffer of {width}×{height} pixels is not within 1×1 and {MAX_SIZE}×{MAX_SIZE}")]
    Size {
        /// Width asked for.
        width: u32,
        /// Height asked for.
        height: u32,
    },
    /// A pixel cannot have so many samples.
    #[error("a pixel has 1, 2, 4, 8 or 16 samples, not {0}")]
    Samples(u32),
    /// There are none or too many layers.
    #[error("a framebuffer of {0} layers is not one of 1 to {MAX_LAYERS}")]
    Layers(u32),
    /// Too many colour buffers.
    #[error("{0} colour buffers are more than {MAX_COLOR_BUFFERS}")]
    ColorBuffers(usize),
    /// Colour buffers do not have this format.
    #[error("no colour buffer has the format {0}")]
    Format(&'static str),
    /// All buffers together take too much memory.
    #[error("the framebuffer would take {0} bytes, more than {MAX_BYTES}")]
    Memory(u64),
}
