//! A block of lanes on its way through the passes.

use super::axis::{Axis, integer};
use super::depths::Outcomes;
use super::key::{Border, Key};
use super::level::{Levels, Samples};
use super::texel::{Reader, Rows};
use super::window::Window;
use super::{Colors, LANES, LEVELS, Plane, Reads, anew, is_uniform, keep, mix_colors};
use crate::lookup::{Lookup, Offset};
use crate::{BoundTexture, LayerAxis, MagnificationFilter};
use quadrille_numerics::level::Simd;

/// The axes of s, and of t, that are kept: of a grid of lookups those of a row or column.
pub(super) const KEPT: usize = 4;

/// What the passes hand on, a block of lanes at a time.
#[repr(C, align(64))]
pub(super) struct Block {
    /// The coordinate of the layer.
    pub layer: Plane<f32>,
    /// What depths are compared with.
    pub reference: Plane<f32>,
    /// The level of detail.
    pub lambda: Plane<f32>,
    /// The first level of each lane, from the base level.
    pub level: Plane<u32>,
    /// The weight of the level behind it.
    pub weight: Plane<f32>,
    /// The samples of each lane.
    pub samples: Samples,
    /// The same of a sample, where there are several.
    pub sampled: [Plane<f32>; 3],
    /// s and t on the face of a cube map.
    pub projected: [Plane<f32>; 3],
    /// The face of each lane, of cube maps.
    pub face: Plane<u32>,
    /// The level that is read.
    pub current: Plane<u32>,
    /// Width, height and depth of that level: where all lanes read one level, those of the first lane stand for all unless
    /// `has_all_sizes`; so does its number.
    pub sizes: [Plane<f32>; 3],
    /// The texels that are read on each axis: those of the lookup, and those of lookups before.
    pub axes: [[Axis; KEPT]; 3],
    /// The numbers of the texels that are read: of both rows from left to right.
    pub numbers: [[Plane<u32>; 2]; 2],
    /// Their images, of cube maps; the first ones are those of all texels, unless filters go across the edges of faces.
    pub image: [[Plane<u32>; 2]; 2],
    /// The lanes that are left to the general path.
    pub left: Plane<bool>,
    /// The texels that the filter reads, of the lower and the upper row.
    rows: Rows,
    /// The components, as filters mix them, bytes from 0 to 255: those of depths are the first.
    pub colors: Colors,
    /// The colours of the first slice, of the first level, and the mean of the samples before.
    slice: Colors,
    near: Colors,
    mean: Colors,
    /// The colours of lanes that are magnified.
    pub magnified: Colors,
    /// Whether all lanes read the same level. What is not a plane stands last, so that planes lie at lines of the cache.
    pub is_one_level: bool,
    /// Whether the level and its sizes are kept for each lane, whatever they are.
    pub has_all_sizes: bool,
    /// Which axes are those of the lookup.
    pub at: [usize; 3],
    /// The coordinates that axes are of, by their address and length.
    coordinates: [[(usize, usize); KEPT]; 3],
    /// The axes that are overwritten next.
    next: [usize; 3],
}

impl Default for Block {
    fn default() -> Self {
        Block {
            layer: [0.0; LANES],
            reference: [0.0; LANES],
            lambda: [0.0; LANES],
            level: [0; LANES],
            weight: [0.0; LANES],
            samples: Samples::new(),
            sampled: [[0.0; LANES]; 3],
            projected: [[0.0; LANES]; 3],
            face: [0; LANES],
            current: [0; LANES],
            sizes: [[0.0; LANES]; 3],
            is_one_level: true,
            has_all_sizes: true,
            axes: [const { [const { Axis::new() }; KEPT] }; 3],
            at: [0; 3],
            coordinates: [[(0, 0); KEPT]; 3],
            next: [0; 3],
            numbers: [[[0; LANES]; 2]; 2],
            image: [[[0; LANES]; 2]; 2],
            left: [false; LANES],
            rows: Rows::new(),
            colors: [[0.0; LANES]; 4],
            slice: [[0.0; LANES]; 4],
            near: [[0.0; LANES]; 4],
            mean: [[0.0; LANES]; 4],
            magnified: [[0.0; LANES]; 4],
        }
    }
}

