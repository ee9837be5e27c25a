//! A depth test before the fragment program, where it cannot change the picture.
//!
//! Where nothing drops a fragment between it and the one after the program, it is the depth test. Elsewhere it drops
//! fragments and writes nothing. Stored depths move only in the direction in which the comparison passes, so a fragment
//! that fails now would fail later too; fragments that pass are tested again.

use quadrille_numerics::level::Level;

use super::places::{block_depths, limit, quad_depths};
use super::stage::EarlyDepth;
use crate::framebuffer::band::{Band, DepthBand};
use crate::framebuffer::window::{Place, WINDOW, bits_of};
use crate::inter_stage::gradients::Gradients;
use crate::inter_stage::plane::Block;
use crate::output::depth::{StoredDepth, TestWindow, pass};
use crate::raster::Quads;
use crate::state::{Compare, Context, DepthTest};

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

/// Depths are clamped to these: without DEPTH_CLAMP.
const RANGE: [f32; 2] = [0.0, 1.0];

/// Uncovers pixels that fail, and drops quads and blocks that have none left.
pub(crate) fn test(
    early: EarlyDepth,
    level: Level,
    context: &Context,
    gradients: &Gradients,
    band: &mut Band<'_>,
    quads: &mut Quads,
) {
    let state = DepthTest {
        write: context.depth.write && early == EarlyDepth::Whole,
        ..context.depth
    };
    let (first_row, row) = (band.y, band.width);
    match &mut band.depth {
        _ if early == EarlyDepth::No => {}
        None => {}
        Some(DepthBand::Fixed(stored)) => {
            test_all(level, &state, gradients, stored, [first_row, row], quads);
        }
        Some(DepthBand::Float(stored)) => {
            test_all(level, &state, gradients, stored, [first_row, row], quads);
        }
    }
}

fn test_all<T: StoredDepth>(
    level: Level,
    state: &DepthTest,
    gradients: &Gradients,
    stored: &mut [T],
    [first_row, row]: [u32; 2],
    quads: &mut Quads,
) {
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
            let at = ((y - first_row + pixel / 2) * row + x + pixel % 2) as usize;
            let depth = limit(depth[pixel as usize], RANGE);
            if !pass(state, T::of(depth), &mut stored[at]) {
                quads.mask[quad] &= !(1 << pixel);
            }
        }
    }
    quads.keep(0, |mask| mask != 0);
    let mut kept = 0;
    for at in 0..quads.blocks.len() {
        let [x, y] = quads.blocks[at];
        let mut depths = [0.0; WINDOW];
        block_depths(level, &plane.anchored(Block::of(x, y)), RANGE, &mut depths);
        let mut drawn = [true; WINDOW];
        level.run(TestWindow {
            state,
            depths: &depths,
            place: Place::Block {
                first: ((u32::from(y) - first_row) * row + u32::from(x)) as usize,
                row: row as usize,
            },
            drawn: &mut drawn,
            stored: &mut *stored,
        });
        match bits_of(&drawn) {
            u64::MAX => {
                quads.blocks[kept] = [x, y];
                kept += 1;
            }
            passed => quads.push_masked(x, y, passed),
        }
    }
    quads.blocks.truncate(kept);
}
