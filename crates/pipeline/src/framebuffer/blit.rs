//! Blits: a rectangle of one framebuffer goes to one of another, stretched, reversed, converted, or its samples resolved
//! (ARB_framebuffer_object 4.3.3; OpenGL 4.6 compatibility, 18.3.1). The scissor test alone applies.

use std::ops::Range;

use quadrille_texture::format::{Field, FormatKind, Number};

use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::buffer::{Buffer, ColorBuffer, DepthBuffer};
use crate::framebuffer::cell::{Cell, each_cell};
use crate::framebuffer::component::{self, decode, encode, lowest};
use crate::framebuffer::image::mean;
use crate::framebuffer::window::WINDOW;
use crate::framebuffer::{Extent, Framebuffer};
use crate::state::Rectangle;

/// A blit. Rectangles are x0, y0, x1, y1; where the second corner is left of or below the first, the picture is reversed.
#[derive(Clone, PartialEq, Debug)]
pub struct Blit {
    /// The rectangle that is read.
    pub source: [i32; 4],
    /// The rectangle that is written.
    pub destination: [i32; 4],
    /// Whether colours between texels are interpolated (LINEAR) or taken from the nearest.
    pub linear: bool,
    /// The colour buffer that is read, if one is, and those that are written.
    pub colors: Option<(usize, Vec<usize>)>,
    /// Whether depths are copied, if both have them.
    pub depth: bool,
    /// Whether stencil values are copied, if both have them.
    pub stencil: bool,
    /// Whether sRGB is converted from and to linear colours (FRAMEBUFFER_SRGB).
    pub srgb: bool,
    /// The scissor rectangle, where the test is enabled.
    pub scissor: Option<Rectangle>,
}

/// A blit that cannot be: INVALID_OPERATION of GL.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BlitError {
    /// Depth or stencil would be interpolated.
    #[error("depth and stencil are not interpolated: a blit of them is NEAREST")]
    LinearDepth,
    /// Integers would be interpolated.
    #[error("integers are not interpolated: a blit of them is NEAREST")]
    LinearIntegers,
    /// Integers go to another type than their own, or others to integers.
    #[error("a blit does not convert between integers and other numbers, or signed and unsigned ones")]
    Types,
    /// Depths have two formats.
    #[error("a blit does not convert depths: both framebuffers need the same format")]
    DepthFormats,
    /// Pixels of several samples are stretched.
    #[error("a blit of pixels with several samples does not stretch them")]
    SampledSizes,
    /// Pixels of several samples are converted.
    #[error("a blit of pixels with several samples does not convert them")]
    SampledFormats,
    /// Both have several samples, and not as many.
    #[error("a blit does not go from {from} samples a pixel to {to}")]
    Samples {
        /// Samples of what is read.
        from: u32,
        /// Samples of what is written.
        to: u32,
    },
}

impl Blit {
    /// The number of pixels that are written at most.
    pub fn pixels(&self, to: Extent) -> u64 {
        self.area(to).pixels()
    }

    /// The pixels that are written, as far as there are some to read.
    fn area(&self, to: Extent) -> Bounds {
        let [x0, y0, x1, y1] = self.destination;
        let whole = Bounds::of(to.width, to.height).scissored(self.scissor);
        whole.intersect(Bounds {
            x0: x0.min(x1),
            y0: y0.min(y1),
            x1: x0.max(x1),
            y1: y0.max(y1),
        })
    }

    fn is_stretched(&self) -> bool {
        let size = |[x0, y0, x1, y1]: [i32; 4]| [x0.abs_diff(x1), y0.abs_diff(y1)];
        size(self.source) != size(self.destination)
    }
}

/// Where a column or row of what is written comes from.
#[derive(Clone, Copy)]
struct Texels {
    /// The column or row that is nearest.
    nearest: u32,
    /// Those on both sides of the place, clamped to the edges.
    sides: [u32; 2],
    /// The weight of the second.
    weight: f32,
}

