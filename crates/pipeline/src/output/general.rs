//! Writing colours to buffers of any format, field by field, in windows of lanes. The loops for single formats give the same
//! bits.

use quadrille_numerics::level::{Level, Pass};
use quadrille_texture::format::{Field, Number};

use super::blend::{Blended, Colors, ColorsAt, Plane, blend};
use super::logic;
use super::target::{Sources, Target, window};
use super::windows::{self, Drawn};
use crate::canonical::canonical;
use crate::framebuffer::cell::Cell;
use crate::framebuffer::component::{decode, encode, extract, lowest, place, signed_unit, unit};
use crate::framebuffer::window::{Aligned, WINDOW};
use crate::inter_stage::fragments::Fragments;

/// Writes colours of the drawn fragments.
pub(super) fn write<C: Cell>(
    level: Level,
    target: &Target,
    fragments: &Fragments,
    sources: Sources<'_>,
    pixels: &mut [C],
) {
    let mut words = Aligned([[0; WINDOW]; 4]);
    let mut storage = target.blend.is_some().then(|| Aligned(Storage::new()));
    let mut write = |number, lanes| {
        if target.reads {
            level.run(Load {
                fragments,
                number,
                pixels,
                words: &mut words.0,
            });
        }
        level.run(Combine {
            target,
            sources: &sources,
            number,
            words: &mut words.0,
            storage: storage.as_mut().map(|storage| &mut storage.0),
        });
        level.run(Store {
            fragments,
            number,
            lanes,
            words: &words.0,
            pixels,
        });
    };
    for drawn in windows::drawn(level, fragments, target.reads) {
        match drawn {
            Drawn::Blocks(windows) => {
                windows.for_each(|number| write(number, u64::MAX));
            }
            Drawn::Window { number, lanes } => write(number, lanes),
        }
    }
}

/// The words of the texels that lanes meet.
struct Load<'a, C> {
    fragments: &'a Fragments,
    number: usize,
    pixels: &'a [C],
    words: &'a mut [[u32; WINDOW]; 4],
}

impl<C: Cell> Pass for Load<'_, C> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let mut old = Aligned([C::default(); WINDOW]);
        let old = self.fragments.place(self.number).load(self.pixels, &mut old.0);
        for word in 0..C::WORDS {
            for lane in 0..WINDOW {
                self.words[word][lane] = old[lane].word(word);
            }
        }
    }
}

/// Stores the texels of words, in the lanes whose bits are set.
struct Store<'a, C> {
    fragments: &'a Fragments,
    number: usize,
    lanes: u64,
    words: &'a [[u32; WINDOW]; 4],
    pixels: &'a mut [C],
}

impl<C: Cell> Pass for Store<'_, C> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let mut new = Aligned([C::default(); WINDOW]);
        for word in 0..C::WORDS {
            for lane in 0..WINDOW {
                new.0[lane].set_word(word, self.words[word][lane]);
            }
        }
        self.fragments
            .place(self.number)
            .store(&new.0, self.lanes, self.pixels);
    }
}

/// Writes colours a lane at a time: a lane meets what those before it stored.
#[cfg(test)]
pub(super) fn write_lanes<C: Cell>(
    target: &Target,
    fragments: &Fragments,
    sources: Sources<'_>,
    lanes: std::ops::Range<usize>,
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
    combine(target, sources, words, Some(&mut Storage::new()));
}

/// Working storage, for one window after another.
struct Storage<const N: usize = WINDOW> {
    taken: [Colors<f32, N>; 2],
    destination: Colors<f32, N>,
    blended: Blended<f32, N>,
}

impl<const N: usize> Storage<N> {
    fn new() -> Storage<N> {
        Storage {
            taken: [[[0.0; N]; 4]; 2],
            destination: [[0.0; N]; 4],
            blended: Blended::new(),
        }
    }
}

struct Combine<'a> {
    target: &'a Target,
    sources: &'a Sources<'a>,
    number: usize,
    words: &'a mut [[u32; WINDOW]; 4],
    /// Of blending.
    storage: Option<&'a mut Storage>,
}

impl Pass for Combine<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let sources = window(self.sources, self.number);
        combine(self.target, sources, self.words, self.storage);
    }
}

/// Puts what is stored in the place of what was, as the words of texels.
///
/// Fixed-point buffers clamp sources and blend colour (GL 2.1, 4.1.8). Those of 8 bits blend in their own precision: sources,
/// blend colour and both weighted colours are rounded to it. All others blend in binary32, and round what comes of it.
#[inline(always)]
fn combine<const N: usize>(
    target: &Target,
    sources: [ColorsAt<'_, f32, N>; 2],
    words: &mut [[u32; N]; 4],
    storage: Option<&mut Storage<N>>,
) {
    // Fields by their numbers: a copy of all would be waited for.
    let field = |component: usize| target.fields[component];
    let mut colors = sources[0];
    if let (Some(state), Some(storage)) = (&target.blend, storage) {
        let Storage {
            taken,
            destination,
            blended,
        } = storage;
        let seconds = state.takes_second();
        for component in 0..4 {
            take(target, component, sources[0][component], &mut taken[0][component]);
            if seconds {
                take(target, component, sources[1][component], &mut taken[1][component]);
            }
            match field(component) {
                Some(field) => decode(field, &extract(field, words), &mut destination[component]),
                None => destination[component] = [if component == 3 { 1.0 } else { 0.0 }; N],
            }
        }
        let constant = [0, 1, 2, 3].map(|component| {
            let mut constant = [0.0];
            take(target, component, &[state.constant[component]], &mut constant);
            constant[0]
        });
        let round = |component: usize, plane: &mut Plane<f32, N>| {
            if let (true, Some(field)) = (target.rounds, field(component)) {
                round(field, plane);
            }
        };
        let taken = [taken[0].each_ref(), taken[1].each_ref()];
        blend(state, taken, destination, constant, round, blended);
        for plane in &mut blended.colors {
            for lane in 0..N {
                plane[lane] = canonical(plane[lane]);
            }
        }
        colors = blended.colors.each_ref();
    }
    for component in 0..4 {
        let Some(field) = field(component).filter(|_| target.mask >> component & 1 != 0) else {
            continue;
        };
        let mut new = [0; N];
        encode(field, colors[component], &mut new);
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

/// A component as it is blended: fixed-point buffers clamp it, those of 8 bits round it.
#[inline(always)]
fn take<const N: usize>(target: &Target, component: usize, from: &Plane<f32, N>, to: &mut Plane<f32, N>) {
    match target.fields[component] {
        _ if !target.is_fixed => *to = *from,
        Some(field) if target.rounds => {
            *to = *from;
            round(field, to);
        }
        Some(Field {
            number: Number::Snorm,
            ..
        }) => clamp(from, to, signed_unit),
        Some(_) | None => clamp(from, to, unit),
    }
}

#[inline(always)]
fn clamp<const N: usize>(from: &Plane<f32, N>, to: &mut Plane<f32, N>, within: impl Fn(f32) -> f32) {
    for lane in 0..N {
        to[lane] = within(from[lane]);
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
                [&fragments.color, &fragments.second].map(|colors| colors.each_ref().map(|plane| &plane.0));
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
