//! The interface of a shader: what it gets and gives, and by which names and numbers. This is also what
//! reflection tells.

use quadrille_isa::gl::{Binding, TextureTarget};
use quadrille_program::resources::Interpolation;

use super::added::AddedParameter;
use super::texture_shape::TextureShape;
use super::types::{Scalar, Type};

/// Something that each invocation gets.
#[derive(Clone, PartialEq, Debug)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The source of its values.
    pub kind: InputKind,
    /// The binding in the program.
    pub binding: Binding,
    /// What the shading language itself has for it: its name, or an expression that the name stands for.
    pub built_in: Option<String>,
    /// Components that are read, bit 0 for x.
    pub used: u8,
    /// The number of its elements, where it has one for each vertex that comes in.
    pub vertices: Option<u32>,
}

/// The source of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputKind {
    /// A vertex array, at this location.
    Attribute(u32),
    /// Half of a vertex array of 64-bit numbers, at this location: the words of x and y, or with 1 those of z and w.
    AttributeHalf(u32, u8),
    /// The stage before, at this location, interpolated.
    Varying(u32, Interpolation),
    /// Window position and 1/w: four floats.
    FragmentPosition,
    /// Whether the primitive faces the viewer: a truth value.
    FrontFacing,
    /// Distance to clip plane n: a float.
    ClipDistance(u32),
    /// Place in a point sprite: two floats.
    PointCoordinate,
    /// Number of the vertex: a signed integer.
    VertexIndex,
    /// Number of the instance: a signed integer.
    InstanceIndex,
    /// What the draw adds to numbers of vertices: a signed integer.
    BaseVertex,
    /// What the draw adds to numbers of instances: a signed integer.
    BaseInstance,
    /// Number of the draw in its call: a signed integer.
    DrawId,
    /// Number of the primitive: a signed integer.
    PrimitiveId,
    /// Number of the sample: a signed integer.
    SampleId,
    /// The samples that are covered: a signed integer.
    SampleMask,
    /// Whether the invocation only helps its neighbours: a truth value.
    Helper,
    /// Layer of the framebuffer: a signed integer.
    Layer,
    /// Viewport: a signed integer.
    Viewport,
    /// Place of the invocation in its work group: three unsigned integers.
    LocalId,
    /// Place of the invocation in the dispatch: three unsigned integers.
    GlobalId,
    /// Place of the work group in the dispatch: three unsigned integers.
    GroupId,
    /// Number of work groups along each axis: three unsigned integers.
    GroupCount,
    /// Number of invocations of a work group along each axis, where the dispatch says it: three unsigned integers.
    GroupSize,
    /// Number of the invocation in its work group: an unsigned integer.
    LocalIndex,
    /// Number of the invocation in its subgroup: an unsigned integer.
    SubgroupInvocation,
    /// Clip-space position of a vertex that comes in: four floats.
    Position,
    /// Point size of a vertex that comes in: a float.
    PointSize,
    /// The stage before, at this location, the same for all of a patch.
    Patch(u32),
    /// Outer tessellation level n: a float.
    OuterLevel(u32),
    /// Inner tessellation level n: a float.
    InnerLevel(u32),
    /// Place of the vertex in its patch: three floats.
    TessellationCoordinate,
    /// Number of the invocation for its primitive, or of the vertex of the patch that it makes: a signed integer.
    InvocationId,
    /// Number of vertices of the patch that comes in: a signed integer.
    PatchVertices,
}

