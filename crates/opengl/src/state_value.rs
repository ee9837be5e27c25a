//! The values of the pipeline's state as GL's enumerants.

use quadrille_pipeline::Topology;
use quadrille_pipeline::state::{
    BlendEquation, BlendFactor, ColorMaterial, Combine, CombineOperand, CombineScale, CombineSource, Compare,
    EnvironmentMode, Faces, FogMode, FogSource, GenerationMode, LogicOperation, PolygonMode,
    StencilOperation,
};
use quadrille_texture::{CompareFunction, MagnificationFilter, MinificationFilter, Wrap};

use crate::enumerant as gl;

pub(crate) const fn compare(compare: Compare) -> u32 {
    match compare {
        Compare::Never => gl::NEVER,
        Compare::Always => gl::ALWAYS,
        Compare::Less => gl::LESS,
        Compare::LessOrEqual => gl::LEQUAL,
        Compare::Equal => gl::EQUAL,
        Compare::GreaterOrEqual => gl::GEQUAL,
        Compare::Greater => gl::GREATER,
        Compare::NotEqual => gl::NOTEQUAL,
    }
}

pub(crate) const fn stencil_operation(operation: StencilOperation) -> u32 {
    match operation {
        StencilOperation::Keep => gl::KEEP,
        StencilOperation::Zero => gl::ZERO,
        StencilOperation::Replace => gl::REPLACE,
        StencilOperation::Increment => gl::INCR,
        StencilOperation::Decrement => gl::DECR,
        StencilOperation::Invert => gl::INVERT,
        StencilOperation::IncrementWrap => gl::INCR_WRAP,
        StencilOperation::DecrementWrap => gl::DECR_WRAP,
    }
}

pub(crate) const fn blend_factor(factor: BlendFactor) -> u32 {
    match factor {
        BlendFactor::Zero => gl::ZERO,
        BlendFactor::One => gl::ONE,
        BlendFactor::SourceColor => gl::SRC_COLOR,
        BlendFactor::OneMinusSourceColor => gl::ONE_MINUS_SRC_COLOR,
        BlendFactor::DestinationColor => gl::DST_COLOR,
        BlendFactor::OneMinusDestinationColor => gl::ONE_MINUS_DST_COLOR,
        BlendFactor::SourceAlpha => gl::SRC_ALPHA,
        BlendFactor::OneMinusSourceAlpha => gl::ONE_MINUS_SRC_ALPHA,
        BlendFactor::DestinationAlpha => gl::DST_ALPHA,
        BlendFactor::OneMinusDestinationAlpha => gl::ONE_MINUS_DST_ALPHA,
        BlendFactor::ConstantColor => gl::CONSTANT_COLOR,
        BlendFactor::OneMinusConstantColor => gl::ONE_MINUS_CONSTANT_COLOR,
        BlendFactor::ConstantAlpha => gl::CONSTANT_ALPHA,
        BlendFactor::OneMinusConstantAlpha => gl::ONE_MINUS_CONSTANT_ALPHA,
        BlendFactor::SourceAlphaSaturate => gl::SRC_ALPHA_SATURATE,
        BlendFactor::Source1Color => gl::SRC1_COLOR,
        BlendFactor::OneMinusSource1Color => gl::ONE_MINUS_SRC1_COLOR,
        BlendFactor::Source1Alpha => gl::SRC1_ALPHA,
        BlendFactor::OneMinusSource1Alpha => gl::ONE_MINUS_SRC1_ALPHA,
    }
}

pub(crate) const fn blend_equation(equation: BlendEquation) -> u32 {
    match equation {
        BlendEquation::Add => gl::FUNC_ADD,
        BlendEquation::Subtract => gl::FUNC_SUBTRACT,
        BlendEquation::ReverseSubtract => gl::FUNC_REVERSE_SUBTRACT,
        BlendEquation::Min => gl::MIN,
        BlendEquation::Max => gl::MAX,
    }
}

