//! A look-up of sixteen elements: four quads, each with a level of detail of its own.

use quadrille_numerics::qpu::lanes::Lanes;

use super::texture::{Texture, TextureLevel};
use super::{ImageFilter, LevelFilter, Texel, Wrap, cube, filter, level};
use crate::machine::Memory;
use crate::machine::profile::Sampling;

/// What was written before the look-up began, as bits of floats.
#[derive(Clone, Copy, Debug)]
pub struct Coordinates<'a> {
    /// S.
    pub s: &'a Lanes,
    /// T; 0 if it was not written.
    pub t: &'a Lanes,
    /// R: the third component of a direction, or the border colour as the look-up would give it; 0 if it was not
    /// written.
    pub r: &'a Lanes,
    /// B: the bias of the level of detail, or the level; 0 if it was not written.
    pub b: &'a Lanes,
}

/// The results of a look-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Results {
    /// What the first and the second load bring to r4; types that need one load leave the second 0.
    pub words: [Lanes; 2],
    /// The bus address of the first texel that each element read.
    pub addresses: Lanes,
    /// A bus address that was read outside all buffers, if there is one. Zeros were read there.
    pub missing: Option<u32>,
}

/// The filters and levels that a quad is read with.
#[derive(Clone, Copy)]
struct Choice {
    image: ImageFilter,
    level: usize,
    /// The next smaller level, and its weight.
    next: Option<(usize, u32)>,
}

/// The bytes that were read last, by their bus address.
struct Reader<'a> {
    memory: &'a Memory<'a>,
    address: u32,
    bytes: &'a [u8],
    missing: Option<u32>,
}

impl<'a> Reader<'a> {
    #[inline]
    fn turn_to(&mut self, address: u32) {
        if self.address != address {
            (self.address, self.bytes) = (address, self.memory.bytes(address));
        }
    }
}

impl Texture {
    /// Looks up sixteen elements.
    pub fn look_up(&self, at: &Coordinates<'_>, sampling: &Sampling, memory: &Memory<'_>) -> Results {
        let bits = sampling.bounded().weight_bits;
        if let Some(quick) = &self.quick
            && let Some((words, addresses)) = quick.look_up((at.s, at.t), bits, memory)
        {
            return Results {
                words: [words, [0; 16]],
                addresses,
                missing: None,
            };
        }
        self.look_up_generally(at, sampling, memory)
    }

    /// Looks up sixteen elements, whatever the texture is.
    pub(super) fn look_up_generally(
        &self,
        at: &Coordinates<'_>,
        sampling: &Sampling,
        memory: &Memory<'_>,
    ) -> Results {
        let sampling = &sampling.bounded();
        let mut results = Results {
            words: [[0; 16]; 2],
            addresses: [0; 16],
            missing: None,
        };
        let first = self.levels[0].address;
        let mut reader = Reader {
            memory,
            address: first,
            bytes: memory.bytes(first),
            missing: None,
        };
        for quad in 0..4 {
            let part =
                |lanes: &Lanes| -> [f32; 4] { std::array::from_fn(|i| f32::from_bits(lanes[4 * quad + i])) };
            let (mut s, mut t) = (part(at.s), part(at.t));
            let mut faces = [0; 4];
            let choice = if self.parameters.is_cube {
                let r = part(at.r);
                let direction = |i: usize| [s[i], t[i], r[i]];
                faces = std::array::from_fn(|i| cube::face(direction(i)));
                // Differences mean something on one plane only: that of the first element's face.
                let on_first: [(f32, f32); 4] =
                    std::array::from_fn(|i| cube::project(faces[0], direction(i)));
                let own: [(f32, f32); 4] = std::array::from_fn(|i| cube::project(faces[i], direction(i)));
                let choice = self.choose(on_first.map(|p| p.0), on_first.map(|p| p.1), part(at.b), sampling);
                (s, t) = (own.map(|p| p.0), own.map(|p| p.1));
                choice
            } else {
                self.choose(s, t, part(at.b), sampling)
            };
            for i in 0..4 {
                let lane = 4 * quad + i;
                let choice = choice[i];
                let (texel, address) =
                    self.element(&mut reader, choice, faces[i], (s[i], t[i]), at.r[lane], sampling);
                let words = texel.words();
                results.words[0][lane] = words[0];
                results.words[1][lane] = words[1];
                results.addresses[lane] = address;
            }
        }
        results.missing = reader.missing;
        results
    }

