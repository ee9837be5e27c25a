//! The set-up of a texture look-up, as far as it says which bytes can be read.

use crate::tmu::{Parameters, Texture, TextureError};

/// Why the extent of a texture is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TextureProblem {
    /// A code is reserved.
    #[error(transparent)]
    Texture(#[from] TextureError),
    /// A cube map needs a parameter with the distance of its faces.
    #[error("the cube map has no stride")]
    NoCubeStride,
    /// The second parameter is missing.
    #[error("the look-up has one parameter, where a texture has two")]
    Short,
}

/// Where the levels of each face lie, and how many bytes they have.
pub(super) fn extents(parameters: &[u32]) -> Result<Vec<(u32, u64)>, TextureProblem> {
    let [zero, one, others @ ..] = parameters else {
        return Err(TextureProblem::Short);
    };
    let parameters = Parameters::decode(*zero, *one, others);
    if parameters.is_cube && parameters.cube_stride == 0 {
        return Err(TextureProblem::NoCubeStride);
    }
    Ok(Texture::new(parameters)?.extents().collect())
}
