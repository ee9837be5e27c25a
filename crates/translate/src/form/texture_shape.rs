//! The shape of a texture or an image in a shader, and its names in the shading languages.
//!
//! Source: GLSL 4.60, 4.1.7 (opaque types); SPIR-V 1.6, 3.8 (Dim) and 3.31 (Capability).

use quadrille_isa::gl::TextureTarget;
use quadrille_isa::gl::texture::{ObjectTarget, ObjectTargetRow, Sampling};
use rspirv::spirv::{Capability, Dim};

/// The kinds of texture of today's languages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextureShape {
    /// The target of the texture.
    pub target: ObjectTarget,
    /// Whether lookups compare.
    pub shadow: bool,
}

/// The names in GLSL and SPIR-V for textures of a target.
pub(crate) struct Words {
    /// The middle of the names of GLSL: `2D` of `sampler2D` and `image2D`.
    pub(crate) glsl: &'static str,
    /// The dimensions in SPIR-V, where layers and samples are flags beside them.
    pub(crate) dim: Dim,
    /// The capabilities that SPIR-V wants for a texture that is sampled or fetched.
    pub(crate) sampled: &'static [Capability],
    /// Those for an image, which is loaded and stored.
    pub(crate) stored: &'static [Capability],
    /// The target that stands in for one which a language lacks: rectangles are divided by their size, and
    /// one-dimensional textures are one texel high.
    pub(crate) stand_in: Option<ObjectTarget>,
}

const fn words(
    glsl: &'static str,
    dim: Dim,
    sampled: &'static [Capability],
    stored: &'static [Capability],
    stand_in: Option<ObjectTarget>,
) -> Words {
    Words {
        glsl,
        dim,
        sampled,
        stored,
        stand_in,
    }
}

impl TextureShape {
    /// The shape of a texture target.
    pub fn of(target: TextureTarget) -> TextureShape {
        let texture = target.row().texture;
        // Shaders have renderbuffers only as multisample textures.
        let is_renderbuffer = texture == ObjectTarget::Renderbuffer;
        TextureShape {
            target: if is_renderbuffer {
                ObjectTarget::TwoDimensionalMultisample
            } else {
                texture
            },
            shadow: target.is_shadow(),
        }
    }

    /// Its names in GLSL and SPIR-V.
    pub(crate) const fn words(&self) -> Words {
        use Capability as C;
        use ObjectTarget as T;
        match self.target {
            T::OneDimensional => words(
                "1D",
                Dim::Dim1D,
                &[C::Sampled1D],
                &[C::Image1D],
                Some(T::TwoDimensional),
            ),
            T::OneDimensionalArray => words(
                "1DArray",
                Dim::Dim1D,
                &[C::Sampled1D],
                &[C::Image1D],
                Some(T::TwoDimensionalArray),
            ),
            T::TwoDimensional => words("2D", Dim::Dim2D, &[], &[], None),
            T::TwoDimensionalArray => words("2DArray", Dim::Dim2D, &[], &[], None),
            T::ThreeDimensional => words("3D", Dim::Dim3D, &[], &[], None),
            T::Cube => words("Cube", Dim::DimCube, &[], &[], None),
            T::CubeArray => words(
                "CubeArray",
                Dim::DimCube,
                &[C::SampledCubeArray],
                &[C::ImageCubeArray],
                None,
            ),
            T::Rectangle => words(
                "2DRect",
                Dim::DimRect,
                &[C::SampledRect],
                &[C::ImageRect],
                Some(T::TwoDimensional),
            ),
            T::Buffer => words(
                "Buffer",
                Dim::DimBuffer,
                &[C::SampledBuffer],
                &[C::ImageBuffer],
                None,
            ),
            T::TwoDimensionalMultisample | T::Renderbuffer => {
                words("2DMS", Dim::Dim2D, &[], &[C::StorageImageMultisample], None)
            }
            T::TwoDimensionalMultisampleArray => words(
                "2DMSArray",
                Dim::Dim2D,
                &[],
                &[C::StorageImageMultisample, C::ImageMSArray],
                None,
            ),
        }
    }

    /// The substitute where a language lacks the shape; the shape itself where there is none.
    pub(crate) fn stand_in(self) -> TextureShape {
        TextureShape {
            target: self.words().stand_in.unwrap_or(self.target),
            ..self
        }
    }

    /// The facts that hold for every texture with its target.
    pub const fn row(&self) -> &'static ObjectTargetRow {
        self.target.row()
    }

    /// Coordinates without the layer.
    pub const fn dimensions(&self) -> u8 {
        self.row().coordinates
    }

    /// Whether the coordinates point to one of six faces.
    pub const fn cube(&self) -> bool {
        self.row().cube
    }

    /// Whether coordinates count texels.
    pub const fn rectangle(&self) -> bool {
        matches!(self.row().sampling, Sampling::Rectangle)
    }

    /// Whether it has layers.
    pub const fn array(&self) -> bool {
        self.row().is_array()
    }

    /// Whether it is a buffer.
    pub const fn buffer(&self) -> bool {
        matches!(self.row().sampling, Sampling::Buffer)
    }

    /// Whether texels have samples.
    pub const fn multisample(&self) -> bool {
        self.row().is_multisample()
    }

    /// Whether there are levels to choose from.
    pub const fn has_levels(&self) -> bool {
        self.row().is_mipmapped()
    }

    /// The number of coordinates, the layer among them.
    pub const fn coordinates(&self) -> u8 {
        self.dimensions() + self.array() as u8
    }

    /// The number of components of its size, the count of layers among them.
    pub const fn sizes(&self) -> u8 {
        self.row().dimensions as u8 + self.array() as u8
    }
}
