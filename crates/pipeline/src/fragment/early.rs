//! A depth test before the fragment program, where it cannot change the picture.
//!
//! Where nothing drops a fragment between it and the one after the program, it is the depth test. Elsewhere it drops
//! fragments and writes nothing. Stored depths move only in the direction in which the comparison passes, so a fragment
//! that fails now would fail later too; fragments that pass are tested again.

use quadrille_numerics::level::Level;

use super::places::{block_depths, quad_depths};
use super::stage::EarlyDepth;
use crate::framebuffer::band::{Band, DepthBand, Order};
use crate::framebuffer::depth::StoredDepth;
use crate::framebuffer::window::{Aligned, Place, QUADS, WINDOW};
use crate::inter_stage::gradients::Gradients;
use crate::inter_stage::plane::{Block, Plane};
use crate::output::depth::TestWindow;
use crate::output::depth::limit;
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
    let order = band.order();
    match &mut band.depth {
        _ if early == EarlyDepth::No => {}
        None => {}
        Some(DepthBand::Fixed16(stored)) => {
            test_all(level, &state, gradients, stored, order, quads);
        }
        Some(DepthBand::Fixed24(stored)) => {
            test_all(level, &state, gradients, stored, order, quads);
        }
        Some(DepthBand::Fixed32(stored)) => {
            test_all(level, &state, gradients, stored, order, quads);
        }
        Some(DepthBand::Float(stored)) => {
            test_all(level, &state, gradients, stored, order, quads);
        }
    }
}

fn test_all<T: StoredDepth>(
    level: Level,
    state: &DepthTest,
    gradients: &Gradients,
    stored: &mut [T],
    order: Order,
    quads: &mut Quads,
) {
    let plane = gradients.depth();
    test_quads(level, state, &plane, stored, order, quads);
    let mut kept = 0;
    for at in 0..quads.blocks.len() {
        let [x, y] = quads.blocks[at];
        let mut depths = Aligned([0.0; WINDOW]);
        block_depths(level, &plane.anchored(Block::of(x, y)), RANGE, &mut depths.0);
        let mut drawn = u64::MAX;
        level.run(TestWindow {
            state,
            depths: &depths.0,
            place: Place::Block(order.place(x, y) as usize),
            drawn: &mut drawn,
            stored: &mut *stored,
        });
        match drawn {
            u64::MAX => {
                quads.blocks[kept] = [x, y];
                kept += 1;
            }
            passed => quads.push_masked(x, y, passed),
        }
    }
    quads.blocks.truncate(kept);
}

/// The test of the quads, a window of them at a time.
fn test_quads<T: StoredDepth>(
    level: Level,
    state: &DepthTest,
    plane: &Plane,
    stored: &mut [T],
    order: Order,
    quads: &mut Quads,
) {
    let mut anchored = None;
    let mut first = 0;
    while first < quads.len() {
        let some = first..quads.len().min(first + QUADS);
        let (mut depths, mut drawn, mut places) = (Aligned([0.0; WINDOW]), 0, [u32::MAX; QUADS]);
        for (at, quad) in some.clone().enumerate() {
            let [x, y] = [quads.x[quad], quads.y[quad]];
            let block = Block::of(x, y);
            let here = match anchored {
                Some((last, here)) if last == block => here,
                _ => plane.anchored(block),
            };
            anchored = Some((block, here));
            depths.0.as_chunks_mut().0[at] = quad_depths(&here, x, y).map(|depth| limit(depth, RANGE));
            drawn |= u64::from(quads.mask[quad] & 0b1111) << (4 * at);
            places[at] = order.place(x, y);
        }
        level.run(TestWindow {
            state,
            depths: &depths.0,
            place: Place::Quads(&places, 0),
            drawn: &mut drawn,
            stored: &mut *stored,
        });
        for (at, quad) in some.enumerate() {
            quads.mask[quad] = (drawn >> (4 * at)) as u8 & 0b1111;
        }
        first += QUADS;
    }
    quads.keep(0, |mask| mask != 0);
}
