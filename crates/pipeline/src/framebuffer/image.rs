//! The image of a framebuffer: one layer, of it one sample or all samples resolved.

use std::borrow::Cow;

use quadrille_texture::Format;
use quadrille_texture::format::Number;

use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::buffer::{Buffer, ColorBuffer, DepthBuffer};
use crate::framebuffer::cell::{Cells, map_cells};
use crate::framebuffer::{Extent, Framebuffer, component, pixels, resolve, to_unorm8};

impl Framebuffer {
    /// One layer with one sample a pixel. Without a sample's number a colour is the mean of all samples, as
    /// ARB_multisample recommends, and depth and stencil are those of sample 0.
    ///
    /// # Panics
    ///
    /// There is no such layer or sample.
    pub fn image(&self, layer: u32, sample: Option<u32>) -> Cow<'_, Framebuffer> {
        let Extent {
            width,
            height,
            samples,
            layers,
        } = self.extent();
        let exists = layer < layers && sample.is_none_or(|sample| sample < samples);
        assert!(exists, "sample {sample:?} of layer {layer} does not exist");
        if samples == 1 && layers == 1 {
            return Cow::Borrowed(self);
        }
        let of = self.extent;
        let number = sample.unwrap_or(0) as usize;
        Cow::Owned(Framebuffer {
            extent: Extent::new(width, height),
            colors: self
                .colors
                .iter()
                .map(|color| resolved(color, of, layer, sample))
                .collect(),
            depth: self.depth.as_ref().map(|depths| match depths {
                DepthBuffer::Fixed16(values) => DepthBuffer::Fixed16(one(values, of, layer, number)),
                DepthBuffer::Fixed24(values) => DepthBuffer::Fixed24(one(values, of, layer, number)),
                DepthBuffer::Fixed32(values) => DepthBuffer::Fixed32(one(values, of, layer, number)),
                DepthBuffer::Float(values) => DepthBuffer::Float(one(values, of, layer, number)),
            }),
            stencil: self.stencil.as_ref().map(|values| one(values, of, layer, number)),
        })
    }

    /// Replaces one sample of a layer by what [`Framebuffer::image`] gave of it; what has another form stays as it is.
    ///
    /// # Panics
    ///
    /// There is no such layer, or the image has another size.
    pub(crate) fn set_image(&mut self, layer: u32, sample: u32, image: &Framebuffer) {
        let of = self.extent;
        for (own, new) in self.colors.iter_mut().zip(&image.colors) {
            match (&mut own.cells, &new.cells) {
                (Cells::One(own), Cells::One(new)) => own.set_layer(of, layer, sample, new),
                (Cells::Two(own), Cells::Two(new)) => own.set_layer(of, layer, sample, new),
                (Cells::Four(own), Cells::Four(new)) => own.set_layer(of, layer, sample, new),
                (Cells::Eight(own), Cells::Eight(new)) => own.set_layer(of, layer, sample, new),
                (Cells::Sixteen(own), Cells::Sixteen(new)) => own.set_layer(of, layer, sample, new),
                _ => {}
            }
        }
        match (&mut self.depth, &image.depth) {
            (Some(DepthBuffer::Fixed16(own)), Some(DepthBuffer::Fixed16(new))) => {
                own.set_layer(of, layer, sample, new)
            }
            (Some(DepthBuffer::Fixed24(own)), Some(DepthBuffer::Fixed24(new))) => {
                own.set_layer(of, layer, sample, new)
            }
            (Some(DepthBuffer::Fixed32(own)), Some(DepthBuffer::Fixed32(new))) => {
                own.set_layer(of, layer, sample, new)
            }
            (Some(DepthBuffer::Float(own)), Some(DepthBuffer::Float(new))) => {
                own.set_layer(of, layer, sample, new)
            }
            _ => {}
        }
        if let (Some(own), Some(new)) = (&mut self.stencil, &image.stencil) {
            own.set_layer(of, layer, sample, new);
        }
    }

    /// A colour buffer as bytes, red first, the top row first, as image files have it. Floats are clamped, integers are
    /// those of the bytes, as far as they reach, and sRGB is as it is stored. Of several samples and layers, what
    /// [`Framebuffer::image`] gives for the first layer.
    pub fn to_rgba8(&self, buffer: usize) -> Vec<u8> {
        let image = self.image(0, None);
        let width = image.width() as usize;
        let mut bytes = Vec::with_capacity(width * image.height() as usize * 4);
        let values = image.color_values(buffer);
        let format = values.format();
        for row in (0..image.height() as usize).rev() {
            for x in 0..width {
                bytes.extend(byte_pixel(format, values.words(row * width + x)));
            }
        }
        bytes
    }
}

