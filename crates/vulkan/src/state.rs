//! The pipeline's state in Vulkan's words; what it has no word for is refused.

use ash::vk;
use quadrille_pipeline::primitive::Primitive;
use quadrille_pipeline::state::{Context, PolygonMode, StencilFace};
use quadrille_pipeline::{DeviceDraw, Framebuffer};

use crate::error::Unsupported;
use crate::gpu::{Gpu, State};
use crate::state_value;

/// The state of a draw.
pub(crate) fn of(gpu: &Gpu, framebuffer: &Framebuffer, draw: &DeviceDraw<'_>) -> Result<State, Unsupported> {
    let context = draw.context;
    let (width, height) = (framebuffer.width(), framebuffer.height());
    let viewport = context.transform.viewport;
    let place = draw.sample.place();
    let [near, far] = context.transform.depth_range.map(|depth| depth.clamp(0.0, 1.0));
    let largest = gpu.limits().max_viewport_dimensions;
    if viewport.width > largest[0] as f32 || viewport.height > largest[1] as f32 {
        return Err(Unsupported::Viewport);
    }
    let fixed = framebuffer.has_unit_colors();
    let mut buffers = 0..context.draw_buffers.len();
    let takes_second = buffers.any(|number| context.blend_of(number).takes_second());
    if takes_second && (gpu.features.dual_src_blend == 0 || context.draw_buffers.len() > 1) {
        return Err(Unsupported::SecondSource);
    }
    if context.clamping.fragment == Some(true) && !fixed {
        return Err(Unsupported::FloatClamp);
    }
    if context.alpha_test.enabled && !fixed {
        return Err(Unsupported::FloatAlphaTest);
    }
    if context.logic_operation.is_some() && gpu.features.logic_op == 0 {
        return Err(Unsupported::LogicOperation);
    }
    Ok(State {
        topology: match draw.between.last() {
            None => state_value::topology(draw.call.topology.primitive()),
            Some(_) => state_value::undivided(draw.call.topology),
        },
        patch_vertices: context.patch.vertices,
        last_provokes: draw.between.last().is_some() && gpu.extensions.provoking,
        // Row 0 is the lowest, as it is in the framebuffer's memory: nothing has to be turned.
        viewport: vk::Viewport {
            // The device covers centres: a sample comes to lie there.
            x: viewport.x - place[0],
            y: viewport.y - place[1],
            // Vulkan has no viewports without width; in those nothing is drawn.
            width: if viewport.width > 0.0 { viewport.width } else { 1.0 },
            height: if viewport.height > 0.0 {
                viewport.height
            } else {
                1.0
            },
            min_depth: near,
            max_depth: far,
        },
        scissor: if viewport.width <= 0.0 || viewport.height <= 0.0 {
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
        blends: (0..context.draw_buffers.len())
            .map(|number| blend(context, number))
            .collect(),
        blend_constant: context.blend.constant,
        logic_operation: context.logic_operation.map(state_value::logic_operation),
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
) -> Result<vk::PipelineRasterizationStateCreateInfo<'static>, Unsupported> {
    let (context, polygon) = (draw.context, &draw.context.polygon);
    let shape = draw.primitive();
    let mut mode = PolygonMode::Fill;
    if shape == Primitive::Triangle && polygon.cull != [true; 2] {
        let seen: Vec<PolygonMode> = (0..2)
            .filter(|face| !polygon.cull[*face])
            .map(|face| polygon.mode[face])
            .collect();
        mode = seen[0];
        if seen.iter().any(|other| *other != mode) {
            return Err(Unsupported::TwoPolygonModes);
        }
        if mode != PolygonMode::Fill {
            use quadrille_pipeline::Topology::{Polygon, QuadStrip, Quads};
            if gpu.features.fill_mode_non_solid == 0 {
                return Err(Unsupported::PolygonMode);
            }
            if matches!(draw.call.topology, Quads | QuadStrip | Polygon) {
                return Err(Unsupported::Outlines);
            }
        }
    }
    let lines = shape == Primitive::Line || mode == PolygonMode::Line;
    if lines && draw.sample.places.len() > 1 && !gpu.extensions.rectangles {
        return Err(Unsupported::RectangularLines);
    }
    let points = shape == Primitive::Point || mode == PolygonMode::Point;
    if lines && context.line_width != 1.0 && gpu.features.wide_lines == 0 {
        return Err(Unsupported::WideLines);
    }
    if points && context.point.sprite && context.point.coordinate_replace.contains(&true) {
        return Err(Unsupported::SpriteCoordinates);
    }
    if context.transform.depth_clamp && gpu.features.depth_clamp == 0 {
        return Err(Unsupported::DepthClamp);
    }
    let offset = polygon.offset_enabled[match mode {
        PolygonMode::Point => 0,
        PolygonMode::Line => 1,
        PolygonMode::Fill => 2,
    }];
    if offset && polygon.offset_clamp != 0.0 && gpu.features.depth_bias_clamp == 0 {
        return Err(Unsupported::OffsetClamp);
    }
    let cull = [vk::CullModeFlags::FRONT, vk::CullModeFlags::BACK];
    let culled = (0..2).filter(|face| polygon.cull[*face]).map(|face| cull[face]);
    Ok(vk::PipelineRasterizationStateCreateInfo::default()
        .depth_clamp_enable(context.transform.depth_clamp)
        .polygon_mode(state_value::polygon_mode(mode))
        .cull_mode(culled.fold(vk::CullModeFlags::NONE, |all, face| all | face))
        .front_face(state_value::front_face(polygon.front_clockwise))
        .depth_bias_enable(shape == Primitive::Triangle && offset)
        .depth_bias_slope_factor(polygon.offset[0])
        .depth_bias_constant_factor(polygon.offset[1])
        .depth_bias_clamp(if offset { polygon.offset_clamp } else { 0.0 })
        .line_width(if lines { context.line_width } else { 1.0 }))
}

fn depth_stencil(
    context: &Context,
    framebuffer: &Framebuffer,
) -> vk::PipelineDepthStencilStateCreateInfo<'static> {
    let depth = framebuffer.depth_format().is_some() && context.depth.enabled;
    let stencil = framebuffer.has_stencil() && context.stencil.enabled;
    vk::PipelineDepthStencilStateCreateInfo::default()
        .depth_test_enable(depth)
        .depth_write_enable(depth && context.depth.write)
        .depth_compare_op(state_value::compare(context.depth.function))
        .stencil_test_enable(stencil)
        .front(stencil_face(&context.stencil.faces[0]))
        .back(stencil_face(&context.stencil.faces[1]))
}

fn stencil_face(face: &StencilFace) -> vk::StencilOpState {
    vk::StencilOpState {
        fail_op: state_value::stencil_operation(face.fail),
        pass_op: state_value::stencil_operation(face.pass),
        depth_fail_op: state_value::stencil_operation(face.depth_fail),
        compare_op: state_value::compare(face.function),
        compare_mask: face.value_mask.into(),
        write_mask: face.write_mask.into(),
        reference: face.reference.into(),
    }
}

fn blend(context: &Context, number: usize) -> vk::PipelineColorBlendAttachmentState {
    let blend = context.blend_of(number);
    // A logical operation takes the place of blending.
    vk::PipelineColorBlendAttachmentState::default()
        .blend_enable(blend.enabled && context.logic_operation.is_none())
        .src_color_blend_factor(state_value::blend_factor(blend.source[0]))
        .src_alpha_blend_factor(state_value::blend_factor(blend.source[1]))
        .dst_color_blend_factor(state_value::blend_factor(blend.destination[0]))
        .dst_alpha_blend_factor(state_value::blend_factor(blend.destination[1]))
        .color_blend_op(state_value::blend_equation(blend.equation[0]))
        .alpha_blend_op(state_value::blend_equation(blend.equation[1]))
        .color_write_mask(vk::ColorComponentFlags::from_raw(u32::from(
            context.color_mask_of(number),
        )))
}
