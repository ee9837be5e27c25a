//! Why a texture could not be made, and the limits that keep memory bounded.

use crate::{Format, ObjectTarget, PixelFormat, PixelType};

/// Sizes above which a texture is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// MAX_TEXTURE_SIZE, also for cube maps and rectangles: the largest width and height, in texels.
    pub size: u32,
    /// MAX_3D_TEXTURE_SIZE: the largest width, height and depth of a three-dimensional texture, in texels.
    pub size_3d: u32,
    /// MAX_ARRAY_TEXTURE_LAYERS, in layers or layer-faces.
    pub layers: u32,
    /// MAX_TEXTURE_BUFFER_SIZE, in texels.
    pub buffer_texels: u32,
    /// The largest count of samples in a texel.
    pub samples: u32,
    /// The largest storage of one image, in bytes.
    pub image_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            size: 16_384,
            size_3d: 2_048,
            layers: 2_048,
            buffer_texels: 1 << 27,
            samples: 32,
            image_bytes: 1 << 31,
        }
    }
}

/// Why an image or a texture could not be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TextureError {
    /// A dimension is 0.
    #[error("an image of {} by {} by {} texels is empty", .0[0], .0[1], .0[2])]
    Empty([u32; 3]),
    /// A dimension is above a limit.
    #[error("{size} texels or layers are more than the limit of {limit}")]
    TooLarge {
        /// The size asked for.
        size: u32,
        /// The limit that it breaks.
        limit: u32,
    },
    /// The storage is above [`Limits::image_bytes`].
    #[error("an image of {bytes} bytes is more than the limit of {limit} bytes")]
    TooMuchMemory {
        /// The bytes that the image would take.
        bytes: u64,
        /// The limit that it breaks.
        limit: u64,
    },
    /// The machine has no memory for the storage, in bytes.
    #[error("there is no memory for an image of {0} bytes")]
    NoMemory(u64),
    /// The dimensions do not fit the target.
    #[error("an image of {} by {} by {} texels does not fit {}", .extent[0], .extent[1], .extent[2], .target.row().name)]
    WrongShape {
        /// Width, height and depth.
        extent: [u32; 3],
        /// The target.
        target: ObjectTarget,
    },
    /// The count of bytes differs from what the extent, format and type need.
    #[error("the image needs {needed} bytes of pixels, but {given} are given")]
    WrongLength {
        /// The length that is needed, in bytes.
        needed: u64,
        /// The length that is given, in bytes.
        given: u64,
    },
    /// The pixel format and type do not go together.
    #[error("pixels of format {} cannot have type {}", .0.name(), .1.name())]
    WrongType(PixelFormat, PixelType),
    /// The pixel format does not suit the texture's format.
    #[error("pixels of format {} cannot fill a texture of format {}", .0.name(), .1.row().name)]
    WrongPixels(PixelFormat, Format),
    /// Textures of this target have no depths and stencil values (OpenGL 4.6, 8.5).
    #[error("textures of the target {} do not have the format {}", .target.row().name, .format.row().name)]
    NoDepth {
        /// The target.
        target: ObjectTarget,
        /// The format.
        format: Format,
    },
    /// More samples than the limit, or samples outside a multisample target.
    #[error("{0} samples do not fit the texture")]
    WrongSamples(u32),
    /// Textures of this target have no pages that memory could be taken from.
    #[error("textures of the target {} have no pages", .0.row().name)]
    NoPages(ObjectTarget),
    /// A region is not within its level, or not of whole pages.
    #[error(
        "a region of pages lies within {} by {} by {} texels, begins at multiples of {} by {} by {} and ends there or with the level",
        .sizes[0], .sizes[1], .sizes[2], .page[0], .page[1], .page[2]
    )]
    WrongPages {
        /// The sides of a page.
        page: [u32; 3],
        /// The sides of the level.
        sizes: [u32; 3],
    },
    /// The level or face does not exist in the target.
    #[error("the texture has no image at level {level}, face {face}")]
    NoSuchImage {
        /// The level asked for.
        level: u32,
        /// The face asked for.
        face: u32,
    },
}
