//! The pipeline's state as GL's own.

use quadrille_isa::gl::Family;
use quadrille_pipeline::primitive::Shape;
use quadrille_pipeline::state::{
    Blend, BlendEquation, BlendFactor, Compare, LogicOperation, PolygonMode, Stencil, StencilOperation,
};
use quadrille_pipeline::{DeviceDraw, Framebuffer};
use quadrille_translate::form::OutputKind;
use quadrille_translated::Translated;

use crate::gl::Gl;
use crate::names::value;

/// The first of CLAMP_VERTEX_COLOR, CLAMP_FRAGMENT_COLOR and CLAMP_READ_COLOR.
const CLAMP_FRAGMENT_COLOR: u32 = 0x891b;
const FIXED_ONLY: u32 = 0x891d;

/// Sets the state of a draw in a context that has GL's own.
pub(super) fn set(gl: &Gl, translated: &Translated<'_>, framebuffer: &Framebuffer) -> Result<(), String> {
    let draw = translated.draw;
    let context = draw.context;
    let switch = |name: &str, on: bool| {
        let name = value(name)?;
        if on {
            gl.enable(name)
        } else {
            gl.disable(name)
        }
        Ok::<(), String>(())
    };
    switch("DITHER", false)?;
    transform(gl, translated)?;
    rasterization(gl, draw)?;
    let clamps = context.clamping.fragment.map_or(FIXED_ONLY, u32::from);
    gl.clamp_color(CLAMP_FRAGMENT_COLOR, clamps);
    if let Some(scissor) = context.scissor {
        switch("SCISSOR_TEST", true)?;
        gl.scissor(scissor.x, scissor.y, size(scissor.width), size(scissor.height));
    }
    let alpha = &context.alpha_test;
    switch("ALPHA_TEST", alpha.enabled)?;
    gl.alpha_func(compare(alpha.function)?, alpha.reference);
    switch(
        "DEPTH_TEST",
        context.depth.enabled && framebuffer.depths().is_some(),
    )?;
    gl.depth_func(compare(context.depth.function)?);
    gl.depth_mask(context.depth.write.into());
    switch(
        "STENCIL_TEST",
        context.stencil.enabled && framebuffer.stencils().is_some(),
    )?;
    stencil(gl, &context.stencil)?;
    switch("BLEND", context.blend.enabled)?;
    blend(gl, &context.blend)?;
    if let Some(operation) = context.logic_operation {
        switch("COLOR_LOGIC_OP", true)?;
        gl.logic_op(value(logic_operation(operation))?);
    }
    let [red, green, blue, alpha] = [0, 1, 2, 3].map(|component| context.color_mask >> component & 1);
    gl.color_mask(red, green, blue, alpha);
    Ok(())
}

fn size(size: u32) -> i32 {
    i32::try_from(size).unwrap_or(i32::MAX)
}

fn transform(gl: &Gl, translated: &Translated<'_>) -> Result<(), String> {
    let draw = translated.draw;
    let context = draw.context;
    let viewport = context.transform.viewport;
    let place = draw.sample.place();
    // The driver covers centres: a sample comes to lie there.
    gl.viewport_floats(
        0,
        viewport.x as f32 - place[0],
        viewport.y as f32 - place[1],
        viewport.width as f32,
        viewport.height as f32,
    );
    let [near, far] = context.transform.depth_range.map(f64::from);
    gl.depth_range(near, far);
    if context.transform.depth_clamp {
        gl.enable(value("DEPTH_CLAMP")?);
    }
    let first = value("CLIP_PLANE0")?;
    for output in &translated.pair.vertex.shader.outputs {
        // Of other planes a driver finds distances of its own.
        let OutputKind::ClipDistance(plane) = output.kind else {
            continue;
        };
        gl.enable(first + plane);
        // Where shaders give no distances, component n of gl_ClipVertex is that to plane n.
        if plane < 4 {
            gl.set_clip_plane(
                first + plane,
                std::array::from_fn(|at| f64::from(u8::from(at == plane as usize))),
            );
        }
    }
    Ok(())
}