    /// The filters and levels of the elements of a quad.
    #[inline]
    fn choose(&self, s: [f32; 4], t: [f32; 4], b: [f32; 4], sampling: &Sampling) -> [Choice; 4] {
        let parameters = &self.parameters;
        let magnified = Choice {
            image: parameters.magnify,
            level: 0,
            next: None,
        };
        let (image, levels) = parameters
            .minify
            .unwrap_or((ImageFilter::Linear, LevelFilter::None));
        let one_level = levels == LevelFilter::None || self.levels.len() == 1;
        if one_level && image == parameters.magnify {
            return [magnified; 4];
        }
        let detail = if parameters.level_is_absolute {
            0.0
        } else {
            let (width, height) = parameters.window.size.unwrap_or(parameters.size);
            level::of_quad(sampling.level, s, t, (width as f32, height as f32))
        };
        b.map(|b| {
            let detail = level::quantise(detail + b, sampling);
            if detail <= 0 {
                return magnified;
            }
            let last = self.levels.len() - 1;
            let (whole, part) = (
                (detail >> sampling.level_bits) as usize,
                detail as u32 & ((1 << sampling.level_bits) - 1),
            );
            let (level, next) = match levels {
                _ if one_level => (0, None),
                LevelFilter::Linear if whole < last => (whole, (part > 0).then_some((whole + 1, part))),
                LevelFilter::Nearest => (whole + usize::from(part > (1 << sampling.level_bits) >> 1), None),
                LevelFilter::Linear | LevelFilter::None => (whole, None),
            };
            Choice {
                image,
                level: level.min(last),
                next,
            }
        })
    }

    /// The value of an element, and the address of the first texel that it read.
    #[inline]
    fn element(
        &self,
        reader: &mut Reader<'_>,
        choice: Choice,
        face: u32,
        at: (f32, f32),
        border: u32,
        sampling: &Sampling,
    ) -> (Texel, u32) {
        let (texel, address) = self.in_level(reader, choice.level, face, at, choice.image, border, sampling);
        match choice.next {
            None => (texel, address),
            Some((next, weight)) => {
                let (smaller, _) = self.in_level(reader, next, face, at, choice.image, border, sampling);
                let one = 1 << sampling.level_bits;
                (
                    filter::weigh([texel, smaller], [one - weight, weight], sampling.level_bits),
                    address,
                )
            }
        }
    }

