//! What is seen of a framebuffer: one layer, of it one sample or what all come to.

use std::borrow::Cow;

use crate::framebuffer::{Depths, Extent, Framebuffer, Pixels, from_half, to_half, to_unorm8};

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
        let cut = Cut {
            first: self.extent.at(0, 0, layer),
            pixels: width as usize * height as usize,
            samples: samples as usize,
            sample: sample.map(|sample| sample as usize),
        };
        Cow::Owned(Framebuffer {
            extent: Extent::new(width, height),
            colors: self.colors.iter().map(|pixels| cut.color(pixels)).collect(),
            depth: self.depth.as_ref().map(|depths| match depths {
                Depths::Fixed(values) => Depths::Fixed(cut.one(values)),
                Depths::Float(values) => Depths::Float(cut.one(values)),
            }),
            stencil: self.stencil.as_ref().map(|values| cut.one(values)),
        })
    }

    /// A colour buffer as bytes, red first, the top row first, as image files have it. Floats are clamped. Of several
    /// samples and layers, what [`Framebuffer::image`] gives for the first layer.
    pub fn to_rgba8(&self, buffer: usize) -> Vec<u8> {
        let image = self.image(0, None);
        let width = image.width() as usize;
        let mut bytes = Vec::with_capacity(width * image.height() as usize * 4);
        for row in (0..image.height() as usize).rev() {
            match &image.colors[buffer] {
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

/// Values of a layer, of which each pixel keeps one.
struct Cut {
    first: usize,
    pixels: usize,
    samples: usize,
    sample: Option<usize>,
}

impl Cut {
    /// The values of each pixel.
    fn of<'a, T>(&self, values: &'a [T]) -> impl Iterator<Item = &'a [T]> + use<'a, T> {
        values[self.first..][..self.pixels * self.samples].chunks_exact(self.samples)
    }

    /// The value of the chosen or first sample.
    fn one<T: Copy>(&self, values: &[T]) -> Vec<T> {
        let sample = self.sample.unwrap_or(0);
        self.of(values).map(|pixel| pixel[sample]).collect()
    }

    fn color(&self, pixels: &Pixels) -> Pixels {
        if self.sample.is_some() {
            return match pixels {
                Pixels::Rgba8(values) => Pixels::Rgba8(self.one(values)),
                Pixels::Rgba16F(values) => Pixels::Rgba16F(self.one(values)),
                Pixels::Rgba32F(values) => Pixels::Rgba32F(self.one(values)),
            };
        }
        match pixels {
            Pixels::Rgba8(values) => Pixels::Rgba8(self.of(values).map(mean_of_bytes).collect()),
            Pixels::Rgba16F(values) => {
                let mean =
                    |pixel: &[[u16; 4]]| mean(pixel.iter().map(|value| value.map(from_half))).map(to_half);
                Pixels::Rgba16F(self.of(values).map(mean).collect())
            }
            Pixels::Rgba32F(values) => {
                Pixels::Rgba32F(self.of(values).map(|pixel| mean(pixel.iter().copied())).collect())
            }
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
    sum.map(|sum| sum / count)
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
        framebuffer.set_color(0, Pixels::Rgba8(bytes));
        let mut floats = vec![[0.0; 4]; 4];
        floats.extend(samples.map(|sample| sample.map(f32::from)));
        framebuffer.set_color(1, Pixels::Rgba32F(floats));
        let image = framebuffer.image(1, None);
        assert_eq!(image.colors()[0], Pixels::Rgba8(vec![[128, 1, 1, 0]]));
        assert_eq!(image.color(1, 0, 0), [127.5, 0.5, 0.75, 0.0]);
        assert_eq!(image.depth(0, 0), Some(1.0));
        let last = framebuffer.image(1, Some(3));
        assert_eq!(last.color(1, 0, 0), [0.0, 1.0, 3.0, 0.0]);
        assert_eq!(framebuffer.to_rgba8(0), [7; 4]);
    }
}
