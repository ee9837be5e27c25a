//! Fixed-function texture units: coordinate generation and the texture environment (GL 2.1, 2.11.4, 3.8.13).

use quadrille_isa::gl::TextureTarget;

/// The function that generates a texture coordinate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each name is the specification's own")]
pub enum GenerationMode {
    ObjectLinear,
    EyeLinear,
    SphereMap,
    ReflectionMap,
    NormalMap,
}

/// Generation of one texture coordinate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Generation {
    /// Whether it is enabled.
    pub enabled: bool,
    /// Mode.
    pub mode: GenerationMode,
    /// Plane in object space.
    pub object_plane: [f32; 4],
    /// Plane in eye space, where it is put when it is set.
    pub eye_plane: [f32; 4],
}

/// Mode of a texture environment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each name is the specification's own")]
pub enum EnvironmentMode {
    Replace,
    Modulate,
    Decal,
    Blend,
    Add,
    Combine,
}

/// Function of COMBINE.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each name is the specification's own")]
pub enum Combine {
    Replace,
    Modulate,
    Add,
    AddSigned,
    Interpolate,
    Subtract,
    Dot3Rgb,
    Dot3Rgba,
}

/// Source of a COMBINE argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CombineSource {
    /// The unit's own texture.
    Texture,
    /// The texture of unit n (crossbar).
    TextureOf(u8),
    /// The environment colour.
    Constant,
    /// The fragment's colour before texturing.
    PrimaryColor,
    /// The result of the unit before.
    Previous,
}

/// The part of a source that is taken; for alpha only the alphas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each name is the specification's own")]
pub enum CombineOperand {
    Color,
    OneMinusColor,
    Alpha,
    OneMinusAlpha,
}

/// Scale of a COMBINE result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each name is the factor")]
pub enum CombineScale {
    One,
    Two,
    Four,
}

/// COMBINE for red, green, blue, or for alpha.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CombineTerm {
    /// Function.
    pub function: Combine,
    /// Sources of the three arguments.
    pub sources: [CombineSource; 3],
    /// Operands of the three arguments.
    pub operands: [CombineOperand; 3],
    /// Scale.
    pub scale: CombineScale,
}

/// Texture environment of a unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Environment {
    /// Mode.
    pub mode: EnvironmentMode,
    /// Colour.
    pub color: [f32; 4],
    /// COMBINE_RGB.
    pub rgb: CombineTerm,
    /// COMBINE_ALPHA.
    pub alpha: CombineTerm,
}

/// A target of fixed-function texturing; a later one takes precedence (GL 2.1, 3.8.15).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each name is the specification's own")]
pub enum FixedTarget {
    T1D,
    T2D,
    Rect,
    T3D,
    Cube,
}

impl FixedTarget {
    /// All, lowest precedence first.
    pub const ALL: [FixedTarget; 5] = [
        FixedTarget::T1D,
        FixedTarget::T2D,
        FixedTarget::Rect,
        FixedTarget::T3D,
        FixedTarget::Cube,
    ];

    /// The target as instructions write it, with `compare` that of a shadow look-up.
    pub fn target(self, compare: bool) -> TextureTarget {
        match (self, compare) {
            (FixedTarget::T1D, false) => TextureTarget::T1D,
            (FixedTarget::T1D, true) => TextureTarget::Shadow1D,
            (FixedTarget::T2D, false) => TextureTarget::T2D,
            (FixedTarget::T2D, true) => TextureTarget::Shadow2D,
            (FixedTarget::Rect, false) => TextureTarget::Rect,
            (FixedTarget::Rect, true) => TextureTarget::ShadowRect,
            (FixedTarget::T3D, _) => TextureTarget::T3D,
            (FixedTarget::Cube, _) => TextureTarget::Cube,
        }
    }
}

impl TextureUnit {
    /// The enabled target of highest precedence.
    pub fn chosen(&self) -> Option<FixedTarget> {
        let enabled = |target: &FixedTarget| self.enabled[*target as usize];
        FixedTarget::ALL.into_iter().rev().find(enabled)
    }
}

/// The base format of a texture, which the texture environment depends on (GL 2.1, Table 3.20).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "each name is the specification's own")]
pub enum BaseFormat {
    Alpha,
    Luminance,
    LuminanceAlpha,
    Intensity,
    Rgb,
    #[default]
    Rgba,
}

/// The texture that a fixed-function unit samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SampledTexture {
    /// The target of highest precedence among the enabled ones.
    pub target: FixedTarget,
    /// Whether look-ups compare depths.
    pub compare: bool,
    /// The base format of the texture.
    pub format: BaseFormat,
}

/// A fixed-function texture unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TextureUnit {
    /// Which targets are enabled, by [`FixedTarget`].
    pub enabled: [bool; FixedTarget::ALL.len()],
    /// The texture that is sampled; none where no target is enabled or its texture is incomplete. Who knows the
    /// textures fills it in before a draw.
    pub sampled: Option<SampledTexture>,
    /// Environment.
    pub environment: Environment,
    /// Generation of s, t, r, q.
    pub generation: [Generation; 4],
}

impl Default for TextureUnit {
    fn default() -> TextureUnit {
        let generation = |plane| Generation {
            enabled: false,
            mode: GenerationMode::EyeLinear,
            object_plane: plane,
            eye_plane: plane,
        };
        TextureUnit {
            enabled: [false; FixedTarget::ALL.len()],
            sampled: None,
            environment: Environment::default(),
            generation: [
                generation([1.0, 0.0, 0.0, 0.0]),
                generation([0.0, 1.0, 0.0, 0.0]),
                generation([0.0; 4]),
                generation([0.0; 4]),
            ],
        }
    }
}

impl Default for CombineTerm {
    fn default() -> CombineTerm {
        CombineTerm {
            function: Combine::Modulate,
            sources: [
                CombineSource::Texture,
                CombineSource::Previous,
                CombineSource::Constant,
            ],
            operands: [
                CombineOperand::Color,
                CombineOperand::Color,
                CombineOperand::Alpha,
            ],
            scale: CombineScale::One,
        }
    }
}

impl Default for Environment {
    fn default() -> Environment {
        let alpha = CombineTerm {
            operands: [CombineOperand::Alpha; 3],
            ..CombineTerm::default()
        };
        Environment {
            mode: EnvironmentMode::Modulate,
            color: [0.0; 4],
            rgb: CombineTerm::default(),
            alpha,
        }
    }
}
