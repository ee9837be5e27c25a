//! A depth test before the fragment program, where it cannot change the picture.
//!
//! It drops fragments and writes nothing. Stored depths move only in the direction in which the comparison
//! passes, so a fragment that fails now would fail later too; fragments that pass are tested again.

use super::interpolate::limit;
use super::places::quad_depths;
use crate::framebuffer::band::{Band, DepthBand};
use crate::framebuffer::depth::to_24;
use crate::inter_stage::gradients::Gradients;
use crate::inter_stage::plane::Block;
use crate::raster::Quads;
use crate::state::{Compare, Context};

/// Whether the state allows it; the program must not write depth, and pixels have one sample.
pub(crate) fn is_possible(context: &Context) -> bool {
    let ordered = match context.depth.function {
        Compare::Never
        | Compare::Less
        | Compare::LessOrEqual
        | Compare::Equal
        | Compare::GreaterOrEqual
        | Compare::Greater => true,
        Compare::Always | Compare::NotEqual => false,
    };
    context.depth.enabled && ordered && !context.stencil.enabled && !context.transform.depth_clamp
}

/// Uncovers pixels that fail, and drops quads that have none left.
pub(crate) fn test(context: &Context, gradients: &Gradients, band: &Band<'_>, quads: &mut Quads) {
    let Some(stored) = &band.depth else { return };
    let function = context.depth.function;
    let plane = gradients.depth();
    let mut anchored = None;
    for quad in 0..quads.len() {
        let (x, y) = (u32::from(quads.x[quad]), u32::from(quads.y[quad]));
        let block = Block::of(quads.x[quad], quads.y[quad]);
        let here = match anchored {
            Some((last, here)) if last == block => here,
            _ => plane.anchored(block),
        };
        anchored = Some((block, here));
        let depth = quad_depths(&here, quads.x[quad], quads.y[quad]);
        for pixel in 0..4u32 {
            if quads.mask[quad] >> pixel & 1 == 0 {
                continue;
            }
            let at = ((y - band.y + pixel / 2) * band.width + x + pixel % 2) as usize;
            let depth = limit(depth[pixel as usize], [0.0, 1.0]);
            let passes = match stored {
                DepthBand::Fixed(values) => function.passes(to_24(depth), values[at]),
                DepthBand::Float(values) => function.passes(depth, values[at]),
            };
            if !passes {
                quads.mask[quad] &= !(1 << pixel);
            }
        }
    }
    quads.keep(0, |mask| mask != 0);
}
