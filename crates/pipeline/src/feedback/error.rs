//! Errors of transform feedback.

use crate::primitive::Primitive;

/// What a draw reads of a buffer besides the memory of programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FeedbackReader {
    /// The array of a vertex attribute.
    #[error("vertex attribute {0}")]
    Attribute(usize),
    /// The numbers of vertices.
    #[error("elements")]
    Elements,
    /// The numbers of an indirect draw.
    #[error("an indirect draw")]
    Indirect,
}

/// A list of results that cannot be recorded, or a draw that cannot record them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FeedbackError {
    /// An attribute has not so many components.
    #[error("{attribute} has 1 to {most} components to record, not {components}")]
    Components {
        /// The attribute.
        attribute: super::FeedbackAttribute,
        /// The components that were asked for.
        components: u8,
        /// The most there are.
        most: u8,
    },
    /// An attribute has no such number.
    #[error("there is no {attribute}: numbers are below {most}")]
    Index {
        /// The attribute.
        attribute: super::FeedbackAttribute,
        /// The number of them.
        most: u32,
    },
    /// An attribute is recorded twice.
    #[error("{0} is recorded twice")]
    Twice(super::FeedbackAttribute),
    /// SKIP_COMPONENTS or NEXT_BUFFER is no entry of a list for separate buffers.
    #[error("components are skipped, and buffers chosen, in INTERLEAVED_ATTRIBS mode only")]
    Separate,
    /// A number of components to skip is none of 1 to 4.
    #[error("1 to 4 components are skipped at a time, not {0}")]
    Skip(u8),
    /// More buffers are recorded to than there are binding points.
    #[error("{buffers} buffers are more than {most}")]
    Buffers {
        /// The buffers.
        buffers: usize,
        /// The most there may be.
        most: u32,
    },
    /// A vertex has more components in a buffer than may be recorded.
    #[error("{components} components of a vertex in a buffer are more than {most}")]
    Interleaved {
        /// The components, skipped ones among them.
        components: u64,
        /// The most there may be.
        most: u32,
    },
    /// A buffer takes a stream that does not exist.
    #[error("there is no vertex stream {0}")]
    Stream(u32),
    /// Streams are given for other buffers than those that are recorded to.
    #[error("there are streams for {streams} buffers, and attributes for {buffers}")]
    Streams {
        /// The streams.
        streams: usize,
        /// The buffers.
        buffers: usize,
    },
    /// Nothing is to be recorded.
    #[error("no attributes are chosen to be recorded")]
    Nothing,
    /// A binding point that is recorded to has no buffer.
    #[error("no buffer is bound to transform feedback binding {0}")]
    NoBuffer(usize),
    /// Two binding points have bytes of a buffer in common.
    #[error("the transform feedback bindings {} and {} have bytes of a buffer in common", .0[0], .0[1])]
    Overlap([usize; 2]),
    /// A draw reads bytes that it records to (OpenGL 4.6, 6.1.1).
    #[error("the draw takes {reader} from bytes of transform feedback binding {binding}")]
    Read {
        /// The binding point.
        binding: usize,
        /// Who reads.
        reader: FeedbackReader,
    },
    /// The draw makes primitives of another kind.
    #[error("{made}s are drawn while transform feedback records {recorded}s")]
    Primitive {
        /// The kind that the draw makes.
        made: Primitive,
        /// The kind that is recorded.
        recorded: Primitive,
    },
}
