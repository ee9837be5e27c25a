//! Per-fragment operations in whole draws.

mod support;

use quadrille_pipeline::state::{BlendFactor, Compare, LogicOperation, Rectangle, StencilOperation};
use quadrille_pipeline::{BoundProgram, ColorFormat, Compiler, Context, DepthFormat, Framebuffer};
use support::scene::{SIZE, framebuffer, pipeline, rectangle};
use support::{Checker, pass_through};

/// source: GL 2.1, 4.1.6: a fragment passes if its depth compares so with the stored one.
#[test]
fn depth_functions() {
    for (function, nearer, equal, farther) in [
        (Compare::Never, false, false, false),
        (Compare::Always, true, true, true),
        (Compare::Less, true, false, false),
        (Compare::LessOrEqual, true, true, false),
        (Compare::Equal, false, true, false),
        (Compare::GreaterOrEqual, false, true, true),
        (Compare::Greater, false, false, true),
        (Compare::NotEqual, true, false, true),
    ] {
        for (z, wanted) in [(-0.5, nearer), (0.0, equal), (0.5, farther)] {
            let mut framebuffer = framebuffer();
            framebuffer.clear_depth(0.5, None);
            let mut context = Context::new(SIZE, SIZE);
            context.depth.enabled = true;
            context.depth.function = Compare::Always;
            let mut pipeline = pipeline(1);
            rectangle(0.0, 0.0, 4.0, 4.0, 0.0).colored([0.0; 4]).draw(
                &mut pipeline,
                &context,
                &mut framebuffer,
            );
            context.depth.function = function;
            rectangle(0.0, 0.0, 4.0, 4.0, z).draw(&mut pipeline, &context, &mut framebuffer);
            assert_eq!(framebuffer.color(0, 1, 1)[0] == 1.0, wanted, "{function:?} {z}");
        }
    }
}

/// source: GL 2.1, 4.1.5: faces have their own state; the operation depends on both tests.
#[test]
fn stencil_has_two_sides_and_three_outcomes() {
    let mut context = Context::new(SIZE, SIZE);
    context.stencil.enabled = true;
    context.depth.enabled = true;
    context.stencil.faces[0].pass = StencilOperation::Increment;
    context.stencil.faces[0].depth_fail = StencilOperation::Replace;
    context.stencil.faces[0].reference = 7;
    context.stencil.faces[1].function = Compare::Never;
    context.stencil.faces[1].fail = StencilOperation::Invert;
    let mut framebuffer = framebuffer();
    let mut pipeline = pipeline(1);
    let front = rectangle(0.0, 0.0, 4.0, 4.0, 0.0);
    front.draw(&mut pipeline, &context, &mut framebuffer);
    assert_eq!(framebuffer.stencil(1, 1), Some(1));
    // The same depth again is not less.
    front.draw(&mut pipeline, &context, &mut framebuffer);
    assert_eq!(framebuffer.stencil(1, 1), Some(7));
    context.polygon.front_clockwise = true;
    front.draw(&mut pipeline, &context, &mut framebuffer);
    assert_eq!(framebuffer.stencil(1, 1), Some(!7));
    assert_eq!(framebuffer.stencil(50, 50), Some(0));
}

#[test]
fn scissor_viewport_and_mask_confine() {
    let mut context = Context::new(SIZE, SIZE);
    context.transform.viewport.x = 10.0;
    context.transform.viewport.width = 20.0;
    context.scissor = Some(Rectangle {
        x: 15,
        y: -3,
        width: 50,
        height: 9,
    });
    context.color_mask = 0b0010;
    let mut framebuffer = framebuffer();
    let outcome =
        rectangle(-500.0, -500.0, 1100.0, 1100.0, 0.0).draw(&mut pipeline(1), &context, &mut framebuffer);
    assert_eq!(outcome.fragments, 15 * 6);
    assert_eq!(framebuffer.color(0, 15, 5), [0.0, 1.0, 0.0, 0.0]);
    assert_eq!(framebuffer.color(0, 14, 5), [0.0; 4]);
    assert_eq!(framebuffer.color(0, 30, 5), [0.0; 4]);
}

