//! Writing colours a lane at a time, where lanes of a window meet a pixel: blending or a logical operation, the conversion
//! to the buffer's format, the mask.

use std::ops::Range;

use super::blend::blend;
use super::float::FloatPixel;
use super::{logic, mask};
use crate::canonical::canonical;
use crate::framebuffer::{from_unorm8, to_unorm8};
use crate::inter_stage::fragments::{Fragments, LANES};
use crate::state::Context;

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

/// The same in a floating-point buffer.
pub(super) fn write_float<P: FloatPixel>(
    context: &Context,
    fragments: &Fragments,
    colors: [&[f32; LANES]; 4],
    lanes: Range<usize>,
    pixels: &mut [P],
) {
    let blends = context.blend.enabled && context.logic_operation.is_none();
    for_each(fragments, colors, lanes, |pixel, color| {
        let old = pixels[pixel].components();
        let blended = || {
            let constant = context.blend.constant;
            blend(&context.blend, color, old, constant, |value| value).map(canonical)
        };
        let mut new = old;
        mask::store(
            &mut new,
            if blends { blended() } else { color },
            context.color_mask,
        );
        pixels[pixel] = P::of(new);
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
