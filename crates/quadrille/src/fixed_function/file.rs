//! The form of a file of state: words are OpenGL's, and what is left out is as OpenGL begins.

use quadrille_pipeline::state::texture::BaseFormat;
use quadrille_pipeline::state::{
    self, CLIP_PLANES, Compare, EnvironmentMode, Faces, FogMode, GenerationMode, LIGHTS, TEXTURE_COORDINATES,
};
use quadrille_pipeline::state::{Combine, CombineOperand, CombineSource, FixedTarget};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// Words of a file for values of the pipeline.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident for $state:ident { $($word:literal $own:ident $of:expr,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
            pub(super) enum $name {
                $(#[serde(rename = $word)] $own,)*
            }

            impl From<$name> for $state {
                fn from(word: $name) -> $state {
                    match word {
                        $($name::$own => $of,)*
                    }
                }
            }
        )*
    };
}

words! {
    /// A comparison.
    Comparison for Compare {
        "never" Never Compare::Never, "always" Always Compare::Always, "less" Less Compare::Less,
        "lequal" LessOrEqual Compare::LessOrEqual, "equal" Equal Compare::Equal,
        "gequal" GreaterOrEqual Compare::GreaterOrEqual, "greater" Greater Compare::Greater,
        "notequal" NotEqual Compare::NotEqual,
    }
    /// The fog equation.
    FogEquation for FogMode { "linear" Linear FogMode::Linear, "exp" Exp FogMode::Exp, "exp2" Exp2 FogMode::Exp2, }
    /// The faces that track the colour.
    TrackingFaces for Faces {
        "front" Front Faces::Front, "back" Back Faces::Back, "front_and_back" Both Faces::FrontAndBack,
    }
    /// What a texture unit samples.
    Target for FixedTarget {
        "1D" T1D FixedTarget::T1D, "2D" T2D FixedTarget::T2D, "RECT" Rect FixedTarget::Rect, "3D" T3D FixedTarget::T3D,
        "CUBE" Cube FixedTarget::Cube,
    }
    /// The base format of a texture.
    Format for BaseFormat {
        "alpha" Alpha BaseFormat::Alpha, "luminance" Luminance BaseFormat::Luminance,
        "luminance_alpha" LuminanceAlpha BaseFormat::LuminanceAlpha, "intensity" Intensity BaseFormat::Intensity,
        "rgb" Rgb BaseFormat::Rgb, "rgba" Rgba BaseFormat::Rgba,
    }
    /// The mode of a texture environment.
    Mode for EnvironmentMode {
        "replace" Replace EnvironmentMode::Replace, "modulate" Modulate EnvironmentMode::Modulate,
        "decal" Decal EnvironmentMode::Decal, "blend" Blend EnvironmentMode::Blend, "add" Add EnvironmentMode::Add,
        "combine" Combine EnvironmentMode::Combine,
    }
    /// The function that generates s or t.
    GenerateAny for GenerationMode {
        "object_linear" Object GenerationMode::ObjectLinear, "eye_linear" Eye GenerationMode::EyeLinear,
        "sphere_map" Sphere GenerationMode::SphereMap, "reflection_map" Reflection GenerationMode::ReflectionMap,
        "normal_map" Normal GenerationMode::NormalMap,
    }
    /// The function that generates r.
    GenerateR for GenerationMode {
        "object_linear" Object GenerationMode::ObjectLinear, "eye_linear" Eye GenerationMode::EyeLinear,
        "reflection_map" Reflection GenerationMode::ReflectionMap, "normal_map" Normal GenerationMode::NormalMap,
    }
    /// The function that generates q.
    GenerateQ for GenerationMode {
        "object_linear" Object GenerationMode::ObjectLinear, "eye_linear" Eye GenerationMode::EyeLinear,
    }
    /// A function of COMBINE for red, green and blue.
    CombineColor for Combine {
        "replace" Replace Combine::Replace, "modulate" Modulate Combine::Modulate, "add" Add Combine::Add,
        "add_signed" AddSigned Combine::AddSigned, "interpolate" Interpolate Combine::Interpolate,
        "subtract" Subtract Combine::Subtract, "dot3_rgb" Dot3Rgb Combine::Dot3Rgb, "dot3_rgba" Dot3Rgba Combine::Dot3Rgba,
    }
    /// A function of COMBINE for alpha.
    CombineAlpha for Combine {
        "replace" Replace Combine::Replace, "modulate" Modulate Combine::Modulate, "add" Add Combine::Add,
        "add_signed" AddSigned Combine::AddSigned, "interpolate" Interpolate Combine::Interpolate,
        "subtract" Subtract Combine::Subtract,
    }
    /// A source of COMBINE.
    Source for CombineSource {
        "texture" Own CombineSource::Texture, "constant" Constant CombineSource::Constant,
        "primary_color" Primary CombineSource::PrimaryColor, "previous" Previous CombineSource::Previous,
        "texture0" T0 CombineSource::TextureOf(0), "texture1" T1 CombineSource::TextureOf(1),
        "texture2" T2 CombineSource::TextureOf(2), "texture3" T3 CombineSource::TextureOf(3),
        "texture4" T4 CombineSource::TextureOf(4), "texture5" T5 CombineSource::TextureOf(5),
        "texture6" T6 CombineSource::TextureOf(6), "texture7" T7 CombineSource::TextureOf(7),
    }
    /// The part of a source that is taken.
    Operand for CombineOperand {
        "src_color" Color CombineOperand::Color, "one_minus_src_color" InverseColor CombineOperand::OneMinusColor,
        "src_alpha" Alpha CombineOperand::Alpha, "one_minus_src_alpha" InverseAlpha CombineOperand::OneMinusAlpha,
    }
}

