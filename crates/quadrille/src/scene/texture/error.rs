//! Why a texture is not made.

use quadrille_texture::TextureError;

use crate::picture::PictureError;

/// A texture that cannot be made.
#[derive(Debug, thiserror::Error)]
pub(in crate::scene) enum MakeError {
    #[error("there is no texture target `{0}`")]
    Target(String),
    #[error("there is no texture format `{0}`")]
    Format(String),
    #[error("textures of the target {0} have no samples")]
    Samples(&'static str),
    /// OpenGL 4.6 8.9: INVALID_ENUM.
    #[error("buffer textures do not have the format {0} (OpenGL 4.6 table 8.16)")]
    BufferFormat(&'static str),
    /// OpenGL 4.6 8.7: no compressed format is one-dimensional, and rectangles are never compressed.
    #[error("textures of the target {target} do not have the compressed format {format}")]
    Compressed {
        target: &'static str,
        format: &'static str,
    },
    /// A file is no picture.
    #[error("{path}: {error}")]
    Picture {
        path: String,
        #[source]
        error: PictureError,
    },
    /// A KTX2 or DDS file is no texture.
    #[error("{path}: {error}")]
    File {
        path: String,
        #[source]
        error: quadrille_texture_files::FileError,
    },
    /// The buffer of an image is not there, or too short for its texels.
    #[error("there is no buffer `{0}`")]
    Buffer(String),
    #[error("the texels take {needed} bytes of the buffer, which has {given} there")]
    Length { needed: u64, given: u64 },
    #[error("a texture of this size has {0} levels at most")]
    Levels(u32),
    #[error(transparent)]
    Blocks(#[from] quadrille_texture_files::blocks::BlocksError),
    #[error(transparent)]
    View(#[from] quadrille_texture::ViewError),
    /// A picture is no texture.
    #[error("{path}: {error}")]
    Texture {
        path: String,
        #[source]
        error: TextureError,
    },
}
