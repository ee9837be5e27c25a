//! Per-fragment operations (GL 2.1, 4.1), an operation a file. Each goes over all fragments of a batch in
//! order before the next begins; since depth, stencil and colour are touched by one of them each, that is the
//! same as going through all operations fragment by fragment.

pub(crate) mod alpha;
pub(crate) mod blend;
pub(crate) mod color;
pub(crate) mod coverage;
pub(crate) mod depth;
pub(crate) mod logic;
pub(crate) mod mask;
pub(crate) mod stencil;

use quadrille_engine::Batch;

use crate::between::outgoing::clamp;
use crate::fragment::{FragmentStage, Fragments, fog};
use crate::framebuffer::band::Band;
use crate::state::Context;

/// Takes a batch through all operations. The scissor test was made when pixels were covered.
pub(crate) fn write(
    stage: &FragmentStage<'_>,
    batch: &Batch,
    fragments: &mut Fragments,
    band: &mut Band<'_>,
) {
    let context = stage.context;
    if fragments.samples.are_several() {
        if context.multisample.enabled {
            let alpha = context.multisample.alpha_to_coverage && fetch(stage, batch, fragments, 0);
            coverage::modify(stage, batch, fragments, alpha);
        }
        fragments.settle();
    }
    if context.alpha_test.enabled && fetch(stage, batch, fragments, 0) {
        to_one(stage, fragments);
        alpha::test(&context.alpha_test, fragments);
        fragments.settle();
    }
    if !stage.early_tests {
        let written = stage.outputs.depth.map(|slot| batch.results.component(slot, 2));
        fragments.for_each_sample(|fragments| {
            for (to, bits) in fragments.depth.iter_mut().zip(written.into_iter().flatten()) {
                *to = clamp(f32::from_bits(*bits));
            }
            test(context, fragments, band);
        });
    }
    if context.color_mask == 0 {
        return;
    }
    for (number, buffer) in context.draw_buffers.iter().enumerate() {
        let Some(pixels) = buffer.and_then(|buffer| band.colors.get_mut(buffer)?.as_mut()) else {
            continue;
        };
        // A colour that the program does not write is undefined, and nothing is stored.
        if fetch(stage, batch, fragments, number) {
            to_one(stage, fragments);
            fragments.for_each_sample(|fragments| color::write(context, fragments, pixels));
        }
    }
}

/// The tests of stencil and depth, and what they store.
pub(crate) fn test(context: &Context, fragments: &mut Fragments, band: &mut Band<'_>) {
    if !stencil::test(&context.stencil, &context.depth, fragments, band) {
        depth::test(&context.depth, fragments, band);
    }
}

/// Makes the alpha of the fetched colour 1, if the state asks for that (SAMPLE_ALPHA_TO_ONE).
fn to_one(stage: &FragmentStage<'_>, fragments: &mut Fragments) {
    let state = &stage.context.multisample;
    if state.enabled && state.alpha_to_one && fragments.samples.are_several() {
        fragments.color[3].fill(1.0);
    }
}

/// Fetches the colour of a draw buffer, clamped, with fog on the first; false if the program writes none.
fn fetch(stage: &FragmentStage<'_>, batch: &Batch, fragments: &mut Fragments, number: usize) -> bool {
    let Some(slot) = stage.outputs.colors.get(number).copied().flatten() else {
        return false;
    };
    let length = fragments.length;
    for (component, to) in fragments.color.iter_mut().enumerate() {
        let from = &batch.results.component(slot, component)[..length];
        for (to, bits) in to.iter_mut().zip(from) {
            let value = f32::from_bits(*bits);
            *to = if stage.clamp { clamp(value) } else { value };
        }
    }
    if let (Some(kind), 0) = (stage.fog, number) {
        let state = &stage.context.fog;
        let fog_color = state.color.map(clamp);
        for lane in 0..length {
            let factor = fog::factor(kind, state, fragments.fog[lane]);
            for (color, fog) in fragments.color.iter_mut().zip(fog_color).take(3) {
                color[lane] = factor * color[lane] + (1.0 - factor) * fog;
            }
        }
    }
    true
}
