//! Per-fragment operations in whole draws.

mod support;

use quadrille_pipeline::state::{Compare, Rectangle, StencilOperation};
use quadrille_pipeline::{ColorFormat, Context, Framebuffer};
use support::scene::{SIZE, framebuffer, pipeline, rectangle};

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
    context.transform.viewport.x = 10;
    context.transform.viewport.width = 20;
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
