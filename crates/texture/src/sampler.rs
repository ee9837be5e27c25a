//! The parameters of a texture: filters, wrapping, level of detail, comparison, swizzle.

use crate::ObjectTarget;
use quadrille_isa::gl::texture::Sampling;

macro_rules! parameter {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident $gl:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            /// Every value, in order.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// The name of the GL constant without `GL_`.
            pub fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $gl,)*
                }
            }

            /// The value with this GL name in either case, with or without `GL_` before it and a vendor's suffix
            /// behind it.
            pub fn from_name(name: &str) -> Option<$name> {
                let upper = name.to_ascii_uppercase();
                let name = upper.strip_prefix("GL_").unwrap_or(&upper);
                let name = ["_EXT", "_ATI", "_ARB", "_SGIS", "_IBM"]
                    .iter()
                    .find_map(|suffix| name.strip_suffix(suffix))
                    .unwrap_or(name);
                $name::ALL.iter().copied().find(|value| value.name() == name)
            }
        }
    };
}

parameter! {
    /// The filter for pixels whose mapped area is larger than a texel
    /// (TEXTURE_MIN_FILTER, OpenGL 2.1 section 3.8.8).
    MinificationFilter {
        /// The nearest texel of the base level.
        Nearest "NEAREST",
        /// The weighted texels around the point in the base level.
        Linear "LINEAR",
        /// The nearest texel of the nearest level.
        NearestMipmapNearest "NEAREST_MIPMAP_NEAREST",
        /// The weighted texels of the nearest level.
        LinearMipmapNearest "LINEAR_MIPMAP_NEAREST",
        /// The nearest texels of two levels, weighted.
        NearestMipmapLinear "NEAREST_MIPMAP_LINEAR",
        /// The weighted texels of two levels, weighted.
        LinearMipmapLinear "LINEAR_MIPMAP_LINEAR",
    }
}

parameter! {
    /// The filter for pixels that are smaller than texels (TEXTURE_MAG_FILTER, OpenGL 2.1 section 3.8.9).
    MagnificationFilter {
        /// The nearest texel of the base level.
        Nearest "NEAREST",
        /// The weighted texels around the point in the base level.
        Linear "LINEAR",
    }
}

parameter! {
    /// The wrap mode of coordinates outside the texture (TEXTURE_WRAP_S, _T and _R; OpenGL 2.1 section 3.8.7 and
    /// EXT_texture_mirror_clamp).
    Wrap {
        /// The image is repeated.
        Repeat "REPEAT",
        /// Coordinates are clamped to the image; a linear filter at its edge takes half of the border.
        Clamp "CLAMP",
        /// The outermost texels go on for ever.
        ClampToEdge "CLAMP_TO_EDGE",
        /// Outside is border.
        ClampToBorder "CLAMP_TO_BORDER",
        /// The image is repeated, every second one mirrored.
        MirroredRepeat "MIRRORED_REPEAT",
        /// Mirrored once, then as [`Wrap::Clamp`].
        MirrorClamp "MIRROR_CLAMP",
        /// Mirrored once, then as [`Wrap::ClampToEdge`].
        MirrorClampToEdge "MIRROR_CLAMP_TO_EDGE",
        /// Mirrored once, then as [`Wrap::ClampToBorder`].
        MirrorClampToBorder "MIRROR_CLAMP_TO_BORDER",
    }
}

parameter! {
    /// The comparison of a reference value with a depth (TEXTURE_COMPARE_FUNC, OpenGL 2.1 table 3.26). The
    /// reference is on the left.
    CompareFunction {
        /// `R <= D`
        Lequal "LEQUAL",
        /// `R >= D`
        Gequal "GEQUAL",
        /// `R < D`
        Less "LESS",
        /// `R > D`
        Greater "GREATER",
        /// `R = D`
        Equal "EQUAL",
        /// `R != D`
        Notequal "NOTEQUAL",
        /// Always 1.
        Always "ALWAYS",
        /// Always 0.
        Never "NEVER",
    }
}

parameter! {
    /// Which components a depth or the result of a comparison fills (DEPTH_TEXTURE_MODE, OpenGL 2.1 section
    /// 3.8.14 and ARB_texture_rg).
    DepthMode {
        /// (r, r, r, 1)
        Luminance "LUMINANCE",
        /// (r, r, r, r)
        Intensity "INTENSITY",
        /// (0, 0, 0, r)
        Alpha "ALPHA",
        /// (r, 0, 0, 1)
        Red "RED",
    }
}

parameter! {
    /// The source of a component of the result (EXT_texture_swizzle).
    Swizzle {
        /// The first component.
        Red "RED",
        /// The second component.
        Green "GREEN",
        /// The third component.
        Blue "BLUE",
        /// The fourth component.
        Alpha "ALPHA",
        /// 0.
        Zero "ZERO",
        /// 1.
        One "ONE",
    }
}

parameter! {
    /// What lookups see of a texture with depths and stencil values (DEPTH_STENCIL_TEXTURE_MODE, ARB_stencil_texturing).
    DepthStencilMode {
        /// The depth.
        Depth "DEPTH_COMPONENT",
        /// The stencil value, an unsigned integer in the first component.
        Stencil "STENCIL_INDEX",
    }
}

impl MinificationFilter {
    /// Whether levels other than the base level are used.
    pub fn uses_mipmap(self) -> bool {
        !matches!(self, MinificationFilter::Nearest | MinificationFilter::Linear)
    }

