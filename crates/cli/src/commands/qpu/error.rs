//! Errors of commands about the QPUs.

use std::path::PathBuf;

use quadrille::{PictureError, PngError};
use quadrille_vc4::asm::{ObjectError, PartialWord};
use quadrille_vc4::machine::ImageError;
use quadrille_vc4::machine::job::JobError;

/// An error in the request of a command about the QPUs.
#[derive(Debug, thiserror::Error)]
pub(crate) enum QpuError {
    /// A file holds something else than a program.
    #[error(
        "{}: {strangers} of {words} words are no QPU instructions; --force takes them as they are", path.display()
    )]
    Strangers {
        path: PathBuf,
        strangers: usize,
        words: usize,
    },
    /// A file does not hold whole words.
    #[error("{}: {error}", path.display())]
    Words {
        path: PathBuf,
        #[source]
        error: PartialWord,
    },
    /// Numbers of 32 bits on the command line are an odd number of them.
    #[error("{0} is half a word: its other half is missing")]
    Half(String),
    /// A number that is neither half a word nor, beside its neighbours, a whole one.
    #[error(
        "{0} is a number of more than 32 bits: a word is two numbers of 32 bits, or one of 64 with 16 digits"
    )]
    Wide(String),
    /// Neither a number nor a file, beside numbers.
    #[error("`{0}` is no word: write 0x and up to 16 hexadecimal digits, or 8 or 16 digits")]
    Word(String),
    #[error("buffer {name}: {bytes} bytes are more than a Raspberry Pi's memory")]
    Buffer { name: String, bytes: usize },
    #[error("there is no buffer {0}")]
    NoBuffer(String),
    #[error("{lists} lists of uniforms for {launches} launches")]
    Lists { lists: usize, launches: usize },
    #[error("{0}")]
    Image(#[from] ImageError),
    /// A picture that is to be a texture cannot be read.
    #[error("{}: {error}", path.display())]
    Picture {
        path: PathBuf,
        #[source]
        error: PictureError,
    },
    #[error(transparent)]
    Png(#[from] PngError),
    #[error("{width} × {height} pixels: a side has 1 to {most}")]
    Area { width: u32, height: u32, most: u32 },
    #[error("{}: a texture has 1 to 2048 texels a side", path.display())]
    TextureSize { path: PathBuf },
    #[error("there is no texture {0}")]
    NoTexture(String),
    #[error("`{0}` is no register: write ra0 to ra31, rb0 to rb31 or r0 to r5")]
    Register(String),
    #[error(transparent)]
    Job(#[from] JobError),
    /// The library that writes object files does not take the program.
    #[error(transparent)]
    Object(#[from] ObjectError),
}