/// What all lookups of a block have in common.
#[derive(Clone, Copy)]
pub(super) struct Pass<'a> {
    pub key: &'a Key,
    /// s, t and r as they are given; of cube maps directions.
    pub given: [&'a Plane<f32>; 3],
    /// The lookup, where axes may be those of lookups before with the same coordinates.
    pub shared: Option<&'a Lookup<'a>>,
    /// The texels of each level, of face 0 and then of the others.
    pub images: &'a [&'a [u8]],
    /// How depths are compared.
    pub outcomes: Option<Outcomes>,
    /// The filter within a level.
    pub filter: MagnificationFilter,
    /// The levels that are read.
    pub levels: Levels,
    /// Whether lanes have samples of their own.
    pub has_samples: bool,
    /// The components of texels that are read.
    pub reads: Reads,
    /// The texture, and the offsets from lane `start`, where the lookup moves texels.
    pub moved: Option<(&'a BoundTexture, Offset<'a>, usize)>,
}

impl Block {
    /// Lets all lanes read the base level, as they do where no levels are chosen.
    #[inline(always)]
    pub(super) fn reset(&mut self, key: &Key, is_moved: bool) {
        self.is_one_level = true;
        self.at = [0; 3];
        self.has_all_sizes = is_moved || key.is_cube;
        let filled = if self.has_all_sizes { LANES } else { 1 };
        self.current[..filled].fill(0);
        for (sizes, table) in self.sizes.iter_mut().zip(&key.level_sizes.sizes) {
            sizes[..filled].fill(table[0]);
        }
        if key.dimensions == 1 {
            self.axes[1][0].first.fill(0);
            self.axes[1][0].second.fill(0);
            self.axes[1][0].fraction.fill(0.0);
        }
    }

    /// Forgets the axes of other lanes.
    #[inline(always)]
    pub(super) fn forget_axes(&mut self) {
        self.coordinates = [[(0, 0); KEPT]; 3];
        self.next = [0; 3];
    }

    /// Chooses the axis of some coordinates; whether it has their texels already.
    #[inline(always)]
    pub(super) fn choose_axis(&mut self, index: usize, coordinates: &[f32]) -> bool {
        let place = (coordinates.as_ptr().addr(), coordinates.len());
        let known = self.coordinates[index].iter().position(|known| *known == place);
        self.at[index] = known.unwrap_or(self.next[index]);
        if known.is_none() {
            self.coordinates[index][self.next[index] % KEPT] = place;
            self.next[index] = (self.next[index] + 1) % KEPT;
        }
        known.is_some()
    }

    /// The lanes that are magnified by another filter than the others.
    #[inline(always)]
    pub(super) fn count_magnified(&self, key: &Key) -> usize {
        if !key.is_mixed() {
            return 0;
        }
        let mut count = 0;
        for lane in 0..LANES {
            count += usize::from(key.magnifies(self.lambda[lane]));
        }
        count
    }

    /// Takes the colours of lanes that are magnified from where they were kept.
    #[inline(always)]
    pub(super) fn choose_magnified(&mut self, key: &Key, reads: Reads) {
        for index in 0..4 {
            if !reads.has(index) {
                continue;
            }
            for lane in 0..LANES {
                if key.magnifies(self.lambda[lane]) {
                    self.colors[index][lane] = self.magnified[index][lane];
                }
            }
        }
    }

    /// The filtered colours of the lanes, as components are stored: of each sample, level and slice.
    #[inline(always)]
    pub(super) fn filter<S: Simd>(&mut self, simd: S, pass: Pass<'_>) {
        let key = pass.key;
        let samples = if pass.has_samples { self.most_samples() } else { 1 };
        let levels = match pass.levels {
            Levels::Two if self.has_second_level() => 2,
            Levels::Two | Levels::Nearest | Levels::Base => 1,
        };
        let slices = match pass.filter {
            MagnificationFilter::Linear if key.dimensions == 3 => 2,
            MagnificationFilter::Linear | MagnificationFilter::Nearest => 1,
        };
        for sample in 1..=samples {
            self.place(pass, sample);
            for level in 0..levels {
                let block = anew(&mut *self);
                if key.levels != Levels::Base {
                    block.choose_level(key, level);
                }
                block.locate::<S>(pass);
                for slice in 0..slices {
                    let block = anew(&mut *block);
                    block.look_up(simd, pass, slice > 0);
                    if slice > 0 {
                        mix_colors(pass, &block.slice, &mut block.colors, &block.axes[2][0].fraction);
                    } else if slices > 1 {
                        keep(pass.reads, &block.colors, &mut block.slice);
                    }
                }
                if level > 0 {
                    mix_colors(pass, &block.near, &mut block.colors, &block.weight);
                } else if levels > 1 {
                    keep(pass.reads, &block.colors, &mut block.near);
                }
            }
            if sample > 1 {
                let mut weights = [0.0; LANES];
                let weight = 1.0 / sample as f32;
                for lane in 0..LANES {
                    weights[lane] = if sample <= self.samples.count[lane] {
                        weight
                    } else {
                        0.0
                    };
                }
                mix_colors(pass, &self.mean, &mut self.colors, &weights);
            }
            if sample < samples {
                keep(pass.reads, &self.colors, &mut self.mean);
            }
        }
    }