/// A list with an entry for each of so many lights or units, from number 0 on; null is one that is off.
#[derive(Debug)]
pub(super) struct Numbered<T, const MOST: usize>(Vec<Option<T>>);

impl<T, const MOST: usize> Default for Numbered<T, MOST> {
    fn default() -> Self {
        Numbered(Vec::new())
    }
}

impl<T, const MOST: usize> Numbered<T, MOST> {
    pub(super) fn as_slice(&self) -> &[Option<T>] {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for Numbered<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::deserialize(deserializer)?;
        match list.len() > MOST {
            true => Err(D::Error::custom(format_args!(
                "there are {MOST} of these at most"
            ))),
            false => Ok(Numbered(list)),
        }
    }
}

/// The numbers of the clip planes that are enabled.
#[derive(Default, Debug)]
pub(super) struct ClipPlanes(u32);

impl ClipPlanes {
    /// The planes as bits; none where none is enabled.
    pub(super) fn bits(&self) -> Option<u32> {
        (self.0 != 0).then_some(self.0)
    }
}

impl<'de> Deserialize<'de> for ClipPlanes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut bits = 0;
        for plane in Vec::<u32>::deserialize(deserializer)? {
            if plane >= CLIP_PLANES as u32 {
                let last = CLIP_PLANES - 1;
                return Err(D::Error::custom(format_args!(
                    "clip planes are numbered 0 to {last}"
                )));
            }
            bits |= 1 << plane;
        }
        Ok(ClipPlanes(bits))
    }
}

#[derive(Default, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct File {
    pub(super) lighting: Option<Lighting>,
    pub(super) normalize: bool,
    pub(super) rescale_normal: bool,
    pub(super) fog: Option<Fog>,
    pub(super) color_sum: bool,
    pub(super) texture_units: Numbered<TextureUnit, TEXTURE_COORDINATES>,
    pub(super) point_attenuation: bool,
    pub(super) alpha_test: Option<Comparison>,
    pub(super) flat: bool,
    pub(super) clip_planes: ClipPlanes,
}

#[derive(Default, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Lighting {
    pub(super) lights: Numbered<Light, LIGHTS>,
    pub(super) local_viewer: bool,
    pub(super) two_side: bool,
    pub(super) separate_specular: bool,
    pub(super) color_material: Option<ColorMaterial>,
}

#[derive(Default, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Light {
    pub(super) positional: bool,
    pub(super) attenuation: bool,
    pub(super) spot: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ColorMaterial {
    faces: TrackingFaces,
    mode: Tracked,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Tracked {
    Ambient,
    Diffuse,
    AmbientAndDiffuse,
    Specular,
    Emission,
}

impl ColorMaterial {
    pub(super) fn state(&self) -> (Faces, state::ColorMaterial) {
        let mode = match self.mode {
            Tracked::Ambient => state::ColorMaterial::Ambient,
            Tracked::Diffuse => state::ColorMaterial::Diffuse,
            Tracked::AmbientAndDiffuse => state::ColorMaterial::AmbientAndDiffuse,
            Tracked::Specular => state::ColorMaterial::Specular,
            Tracked::Emission => state::ColorMaterial::Emission,
        };
        (self.faces.into(), mode)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Fog {
    pub(super) mode: FogEquation,
    #[serde(default)]
    pub(super) source: FogOrigin,
}

#[derive(Clone, Copy, Default, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum FogOrigin {
    #[default]
    FragmentDepth,
    FogCoordinate,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TextureUnit {
    pub(super) target: Target,
    #[serde(default)]
    pub(super) shadow: bool,
    #[serde(default)]
    pub(super) format: Option<Format>,
    #[serde(default)]
    pub(super) environment: Option<Mode>,
    #[serde(default)]
    pub(super) combine_rgb: Option<Term<CombineColor>>,
    #[serde(default)]
    pub(super) combine_alpha: Option<Term<CombineAlpha>>,
    #[serde(default)]
    pub(super) generation: Generation,
    #[serde(default)]
    pub(super) matrix: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Term<F> {
    pub(super) function: F,
    #[serde(default)]
    pub(super) sources: Vec<Source>,
    #[serde(default)]
    pub(super) operands: Vec<Operand>,
    #[serde(default)]
    pub(super) scale: Scale,
}

/// A factor: 1, 2 or 4.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Scale(pub(super) u8);

impl<'de> Deserialize<'de> for Scale {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u8::deserialize(deserializer)? {
            scale @ (1 | 2 | 4) => Ok(Scale(scale)),
            _ => Err(D::Error::custom("a scale is 1, 2 or 4")),
        }
    }
}

#[derive(Default, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Generation {
    pub(super) s: Option<GenerateAny>,
    pub(super) t: Option<GenerateAny>,
    pub(super) r: Option<GenerateR>,
    pub(super) q: Option<GenerateQ>,
}
