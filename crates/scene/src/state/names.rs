//! The GL names of state values, without `GL_`.

use quadrille_isa::gl::binding::MatrixModifier;
use quadrille_pipeline::state::{
    ColorMaterial, Combine, CombineOperand, CombineScale, CombineSource, EnvironmentMode, Faces, FogMode,
    FogSource, GenerationMode, PolygonMode, ProvokingVertex, SwizzledCoordinate,
};

/// How fragment colours are clamped.
pub(super) const CLAMPS: &[(&str, Option<bool>)] =
    &[("TRUE", Some(true)), ("FALSE", Some(false)), ("FIXED_ONLY", None)];

pub(super) const FACES: &[(&str, Faces)] = &[
    ("FRONT", Faces::Front),
    ("BACK", Faces::Back),
    ("FRONT_AND_BACK", Faces::FrontAndBack),
];

/// Whether front faces are clockwise.
pub(super) const WINDINGS: &[(&str, bool)] = &[("CW", true), ("CCW", false)];

/// Whether colours are flat.
pub(super) const SHADE_MODELS: &[(&str, bool)] = &[("FLAT", true), ("SMOOTH", false)];

pub(super) const POLYGON_MODES: &[(&str, PolygonMode)] = &[
    ("POINT", PolygonMode::Point),
    ("LINE", PolygonMode::Line),
    ("FILL", PolygonMode::Fill),
];

pub(super) const COLOR_MATERIALS: &[(&str, ColorMaterial)] = &[
    ("AMBIENT", ColorMaterial::Ambient),
    ("DIFFUSE", ColorMaterial::Diffuse),
    ("AMBIENT_AND_DIFFUSE", ColorMaterial::AmbientAndDiffuse),
    ("SPECULAR", ColorMaterial::Specular),
    ("EMISSION", ColorMaterial::Emission),
];

pub(super) const FOG_MODES: &[(&str, FogMode)] = &[
    ("LINEAR", FogMode::Linear),
    ("EXP", FogMode::Exp),
    ("EXP2", FogMode::Exp2),
];

pub(super) const FOG_SOURCES: &[(&str, FogSource)] = &[
    ("FRAGMENT_DEPTH", FogSource::FragmentDepth),
    ("FOG_COORD", FogSource::FogCoordinate),
    ("FOG_COORDINATE", FogSource::FogCoordinate),
];

/// The transforms of matrices that are tracked.
pub(super) const TRANSFORMS: &[(&str, MatrixModifier)] = &[
    ("IDENTITY", MatrixModifier::None),
    ("INVERSE", MatrixModifier::Inverse),
    ("TRANSPOSE", MatrixModifier::Transpose),
    ("INVERSE_TRANSPOSE", MatrixModifier::InverseTranspose),
];

/// Places of texture coordinates.
pub(super) const COORDINATES: &[(&str, usize)] = &[("S", 0), ("T", 1), ("R", 2), ("Q", 3)];

pub(super) const GENERATIONS: &[(&str, GenerationMode)] = &[
    ("OBJECT_LINEAR", GenerationMode::ObjectLinear),
    ("EYE_LINEAR", GenerationMode::EyeLinear),
    ("SPHERE_MAP", GenerationMode::SphereMap),
    ("REFLECTION_MAP", GenerationMode::ReflectionMap),
    ("NORMAL_MAP", GenerationMode::NormalMap),
];

pub(super) const ENVIRONMENTS: &[(&str, EnvironmentMode)] = &[
    ("REPLACE", EnvironmentMode::Replace),
    ("MODULATE", EnvironmentMode::Modulate),
    ("DECAL", EnvironmentMode::Decal),
    ("BLEND", EnvironmentMode::Blend),
    ("ADD", EnvironmentMode::Add),
    ("COMBINE", EnvironmentMode::Combine),
];

pub(super) const COMBINE_SCALES: &[(&str, CombineScale)] = &[
    ("1", CombineScale::One),
    ("2", CombineScale::Two),
    ("4", CombineScale::Four),
];

/// Functions of COMBINE (GL 2.1, table 3.23).
pub(super) const COMBINE: &[(&str, Combine)] = &[
    ("REPLACE", Combine::Replace),
    ("MODULATE", Combine::Modulate),
    ("ADD", Combine::Add),
    ("ADD_SIGNED", Combine::AddSigned),
    ("INTERPOLATE", Combine::Interpolate),
    ("SUBTRACT", Combine::Subtract),
    ("DOT3_RGB", Combine::Dot3Rgb),
    ("DOT3_RGBA", Combine::Dot3Rgba),
];

/// Sources of COMBINE arguments; TEXTUREn are those of ARB_texture_env_crossbar.
pub(super) const COMBINE_SOURCES: &[(&str, CombineSource)] = &[
    ("TEXTURE", CombineSource::Texture),
    ("CONSTANT", CombineSource::Constant),
    ("PRIMARY_COLOR", CombineSource::PrimaryColor),
    ("PREVIOUS", CombineSource::Previous),
    ("TEXTURE0", CombineSource::TextureOf(0)),
    ("TEXTURE1", CombineSource::TextureOf(1)),
    ("TEXTURE2", CombineSource::TextureOf(2)),
    ("TEXTURE3", CombineSource::TextureOf(3)),
    ("TEXTURE4", CombineSource::TextureOf(4)),
    ("TEXTURE5", CombineSource::TextureOf(5)),
    ("TEXTURE6", CombineSource::TextureOf(6)),
    ("TEXTURE7", CombineSource::TextureOf(7)),
];

/// Operands of COMBINE arguments.
pub(super) const COMBINE_OPERANDS: &[(&str, CombineOperand)] = &[
    ("SRC_COLOR", CombineOperand::Color),
    ("ONE_MINUS_SRC_COLOR", CombineOperand::OneMinusColor),
    ("SRC_ALPHA", CombineOperand::Alpha),
    ("ONE_MINUS_SRC_ALPHA", CombineOperand::OneMinusAlpha),
];

/// Origins of the clip volume; whether it is the upper left corner.
pub(super) const CLIP_ORIGINS: &[(&str, bool)] = &[("LOWER_LEFT", false), ("UPPER_LEFT", true)];

/// Depths of the clip volume; whether they begin at 0.
pub(super) const CLIP_DEPTHS: &[(&str, bool)] = &[("NEGATIVE_ONE_TO_ONE", false), ("ZERO_TO_ONE", true)];

/// Conventions of provoking vertices, as piglit has them and as GL calls them.
pub(super) const CONVENTIONS: &[(&str, ProvokingVertex)] = &[
    ("FIRST", ProvokingVertex::First),
    ("LAST", ProvokingVertex::Last),
    ("FIRST_VERTEX_CONVENTION", ProvokingVertex::First),
    ("LAST_VERTEX_CONVENTION", ProvokingVertex::Last),
];

/// Coordinates that take the place of others in a viewport.
pub(super) const SWIZZLES: &[(&str, SwizzledCoordinate)] = &[
    ("POSITIVE_X", coordinate(0, false)),
    ("NEGATIVE_X", coordinate(0, true)),
    ("POSITIVE_Y", coordinate(1, false)),
    ("NEGATIVE_Y", coordinate(1, true)),
    ("POSITIVE_Z", coordinate(2, false)),
    ("NEGATIVE_Z", coordinate(2, true)),
    ("POSITIVE_W", coordinate(3, false)),
    ("NEGATIVE_W", coordinate(3, true)),
];

const fn coordinate(axis: u8, negative: bool) -> SwizzledCoordinate {
    SwizzledCoordinate { axis, negative }
}
