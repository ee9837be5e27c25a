//! Transform feedback: results of vertices that a draw records in buffers, after the last stage before the rasterizer and
//! before clipping (NV_transform_feedback 2.Y, NV_transform_feedback2 2.Y, ARB_transform_feedback3 2.16).
//!
//! What is recorded is a [`FeedbackLayout`], made of [`Capture`]s; what a draw is given is a [`Feedback`]. Where recording
//! begins and ends, and what was recorded before, is kept by who draws.

mod attribute;
mod error;
pub(crate) mod layout;

pub use attribute::{Capture, FeedbackAttribute};
pub use error::{FeedbackError, FeedbackReader};
pub use layout::{BufferLayout, BufferMode, FeedbackLayout};

use std::sync::Arc;

use quadrille_engine::memory::Binding;
use quadrille_isa::gl::Limits;
use quadrille_memory::Buffer;

use crate::feedback::layout::COMPONENT;
use crate::primitive::Primitive;

/// Vertex streams (MAX_VERTEX_STREAMS).
pub const STREAMS: usize = 4;

/// The vertex streams that limits leave.
pub fn streams(limits: &Limits) -> usize {
    STREAMS.min(limits.vertex_streams as usize)
}

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

    /// The bytes that may be recorded to: the buffer, the first byte and how many.
    pub fn bytes_written(&self) -> impl Iterator<Item = (&Buffer, (u64, u64))> {
        let bindings = self
            .layout
            .used()
            .filter_map(|number| self.buffers.get(number)?.as_ref());
        bindings.map(|bound| (&*bound.buffer, (bound.start, bound.length)))
    }

    /// The bytes that so many more vertices of each stream are recorded to: the buffer, the first byte and how many.
    pub fn bytes_recorded(&self, vertices: [u64; STREAMS]) -> Vec<(&Buffer, (u64, u64))> {
        let mut all = Vec::new();
        for number in self.layout.used() {
            let layout = &self.layout.buffers[number];
            let Some(Some(bound)) = self.buffers.get(number) else {
                continue;
            };
            let first = bound.start + self.recorded[layout.stream] * layout.stride;
            let count = vertices[layout.stream];
            let captures = layout.captures.iter();
            let components = captures.map(|(_, components, _)| u64::from(*components));
            if components.sum::<u64>() * COMPONENT == layout.stride {
                all.push((&*bound.buffer, (first, count * layout.stride)));
                continue;
            }
            // Bytes of skipped components stay.
            all.extend((0..count).flat_map(|vertex| {
                layout.captures.iter().map(move |(_, components, offset)| {
                    let start = first + vertex * layout.stride + offset;
                    (&*bound.buffer, (start, COMPONENT * u64::from(*components)))
                })
            }));
        }
        all
    }

    /// Whether none of some bytes that the draw reads of a buffer are recorded to.
    ///
    /// # Errors
    ///
    /// A binding point has some of them: what is read is undefined.
    pub fn check_read(
        &self,
        buffer: &Buffer,
        bytes: (u64, u64),
        reader: FeedbackReader,
    ) -> Result<(), FeedbackError> {
        let bindings = self
            .layout
            .used()
            .filter_map(|number| Some((number, self.buffers.get(number)?.as_ref()?)));
        for (binding, bound) in bindings {
            if covers(bound, buffer, bytes) {
                return Err(FeedbackError::Read { binding, reader });
            }
        }
        Ok(())
    }
}

/// Whether two bindings have bytes of a buffer in common.
fn overlap(a: &Binding, b: &Binding) -> bool {
    covers(a, &b.buffer, (b.start, b.length))
}

/// Whether a binding has some of the bytes of a buffer: from the first on, so many.
fn covers(binding: &Binding, buffer: &Buffer, (start, length): (u64, u64)) -> bool {
    std::ptr::eq(Arc::as_ptr(&binding.buffer), buffer)
        && binding.start < start.saturating_add(length)
        && start < binding.start.saturating_add(binding.length)
}