/// The texels for each of some columns or rows; none where they lie outside of `size`. The centre of a pixel goes to its
/// place in exact arithmetic.
fn texels(range: Range<i32>, destination: [i32; 2], source: [i32; 2], size: u32) -> Vec<Option<Texels>> {
    let wide = |ends: [i32; 2]| ends.map(i128::from);
    let ([d0, d1], [s0, s1]) = (wide(destination), wide(source));
    let (length, stretched) = (d1 - d0, s1 - s0);
    let sign = length.signum();
    let divisor = 2 * length.abs();
    range
        .map(|at| {
            let place = sign * (2 * (i128::from(at) - d0) + 1) * stretched;
            let inside = |at: i128| u32::try_from(at).ok().filter(|at| *at < size);
            let nearest = inside(s0 + place.div_euclid(divisor))?;
            let between = place - length.abs();
            let first = s0 + between.div_euclid(divisor);
            let clamp = |at: i128| at.clamp(0, i128::from(size) - 1) as u32;
            Some(Texels {
                nearest,
                sides: [clamp(first), clamp(first + 1)],
                weight: between.rem_euclid(divisor) as f32 / divisor as f32,
            })
        })
        .collect()
}

impl Framebuffer {
    /// Copies a rectangle of another framebuffer, of the first layer of each.
    ///
    /// # Errors
    ///
    /// GL does not have such a blit; nothing is copied.
    ///
    /// # Panics
    ///
    /// There is no such colour buffer.
    pub fn blit(&mut self, from: &Framebuffer, blit: &Blit) -> Result<(), BlitError> {
        let depth = blit.depth && from.depth.is_some() && self.depth.is_some();
        let stencil = blit.stencil && from.stencil.is_some() && self.stencil.is_some();
        self.check_blit(from, blit, depth, stencil)?;
        let area = blit.area(self.extent);
        let [[dx0, dy0, dx1, dy1], [sx0, sy0, sx1, sy1]] = [blit.destination, blit.source];
        if area.is_empty() || sx0 == sx1 || sy0 == sy1 {
            return Ok(());
        }
        let copy = Copy {
            from: from.extent,
            to: self.extent,
            area,
            columns: texels(area.x0..area.x1, [dx0, dx1], [sx0, sx1], from.extent.width),
            rows: texels(area.y0..area.y1, [dy0, dy1], [sy0, sy1], from.extent.height),
        };
        if let Some((read, written)) = &blit.colors {
            for buffer in written {
                copy.colors(&from.colors[*read], &mut self.colors[*buffer], blit);
            }
        }
        if depth {
            match (&from.depth, &mut self.depth) {
                (Some(DepthBuffer::Fixed16(from)), Some(DepthBuffer::Fixed16(to))) => copy.values(from, to),
                (Some(DepthBuffer::Fixed24(from)), Some(DepthBuffer::Fixed24(to))) => copy.values(from, to),
                (Some(DepthBuffer::Fixed32(from)), Some(DepthBuffer::Fixed32(to))) => copy.values(from, to),
                (Some(DepthBuffer::Float(from)), Some(DepthBuffer::Float(to))) => copy.values(from, to),
                _ => {}
            }
        }
        if let (true, Some(from), Some(to)) = (stencil, &from.stencil, &mut self.stencil) {
            copy.values(from, to);
        }
        Ok(())
    }

    fn check_blit(
        &self,
        from: &Framebuffer,
        blit: &Blit,
        depth: bool,
        stencil: bool,
    ) -> Result<(), BlitError> {
        if blit.linear && (blit.depth || blit.stencil) {
            return Err(BlitError::LinearDepth);
        }
        if depth && self.depth_format() != from.depth_format() {
            return Err(BlitError::DepthFormats);
        }
        let [few, many] = [self.extent.samples, from.extent.samples];
        if few > 1 && many > 1 && few != many {
            return Err(BlitError::Samples { from: many, to: few });
        }
        let is_sampled = few > 1 || many > 1;
        if is_sampled && blit.is_stretched() && (blit.colors.is_some() || depth || stencil) {
            return Err(BlitError::SampledSizes);
        }
        let Some((read, written)) = &blit.colors else {
            return Ok(());
        };
        let read = from.colors[*read].format;
        for written in written {
            let written = self.colors[*written].format;
            if read.kind() != written.kind() {
                return Err(BlitError::Types);
            }
            if is_sampled && read != written {
                return Err(BlitError::SampledFormats);
            }
        }
        let is_integer = read.kind() != FormatKind::Float;
        if blit.linear && is_integer {
            return Err(BlitError::LinearIntegers);
        }
        Ok(())
    }
}

