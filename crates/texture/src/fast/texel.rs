//! Reads the texels of a block, a pair of each lane at a time, and makes the mean of their components.

use super::depths::{Compared, Outcomes};
use super::fixed::{Bytes, SignedBytes, Srgb};
use super::floats::SharedExponent;
use super::stored::{Stored, Texel};
use super::{LANES, Plane, Reads, mix};
use crate::MagnificationFilter;
use quadrille_numerics::level::Simd;

/// A word of two texels of each lane, side by side: those that a filter reads in a row, which lie so in memory.
pub(super) type Pairs = Plane<[u32; 2]>;

/// The same word of all left and of all right texels.
pub(super) type Sides = [Plane<u32>; 2];

/// The words of the texels that a filter reads, of the lower and the upper row.
pub(super) struct Rows {
    /// As they are loaded.
    pairs: [[Pairs; 4]; 2],
    /// As they are filtered.
    sides: [[Sides; 4]; 2],
}

impl Rows {
    pub(super) const fn new() -> Rows {
        Rows {
            pairs: [[[[0; 2]; LANES]; 4]; 2],
            sides: [[[[0; LANES]; 2]; 4]; 2],
        }
    }

    /// The first words of the lower and the upper row, as they are filtered.
    #[inline(always)]
    pub(super) fn words(&mut self) -> [&mut Sides; 2] {
        let [[low, ..], [high, ..]] = &mut self.sides;
        [low, high]
    }
}

