//! The pipeline's state as GL's own.

use quadrille_isa::gl::Family;
use quadrille_pipeline::primitive::Primitive;
use quadrille_pipeline::state::{Blend, Context, Faces, OwnOutput, PolygonMode, Stencil};
use quadrille_pipeline::{DeviceDraw, Framebuffer, Topology};
use quadrille_translate::form::OutputKind;
use quadrille_translated::Translated;

use crate::enumerant;
use crate::error::Unsupported;
use crate::gl::Gl;
use crate::state_value::{self, size};

/// Sets the state of a draw in a context that has GL's own.
pub(super) fn set(
    gl: &Gl,
    translated: &Translated<'_>,
    draw: &DeviceDraw<'_>,
    framebuffer: &Framebuffer,
) -> Result<(), Unsupported> {
    let context = draw.context;
    let switch = |name, on| if on { gl.enable(name) } else { gl.disable(name) };
    if context.own_outputs.iter().any(|own| *own != OwnOutput::default()) {
        return Err(Unsupported::OwnOutput);
    }
    switch(enumerant::DITHER, false);
    switch(enumerant::FRAMEBUFFER_SRGB, context.framebuffer_srgb);
    if draw.call.topology == Topology::Patches {
        let patch = &context.patch;
        gl.set_patch(patch.vertices, &patch.outer, &patch.inner);
    }
    transform(gl, translated, draw);
    rasterization(gl, draw)?;
    let clamps = context.clamping.fragment.map_or(enumerant::FIXED_ONLY, u32::from);
    gl.clamp_color(enumerant::CLAMP_FRAGMENT_COLOR, clamps);
    if let Some(scissor) = context.scissor {
        switch(enumerant::SCISSOR_TEST, true);
        gl.scissor(scissor.x, scissor.y, size(scissor.width), size(scissor.height));
    }
    fragment_operations(
        gl,
        context,
        framebuffer.depth_format().is_some(),
        framebuffer.has_stencil(),
    );
    Ok(())
}

/// The per-fragment operations behind the scissor test, for a framebuffer with a depth and a stencil buffer or without.
pub(crate) fn fragment_operations(gl: &Gl, context: &Context, has_depth: bool, has_stencil: bool) {
    let switch = |name, on| if on { gl.enable(name) } else { gl.disable(name) };
    let alpha = &context.alpha_test;
    switch(enumerant::ALPHA_TEST, alpha.enabled);
    gl.alpha_func(state_value::compare(alpha.function), alpha.reference);
    switch(enumerant::DEPTH_TEST, context.depth.enabled && has_depth);
    gl.depth_func(state_value::compare(context.depth.function));
    gl.depth_mask(context.depth.write.into());
    switch(enumerant::STENCIL_TEST, context.stencil.enabled && has_stencil);
    stencil(gl, &context.stencil);
    switch(enumerant::BLEND, context.blend.enabled);
    blend(gl, &context.blend);
    if let Some(operation) = context.logic_operation {
        switch(enumerant::COLOR_LOGIC_OP, true);
        gl.logic_op(state_value::logic_operation(operation));
    }
    let [red, green, blue, alpha] = [0, 1, 2, 3].map(|component| context.color_mask >> component & 1);
    gl.color_mask(red, green, blue, alpha);
}

