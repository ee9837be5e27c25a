//! Transform feedback: results of vertices that a draw records in buffers, after the last stage before the rasterizer and
//! before clipping (NV_transform_feedback 2.Y, NV_transform_feedback2 2.Y, ARB_transform_feedback3 2.16).
//!
//! What is recorded is a [`FeedbackLayout`], made of [`Capture`]s; what a draw is given is a [`Feedback`]. Where recording
//! begins and ends, and what was recorded before, is kept by who draws.

mod attribute;
mod error;
pub(crate) mod layout;

pub use attribute::{Capture, FeedbackAttribute};
pub use error::FeedbackError;
pub use layout::{BufferLayout, BufferMode, FeedbackLayout};

use quadrille_engine::memory::Binding;

use crate::primitive::Primitive;

/// Vertex streams (MAX_VERTEX_STREAMS).
pub const STREAMS: usize = 4;

/// Transform feedback as a draw finds it: active, and not paused.
#[derive(Clone, Copy, Debug)]
pub struct Feedback<'a> {
    /// What BeginTransformFeedback said is recorded.
    pub primitive: Primitive,
    /// The results that are recorded.
    pub layout: &'a FeedbackLayout,
    /// The buffers that take them, by binding point.
    pub buffers: &'a [Option<Binding>],
    /// The vertices of each stream that were recorded before.
    pub recorded: [u64; STREAMS],
}

impl Feedback<'_> {
    /// Whether every buffer is there, and none is written twice.
    ///
    /// # Errors
    ///
    /// A binding point that the layout uses has no buffer, or two have bytes of a buffer in common.
    pub fn check(&self) -> Result<(), FeedbackError> {
        let of = |number: usize| self.buffers.get(number).and_then(Option::as_ref);
        let used = self.layout.used();
        for number in used.clone() {
            let binding = of(number).ok_or(FeedbackError::NoBuffer(number))?;
            let earlier = used.clone().take_while(|earlier| *earlier < number);
            for earlier in earlier {
                if of(earlier).is_some_and(|other| overlap(other, binding)) {
                    return Err(FeedbackError::Overlap([earlier, number]));
                }
            }
        }
        Ok(())
    }
}

/// Whether two bindings have bytes of a buffer in common.
fn overlap(a: &Binding, b: &Binding) -> bool {
    let end = |of: &Binding| of.start.saturating_add(of.length);
    std::sync::Arc::ptr_eq(&a.buffer, &b.buffer) && a.start < end(b) && b.start < end(a)
}
