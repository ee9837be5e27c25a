//! Why a file is no texture.

use quadrille_texture::TextureError;

use crate::blocks::BlocksError;

/// A problem of a file, and where it is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("byte {at}: {reason}")]
pub struct FileError {
    /// The byte of the file that is wrong, or with which what is wrong begins.
    pub at: u64,
    /// What is wrong.
    #[source]
    pub reason: Reason,
}

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    /// Neither KTX2 nor DDS.
    #[error("neither a KTX2 nor a DDS file")]
    Kind,
    /// The file ends before what its header announces.
    #[error("{needed} bytes are announced here, and the file has {left}")]
    Truncated {
        /// The bytes that are announced.
        needed: u64,
        /// The bytes up to the end.
        left: u64,
    },
    /// A field has a value that the format does not allow.
    #[error("{field} is {value}")]
    Field {
        /// The name of the field in the file's specification.
        field: &'static str,
        /// Its value.
        value: u64,
    },
    /// A format of texels that is not here, by its number.
    #[error("{0} is not supported")]
    Format(UnknownFormat),
    /// More levels than sizes from the largest down to one texel.
    #[error("{levels} levels of an image whose largest size is {size} texels, which has at most {}", .size.max(&1).ilog2() + 1)]
    Levels {
        /// The levels that the file has.
        levels: u32,
        /// The largest size, in texels.
        size: u32,
    },
    /// A level has another length than its size and format ask for.
    #[error("level {level} has {given} bytes, and its size and format need {needed}")]
    LevelLength {
        /// The level.
        level: u32,
        /// The bytes that are needed.
        needed: u64,
        /// The bytes that are given.
        given: u64,
    },
    /// Faces of a cube map that are not square.
    #[error("the faces of a cube map are {} by {} texels", .0[0], .0[1])]
    NotSquare([u32; 2]),
    /// A cube map without all six faces.
    #[error("a cube map without all of its faces")]
    FacesMissing,
    /// An array of three-dimensional textures, which no API has.
    #[error("an array of three-dimensional textures")]
    ArrayOf3D,
    /// BasisLZ and UASTC are made for transcoders.
    #[error("{0} is transcoded before it is used, which is not done here: `ktx transcode` does it")]
    Transcoded(&'static str),
    /// A supercompression scheme that is not here, by its number.
    #[error("the supercompression scheme {0} is not supported")]
    Supercompression(u32),
    /// Supercompressed data that cannot be decompressed to the bytes that the file says.
    #[error("level {level} cannot be decompressed: {problem}")]
    Inflate {
        /// The level.
        level: u32,
        /// What stopped it.
        problem: Inflate,
    },
    /// The texture cannot be made.
    #[error(transparent)]
    Texture(TextureError),
}

/// A format by its number in some table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownFormat {
    /// A VkFormat.
    #[error("the VkFormat {0}")]
    Vulkan(u32),
    /// A DXGI_FORMAT.
    #[error("the DXGI_FORMAT {0}")]
    Dxgi(u32),
    /// The four characters of a DDS file, as they stand there.
    #[error("the FourCC 0x{0:08x}")]
    FourCc(u32),
    /// Bits of a pixel and masks of red, green, blue and alpha.
    #[error("a pixel of {bits} bits with the masks {:#x}, {:#x}, {:#x} and {:#x}", .masks[0], .masks[1], .masks[2], .masks[3])]
    Masks {
        /// Bits of a pixel.
        bits: u32,
        /// The masks.
        masks: [u32; 4],
    },
}

/// Why data cannot be decompressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Inflate {
    /// They are not what their scheme writes.
    #[error("its data are broken")]
    Broken,
    /// They are more or fewer bytes than the file says.
    #[error("it is not the {0} bytes that the file says")]
    Length(u64),
}

impl Reason {
    pub(crate) fn at(self, at: u64) -> FileError {
        FileError { at, reason: self }
    }
}

impl From<BlocksError> for Reason {
    fn from(error: BlocksError) -> Reason {
        match error {
            BlocksError::Image(error) => Reason::Texture(error),
            BlocksError::NotCompressed(_) | BlocksError::Length { .. } => {
                unreachable!("of compressed formats, whose lengths were compared")
            }
        }
    }
}