    /// The filter within a level.
    pub fn within_level(self) -> MagnificationFilter {
        match self {
            MinificationFilter::Nearest
            | MinificationFilter::NearestMipmapNearest
            | MinificationFilter::NearestMipmapLinear => MagnificationFilter::Nearest,
            MinificationFilter::Linear
            | MinificationFilter::LinearMipmapNearest
            | MinificationFilter::LinearMipmapLinear => MagnificationFilter::Linear,
        }
    }
}

/// The colour of the border, TEXTURE_BORDER_COLOR.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum BorderColor {
    /// For fixed-point, floating-point and depth formats; fixed-point formats clamp it before use.
    Float([f32; 4]),
    /// For integer formats, as bits.
    Integer([u32; 4]),
}

/// The parameters of a texture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampler {
    /// TEXTURE_MIN_FILTER.
    pub minification: MinificationFilter,
    /// TEXTURE_MAG_FILTER.
    pub magnification: MagnificationFilter,
    /// TEXTURE_WRAP_S, TEXTURE_WRAP_T, TEXTURE_WRAP_R.
    pub wrap: [Wrap; 3],
    /// TEXTURE_BORDER_COLOR.
    pub border: BorderColor,
    /// TEXTURE_MIN_LOD.
    pub minimum_lod: f32,
    /// TEXTURE_MAX_LOD.
    pub maximum_lod: f32,
    /// TEXTURE_BASE_LEVEL.
    pub base_level: u32,
    /// TEXTURE_MAX_LEVEL.
    pub maximum_level: u32,
    /// TEXTURE_LOD_BIAS of the texture object plus that of the texture unit.
    pub lod_bias: f32,
    /// MAX_TEXTURE_LOD_BIAS of the implementation: the sum of all biases is clamped to plus or minus this.
    pub maximum_lod_bias: f32,
    /// TEXTURE_COMPARE_MODE is COMPARE_R_TO_TEXTURE rather than NONE.
    pub compare: bool,
    /// TEXTURE_COMPARE_FUNC.
    pub compare_function: CompareFunction,
    /// DEPTH_TEXTURE_MODE.
    pub depth_mode: DepthMode,
    /// DEPTH_STENCIL_TEXTURE_MODE.
    pub depth_stencil_mode: DepthStencilMode,
    /// TEXTURE_SWIZZLE_R, _G, _B, _A.
    pub swizzle: [Swizzle; 4],
    /// TEXTURE_MAX_ANISOTROPY_EXT: the most samples that a lookup takes along the longer side of a pixel's area; 1 is none
    /// of it.
    pub maximum_anisotropy: f32,
    /// TEXTURE_CUBE_MAP_SEAMLESS, of the context or of the texture: linear filters go on across the edges of faces.
    pub seamless: bool,
}

impl Default for Sampler {
    /// The initial state (OpenGL 2.1 section 3.8.11).
    fn default() -> Self {
        Sampler {
            minification: MinificationFilter::NearestMipmapLinear,
            magnification: MagnificationFilter::Linear,
            wrap: [Wrap::Repeat; 3],
            border: BorderColor::Float([0.0; 4]),
            minimum_lod: -1000.0,
            maximum_lod: 1000.0,
            base_level: 0,
            maximum_level: 1000,
            lod_bias: 0.0,
            maximum_lod_bias: 16.0,
            compare: false,
            compare_function: CompareFunction::Lequal,
            depth_mode: DepthMode::Luminance,
            depth_stencil_mode: DepthStencilMode::Depth,
            swizzle: [Swizzle::Red, Swizzle::Green, Swizzle::Blue, Swizzle::Alpha],
            maximum_anisotropy: 1.0,
            seamless: false,
        }
    }
}

impl Sampler {
    /// The initial state of a texture with a target.
    ///
    /// Rectangles start with LINEAR and CLAMP_TO_EDGE (ARB_texture_rectangle). Cube maps start with CLAMP_TO_EDGE
    /// too: by OpenGL 2.1 section 3.8.6 it would be REPEAT, which reads texels from the far side of a face, but
    /// Direct3D and Mesa never wrap a face around, and no picture was ever meant to show that. Modes that are set
    /// are honoured.
    pub fn for_target(target: ObjectTarget) -> Sampler {
        let mut sampler = Sampler::default();
        let row = target.row();
        let is_rectangle = row.sampling == Sampling::Rectangle;
        if is_rectangle {
            sampler.minification = MinificationFilter::Linear;
        }
        if is_rectangle || row.cube {
            sampler.wrap = [Wrap::ClampToEdge; 3];
        }
        sampler
    }

    /// Nearest texel of the base level, coordinates clamped to the edge.
    pub fn nearest() -> Sampler {
        Sampler {
            minification: MinificationFilter::Nearest,
            magnification: MagnificationFilter::Nearest,
            wrap: [Wrap::ClampToEdge; 3],
            ..Sampler::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_find_their_values() {
        for &wrap in Wrap::ALL {
            assert_eq!(Wrap::from_name(wrap.name()), Some(wrap));
        }
        assert_eq!(
            Wrap::from_name("GL_MIRROR_CLAMP_TO_EDGE_EXT"),
            Some(Wrap::MirrorClampToEdge)
        );
        assert_eq!(
            MinificationFilter::from_name("linear_mipmap_linear").map(|f| f.uses_mipmap()),
            Some(true)
        );
        assert_eq!(CompareFunction::from_name("sometimes"), None);
    }
}
