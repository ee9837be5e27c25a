//! Transform feedback of a canvas: its objects, what they record into which buffers, and when (NV_transform_feedback,
//! NV_transform_feedback2, ARB_transform_feedback3).

use std::collections::BTreeMap;

use quadrille_engine::memory::Binding;
use quadrille_pipeline::feedback::{BufferMode, Capture, STREAMS};
use quadrille_pipeline::{Counts, Feedback, FeedbackError, FeedbackLayout, Primitive};

use super::{Canvas, CanvasError};

/// A call about transform feedback that its state does not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FeedbackStateError {
    /// It is begun, or its state changed, while it is active.
    #[error("transform feedback is active")]
    Active,
    /// It is ended or paused while it is not active.
    #[error("transform feedback is not active")]
    Inactive,
    /// It is paused twice.
    #[error("transform feedback is paused")]
    Paused,
    /// It is resumed without being paused.
    #[error("transform feedback is not paused")]
    NotPaused,
    /// There is no transform feedback object of this name, or it was never ended.
    #[error("nothing was recorded and ended by transform feedback object {0}")]
    NeverEnded(u32),
    /// There is no such vertex stream.
    #[error("there is no vertex stream {0}")]
    Stream(usize),
    /// A part of a buffer does not begin or end at a word, is empty, or is not in the buffer.
    #[error(
        "a part for transform feedback begins and ends at multiples of 4 bytes in its buffer, and is not empty"
    )]
    Part,
}

/// A transform feedback object.
#[derive(Clone, Debug, Default)]
pub(super) struct FeedbackObject {
    layout: FeedbackLayout,
    buffers: Vec<Option<Binding>>,
    active: Option<Primitive>,
    paused: bool,
    /// Vertices of each stream that were recorded since it began.
    recorded: [u64; STREAMS],
    /// The same when it was ended last.
    ended: Option<[u64; STREAMS]>,
}

/// The objects, by name, and the one that is bound.
#[derive(Debug, Default)]
pub(super) struct FeedbackObjects {
    bound: u32,
    objects: BTreeMap<u32, FeedbackObject>,
}

impl FeedbackObjects {
    fn object(&mut self) -> &mut FeedbackObject {
        self.objects.entry(self.bound).or_default()
    }

    /// Transform feedback as the next draw finds it.
    pub(super) fn current(&self) -> Option<Feedback<'_>> {
        let object = self.objects.get(&self.bound)?;
        let primitive = object.active.filter(|_| !object.paused)?;
        Some(Feedback {
            primitive,
            layout: &object.layout,
            buffers: &object.buffers,
            recorded: object.recorded,
        })
    }

    /// The vertices of each stream that an object recorded when it was ended last.
    pub(super) fn recorded(&self, object: u32) -> Result<[u64; STREAMS], FeedbackStateError> {
        let ended = self.objects.get(&object).and_then(|object| object.ended);
        ended.ok_or(FeedbackStateError::NeverEnded(object))
    }

    /// Takes what a draw recorded.
    pub(super) fn take(&mut self, counts: &Counts) {
        let object = self.object();
        if let Some(primitive) = object.active.filter(|_| !object.paused) {
            let corners = primitive.corners() as u64;
            for (recorded, written) in object.recorded.iter_mut().zip(counts.written) {
                *recorded += written * corners;
            }
        }
    }
}

impl Canvas {
    /// Binds a transform feedback object, which is made if there is none of that name; 0 is there at first
    /// (BindTransformFeedback).
    ///
    /// # Errors
    ///
    /// Transform feedback is active and not paused.
    pub fn bind_feedback(&mut self, object: u32) -> Result<(), CanvasError> {
        let current = self.feedback.object();
        if current.active.is_some() && !current.paused {
            return Err(FeedbackStateError::Active.into());
        }
        self.feedback.bound = object;
        Ok(())
    }

