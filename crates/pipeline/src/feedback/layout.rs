//! What is recorded, and where in its buffer.

use quadrille_isa::gl::{Binding, Limits};

use super::attribute::{Capture, FeedbackAttribute};
use super::error::FeedbackError;

/// Bytes of a component.
pub(crate) const COMPONENT: u64 = 4;

/// Whether attributes go to one buffer after another or into buffers of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BufferMode {
    /// INTERLEAVED_ATTRIBS
    Interleaved,
    /// SEPARATE_ATTRIBS
    Separate,
}

/// What a buffer takes of each vertex of a stream.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BufferLayout {
    /// Bytes from a vertex to the next.
    pub(crate) stride: u64,
    /// The vertex stream.
    pub(crate) stream: usize,
    /// The result, its components, and the byte of the first of them.
    pub(crate) captures: Vec<(Binding, u8, u64)>,
}

/// What is recorded of vertices, by buffer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FeedbackLayout {
    pub(crate) buffers: Vec<BufferLayout>,
}

impl FeedbackLayout {
    /// Of a list of attributes (TransformFeedbackAttribsNV); `streams` is the stream of each buffer
    /// (TransformFeedbackStreamAttribsNV), and without any it is stream 0 for all.
    ///
    /// # Errors
    ///
    /// An entry is none that the list may have, or there are too many.
    pub fn new(
        captures: &[Capture],
        mode: BufferMode,
        streams: &[u32],
        limits: &Limits,
    ) -> Result<FeedbackLayout, FeedbackError> {
        let mut buffers = vec![BufferLayout::default()];
        let mut seen: Vec<FeedbackAttribute> = Vec::new();
        for capture in captures {
            if mode == BufferMode::Separate && !seen.is_empty() {
                buffers.push(BufferLayout::default());
            }
            let Some(buffer) = buffers.last_mut() else {
                continue;
            };
            match *capture {
                Capture::Attribute {
                    attribute,
                    components,
                } => {
                    check(attribute, components, limits)?;
                    if seen.contains(&attribute) {
                        return Err(FeedbackError::Twice(attribute));
                    }
                    seen.push(attribute);
                    buffer
                        .captures
                        .push((attribute.binding(), components, buffer.stride));
                    buffer.stride += COMPONENT * u64::from(components);
                }
                Capture::Skip(_) | Capture::NextBuffer if mode == BufferMode::Separate => {
                    return Err(FeedbackError::Separate);
                }
                Capture::Skip(count) if !(1..=4).contains(&count) => return Err(FeedbackError::Skip(count)),
                Capture::Skip(count) => buffer.stride += COMPONENT * u64::from(count),
                Capture::NextBuffer => buffers.push(BufferLayout::default()),
            }
        }
        let (buffers_most, most) = match mode {
            BufferMode::Interleaved => (limits.feedback_buffers, limits.feedback_interleaved_components),
            BufferMode::Separate => (
                limits.feedback_separate_attributes,
                limits.feedback_separate_components,
            ),
        };
        if buffers.len() > buffers_most as usize {
            return Err(FeedbackError::Buffers {
                buffers: buffers.len(),
                most: buffers_most,
            });
        }
        let components = buffers.iter().map(|buffer| buffer.stride / COMPONENT).max();
        if let Some(components) = components.filter(|components| *components > u64::from(most)) {
            return Err(FeedbackError::Interleaved { components, most });
        }
        if !streams.is_empty() && streams.len() != buffers.len() {
            return Err(FeedbackError::Streams {
                streams: streams.len(),
                buffers: buffers.len(),
            });
        }
        for (buffer, stream) in buffers.iter_mut().zip(streams) {
            if *stream as usize >= super::streams(limits) {
                return Err(FeedbackError::Stream(*stream));
            }
            buffer.stream = *stream as usize;
        }
        Ok(FeedbackLayout { buffers })
    }

    /// Whether nothing is recorded.
    pub fn is_empty(&self) -> bool {
        self.used().next().is_none()
    }

    /// The binding points that are recorded to.
    pub(crate) fn used(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        let buffers = self.buffers.iter().enumerate();
        buffers
            .filter(|(_, buffer)| !buffer.captures.is_empty())
            .map(|(number, _)| number)
    }
}

