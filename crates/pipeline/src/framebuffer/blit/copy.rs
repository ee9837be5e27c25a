//! The values of a rectangle on their way, a row at a time: as they are, or, of colours that change, 64 pixels at a time.

use std::ops::Range;

use quadrille_texture::format::{Field, Number};

use super::Blit;
use crate::framebuffer::Extent;
use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::buffer::{Buffer, ColorBuffer, ColorCells, place_in_row};
use crate::framebuffer::cell::{Cell, Cells, each_cell};
use crate::framebuffer::component::{self, decode, encode, extract, place};
use crate::framebuffer::resolve::Mean;
use crate::framebuffer::window::WINDOW;

/// Words of the texels of 64 pixels.
type Words = [[u32; WINDOW]; 4];
/// Components of 64 pixels; integers as their bits.
type Colors = [[f32; WINDOW]; 4];

/// A column or row that is written, and where it comes from. The place of a column and that of a row come to that of a
/// pixel.
struct Line {
    /// Where it is written.
    to: usize,
    /// Where the column or row lies that is nearest.
    nearest: usize,
    /// Those on both sides of the place, clamped to the edges.
    sides: [usize; 2],
    /// The weight of the second.
    weight: f32,
}

/// The columns or rows of a range; there is none that comes from outside of `size`. The centre of a pixel goes to its
/// place in exact arithmetic.
fn lines(
    range: Range<i32>,
    destination: [i32; 2],
    source: [i32; 2],
    size: u32,
    place: [impl Fn(u32) -> usize; 2],
) -> Vec<Line> {
    let wide = |ends: [i32; 2]| ends.map(i128::from);
    let ([d0, d1], [s0, s1]) = (wide(destination), wide(source));
    let (length, stretched) = (d1 - d0, s1 - s0);
    let sign = length.signum();
    let divisor = 2 * length.abs();
    let [from, to] = place;
    range
        .filter_map(|at| {
            let place = sign * (2 * (i128::from(at) - d0) + 1) * stretched;
            let inside = |at: i128| u32::try_from(at).ok().filter(|at| *at < size);
            let nearest = inside(s0 + place.div_euclid(divisor))?;
            let between = place - length.abs();
            let first = s0 + between.div_euclid(divisor);
            let clamp = |at: i128| at.clamp(0, i128::from(size) - 1) as u32;
            Some(Line {
                to: to(at as u32),
                nearest: from(nearest),
                sides: [clamp(first), clamp(first + 1)].map(&from),
                weight: between.rem_euclid(divisor) as f32 / divisor as f32,
            })
        })
        .collect()
}

/// A rectangle on its way.
pub(super) struct Copy {
    from: Extent,
    to: Extent,
    columns: Vec<Line>,
    rows: Vec<Line>,
}

impl Copy {
    /// The pixels of an area that is written.
    pub(super) fn new(from: Extent, to: Extent, area: Bounds, blit: &Blit) -> Copy {
        let [[dx0, dy0, dx1, dy1], [sx0, sy0, sx1, sy1]] = [blit.destination, blit.source];
        let columns = [from, to].map(|extent| move |x| place_in_row(extent, x));
        let rows = [from, to].map(|extent| move |y| extent.at(0, y, 0));
        Copy {
            from,
            to,
            columns: lines(area.x0..area.x1, [dx0, dx1], [sx0, sx1], from.width, columns),
            rows: lines(area.y0..area.y1, [dy0, dy1], [sy0, sy1], from.height, rows),
        }
    }

    /// Copies the nearest values; of several samples for one pixel sample 0.
    pub(super) fn values<T: std::marker::Copy>(&self, from: &Buffer<T>, to: &mut Buffer<T>) {
        for sample in 0..self.to.samples as usize {
            let other = if self.from.samples > 1 { sample } else { 0 };
            let (from, to) = (&from.0[other * WINDOW..], &mut to.0[sample * WINDOW..]);
            for row in &self.rows {
                let (from, to) = (&from[row.nearest..], &mut to[row.to..]);
                for column in &self.columns {
                    to[column.to] = from[column.nearest];
                }
            }
        }
    }