impl InputKind {
    /// Its location, unless shading languages name it themselves.
    pub const fn location(self) -> Option<u32> {
        match self {
            InputKind::Attribute(location)
            | InputKind::AttributeHalf(location, _)
            | InputKind::Varying(location, _)
            | InputKind::Patch(location) => Some(location),
            InputKind::FragmentPosition
            | InputKind::FrontFacing
            | InputKind::ClipDistance(_)
            | InputKind::PointCoordinate
            | InputKind::VertexIndex
            | InputKind::InstanceIndex
            | InputKind::BaseVertex
            | InputKind::BaseInstance
            | InputKind::DrawId
            | InputKind::PrimitiveId
            | InputKind::SampleId
            | InputKind::SampleMask
            | InputKind::Helper
            | InputKind::Layer
            | InputKind::Viewport
            | InputKind::LocalId
            | InputKind::GlobalId
            | InputKind::GroupId
            | InputKind::GroupCount
            | InputKind::GroupSize
            | InputKind::LocalIndex
            | InputKind::SubgroupInvocation
            | InputKind::Position
            | InputKind::PointSize
            | InputKind::OuterLevel(_)
            | InputKind::InnerLevel(_)
            | InputKind::TessellationCoordinate
            | InputKind::InvocationId
            | InputKind::PatchVertices => None,
        }
    }
}

/// Something that each invocation gives.
#[derive(Clone, PartialEq, Debug)]
pub struct Output {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The destination of its values.
    pub kind: OutputKind,
    /// The binding in the program.
    pub binding: Binding,
    /// Whether the name is the shading language's own, so that nothing declares it.
    pub is_built_in: bool,
    /// Components that are written, bit 0 for x.
    pub used: u8,
    /// The number of its elements, where each invocation writes one for its vertex.
    pub vertices: Option<u32>,
}

/// The destination of an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputKind {
    /// Clip-space position: four floats.
    Position,
    /// The position that clip planes are compared with, in eye coordinates: four floats.
    ClipVertex,
    /// Point size: a float.
    PointSize,
    /// Distance to clip plane n: a float.
    ClipDistance(u32),
    /// The next stage, at this location, interpolated so as far as that is known.
    Varying(u32, Interpolation),
    /// Draw buffer n; the second number is 1 for the second colour of dual-source blending.
    Color(u32, u32),
    /// Depth: a float.
    Depth,
    /// The samples that are written: a signed integer.
    SampleMask,
    /// Layer of the framebuffer: a signed integer.
    Layer,
    /// Viewport: a signed integer.
    Viewport,
    /// Viewports, by the bits of a signed integer.
    ViewportMask,
    /// Number of the primitive: a signed integer.
    PrimitiveId,
    /// Transform feedback alone, from vertices of this stream above 0, at this location.
    Streamed {
        /// The stream.
        stream: u32,
        /// The location.
        location: u32,
    },
    /// The next stage, at this location, the same for all of a patch.
    Patch(u32),
    /// Outer tessellation level n: a float.
    OuterLevel(u32),
    /// Inner tessellation level n: a float.
    InnerLevel(u32),
}

impl OutputKind {
    /// Its location, or the number of its draw buffer, unless shading languages name it themselves.
    pub const fn location(self) -> Option<u32> {
        match self {
            OutputKind::Varying(location, _)
            | OutputKind::Color(location, _)
            | OutputKind::Streamed { location, .. }
            | OutputKind::Patch(location) => Some(location),
            OutputKind::Position
            | OutputKind::ClipVertex
            | OutputKind::PointSize
            | OutputKind::ClipDistance(_)
            | OutputKind::Depth
            | OutputKind::SampleMask
            | OutputKind::Layer
            | OutputKind::Viewport
            | OutputKind::ViewportMask
            | OutputKind::PrimitiveId
            | OutputKind::OuterLevel(_)
            | OutputKind::InnerLevel(_) => None,
        }
    }

    /// The stream of vertices that it belongs to, where it is for transform feedback alone.
    pub const fn stream(self) -> Option<u32> {
        match self {
            OutputKind::Streamed { stream, .. } => Some(stream),
            OutputKind::Position
            | OutputKind::ClipVertex
            | OutputKind::PointSize
            | OutputKind::ClipDistance(_)
            | OutputKind::Varying(..)
            | OutputKind::Color(..)
            | OutputKind::Depth
            | OutputKind::SampleMask
            | OutputKind::Layer
            | OutputKind::Viewport
            | OutputKind::ViewportMask
            | OutputKind::PrimitiveId
            | OutputKind::Patch(_)
            | OutputKind::OuterLevel(_)
            | OutputKind::InnerLevel(_) => None,
        }
    }
}