pub(crate) const fn logic_operation(operation: LogicOperation) -> u32 {
    match operation {
        LogicOperation::Clear => gl::CLEAR,
        LogicOperation::And => gl::AND,
        LogicOperation::AndReverse => gl::AND_REVERSE,
        LogicOperation::Copy => gl::COPY,
        LogicOperation::AndInverted => gl::AND_INVERTED,
        LogicOperation::Noop => gl::NOOP,
        LogicOperation::Xor => gl::XOR,
        LogicOperation::Or => gl::OR,
        LogicOperation::Nor => gl::NOR,
        LogicOperation::Equivalent => gl::EQUIV,
        LogicOperation::Invert => gl::INVERT,
        LogicOperation::OrReverse => gl::OR_REVERSE,
        LogicOperation::CopyInverted => gl::COPY_INVERTED,
        LogicOperation::OrInverted => gl::OR_INVERTED,
        LogicOperation::Nand => gl::NAND,
        LogicOperation::Set => gl::SET,
    }
}

pub(crate) const fn faces(faces: Faces) -> u32 {
    match faces {
        Faces::Front => gl::FRONT,
        Faces::Back => gl::BACK,
        Faces::FrontAndBack => gl::FRONT_AND_BACK,
    }
}

pub(crate) const fn winding(is_clockwise: bool) -> u32 {
    if is_clockwise { gl::CW } else { gl::CCW }
}

pub(crate) const fn polygon_mode(mode: PolygonMode) -> u32 {
    match mode {
        PolygonMode::Point => gl::POINT,
        PolygonMode::Line => gl::LINE,
        PolygonMode::Fill => gl::FILL,
    }
}

/// The mode of Begin.
pub(crate) const fn primitive(primitive: Topology) -> u32 {
    match primitive {
        Topology::Points => gl::POINTS,
        Topology::Lines => gl::LINES,
        Topology::LineLoop => gl::LINE_LOOP,
        Topology::LineStrip => gl::LINE_STRIP,
        Topology::Triangles => gl::TRIANGLES,
        Topology::TriangleStrip => gl::TRIANGLE_STRIP,
        Topology::TriangleFan => gl::TRIANGLE_FAN,
        Topology::Quads => gl::QUADS,
        Topology::QuadStrip => gl::QUAD_STRIP,
        Topology::Polygon => gl::POLYGON,
        Topology::LinesAdjacency => gl::LINES_ADJACENCY,
        Topology::LineStripAdjacency => gl::LINE_STRIP_ADJACENCY,
        Topology::TrianglesAdjacency => gl::TRIANGLES_ADJACENCY,
        Topology::TriangleStripAdjacency => gl::TRIANGLE_STRIP_ADJACENCY,
        Topology::Patches => gl::PATCHES,
    }
}

pub(crate) const fn color_material(mode: ColorMaterial) -> u32 {
    match mode {
        ColorMaterial::Ambient => gl::AMBIENT,
        ColorMaterial::Diffuse => gl::DIFFUSE,
        ColorMaterial::AmbientAndDiffuse => gl::AMBIENT_AND_DIFFUSE,
        ColorMaterial::Specular => gl::SPECULAR,
        ColorMaterial::Emission => gl::EMISSION,
    }
}

pub(crate) const fn fog_mode(mode: FogMode) -> u32 {
    match mode {
        FogMode::Linear => gl::LINEAR,
        FogMode::Exp => gl::EXP,
        FogMode::Exp2 => gl::EXP2,
    }
}

pub(crate) const fn fog_source(source: FogSource) -> u32 {
    match source {
        FogSource::FragmentDepth => gl::FRAGMENT_DEPTH,
        FogSource::FogCoordinate => gl::FOG_COORD,
    }
}

pub(crate) const fn environment_mode(mode: EnvironmentMode) -> u32 {
    match mode {
        EnvironmentMode::Replace => gl::REPLACE,
        EnvironmentMode::Modulate => gl::MODULATE,
        EnvironmentMode::Decal => gl::DECAL,
        EnvironmentMode::Blend => gl::BLEND,
        EnvironmentMode::Add => gl::ADD,
        EnvironmentMode::Combine => gl::COMBINE,
    }
}

pub(crate) const fn combine(function: Combine) -> u32 {
    match function {
        Combine::Replace => gl::REPLACE,
        Combine::Modulate => gl::MODULATE,
        Combine::Add => gl::ADD,
        Combine::AddSigned => gl::ADD_SIGNED,
        Combine::Interpolate => gl::INTERPOLATE,
        Combine::Subtract => gl::SUBTRACT,
        Combine::Dot3Rgb => gl::DOT3_RGB,
        Combine::Dot3Rgba => gl::DOT3_RGBA,
    }
}

