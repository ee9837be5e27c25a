//! Writing one colour: of a draw whose fragments all have the same results, what a buffer stores is found once, and
//! pixels are filled with it.

use quadrille_engine::Batch;
use quadrille_numerics::level::{Level, Pass};

use super::target::Target;
use super::{Output, general};
use crate::framebuffer::band::{Band, ColorBand, Order};
use crate::framebuffer::cell::{Cell, each_cell};
use crate::framebuffer::window::{Place, WINDOW, for_each_lane};
use crate::inter_stage::fragments::Fragments;
use crate::inter_stage::plane::BLOCK;
use crate::inter_stage::vertex_export::clamp;

/// For each target of a draw the words of the texel that it stores, if all of its fragments store the same, whatever was
/// there; for none while that is not known.
pub(crate) type UniformTexels = Vec<Option<[u32; 4]>>;

impl Output<'_> {
    /// Whether a target stores the same texel for all fragments that have the same results, of one sample a pixel.
    pub(crate) fn is_uniform(&self, target: &Target) -> bool {
        !target.reads && !self.varies(target)
    }

    /// The texels of a draw of one sample a pixel whose fragments have the results of lane 0 of a batch.
    pub(crate) fn uniform_texels(&self, batch: &Batch) -> UniformTexels {
        let texel = |target: &Target| {
            let slot = target.slots[0].filter(|_| self.is_uniform(target))?;
            let clamps = self.clamps(target);
            let color = batch.results.get(slot, 0).map(|bits| match f32::from_bits(bits) {
                value if clamps => clamp(value),
                value => value,
            });
            Some(general::stored(target, color))
        };
        self.targets.iter().map(texel).collect()
    }

    /// Stores the texels in blocks of a band, by their lower left pixels.
    pub(crate) fn fill_blocks(&self, texels: &UniformTexels, blocks: &[[u16; 2]], band: &mut Band<'_>) {
        let order = band.order();
        for (target, texel) in self.targets.iter().zip(texels) {
            if let (Some(words), Some(pixels)) = (texel, &mut band.colors[target.buffer]) {
                each_cell!(pixels, pixels => self.level.run(FillBlocks {
                    texel: Cell::of(*words),
                    blocks,
                    order,
                    pixels,
                }));
            }
        }
    }
}

/// Stores a texel at the drawn fragments of a batch.
pub(super) fn write(level: Level, words: [u32; 4], fragments: &Fragments, pixels: &mut ColorBand<'_>) {
    each_cell!(pixels, pixels => level.run(Write {
        texel: Cell::of(words),
        fragments,
        pixels,
    }));
}

struct Write<'a, C> {
    texel: C,
    fragments: &'a Fragments,
    pixels: &'a mut [C],
}

impl<C: Cell> Pass for Write<'_, C> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Write {
            texel,
            fragments,
            pixels,
        } = self;
        let windows = fragments.length.div_ceil(WINDOW);
        for (window, drawn) in fragments.drawn[..windows].iter().enumerate() {
            match fragments.place(window) {
                Place::Block(first) => {
                    let pixels = &mut pixels[first..first + WINDOW];
                    match *drawn {
                        u64::MAX => pixels.fill(texel),
                        drawn => for_each_lane(drawn, |lane| pixels[lane] = texel),
                    }
                }
                place @ Place::Quads(..) => place.store(&[texel; WINDOW], *drawn, pixels),
            }
        }
    }
}

struct FillBlocks<'a, C> {
    texel: C,
    blocks: &'a [[u16; 2]],
    order: Order,
    pixels: &'a mut [C],
}

impl<C: Cell> Pass for FillBlocks<'_, C> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        // Blocks side by side lie one behind the other.
        let is_next = |[x, y]: &[u16; 2], next: &[u16; 2]| *next == [x + BLOCK, *y];
        for run in self.blocks.chunk_by(is_next) {
            let [x, y] = run[0];
            let first = self.order.place(x, y) as usize;
            self.pixels[first..first + run.len() * WINDOW].fill(self.texel);
        }
    }
}