#[test]
fn several_buffers_take_the_one_colour() {
    let formats = [ColorFormat::Rgba8, ColorFormat::Rgba16F, ColorFormat::Rgba32F];
    let mut framebuffer = Framebuffer::new(SIZE, SIZE, &formats, None, false).unwrap();
    let mut context = Context::new(SIZE, SIZE);
    context.clamping.vertex = false;
    context.draw_buffers = vec![Some(0), None, Some(2), Some(1)];
    rectangle(0.0, 0.0, 4.0, 4.0, 0.0)
        .colored([2.0, -1.0, 0.5, 0.25])
        .draw(&mut pipeline(1), &context, &mut framebuffer);
    assert_eq!(
        framebuffer.color(0, 1, 1),
        [1.0, 0.0, 128.0 / 255.0, 64.0 / 255.0]
    );
    assert_eq!(framebuffer.color(1, 1, 1), [2.0, -1.0, 0.5, 0.25]);
    assert_eq!(framebuffer.color(2, 1, 1), [2.0, -1.0, 0.5, 0.25]);
}

/// source: OpenGL 3.0, 4.1.10: logical operation has no effect on a floating-point colour buffer, and blending is
/// disabled where it is enabled
#[test]
fn logical_operation_disables_blending_of_floats() {
    let mut framebuffer = Framebuffer::new(SIZE, SIZE, &[ColorFormat::Rgba32F], None, false).unwrap();
    let mut context = Context::new(SIZE, SIZE);
    context.clamping.vertex = false;
    context.blend.enabled = true;
    context.blend.source = [BlendFactor::One; 2];
    context.blend.destination = [BlendFactor::One; 2];
    let square = rectangle(0.0, 0.0, 4.0, 4.0, 0.0).colored([2.0, -1.0, 0.5, 0.25]);
    let mut pipeline = pipeline(1);
    square.draw(&mut pipeline, &context, &mut framebuffer);
    square.draw(&mut pipeline, &context, &mut framebuffer);
    assert_eq!(framebuffer.color(0, 1, 1), [4.0, -2.0, 1.0, 0.5]);
    context.logic_operation = Some(LogicOperation::Clear);
    square.draw(&mut pipeline, &context, &mut framebuffer);
    assert_eq!(framebuffer.color(0, 1, 1), [2.0, -1.0, 0.5, 0.25]);
}

/// source: ARB_depth_buffer_float 3.5.5, equation 3.11: r = 2^(e − n) with the largest exponent of the primitive, here
/// −3, and n = 23
#[test]
fn polygon_offset_of_float_depths_goes_by_their_exponent() {
    let format = Some(DepthFormat::Depth32F);
    let mut framebuffer = Framebuffer::new(SIZE, SIZE, &[ColorFormat::Rgba8], format, false).unwrap();
    let mut context = Context::new(SIZE, SIZE);
    context.depth.enabled = true;
    context.depth.function = Compare::Always;
    context.polygon.offset_enabled[2] = true;
    context.polygon.offset = [0.0, 4.0];
    rectangle(0.0, 0.0, 4.0, 4.0, -0.75).draw(&mut pipeline(1), &context, &mut framebuffer);
    let step = 1.0 / f32::from(1u16 << 12) / f32::from(1u16 << 12);
    assert_eq!(framebuffer.depth(1, 1), Some(0.125 + step));
}

/// source: ARB_fragment_program 3.11.4.5.1: fog goes into `result.color`, which is `result.color[0]`
/// (ARB_draw_buffers 3.11.4), by f = (end − c) / (end − start); the colour of another buffer has none
#[test]
fn fog_of_programs_goes_into_the_first_colour() {
    let text = "!!ARBfp1.0
OPTION ARB_draw_buffers;
OPTION ARB_fog_linear;
MOV result.color[0], {1, 1, 1, 1};
MOV result.color[1], {1, 1, 1, 1};
END";
    let mut programs = pass_through();
    let kernel = Checker.compile(text).unwrap_or_else(|why| panic!("{why}"));
    programs.fragment = Some(BoundProgram::new(kernel));
    let formats = [ColorFormat::Rgba32F, ColorFormat::Rgba32F];
    let mut framebuffer = Framebuffer::new(SIZE, SIZE, &formats, None, false).unwrap();
    let mut context = Context::new(SIZE, SIZE);
    context.draw_buffers = vec![Some(0), Some(1)];
    // The vertex program writes no fog coordinate, which is 0 then.
    (context.fog.start, context.fog.end) = (-0.75, 0.25);
    context.fog.color = [0.0, 0.5, 1.0, 0.0];
    let square = rectangle(0.0, 0.0, 4.0, 4.0, 0.0);
    let draw = square.with(&programs);
    pipeline(1).draw(&context, &mut framebuffer, &draw).unwrap();
    assert_eq!(framebuffer.color(0, 1, 1), [0.25, 0.625, 1.0, 1.0]);
    assert_eq!(framebuffer.color(1, 1, 1), [1.0; 4]);
}
