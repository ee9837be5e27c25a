//! The options of a canvas.

use quadrille_base::{Budget, Meter, Room};
use quadrille_pipeline::{ColorFormat, DepthFormat, Extent};

use super::CanvasError;

/// The options of a canvas.
///
/// ```
/// use quadrille::{CanvasOptions, Clear, Mesh, Session, Topology, attribute};
///
/// let session = Session::new();
/// let mut canvas = session.canvas_with(&CanvasOptions::new(8, 8))?;
/// canvas.clear(&Clear { color: Some([0.0, 0.0, 0.0, 1.0]), ..Clear::default() });
/// canvas.bind(&session.load("red.fp", "!!ARBfp1.0\nMOV result.color, { 1, 0, 0, 1 };\nEND")?)?;
/// // The vertex stage has no program: it is fixed function. The triangle is the lower left half.
/// let half = vec![-1.0, -1.0, 1.0, -1.0, -1.0, 1.0];
/// canvas.draw(&Mesh::new(Topology::Triangles).with(attribute::POSITION, 2, half)?)?;
/// assert_eq!(canvas.framebuffer().color(0, 1, 1), [1.0, 0.0, 0.0, 1.0]);
/// assert_eq!(canvas.framebuffer().color(0, 6, 6), [0.0, 0.0, 0.0, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct CanvasOptions {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Formats of the colour buffers, at most eight. Draws write the first one unless
    /// [`Context::draw_buffers`](crate::Context::draw_buffers) says otherwise.
    pub colors: Vec<ColorFormat>,
    /// Format of the depth buffer, if there is one.
    pub depth: Option<DepthFormat>,
    /// Whether there is a stencil buffer, of 8 bits.
    pub stencil: bool,
    /// Samples of a pixel: 1, 2, 4, 8 or 16.
    pub samples: u32,
    /// Layers of each buffer.
    pub layers: u32,
    /// Threads that draws may use; the picture does not depend on it.
    pub threads: usize,
    /// The budget of the buffers, and afterwards of each draw and dispatch.
    pub budget: Budget,
}

impl CanvasOptions {
    /// Takes the room of the buffers, if there can be such buffers.
    pub(crate) fn room(&self, meter: &Meter) -> Result<Room, CanvasError> {
        let extent = self.extent().check()?;
        Ok(meter.room(extent.bytes(&self.colors, self.depth, self.stencil))?)
    }

    pub(super) fn extent(&self) -> Extent {
        Extent {
            samples: self.samples,
            layers: self.layers,
            ..Extent::new(self.width, self.height)
        }
    }

    /// One RGBA buffer of 8 bits, depth of 24 bits, stencil, one thread.
    pub fn new(width: u32, height: u32) -> CanvasOptions {
        CanvasOptions {
            width,
            height,
            colors: vec![ColorFormat::Rgba8],
            depth: Some(DepthFormat::Depth24),
            stencil: true,
            samples: 1,
            layers: 1,
            threads: 1,
            budget: Budget::default(),
        }
    }
}
