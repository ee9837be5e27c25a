//! Why a driver is not opened, and what is wrong with what it is handed.

use std::ffi::NulError;

/// A driver that cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenError {
    /// No library could be loaded.
    #[error("there is no OpenGL driver: neither libEGL.so.1 nor libOSMesa.so.8 can be loaded")]
    Absent,
    /// A library was loaded and gives no context.
    #[error("the OpenGL driver cannot be used: {0}")]
    Failed(String),
}

/// An error of the driver, or in what it would be handed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GlError {
    /// A text in assembly is longer than a length of GL.
    #[error("the program is too long")]
    ProgramLength,
    /// The text of a shader is.
    #[error("the shader is too long")]
    ShaderLength,
    /// A shader does not compile.
    #[error("the driver does not compile a shader: {0}")]
    Compile(String),
    /// A shader asks for an extension that the driver knows and does not have.
    #[error("the driver does not compile a shader: {0}")]
    Extension(String),
    /// Shaders do not link.
    #[error("the driver does not link the shaders: {0}")]
    Link(String),
    /// A name has a zero byte in it.
    #[error(transparent)]
    Name(#[from] NulError),
    /// A buffer is longer than a length of GL.
    #[error("a buffer is too large")]
    BufferSize,
    /// A side of a texture is.
    #[error("a texture is too large for the driver")]
    TextureSize,
    /// Bytes are more or fewer than an image has.
    #[error("{bytes} bytes are no image of {size:?} texels")]
    Bytes {
        /// The number of bytes.
        bytes: usize,
        /// Width, height and depth.
        size: [u32; 3],
    },
    /// Numbers are more or fewer than an image has, or it is too large.
    #[error("{numbers} numbers are no image of {sizes:?} texels")]
    Numbers {
        /// The count of numbers.
        numbers: usize,
        /// One to three sizes.
        sizes: Vec<u32>,
    },
    /// An image is of no dimension, or of more than three.
    #[error("an image has one to three sizes")]
    Dimensions,
    /// An attribute lacks one of so many vertices.
    #[error("not all attributes have {0} vertices")]
    Vertices(u64),
    /// There are more vertices than GL counts.
    #[error("there are too many vertices")]
    VertexCount,
    /// There are more instances than GL counts.
    #[error("there are too many instances")]
    InstanceCount,
    /// GetError gives another answer than NO_ERROR.
    #[error("the driver answers with GL error {0:#06x}")]
    Answer(u32),
}