/// A rectangle on its way.
struct Copy {
    from: Extent,
    to: Extent,
    area: Bounds,
    columns: Vec<Option<Texels>>,
    rows: Vec<Option<Texels>>,
}

impl Copy {
    /// Does something with each pixel that is written: where its first value is, and the texels that it is made of.
    fn for_each(&self, mut body: impl FnMut(usize, Texels, Texels)) {
        for (y, row) in (self.area.y0 as u32..).zip(&self.rows) {
            for (x, column) in (self.area.x0 as u32..).zip(&self.columns) {
                if let (Some(column), Some(row)) = (column, row) {
                    body(self.to.at(x, y, 0), *column, *row);
                }
            }
        }
    }

    /// Copies the nearest values; of several samples for one pixel sample 0.
    fn values<T: std::marker::Copy>(&self, from: &Buffer<T>, to: &mut Buffer<T>) {
        self.for_each(|at, column, row| {
            let read = self.from.at(column.nearest, row.nearest, 0);
            for sample in 0..self.to.samples as usize {
                let other = if self.from.samples > 1 { sample } else { 0 };
                to.0[at + sample * WINDOW] = from.0[read + other * WINDOW];
            }
        });
    }

    fn colors(&self, from: &ColorBuffer, to: &mut ColorBuffer, blit: &Blit) {
        let fields = [from.format, to.format].map(|format| component::fields(format, blit.srgb));
        let is_linear = blit.linear && blit.is_stretched();
        let is_same = from.format == to.format;
        let resolves = self.from.samples > 1 && self.to.samples == 1;
        each_cell!(&mut to.cells, cells => self.for_each(|at, column, row| {
            let read = |x: u32, y: u32| from.words(self.from.at(x, y, 0));
            for sample in 0..self.to.samples as usize {
                let first = self.from.at(column.nearest, row.nearest, 0);
                let words = if resolves {
                    let samples = (0..self.from.samples as usize).map(|sample| from.words(first + sample * WINDOW));
                    mean(&fields[0], &samples.collect::<Vec<_>>())
                } else if is_linear {
                    let colors = row.sides.map(|y| column.sides.map(|x| color(&fields[0], read(x, y))));
                    texel(&fields[1], interpolated(colors, column.weight, row.weight))
                } else {
                    let sample = if self.from.samples > 1 { sample } else { 0 };
                    let words = from.words(first + sample * WINDOW);
                    if is_same { words } else { texel(&fields[1], color(&fields[0], words)) }
                };
                cells.0[at + sample * WINDOW] = Cell::of(words);
            }
        }));
    }
}

/// (1 − b)·((1 − a)·c00 + a·c10) + b·((1 − a)·c01 + a·c11), in binary32.
fn interpolated([[c00, c10], [c01, c11]]: [[[f32; 4]; 2]; 2], a: f32, b: f32) -> [f32; 4] {
    let between = |first: f32, second: f32, weight: f32| (1.0 - weight) * first + weight * second;
    std::array::from_fn(|at| between(between(c00[at], c10[at], a), between(c01[at], c11[at], a), b))
}

/// The components of a texel, (0, 0, 0, 1) where it has none; integers as their bits.
fn color(fields: &[Option<Field>; 4], words: [u32; 4]) -> [f32; 4] {
    let is_integer = fields[0].is_some_and(|field| matches!(field.number, Number::Signed | Number::Unsigned));
    let one = if is_integer { f32::from_bits(1) } else { 1.0 };
    let mut color = [0.0, 0.0, 0.0, one];
    for (component, field) in color.iter_mut().zip(fields) {
        if let Some(field) = field {
            let bits = words[(field.shift / 32) as usize] >> (field.shift % 32) & lowest(field.bits);
            let mut value = [0.0];
            decode(*field, &[bits], &mut value);
            *component = value[0];
        }
    }
    color
}

/// The texel of components.
fn texel(fields: &[Option<Field>; 4], color: [f32; 4]) -> [u32; 4] {
    let mut words = [0; 4];
    for (component, field) in color.into_iter().zip(fields) {
        if let Some(field) = field {
            let mut bits = [0];
            encode(*field, &[component], &mut bits);
            words[(field.shift / 32) as usize] |= bits[0] << (field.shift % 32);
        }
    }
    words
}

#[cfg(test)]
mod tests;
