//! One pixel that a caller watches: the fragments that cover it, what drops them, and what they leave in the buffers.

use std::sync::Arc;

use quadrille_program::Program;

/// A sample of a pixel. The origin is the lower left corner, as in window coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PixelPlace {
    /// Column.
    pub x: u32,
    /// Row.
    pub y: u32,
    /// Number of the sample; of one sample a pixel it is 0.
    pub sample: u32,
    /// Number of the layer.
    pub layer: u32,
}

/// What the buffers of a framebuffer hold at a place.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PixelValue {
    /// The components in each colour buffer, as [`Framebuffer::numbers`](crate::Framebuffer::numbers) has them.
    pub colors: Vec<[f64; 4]>,
    /// Depth, 0 to 1.
    pub depth: Option<f32>,
    /// Stencil.
    pub stencil: Option<u8>,
}

/// What dropped a fragment, in the order in which GL has the operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dropped {
    /// The program discarded it (KIL).
    Discarded,
    /// No sample was left: alpha to coverage, sample coverage, a mask of samples (GL 2.1, 4.1.3).
    Coverage,
    /// The alpha test (4.1.4).
    Alpha,
    /// The stencil test (4.1.5).
    Stencil,
    /// The depth test (4.1.6).
    Depth,
}

/// A fragment that covers the watched pixel.
///
/// Of programs that write memory, fragments of one batch stay together: where several of them cover the pixel, each has
/// the values before and after all of them.
#[derive(Clone, Debug)]
pub struct WatchedFragment {
    /// The program that it was shaded by.
    pub program: Arc<Program>,
    /// The number of its primitive in the draw, which is `primitive.id` where a program reads it.
    pub primitive: u32,
    /// Whether the primitive faces the viewer.
    pub front: bool,
    /// Depth in window coordinates, as it was tested.
    pub depth: f32,
    /// The bits of the program's attributes, in its order.
    pub attributes: Vec<[u32; 4]>,
    /// The bits of the program's results, in its order.
    pub results: Vec<[u32; 4]>,
    /// What dropped it, if anything did.
    pub dropped: Option<Dropped>,
    /// What the buffers held before it.
    pub before: PixelValue,
    /// What they hold after it.
    pub after: PixelValue,
}

/// Watches a pixel while draws go on. What is drawn does not depend on it.
pub trait PixelWatch: Send + Sync {
    /// The pixel.
    fn place(&self) -> PixelPlace;

    /// The fragment program runs next, and these lanes of its batch cover the pixel.
    fn shade(&self, lanes: &[usize]) {
        let _ = lanes;
    }

    /// What became of each of the fragments of these lanes, one after another.
    fn fragment(&self, fragment: WatchedFragment);
}
