//! The pixels of triangles become quads of a batch.

use quadrille_numerics::level::Pass;

use super::attribute::take_attributes;
use super::find::Covered;
use super::{Packed, QUADS};
use crate::framebuffer::band::Order;
use crate::framebuffer::window::lane_of;
use crate::inter_stage::fragments::Fragments;
use crate::inter_stage::plane::{BLOCK, Block};
use crate::inter_stage::primitives::{Primitives, SetupPrimitive};
use crate::inter_stage::varying_layout::Input;
use crate::inter_stage::vertices::Vertices;

/// Appends the quads of windows to a batch, as long as there is room.
pub(super) struct Append<'a, 'b> {
    pub(super) inputs: &'a [Input],
    pub(super) shaded: &'a [Vertices],
    pub(super) primitives: &'a Primitives,
    pub(super) order: Order,
    pub(super) fragments: &'b mut Fragments,
    pub(super) packed: &'b mut Packed,
    /// The first window.
    pub(super) next: usize,
    /// The primitive whose planes are there.
    pub(super) last: &'b mut Option<u32>,
}

/// The quads of a window in columns before, or rows below a number of them.
const fn quads_below(number: u32, columns: bool) -> u64 {
    let mut pixels = 0;
    let mut quad = 0;
    while quad < 16 {
        let at = if columns { quad % 4 } else { quad / 4 };
        if at < number {
            pixels |= 0b1111 << (4 * quad);
        }
        quad += 1;
    }
    pixels
}

/// [`quads_below`] of 0 to 4 columns and rows.
const BELOW: [[u64; 5]; 2] = {
    let mut below = [[0; 5]; 2];
    let mut number = 0;
    while number < 5 {
        below[0][number as usize] = quads_below(number, true);
        below[1][number as usize] = quads_below(number, false);
        number += 1;
    }
    below
};

/// The first pixels of the quads of which a pixel is covered.
#[inline(always)]
fn first_pixels(pixels: u64) -> u64 {
    let pairs = pixels | pixels >> 1;
    (pairs | pairs >> 2) & 0x1111_1111_1111_1111
}

impl Pass for Append<'_, '_> {
    /// The first window that is left.
    type Output = usize;

    #[inline(always)]
    fn call(self) -> usize {
        let Append {
            inputs,
            shaded,
            primitives,
            order,
            fragments,
            packed,
            mut next,
            last,
        } = self;
        let first_lane = fragments.length;
        if packed.quads.is_empty() {
            packed.quads.start = first_lane / 4;
        }
        while let Some(&Covered {
            primitive,
            x,
            y,
            pixels,
        }) = packed.windows.get(next)
        {
            let quads = first_pixels(pixels);
            if fragments.length / 4 + quads.count_ones() as usize > QUADS {
                break;
            }
            next += 1;
            if pixels == 0 {
                continue;
            }
            let SetupPrimitive {
                gradients, origin, ..
            } = &primitives.list[primitive as usize];
            let front = origin.front;
            if *last != Some(primitive) {
                *last = Some(primitive);
                take_attributes(packed, inputs, shaded, primitives, primitive as usize);
            }
            // The block of the lower left pixel, and those to the right and above, in the order of squares.
            let [left, low] = [x, y].map(|at| usize::from((BLOCK - at % BLOCK) / 2));
            let [left, low] = [BELOW[0][left], BELOW[1][low]];
            let parts = [left & low, !left & low, left & !low, !left & !low];
            for (at, part) in (0..).zip(parts) {
                let pixels = pixels & part;
                if pixels == 0 {
                    continue;
                }
                let corner = [x / BLOCK + at % 2, y / BLOCK + at / 2].map(|at| at * BLOCK);
                let block = Block::of(corner[0], corner[1]);
                let number = packed.divisors.len();
                packed.anchor(gradients, block);
                let base = order.place(corner[0], corner[1]);
                let mut quads = first_pixels(pixels);
                while quads != 0 {
                    let first = quads.trailing_zeros();
                    quads &= quads - 1;
                    let quad = first as u16 / 4;
                    let [x, y] = [x + quad % 4 * 2, y + quad / 4 * 2];
                    let at = fragments.length / 4 % QUADS;
                    fragments.x[at] = x;
                    fragments.y[at] = y;
                    fragments.front[at] = front;
                    fragments.place[at] = base + lane_of(x.into(), y.into());
                    fragments.add_drawn(4 * at, (pixels >> first) as u8 & 0b1111);
                    fragments.length += 4;
                    packed.numbers.push(number as u8);
                }
            }
        }
        fragments.set_live(first_lane..fragments.length);
        packed.quads.end = fragments.length / 4;
        next
    }
}
