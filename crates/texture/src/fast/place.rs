//! Where the texels of a block lie: from coordinates to the numbers of texels in their images.

use super::axis::{BORDER, OneSize, integer};
use super::block::{Block, KEPT, Pass};
use super::key::Key;
use super::level::Samples;
use super::moved::Moved;
use super::{BEYOND, LANES, LEVELS, ONES, Plane};
use crate::seamless::beyond;
use crate::{LayerAxis, cube};
use quadrille_numerics::level::Simd;

impl Block {
    /// Finds the coordinates of a sample, counted from 1; of directions the faces, and s and t on them.
    #[inline(always)]
    pub(super) fn place(&mut self, pass: Pass<'_>, sample: u32) {
        let Block {
            samples: Samples { count, change, .. },
            sampled,
            projected,
            face,
            ..
        } = self;
        if pass.has_samples {
            for axis in 0..pass.key.coordinates {
                for lane in 0..LANES {
                    // Lanes with fewer samples read what has no weight.
                    let place = sample as f32 / (count[lane] + 1) as f32 - 0.5;
                    sampled[axis][lane] = pass.given[axis][lane] + place * change[axis][lane];
                }
            }
        }
        if pass.key.is_cube {
            let [x, y, z] = match pass.has_samples {
                true => sampled.each_ref(),
                false => pass.given,
            };
            for lane in 0..LANES {
                let direction = [x[lane], y[lane], z[lane]];
                face[lane] = cube::face(direction);
                [projected[0][lane], projected[1][lane]] = cube::project(face[lane], direction);
            }
        }
    }

    /// Lets all lanes read their first or second level, 0 or 1. A lane without a second level gives it no weight.
    #[inline(always)]
    pub(super) fn choose_level(&mut self, key: &Key, level: u32) {
        for lane in 0..LANES {
            self.current[lane] = (self.level[lane] + level).min(key.level_sizes.last);
        }
        let sizes = &mut self.sizes;
        self.is_one_level = key.level_sizes.of_lanes(&self.current, sizes, self.has_all_sizes);
    }

    /// Finds the texels on each axis.
    #[inline(always)]
    pub(super) fn locate<S: Simd>(&mut self, pass: Pass<'_>) {
        let Pass { key, filter, .. } = pass;
        let mut is_known = [false; 3];
        if let Some(lookup) = pass.shared {
            for index in 0..key.dimensions.min(2) {
                is_known[index] = self.choose_axis(index, lookup.coordinates[index]);
            }
        }
        let Block {
            sampled,
            projected,
            sizes,
            is_one_level,
            axes,
            at,
            ..
        } = self;
        let coordinates = if key.is_cube {
            projected.each_ref()
        } else if pass.has_samples {
            sampled.each_ref()
        } else {
            pass.given
        };
        for index in 0..key.dimensions {
            let (s, sizes, wrap) = (coordinates[index], &sizes[index], key.wrap[index]);
            let scales = if key.is_normalized { sizes } else { &ONES };
            if is_known[index] {
                continue;
            }
            let axis = &mut axes[index][at[index] % KEPT];
            // Levels are of textures with normalized coordinates.
            if *is_one_level {
                let (size, scale) = (sizes[0], scales[0]);
                axis.locate::<S>(filter, wrap, s, OneSize { size, scale });
            } else {
                axis.locate::<S>(filter, wrap, s, sizes);
            }
            if let Some((bound, offset, start)) = pass.moved {
                let mut offsets = [0; LANES];
                for lane in 0..LANES {
                    offsets[lane] = offset.lane(start + lane)[index];
                }
                let moved = Moved {
                    wrap: bound.wrap(index),
                    filter,
                    s,
                    scales,
                    sizes,
                    offsets: &offsets,
                    is_normalized: key.is_normalized,
                };
                axis.shift(&moved);
            }
        }
        match key.layers {
            LayerAxis::None => {}
            LayerAxis::Height => axes[1][0].layers::<S>(&self.layer, sizes[1][0]),
            LayerAxis::Depth if key.is_cube => {
                axes[2][0].layers::<S>(&self.layer, sizes[2][0] / 6.0);
                for lane in 0..LANES {
                    axes[2][0].first[lane] = 6 * axes[2][0].first[lane] + self.face[lane];
                }
            }
            LayerAxis::Depth => axes[2][0].layers::<S>(&self.layer, sizes[2][0]),
        }
    }

