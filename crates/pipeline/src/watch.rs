//! What a caller watches of draws: which invocations run, and of one pixel the fragments that cover it, what drops them,
//! and what they leave in the buffers.

use std::sync::Arc;

use quadrille_isa::gl::Stage;
use quadrille_program::Program;

use crate::state::{Blend, Compare, LogicOperation};

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
    /// The same in the encodings of the buffers' formats.
    pub texels: Vec<Vec<u8>>,
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

/// A test that a fragment was put to, with what it compared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FragmentTest {
    /// The alpha test (GL 2.1, 4.1.4).
    Alpha {
        /// The comparison of alpha with the reference.
        function: Compare,
        /// The fragment's alpha, clamped where the state says so.
        alpha: f32,
        /// The reference.
        reference: f32,
    },
    /// The stencil test (4.1.5).
    Stencil {
        /// The comparison of the reference with what is stored.
        function: Compare,
        /// The reference, masked.
        reference: u8,
        /// What is stored, masked.
        stored: u8,
    },
    /// The depth test (4.1.6).
    Depth {
        /// The comparison of the fragment's depth with what is stored.
        function: Compare,
        /// The fragment's depth.
        depth: f32,
        /// What is stored.
        stored: f32,
    },
}

impl FragmentTest {
    /// What a fragment is dropped by that fails it.
    pub fn drops(&self) -> Dropped {
        match self {
            FragmentTest::Alpha { .. } => Dropped::Alpha,
            FragmentTest::Stencil { .. } => Dropped::Stencil,
            FragmentTest::Depth { .. } => Dropped::Depth,
        }
    }
}

/// How a colour came into a colour buffer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ColorOutput {
    /// The colour buffer, by its place in [`PixelValue::colors`].
    pub buffer: usize,
    /// The bits of the result that it was, as the program gave it.
    pub source: [u32; 4],
    /// Whether the buffer takes integers.
    pub is_integer: bool,
    /// Blending, if there was any.
    pub blend: Option<Blend>,
    /// The logical operation, if there was one.
    pub logic: Option<LogicOperation>,
    /// Components that were stored, bit 0 for red.
    pub mask: u8,
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
    /// The numbers of the primitive's vertices (`vertex.id`), at most 16 of a polygon; none where a tessellation or geometry
    /// program made it.
    pub vertices: Vec<u32>,
    /// The instance that it is of, from 0.
    pub instance: u32,
    /// Whether the primitive faces the viewer.
    pub front: bool,
    /// Depth in window coordinates, as it was tested.
    pub depth: f32,
    /// The bits of the program's attributes, in its order.
    pub attributes: Vec<[u32; 4]>,
    /// The bits of the program's results, in its order.
    pub results: Vec<[u32; 4]>,
    /// The tests that it was put to, in their order; what dropped it is the last.
    pub tests: Vec<FragmentTest>,
    /// What dropped it, if anything did.
    pub dropped: Option<Dropped>,
    /// How its colours came into the buffers; none of a fragment that was dropped.
    pub outputs: Vec<ColorOutput>,
    /// What the buffers held before it.
    pub before: PixelValue,
    /// What they hold after it.
    pub after: PixelValue,
}

/// An invocation of a program in a draw or a dispatch, by number from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Invocation {
    /// The vertex, as a vertex program reads its number; the patch of tessellation programs; the primitive of a geometry
    /// program; the work group of a compute program, x fastest.
    pub number: u32,
    /// The instance of a vertex; the vertex of a patch that goes out, or that the tessellator made of it; the invocation of a
    /// geometry program for its primitive; the invocation in its work group.
    pub part: u32,
}

/// Watches draws and dispatches while they go on. What they do does not depend on it.
pub trait DrawWatch: Send + Sync {
    /// The pixel whose fragments are told of one by one, if one is watched.
    fn pixel(&self) -> Option<PixelPlace> {
        None
    }

    /// The program of a stage that is not that of fragments runs next; the lanes of its batch are these invocations.
    fn invocations(&self, stage: Stage, lanes: &[Invocation]) {
        let _ = (stage, lanes);
    }

    /// The fragment program runs next; the lanes of its batch are fragments at these columns and rows, those that have none
    /// are not drawn.
    fn fragments(&self, lanes: &[Option<[u32; 2]>]) {
        let _ = lanes;
    }

    /// The fragment program runs next, and these lanes of its batch cover the pixel.
    fn shade(&self, lanes: &[usize]) {
        let _ = lanes;
    }

    /// What became of each of the fragments of these lanes, one after another.
    fn fragment(&self, fragment: WatchedFragment) {
        let _ = fragment;
    }
}
