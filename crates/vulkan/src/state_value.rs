//! The values of the pipeline's state as Vulkan's enumerants.

use ash::vk;
use quadrille_pipeline::Topology;
use quadrille_pipeline::primitive::Primitive;
use quadrille_pipeline::state::{
    BlendEquation, BlendFactor, Compare, LogicOperation, PolygonMode, StencilOperation,
};
use quadrille_texture::{CompareFunction, MagnificationFilter, Wrap};

/// A topology as the stages behind the vertex stage take it.
pub(crate) const fn undivided(topology: Topology) -> vk::PrimitiveTopology {
    match topology {
        Topology::Points => vk::PrimitiveTopology::POINT_LIST,
        Topology::Lines | Topology::LineLoop | Topology::LineStrip => vk::PrimitiveTopology::LINE_LIST,
        Topology::Triangles
        | Topology::TriangleStrip
        | Topology::TriangleFan
        | Topology::Quads
        | Topology::QuadStrip
        | Topology::Polygon => vk::PrimitiveTopology::TRIANGLE_LIST,
        Topology::LinesAdjacency => vk::PrimitiveTopology::LINE_LIST_WITH_ADJACENCY,
        Topology::LineStripAdjacency => vk::PrimitiveTopology::LINE_STRIP_WITH_ADJACENCY,
        Topology::TrianglesAdjacency => vk::PrimitiveTopology::TRIANGLE_LIST_WITH_ADJACENCY,
        Topology::TriangleStripAdjacency => vk::PrimitiveTopology::TRIANGLE_STRIP_WITH_ADJACENCY,
        Topology::Patches => vk::PrimitiveTopology::PATCH_LIST,
    }
}

pub(crate) const fn topology(shape: Primitive) -> vk::PrimitiveTopology {
    match shape {
        Primitive::Point => vk::PrimitiveTopology::POINT_LIST,
        Primitive::Line => vk::PrimitiveTopology::LINE_LIST,
        Primitive::Triangle => vk::PrimitiveTopology::TRIANGLE_LIST,
    }
}

pub(crate) const fn polygon_mode(mode: PolygonMode) -> vk::PolygonMode {
    match mode {
        PolygonMode::Point => vk::PolygonMode::POINT,
        PolygonMode::Line => vk::PolygonMode::LINE,
        PolygonMode::Fill => vk::PolygonMode::FILL,
    }
}

/// Vulkan counts rows downwards where it tells faces apart, so that windings change their names.
pub(crate) const fn front_face(is_clockwise: bool) -> vk::FrontFace {
    if is_clockwise {
        vk::FrontFace::COUNTER_CLOCKWISE
    } else {
        vk::FrontFace::CLOCKWISE
    }
}

pub(crate) const fn stencil_operation(operation: StencilOperation) -> vk::StencilOp {
    match operation {
        StencilOperation::Keep => vk::StencilOp::KEEP,
        StencilOperation::Zero => vk::StencilOp::ZERO,
        StencilOperation::Replace => vk::StencilOp::REPLACE,
        StencilOperation::Increment => vk::StencilOp::INCREMENT_AND_CLAMP,
        StencilOperation::Decrement => vk::StencilOp::DECREMENT_AND_CLAMP,
        StencilOperation::Invert => vk::StencilOp::INVERT,
        StencilOperation::IncrementWrap => vk::StencilOp::INCREMENT_AND_WRAP,
        StencilOperation::DecrementWrap => vk::StencilOp::DECREMENT_AND_WRAP,
    }
}

pub(crate) const fn compare(compare: Compare) -> vk::CompareOp {
    match compare {
        Compare::Never => vk::CompareOp::NEVER,
        Compare::Always => vk::CompareOp::ALWAYS,
        Compare::Less => vk::CompareOp::LESS,
        Compare::LessOrEqual => vk::CompareOp::LESS_OR_EQUAL,
        Compare::Equal => vk::CompareOp::EQUAL,
        Compare::GreaterOrEqual => vk::CompareOp::GREATER_OR_EQUAL,
        Compare::Greater => vk::CompareOp::GREATER,
        Compare::NotEqual => vk::CompareOp::NOT_EQUAL,
    }
}