    #[inline]
    #[expect(clippy::too_many_arguments, reason = "where, how, and of what")]
    fn in_level(
        &self,
        reader: &mut Reader<'_>,
        number: usize,
        face: u32,
        (s, t): (f32, f32),
        image: ImageFilter,
        border: u32,
        sampling: &Sampling,
    ) -> (Texel, u32) {
        let parameters = &self.parameters;
        let level = &self.levels[number];
        reader.turn_to(
            level
                .address
                .wrapping_add(face.wrapping_mul(parameters.cube_stride)),
        );
        let size = match parameters.window.size {
            Some((width, height)) => ((width >> number).max(1), (height >> number).max(1)),
            None => level.size,
        };
        let bits = sampling.weight_bits;
        let fixed = |wrap: Wrap, coordinate: f32, side: u32| {
            (wrap.reduce(coordinate) * side as f32 * (1u32 << bits) as f32).floor() as i32
        };
        let (u, v) = (
            fixed(parameters.wrap_s, s, size.0),
            fixed(parameters.wrap_t, t, size.1),
        );
        let column = |i: i32| parameters.wrap_s.index(i, size.0 as i32);
        let row = |i: i32| parameters.wrap_t.index(i, size.1 as i32);
        if image == ImageFilter::Nearest || !self.texture_type.is_filtered() {
            let place = (column(u >> bits), row(v >> bits));
            return (
                self.texel(reader, level, number, size, place, border),
                self.place(level, face, number, size, place),
            );
        }
        let half = (1 << bits) >> 1;
        let (u, v) = (u - half, v - half);
        let (i, j) = (u >> bits, v >> bits);
        let mask = (1u32 << bits) - 1;
        let (f, g) = (u as u32 & mask, v as u32 & mask);
        let (columns, rows) = ([column(i), column(i + 1)], [row(j), row(j + 1)]);
        let one = 1 << bits;
        let texels = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y): (usize, usize)| {
            self.texel(reader, level, number, size, (columns[x], rows[y]), border)
        });
        let weights = [(one - f) * (one - g), f * (one - g), (one - f) * g, f * g];
        (
            filter::weigh(texels, weights, 2 * bits),
            self.place(level, face, number, size, (columns[0], rows[0])),
        )
    }

    /// Column and row in the plane of a level of a texel of the picture or of its window.
    #[inline]
    fn position(
        &self,
        level: &TextureLevel,
        number: usize,
        size: (u32, u32),
        (x, y): (u32, u32),
    ) -> (u32, u32) {
        let y = if self.parameters.flip_y { size.1 - 1 - y } else { y };
        if self.parameters.window.size.is_none() {
            return (x, y);
        }
        let (left, low) = self.parameters.window.offset;
        // What a window leaves of its parent is no texel of it.
        (
            ((left >> number) + x).min(level.size.0 - 1),
            ((low >> number) + y).min(level.size.1 - 1),
        )
    }

    #[inline]
    fn texel(
        &self,
        reader: &mut Reader<'_>,
        level: &TextureLevel,
        number: usize,
        size: (u32, u32),
        place: (Option<u32>, Option<u32>),
        border: u32,
    ) -> Texel {
        let (Some(x), Some(y)) = place else {
            return self.border(border);
        };
        let position = self.position(level, number, size, (x, y));
        let etc_flip = self.parameters.etc_flip;
        match self
            .texture_type
            .fetch(reader.bytes, &level.plane, position, etc_flip)
        {
            Ok(texel) => texel,
            Err(offset) => {
                reader
                    .missing
                    .get_or_insert(reader.address.wrapping_add(offset as u32));
                if self.texture_type.has_halves() {
                    Texel::Halves([0; 4])
                } else {
                    Texel::Bytes([0; 4])
                }
            }
        }
    }

    /// The border colour: the bytes of R, or what they are as halves.
    #[inline(never)]
    fn border(&self, word: u32) -> Texel {
        let bytes = word.to_le_bytes();
        if !self.texture_type.has_halves() {
            return Texel::Bytes(bytes);
        }
        let half = |byte: u8| quadrille_numerics::qpu::pack::to_half((f32::from(byte) / 255.0).to_bits());
        Texel::Halves(bytes.map(half))
    }

    /// The bus address of a texel, for the cache; level 0's for the border.
    #[inline]
    fn place(
        &self,
        level: &TextureLevel,
        face: u32,
        number: usize,
        size: (u32, u32),
        place: (Option<u32>, Option<u32>),
    ) -> u32 {
        let base = level
            .address
            .wrapping_add(face.wrapping_mul(self.parameters.cube_stride));
        let (Some(x), Some(y)) = place else {
            return base;
        };
        let (x, y) = self.position(level, number, size, (x, y));
        let block = self.texture_type.block();
        base.wrapping_add(level.plane.offset(x / block, y / block) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tmu::Parameters;

    /// The quick way and the general one, for every wrap, both tiled layouts and odd sizes, coordinates far outside, and
    /// what is no number.
    #[test]
    fn both_ways_give_the_same() {
        let mut bytes: Vec<u8> = (0..1u32 << 19)
            .map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8)
            .collect();
        let mut memory = Memory::new();
        memory.map(0x10_0000, &mut bytes).unwrap();
        let mut state = 1u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / 4_194_304.0 - 2.0
        };
        for (width, height) in [(4, 4), (17, 33), (64, 64), (100, 70), (200, 300), (128, 16)] {
            for way in 0..64 {
                let (wrap, kind, flip) = (way & 15, way >> 4 & 1, way >> 5);
                let texture = Texture::new(Parameters::decode(
                    0x10_0000 | kind << 4 | flip << 8,
                    height << 20 | width << 8 | wrap,
                    &[],
                ))
                .unwrap();
                let mut lanes = || {
                    std::array::from_fn(|i| match i {
                        0 => f32::NAN.to_bits(),
                        1 => 1e12f32.to_bits(),
                        2 => (-0.0f32).to_bits(),
                        _ => random().to_bits(),
                    })
                };
                let (s, t) = (lanes(), lanes());
                let zero = [0; 16];
                let at = Coordinates {
                    s: &s,
                    t: &t,
                    r: &zero,
                    b: &zero,
                };
                let sampling = Sampling::usual();
                let quick = texture.look_up(&at, &sampling, &memory);
                let general = texture.look_up_generally(&at, &sampling, &memory);
                assert_eq!(quick, general, "{width} {height} {way}");
            }
        }
    }
}
