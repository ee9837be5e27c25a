//! Writing colours to buffers of floating-point components, in windows of lanes as [`rgba8`](super::rgba8) does.
//!
//! Floating-point buffers clamp nothing, and logical operations have no effect on them.

use quadrille_numerics::level::{Level, Pass};

use super::blend::{Blended, Colors, ColorsAt, blend};
use super::target::{Sources, Target, window};
use super::windows::{self, Drawn};
use crate::canonical::canonical;
use crate::framebuffer::cell::Cell;
use crate::framebuffer::half::{from_half, to_half};
use crate::framebuffer::window::{Aligned, WINDOW};
use crate::inter_stage::fragments::Fragments;

/// A pixel of a buffer.
pub(super) trait FloatPixel: Cell {
    /// The colours of a window's pixels.
    fn unpack(pixels: &[Self; WINDOW], colors: &mut Colors<f32>);
    /// The pixels of a window's colours.
    fn pack(colors: ColorsAt<'_, f32>, pixels: &mut [Self; WINDOW]);
}

impl FloatPixel for [u16; 4] {
    #[inline(always)]
    fn unpack(pixels: &[[u16; 4]; WINDOW], colors: &mut Colors<f32>) {
        // Pairs first, as in packing.
        let mut pairs = [[0; WINDOW]; 2];
        for lane in 0..WINDOW {
            pairs[0][lane] = pixels[lane].word(0);
            pairs[1][lane] = pixels[lane].word(1);
        }
        for (pairs, colors) in pairs.iter().zip(colors.as_chunks_mut::<2>().0) {
            for lane in 0..WINDOW {
                colors[0][lane] = from_half(pairs[lane] & 0xffff);
                colors[1][lane] = from_half(pairs[lane] >> 16);
            }
        }
    }
    #[inline(always)]
    fn pack([red, green, blue, alpha]: ColorsAt<'_, f32>, pixels: &mut [[u16; 4]; WINDOW]) {
        // Pairs first: these loops become vector code, one over four conversions would not.
        let mut pairs = [[0; WINDOW]; 2];
        for (pairs, [low, high]) in pairs.iter_mut().zip([[red, green], [blue, alpha]]) {
            for lane in 0..WINDOW {
                pairs[lane] = to_half(low[lane]) | to_half(high[lane]) << 16;
            }
        }
        for lane in 0..WINDOW {
            let [low, high] = [pairs[0][lane], pairs[1][lane]];
            pixels[lane] = [low as u16, (low >> 16) as u16, high as u16, (high >> 16) as u16];
        }
    }
}

impl FloatPixel for [f32; 4] {
    #[inline(always)]
    fn unpack(pixels: &[[f32; 4]; WINDOW], colors: &mut Colors<f32>) {
        for lane in 0..WINDOW {
            for component in 0..4 {
                colors[component][lane] = pixels[lane][component];
            }
        }
    }
    #[inline(always)]
    fn pack([red, green, blue, alpha]: ColorsAt<'_, f32>, pixels: &mut [[f32; 4]; WINDOW]) {
        for lane in 0..WINDOW {
            pixels[lane] = [red[lane], green[lane], blue[lane], alpha[lane]];
        }
    }
}

/// Writes colours of the drawn fragments.
pub(super) fn write<P: FloatPixel>(
    level: Level,
    target: &Target,
    fragments: &Fragments,
    sources: Sources<'_>,
    pixels: &mut [P],
) {
    let mut storage = target.reads.then(|| {
        Aligned(Storage {
            destination: [[0.0; WINDOW]; 4],
            blended: Blended::new(),
        })
    });
    let mut write = |number, drawn| {
        level.run(WriteWindow {
            target,
            sources: &sources,
            fragments,
            number,
            drawn,
            pixels,
            storage: storage.as_mut().map(|storage| &mut storage.0),
        });
    };
    for drawn in windows::drawn(level, fragments, target.reads) {
        match drawn {
            // One by one: over several of them the conversions do not become vector code.
            Drawn::Blocks(windows) => {
                windows.for_each(|number| write(number, u64::MAX));
            }
            Drawn::Window { number, lanes } => write(number, lanes),
        }
    }
}

/// Working storage of blending, for one window after another.
struct Storage {
    destination: Colors<f32>,
    blended: Blended<f32>,
}

/// The colours of a window.
struct WriteWindow<'a, P> {
    target: &'a Target,
    sources: &'a Sources<'a>,
    fragments: &'a Fragments,
    number: usize,
    /// The lanes that are stored, one bit each.
    drawn: u64,
    pixels: &'a mut [P],
    /// Of a target whose buffer is read.
    storage: Option<&'a mut Storage>,
}