    /// Numbers the texels, in the first or the second slice: where the second ones in a row are not asked for, the first
    /// ones. Those that are border are numbered beyond all others.
    #[inline(always)]
    pub(super) fn number(&mut self, key: &Key, second_slice: bool, only_first: bool) {
        let Block {
            sizes: [widths, heights, _],
            is_one_level,
            axes,
            at,
            numbers,
            ..
        } = self;
        let ([x, y], z) = (super::block::axes(axes, *at), &axes[2][0]);
        let z = if second_slice { &z.second } else { &z.first };
        let is_deep = key.dimensions == 3 || key.layers == LayerAxis::Depth;
        for ([left, right], y) in numbers.iter_mut().zip([&y.first, &y.second]) {
            let z = is_deep.then_some(z);
            if *is_one_level {
                // Read once, as what is written might be they.
                let sizes = [widths[0], heights[0]];
                rows(left, y, z, |_| sizes);
            } else {
                rows(left, y, z, |lane| [widths[lane], heights[lane]]);
            }
            if key.border.is_some() {
                for lane in 0..LANES {
                    left[lane] = if y[lane] == BORDER { BEYOND } else { left[lane] };
                }
                if let (3, Some(z)) = (key.dimensions, z) {
                    for lane in 0..LANES {
                        left[lane] = if z[lane] == BORDER { BEYOND } else { left[lane] };
                    }
                }
            }
            if !only_first {
                for lane in 0..LANES {
                    right[lane] = left[lane].wrapping_add(x.second[lane]);
                }
            }
            for lane in 0..LANES {
                left[lane] = left[lane].wrapping_add(x.first[lane]);
            }
        }
    }

    /// Finds the texels beyond the edges of faces, and whether there are any. Lanes with a texel beyond a corner, of which
    /// there is none, are left to the general path.
    pub(super) fn cross(&mut self, key: &Key) -> bool {
        let Block {
            sizes,
            axes: [[x, ..], [y, ..], [z, ..]],
            face,
            current,
            numbers,
            image,
            left,
            ..
        } = self;
        let levels = if key.has_faces() { image[0][0] } else { *current };
        let mut crosses = false;
        for lane in 0..LANES {
            let size = integer(sizes[0][lane]);
            let columns = [x.first[lane], x.second[lane]].map(u32::cast_signed);
            let rows = [y.first[lane], y.second[lane]].map(u32::cast_signed);
            let is_outside = |texel: &i32| !(0..size).contains(texel);
            if !columns.iter().chain(&rows).any(is_outside) {
                continue;
            }
            if !crosses {
                *image = [[levels; 2]; 2];
                crosses = true;
            }
            for (row, up) in rows.into_iter().zip(0..2) {
                for (column, right) in columns.into_iter().zip(0..2) {
                    let Some((other, [column, row])) = beyond(face[lane], [column, row], size) else {
                        left[lane] = true;
                        numbers[up][right][lane] = BEYOND;
                        continue;
                    };
                    let [column, row, size] = [column, row, size].map(i32::cast_unsigned);
                    let mut slice = 0;
                    if key.has_faces() {
                        let level = levels[lane] - face[lane] * LEVELS as u32;
                        image[up][right][lane] = level + other * LEVELS as u32;
                    } else {
                        slice = z.first[lane] - face[lane] + other;
                    }
                    numbers[up][right][lane] = (slice * size + row) * size + column;
                }
            }
        }
        crosses
    }
}

/// The numbers of the first texels of rows, of slices where there are some, of images of these widths and heights.
#[inline(always)]
fn rows(numbers: &mut Plane<u32>, y: &Plane<u32>, z: Option<&Plane<u32>>, sizes: impl Fn(usize) -> [f32; 2]) {
    for lane in 0..LANES {
        let [width, height] = sizes(lane).map(|size| integer(size).cast_unsigned());
        let row = match z {
            Some(z) => y[lane].wrapping_add(z[lane].wrapping_mul(height)),
            None => y[lane],
        };
        numbers[lane] = row.wrapping_mul(width);
    }
}
