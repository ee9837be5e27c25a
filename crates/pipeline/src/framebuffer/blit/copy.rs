//! The values of a rectangle on their way, a row at a time: as they are, or, of colours that change, 64 pixels at a time.

use std::ops::Range;

use quadrille_numerics::level::{Level, Pass};
use quadrille_texture::format::{Field, Number};

use super::Blit;
use crate::framebuffer::Extent;
use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::buffer::{Buffer, ColorBuffer, place_in_row};
use crate::framebuffer::cell::{Cell, Cells, each_cell};
use crate::framebuffer::component::{self, decode, encode, extract_of, texels_of};
use crate::framebuffer::window::{Aligned, WINDOW};

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
            let (from, to) = (&from[other * WINDOW..], &mut to[sample * WINDOW..]);
            for row in &self.rows {
                let (from, to) = (&from[row.nearest..], &mut to[row.to..]);
                for column in &self.columns {
                    to[column.to] = from[column.nearest];
                }
            }
        }
    }

    /// Copies colours, of one sample or to as many.
    pub(super) fn colors(&self, from: &ColorBuffer, to: &mut ColorBuffer, blit: &Blit) {
        let fields = [from.format, to.format].map(|format| component::fields(format, blit.srgb));
        let level = Level::best();
        if blit.linear && blit.is_stretched() {
            // Rows are interpolated along them, and the last two are kept.
            let mut sides = Aligned([EMPTY; 2]);
            let mut places = [None; 2];
            // The number of the first.
            let mut at = 0;
            self.made(level, to, &fields[1], |row, columns, colors| {
                let wanted = row.sides.map(|side| Some((columns[0].to, side)));
                if places[at] == wanted[1] || places[1 - at] == wanted[0] {
                    at = 1 - at;
                }
                for (side, at) in [at, 1 - at].into_iter().enumerate() {
                    if places[at] != wanted[side] {
                        places[at] = wanted[side];
                        each_cell!(&from.cells, cells => level.run(InterpolateRow {
                            fields: &fields[0],
                            cells: &cells[row.sides[side]..],
                            columns,
                            colors: &mut sides.0[at],
                        }));
                    }
                }
                let [first, second] = [&sides.0[at], &sides.0[1 - at]];
                level.run(Interpolate {
                    first,
                    second,
                    weights: &[row.weight; WINDOW],
                    colors,
                });
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
            self.made(level, to, &fields[1], |row, columns, colors| {
                each_cell!(&from.cells, cells => level.run(Gather {
                    fields: &fields[0],
                    cells: &cells[row.nearest..],
                    columns,
                    place: |column: &Line| column.nearest,
                    colors,
                }));
            });
        }
    }

    /// Stores the colours that are made of up to 64 pixels of a row, in all samples.
    fn made(
        &self,
        level: Level,
        to: &mut ColorBuffer,
        fields: &[Option<Field>; 4],
        mut make: impl FnMut(&Line, &[Line], &mut Colors),
    ) {
        let mut colors = Aligned(EMPTY);
        for columns in self.columns.chunks(WINDOW) {
            for row in &self.rows {
                make(row, columns, &mut colors.0);
                each_cell!(&mut to.cells, cells => level.run(Scatter {
                    fields,
                    colors: &colors.0,
                    cells: &mut cells[row.to..],
                    columns,
                    samples: self.to.samples as usize,
                }));
            }
        }
    }
}

/// Colours before there are any.
const EMPTY: Colors = [[0.0; WINDOW]; 4];

/// The colours of up to 64 texels, by the places of their columns; (0, 0, 0, 1) where they have no component; integers as
/// their bits.
struct Gather<'a, C, F> {
    fields: &'a [Option<Field>; 4],
    cells: &'a [C],
    columns: &'a [Line],
    place: F,
    colors: &'a mut Colors,
}

impl<C: Cell, F: Fn(&Line) -> usize> Pass for Gather<'_, C, F> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let mut texels = Aligned([C::default(); WINDOW]);
        for (texel, column) in texels.0.iter_mut().zip(self.columns) {
            *texel = self.cells[(self.place)(column)];
        }
        let is_integer = |field: Field| matches!(field.number, Number::Signed | Number::Unsigned);
        let one = match self.fields[0].is_some_and(is_integer) {
            true => f32::from_bits(1),
            false => 1.0,
        };
        for component in 0..4 {
            let colors = &mut self.colors[component];
            match self.fields[component] {
                Some(field) => decode(field, &extract_of(field, &texels.0), colors),
                None => *colors = [if component == 3 { one } else { 0.0 }; WINDOW],
            }
        }
    }
}

/// The colours of up to 64 columns between the texels on both sides.
struct InterpolateRow<'a, C> {
    fields: &'a [Option<Field>; 4],
    cells: &'a [C],
    columns: &'a [Line],
    colors: &'a mut Colors,
}

impl<C: Cell> Pass for InterpolateRow<'_, C> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let InterpolateRow {
            fields,
            cells,
            columns,
            colors,
        } = self;
        let mut sides = Aligned([EMPTY; 2]);
        for (side, colors) in sides.0.iter_mut().enumerate() {
            let place = |column: &Line| column.sides[side];
            Gather {
                fields,
                cells,
                columns,
                place,
                colors,
            }
            .call();
        }
        let mut weights = Aligned([0.0; WINDOW]);
        for (weight, column) in weights.0.iter_mut().zip(columns) {
            *weight = column.weight;
        }
        let [first, second] = &sides.0;
        Interpolate {
            first,
            second,
            weights: &weights.0,
            colors,
        }
        .call();
    }
}

/// (1 − weight)·first + weight·second, in binary32.
struct Interpolate<'a> {
    first: &'a Colors,
    second: &'a Colors,
    weights: &'a [f32; WINDOW],
    colors: &'a mut Colors,
}

impl Pass for Interpolate<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        for component in 0..4 {
            for lane in 0..WINDOW {
                let weight = self.weights[lane];
                let [first, second] = [self.first, self.second].map(|colors| colors[component][lane]);
                self.colors[component][lane] = (1.0 - weight) * first + weight * second;
            }
        }
    }
}

/// Stores the texels of colours, by the places of their columns.
struct Scatter<'a, C> {
    fields: &'a [Option<Field>; 4],
    colors: &'a Colors,
    cells: &'a mut [C],
    columns: &'a [Line],
    samples: usize,
}

impl<C: Cell> Pass for Scatter<'_, C> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let mut texels = Aligned([C::default(); WINDOW]);
        let mut bits = Aligned([[0; WINDOW]; 4]);
        for component in 0..4 {
            if let Some(field) = self.fields[component] {
                encode(field, &self.colors[component], &mut bits.0[component]);
            }
        }
        texels_of(self.fields, &bits.0, &mut texels.0);
        for sample in 0..self.samples {
            for (texel, column) in texels.0.iter().zip(self.columns) {
                self.cells[column.to + sample * WINDOW] = *texel;
            }
        }
    }
}
