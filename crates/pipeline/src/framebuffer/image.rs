//! The image of a framebuffer: one layer, of it one sample or all samples resolved.

use std::borrow::Cow;

use crate::canonical::canonical;
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
        let cut = self.cut(layer, sample);
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

    /// Replaces one sample of a layer by what [`Framebuffer::image`] gave of it; what has another form stays as it is.
    ///
    /// # Panics
    ///
    /// There is no such layer, or the image has another size.
    pub(crate) fn set_image(&mut self, layer: u32, sample: u32, image: Framebuffer) {
        let cut = self.cut(layer, Some(sample));
        for pixels in self.colors.iter_mut().zip(image.colors) {
            match pixels {
                (Pixels::Rgba8(own), Pixels::Rgba8(new)) => cut.replace(own, &new),
                (Pixels::Rgba16F(own), Pixels::Rgba16F(new)) => cut.replace(own, &new),
                (Pixels::Rgba32F(own), Pixels::Rgba32F(new)) => cut.replace(own, &new),
                _ => {}
            }
        }
        match (&mut self.depth, image.depth) {
            (Some(Depths::Fixed(own)), Some(Depths::Fixed(new))) => cut.replace(own, &new),
            (Some(Depths::Float(own)), Some(Depths::Float(new))) => cut.replace(own, &new),
            _ => {}
        }
        if let (Some(own), Some(new)) = (&mut self.stencil, image.stencil) {
            cut.replace(own, &new);
        }
    }

    fn cut(&self, layer: u32, sample: Option<u32>) -> Cut {
        Cut {
            first: self.extent.at(0, 0, layer),
            pixels: self.width() as usize * self.height() as usize,
            samples: self.extent.samples as usize,
            sample: sample.map(|sample| sample as usize),
        }
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

    /// Gives the chosen or first sample of each pixel a new value.
    fn replace<T: Copy>(&self, values: &mut [T], new: &[T]) {
        let own = values[self.first..][..self.pixels * self.samples].chunks_exact_mut(self.samples);
        for (pixel, new) in own.zip(new) {
            pixel[self.sample.unwrap_or(0)] = *new;
        }
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
        whole.set_stencils((0..8).collect());
        let mut image = whole.image(1, Some(1)).into_owned();
        assert_eq!(image.stencils(), Some(&[5, 7][..]));
        image.set_stencils(vec![9; 2]);
        image.clear_color(0, [1.0; 4], 0b1111, None);
        whole.set_image(1, 1, image);
        assert_eq!(whole.stencils(), Some(&[0, 1, 2, 3, 4, 9, 6, 9][..]));
        let white = |layer, sample| whole.image(layer, Some(sample)).color(0, 1, 0) == [1.0; 4];
        assert_eq!([white(0, 1), white(1, 0), white(1, 1)], [false, false, true]);
    }
}