pub(crate) const fn blend_factor(factor: BlendFactor) -> vk::BlendFactor {
    match factor {
        BlendFactor::Zero => vk::BlendFactor::ZERO,
        BlendFactor::One => vk::BlendFactor::ONE,
        BlendFactor::SourceColor => vk::BlendFactor::SRC_COLOR,
        BlendFactor::OneMinusSourceColor => vk::BlendFactor::ONE_MINUS_SRC_COLOR,
        BlendFactor::DestinationColor => vk::BlendFactor::DST_COLOR,
        BlendFactor::OneMinusDestinationColor => vk::BlendFactor::ONE_MINUS_DST_COLOR,
        BlendFactor::SourceAlpha => vk::BlendFactor::SRC_ALPHA,
        BlendFactor::OneMinusSourceAlpha => vk::BlendFactor::ONE_MINUS_SRC_ALPHA,
        BlendFactor::DestinationAlpha => vk::BlendFactor::DST_ALPHA,
        BlendFactor::OneMinusDestinationAlpha => vk::BlendFactor::ONE_MINUS_DST_ALPHA,
        BlendFactor::ConstantColor => vk::BlendFactor::CONSTANT_COLOR,
        BlendFactor::OneMinusConstantColor => vk::BlendFactor::ONE_MINUS_CONSTANT_COLOR,
        BlendFactor::ConstantAlpha => vk::BlendFactor::CONSTANT_ALPHA,
        BlendFactor::OneMinusConstantAlpha => vk::BlendFactor::ONE_MINUS_CONSTANT_ALPHA,
        BlendFactor::SourceAlphaSaturate => vk::BlendFactor::SRC_ALPHA_SATURATE,
        BlendFactor::Source1Color => vk::BlendFactor::SRC1_COLOR,
        BlendFactor::OneMinusSource1Color => vk::BlendFactor::ONE_MINUS_SRC1_COLOR,
        BlendFactor::Source1Alpha => vk::BlendFactor::SRC1_ALPHA,
        BlendFactor::OneMinusSource1Alpha => vk::BlendFactor::ONE_MINUS_SRC1_ALPHA,
    }
}

pub(crate) const fn blend_equation(equation: BlendEquation) -> vk::BlendOp {
    match equation {
        BlendEquation::Add => vk::BlendOp::ADD,
        BlendEquation::Subtract => vk::BlendOp::SUBTRACT,
        BlendEquation::ReverseSubtract => vk::BlendOp::REVERSE_SUBTRACT,
        BlendEquation::Min => vk::BlendOp::MIN,
        BlendEquation::Max => vk::BlendOp::MAX,
    }
}

pub(crate) const fn logic_operation(operation: LogicOperation) -> vk::LogicOp {
    match operation {
        LogicOperation::Clear => vk::LogicOp::CLEAR,
        LogicOperation::And => vk::LogicOp::AND,
        LogicOperation::AndReverse => vk::LogicOp::AND_REVERSE,
        LogicOperation::Copy => vk::LogicOp::COPY,
        LogicOperation::AndInverted => vk::LogicOp::AND_INVERTED,
        LogicOperation::Noop => vk::LogicOp::NO_OP,
        LogicOperation::Xor => vk::LogicOp::XOR,
        LogicOperation::Or => vk::LogicOp::OR,
        LogicOperation::Nor => vk::LogicOp::NOR,
        LogicOperation::Equivalent => vk::LogicOp::EQUIVALENT,
        LogicOperation::Invert => vk::LogicOp::INVERT,
        LogicOperation::OrReverse => vk::LogicOp::OR_REVERSE,
        LogicOperation::CopyInverted => vk::LogicOp::COPY_INVERTED,
        LogicOperation::OrInverted => vk::LogicOp::OR_INVERTED,
        LogicOperation::Nand => vk::LogicOp::NAND,
        LogicOperation::Set => vk::LogicOp::SET,
    }
}

pub(crate) const fn filter(filter: MagnificationFilter) -> vk::Filter {
    match filter {
        MagnificationFilter::Nearest => vk::Filter::NEAREST,
        MagnificationFilter::Linear => vk::Filter::LINEAR,
    }
}

/// The address mode for coordinates outside a texture; nothing where Vulkan has no such mode.
pub(crate) const fn address_mode(wrap: Wrap) -> Option<vk::SamplerAddressMode> {
    Some(match wrap {
        Wrap::Repeat => vk::SamplerAddressMode::REPEAT,
        Wrap::ClampToEdge => vk::SamplerAddressMode::CLAMP_TO_EDGE,
        Wrap::ClampToBorder => vk::SamplerAddressMode::CLAMP_TO_BORDER,
        Wrap::MirroredRepeat => vk::SamplerAddressMode::MIRRORED_REPEAT,
        Wrap::Clamp | Wrap::MirrorClamp | Wrap::MirrorClampToEdge | Wrap::MirrorClampToBorder => return None,
    })
}

pub(crate) const fn compare_function(function: CompareFunction) -> vk::CompareOp {
    match function {
        CompareFunction::Lequal => vk::CompareOp::LESS_OR_EQUAL,
        CompareFunction::Gequal => vk::CompareOp::GREATER_OR_EQUAL,
        CompareFunction::Less => vk::CompareOp::LESS,
        CompareFunction::Greater => vk::CompareOp::GREATER,
        CompareFunction::Equal => vk::CompareOp::EQUAL,
        CompareFunction::Notequal => vk::CompareOp::NOT_EQUAL,
        CompareFunction::Always => vk::CompareOp::ALWAYS,
        CompareFunction::Never => vk::CompareOp::NEVER,
    }
}
