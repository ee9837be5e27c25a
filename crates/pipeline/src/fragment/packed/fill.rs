//! The values of attributes in the lanes of packed quads.

use quadrille_engine::Planes;
use quadrille_numerics::level::Pass;

use super::attribute::Anchored;
use super::{Packed, Places, QUADS as BATCH_QUADS};
use crate::canonical::canonical;
use crate::inter_stage::gradients::multiplier;
use crate::inter_stage::varying_layout::Input;

/// Lanes that are filled at once: a vector.
const LANES: usize = 16;

/// Quads of so many lanes.
pub(super) const QUADS: usize = LANES / 4;

/// Quads of a primitive in a block, [`QUADS`] at most. All lanes behind the first are filled, and those that are of other
/// quads are filled again by theirs.
#[derive(Clone, Copy, Default)]
pub(super) struct Chunk {
    /// The first quad.
    pub(super) quad: u8,
    /// The number of its planes.
    pub(super) planes: u8,
}

/// Fills the lanes of packed quads.
pub(super) struct FillQuads<'a> {
    pub(super) inputs: &'a [Input],
    pub(super) packed: &'a mut Packed,
    pub(super) attributes: &'a mut Planes,
}

impl Pass for FillQuads<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let FillQuads {
            inputs,
            packed,
            attributes,
        } = self;
        let Packed {
            anchored,
            divisors,
            chunks,
            count,
            places: Places { right, up, w },
            ..
        } = packed;
        let chunks = &chunks[..*count];
        if packed.has_perspective {
            for chunk in chunks {
                let (right, up) = (lanes(right, *chunk), lanes(up, *chunk));
                let divisor = &divisors[usize::from(chunk.planes) % divisors.len()];
                let w = lanes_mut(w, *chunk);
                for lane in 0..LANES {
                    w[lane] = multiplier(divisor, right[lane], up[lane]);
                }
            }
        }
        let (right, up, w) = (&*right, &*up, &*w);
        let is_odd = packed.extremes.is_odd() || packed.has_perspective;
        let stride = attributes.stride();
        debug_assert!(
            stride >= 4 * BATCH_QUADS + LANES - 4,
            "no room behind the last lanes"
        );
        for ((slot, input), anchored) in inputs.iter().enumerate().zip(anchored) {
            let Input::Varying(input) = input else { continue };
            let is_straight = input.no_perspective || !packed.has_perspective;
            for (component, to) in attributes
                .slot_mut(slot)
                .chunks_exact_mut(stride)
                .take(4)
                .enumerate()
            {
                if input.used >> component & 1 == 0 {
                    continue;
                }
                // A loop for each: as one, its lanes are not computed as vectors.
                if is_odd {
                    for chunk in chunks {
                        let planes = &anchored[usize::from(chunk.planes) % anchored.len()];
                        let places = [right, up, w].map(|quads| lanes(quads, *chunk));
                        put(to, *chunk, odd(planes, component, places, is_straight));
                    }
                } else {
                    for chunk in chunks {
                        let planes = &anchored[usize::from(chunk.planes) % anchored.len()];
                        let places = [right, up].map(|quads| lanes(quads, *chunk));
                        put(to, *chunk, linear(planes, component, places));
                    }
                }
            }
        }
    }
}

/// The values of a component that are sums of numbers, of which none is beyond all.
#[inline(always)]
fn linear(planes: &Anchored, component: usize, [right, up]: [&[f32; LANES]; 2]) -> [u32; LANES] {
    let (value, [x, y]) = planes.of(component);
    let mut values = [0; LANES];
    for lane in 0..LANES {
        values[lane] = ((value + x * right[lane]) + y * up[lane]).to_bits();
    }
    values
}

/// The same where they are multiplied with w, unless they are straight, or may be no numbers, or are not kept by arithmetic.
#[inline(always)]
fn odd(
    planes: &Anchored,
    component: usize,
    [right, up, w]: [&[f32; LANES]; 3],
    is_straight: bool,
) -> [u32; LANES] {
    let (value, [x, y]) = planes.of(component);
    let (constant, kept) = (planes.constant_bits[component], value.to_bits());
    let mut values = [0; LANES];
    for lane in 0..LANES {
        let plane = (value + x * right[lane]) + y * up[lane];
        let multiplied = plane * if is_straight { 1.0 } else { w[lane] };
        values[lane] = canonical(multiplied).to_bits() & !constant | kept & constant;
    }
    values
}

/// Stores the values of a chunk. Planes have room behind the last lanes.
#[inline(always)]
fn put(to: &mut [u32], chunk: Chunk, values: [u32; LANES]) {
    let first = (4 * usize::from(chunk.quad)).min(to.len() - LANES);
    to[first..].as_chunks_mut().0[0] = values;
}

/// The lanes of a chunk, and those behind it.
#[inline(always)]
fn lanes<const ALL: usize>(quads: &[[f32; 4]; ALL], chunk: Chunk) -> &[f32; LANES] {
    let first = usize::from(chunk.quad).min(ALL - QUADS);
    let lanes = &quads.as_flattened()[4 * first..];
    &lanes.as_chunks().0[0]
}

#[inline(always)]
fn lanes_mut<const ALL: usize>(quads: &mut [[f32; 4]; ALL], chunk: Chunk) -> &mut [f32; LANES] {
    let first = usize::from(chunk.quad).min(ALL - QUADS);
    let lanes = &mut quads.as_flattened_mut()[4 * first..];
    &mut lanes.as_chunks_mut().0[0]
}
