//! The pipeline's state in Vulkan's words; what it has no word for is refused.

use ash::vk;
use quadrille_pipeline::primitive::Shape;
use quadrille_pipeline::state::{
    BlendEquation, BlendFactor, Compare, Context, LogicOperation, PolygonMode, StencilFace, StencilOperation,
};
use quadrille_pipeline::{DeviceDraw, Framebuffer};

use crate::gpu::{Gpu, State};

/// The state of a draw.
pub(crate) fn of(gpu: &Gpu, framebuffer: &Framebuffer, draw: &DeviceDraw<'_>) -> Result<State, String> {
    let context = draw.context;
    let (width, height) = (framebuffer.width(), framebuffer.height());
    let viewport = context.transform.viewport;
    let place = draw.sample.place();
    let [near, far] = context.transform.depth_range.map(|depth| depth.clamp(0.0, 1.0));
    let largest = gpu.limits().max_viewport_dimensions;
    if viewport.width > largest[0] || viewport.height > largest[1] {
        return Err("the viewport is larger than the Vulkan device has them".to_owned());
    }
    let fixed = framebuffer
        .colors()
        .iter()
        .all(|pixels| pixels.format().is_fixed());
    if context.clamping.fragment == Some(true) && !fixed {
        return Err("floating-point buffers are not clamped on Vulkan".to_owned());
    }
    if context.alpha_test.enabled && !fixed {
        return Err("the alpha test of floating-point buffers is not drawn on Vulkan".to_owned());
    }
    if context.logic_operation.is_some() && gpu.features.logic_op == 0 {
        return Err("the Vulkan device has no logical operations".to_owned());
    }
    Ok(State {
        topology: match draw.call.primitive.shape() {
            Shape::Point => vk::PrimitiveTopology::POINT_LIST,
            Shape::Line => vk::PrimitiveTopology::LINE_LIST,
            Shape::Triangle => vk::PrimitiveTopology::TRIANGLE_LIST,
        },
        // Row 0 is the lowest, as it is in the framebuffer's memory: nothing has to be turned.
        viewport: vk::Viewport {
            // The device covers centres: a sample comes to lie there.
            x: viewport.x as f32 - place[0],
            y: viewport.y as f32 - place[1],
            // Vulkan has no viewports without width; in those nothing is drawn.
            width: viewport.width.max(1) as f32,
            height: viewport.height.max(1) as f32,
            min_depth: near,
            max_depth: far,
        },
        scissor: if viewport.width == 0 || viewport.height == 0 {
            vk::Rect2D::default()
        } else {
            scissor(context, width, height)
        },
        rasterization: rasterization(gpu, draw)?,
        lines: match draw.sample.places.len() {
            1 => vk::LineRasterizationModeEXT::BRESENHAM,
            _ => vk::LineRasterizationModeEXT::RECTANGULAR,
        },
        depth_stencil: depth_stencil(context, framebuffer),
        blend: blend(context),
        blend_constant: context.blend.constant,
        logic_operation: context.logic_operation.map(logic_operation),
    })
}

/// The scissor rectangle, cut to the framebuffer.
fn scissor(context: &Context, width: u32, height: u32) -> vk::Rect2D {
    let cut = |start: i32, size: u32, most: u32| {
        let end = i64::from(start) + i64::from(size);
        let clamp = |at: i64| at.clamp(0, i64::from(most));
        let (start, end) = (clamp(i64::from(start)), clamp(end));
        (start as i32, (end - start) as u32)
    };
    let (x, w, y, h) = match context.scissor {
        Some(rectangle) => {
            let (x, w) = cut(rectangle.x, rectangle.width, width);
            let (y, h) = cut(rectangle.y, rectangle.height, height);
            (x, w, y, h)
        }
        None => (0, width, 0, height),
    };
    vk::Rect2D {
        offset: vk::Offset2D { x, y },
        extent: vk::Extent2D { width: w, height: h },
    }
}

