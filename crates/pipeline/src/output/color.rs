//! Writing colours: blending or a logical operation, the conversion to the buffer's format, the mask.

use std::ops::Range;

use super::blend::blend;
use super::{logic, mask};
use crate::canonical::canonical;
use crate::framebuffer::band::ColorBand;
use crate::framebuffer::{from_half, from_unorm8, to_half, to_unorm8};
use crate::inter_stage::fragments::{Fragments, LANES};
use crate::state::Context;

/// Writes the fetched colour of the drawn fragments to a colour buffer of floating-point components.
pub(crate) fn write(context: &Context, fragments: &Fragments, pixels: &mut ColorBand<'_>) {
    match pixels {
        // They have a way of their own.
        ColorBand::Rgba8(_) => {}
        ColorBand::Rgba16F(pixels) => {
            write_float(
                context,
                fragments,
                pixels,
                |stored| stored.map(from_half),
                |new| new.map(to_half),
            );
        }
        ColorBand::Rgba32F(pixels) => {
            write_float(context, fragments, pixels, |stored| stored, |new| new);
        }
    }
}

/// Fixed-point buffers clamp source and blend colour (GL 2.1, 4.1.8), and blend in their own precision: source,
/// blend colour and both weighted colours are rounded to it. Goes lane by lane: a lane meets what those before it
/// stored.
pub(super) fn write_fixed(
    context: &Context,
    fragments: &Fragments,
    colors: [&[f32; LANES]; 4],
    lanes: Range<usize>,
    pixels: &mut [[u8; 4]],
) {
    let round = |value: f32| from_unorm8(to_unorm8(value));
    let constant = context.blend.constant.map(round);
    let blends = context.blend.enabled && context.logic_operation.is_none();
    for_each(fragments, colors, lanes, |pixel, color| {
        let stored = &mut pixels[pixel];
        let mut new = if blends {
            let source = color.map(round);
            blend(&context.blend, source, stored.map(from_unorm8), constant, round).map(to_unorm8)
        } else {
            color.map(to_unorm8)
        };
        if let Some(operation) = context.logic_operation {
            let [source, old] = [new, *stored].map(u32::from_le_bytes);
            new = logic::apply(operation, source, old).to_le_bytes();
        }
        mask::store(stored, new, context.color_mask);
    });
}

/// Floating-point buffers clamp nothing, and logical operations have no effect on them.
fn write_float<T: Copy>(
    context: &Context,
    fragments: &Fragments,
    pixels: &mut [[T; 4]],
    decode: impl Fn([T; 4]) -> [f32; 4],
    encode: impl Fn([f32; 4]) -> [T; 4],
) {
    let blends = context.blend.enabled && context.logic_operation.is_none();
    let colors = fragments.color.each_ref().map(|plane| &**plane);
    for_each(fragments, colors, 0..fragments.length, |pixel, color| {
        let stored = &mut pixels[pixel];
        let new = if blends {
            let stored = decode(*stored);
            blend(&context.blend, color, stored, context.blend.constant, |value| {
                value
            })
            .map(canonical)
        } else {
            color
        };
        mask::store(stored, encode(new), context.color_mask);
    });
}

fn for_each(
    fragments: &Fragments,
    colors: [&[f32; LANES]; 4],
    lanes: Range<usize>,
    mut write: impl FnMut(usize, [f32; 4]),
) {
    for lane in lanes {
        if fragments.is_drawn(lane) {
            let color = colors.map(|plane| plane[lane]);
            write(fragments.pixel(lane), color);
        }
    }
}