pub(crate) const fn combine_source(source: CombineSource) -> u32 {
    match source {
        CombineSource::Texture => gl::TEXTURE,
        CombineSource::TextureOf(unit) => gl::TEXTURE0 + unit as u32,
        CombineSource::Constant => gl::CONSTANT,
        CombineSource::PrimaryColor => gl::PRIMARY_COLOR,
        CombineSource::Previous => gl::PREVIOUS,
    }
}

pub(crate) const fn combine_operand(operand: CombineOperand) -> u32 {
    match operand {
        CombineOperand::Color => gl::SRC_COLOR,
        CombineOperand::OneMinusColor => gl::ONE_MINUS_SRC_COLOR,
        CombineOperand::Alpha => gl::SRC_ALPHA,
        CombineOperand::OneMinusAlpha => gl::ONE_MINUS_SRC_ALPHA,
    }
}

/// The number that a scale multiplies by.
pub(crate) const fn combine_scale(scale: CombineScale) -> f32 {
    match scale {
        CombineScale::One => 1.0,
        CombineScale::Two => 2.0,
        CombineScale::Four => 4.0,
    }
}

pub(crate) const fn generation_mode(mode: GenerationMode) -> u32 {
    match mode {
        GenerationMode::ObjectLinear => gl::OBJECT_LINEAR,
        GenerationMode::EyeLinear => gl::EYE_LINEAR,
        GenerationMode::SphereMap => gl::SPHERE_MAP,
        GenerationMode::ReflectionMap => gl::REFLECTION_MAP,
        GenerationMode::NormalMap => gl::NORMAL_MAP,
    }
}

pub(crate) const fn minification(filter: MinificationFilter) -> u32 {
    match filter {
        MinificationFilter::Nearest => gl::NEAREST,
        MinificationFilter::Linear => gl::LINEAR,
        MinificationFilter::NearestMipmapNearest => gl::NEAREST_MIPMAP_NEAREST,
        MinificationFilter::LinearMipmapNearest => gl::LINEAR_MIPMAP_NEAREST,
        MinificationFilter::NearestMipmapLinear => gl::NEAREST_MIPMAP_LINEAR,
        MinificationFilter::LinearMipmapLinear => gl::LINEAR_MIPMAP_LINEAR,
    }
}

pub(crate) const fn magnification(filter: MagnificationFilter) -> u32 {
    match filter {
        MagnificationFilter::Nearest => gl::NEAREST,
        MagnificationFilter::Linear => gl::LINEAR,
    }
}

pub(crate) const fn wrap(wrap: Wrap) -> u32 {
    match wrap {
        Wrap::Repeat => gl::REPEAT,
        Wrap::Clamp => gl::CLAMP,
        Wrap::ClampToEdge => gl::CLAMP_TO_EDGE,
        Wrap::ClampToBorder => gl::CLAMP_TO_BORDER,
        Wrap::MirroredRepeat => gl::MIRRORED_REPEAT,
        Wrap::MirrorClamp => gl::MIRROR_CLAMP_EXT,
        Wrap::MirrorClampToEdge => gl::MIRROR_CLAMP_TO_EDGE,
        Wrap::MirrorClampToBorder => gl::MIRROR_CLAMP_TO_BORDER_EXT,
    }
}

pub(crate) const fn compare_function(function: CompareFunction) -> u32 {
    match function {
        CompareFunction::Lequal => gl::LEQUAL,
        CompareFunction::Gequal => gl::GEQUAL,
        CompareFunction::Less => gl::LESS,
        CompareFunction::Greater => gl::GREATER,
        CompareFunction::Equal => gl::EQUAL,
        CompareFunction::Notequal => gl::NOTEQUAL,
        CompareFunction::Always => gl::ALWAYS,
        CompareFunction::Never => gl::NEVER,
    }
}

/// A width or height as GL takes it.
pub(crate) fn size(size: u32) -> i32 {
    i32::try_from(size).unwrap_or(i32::MAX)
}
