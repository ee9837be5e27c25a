//! Writing colours to buffers of four 8-bit components, in windows of lanes.
//!
//! All lanes of a window are computed without branches, whether they are drawn or not, and those that are drawn are
//! stored. What reads the buffer needs windows that meet no pixel twice: the others are written a lane at a time.

use quadrille_numerics::level::{Level, Pass};

use super::blend_lanes::{Colors, Plane, blend};
use super::windows::{self, Drawn};
use super::{color, logic};
use crate::framebuffer::window::{Place, WINDOW, lanes_of};
use crate::framebuffer::{nearest_level, to_unorm8};
use crate::inter_stage::fragments::{Fragments, LANES};
use crate::state::{Blend, Context, LogicOperation};

/// What the state asks of the lanes of a draw.
struct Key<'a> {
    /// Blending, unless a logical operation replaces it.
    blend: Option<&'a Blend>,
    /// The blend colour, rounded to the buffer.
    constant: [u16; 4],
    logic: Option<LogicOperation>,
    /// The bits of a pixel that are stored.
    mask: u32,
}

impl Key<'_> {
    fn new(context: &Context) -> Key<'_> {
        let enabled = |component: u8| {
            if context.color_mask >> component & 1 != 0 {
                u8::MAX
            } else {
                0
            }
        };
        Key {
            blend: Some(&context.blend).filter(|blend| blend.enabled && context.logic_operation.is_none()),
            constant: context.blend.constant.map(|value| to_unorm8(value).into()),
            logic: context.logic_operation,
            mask: u32::from_le_bytes([0, 1, 2, 3].map(enabled)),
        }
    }

    /// Whether what is stored depends on what was.
    fn reads(&self) -> bool {
        self.blend.is_some() || self.logic.is_some() || self.mask != u32::MAX
    }

    /// What is stored over old pixels; red is the lowest byte.
    #[inline(always)]
    fn combine(&self, source: [&Plane<f32>; 4], old: &[u32; WINDOW], new: &mut [u32; WINDOW]) {
        match self.blend {
            Some(state) => {
                let mut colors: [Colors<u16>; 3] = [[[0; WINDOW]; 4]; 3];
                let [rounded, destination, blended] = &mut colors;
                for (to, from) in rounded.iter_mut().zip(source) {
                    for lane in 0..WINDOW {
                        to[lane] = byte(from[lane]) as u16;
                    }
                }
                unpack(old, destination);
                blend(state, rounded.each_ref(), destination, self.constant, blended);
                let [red, green, blue, alpha] = blended;
                for lane in 0..WINDOW {
                    let [low, high] = [red[lane] | green[lane] << 8, blue[lane] | alpha[lane] << 8];
                    new[lane] = u32::from(low) | u32::from(high) << 16;
                }
            }
            None => pack(source, new),
        }
        if let Some(operation) = self.logic {
            for (new, old) in new.iter_mut().zip(old) {
                *new = logic::apply(operation, *new, *old);
            }
        }
        for (new, old) in new.iter_mut().zip(old) {
            *new = *new & self.mask | old & !self.mask;
        }
    }
}

/// Writes colours of the drawn fragments.
pub(super) fn write(
    level: Level,
    context: &Context,
    fragments: &Fragments,
    colors: [&[f32; LANES]; 4],
    pixels: &mut [[u8; 4]],
) {
    let key = Key::new(context);
    let reads = key.reads();
    for window in windows::drawn(fragments, reads) {
        match window {
            Drawn::Lanes(lanes) => color::write_fixed(context, fragments, colors, lanes, pixels),
            Drawn::Window {
                number,
                place,
                lanes,
                reads,
            } => level.run(WriteWindow {
                key: &key,
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
struct WriteWindow<'a> {
    key: &'a Key<'a>,
    /// Whether what is stored depends on what was.
    reads: bool,
    colors: [&'a Plane<f32>; 4],
    place: Place<'a>,
    /// The lanes that are stored, one bit each.
    drawn: u64,
    pixels: &'a mut [[u8; 4]],
}

impl Pass for WriteWindow<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        if let (Some(pixels), false) = (self.place.block(self.pixels), self.reads) {
            return pack_bytes(self.colors, pixels);
        }
        let mut new = [0; WINDOW];
        let drawn = lanes_of(self.drawn);
        if self.reads {
            let mut stored = [[0; 4]; WINDOW];
            self.place.load(self.pixels, &mut stored);
            let old = stored.map(u32::from_le_bytes);
            self.key.combine(self.colors, &old, &mut new);
            for lane in 0..WINDOW {
                new[lane] = if drawn[lane] { new[lane] } else { old[lane] };
            }
        } else {
            pack(self.colors, &mut new);
        }
        self.place.store(&new.map(u32::to_le_bytes), &drawn, self.pixels);
    }
}

/// Colours as pixels.
#[inline(always)]
fn pack(colors: [&Plane<f32>; 4], words: &mut [u32; WINDOW]) {
    for lane in 0..WINDOW {
        words[lane] = word(colors, lane);
    }
}

#[inline(always)]
fn word([red, green, blue, alpha]: [&Plane<f32>; 4], lane: usize) -> u32 {
    byte(red[lane]) | byte(green[lane]) << 8 | byte(blue[lane]) << 16 | byte(alpha[lane]) << 24
}

/// The same where they are kept.
#[inline(always)]
fn pack_bytes(colors: [&Plane<f32>; 4], pixels: &mut [[u8; 4]; WINDOW]) {
    for lane in 0..WINDOW {
        pixels[lane] = word(colors, lane).to_le_bytes();
    }
}

/// A component in 8-bit fixed point. A conversion of the processor would keep the loop from becoming vector code.
#[inline(always)]
fn byte(component: f32) -> u32 {
    nearest_level(component) & 0xff
}

/// Pixels as colours.
#[inline(always)]
fn unpack(words: &[u32; WINDOW], colors: &mut Colors<u16>) {
    for (to, shift) in colors.iter_mut().zip([0, 8, 16, 24]) {
        for lane in 0..WINDOW {
            to[lane] = (words[lane] >> shift & 0xff) as u16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::random::{FACTORS, Numbers, PIXELS};
    use crate::state::{BlendEquation as E, LogicOperation as L};

    /// All write the same over the same, in four batches.
    fn compare(context: &Context, numbers: &mut Numbers) {
        let mut wanted: Vec<[u8; 4]> = (0..PIXELS).map(|_| numbers.next().to_le_bytes()).collect();
        for _ in 0..4 {
            let fragments = numbers.fragments();
            let colors = fragments.color.each_ref().map(|plane| &**plane);
            let before = wanted.clone();
            color::write_fixed(context, &fragments, colors, 0..fragments.length, &mut wanted);
            for level in Level::all() {
                let mut found = before.clone();
                write(level, context, &fragments, colors, &mut found);
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

    /// source: the operations a lane at a time, which have tests of their own
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
                    let mut any = || FACTORS[numbers.below(15) as usize];
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