fn rasterization(
    gpu: &Gpu,
    draw: &DeviceDraw<'_>,
) -> Result<vk::PipelineRasterizationStateCreateInfo<'static>, String> {
    let (context, polygon) = (draw.context, &draw.context.polygon);
    let shape = draw.call.primitive.shape();
    let mut mode = PolygonMode::Fill;
    if shape == Shape::Triangle && polygon.cull != [true; 2] {
        let seen: Vec<PolygonMode> = (0..2)
            .filter(|face| !polygon.cull[*face])
            .map(|face| polygon.mode[face])
            .collect();
        mode = seen[0];
        if seen.iter().any(|other| *other != mode) {
            return Err("front and back faces are not drawn in two modes on Vulkan".to_owned());
        }
        if mode != PolygonMode::Fill {
            use quadrille_pipeline::Primitive::{Polygon, QuadStrip, Quads};
            if gpu.features.fill_mode_non_solid == 0 {
                return Err("the Vulkan device draws no polygons as points or lines".to_owned());
            }
            if matches!(draw.call.primitive, Quads | QuadStrip | Polygon) {
                return Err("outlines of quadrilaterals and polygons are not drawn on Vulkan".to_owned());
            }
        }
    }
    let lines = shape == Shape::Line || mode == PolygonMode::Line;
    if lines && draw.sample.places.len() > 1 && !gpu.extensions.rectangles {
        return Err("the Vulkan device draws no lines as rectangles".to_owned());
    }
    let points = shape == Shape::Point || mode == PolygonMode::Point;
    if lines && context.line_width != 1.0 && gpu.features.wide_lines == 0 {
        return Err("the Vulkan device has no wide lines".to_owned());
    }
    if points && context.point.sprite && context.point.coordinate_replace.contains(&true) {
        return Err("point sprites with coordinates of their own are not drawn on Vulkan".to_owned());
    }
    if context.transform.depth_clamp && gpu.features.depth_clamp == 0 {
        return Err("the Vulkan device does not clamp depth".to_owned());
    }
    let offset = polygon.offset_enabled[match mode {
        PolygonMode::Point => 0,
        PolygonMode::Line => 1,
        PolygonMode::Fill => 2,
    }];
    let cull = [vk::CullModeFlags::FRONT, vk::CullModeFlags::BACK];
    let culled = (0..2).filter(|face| polygon.cull[*face]).map(|face| cull[face]);
    Ok(vk::PipelineRasterizationStateCreateInfo::default()
        .depth_clamp_enable(context.transform.depth_clamp)
        .polygon_mode(match mode {
            PolygonMode::Point => vk::PolygonMode::POINT,
            PolygonMode::Line => vk::PolygonMode::LINE,
            PolygonMode::Fill => vk::PolygonMode::FILL,
        })
        .cull_mode(culled.fold(vk::CullModeFlags::NONE, |all, face| all | face))
        // Vulkan counts rows downwards where it tells faces apart, so that windings change their names.
        .front_face(if polygon.front_clockwise {
            vk::FrontFace::COUNTER_CLOCKWISE
        } else {
            vk::FrontFace::CLOCKWISE
        })
        .depth_bias_enable(shape == Shape::Triangle && offset)
        .depth_bias_slope_factor(polygon.offset[0])
        .depth_bias_constant_factor(polygon.offset[1])
        .line_width(if lines { context.line_width } else { 1.0 }))
}

fn depth_stencil(
    context: &Context,
    framebuffer: &Framebuffer,
) -> vk::PipelineDepthStencilStateCreateInfo<'static> {
    let depth = framebuffer.depths().is_some() && context.depth.enabled;
    let stencil = framebuffer.stencils().is_some() && context.stencil.enabled;
    vk::PipelineDepthStencilStateCreateInfo::default()
        .depth_test_enable(depth)
        .depth_write_enable(depth && context.depth.write)
        .depth_compare_op(compare(context.depth.function))
        .stencil_test_enable(stencil)
        .front(stencil_face(&context.stencil.faces[0]))
        .back(stencil_face(&context.stencil.faces[1]))
}

fn stencil_face(face: &StencilFace) -> vk::StencilOpState {
    let operation = |operation| match operation {
        StencilOperation::Keep => vk::StencilOp::KEEP,
        StencilOperation::Zero => vk::StencilOp::ZERO,
        StencilOperation::Replace => vk::StencilOp::REPLACE,
        StencilOperation::Increment => vk::StencilOp::INCREMENT_AND_CLAMP,
        StencilOperation::Decrement => vk::StencilOp::DECREMENT_AND_CLAMP,
        StencilOperation::Invert => vk::StencilOp::INVERT,
        StencilOperation::IncrementWrap => vk::StencilOp::INCREMENT_AND_WRAP,
        StencilOperation::DecrementWrap => vk::StencilOp::DECREMENT_AND_WRAP,
    };
    vk::StencilOpState {
        fail_op: operation(face.fail),
        pass_op: operation(face.pass),
        depth_fail_op: operation(face.depth_fail),
        compare_op: compare(face.function),
        compare_mask: face.value_mask.into(),
        write_mask: face.write_mask.into(),
        reference: face.reference.into(),
    }
}

fn compare(compare: Compare) -> vk::CompareOp {
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

fn blend(context: &Context) -> vk::PipelineColorBlendAttachmentState {
    let blend = &context.blend;
    let factor = |factor| match factor {
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
    };
    let equation = |equation| match equation {
        BlendEquation::Add => vk::BlendOp::ADD,
        BlendEquation::Subtract => vk::BlendOp::SUBTRACT,
        BlendEquation::ReverseSubtract => vk::BlendOp::REVERSE_SUBTRACT,
        BlendEquation::Min => vk::BlendOp::MIN,
        BlendEquation::Max => vk::BlendOp::MAX,
    };
    // A logical operation takes the place of blending.
    vk::PipelineColorBlendAttachmentState::default()
        .blend_enable(blend.enabled && context.logic_operation.is_none())
        .src_color_blend_factor(factor(blend.source[0]))
        .src_alpha_blend_factor(factor(blend.source[1]))
        .dst_color_blend_factor(factor(blend.destination[0]))
        .dst_alpha_blend_factor(factor(blend.destination[1]))
        .color_blend_op(equation(blend.equation[0]))
        .alpha_blend_op(equation(blend.equation[1]))
        .color_write_mask(vk::ColorComponentFlags::from_raw(u32::from(
            context.color_mask & 0b1111,
        )))
}

fn logic_operation(operation: LogicOperation) -> vk::LogicOp {
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