fn rasterization(gl: &Gl, draw: &DeviceDraw<'_>) -> Result<(), String> {
    let (context, polygon) = (draw.context, &draw.context.polygon);
    let is_point = draw.call.primitive.shape() == Shape::Point || polygon.mode.contains(&PolygonMode::Point);
    let point = &context.point;
    if is_point && point.sprite && point.coordinate_replace.contains(&true) {
        return Err("point sprites with coordinates of their own do not go to the driver".to_owned());
    }
    let is_sampled = draw.sample.places.len() > 1;
    if is_sampled && draw.call.primitive.shape() == Shape::Line {
        return Err("the driver draws lines of one sample as pixels, which are no rectangles".to_owned());
    }
    // Those that are no sprites have a whole number as their size where pixels have one sample.
    if point.sprite || is_point && is_sampled {
        gl.enable(value("POINT_SPRITE")?);
        let origin = ["UPPER_LEFT", "LOWER_LEFT"][usize::from(point.lower_left_origin)];
        gl.point_parameter_name(value("POINT_SPRITE_COORD_ORIGIN")?, value(origin)?);
    }
    let mut results = draw.vertex.kernel.program().results().iter();
    let writes_size = results.any(|result| result.binding.family == Family::ResultPointsize);
    if writes_size && (draw.is_fixed || context.vertex_program_point_size) {
        gl.enable(value("PROGRAM_POINT_SIZE")?);
    }
    gl.point_size(point.size);
    gl.point_parameter(value("POINT_SIZE_MIN")?, [point.min, 0.0, 0.0, 0.0]);
    gl.point_parameter(value("POINT_SIZE_MAX")?, [point.max, 0.0, 0.0, 0.0]);
    gl.line_width(context.line_width);
    match polygon.cull {
        [false, false] => {}
        [front, back] => {
            gl.enable(value("CULL_FACE")?);
            gl.cull_face(value(match (front, back) {
                (true, true) => "FRONT_AND_BACK",
                (true, false) => "FRONT",
                (false, _) => "BACK",
            })?);
        }
    }
    gl.front_face(value(if polygon.front_clockwise { "CW" } else { "CCW" })?);
    for (face, mode) in ["FRONT", "BACK"].into_iter().zip(polygon.mode) {
        let mode = match mode {
            PolygonMode::Point => "POINT",
            PolygonMode::Line => "LINE",
            PolygonMode::Fill => "FILL",
        };
        gl.polygon_mode(value(face)?, value(mode)?);
    }
    gl.polygon_offset(polygon.offset[0], polygon.offset[1]);
    let offsets = [
        "POLYGON_OFFSET_POINT",
        "POLYGON_OFFSET_LINE",
        "POLYGON_OFFSET_FILL",
    ];
    for (name, _) in offsets
        .into_iter()
        .zip(polygon.offset_enabled)
        .filter(|(_, on)| *on)
    {
        gl.enable(value(name)?);
    }
    Ok(())
}

fn stencil(gl: &Gl, stencil: &Stencil) -> Result<(), String> {
    let operation = |operation| {
        value(match operation {
            StencilOperation::Keep => "KEEP",
            StencilOperation::Zero => "ZERO",
            StencilOperation::Replace => "REPLACE",
            StencilOperation::Increment => "INCR",
            StencilOperation::Decrement => "DECR",
            StencilOperation::Invert => "INVERT",
            StencilOperation::IncrementWrap => "INCR_WRAP",
            StencilOperation::DecrementWrap => "DECR_WRAP",
        })
    };
    for (name, face) in ["FRONT", "BACK"].into_iter().zip(stencil.faces) {
        let name = value(name)?;
        let (fail, depth_fail) = (operation(face.fail)?, operation(face.depth_fail)?);
        gl.stencil_func(
            name,
            compare(face.function)?,
            face.reference.into(),
            face.value_mask.into(),
        );
        gl.stencil_op(name, fail, depth_fail, operation(face.pass)?);
        gl.stencil_mask(name, face.write_mask.into());
    }
    Ok(())
}