/// Reads the texels of a block.
pub(super) struct Reader<'a> {
    /// The components of a texel.
    pub components: usize,
    /// Those that are read.
    pub reads: Reads,
    /// The bytes of the border as a texel.
    pub border: [u8; 16],
    /// Its words, where texels are decoded.
    pub border_words: [u32; 4],
    /// The texels of each image.
    pub images: &'a [&'a [u8]],
    /// Whether all lanes read the same image.
    pub uniform: bool,
    /// The images of the texels of each lane: of both rows from left to right.
    pub image: [[&'a Plane<u32>; 2]; 2],
    /// The numbers of these texels.
    pub numbers: &'a [[Plane<u32>; 2]; 2],
    /// Whether the rows have them already.
    pub is_read: bool,
    /// Whether the second texel in a row of each lane is the next one.
    pub is_adjacent: bool,
    /// The weights of the second texel in a row, and of the second row.
    pub across: &'a Plane<f32>,
    pub up: &'a Plane<f32>,
    /// Whether there is but one row of texels.
    pub is_line: bool,
    /// The filter.
    pub filter: MagnificationFilter,
}

impl Reader<'_> {
    /// The colours of a block, as components are stored; of depths, in the first component, what comparisons give where
    /// there are `outcomes`.
    #[inline(always)]
    pub(super) fn filtered<S: Simd>(
        &self,
        stored: Stored,
        compared: Option<(Outcomes, &Plane<f32>)>,
        rows: &mut Rows,
        colors: &mut [Plane<f32>; 4],
    ) {
        macro_rules! depths {
            ($depths:expr) => {{
                let (depths, [color, ..]) = ($depths, colors);
                let color = std::array::from_mut(color);
                match compared {
                    None => self.mean::<S, _, _, _>(depths, rows, color),
                    Some((outcomes, reference)) => {
                        let compared = Compared {
                            depths,
                            outcomes,
                            reference,
                        };
                        self.mean::<S, _, _, _>(compared, rows, color);
                    }
                }
            }};
        }
        match stored {
            Stored::Bytes => self.mean::<S, _, _, _>(Bytes, rows, colors),
            Stored::SignedBytes => self.mean::<S, _, _, _>(SignedBytes, rows, colors),
            Stored::Srgb => self.mean::<S, _, _, _>(Srgb, rows, colors),
            Stored::Shorts(texel) => self.mean::<S, _, _, _>(texel, rows, colors),
            Stored::Fields(texel) => self.mean::<S, _, _, _>(texel, rows, colors),
            Stored::SharedExponent => self.mean::<S, _, _, _>(SharedExponent, rows, colors),
            Stored::Halves(texel) => self.mean::<S, _, _, _>(texel, rows, colors),
            Stored::Singles(texel) => self.mean::<S, _, _, _>(texel, rows, colors),
            Stored::IntegerBytes(texel) => self.mean::<S, _, _, _>(texel, rows, colors),
            Stored::IntegerShorts(texel) => self.mean::<S, _, _, _>(texel, rows, colors),
            Stored::IntegerFields(texel) => self.mean::<S, _, _, _>(texel, rows, colors),
            Stored::Depths(texel) => depths!(texel),
            Stored::FloatDepths(texel) => depths!(texel),
        }
    }

    /// The means of components, which are made of the words of a texel.
    #[inline(always)]
    fn mean<S: Simd, const WORDS: usize, const COMPONENTS: usize, T: Texel<WORDS>>(
        &self,
        texel: T,
        rows: &mut Rows,
        colors: &mut [Plane<f32>; COMPONENTS],
    ) {
        // As many words as there are.
        let ([low, high], [low_sides, high_sides]) = (&mut rows.pairs, &mut rows.sides);
        let (Some(low), Some(high)) = (low.first_chunk_mut::<WORDS>(), high.first_chunk_mut::<WORDS>())
        else {
            return;
        };
        let (Some(low_sides), Some(high_sides)) = (
            low_sides.first_chunk_mut::<WORDS>(),
            high_sides.first_chunk_mut::<WORDS>(),
        ) else {
            return;
        };
        if !self.is_read {
            texel.load(self, low, high);
            split(low, low_sides);
        }
        match self.filter {
            MagnificationFilter::Linear if T::IS_MIXED => {
                if !self.is_read {
                    split(high, high_sides);
                }
                self.linear::<S, WORDS, T>(texel, low_sides, high_sides, colors);
            }
            MagnificationFilter::Linear | MagnificationFilter::Nearest => {
                nearest::<S, WORDS, COMPONENTS, T>(texel, low_sides, colors)
            }
        }
    }

    /// The means of four texels, a component at a time: more steps than that do not become vector code.
    #[inline(always)]
    fn linear<S: Simd, const WORDS: usize, T: Texel<WORDS>>(
        &self,
        texel: T,
        low: &[Sides; WORDS],
        high: &[Sides; WORDS],
        colors: &mut [Plane<f32>],
    ) {
        if let ([first, ..], true) = (&mut *colors, self.reads.has(0)) {
            self.linear_component::<S, WORDS, 0, T>(texel, low, high, first);
        }
        let [_, second, third, fourth] = colors else {
            return;
        };
        if self.reads.has(1) {
            self.linear_component::<S, WORDS, 1, T>(texel, low, high, second);
        }
        if self.reads.has(2) {
            self.linear_component::<S, WORDS, 2, T>(texel, low, high, third);
        }
        if self.reads.has(3) {
            self.linear_component::<S, WORDS, 3, T>(texel, low, high, fourth);
        }
    }

    /// The mean in x, then in y.
    #[inline(always)]
    fn linear_component<S: Simd, const WORDS: usize, const INDEX: usize, T: Texel<WORDS>>(
        &self,
        texel: T,
        low: &[Sides; WORDS],
        high: &[Sides; WORDS],
        color: &mut Plane<f32>,
    ) {
        for lane in 0..LANES {
            let mut words = [[[0; WORDS]; 2]; 2];
            for word in 0..WORDS {
                for side in 0..2 {
                    words[0][side][word] = low[word][side][lane];
                    words[1][side][word] = high[word][side][lane];
                }
            }
            let [low, high] = words;
            let low = texel.mixed::<S>(low, INDEX, lane, self.across[lane]);
            let high = texel.mixed::<S>(high, INDEX, lane, self.across[lane]);
            color[lane] = mix(T::IS_FINITE, low, high, self.up[lane]);
        }
    }

    /// Loads texels of so many bytes, and the border as one of them.
    #[inline(always)]
    pub(super) fn load<const BYTES: usize, const WORDS: usize>(
        &self,
        low: &mut [Pairs; WORDS],
        high: &mut [Pairs; WORDS],
        words: impl Fn([u8; BYTES]) -> [u32; WORDS] + Copy,
    ) {
        let border = self.border.first_chunk::<BYTES>();
        let border = border.map_or([0; WORDS], |border| words(*border));
        self.load_rows(low, high, border, words);
    }

    /// The same, and the words of the border as they are.
    #[inline(always)]
    pub(super) fn load_decoded<const BYTES: usize, const WORDS: usize>(
        &self,
        low: &mut [Pairs; WORDS],
        high: &mut [Pairs; WORDS],
        words: impl Fn([u8; BYTES]) -> [u32; WORDS] + Copy,
    ) {
        let border = self.border_words.first_chunk::<WORDS>();
        let border = border.copied().unwrap_or([0; WORDS]);
        self.load_rows(low, high, border, words);
    }

    /// Not inlined: for vector instructions of the machine this becomes gathers, which take longer than the loads.
    #[inline(never)]
    fn load_rows<const BYTES: usize, const WORDS: usize>(
        &self,
        low: &mut [Pairs; WORDS],
        high: &mut [Pairs; WORDS],
        border: [u32; WORDS],
        words: impl Fn([u8; BYTES]) -> [u32; WORDS] + Copy,
    ) {
        let is_linear = self.filter == MagnificationFilter::Linear;
        let count = if is_linear && !self.is_line { 2 } else { 1 };
        let places = self.numbers.iter().zip(self.image);
        for ((numbers, image), row) in places.zip([low, high]).take(count) {
            if is_linear && self.is_adjacent {
                self.load_texels::<BYTES, WORDS, 2, 0>(&numbers[0], image[0], row, border, words);
                continue;
            }
            self.load_texels::<BYTES, WORDS, 1, 0>(&numbers[0], image[0], row, border, words);
            if is_linear {
                self.load_texels::<BYTES, WORDS, 1, 1>(&numbers[1], image[1], row, border, words);
            }
        }
    }

    /// Loads the texels with these numbers, or with `COUNT` 2 those behind them too, from place `FIRST` of each pair on.
    #[inline(always)]
    fn load_texels<const BYTES: usize, const WORDS: usize, const COUNT: usize, const FIRST: usize>(
        &self,
        numbers: &Plane<u32>,
        images: &Plane<u32>,
        row: &mut [Pairs; WORDS],
        border: [u32; WORDS],
        words: impl Fn([u8; BYTES]) -> [u32; WORDS],
    ) {
        let image = |number: u32| match self.images.get(number as usize) {
            Some(image) => image.as_chunks::<BYTES>().0,
            None => &[],
        };
        let border_pair = border.map(|word| pair(word, word));
        let mut read = |image: &[[u8; BYTES]], lane: usize| {
            let number = numbers[lane] as usize;
            // Numbers of texels are inside their images, unless they stand for the border.
            let found = image.get(number..number + COUNT);
            let found: Option<&[[u8; BYTES]; COUNT]> = found.and_then(<[_]>::first_chunk);
            if COUNT == 2 {
                let found = found.map_or(border_pair, |found| {
                    let (left, right) = (words(found[0]), words(found[COUNT - 1]));
                    std::array::from_fn(|word| pair(left[word], right[word]))
                });
                for word in 0..WORDS {
                    row[word][lane] = [found[word] as u32, (found[word] >> 32) as u32];
                }
            } else {
                let found = found.map_or(border, |found| words(found[0]));
                for word in 0..WORDS {
                    row[word][lane][FIRST] = found[word];
                }
            }
        };
        if self.uniform {
            let image = image(images[0]);
            (0..LANES).for_each(|lane| read(image, lane));
        } else {
            (0..LANES).for_each(|lane| read(image(images[lane]), lane));
        }
    }
}

/// Two words side by side, as one that is stored at once.
#[inline(always)]
fn pair(left: u32, right: u32) -> u64 {
    u64::from(left) | u64::from(right) << 32
}

/// Words of pairs as words of their sides.
#[inline(always)]
fn split<const WORDS: usize>(pairs: &[Pairs; WORDS], sides: &mut [Sides; WORDS]) {
    for word in 0..WORDS {
        for lane in 0..LANES {
            sides[word][0][lane] = pairs[word][lane][0];
            sides[word][1][lane] = pairs[word][lane][1];
        }
    }
}

/// The components of the nearest texels.
#[inline(always)]
fn nearest<S: Simd, const WORDS: usize, const COMPONENTS: usize, T: Texel<WORDS>>(
    texel: T,
    row: &[Sides; WORDS],
    colors: &mut [Plane<f32>; COMPONENTS],
) {
    for lane in 0..LANES {
        let mut words = [0; WORDS];
        for word in 0..WORDS {
            words[word] = row[word][0][lane];
        }
        for index in 0..COMPONENTS {
            colors[index][lane] = texel.component::<S>(words, index, lane);
        }
    }
}
