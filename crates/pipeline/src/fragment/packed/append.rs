//! The pixels of triangles become quads of a batch.

use quadrille_numerics::level::Pass;

use super::attribute::take_attributes;
use super::find::Found;
use super::{Packed, QUADS};
use crate::framebuffer::band::Order;
use crate::inter_stage::fragments::Fragments;
use crate::inter_stage::plane::Block;
use crate::inter_stage::primitives::{Primitives, SetupPrimitive};
use crate::inter_stage::varying_layout::Input;
use crate::inter_stage::vertices::Vertices;
use crate::raster::covered::first_pixels;

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
        while let Some(&Found { primitive, covered }) = packed.windows.get(next) {
            let quads = first_pixels(covered.pixels);
            if fragments.length / 4 + quads.count_ones() as usize > QUADS {
                break;
            }
            next += 1;
            if covered.pixels == 0 {
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
            for (corner, pixels) in covered.parts() {
                if pixels == 0 {
                    continue;
                }
                let number = packed.divisors.len();
                packed.anchor(gradients, Block::of(corner[0], corner[1]));
                let base = order.place(corner[0], corner[1]);
                let first_quad = fragments.length / 4;
                let (mut drawn, mut lanes) = (0, 0);
                let mut quads = first_pixels(pixels);
                while quads != 0 {
                    let lane = quads.trailing_zeros();
                    quads &= quads - 1;
                    let quad = lane as u16 / 4;
                    let at = (first_quad + lanes / 4) % QUADS;
                    fragments.x[at] = corner[0] + quad % 4 * 2;
                    fragments.y[at] = corner[1] + quad / 4 * 2;
                    fragments.front[at] = front;
                    fragments.place[at] = base + lane;
                    packed.numbers[at] = number as u8;
                    drawn |= (pixels >> lane & 0b1111) << lanes;
                    lanes += 4;
                }
                fragments.add_drawn(fragments.length, drawn);
                fragments.length += lanes;
            }
        }
        fragments.set_live(first_lane..fragments.length);
        packed.quads.end = fragments.length / 4;
        next
    }
}