/// A pixel in 8 bits a component.
fn byte_pixel(format: Format, words: [u32; 4]) -> [u8; 4] {
    if matches!(format, Format::Rgba8 | Format::Srgb8Alpha8) {
        return words[0].to_le_bytes();
    }
    let fields = component::fields(format, false);
    let numbers = pixels::numbers_by(&fields, words);
    [0, 1, 2, 3].map(|at| match fields[at].map(|field| field.number) {
        Some(Number::Signed | Number::Unsigned) => numbers[at] as u8,
        Some(Number::Unorm | Number::Snorm | Number::Float | Number::UnsignedFloat | Number::Srgb) | None => {
            to_unorm8(numbers[at] as f32)
        }
    })
}

/// One sample of each pixel of a layer.
fn one<T: Copy>(values: &Buffer<T>, of: Extent, layer: u32, sample: usize) -> Buffer<T> {
    values.layer(of, layer, |samples| samples[sample])
}

/// One sample of each pixel of a layer, or the mean of all.
fn resolved(color: &ColorBuffer, of: Extent, layer: u32, sample: Option<u32>) -> ColorBuffer {
    let Some(sample) = sample else {
        return resolve::resolved(color, of, layer, Bounds::of(of.width, of.height));
    };
    ColorBuffer {
        format: color.format,
        cells: map_cells!(&color.cells, values => one(values, of, layer, sample as usize)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framebuffer::{DepthFormat, Pixels};

    /// source: ARB_multisample: the recommended combination is the average of each component
    #[test]
    fn samples_come_to_their_mean() {
        let extent = Extent {
            samples: 4,
            layers: 2,
            ..Extent::new(1, 1)
        };
        let formats = [Format::Rgba8, Format::Rgba32F];
        let mut framebuffer = Framebuffer::of(extent, &formats, Some(DepthFormat::Depth32F), false).unwrap();
        let samples = [[0, 0, 0, 0], [255, 1, 0, 0], [255, 0, 0, 0], [0, 1, 3, 0]];
        let mut bytes = vec![[7; 4]; 4];
        bytes.extend(samples);
        framebuffer.set_color(0, &Pixels::rgba8(bytes));
        let mut floats = vec![[0.0; 4]; 4];
        floats.extend(samples.map(|sample| sample.map(f32::from)));
        framebuffer.set_color(1, &Pixels::rgba32f(&floats));
        let image = framebuffer.image(1, None);
        assert_eq!(image.color_values(0), Pixels::rgba8(vec![[128, 1, 1, 0]]));
        assert_eq!(image.color(1, 0, 0), [127.5, 0.5, 0.75, 0.0]);
        assert_eq!(image.depth(0, 0), Some(1.0));
        let last = framebuffer.image(1, Some(3));
        assert_eq!(last.color(1, 0, 0), [0.0, 1.0, 3.0, 0.0]);
        assert_eq!(framebuffer.to_rgba8(0), [7; 4]);
    }
    /// source: the order of values that `Extent` has
    #[test]
    fn a_sample_goes_and_comes_back() {
        let extent = Extent {
            samples: 2,
            layers: 2,
            ..Extent::new(2, 1)
        };
        let depth = Some(DepthFormat::Depth32F);
        let mut whole = Framebuffer::of(extent, &[Format::Rgba8], depth, true).unwrap();
        whole.set_stencils(&[0, 1, 2, 3, 4, 5, 6, 7]);
        let mut image = whole.image(1, Some(1)).into_owned();
        assert_eq!(image.stencil_values(), Some(vec![5, 7]));
        image.set_stencils(&[9; 2]);
        image.clear_color(0, [1.0; 4], 0b1111, false, None);
        whole.set_image(1, 1, &image);
        assert_eq!(whole.stencil_values(), Some(vec![0, 1, 2, 3, 4, 9, 6, 9]));
        let white = |layer, sample| whole.image(layer, Some(sample)).color(0, 1, 0) == [1.0; 4];
        assert_eq!([white(0, 1), white(1, 0), white(1, 1)], [false, false, true]);
    }
}