impl<P: FloatPixel> WriteWindow<'_, P> {
    /// What is stored over old pixels.
    #[inline(always)]
    fn combine(&self, Storage { destination, blended }: &mut Storage) {
        let mut old = Aligned([P::default(); WINDOW]);
        let place = self.fragments.place(self.number);
        let old = place.load(self.pixels, &mut old.0);
        P::unpack(old, destination);
        match &self.target.blend {
            Some(state) => {
                blend(
                    state,
                    window(self.sources, self.number),
                    destination,
                    state.constant,
                    |_, _| {},
                    blended,
                );
                for plane in &mut blended.colors {
                    for lane in 0..WINDOW {
                        plane[lane] = canonical(plane[lane]);
                    }
                }
            }
            None => {
                let [sources, _] = window(self.sources, self.number);
                for component in 0..4 {
                    blended.colors[component] = *sources[component];
                }
            }
        }
        for component in 0..4 {
            if self.target.mask >> component & 1 == 0 {
                blended.colors[component] = destination[component];
            }
        }
    }
}

impl<P: FloatPixel> Pass for WriteWindow<'_, P> {
    type Output = ();

    #[inline(always)]
    fn call(mut self) {
        let colors = match self.storage.take() {
            Some(storage) => {
                self.combine(storage);
                storage.blended.colors.each_ref()
            }
            None => window(self.sources, self.number)[0],
        };
        let place = self.fragments.place(self.number);
        match place.block(self.pixels) {
            Some(pixels) if self.drawn == u64::MAX => P::pack(colors, pixels),
            _ => {
                let mut new = Aligned([P::default(); WINDOW]);
                P::pack(colors, &mut new.0);
                place.store(&new.0, self.drawn, self.pixels);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::general;
    use crate::output::random::{FACTORS, Numbers, PIXELS};
    use crate::state::{BlendEquation as E, Context};
    use quadrille_texture::Format;

    /// All write the same over the same, in two batches.
    fn compare<P: FloatPixel>(context: &Context, format: Format, numbers: &mut Numbers) {
        let target = Target::new(context, 0, 0, format);
        let mut wanted: Vec<P> = (0..PIXELS)
            .map(|_| match size_of::<P>() {
                8 => P::of([(); 4].map(|()| to_half(numbers.color()) | to_half(numbers.color()) << 16)),
                _ => P::of([(); 4].map(|()| numbers.color().to_bits())),
            })
            .collect();
        for _ in 0..2 {
            let fragments = numbers.fragments();
            let sources =
                [&fragments.color, &fragments.second].map(|colors| colors.each_ref().map(|plane| &plane.0));
            let before = wanted.clone();
            general::write_lanes(&target, &fragments, sources, 0..fragments.length, &mut wanted);
            for level in Level::all() {
                let mut found = before.clone();
                write(level, &target, &fragments, sources, &mut found);
                let same = found.iter().zip(&wanted).all(|(a, b)| a.words() == b.words());
                assert!(same, "{context:?}");
            }
        }
    }

    /// source: the operations a lane at a time, by fields
    #[test]
    fn windows_write_what_lanes_write() {
        let mut numbers = Numbers(19);
        let mut context = Context::new(8, 8);
        for mask in 0..16 {
            context.color_mask = mask;
            compare::<[u16; 4]>(&context, Format::Rgba16F, &mut numbers);
            compare::<[f32; 4]>(&context, Format::Rgba32F, &mut numbers);
        }
        context.blend.enabled = true;
        for source in FACTORS {
            for destination in FACTORS {
                for equation in [E::Add, E::Subtract, E::ReverseSubtract, E::Min, E::Max] {
                    let mut any = || FACTORS[numbers.below(19) as usize];
                    context.blend.source = [source, any()];
                    context.blend.destination = [destination, any()];
                    context.blend.equation = [equation, [E::Add, equation][numbers.below(2) as usize]];
                    context.blend.constant = [(); 4].map(|()| numbers.color());
                    context.color_mask = [0b1111, numbers.below(16) as u8][numbers.below(2) as usize];
                    compare::<[u16; 4]>(&context, Format::Rgba16F, &mut numbers);
                    compare::<[f32; 4]>(&context, Format::Rgba32F, &mut numbers);
                }
            }
        }
    }
}
