//! The recorder of transform feedback: writes vertices of primitives into buffers, one primitive after another.

use quadrille_engine::unwritten::UNWRITTEN_VERTEX;
use quadrille_isa::gl::{Binding, Family};
use quadrille_memory::Buffer;

use crate::feedback::layout::COMPONENT;
use crate::feedback::{Feedback, STREAMS};
use crate::inter_stage::primitive_ref::PrimitiveRef;
use crate::inter_stage::stage_outputs::StageOutputs;
use crate::inter_stage::vertex_export::clamp;

/// A component of a result, and the byte of a vertex in the buffer that takes it.
struct Word {
    /// Without a slot it is not written.
    slot: Option<usize>,
    component: usize,
    offset: u64,
    /// Whether it is a colour that is clamped.
    clamps: bool,
}

/// A buffer that takes what is recorded.
struct RecordedBuffer<'a> {
    buffer: &'a Buffer,
    start: u64,
    stride: u64,
    words: Vec<Word>,
}

/// A vertex stream.
#[derive(Default)]
struct Stream<'a> {
    buffers: Vec<RecordedBuffer<'a>>,
    /// Vertices that its buffers hold.
    room: u64,
    /// Vertices that were recorded.
    recorded: u64,
    /// Primitives of this draw that were recorded, and those that no buffer had room for.
    written: u64,
    dropped: u64,
}

/// The recorder of a draw.
pub(crate) struct Recorder<'a> {
    streams: [Stream<'a>; STREAMS],
    corners: usize,
}

impl<'a> Recorder<'a> {
    /// Of vertices that have these results; colours are clamped where vertex colours are.
    pub(crate) fn new(feedback: &Feedback<'a>, results: &[Binding], clamps: bool) -> Recorder<'a> {
        let mut streams: [Stream<'a>; STREAMS] = Default::default();
        for number in feedback.layout.used() {
            let layout = &feedback.layout.buffers[number];
            let Some(Some(binding)) = feedback.buffers.get(number) else {
                continue;
            };
            let words = layout.captures.iter().flat_map(|(result, components, first)| {
                let slot = results.iter().position(|other| other == result);
                (0..*components).map(move |component| Word {
                    slot,
                    component: usize::from(component),
                    offset: first + COMPONENT * u64::from(component),
                    clamps: clamps && result.family == Family::ResultColor,
                })
            });
            let bytes = binding
                .length
                .min(binding.buffer.size().saturating_sub(binding.start));
            let room = bytes / layout.stride;
            let stream = &mut streams[layout.stream];
            stream.room = if stream.buffers.is_empty() {
                room
            } else {
                stream.room.min(room)
            };
            stream.buffers.push(RecordedBuffer {
                buffer: &binding.buffer,
                start: binding.start,
                stride: layout.stride,
                words: words.collect(),
            });
        }
        for (stream, recorded) in streams.iter_mut().zip(feedback.recorded) {
            stream.recorded = recorded;
        }
        Recorder {
            streams,
            corners: feedback.primitive.corners(),
        }
    }

    /// Records primitives of a stream. One that does not fit into every buffer is not recorded at all.
    pub(crate) fn record(
        &mut self,
        stream: usize,
        outputs: &StageOutputs,
        primitives: impl ExactSizeIterator<Item = [u32; 3]>,
    ) {
        let stream = &mut self.streams[stream];
        if stream.buffers.is_empty() {
            return;
        }
        let each = self.corners as u64;
        let all = primitives.len() as u64;
        let fit = (stream.room.saturating_sub(stream.recorded) / each).min(all);
        for corners in primitives.take(fit as usize) {
            for corner in &corners[..self.corners] {
                for buffer in &stream.buffers {
                    buffer.put(stream.recorded, outputs, *corner as usize);
                }
                stream.recorded += 1;
            }
        }
        stream.written += fit;
        stream.dropped += all - fit;
    }

    /// Records primitives of vertices.
    pub(crate) fn items(&mut self, outputs: &StageOutputs, items: &[PrimitiveRef]) {
        self.record(0, outputs, items.iter().map(|item| item.corners));
    }

    /// Primitives of each stream that were recorded.
    pub(crate) fn written(&self) -> [u64; STREAMS] {
        self.streams.each_ref().map(|stream| stream.written)
    }

    /// Primitives of each stream that buffers had no room for.
    pub(crate) fn dropped(&self) -> [u64; STREAMS] {
        self.streams.each_ref().map(|stream| stream.dropped)
    }
}

impl RecordedBuffer<'_> {
    fn put(&self, number: u64, outputs: &StageOutputs, vertex: usize) {
        let first = self.start + number * self.stride;
        for word in &self.words {
            let value = match word.slot {
                Some(slot) => outputs.get(vertex, slot)[word.component],
                None => UNWRITTEN_VERTEX[word.component],
            };
            let value = if word.clamps {
                clamp(f32::from_bits(value)).to_bits()
            } else {
                value
            };
            self.buffer.store(first + word.offset, COMPONENT, value.into());
        }
    }
}
