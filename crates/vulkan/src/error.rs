//! Why a Vulkan device is not opened, does not draw, or fails.

use ash::vk;
use quadrille_pipeline::DeviceError;
use quadrille_translated::TranslatedError;

/// A Vulkan device that cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenError {
    /// The loader is missing.
    #[error("there is no Vulkan on this machine: {0}")]
    Absent(String),
    /// The loader finds no driver.
    #[error(
        "there is no Vulkan device: no driver is installed for this machine, or none that the loader finds"
    )]
    NoDevice,
    /// All drivers are old.
    #[error("there is no device with Vulkan 1.3, which is what is drawn with")]
    TooOld,
    /// A driver fails.
    #[error("{0}")]
    Failed(String),
}

/// Why a draw does not become a picture.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum DrawError {
    /// Its programs do not go to any driver.
    #[error(transparent)]
    Translated(#[from] TranslatedError),
    /// Vulkan, or this device, has no way to draw it.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// A texture has no form that the device samples.
    #[error("texture unit {unit}: {reason}")]
    Texture { unit: u32, reason: Unsupported },
    /// The device fails.
    #[error(transparent)]
    Failed(#[from] GpuError),
}

impl From<DrawError> for DeviceError {
    fn from(error: DrawError) -> DeviceError {
        let message = error.to_string();
        match error {
            DrawError::Translated(_) | DrawError::Unsupported(_) | DrawError::Texture { .. } => {
                DeviceError::Unsupported(message)
            }
            DrawError::Failed(_) => DeviceError::Failed(message),
        }
    }
}

/// Reasons for which a draw is refused: Vulkan has no way for it, or this device lacks a feature, a format or a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Unsupported {
    // Vertices.
    #[error("flat lines are not drawn on Vulkan")]
    FlatLines,
    #[error("flat quadrilaterals are not drawn on Vulkan")]
    FlatQuads,
    #[error("sizes of points that fall with the distance are not clamped on Vulkan")]
    AttenuatedPointLimits,
    // Framebuffers.
    #[error("draw buffers that write nowhere are not drawn on Vulkan")]
    AbsentDrawBuffer,
    #[error("the Vulkan device has {0} draw buffers")]
    DrawBuffers(u32),
    #[error("the Vulkan device has no colour buffers of this format")]
    ColorFormat,
    #[error("depth buffers of 16 or 32 fixed-point bits are not drawn on Vulkan")]
    DepthFormat,
    #[error("the Vulkan device has no second source of blending, or not for several draw buffers")]
    SecondSource,
    #[error("the Vulkan device has no depth buffer with stencil")]
    DepthStencil,
    #[error("the Vulkan device does not leave out some of several draw buffers")]
    IndependentBlend,
    #[error("floating-point buffers are not clamped on Vulkan")]
    FloatClamp,
    #[error("the alpha test of floating-point buffers is not drawn on Vulkan")]
    FloatAlphaTest,
    // State.
    #[error("the viewport is larger than the Vulkan device has them")]
    Viewport,
    #[error("the Vulkan device has no logical operations")]
    LogicOperation,
    #[error("front and back faces are not drawn in two modes on Vulkan")]
    TwoPolygonModes,
    #[error("the Vulkan device draws no polygons as points or lines")]
    PolygonMode,
    #[error("outlines of quadrilaterals and polygons are not drawn on Vulkan")]
    Outlines,
    #[error("the Vulkan device draws no lines as rectangles")]
    RectangularLines,
    #[error("the Vulkan device has no wide lines")]
    WideLines,
    #[error("point sprites with coordinates of their own are not drawn on Vulkan")]
    SpriteCoordinates,
    #[error("the Vulkan device does not bound the offset of polygons")]
    OffsetClamp,
    #[error("the Vulkan device does not clamp depth")]
    DepthClamp,
    // Shaders.
    #[error("the Vulkan device has no large points")]
    LargePoints,
    #[error("the Vulkan device has no clip distances")]
    ClipDistances,
    #[error("the Vulkan device has no 64-bit {0}")]
    Long(&'static str),
    #[error("the Vulkan device does not tell of the residency of texels")]
    Residency,
    #[error("the Vulkan device is not asked for sections that fragments enter in order")]
    Interlock,
    #[error("the Vulkan device has no work groups of this size or number")]
    WorkGroups,
    #[error("the Vulkan device has less memory for a work group")]
    SharedMemory,
    #[error("a program gives no SPIR-V")]
    NoWords,
    // Images.
    #[error("the Vulkan device has no images of this format")]
    ImageFormat,
    #[error("the Vulkan device has no {0}")]
    ImageFeature(&'static str),
    // Textures.
    #[error("buffer and multisample textures are not drawn with on Vulkan")]
    TextureShape,
    #[error("a SHADOW target reads a texture that compares nothing")]
    Uncompared,
    #[error("the Vulkan device does not filter texels of this format")]
    Filter,
    #[error("the base level has no image")]
    BaseLevel,
    #[error("a level is missing")]
    Level,
    #[error("swizzled comparisons are not drawn with on Vulkan")]
    SwizzledComparison,
    #[error("{0} is not drawn with on Vulkan")]
    Wrap(&'static str),
    #[error("anisotropic filters are not drawn with on Vulkan, where the footprint is the device's own")]
    Anisotropy,
    #[error("sparse textures are not drawn with on Vulkan")]
    Sparse,
    #[error("borders of integers are not drawn with on Vulkan")]
    IntegerBorder,
    #[error("the Vulkan device has no borders of this colour")]
    BorderColor,
}

/// Why a device fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum GpuError {
    /// A function gives an error.
    #[error("the Vulkan device cannot {what}: {result}")]
    Call { what: &'static str, result: vk::Result },
    /// No heap has what an object needs.
    #[error("the Vulkan device has no memory of the kind that is needed")]
    Memory,
    /// A draw takes too long; the device is given up.
    #[error("the Vulkan device draws for longer than a minute")]
    TimeOut,
    /// It was given up before.
    #[error("the device did not come back from an earlier draw")]
    Lost,
    /// A thread panicked while it drew.
    #[error("an earlier draw failed")]
    Poisoned,
}
