//! Why the programs of a draw do not go to a driver.

use quadrille_isa::gl::{Binding, Stage};
use quadrille_pipeline::{DeviceError, LeftHere};

/// Why the programs of a draw, or what they read, do not go to a driver.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TranslatedError {
    /// Shaders have one depth mode for all textures that are compared with.
    #[error("depth textures of different modes are not drawn with in one draw")]
    DepthModes,
    /// A program does not translate.
    #[error("{stage}: {message}")]
    Program {
        /// Its stage.
        stage: Stage,
        /// The first problem of its translation.
        message: String,
    },
    /// Two programs do not translate together.
    #[error("a program is not translated")]
    Pair,
    /// The vertex shader reads an attribute that vertices of the pipeline do not have.
    #[error("{0} does not go to drivers")]
    Attribute(Binding),
    /// A texture is named by a handle, which is another one in the driver.
    #[error("textures that are named by handles do not go to drivers")]
    Handle,
    /// Memory is accessed by GPU addresses, which are others in the driver.
    #[error("memory by GPU addresses does not go to drivers")]
    Addresses,
    /// A texture image unit is read with two targets.
    #[error("unit {0} is read with two targets, which drivers are not told")]
    TwoTargets(u32),
    /// An image unit does not fit the accesses to it.
    #[error("image unit {unit}: {reason}")]
    Image {
        /// Its number.
        unit: u32,
        /// Why not.
        reason: ImageError,
    },
}

/// Why an image unit does not go to a driver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ImageError {
    /// There is no texture.
    #[error("nothing is bound")]
    Absent,
    /// Both programs have the image, each in its own way.
    #[error("the programs take its texels in two ways")]
    TwoWays,
    /// The texture's texels are not of the unit's size.
    #[error("the texture's format is not the unit's")]
    UnitFormat,
    /// The instruction names another target.
    #[error("it shows another target than the program names")]
    Target,
    /// It is bound for reading or for writing only.
    #[error("it is not bound for what the program does")]
    Access,
    /// Drivers are not handed images of these targets.
    #[error("buffers and texels with samples do not go to the driver")]
    Shape,
    /// The shading languages have no name for the format.
    #[error("drivers have no images of this format")]
    Format,
    /// Texels and accesses differ in size.
    #[error("its texels are of another size than the program takes")]
    Size,
    /// Texels and accesses differ in their kind of numbers.
    #[error("its texels are another kind of numbers than the program takes")]
    Numbers,
    /// Texels of two units overlap without being the same.
    #[error("another unit shows a part of the same texels")]
    Overlap,
    /// Two units show the same texels in two shapes.
    #[error("another unit shows the same texels in another shape")]
    OtherShape,
}

impl TranslatedError {
    /// The same as a reason for which programs between vertices and fragments are not run by a device; none where the
    /// device would not draw without them either.
    pub fn left_here(self) -> Option<LeftHere> {
        match self {
            TranslatedError::Program { stage, message }
                if !matches!(stage, Stage::Vertex | Stage::Fragment) =>
            {
                Some(LeftHere::Untranslated { stage, message })
            }
            TranslatedError::Program { .. }
            | TranslatedError::DepthModes
            | TranslatedError::Pair
            | TranslatedError::Attribute(_)
            | TranslatedError::Handle
            | TranslatedError::Addresses
            | TranslatedError::TwoTargets(_)
            | TranslatedError::Image { .. } => None,
        }
    }
}

impl From<TranslatedError> for DeviceError {
    fn from(error: TranslatedError) -> DeviceError {
        DeviceError::unsupported(error.to_string())
    }
}