    #[inline(always)]
    fn most_samples(&self) -> u32 {
        self.samples.count.iter().fold(1, |most, count| most.max(*count))
    }

    /// Whether a lane reads a second level.
    #[inline(always)]
    fn has_second_level(&self) -> bool {
        self.weight.iter().fold(0, |all, weight| all | weight.to_bits()) != 0
    }

    /// The filtered colours in a slice of the lanes' levels; of depths in the first component, as they are or compared.
    #[inline(always)]
    fn look_up<S: Simd>(&mut self, simd: S, pass: Pass<'_>, second_slice: bool) {
        let Pass { key, images, .. } = pass;
        let is_linear = pass.filter == MagnificationFilter::Linear;
        let is_read = match self.window(pass) {
            Some(window) if key.stored.is_bytes() => {
                if window.mix_bytes(simd, axes(&self.axes, self.at), pass.reads, &mut self.colors) {
                    return;
                }
                false
            }
            Some(window) => window.read(simd, axes(&self.axes, self.at), self.rows.words()),
            None => false,
        };
        let is_adjacent =
            is_linear && !is_read && !key.is_seamless && self.axes[0][self.at[0] % KEPT].is_adjacent();
        if !is_read {
            self.number(key, second_slice, is_adjacent || !is_linear);
        }
        if key.has_faces() {
            for lane in 0..LANES {
                self.image[0][0][lane] = self.current[lane] + self.face[lane] * LEVELS as u32;
            }
        }
        let crosses = key.is_seamless && is_linear && self.cross(key);
        let [x, y] = axes(&self.axes, self.at);
        let [[first, second], [third, fourth]] = &self.image;
        let first = if key.has_faces() || crosses {
            first
        } else {
            &self.current
        };
        let reader = Reader {
            components: key.components,
            reads: pass.reads,
            border: key.border.map_or([0; 16], |border| border.texel),
            border_words: key.border.map_or([0; 4], |border| border.words),
            uniform: !crosses && self.is_one_level && (!key.has_faces() || is_uniform(first)),
            images,
            image: match crosses {
                true => [[first, second], [third, fourth]],
                false => [[first; 2]; 2],
            },
            numbers: &self.numbers,
            is_read,
            across: &x.fraction,
            is_adjacent: is_adjacent || !crosses && key.is_seamless,
            up: &y.fraction,
            is_line: key.dimensions == 1,
            filter: pass.filter,
        };
        let compared = pass.outcomes.map(|outcomes| (outcomes, &self.reference));
        reader.filtered::<S>(key.stored, compared, &mut self.rows, &mut self.colors);
    }

    /// The image that all lanes read, if it is one whose texels are words and which is filtered in two dimensions.
    #[inline(always)]
    fn window<'a>(
        &self,
        Pass {
            key, images, filter, ..
        }: Pass<'a>,
    ) -> Option<Window<'a>> {
        let is_plane = key.dimensions == 2 && key.layers == LayerAxis::None && !key.is_cube;
        let is_linear = filter == MagnificationFilter::Linear;
        let is_word = is_plane && is_linear && self.is_one_level && key.stored.is_word(key.components);
        let image = images.get(self.current[0] as usize).filter(|_| is_word)?;
        Some(Window {
            texels: image.as_chunks().0,
            sizes: [self.sizes[0][0], self.sizes[1][0]].map(|size| integer(size).cast_unsigned()),
            border: key.border.map_or(
                [0; 4],
                |Border {
                     texel: [a, b, c, d, ..],
                     ..
                 }| [a, b, c, d],
            ),
        })
    }
}

/// The first two axes of a lookup.
#[inline(always)]
pub(super) fn axes(axes: &[[Axis; KEPT]; 3], at: [usize; 3]) -> [&Axis; 2] {
    [&axes[0][at[0] % KEPT], &axes[1][at[1] % KEPT]]
}
