//! Blocks of pixels that a primitive covers as a whole, as fragments of a batch.

use quadrille_numerics::level::{Level, Pass};

use super::fragments::Fragments;
use super::plane::BLOCK;
use crate::framebuffer::band::Order;
use crate::framebuffer::window::{QUADS, WINDOW};

/// Adds blocks of one primitive as the next windows, by their lower left pixels.
pub(crate) fn push_blocks(
    level: Level,
    fragments: &mut Fragments,
    blocks: &[[u16; 2]],
    front: bool,
    order: Order,
) {
    level.run(PushBlocks {
        fragments,
        blocks,
        front,
        order,
    });
}

struct PushBlocks<'a> {
    fragments: &'a mut Fragments,
    blocks: &'a [[u16; 2]],
    front: bool,
    order: Order,
}

impl Pass for PushBlocks<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        const SIDE: u16 = BLOCK / 2;
        let PushBlocks {
            fragments, blocks, ..
        } = self;
        let first = fragments.length / WINDOW;
        fragments.length += blocks.len() * WINDOW;
        // Slices of their own: a store could otherwise alias the pointers to the others, which would be loaded again.
        let Fragments {
            x,
            y,
            place,
            front,
            drawn,
            live,
            whole,
            samples,
            ..
        } = fragments;
        let xs = &mut x.as_chunks_mut::<QUADS>().0[first..];
        let ys = &mut y.as_chunks_mut::<QUADS>().0[first..];
        let places = &mut place.as_chunks_mut::<QUADS>().0[first..];
        let fronts = &mut front.as_chunks_mut::<QUADS>().0[first..];
        let pixels = drawn[first..]
            .iter_mut()
            .zip(&mut live[first..])
            .zip(&mut whole[first..]);
        let windows = xs.iter_mut().zip(ys).zip(places).zip(fronts).zip(pixels);
        for ([x, y], ((((xs, ys), places), front), ((drawn, live), whole))) in blocks.iter().zip(windows) {
            let place = self.order.place(*x, *y);
            *xs = std::array::from_fn::<u16, QUADS, _>(|quad| x + quad as u16 % SIDE * 2);
            *ys = std::array::from_fn::<u16, QUADS, _>(|quad| y + quad as u16 / SIDE * 2);
            *places = std::array::from_fn::<u32, QUADS, _>(|quad| place + quad as u32 * 4);
            *front = [self.front; QUADS];
            (*drawn, *live, *whole) = (u64::MAX, u64::MAX, true);
        }
        for windows in samples.coverage.iter_mut().chain(&mut samples.own) {
            windows[first..][..blocks.len()].fill(u64::MAX);
        }
    }
}
