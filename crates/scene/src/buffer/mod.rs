//! `[test]`: the commands for buffers, what they are bound to, and compute programs; `read` reads them.
//!
//! Whether a buffer is there, and whether a binding makes sense, is known only when the scene runs.

mod numbered;
mod read;

use crate::ProgramKind;
use crate::require::Comparison;
use crate::values::{NumberType, Values};

pub(crate) use numbered::{compute, counters, image_texture, probe_counter, probe_storage, storage};
pub(crate) use read::{bind, buffer, dispatch, handle, long, name, order, output, probe, resident};

/// The contents of a buffer.
#[derive(Clone, PartialEq, Debug)]
pub enum Content {
    /// `size N`: zeros.
    Zeros(u64),
    /// `data TYPE values…`
    Values(Values),
    /// `sequence TYPE count first step`
    Sequence {
        /// The type of the numbers.
        number_type: NumberType,
        /// The number of values.
        count: u32,
        /// The first.
        first: f64,
        /// The difference of each to the one before.
        step: f64,
    },
    /// `file PATH`, `file TYPE PATH`: bytes, a `.npy` array, or with a type a text of numbers.
    File {
        /// The path as written.
        path: String,
        /// The type of the numbers in a text.
        number_type: Option<NumberType>,
    },
    /// `address NAME`: the GPU address of another buffer, and what is added to it, in eight bytes.
    Address {
        /// The other buffer.
        name: String,
        /// The bytes that are added.
        offset: u64,
    },
    /// `image u`: the texels that an image unit shows.
    Image(u32),
    /// `handle texture u`, `handle image n`: a handle in eight bytes.
    Handle(Handle),
}

/// The texture or image that a handle is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handle {
    /// The texture that was made last for a unit.
    Texture(u32),
    /// The image that is bound to an image unit.
    Image(u32),
}

/// A part of a buffer that is bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    /// The buffer.
    pub name: String,
    /// Its first byte, and how many; all of it if nothing is said.
    pub part: Option<(u64, u64)>,
}

/// The binding points that take a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Point {
    /// `bind buffer_vp`, `buffer_fp`, …: a program parameter buffer of a stage.
    Parameters(ProgramKind),
    /// `bind storage`
    Storage,
    /// `bind counter`
    Counter,
    /// `bind xfb`: transform feedback.
    Feedback,
}

/// The image that is bound to an image unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ImageSource {
    /// `texture u`: a level of the texture on a texture unit that was made last for it.
    Texture {
        /// The texture unit.
        unit: u32,
        /// The level.
        level: u32,
        /// One layer of it; all if nothing is said.
        layer: Option<u32>,
    },
    /// `buffer NAME`: the buffer as a buffer texture.
    Buffer(String),
}

/// READ_ONLY, WRITE_ONLY or READ_WRITE.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are GL's own")]
pub enum AccessMode {
    ReadOnly,
    WriteOnly,
    ReadWrite,
}

/// A command about buffers, or a dispatch.
#[derive(Clone, PartialEq, Debug)]
pub enum BufferCommand {
    /// `buffer NAME …`: makes a buffer, or gives one that is there new contents and a new size.
    Make {
        /// The name by which other commands refer to it.
        name: String,
        /// Its contents.
        content: Content,
    },
    /// `buffer NAME at OFFSET …`: overwrites a part.
    Write {
        /// The buffer.
        name: String,
        /// The first byte.
        offset: u64,
        /// The new contents of the part.
        content: Content,
    },
    /// `bind POINT n NAME`, `bind POINT n none`
    Bind {
        /// The kind of binding point.
        point: Point,
        /// The number of the binding point.
        number: u32,
        /// The range that is bound; nothing for `none`.
        range: Option<Range>,
    },
    /// `bind image n SOURCE ACCESS FORMAT`, `bind image n none`
    BindImage {
        /// The image unit.
        unit: u32,
        /// The image, its access mode, and its internal format by its GL name; nothing for `none`.
        image: Option<(ImageSource, AccessMode, String)>,
    },
    /// `resident NAME ACCESS`, `resident NAME ACCESS at ADDRESS`, `resident NAME none`
    Resident {
        /// The buffer.
        name: String,
        /// The access that programs have to it; `None` for no access.
        access: Option<AccessMode>,
        /// Its GPU address; if nothing is said the next free one.
        address: Option<u64>,
    },
    /// `dispatch x y z`, `dispatch x y z group x y z`
    Dispatch {
        /// Work groups along each axis.
        groups: [u32; 3],
        /// Invocations of a group along each axis, for programs of variable group size.
        size: Option<[u32; 3]>,
    },
    /// `dispatch indirect BUFFER offset`, `dispatch indirect BUFFER offset group x y z`
    DispatchIndirect {
        /// The buffer of the numbers of work groups.
        buffer: String,
        /// The byte of the first.
        offset: u64,
        /// Invocations of a group along each axis, for programs of variable group size.
        size: Option<[u32; 3]>,
    },
    /// `compute x y z`, `compute group size x y z gx gy gz`: a dispatch with all barriers before and behind it.
    Compute {
        /// Work groups along each axis.
        groups: [u32; 3],
        /// Invocations of a group along each axis, for programs of variable group size.
        size: Option<[u32; 3]>,
    },
    /// `ssbo n size`, `atomic counters n`, `atomic counter buffer b n`: a buffer of zeros, which is bound.
    Place {
        /// The kind of binding point.
        point: Point,
        /// The number of the binding point.
        number: u32,
        /// The name by which other commands refer to it: `ssbo_n`, `counters_n`.
        name: String,
        /// Bytes.
        size: u64,
    },
    /// `order canonical`, `order unordered`: whether invocations that store run one after another.
    Order {
        /// Whether they may run in any order.
        unordered: bool,
    },
    /// `output buffer NAME PATH`, `output buffer NAME TYPE PATH`: bytes; with a type numbers as text, or as a
    /// `.npy` array.
    Output {
        /// The buffer.
        name: String,
        /// The type of its numbers.
        number_type: Option<NumberType>,
        /// The path as written.
        path: String,
    },
    /// `probe buffer NAME offset TYPE values…`
    Probe {
        /// The buffer.
        name: String,
        /// Byte of the buffer at which the values begin.
        offset: u64,
        /// The expected values.
        values: Values,
    },
    /// `probe ssbo uint n offset OP v`, `probe atomic counter i OP v`
    Compare {
        /// The buffer.
        name: String,
        /// Byte of the buffer at which the number of 32 bits lies.
        offset: u64,
        /// What has to hold of it and of the value.
        comparison: Comparison,
        /// The value.
        value: u32,
    },
}
