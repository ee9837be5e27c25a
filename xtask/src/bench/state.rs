//! What rows set of the state of a draw.

use quadrille::state::{BlendFactor, Compare, LogicOperation, StencilOperation};
use quadrille::{Context, Stage};

pub(super) fn plain(_: &mut Context) {}

pub(super) fn culled(context: &mut Context) {
    context.polygon.cull = [false, true];
}

/// The same, with the rows of the identity in the first parameters of the environment.
pub(super) fn culled_by_rows(context: &mut Context) {
    culled(context);
    let row = |at: usize| std::array::from_fn(|component| f32::from(u8::from(component == at)));
    *context.environment_mut(Stage::Vertex) = (0..4).map(row).collect();
}

pub(super) fn blended(context: &mut Context) {
    context.blend.enabled = true;
    context.blend.source = [BlendFactor::SourceAlpha; 2];
    context.blend.destination = [BlendFactor::OneMinusSourceAlpha; 2];
}

pub(super) fn depth_tested(context: &mut Context) {
    context.depth.enabled = true;
    context.depth.function = Compare::LessOrEqual;
}

pub(super) fn depth_only(context: &mut Context) {
    depth_tested(context);
    context.color_mask = 0;
}

pub(super) fn alpha_tested(context: &mut Context) {
    context.alpha_test.enabled = true;
    context.alpha_test.function = Compare::Greater;
    context.alpha_test.reference = 0.5;
}

pub(super) fn stencilled(context: &mut Context) {
    context.stencil.enabled = true;
    for face in &mut context.stencil.faces {
        face.function = Compare::LessOrEqual;
        face.pass = StencilOperation::IncrementWrap;
    }
}

pub(super) fn cut_into_16(context: &mut Context) {
    context.patch.vertices = 4;
    context.patch.outer = [16.0; 4];
    context.patch.inner = [16.0; 2];
}

pub(super) fn cut_into_64(context: &mut Context) {
    context.patch.vertices = 4;
    context.patch.outer = [64.0; 4];
    context.patch.inner = [64.0; 2];
}

pub(super) fn discarded(context: &mut Context) {
    context.rasterizer_discard = true;
}

pub(super) fn blended_srgb(context: &mut Context) {
    blended(context);
    context.framebuffer_srgb = true;
}

pub(super) fn blended_by_second_source(context: &mut Context) {
    context.blend.enabled = true;
    context.blend.source = [BlendFactor::Source1Color; 2];
    context.blend.destination = [BlendFactor::OneMinusSource1Color; 2];
}

/// Red and blue alone are written.
pub(super) fn masked(context: &mut Context) {
    context.color_mask = 0b0101;
}

pub(super) fn four_buffers(context: &mut Context) {
    context.draw_buffers = (0..4).map(Some).collect();
}

pub(super) fn smooth(context: &mut Context) {
    blended(context);
    context.line_smooth = true;
}

/// What is there is read, and what is drawn twice is not as before.
pub(super) fn not_and(context: &mut Context) {
    context.logic_operation = Some(LogicOperation::Nand);
}