/// A vector, or an array of vectors, that the whole draw gets.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The type of one element.
    pub ty: Type,
    /// The number of elements of an array.
    pub length: Option<u32>,
    /// The content, if it is none of the program's.
    pub added: Option<AddedParameter>,
    /// What the shading language itself has for it: its name, or an expression that the name stands for.
    pub built_in: Option<String>,
    /// The binding of each element in the program; `None` for one that nothing reads, or that the translation adds.
    pub elements: Vec<Option<Binding>>,
    /// The name by which the application sets it, which the program declares (DECLARE of FP1.0).
    pub declared: Option<String>,
    /// The bits of the value that it has until then.
    pub initial: Option<[u32; 4]>,
}

/// A program parameter buffer: an array of vectors in a uniform block of its own, with the std140 layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Buffer {
    /// Its name.
    pub name: String,
    /// The binding point in the program: n of `program.buffer[n]`.
    pub number: u32,
    /// The type of one vector: four floats, or four words where some are read as integers.
    pub ty: Type,
    /// The length of the array: the vectors that the shader may read.
    pub length: u32,
    /// The binding number, where the target language has one.
    pub binding: u32,
}

/// A parameter that holds the number of a subroutine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubroutineParameter {
    /// The index of the parameter, a signed integer, in [`Shader::parameters`](super::Shader::parameters).
    pub parameter: u32,
    /// The type that the program gives it.
    pub of: String,
    /// The functions that it may choose, by their names in the program, with the numbers that choose them.
    pub functions: Vec<(String, u32)>,
}

/// What a storage buffer of a shader is in the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum StorageKind {
    /// A storage buffer: `program.storage[n]`.
    Buffer,
    /// A buffer of atomic counters: `program.counter[n]`.
    Counters,
}

/// A storage buffer: words without an end that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StorageBuffer {
    /// Its name.
    pub name: String,
    /// What it is in the program.
    pub kind: StorageKind,
    /// The binding point of its kind in the program.
    pub number: u32,
    /// The type of a word: signed where the smaller or larger of signed words is taken, else unsigned.
    pub word: Scalar,
    /// The binding number.
    pub binding: u32,
    /// Whether invocations see what others write.
    pub coherent: bool,
}

/// The name of the type of references to words of a kind at GPU addresses.
pub(crate) const fn word_at(word: Scalar) -> &'static str {
    match word.is_long() {
        true => "LongWordAt",
        false => "WordAt",
    }
}

/// The memory that the invocations of a work group share: words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedMemory {
    /// Its name.
    pub name: String,
    /// The type of a word, as that of a [`StorageBuffer`]; of 64 bits where some are changed in one step.
    pub word: Scalar,
    /// The number of words of this size.
    pub length: u32,
}

/// A texture with its sampler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Texture {
    /// Its name; of a texture that is named by a handle, that of the variable with the two words of the handle.
    pub name: String,
    /// The texture image unit; none of textures that are named by handles.
    pub unit: Option<u32>,
    /// The target in the program.
    pub target: TextureTarget,
    /// The shape in the shader; another than the target's under an emulation.
    pub shape: TextureShape,
    /// The scalar type of a texel's components.
    pub texel: Scalar,
    /// The binding number, where the target language has one and the texture a unit.
    pub binding: u32,
}

impl Texture {
    /// Whether it is looked up through a sampler: buffers and samples of texels are only fetched.
    pub const fn is_filtered(&self) -> bool {
        self.shape.row().is_filtered()
    }
}