fn check(attribute: FeedbackAttribute, components: u8, limits: &Limits) -> Result<(), FeedbackError> {
    let most = attribute.components();
    if !(1..=most).contains(&components) {
        return Err(FeedbackError::Components {
            attribute,
            components,
            most,
        });
    }
    let most = attribute.most(limits);
    if attribute.number().is_some_and(|number| number >= most) {
        return Err(FeedbackError::Index { attribute, most });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn attribute(attribute: FeedbackAttribute, components: u8) -> Capture {
        Capture::Attribute {
            attribute,
            components,
        }
    }

    /// source: NV_transform_feedback 2.Y and ARB_transform_feedback3, "Dependencies on NV_transform_feedback": the order of
    /// the list, components that are skipped count, NEXT_BUFFER goes to the next binding point
    #[test]
    fn layouts() {
        use FeedbackAttribute::{Generic, Position};
        let list = [
            attribute(Position, 3),
            Capture::Skip(2),
            attribute(Generic(1), 1),
            Capture::NextBuffer,
            attribute(Generic(0), 4),
        ];
        let layout = FeedbackLayout::new(&list, BufferMode::Interleaved, &[0, 2], &Limits::DESKTOP).unwrap();
        let [first, second] = &layout.buffers[..] else {
            panic!("{layout:?}")
        };
        assert_eq!((first.stride, second.stride), (24, 16));
        assert_eq!((first.stream, second.stream), (0, 2));
        assert_eq!(first.captures[1].2, 20);
        let separate = [attribute(Position, 4), attribute(Generic(0), 2)];
        let layout = FeedbackLayout::new(&separate, BufferMode::Separate, &[], &Limits::DESKTOP).unwrap();
        assert_eq!(
            layout
                .buffers
                .iter()
                .map(|buffer| buffer.stride)
                .collect::<Vec<u64>>(),
            [16, 8]
        );
    }

    /// source: NV_transform_feedback 2.Y, ARB_transform_feedback3: the errors of the list
    #[test]
    fn errors_of_lists() {
        use FeedbackAttribute::{ClipDistance, FogCoordinate, Generic, Position};
        let new = |list: &[Capture], mode| FeedbackLayout::new(list, mode, &[], &Limits::DESKTOP);
        let interleaved = |list: &[Capture]| new(list, BufferMode::Interleaved).unwrap_err();
        assert!(matches!(
            interleaved(&[attribute(FogCoordinate, 2)]),
            FeedbackError::Components { most: 1, .. }
        ));
        assert!(matches!(
            interleaved(&[attribute(Position, 0)]),
            FeedbackError::Components { most: 4, .. }
        ));
        assert!(matches!(
            interleaved(&[attribute(ClipDistance(8), 1)]),
            FeedbackError::Index { most: 8, .. }
        ));
        assert_eq!(
            interleaved(&[attribute(Position, 1), attribute(Position, 4)]),
            FeedbackError::Twice(Position)
        );
        assert_eq!(interleaved(&[Capture::Skip(5)]), FeedbackError::Skip(5));
        assert!(matches!(
            interleaved(&[Capture::NextBuffer; 4]),
            FeedbackError::Buffers { buffers: 5, most: 4 }
        ));
        assert!(matches!(
            interleaved(&[Capture::Skip(4); 33]),
            FeedbackError::Interleaved { components: 132, .. }
        ));
        let skip = [attribute(Position, 4), Capture::Skip(1)];
        assert_eq!(new(&skip, BufferMode::Separate), Err(FeedbackError::Separate));
        let five: Vec<Capture> = (0..5).map(|number| attribute(Generic(number), 4)).collect();
        assert!(matches!(
            new(&five, BufferMode::Separate),
            Err(FeedbackError::Buffers { buffers: 5, most: 4 })
        ));
        let streams = |streams: &[u32]| {
            FeedbackLayout::new(&skip, BufferMode::Interleaved, streams, &Limits::DESKTOP).unwrap_err()
        };
        assert_eq!(streams(&[4]), FeedbackError::Stream(4));
        assert!(matches!(
            streams(&[0, 1]),
            FeedbackError::Streams {
                streams: 2,
                buffers: 1
            }
        ));
    }
}
