//! Images: texels that a shader reads, writes and changes by their places, without a filter.

use quadrille_isa::gl::TextureTarget;

use super::expression::Expression;
use super::image_format::ImageFormat;
use super::resource::TextureShape;
use super::types::Scalar;

/// An image: a level of a texture, or a layer of one, as the shader sees it.
///
/// A program that takes texels as plain words and lets others be converted on the same unit has two images there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Image {
    /// Its name.
    pub name: String,
    /// The image unit.
    pub unit: u32,
    /// The target in the program.
    pub target: TextureTarget,
    /// What it is in the shader; another than the target's under an emulation.
    pub shape: TextureShape,
    /// What a component of a texel is.
    pub texel: Scalar,
    /// The format that the engine binds it with; `None` is that of the texture.
    pub format: Option<ImageFormat>,
    /// The binding number.
    pub binding: u32,
    /// Whether the shader reads texels, or changes them.
    pub reads: bool,
    /// Whether it writes texels, or changes them.
    pub writes: bool,
    /// Whether invocations see what others write.
    pub coherent: bool,
}

/// The place of a texel.
#[derive(Clone, PartialEq, Debug)]
pub struct Texel {
    /// Index into [`Shader::images`](super::Shader::images).
    pub image: u32,
    /// As many signed integers as the image has coordinates, its layer or face behind them.
    pub coordinates: Expression,
    /// Which sample: a signed integer; of an image that has several.
    pub sample: Option<Expression>,
}

impl Texel {
    /// Every expression in it.
    pub fn parts(&self) -> impl Iterator<Item = &Expression> {
        std::iter::once(&self.coordinates).chain(&self.sample)
    }

    /// Every expression in it, to be changed.
    pub fn parts_mut(&mut self) -> impl Iterator<Item = &mut Expression> {
        std::iter::once(&mut self.coordinates).chain(&mut self.sample)
    }
}
