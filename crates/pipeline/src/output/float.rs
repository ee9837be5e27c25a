//! Writing colours to buffers of floating-point components, in windows of lanes as [`rgba8`](super::rgba8) does.
//!
//! Floating-point buffers clamp nothing, and logical operations have no effect on them.

use quadrille_numerics::level::{Level, Pass};

use super::blend_lanes::{Colors, Plane, blend};
use super::color;
use super::windows::{self, Drawn};
use crate::canonical::canonical;
use crate::framebuffer::half::{from_half, to_half};
use crate::framebuffer::window::{Place, WINDOW, lanes_of};
use crate::inter_stage::fragments::{Fragments, LANES};
use crate::state::{Blend, Context};

/// A pixel of a buffer.
pub(super) trait FloatPixel: Copy + Default {
    /// Its components.
    fn components(self) -> [f32; 4];
    /// The pixel of components.
    fn of(components: [f32; 4]) -> Self;
    /// The pixels of a window's colours.
    fn pack(colors: [&Plane<f32>; 4], pixels: &mut [Self; WINDOW]);
}

impl FloatPixel for [u16; 4] {
    #[inline(always)]
    fn components(self) -> [f32; 4] {
        let [red, green, blue, alpha] = self;
        [
            from_half(red.into()),
            from_half(green.into()),
            from_half(blue.into()),
            from_half(alpha.into()),
        ]
    }
    #[inline(always)]
    fn of(components: [f32; 4]) -> [u16; 4] {
        let [red, green, blue, alpha] = components;
        [
            to_half(red) as u16,
            to_half(green) as u16,
            to_half(blue) as u16,
            to_half(alpha) as u16,
        ]
    }
    #[inline(always)]
    fn pack([red, green, blue, alpha]: [&Plane<f32>; 4], pixels: &mut [[u16; 4]; WINDOW]) {
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
    fn components(self) -> [f32; 4] {
        self
    }
    #[inline(always)]
    fn of(components: [f32; 4]) -> [f32; 4] {
        components
    }
    #[inline(always)]
    fn pack([red, green, blue, alpha]: [&Plane<f32>; 4], pixels: &mut [[f32; 4]; WINDOW]) {
        for lane in 0..WINDOW {
            pixels[lane] = [red[lane], green[lane], blue[lane], alpha[lane]];
        }
    }
}

/// Writes colours of the drawn fragments.
pub(super) fn write<P: FloatPixel>(
    level: Level,
    context: &Context,
    fragments: &Fragments,
    colors: [&[f32; LANES]; 4],
    pixels: &mut [P],
) {
    let blends = context.blend.enabled && context.logic_operation.is_none();
    let reads = blends || context.color_mask & 0b1111 != 0b1111;
    for window in windows::drawn(fragments, reads) {
        match window {
            Drawn::Lanes(lanes) => color::write_float(context, fragments, colors, lanes, pixels),
            Drawn::Window {
                number,
                place,
                lanes,
                reads,
            } => level.run(WriteWindow {
                blend: Some(&context.blend).filter(|_| blends),
                mask: context.color_mask,
                reads,
                colors: colors.map(|plane| &plane.as_chunks().0[number]),
                place,
                drawn: lanes,
                pixels,
            }),
        }
    }
}

/// The colours of a window.
struct WriteWindow<'a, P> {
    blend: Option<&'a Blend>,
    /// The components that are stored, bit 0 for red.
    mask: u8,
    /// Whether what is stored depends on what was.
    reads: bool,
    colors: [&'a Plane<f32>; 4],
    place: Place<'a>,
    /// The lanes that are stored, one bit each.
    drawn: u64,
    pixels: &'a mut [P],
}

impl<P: FloatPixel> Pass for WriteWindow<'_, P> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        if let (Some(pixels), false) = (self.place.block(self.pixels), self.reads) {
            return P::pack(self.colors, pixels);
        }
        let mut new = [P::default(); WINDOW];
        let drawn = lanes_of(self.drawn);
        if !self.reads {
            P::pack(self.colors, &mut new);
            return self.place.store(&new, &drawn, self.pixels);
        }
        let mut old = [P::default(); WINDOW];
        self.place.load(self.pixels, &mut old);
        let mut colors: [Colors<f32>; 2] = [[[0.0; WINDOW]; 4]; 2];
        let [destination, stored] = &mut colors;
        for lane in 0..WINDOW {
            let components = old[lane].components();
            for component in 0..4 {
                destination[component][lane] = components[component];
            }
        }
        match self.blend {
            Some(state) => {
                blend(state, self.colors, destination, state.constant, stored);
                for plane in stored.iter_mut() {
                    for lane in 0..WINDOW {
                        plane[lane] = canonical(plane[lane]);
                    }
                }
            }
            None => {
                for (to, from) in stored.iter_mut().zip(self.colors) {
                    *to = *from;
                }
            }
        }
        for component in 0..4 {
            if self.mask >> component & 1 == 0 {
                stored[component] = destination[component];
            }
        }
        P::pack(stored.each_ref(), &mut new);
        for lane in 0..WINDOW {
            new[lane] = if drawn[lane] { new[lane] } else { old[lane] };
        }
        self.place.store(&new, &drawn, self.pixels);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::random::{FACTORS, Numbers, PIXELS};
    use crate::state::BlendEquation as E;

    /// All write the same over the same, in four batches.
    fn compare<P: FloatPixel + bytemuck::NoUninit>(context: &Context, numbers: &mut Numbers) {
        let mut wanted: Vec<P> = (0..PIXELS)
            .map(|_| P::of([(); 4].map(|()| numbers.color())))
            .collect();
        for _ in 0..2 {
            let fragments = numbers.fragments();
            let colors = fragments.color.each_ref().map(|plane| &**plane);
            let before = wanted.clone();
            color::write_float(context, &fragments, colors, 0..fragments.length, &mut wanted);
            for level in Level::all() {
                let mut found = before.clone();
                write(level, context, &fragments, colors, &mut found);
                let [found, wanted] = [&found, &wanted].map(|pixels| bytemuck::cast_slice::<P, u8>(pixels));
                assert!(found == wanted, "{context:?}");
            }
        }
    }

    /// source: the operations a lane at a time, which have tests of their own
    #[test]
    fn windows_write_what_lanes_write() {
        let mut numbers = Numbers(19);
        let mut context = Context::new(8, 8);
        for mask in 0..16 {
            context.color_mask = mask;
            compare::<[u16; 4]>(&context, &mut numbers);
            compare::<[f32; 4]>(&context, &mut numbers);
        }
        context.blend.enabled = true;
        for source in FACTORS {
            for destination in FACTORS {
                for equation in [E::Add, E::Subtract, E::ReverseSubtract, E::Min, E::Max] {
                    let mut any = || FACTORS[numbers.below(15) as usize];
                    context.blend.source = [source, any()];
                    context.blend.destination = [destination, any()];
                    context.blend.equation = [equation, [E::Add, equation][numbers.below(2) as usize]];
                    context.blend.constant = [(); 4].map(|()| numbers.color());
                    context.color_mask = [0b1111, numbers.below(16) as u8][numbers.below(2) as usize];
                    compare::<[u16; 4]>(&context, &mut numbers);
                    compare::<[f32; 4]>(&context, &mut numbers);
                }
            }
        }
    }
}
