//! The image of a framebuffer: one layer, of it one sample or all samples resolved.

use std::borrow::Cow;

use crate::canonical::canonical;
use crate::framebuffer::buffer::{Buffer, ColorBuffer, DepthBuffer};
use crate::framebuffer::{Extent, Framebuffer, Pixels, from_half, to_half, to_unorm8};

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
                DepthBuffer::Fixed(values) => DepthBuffer::Fixed(one(values, of, layer, number)),
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
        for pixels in self.colors.iter_mut().zip(&image.colors) {
            match pixels {
                (ColorBuffer::Rgba8(own), ColorBuffer::Rgba8(new)) => own.set_layer(of, layer, sample, new),
                (ColorBuffer::Rgba16F(own), ColorBuffer::Rgba16F(new)) => {
                    own.set_layer(of, layer, sample, new)
                }
                (ColorBuffer::Rgba32F(own), ColorBuffer::Rgba32F(new)) => {
                    own.set_layer(of, layer, sample, new)
                }
                _ => {}
            }
        }
        match (&mut self.depth, &image.depth) {
            (Some(DepthBuffer::Fixed(own)), Some(DepthBuffer::Fixed(new))) => {
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

    /// A colour buffer as bytes, red first, the top row first, as image files have it. Floats are clamped. Of several
    /// samples and layers, what [`Framebuffer::image`] gives for the first layer.
    pub fn to_rgba8(&self, buffer: usize) -> Vec<u8> {
        let image = self.image(0, None);
        let width = image.width() as usize;
        let mut bytes = Vec::with_capacity(width * image.height() as usize * 4);
        let values = image.color_values(buffer);
        for row in (0..image.height() as usize).rev() {
            match &values {
                Pixels::Rgba8(pixels) => {
                    bytes.extend_from_slice(pixels[row * width..(row + 1) * width].as_flattened())
                }
                pixels @ (Pixels::Rgba16F(_) | Pixels::Rgba32F(_)) => {
                    for x in 0..width {
                        bytes.extend(pixels.get(row * width + x).map(to_unorm8));
                    }
                }
            }
        }
        bytes
    }
}

/// One sample of each pixel of a layer.
fn one<T: Copy>(values: &Buffer<T>, of: Extent, layer: u32, sample: usize) -> Buffer<T> {
    values.layer(of, layer, |samples| samples[sample])
}

/// One sample of each pixel of a layer, or the mean of all.
fn resolved(color: &ColorBuffer, of: Extent, layer: u32, sample: Option<u32>) -> ColorBuffer {
    match (color, sample.map(|sample| sample as usize)) {
        (ColorBuffer::Rgba8(values), Some(sample)) => ColorBuffer::Rgba8(one(values, of, layer, sample)),
        (ColorBuffer::Rgba16F(values), Some(sample)) => ColorBuffer::Rgba16F(one(values, of, layer, sample)),
        (ColorBuffer::Rgba32F(values), Some(sample)) => ColorBuffer::Rgba32F(one(values, of, layer, sample)),
        (ColorBuffer::Rgba8(values), None) => ColorBuffer::Rgba8(values.layer(of, layer, mean_of_bytes)),
        (ColorBuffer::Rgba16F(values), None) => {
            let mean = |pixel: &[[u16; 4]]| mean(pixel.iter().map(|value| value.map(from_half))).map(to_half);
            ColorBuffer::Rgba16F(values.layer(of, layer, mean))
        }
        (ColorBuffer::Rgba32F(values), None) => {
            ColorBuffer::Rgba32F(values.layer(of, layer, |pixel| mean(pixel.iter().copied())))
        }
    }
}

/// The mean of the samples of a pixel, rounded to nearest, halves up.
fn mean_of_bytes(samples: &[[u8; 4]]) -> [u8; 4] {
    let count = samples.len() as u32;
    std::array::from_fn(|component| {
        let sum: u32 = samples.iter().map(|sample| u32::from(sample[component])).sum();
        ((sum + count / 2) / count) as u8
    })
}

/// The mean of the samples of a pixel: their sum in the order of their numbers, divided.
fn mean(samples: impl ExactSizeIterator<Item = [f32; 4]>) -> [f32; 4] {
    let count = samples.len() as f32;
    let sum = samples.fold([0.0; 4], |sum: [f32; 4], sample| {
        std::array::from_fn(|component| sum[component] + sample[component])
    });
    sum.map(|sum| canonical(sum / count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framebuffer::{ColorFormat, DepthFormat};

    /// source: ARB_multisample: the recommended combination is the average of each component
    #[test]
    fn samples_come_to_their_mean() {
        let extent = Extent {
            samples: 4,
            layers: 2,
            ..Extent::new(1, 1)
        };
        let formats = [ColorFormat::Rgba8, ColorFormat::Rgba32F];
        let mut framebuffer = Framebuffer::of(extent, &formats, Some(DepthFormat::Depth32F), false).unwrap();
        let samples = [[0, 0, 0, 0], [255, 1, 0, 0], [255, 0, 0, 0], [0, 1, 3, 0]];
        let mut bytes = vec![[7; 4]; 4];
        bytes.extend(samples);
        framebuffer.set_color(0, &Pixels::Rgba8(bytes));
        let mut floats = vec![[0.0; 4]; 4];
        floats.extend(samples.map(|sample| sample.map(f32::from)));
        framebuffer.set_color(1, &Pixels::Rgba32F(floats));
        let image = framebuffer.image(1, None);
        assert_eq!(image.color_values(0), Pixels::Rgba8(vec![[128, 1, 1, 0]]));
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
        let mut whole = Framebuffer::of(extent, &[ColorFormat::Rgba8], depth, true).unwrap();
        whole.set_stencils(&[0, 1, 2, 3, 4, 5, 6, 7]);
        let mut image = whole.image(1, Some(1)).into_owned();
        assert_eq!(image.stencil_values(), Some(vec![5, 7]));
        image.set_stencils(&[9; 2]);
        image.clear_color(0, [1.0; 4], 0b1111, None);
        whole.set_image(1, 1, &image);
        assert_eq!(whole.stencil_values(), Some(vec![0, 1, 2, 3, 4, 9, 6, 9]));
        let white = |layer, sample| whole.image(layer, Some(sample)).color(0, 1, 0) == [1.0; 4];
        assert_eq!([white(0, 1), white(1, 0), white(1, 1)], [false, false, true]);
    }
}
