//! Writing colours to buffers of any format, field by field: in windows of lanes, and a lane at a time where lanes of a
//! window meet a pixel. The loops for single formats give the same bits.

use std::ops::Range;

use quadrille_numerics::level::{Level, Pass};
use quadrille_texture::format::{Field, Number};

use super::blend::{Colors, ColorsAt, Plane, blend};
use super::logic;
use super::target::{Sources, Target, window};
use super::windows::{self, Drawn};
use crate::canonical::canonical;
use crate::framebuffer::cell::Cell;
use crate::framebuffer::component::{decode, encode, extract, lowest, place, signed_unit, unit};
use crate::framebuffer::window::{Aligned, Place, WINDOW, lanes_of};
use crate::inter_stage::fragments::Fragments;

/// Writes colours of the drawn fragments.
pub(super) fn write<C: Cell>(
    level: Level,
    target: &Target,
    fragments: &Fragments,
    sources: Sources<'_>,
    pixels: &mut [C],
) {
    let write = |pixels: &mut [C], number, place: Place<'_>, lanes, reads| {
        let mut old = [C::default(); WINDOW];
        let mut words = Aligned([[0; WINDOW]; 4]);
        let words = &mut words.0;
        if reads {
            place.load(pixels, &mut old);
            for lane in 0..WINDOW {
                let bits = old[lane].words();
                for word in 0..4 {
                    words[word][lane] = bits[word];
                }
            }
        }
        level.run(Combine {
            target,
            sources: window(sources, number),
            words,
        });
        let drawn = lanes_of(lanes);
        for lane in 0..WINDOW {
            let new = C::of([0, 1, 2, 3].map(|word| words[word][lane]));
            old[lane] = if drawn[lane] { new } else { old[lane] };
        }
        place.store(&old, lanes, pixels);
    };
    for drawn in windows::drawn(fragments, target.reads) {
        match drawn {
            Drawn::Blocks(windows) => {
                windows.for_each(|number| write(pixels, number, fragments.block(number), u64::MAX, false));
            }
            Drawn::Lanes(lanes) => write_lanes(target, fragments, sources, lanes, pixels),
            Drawn::Window {
                number,
                place,
                lanes,
                reads,
            } => write(pixels, number, place, lanes, reads),
        }
    }
}

/// Writes colours a lane at a time: a lane meets what those before it stored.
pub(super) fn write_lanes<C: Cell>(
    target: &Target,
    fragments: &Fragments,
    sources: Sources<'_>,
    lanes: Range<usize>,
    pixels: &mut [C],
) {
    for lane in lanes {
        if !fragments.is_drawn(lane) {
            continue;
        }
        let stored = &mut pixels[fragments.pixel(lane)];
        let mut words = stored.words().map(|word| [word]);
        let sources = sources.map(|colors| colors.map(|plane| std::array::from_ref(&plane[lane])));
        combine_one(target, sources, &mut words);
        *stored = Cell::of(words.map(|[word]| word));
    }
}

/// What is stored of a colour, the words of a texel, where nothing of what was there stays.
pub(super) fn stored(target: &Target, color: [f32; 4]) -> [u32; 4] {
    let mut words = [[0]; 4];
    let color = color.each_ref().map(std::array::from_ref);
    combine_one(target, [color; 2], &mut words);
    words.map(|[word]| word)
}

/// The same for one lane, once for all sizes of cells.
#[inline(never)]
fn combine_one(target: &Target, sources: [ColorsAt<'_, f32, 1>; 2], words: &mut [[u32; 1]; 4]) {
    combine(target, sources, words);
}

struct Combine<'a> {
    target: &'a Target,
    sources: [ColorsAt<'a, f32>; 2],
    words: &'a mut [[u32; WINDOW]; 4],
}

impl Pass for Combine<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        combine(self.target, self.sources, self.words);
    }
}