fn compare(compare: Compare) -> Result<u32, String> {
    value(match compare {
        Compare::Never => "NEVER",
        Compare::Always => "ALWAYS",
        Compare::Less => "LESS",
        Compare::LessOrEqual => "LEQUAL",
        Compare::Equal => "EQUAL",
        Compare::GreaterOrEqual => "GEQUAL",
        Compare::Greater => "GREATER",
        Compare::NotEqual => "NOTEQUAL",
    })
}

fn blend(gl: &Gl, blend: &Blend) -> Result<(), String> {
    let factor = |factor| {
        value(match factor {
            BlendFactor::Zero => "ZERO",
            BlendFactor::One => "ONE",
            BlendFactor::SourceColor => "SRC_COLOR",
            BlendFactor::OneMinusSourceColor => "ONE_MINUS_SRC_COLOR",
            BlendFactor::DestinationColor => "DST_COLOR",
            BlendFactor::OneMinusDestinationColor => "ONE_MINUS_DST_COLOR",
            BlendFactor::SourceAlpha => "SRC_ALPHA",
            BlendFactor::OneMinusSourceAlpha => "ONE_MINUS_SRC_ALPHA",
            BlendFactor::DestinationAlpha => "DST_ALPHA",
            BlendFactor::OneMinusDestinationAlpha => "ONE_MINUS_DST_ALPHA",
            BlendFactor::ConstantColor => "CONSTANT_COLOR",
            BlendFactor::OneMinusConstantColor => "ONE_MINUS_CONSTANT_COLOR",
            BlendFactor::ConstantAlpha => "CONSTANT_ALPHA",
            BlendFactor::OneMinusConstantAlpha => "ONE_MINUS_CONSTANT_ALPHA",
            BlendFactor::SourceAlphaSaturate => "SRC_ALPHA_SATURATE",
        })
    };
    let equation = |equation| {
        value(match equation {
            BlendEquation::Add => "FUNC_ADD",
            BlendEquation::Subtract => "FUNC_SUBTRACT",
            BlendEquation::ReverseSubtract => "FUNC_REVERSE_SUBTRACT",
            BlendEquation::Min => "MIN",
            BlendEquation::Max => "MAX",
        })
    };
    let ([source, source_alpha], [destination, destination_alpha]) = (blend.source, blend.destination);
    gl.blend_func(
        factor(source)?,
        factor(destination)?,
        factor(source_alpha)?,
        factor(destination_alpha)?,
    );
    let [color, alpha] = blend.equation;
    gl.blend_equation(equation(color)?, equation(alpha)?);
    let [red, green, blue, alpha] = blend.constant;
    gl.blend_color(red, green, blue, alpha);
    Ok(())
}

fn logic_operation(operation: LogicOperation) -> &'static str {
    match operation {
        LogicOperation::Clear => "CLEAR",
        LogicOperation::And => "AND",
        LogicOperation::AndReverse => "AND_REVERSE",
        LogicOperation::Copy => "COPY",
        LogicOperation::AndInverted => "AND_INVERTED",
        LogicOperation::Noop => "NOOP",
        LogicOperation::Xor => "XOR",
        LogicOperation::Or => "OR",
        LogicOperation::Nor => "NOR",
        LogicOperation::Equivalent => "EQUIV",
        LogicOperation::Invert => "INVERT",
        LogicOperation::OrReverse => "OR_REVERSE",
        LogicOperation::CopyInverted => "COPY_INVERTED",
        LogicOperation::OrInverted => "OR_INVERTED",
        LogicOperation::Nand => "NAND",
        LogicOperation::Set => "SET",
    }
}
