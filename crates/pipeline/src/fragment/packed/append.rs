//! The pixels of triangles become quads of a batch.

use std::ops::Range;

use prefetch_index::prefetch_index;
use quadrille_numerics::level::Pass;

use super::attribute::take_attributes;
use super::fill::{self, Chunk};
use super::find::Found;
use super::{Packed, Places, QUADS};
use crate::fragment::formula::CENTRES;
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
    /// The bytes of pixels, and how many each has: what the quads are stored to is prefetched.
    pub(super) pixels: (&'a [u8], usize),
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
            pixels: (bytes, size),
            fragments,
            packed,
            mut next,
            last,
        } = self;
        let first_lane = fragments.length;
        let mut lanes = first_lane;
        if packed.quads.is_empty() {
            packed.quads.start = first_lane / 4;
        }
        while let Some(&Found { primitive, covered }) = packed.windows.get(next) {
            let quads = first_pixels(covered.pixels);
            if lanes / 4 + quads.count_ones() as usize > QUADS {
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
            for (part, pixels) in covered.parts().into_iter().enumerate() {
                if pixels == 0 {
                    continue;
                }
                let corner = covered.corner(part);
                let number = packed.anchor(gradients, Block::of(corner[0], corner[1]));
                let first = lanes;
                lanes = add(
                    fragments,
                    lanes,
                    (bytes, size),
                    &mut packed.places,
                    Part {
                        corner,
                        pixels,
                        front,
                        place: order.place(corner[0], corner[1]),
                    },
                );
                packed.add_chunks(first / 4..lanes / 4, number);
            }
        }
        fragments.length = lanes;
        fragments.set_live(first_lane..fragments.length);
        packed.quads.end = fragments.length / 4;
        next
    }
}

impl Packed {
    /// Adds quads of a block, which have planes of this number.
    #[inline(always)]
    fn add_chunks(&mut self, quads: Range<usize>, planes: u8) {
        for first in quads.step_by(fill::QUADS) {
            self.chunks[self.count % QUADS] = Chunk {
                quad: first as u8,
                planes,
            };
            self.count += 1;
        }
    }
}

/// The pixels of a triangle in a block.
struct Part {
    /// The lower left pixel of the block.
    corner: [u16; 2],
    /// In the order of the block's lanes.
    pixels: u64,
    front: bool,
    /// Of the block in the band.
    place: u32,
}

/// Adds the quads of a part behind so many lanes; how many there are then.
#[inline(always)]
fn add(
    fragments: &mut Fragments,
    lanes: usize,
    (bytes, size): (&[u8], usize),
    places: &mut Places,
    part: Part,
) -> usize {
    // Slices of their own: a store could otherwise alias the pointers to the others, which would be loaded again.
    let Fragments {
        x, y, front, place, ..
    } = &mut *fragments;
    let (x, y, front, place) = (&mut **x, &mut **y, &mut **front, &mut **place);
    let (mut drawn, mut added) = (0, 0);
    let mut quads = first_pixels(part.pixels);
    while quads != 0 {
        let lane = quads.trailing_zeros();
        quads &= quads - 1;
        let quad = lane as u16 / 4;
        let at = (lanes + added) / 4 % QUADS;
        x[at] = part.corner[0] + quad % 4 * 2;
        y[at] = part.corner[1] + quad / 4 * 2;
        front[at] = part.front;
        place[at] = part.place + lane;
        prefetch_index(bytes, place[at] as usize * size);
        let [rights, ups] = &CENTRES;
        places.right[at] = rights.as_chunks().0[usize::from(quad)];
        places.up[at] = ups.as_chunks().0[usize::from(quad)];
        drawn |= (part.pixels >> lane & 0b1111) << added;
        added += 4;
    }
    fragments.add_drawn(lanes, drawn);
    lanes + added
}