    /// Copies colours.
    pub(super) fn colors(&self, from: &ColorBuffer, to: &mut ColorBuffer, blit: &Blit) {
        let fields = [from.format, to.format].map(|format| component::fields(format, blit.srgb));
        if self.from.samples > 1 && self.to.samples == 1 {
            let samples = self.from.samples as usize;
            self.made(to, |row, columns| {
                let mut mean = Mean::of(&fields[0]);
                for sample in 0..samples {
                    let place = |column: &Line| row.nearest + column.nearest + sample * WINDOW;
                    mean.add(&gathered(&from.cells, columns, place));
                }
                mean.words()
            });
        } else if blit.linear && blit.is_stretched() {
            self.made(to, |row, columns| {
                let [[c00, c10], [c01, c11]] = row.sides.map(|row| {
                    [0, 1].map(|side| {
                        let place = |column: &Line| row + column.sides[side];
                        colors_of(&fields[0], &gathered(&from.cells, columns, place))
                    })
                });
                let mut weights = [0.0; WINDOW];
                for (weight, column) in weights.iter_mut().zip(columns) {
                    *weight = column.weight;
                }
                let mut colors = interpolated(&c00, &c10, &weights);
                let above = interpolated(&c01, &c11, &weights);
                colors = interpolated(&colors, &above, &[row.weight; WINDOW]);
                words_of(&fields[1], &colors)
            });
        } else if from.format == to.format {
            match (&from.cells, &mut to.cells) {
                (Cells::One(from), Cells::One(to)) => self.values(from, to),
                (Cells::Two(from), Cells::Two(to)) => self.values(from, to),
                (Cells::Four(from), Cells::Four(to)) => self.values(from, to),
                (Cells::Eight(from), Cells::Eight(to)) => self.values(from, to),
                (Cells::Sixteen(from), Cells::Sixteen(to)) => self.values(from, to),
                // Cells of a format have one size.
                _ => {}
            }
        } else {
            self.made(to, |row, columns| {
                let place = |column: &Line| row.nearest + column.nearest;
                words_of(
                    &fields[1],
                    &colors_of(&fields[0], &gathered(&from.cells, columns, place)),
                )
            });
        }
    }

    /// Stores what is made of up to 64 pixels of a row, in all samples.
    fn made(&self, to: &mut ColorBuffer, mut words: impl FnMut(&Line, &[Line]) -> Words) {
        for row in &self.rows {
            for columns in self.columns.chunks(WINDOW) {
                let words = words(row, columns);
                each_cell!(&mut to.cells, cells => {
                    for sample in 0..self.to.samples as usize {
                        for (lane, column) in columns.iter().enumerate() {
                            let texel = [0, 1, 2, 3].map(|word| words[word][lane]);
                            cells.0[row.to + column.to + sample * WINDOW] = Cell::of(texel);
                        }
                    }
                });
            }
        }
    }
}

/// The texels of up to 64 columns, by their places.
fn gathered(cells: &ColorCells, columns: &[Line], place: impl Fn(&Line) -> usize) -> Words {
    let mut words = [[0; WINDOW]; 4];
    each_cell!(cells, cells => {
        for (lane, column) in columns.iter().enumerate() {
            let texel = cells.0[place(column)].words();
            for word in 0..4 {
                words[word][lane] = texel[word];
            }
        }
    });
    words
}

/// (1 − weight)·first + weight·second, in binary32.
fn interpolated(first: &Colors, second: &Colors, weights: &[f32; WINDOW]) -> Colors {
    let mut colors = [[0.0; WINDOW]; 4];
    for component in 0..4 {
        for lane in 0..WINDOW {
            let weight = weights[lane];
            colors[component][lane] =
                (1.0 - weight) * first[component][lane] + weight * second[component][lane];
        }
    }
    colors
}

/// The components of texels, (0, 0, 0, 1) where they have none; integers as their bits.
fn colors_of(fields: &[Option<Field>; 4], words: &Words) -> Colors {
    let is_integer = fields[0].is_some_and(|field| matches!(field.number, Number::Signed | Number::Unsigned));
    let one = if is_integer { f32::from_bits(1) } else { 1.0 };
    let mut colors = [[0.0; WINDOW], [0.0; WINDOW], [0.0; WINDOW], [one; WINDOW]];
    for (colors, field) in colors.iter_mut().zip(fields) {
        if let Some(field) = field {
            decode(*field, &extract(*field, words), colors);
        }
    }
    colors
}

/// The texels of components.
fn words_of(fields: &[Option<Field>; 4], colors: &Colors) -> Words {
    let mut words = [[0; WINDOW]; 4];
    for (colors, field) in colors.iter().zip(fields) {
        if let Some(field) = field {
            let mut bits = [0; WINDOW];
            encode(*field, colors, &mut bits);
            let (word, shift) = place(*field);
            for lane in 0..WINDOW {
                words[word][lane] |= bits[lane] << shift;
            }
        }
    }
    words
}
