//! The GL names of state values, without `GL_`.

use quadrille_isa::gl::binding::MatrixModifier;
use quadrille_pipeline::state::{
    BlendEquation, BlendFactor, ColorMaterial, Combine, CombineOperand, CombineScale, CombineSource, Compare,
    EnvironmentMode, Faces, FogMode, FogSource, GenerationMode, LogicOperation, PolygonMode, ProvokingVertex,
    StencilOperation, SwizzledCoordinate,
};

pub(super) const COMPARE: &[(&str, Compare)] = &[
    ("NEVER", Compare::Never),
    ("ALWAYS", Compare::Always),
    ("LESS", Compare::Less),
    ("LEQUAL", Compare::LessOrEqual),
    ("EQUAL", Compare::Equal),
    ("GEQUAL", Compare::GreaterOrEqual),
    ("GREATER", Compare::Greater),
    ("NOTEQUAL", Compare::NotEqual),
];

pub(super) const FACTORS: &[(&str, BlendFactor)] = &[
    ("ZERO", BlendFactor::Zero),
    ("ONE", BlendFactor::One),
    ("SRC_COLOR", BlendFactor::SourceColor),
    ("ONE_MINUS_SRC_COLOR", BlendFactor::OneMinusSourceColor),
    ("DST_COLOR", BlendFactor::DestinationColor),
    ("ONE_MINUS_DST_COLOR", BlendFactor::OneMinusDestinationColor),
    ("SRC_ALPHA", BlendFactor::SourceAlpha),
    ("ONE_MINUS_SRC_ALPHA", BlendFactor::OneMinusSourceAlpha),
    ("DST_ALPHA", BlendFactor::DestinationAlpha),
    ("ONE_MINUS_DST_ALPHA", BlendFactor::OneMinusDestinationAlpha),
    ("CONSTANT_COLOR", BlendFactor::ConstantColor),
    ("ONE_MINUS_CONSTANT_COLOR", BlendFactor::OneMinusConstantColor),
    ("CONSTANT_ALPHA", BlendFactor::ConstantAlpha),
    ("ONE_MINUS_CONSTANT_ALPHA", BlendFactor::OneMinusConstantAlpha),
    ("SRC_ALPHA_SATURATE", BlendFactor::SourceAlphaSaturate),
    ("SRC1_COLOR", BlendFactor::Source1Color),
    ("ONE_MINUS_SRC1_COLOR", BlendFactor::OneMinusSource1Color),
    ("SRC1_ALPHA", BlendFactor::Source1Alpha),
    ("ONE_MINUS_SRC1_ALPHA", BlendFactor::OneMinusSource1Alpha),
];

/// How fragment colours are clamped.
pub(super) const CLAMPS: &[(&str, Option<bool>)] =
    &[("TRUE", Some(true)), ("FALSE", Some(false)), ("FIXED_ONLY", None)];

pub(super) const EQUATIONS: &[(&str, BlendEquation)] = &[
    ("FUNC_ADD", BlendEquation::Add),
    ("FUNC_SUBTRACT", BlendEquation::Subtract),
    ("FUNC_REVERSE_SUBTRACT", BlendEquation::ReverseSubtract),
    ("MIN", BlendEquation::Min),
    ("MAX", BlendEquation::Max),
];

pub(super) const STENCIL: &[(&str, StencilOperation)] = &[
    ("KEEP", StencilOperation::Keep),
    ("ZERO", StencilOperation::Zero),
    ("REPLACE", StencilOperation::Replace),
    ("INCR", StencilOperation::Increment),
    ("DECR", StencilOperation::Decrement),
    ("INVERT", StencilOperation::Invert),
    ("INCR_WRAP", StencilOperation::IncrementWrap),
    ("DECR_WRAP", StencilOperation::DecrementWrap),
];

pub(super) const LOGIC: &[(&str, LogicOperation)] = &[
    ("CLEAR", LogicOperation::Clear),
    ("AND", LogicOperation::And),
    ("AND_REVERSE", LogicOperation::AndReverse),
    ("COPY", LogicOperation::Copy),
    ("AND_INVERTED", LogicOperation::AndInverted),
    ("NOOP", LogicOperation::Noop),
    ("XOR", LogicOperation::Xor),
    ("OR", LogicOperation::Or),
    ("NOR", LogicOperation::Nor),
    ("EQUIV", LogicOperation::Equivalent),
    ("INVERT", LogicOperation::Invert),
    ("OR_REVERSE", LogicOperation::OrReverse),
    ("COPY_INVERTED", LogicOperation::CopyInverted),
    ("OR_INVERTED", LogicOperation::OrInverted),
    ("NAND", LogicOperation::Nand),
    ("SET", LogicOperation::Set),
];

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