/// Puts what is stored in the place of what was, as the words of texels.
///
/// Fixed-point buffers clamp sources and blend colour (GL 2.1, 4.1.8). Those of 8 bits blend in their own precision: sources,
/// blend colour and both weighted colours are rounded to it. All others blend in binary32, and round what comes of it.
#[inline(always)]
fn combine<const N: usize>(target: &Target, sources: [ColorsAt<'_, f32, N>; 2], words: &mut [[u32; N]; 4]) {
    let mut colors: Aligned<Colors<f32, N>> = Aligned([[0.0; N]; 4]);
    let colors = &mut colors.0;
    match &target.blend {
        Some(state) => {
            let mut taken: Aligned<[Colors<f32, N>; 2]> = Aligned([[[0.0; N]; 4]; 2]);
            let taken = &mut taken.0;
            let mut destination: Aligned<Colors<f32, N>> = Aligned([[0.0; N]; 4]);
            let destination = &mut destination.0;
            for (component, field) in target.fields.into_iter().enumerate() {
                for (to, from) in taken.iter_mut().zip(sources) {
                    to[component] = *from[component];
                    restrict(target, field, &mut to[component]);
                }
                match field {
                    Some(field) => decode(field, &extract(field, words), &mut destination[component]),
                    None => destination[component] = [if component == 3 { 1.0 } else { 0.0 }; N],
                }
            }
            let constant = [0, 1, 2, 3].map(|component| {
                let mut constant = [state.constant[component]];
                restrict(target, target.fields[component], &mut constant);
                constant[0]
            });
            let round = |component: usize, plane: &mut Plane<f32, N>| {
                if let (true, Some(field)) = (target.rounds, target.fields[component]) {
                    round(field, plane);
                }
            };
            let taken = taken.each_ref().map(|colors| colors.each_ref());
            blend(state, taken, destination, constant, round, colors);
            for plane in colors.iter_mut() {
                for lane in 0..N {
                    plane[lane] = canonical(plane[lane]);
                }
            }
        }
        None => *colors = sources[0].map(|plane| *plane),
    }
    for (component, field) in target.fields.into_iter().enumerate() {
        let Some(field) = field.filter(|_| target.mask >> component & 1 != 0) else {
            continue;
        };
        let mut new = [0; N];
        encode(field, &colors[component], &mut new);
        if let Some(operation) = target.logic {
            let old = extract(field, words);
            for lane in 0..N {
                new[lane] = logic::apply(operation, new[lane], old[lane]) & lowest(field.bits);
            }
        }
        let (word, shift) = place(field);
        let mask = lowest(field.bits) << shift;
        let words = &mut words[word];
        for lane in 0..N {
            words[lane] = words[lane] & !mask | new[lane] << shift;
        }
    }
}

/// Clamps colours that fixed-point buffers blend, and rounds those of 8 bits.
#[inline(always)]
fn restrict<const N: usize>(target: &Target, field: Option<Field>, plane: &mut Plane<f32, N>) {
    if !target.is_fixed {
        return;
    }
    match field {
        Some(field) if target.rounds => round(field, plane),
        Some(Field {
            number: Number::Snorm,
            ..
        }) => {
            for lane in 0..N {
                plane[lane] = signed_unit(plane[lane]);
            }
        }
        Some(_) | None => {
            for lane in 0..N {
                plane[lane] = unit(plane[lane]);
            }
        }
    }
}

/// Rounds to what a field holds.
#[inline(always)]
fn round<const N: usize>(field: Field, plane: &mut Plane<f32, N>) {
    let mut bits = [0; N];
    encode(field, plane, &mut bits);
    decode(field, &bits, plane);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framebuffer::cell::bytes_of;
    use crate::output::random::{FACTORS, Numbers, PIXELS};
    use crate::state::{BlendEquation as E, Context, LogicOperation as L};
    use quadrille_texture::Format;
    use quadrille_texture::format::FORMATS;

    /// All write the same over the same, in two batches.
    fn compare<C: Cell>(context: &Context, format: Format, numbers: &mut Numbers) {
        let target = Target::new(context, 0, 0, format);
        // Bits that no component has are 0.
        let mut has = [0; 4];
        for field in target.fields.into_iter().flatten() {
            let (word, shift) = place(field);
            has[word] |= lowest(field.bits) << shift;
        }
        let mut any = || C::of(has.map(|bits| numbers.next() & bits));
        let mut wanted: Vec<C> = (0..PIXELS).map(|_| any()).collect();
        for _ in 0..2 {
            let fragments = numbers.fragments();
            let sources =
                [&fragments.color, &fragments.second].map(|colors| colors.each_ref().map(|plane| &**plane));
            let before = wanted.clone();
            write_lanes(&target, &fragments, sources, 0..fragments.length, &mut wanted);
            for level in Level::all() {
                let mut found = before.clone();
                write(level, &target, &fragments, sources, &mut found);
                let same = found.iter().zip(&wanted).all(|(a, b)| a.words() == b.words());
                assert!(same, "{format:?} {context:?}");
            }
        }
    }

    fn compare_format(context: &Context, format: Format, numbers: &mut Numbers) {
        match bytes_of(format) {
            1 => compare::<u8>(context, format, numbers),
            2 => compare::<u16>(context, format, numbers),
            4 => compare::<[u8; 4]>(context, format, numbers),
            8 => compare::<[u16; 4]>(context, format, numbers),
            _ => compare::<[f32; 4]>(context, format, numbers),
        }
    }

    /// source: the operations a lane at a time
    #[test]
    fn windows_write_what_lanes_write() {
        let mut numbers = Numbers(21);
        for row in FORMATS.iter().filter(|row| row.format.is_color_renderable()) {
            let mut context = Context::new(8, 8);
            for round in 0..6 {
                context.color_mask = [0b1111, numbers.below(16) as u8][round % 2];
                context.framebuffer_srgb = round > 3;
                context.logic_operation = [None, Some(L::Xor), Some(L::Nor)][round % 3];
                context.blend.enabled = round > 1;
                let mut any = || [(); 2].map(|()| FACTORS[numbers.below(19) as usize]);
                (context.blend.source, context.blend.destination) = (any(), any());
                context.blend.equation = [
                    [E::Add, E::Subtract, E::ReverseSubtract, E::Min, E::Max][round % 5],
                    E::Add,
                ];
                context.blend.constant = [(); 4].map(|()| numbers.color());
                compare_format(&context, row.format, &mut numbers);
            }
        }
    }

    fn stored(context: &Context, format: Format, color: [f32; 4]) -> [u32; 4] {
        super::stored(&Target::new(context, 0, 0, format), color)
    }

    /// source: the layouts of EXT_shader_image_load_store table X.2 and OpenGL 2.1 tables 3.9 to 3.11, by hand
    #[test]
    fn colors_lie_where_formats_have_them() {
        let mut context = Context::new(1, 1);
        let color = [1.0, 0.5, 0.25, 1.0 / 3.0];
        for (format, wanted) in [
            (
                Format::Rgb10A2,
                [0x3ff | 512 << 10 | 256 << 20 | 1 << 30, 0, 0, 0],
            ),
            (Format::Rgb565, [31 << 11 | 32 << 5 | 8, 0, 0, 0]),
            (Format::R8, [255, 0, 0, 0]),
            (Format::Rgb8, [255 | 128 << 8 | 64 << 16, 0, 0, 0]),
            (Format::Rg16F, [0x3800_3c00, 0, 0, 0]),
            (Format::Rgb32F, [0x3f80_0000, 0x3f00_0000, 0x3e80_0000, 0]),
            (Format::R11FG11FB10F, [0xf << 6 | 0xe << 17 | 0xd << 27, 0, 0, 0]),
            (
                Format::Rgba16Snorm,
                [0x7fff | 0x4000 << 16, 0x2000 | 10922 << 16, 0, 0],
            ),
            (
                Format::Srgb8Alpha8,
                [255 | 128 << 8 | 64 << 16 | 85 << 24, 0, 0, 0],
            ),
        ] {
            assert_eq!(stored(&context, format, color), wanted, "{format:?}");
        }
        context.framebuffer_srgb = true;
        // source: 1.055 · 0.5^(1/2.4) − 0.055 = 0.73536, · 255 = 187.5; of 0.25 0.53710, · 255 = 137.0
        let srgb = stored(&context, Format::Srgb8Alpha8, color);
        assert_eq!(srgb[0], 255 | 188 << 8 | 137 << 16 | 85 << 24);
        let integers = [7, -1, i32::MAX, 3].map(|number: i32| f32::from_bits(number.cast_unsigned()));
        assert_eq!(
            stored(&context, Format::Rgba8I, integers)[0],
            7 | 0xff << 8 | 0x7f << 16 | 3 << 24
        );
        assert_eq!(
            stored(&context, Format::Rgba32I, integers),
            integers.map(f32::to_bits)
        );
    }
}
