//! Images: texels that a shader reads, writes and changes by their places, without a filter.

use quadrille_isa::gl::TextureTarget;

use super::image_format::ImageFormat;
use super::texture_shape::TextureShape;
use super::types::Scalar;

/// An image: a level of a texture, or a layer of one, as the shader sees it.
///
/// A program that takes texels as plain words and lets others be converted on the same unit has two images there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Image {
    /// Its name; of an image that is named by a handle, that of the variable with the two words of the handle.
    pub name: String,
    /// The image unit; none of images that are named by handles.
    pub unit: Option<u32>,
    /// The target in the program.
    pub target: TextureTarget,
    /// The shape in the shader; another than the target's under an emulation.
    pub shape: TextureShape,
    /// The scalar type of a texel's components.
    pub texel: Scalar,
    /// The format that the engine binds it with; `None` is that of the texture.
    pub format: Option<ImageFormat>,
    /// The binding number, where the image has a unit.
    pub binding: u32,
    /// Whether the shader reads texels, or changes them.
    pub reads: bool,
    /// Whether it writes texels, or changes them.
    pub writes: bool,
    /// Whether invocations see what others write.
    pub coherent: bool,
}
