//! Writing colours to buffers of four 8-bit components, in windows of lanes.
//!
//! All lanes of a window are computed without branches, whether they are drawn or not, and those that are drawn are
//! stored. What reads the buffer needs lanes that meet no pixel twice: windows with others come in parts.

use std::ops::Range;

use quadrille_numerics::level::{Level, Pass};

use super::blend::{Blended, Colors, ColorsAt, blend};
use super::logic;
use super::target::{Sources, Target, window};
use super::windows::{self, Drawn};
use crate::framebuffer::nearest_level;
use crate::framebuffer::window::{Aligned, WINDOW};
use crate::inter_stage::fragments::{Fragments, LANES};

impl Target {
    /// The bits of a pixel that are stored.
    fn mask_of_bytes(&self) -> u32 {
        u32::from_le_bytes([0, 1, 2, 3].map(|component| {
            if self.mask >> component & 1 != 0 {
                u8::MAX
            } else {
                0
            }
        }))
    }

    /// What is stored over old pixels; red is the lowest byte.
    #[inline(always)]
    fn combine(
        &self,
        sources: [ColorsAt<'_, f32>; 2],
        old: &[[u8; 4]; WINDOW],
        new: &mut [[u8; 4]; WINDOW],
        storage: &mut Storage,
    ) {
        let Storage {
            rounded,
            second,
            destination,
            blended,
            words,
        } = storage;
        match &self.blend {
            Some(state) => {
                round(sources[0], rounded);
                if state.takes_second() {
                    round(sources[1], second);
                }
                unpack(old, destination);
                let sources = [rounded.each_ref(), second.each_ref()];
                blend(state, sources, destination, self.constant, |_, _| {}, blended);
                let [red, green, blue, alpha] = &blended.colors;
                for lane in 0..WINDOW {
                    let [low, high] = [red[lane] | green[lane] << 8, blue[lane] | alpha[lane] << 8];
                    words[lane] = u32::from(low) | u32::from(high) << 16;
                }
            }
            None => pack(sources[0], words),
        }
        if let Some(operation) = self.logic {
            for (word, old) in words.iter_mut().zip(old) {
                *word = logic::apply(operation, *word, u32::from_le_bytes(*old));
            }
        }
        let mask = self.mask_of_bytes();
        for lane in 0..WINDOW {
            let stored = words[lane] & mask | u32::from_le_bytes(old[lane]) & !mask;
            new[lane] = stored.to_le_bytes();
        }
    }
}

/// Working storage of blending, for one window after another.
struct Storage {
    rounded: Colors<u16>,
    second: Colors<u16>,
    destination: Colors<u16>,
    blended: Blended<u16>,
    words: [u32; WINDOW],
}

/// Writes colours of the drawn fragments.
pub(super) fn write(
    level: Level,
    target: &Target,
    fragments: &Fragments,
    sources: Sources<'_>,
    pixels: &mut [[u8; 4]],
) {
    let mut storage = target.reads.then(|| {
        Aligned(Storage {
            rounded: [[0; WINDOW]; 4],
            second: [[0; WINDOW]; 4],
            destination: [[0; WINDOW]; 4],
            blended: Blended::new(),
            words: [0; WINDOW],
        })
    });
    let (mut old, mut new) = (Aligned([[0; 4]; WINDOW]), Aligned([[0; 4]; WINDOW]));
    for drawn in windows::drawn(level, fragments, target.reads) {
        match drawn {
            Drawn::Blocks(windows) => level.run(WriteBlocks {
                colors: sources[0],
                fragments,
                windows,
                pixels,
            }),
            Drawn::Window { number, lanes } => level.run(WriteWindow {
                target,
                sources: &sources,
                fragments,
                number,
                drawn: lanes,
                pixels,
                old: &mut old,
                new: &mut new,
                storage: storage.as_mut().map(|storage| &mut storage.0),
            }),
        }
    }
}

/// The colours of windows that are blocks, whose pixels are all stored.
struct WriteBlocks<'a> {
    colors: [&'a [f32; LANES]; 4],
    fragments: &'a Fragments,
    windows: Range<usize>,
    pixels: &'a mut [[u8; 4]],
}

impl Pass for WriteBlocks<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        for number in self.windows {
            if let Some(pixels) = self.fragments.place(number).block(self.pixels) {
                pack_bytes(self.colors.map(|plane| &plane.as_chunks().0[number]), pixels);
            }
        }
    }
}