fn transform(gl: &Gl, translated: &Translated<'_>, draw: &DeviceDraw<'_>) {
    let context = draw.context;
    let viewport = context.transform.viewport;
    let place = draw.sample.place();
    // The driver covers centres: a sample comes to lie there.
    gl.viewport_floats(
        0,
        viewport.x - place[0],
        viewport.y - place[1],
        viewport.width,
        viewport.height,
    );
    let [near, far] = context.transform.depth_range.map(f64::from);
    gl.depth_range(near, far);
    if context.transform.depth_clamp {
        gl.enable(enumerant::DEPTH_CLAMP);
    }
    let first = enumerant::CLIP_PLANE0;
    let last = translated.last();
    for output in last.iter().flat_map(|last| &last.shader.outputs) {
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
}

fn rasterization(gl: &Gl, draw: &DeviceDraw<'_>) -> Result<(), Unsupported> {
    let (context, polygon) = (draw.context, &draw.context.polygon);
    let is_point = draw.primitive() == Primitive::Point || polygon.mode.contains(&PolygonMode::Point);
    let point = &context.point;
    if is_point && point.sprite && point.coordinate_replace.contains(&true) {
        return Err(Unsupported::SpriteCoordinates);
    }
    let is_sampled = draw.sample.places.len() > 1;
    if is_sampled && draw.primitive() == Primitive::Line {
        return Err(Unsupported::SampledLines);
    }
    // Those that are no sprites have a whole number as their size where pixels have one sample.
    if point.sprite || is_point && is_sampled {
        gl.enable(enumerant::POINT_SPRITE);
        let origin = [enumerant::UPPER_LEFT, enumerant::LOWER_LEFT][usize::from(point.lower_left_origin)];
        gl.point_parameter_name(enumerant::POINT_SPRITE_COORD_ORIGIN, origin);
    }
    let mut results = draw.last().kernel.program().results().iter();
    let writes_size = results.any(|result| result.binding.family == Family::ResultPointsize);
    if writes_size && (draw.is_fixed || context.vertex_program_point_size) {
        gl.enable(enumerant::PROGRAM_POINT_SIZE);
    }
    gl.point_size(point.size);
    gl.point_parameter(enumerant::POINT_SIZE_MIN, [point.min, 0.0, 0.0, 0.0]);
    gl.point_parameter(enumerant::POINT_SIZE_MAX, [point.max, 0.0, 0.0, 0.0]);
    gl.line_width(context.line_width);
    match polygon.cull {
        [false, false] => {}
        [front, back] => {
            gl.enable(enumerant::CULL_FACE);
            gl.cull_face(state_value::faces(match (front, back) {
                (true, true) => Faces::FrontAndBack,
                (true, false) => Faces::Front,
                (false, _) => Faces::Back,
            }));
        }
    }
    gl.front_face(state_value::winding(polygon.front_clockwise));
    for (face, mode) in [enumerant::FRONT, enumerant::BACK].into_iter().zip(polygon.mode) {
        gl.polygon_mode(face, state_value::polygon_mode(mode));
    }
    if polygon.offset_clamp != 0.0 {
        return Err(Unsupported::OffsetClamp);
    }
    gl.polygon_offset(polygon.offset[0], polygon.offset[1]);
    let offsets = [
        enumerant::POLYGON_OFFSET_POINT,
        enumerant::POLYGON_OFFSET_LINE,
        enumerant::POLYGON_OFFSET_FILL,
    ];
    for (name, _) in offsets
        .into_iter()
        .zip(polygon.offset_enabled)
        .filter(|(_, on)| *on)
    {
        gl.enable(name);
    }
    Ok(())
}

fn stencil(gl: &Gl, stencil: &Stencil) {
    for (name, face) in [enumerant::FRONT, enumerant::BACK].into_iter().zip(stencil.faces) {
        let (reference, mask) = (face.reference.into(), face.value_mask.into());
        gl.stencil_func(name, state_value::compare(face.function), reference, mask);
        let [fail, depth_fail, pass] =
            [face.fail, face.depth_fail, face.pass].map(state_value::stencil_operation);
        gl.stencil_op(name, fail, depth_fail, pass);
        gl.stencil_mask(name, face.write_mask.into());
    }
}

fn blend(gl: &Gl, blend: &Blend) {
    let [[source, source_alpha], [destination, destination_alpha]] =
        [blend.source, blend.destination].map(|factors| factors.map(state_value::blend_factor));
    gl.blend_func(source, destination, source_alpha, destination_alpha);
    let [color, alpha] = blend.equation.map(state_value::blend_equation);
    gl.blend_equation(color, alpha);
    let [red, green, blue, alpha] = blend.constant;
    gl.blend_color(red, green, blue, alpha);
}