    /// Chooses what is recorded, and the vertex stream of each buffer; without streams it is stream 0
    /// (TransformFeedbackStreamAttribsNV).
    ///
    /// # Errors
    ///
    /// Transform feedback is active, or the list is none that can be recorded.
    pub fn set_feedback_attributes(
        &mut self,
        captures: &[Capture],
        mode: BufferMode,
        streams: &[u32],
    ) -> Result<(), CanvasError> {
        let layout = FeedbackLayout::new(captures, mode, streams, &self.memory.limits)
            .map_err(CanvasError::Feedback)?;
        self.inactive_feedback()?.layout = layout;
        Ok(())
    }

    /// Binds a buffer, or a part of it, to a transform feedback binding point, or unbinds it.
    ///
    /// # Errors
    ///
    /// Transform feedback is active, the number is not below the limit, or the part does not suit.
    pub fn bind_feedback_buffer(
        &mut self,
        number: usize,
        binding: Option<Binding>,
    ) -> Result<(), CanvasError> {
        let most = self.memory.limits.feedback_buffers;
        if let Some(Binding {
            buffer,
            start,
            length,
        }) = &binding
        {
            let is_whole = *start == 0 && *length == buffer.size();
            let is_aligned = start % 4 == 0 && (length % 4 == 0 || is_whole);
            if !is_aligned || *length == 0 || !buffer.holds(*start, *length) {
                return Err(FeedbackStateError::Part.into());
            }
        }
        super::memory::put(&mut self.inactive_feedback()?.buffers, number, most, binding)
    }

    /// Begins to record primitives of a kind (BeginTransformFeedback).
    ///
    /// # Errors
    ///
    /// It is active, nothing is to be recorded, or a buffer is not there or written twice.
    pub fn begin_feedback(&mut self, primitive: Primitive) -> Result<(), CanvasError> {
        let object = self.inactive_feedback()?;
        if object.layout.is_empty() {
            return Err(CanvasError::Feedback(FeedbackError::Nothing));
        }
        let feedback = Feedback {
            primitive,
            layout: &object.layout,
            buffers: &object.buffers,
            recorded: [0; STREAMS],
        };
        feedback.check().map_err(CanvasError::Feedback)?;
        (object.active, object.paused, object.recorded) = (Some(primitive), false, [0; STREAMS]);
        Ok(())
    }

    /// Records nothing until [`Canvas::resume_feedback`] (PauseTransformFeedback).
    ///
    /// # Errors
    ///
    /// It is not active, or paused.
    pub fn pause_feedback(&mut self) -> Result<(), CanvasError> {
        match self.active_feedback()? {
            FeedbackObject { paused: true, .. } => Err(FeedbackStateError::Paused.into()),
            object => {
                object.paused = true;
                Ok(())
            }
        }
    }

    /// Goes on behind what was recorded (ResumeTransformFeedback).
    ///
    /// # Errors
    ///
    /// It is not active, or not paused.
    pub fn resume_feedback(&mut self) -> Result<(), CanvasError> {
        match self.active_feedback()? {
            FeedbackObject { paused: false, .. } => Err(FeedbackStateError::NotPaused.into()),
            object => {
                object.paused = false;
                Ok(())
            }
        }
    }

    /// Ends it (EndTransformFeedback); the vertices of each stream that were recorded.
    ///
    /// # Errors
    ///
    /// It is not active.
    pub fn end_feedback(&mut self) -> Result<[u64; STREAMS], CanvasError> {
        let object = self.active_feedback()?;
        (object.active, object.paused) = (None, false);
        object.ended = Some(object.recorded);
        Ok(object.recorded)
    }

    fn inactive_feedback(&mut self) -> Result<&mut FeedbackObject, FeedbackStateError> {
        let object = self.feedback.object();
        match object.active {
            Some(_) => Err(FeedbackStateError::Active),
            None => Ok(object),
        }
    }

    fn active_feedback(&mut self) -> Result<&mut FeedbackObject, FeedbackStateError> {
        let object = self.feedback.object();
        match object.active {
            Some(_) => Ok(object),
            None => Err(FeedbackStateError::Inactive),
        }
    }
}
