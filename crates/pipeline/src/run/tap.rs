//! What stands between the last stage before the rasterizer and the rasterizer: transform feedback, the counts of
//! primitives, and RASTERIZER_DISCARD.

use crate::counts::Counts;
use crate::inter_stage::primitive_ref::PrimitiveRef;
use crate::inter_stage::stage_outputs::StageOutputs;
use crate::primitive::Primitive;
use crate::run::rasterizer::Rasterizer;
use crate::run::recorder::Recorder;
use crate::run::staged::PrimitiveSink;

/// Feedback, counts and discard of a draw.
pub(crate) struct Tap<'a> {
    /// The recorder, while transform feedback is active.
    pub(crate) recorder: Option<Recorder<'a>>,
    /// Whether primitives end here.
    pub(crate) discards: bool,
    pub(crate) counts: Counts,
}

impl Tap<'_> {
    /// Takes primitives of vertices on their way to the rasterizer.
    pub(crate) fn pass(&mut self, outputs: &StageOutputs, items: &[PrimitiveRef]) {
        self.counts.generated[0] += items.len() as u64;
        if let Some(recorder) = &mut self.recorder {
            recorder.items(outputs, items);
        }
    }

    /// The counts of the draw.
    pub(crate) fn counts(&self) -> Counts {
        let recorder = self.recorder.as_ref();
        Counts {
            written: recorder.map_or([0; 4], Recorder::written),
            dropped: recorder.map_or([0; 4], Recorder::dropped),
            ..self.counts
        }
    }
}

/// The way from the stages before it to the rasterizer.
pub(crate) struct Tapped<'t, 'a> {
    pub(crate) tap: &'t mut Tap<'a>,
    pub(crate) rasterizer: &'t mut Rasterizer<'a>,
}

impl PrimitiveSink for Tapped<'_, '_> {
    fn take(&mut self, outputs: &StageOutputs, primitive: Primitive, items: &[PrimitiveRef]) {
        self.tap.pass(outputs, items);
        if !self.tap.discards {
            self.rasterizer.take(outputs, primitive, items);
        }
    }

    fn take_points(&mut self, stream: usize, outputs: &StageOutputs) {
        let points = outputs.len() as u32;
        self.tap.counts.generated[stream] += u64::from(points);
        if let Some(recorder) = &mut self.tap.recorder {
            recorder.record(stream, outputs, (0..points).map(|point| [point; 3]));
        }
    }
}
