//! The values of attributes in the lanes of packed quads.

use quadrille_engine::Planes;
use quadrille_numerics::level::Pass;

use super::{Packed, QUADS};
use crate::canonical::canonical;
use crate::inter_stage::fragments::Fragments;
use crate::inter_stage::gradients::multiplier;
use crate::inter_stage::plane::from_centre;
use crate::inter_stage::varying_layout::Input;

/// Quads of a small draw: where there are no more, what is kept of them on the stack is as small.
pub(super) const FEW: usize = 16;

/// Fills the lanes of packed quads, which are among the first `MOST` of the batch.
pub(super) struct FillQuads<'a, const MOST: usize> {
    pub(super) inputs: &'a [Input],
    pub(super) fragments: &'a Fragments,
    pub(super) packed: &'a Packed,
    pub(super) attributes: &'a mut Planes,
}

impl<const MOST: usize> Pass for FillQuads<'_, MOST> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let FillQuads {
            inputs,
            fragments,
            packed,
            attributes,
        } = self;
        let (quads, is_odd) = (packed.quads.clone(), packed.extremes.is_odd());
        let (mut rights, mut ups, mut ws) = ([[0.0; 4]; MOST], [[0.0; 4]; MOST], [[1.0; 4]; MOST]);
        for quad in quads.clone() {
            let (left, low) = (from_centre(fragments.x[quad]), from_centre(fragments.y[quad]));
            rights[quad] = [left, left + 1.0, left, left + 1.0];
            ups[quad] = [low, low, low + 1.0, low + 1.0];
        }
        if packed.has_perspective {
            let all = ws[quads.clone()].iter_mut();
            let places = rights[quads.clone()].iter().zip(&ups[quads.clone()]);
            for ((w, (right, up)), number) in all.zip(places).zip(&packed.numbers[packed.quads.clone()]) {
                let divisor = &packed.divisors[usize::from(*number) % QUADS];
                for pixel in 0..4 {
                    w[pixel] = multiplier(divisor, right[pixel], up[pixel]);
                }
            }
        }
        for ((slot, input), anchored) in inputs.iter().enumerate().zip(&packed.anchored) {
            let Input::Varying(input) = input else { continue };
            for component in 0..4 {
                if input.used >> component & 1 == 0 {
                    continue;
                }
                let to = attributes.component_mut(slot, component);
                let to = to.as_chunks_mut::<4>().0[quads.clone()].iter_mut();
                let places = rights[quads.clone()].iter().zip(&ups[quads.clone()]);
                let quads = to.zip(places).zip(&packed.numbers[packed.quads.clone()]);
                if is_odd || packed.has_perspective {
                    let ws = &ws[packed.quads.clone()];
                    for (((to, (right, up)), number), w) in quads.zip(ws) {
                        let planes = &anchored[usize::from(*number) % QUADS];
                        let value = planes.value[component];
                        let [along_x, along_y] = &planes.gradients;
                        let (gx, gy) = (along_x[component], along_y[component]);
                        for pixel in 0..4 {
                            let plane = (value + gx * right[pixel]) + gy * up[pixel];
                            let multiplied = plane
                                * if planes.is_straight[component] {
                                    1.0
                                } else {
                                    w[pixel]
                                };
                            let kept = if planes.is_constant[component] {
                                value
                            } else {
                                canonical(multiplied)
                            };
                            to[pixel] = kept.to_bits();
                        }
                    }
                } else {
                    for ((to, (right, up)), number) in quads {
                        let planes = &anchored[usize::from(*number) % QUADS];
                        let value = planes.value[component];
                        let [along_x, along_y] = &planes.gradients;
                        let (gx, gy) = (along_x[component], along_y[component]);
                        for pixel in 0..4 {
                            to[pixel] = ((value + gx * right[pixel]) + gy * up[pixel]).to_bits();
                        }
                    }
                }
            }
        }
    }
}
