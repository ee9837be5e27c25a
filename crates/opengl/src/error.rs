//! Why a draw, a scene or a measurement does not go to the driver.

use quadrille::scene::ProbeError;
use quadrille::{DeviceError, MeshError, PictureError};
use quadrille_base::Spent;
use quadrille_translated::TranslatedError;

use crate::enumerant::UnknownName;
use crate::gl::GlError;

/// Why a draw with translated programs does not become a picture.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum DrawError {
    /// The context of the draw is not made.
    #[error(transparent)]
    Open(#[from] crate::gl::OpenError),
    /// Its programs do not go to any driver.
    #[error(transparent)]
    Translated(#[from] TranslatedError),
    /// It has state that the driver is not handed, or has no way to draw.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// A texture does not go to the driver.
    #[error("texture unit {unit}: {reason}")]
    Texture { unit: u32, reason: TextureError },
    /// An image does not.
    #[error(transparent)]
    Image(#[from] TextureError),
    /// The driver does not take it, or fails.
    #[error(transparent)]
    Gl(#[from] GlError),
}

/// Why a texture does not go to the driver.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum TextureError {
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    #[error(transparent)]
    Gl(#[from] GlError),
}

/// A part of a draw that OpenGL is not handed, or has no way to draw.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Unsupported {
    #[error("point sprites with coordinates of their own do not go to the driver")]
    SpriteCoordinates,
    #[error("the driver draws lines of one sample as pixels, which are no rectangles")]
    SampledLines,
    #[error("bounds of the offset of polygons do not go to the driver")]
    OffsetClamp,
    #[error("colour buffers of this format do not go to the driver")]
    ColorFormat,
    #[error("blending and masks of single draw buffers do not go to the driver")]
    OwnOutput,
    #[error("depth buffers of 16 or 32 fixed-point bits do not go to the driver")]
    DepthFormat,
    #[error("the driver does not draw to such a framebuffer")]
    Framebuffer,
    #[error("`{0}` is no uniform that is set")]
    Uniform(String),
    #[error("buffer and multisample textures do not go to the driver")]
    TextureShape,
    #[error("a SHADOW target reads a texture that compares nothing")]
    Uncompared,
    #[error("a level is missing")]
    Level,
    #[error("swizzled comparisons do not go to the driver")]
    SwizzledComparison,
    #[error("borders of integers do not go to the driver")]
    IntegerBorder,
    #[error("anisotropic filters do not go to the driver, whose footprint is its own")]
    Anisotropy,
    #[error("sparse textures do not go to the driver")]
    Sparse,
    #[error("seamless cube maps do not go to the driver")]
    Seamless,
}

impl From<DrawError> for DeviceError {
    fn from(error: DrawError) -> DeviceError {
        match &error {
            DrawError::Gl(gl)
            | DrawError::Image(TextureError::Gl(gl))
            | DrawError::Texture {
                reason: TextureError::Gl(gl),
                ..
            } => of_gl(gl, &error),
            DrawError::Open(_) => DeviceError::Failed(error.to_string()),
            DrawError::Translated(_)
            | DrawError::Unsupported(_)
            | DrawError::Image(TextureError::Unsupported(_))
            | DrawError::Texture {
                reason: TextureError::Unsupported(_),
                ..
            } => DeviceError::Unsupported(error.to_string()),
        }
    }
}

/// The device error for an error of GL; its message is that of `error`.
fn of_gl(gl: &GlError, error: &dyn std::error::Error) -> DeviceError {
    let message = error.to_string();
    match gl {
        GlError::Extension(_) => DeviceError::Extension(message),
        GlError::Compile(_) | GlError::Link(_) | GlError::Answer(_) => DeviceError::Failed(message),
        GlError::ProgramLength
        | GlError::ShaderLength
        | GlError::Name(_)
        | GlError::BufferSize
        | GlError::TextureSize
        | GlError::Bytes { .. }
        | GlError::Numbers { .. }
        | GlError::Dimensions
        | GlError::Vertices(_)
        | GlError::VertexCount
        | GlError::InstanceCount => DeviceError::Unsupported(message),
    }
}

/// A part of a scene with programs in assembly that is not handed to the driver, or is not there.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SceneError {
    #[error("files of this form are not handed to the driver")]
    Form,
    #[error("framebuffers are not asked of the driver")]
    Framebuffers,
    #[error("framebuffers of several samples or layers are not asked of the driver")]
    SamplesOrLayers,
    #[error(transparent)]
    Framebuffer(#[from] quadrille_pipeline::FramebufferError),
    #[error(transparent)]
    Measure(#[from] MeasureError),
    // Programs.
    #[error("{0} is not handed to the driver")]
    Header(&'static str),
    #[error("the driver does not have {0}")]
    Extension(&'static str),
    #[error("a program is not translated: {0}")]
    Untranslatable(String),
    // Commands.
    #[error("patches are not handed to the driver")]
    Patches,
    #[error("the driver draws no instances of assembly that may ask for their number")]
    Instances,
    #[error("only vertex and fragment parameters are handed to the driver")]
    ParameterStage,
    #[error("handles are not handed to the driver")]
    Handle,
    #[error("addresses of buffers are not handed to the driver")]
    Address,
    #[error("buffers and dispatches are not handed to the driver")]
    Buffers,
    #[error("programs and frames of the VideoCore IV are not handed to the driver")]
    VideoCore,
    #[error("transform feedback and queries are not handed to the driver")]
    Feedback,
    #[error("pictures that the framebuffer is filled with are not handed to the driver")]
    Filling,
    #[error("layers and samples are not read from the driver")]
    Reading,
    #[error("subroutines and vertex state programs are not handed to the driver")]
    Subroutines,
    #[error("`{0}` is not handed to the driver")]
    State(&'static str),
    #[error("there is no {name} matrix {index} in OpenGL")]
    Matrix { name: String, index: u32 },
    #[error("there is no such attribute")]
    Attribute,
    #[error("current values of integers and doubles are not handed to the driver")]
    TypedAttribute,
    #[error("there is no vertex attribute {0}")]
    VertexAttribute(u32),
    #[error("[vertex data] has {0} rows")]
    Rows(u32),
    #[error("{path}: {error}")]
    Mesh { path: String, error: MeshError },
    #[error(transparent)]
    Name(#[from] UnknownName),
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// The scene's budget is exhausted.
    #[error(transparent)]
    Spent(#[from] Spent),
    // Textures.
    #[error("no texture was made")]
    NoTexture,
    #[error("there is no such texture unit")]
    TextureUnit,
    #[error("multisample textures are not handed to the driver")]
    MultisampleTexture,
    #[error("textures of integers are not handed to the driver")]
    IntegerTexture,
    #[error("empty textures are not handed to the driver")]
    EmptyTexture,
    #[error("pages of sparse textures are not handed to the driver")]
    Pages,
    #[error("textures of buffers are not handed to the driver")]
    ImageTexture,
    #[error("texture views are not handed to the driver")]
    ViewTexture,
    #[error("textures of KTX2 and DDS files are not handed to the driver")]
    TextureFile,
    #[error("samples are not taken from the driver")]
    Samples,
    #[error("there is no texture target `{0}`")]
    NoTarget(String),
    #[error("textures of the target `{0}` are not handed to the driver")]
    Target(String),
    #[error("the texture parameter `{0}` is not handed to the driver")]
    TexParameter(String),
    #[error("`{0}` is not a number")]
    Number(String),
    #[error("{path}: {error}")]
    Picture { path: String, error: PictureError },
    #[error(transparent)]
    Gl(#[from] GlError),
}

impl From<SceneError> for DeviceError {
    fn from(error: SceneError) -> DeviceError {
        match &error {
            SceneError::Gl(gl) => of_gl(gl, &error),
            // Nothing else is asked of the driver.
            _ => DeviceError::Unsupported(error.to_string()),
        }
    }
}

/// Why the driver's arithmetic is not measured.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MeasureError {
    /// Rows are as many as a framebuffer is wide: at least one.
    #[error("{0} rows cannot be run at once")]
    Rows(usize),
    /// The driver has no framebuffers of floats.
    #[error("the driver has no framebuffers of floats")]
    FloatFramebuffer,
    /// The driver rejects the program, in its words.
    #[error("{0}")]
    Rejected(String),
    /// It cannot be handed over.
    #[error(transparent)]
    Gl(#[from] GlError),
}

/// A workload that the driver does not take.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WorkloadError {
    /// The driver has no framebuffer of RGBA8 of this size.
    #[error("the driver has no framebuffer of this size")]
    Framebuffer,
    /// A program or the vertices.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// A texture.
    #[error(transparent)]
    Gl(#[from] GlError),
}