/// The colours of a window.
struct WriteWindow<'a> {
    target: &'a Target,
    sources: &'a Sources<'a>,
    fragments: &'a Fragments,
    number: usize,
    /// The lanes that are stored, one bit each.
    drawn: u64,
    pixels: &'a mut [[u8; 4]],
    /// The pixels before and behind.
    old: &'a mut [[u8; 4]; WINDOW],
    new: &'a mut [[u8; 4]; WINDOW],
    /// Of a target whose buffer is read.
    storage: Option<&'a mut Storage>,
}

impl Pass for WriteWindow<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let place = self.fragments.place(self.number);
        let sources = window(self.sources, self.number);
        if let Some(storage) = self.storage {
            let old = place.load(self.pixels, self.old);
            self.target.combine(sources, old, self.new, storage);
        } else {
            pack_bytes(sources[0], self.new);
        }
        place.store(self.new, self.drawn, self.pixels);
    }
}

/// Colours as pixels.
#[inline(always)]
fn pack(colors: ColorsAt<'_, f32>, words: &mut [u32; WINDOW]) {
    for lane in 0..WINDOW {
        words[lane] = word(colors, lane);
    }
}

#[inline(always)]
fn word([red, green, blue, alpha]: ColorsAt<'_, f32>, lane: usize) -> u32 {
    byte(red[lane]) | byte(green[lane]) << 8 | byte(blue[lane]) << 16 | byte(alpha[lane]) << 24
}

/// The same where they are kept.
#[inline(always)]
fn pack_bytes(colors: ColorsAt<'_, f32>, pixels: &mut [[u8; 4]; WINDOW]) {
    for lane in 0..WINDOW {
        pixels[lane] = word(colors, lane).to_le_bytes();
    }
}

/// Colours in 8-bit fixed point.
#[inline(always)]
fn round(colors: ColorsAt<'_, f32>, rounded: &mut Colors<u16>) {
    for (to, from) in rounded.iter_mut().zip(colors) {
        for lane in 0..WINDOW {
            to[lane] = byte(from[lane]) as u16;
        }
    }
}

/// A component in 8-bit fixed point. A conversion of the processor would keep the loop from becoming vector code.
#[inline(always)]
fn byte(component: f32) -> u32 {
    nearest_level(component) & 0xff
}

/// Pixels as colours.
#[inline(always)]
fn unpack(pixels: &[[u8; 4]; WINDOW], colors: &mut Colors<u16>) {
    for (to, shift) in colors.iter_mut().zip([0, 8, 16, 24]) {
        for lane in 0..WINDOW {
            to[lane] = (u32::from_le_bytes(pixels[lane]) >> shift & 0xff) as u16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::general;
    use crate::output::random::{FACTORS, Numbers, PIXELS};
    use crate::state::{BlendEquation as E, Context, LogicOperation as L};
    use quadrille_texture::Format;

    /// All write the same over the same, in four batches.
    fn compare(context: &Context, numbers: &mut Numbers) {
        let mut wanted: Vec<[u8; 4]> = (0..PIXELS).map(|_| numbers.next().to_le_bytes()).collect();
        let target = Target::new(context, 0, 0, Format::Rgba8);
        for _ in 0..4 {
            let fragments = numbers.fragments();
            let sources =
                [&fragments.color, &fragments.second].map(|colors| colors.each_ref().map(|plane| &plane.0));
            let before = wanted.clone();
            general::write_lanes(&target, &fragments, sources, 0..fragments.length, &mut wanted);
            for level in Level::all() {
                let mut found = before.clone();
                write(level, &target, &fragments, sources, &mut found);
                assert!(found == wanted, "{context:?}");
            }
        }
    }

    const OPERATIONS: [L; 16] = [
        L::Clear,
        L::And,
        L::AndReverse,
        L::Copy,
        L::AndInverted,
        L::Noop,
        L::Xor,
        L::Or,
        L::Nor,
        L::Equivalent,
        L::Invert,
        L::OrReverse,
        L::CopyInverted,
        L::OrInverted,
        L::Nand,
        L::Set,
    ];

    /// source: the operations a lane at a time, by fields
    #[test]
    fn windows_write_what_lanes_write() {
        let mut numbers = Numbers(18);
        let mut context = Context::new(8, 8);
        for mask in 0..16 {
            context.color_mask = mask;
            for operation in OPERATIONS.map(Some).into_iter().chain([None]) {
                context.logic_operation = operation;
                compare(&context, &mut numbers);
            }
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
                    compare(&context, &mut numbers);
                }
            }
        }
    }
}
