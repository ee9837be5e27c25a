//! One image of a texture: the texels of one level, and of one face where the texture is a cube map.
//!
//! Border texels are not stored: lookups outside the image give the sampler's border colour. Storing to images
//! from programs is [`crate::image_unit`]'s.

use crate::format::{Base, FormatKind};
use crate::{Format, Limits, PixelFormat, Pixels, TextureError};

/// The size of an image, in texels; layers are counted where the target says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Extent {
    /// Texels in a row.
    pub width: u32,
    /// Rows, or the layers of a one-dimensional array; else 1.
    pub height: u32,
    /// Slices, or the layers of a two-dimensional array; else 1.
    pub depth: u32,
}

impl Extent {
    /// The extent of an image with a width, height and depth.
    pub fn new(width: u32, height: u32, depth: u32) -> Self {
        Extent { width, height, depth }
    }

    /// Width, height and depth.
    pub fn sizes(self) -> [u32; 3] {
        [self.width, self.height, self.depth]
    }

    /// The count of texels, or the largest number if it does not fit.
    pub fn texels(self) -> u64 {
        let [width, height, depth] = self.sizes().map(u64::from);
        (width * height).saturating_mul(depth)
    }
}

/// The texels of one image, each with its samples side by side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Image {
    format: Format,
    extent: Extent,
    samples: u32,
    bytes: Box<[u8]>,
}

impl Image {
    /// An image with its texels taken from pixels: rows from bottom to top, slices from first to last.
    ///
    /// # Errors
    /// An empty or too large extent, or pixels that do not suit the format or the extent.
    pub fn new(
        format: Format,
        extent: Extent,
        pixels: &Pixels<'_>,
        limits: &Limits,
    ) -> Result<Image, TextureError> {
        Image::multisample(format, extent, 1, pixels, limits)
    }

    /// An image whose texels a function gives: RGBA, or a depth in the first component, as numbers that the format
    /// takes from an application.
    ///
    /// # Errors
    /// An empty or too large extent, or a format of integers.
    pub fn from_colors(
        format: Format,
        extent: Extent,
        limits: &Limits,
        color: impl Fn([u32; 3]) -> [f32; 4],
    ) -> Result<Image, TextureError> {
        if format.kind() != FormatKind::Float {
            return Err(TextureError::WrongPixels(PixelFormat::Rgba, format));
        }
        let mut image = Image::zeroed(format, extent, 1, limits)?;
        let row = format.row();
        let [width, height, depth] = extent.sizes();
        let rows = (0..depth).flat_map(|z| (0..height).map(move |y| [y, z]));
        let places = rows.flat_map(|[y, z]| (0..width).map(move |x| [x, y, z]));
        let texels = image.bytes.chunks_exact_mut(format.texel_bytes());
        for (texel, place) in texels.zip(places) {
            let color = color(place).map(f64::from);
            row.encoding.uploaded().encode(row.base.select(color), texel);
        }
        Ok(image)
    }

    /// A multisample image, with the samples of each texel side by side in `pixels`.
    ///
    /// # Errors
    /// Those of [`Image::new`], and a count of samples that is 0 or above the limit.
    pub fn multisample(
        format: Format,
        extent: Extent,
        samples: u32,
        pixels: &Pixels<'_>,
        limits: &Limits,
    ) -> Result<Image, TextureError> {
        pixels.check(format, extent.texels().saturating_mul(u64::from(samples)))?;
        let mut image = Image::zeroed(format, extent, samples, limits)?;
        let row = format.row();
        for (texel, color) in image
            .bytes
            .chunks_exact_mut(format.texel_bytes())
            .zip(pixels.colors())
        {
            row.encoding.uploaded().encode(row.base.select(color), texel);
        }
        Ok(image)
    }

    /// An image of texels in the format's own encoding, as a buffer texture holds them. Bytes after the last
    /// whole texel are dropped.
    ///
    /// # Errors
    /// Fewer bytes than one texel, or more texels than [`Limits::buffer_texels`].
    pub fn from_encoded(format: Format, bytes: &[u8], limits: &Limits) -> Result<Image, TextureError> {
        let texels = bytes.len() / format.texel_bytes();
        let width = u32::try_from(texels).unwrap_or(u32::MAX);
        if width > limits.buffer_texels {
            return Err(TextureError::TooLarge {
                size: width,
                limit: limits.buffer_texels,
            });
        }
        let extent = Extent::new(width, 1, 1);
        if width == 0 {
            return Err(TextureError::Empty(extent.sizes()));
        }
        let bytes = bytes[..texels * format.texel_bytes()].into();
        Ok(Image {
            format,
            extent,
            samples: 1,
            bytes,
        })
    }

    /// An image whose bytes are all 0.
    ///
    /// # Errors
    /// An empty or too large extent, or a count of samples that is 0 or above the limit.
    pub fn zeroed(
        format: Format,
        extent: Extent,
        samples: u32,
        limits: &Limits,
    ) -> Result<Image, TextureError> {
        let bytes = Image::bytes_of(format, extent, samples, limits)?;
        let mut texels = Vec::new();
        texels
            .try_reserve_exact(bytes as usize)
            .map_err(|_| TextureError::NoMemory(bytes))?;
        texels.resize(bytes as usize, 0);
        Ok(Image {
            format,
            extent,
            samples,
            bytes: texels.into(),
        })
    }

    /// The bytes that the texels of an image take.
    ///
    /// # Errors
    /// An empty or too large extent, or a count of samples that is 0 or above the limit.
    pub fn bytes_of(
        format: Format,
        extent: Extent,
        samples: u32,
        limits: &Limits,
    ) -> Result<u64, TextureError> {
        if extent.sizes().contains(&0) {
            return Err(TextureError::Empty(extent.sizes()));
        }
        if samples == 0 || samples > limits.samples {
            return Err(TextureError::WrongSamples(samples));
        }
        let limit = limits.size.max(limits.size_3d).max(limits.layers);
        if let Some(&size) = extent.sizes().iter().find(|&&size| size > limit) {
            return Err(TextureError::TooLarge { size, limit });
        }
        let bytes = u128::from(extent.texels()) * u128::from(samples) * format.texel_bytes() as u128;
        if bytes > u128::from(limits.image_bytes) {
            let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
            return Err(TextureError::TooMuchMemory {
                bytes,
                limit: limits.image_bytes,
            });
        }
        // At most the limit, which has 64 bits.
        Ok(bytes as u64)
    }

    /// An image with its texels, samples included, in the format's own encoding, as [`Image::bytes`] gives them.
    ///
    /// # Errors
    /// Those of [`Image::zeroed`], and another count of bytes than the texels need.
    pub fn with_bytes(
        format: Format,
        extent: Extent,
        samples: u32,
        bytes: &[u8],
        limits: &Limits,
    ) -> Result<Image, TextureError> {
        let mut image = Image::zeroed(format, extent, samples, limits)?;
        let (needed, given) = (image.bytes.len() as u64, bytes.len() as u64);
        if needed != given {
            return Err(TextureError::WrongLength { needed, given });
        }
        image.bytes.copy_from_slice(bytes);
        Ok(image)
    }

    /// The format of the texels.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The size, in texels.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// Samples in a texel.
    pub fn samples(&self) -> u32 {
        self.samples
    }

    /// The texels in the format's own encoding.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The texels in the format's own encoding, to be written.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// Which sample of which texel, as a number from 0; `x`, `y` and `z` must be inside the image.
    #[inline]
    /// A texel as a texture source colour, before comparison and swizzles: integers as they are, depths four times.
    pub fn texel_value(&self, texel: [u32; 3], sample: u32) -> Option<[f64; 4]> {
        let sizes = self.extent.sizes();
        let is_there = texel.iter().zip(sizes).all(|(at, size)| *at < size) && sample < self.samples;
        let index = is_there.then(|| self.index(texel, sample))?;
        Some(match self.format.kind() {
            FormatKind::Float => self.color(index).map(f64::from),
            FormatKind::Unsigned => self.integer_color(index).map(f64::from),
            FormatKind::Signed => self.integer_color(index).map(|bits| f64::from(bits as i32)),
        })
    }

    pub(crate) fn index(&self, [x, y, z]: [u32; 3], sample: u32) -> usize {
        let [width, height, _] = self.extent.sizes().map(|size| size as usize);
        ((z as usize * height + y as usize) * width + x as usize) * self.samples as usize + sample as usize
    }

    fn texel(&self, index: usize) -> &[u8] {
        let size = self.format.texel_bytes();
        &self.bytes[index * size..][..size]
    }

    /// The texture source colour of a texel. A depth is in all four components.
    pub(crate) fn color(&self, index: usize) -> [f32; 4] {
        self.color_as(self.format, index)
    }

    /// The same, with the image's format once more, for callers that know it at compile time.
    #[inline(always)]
    pub(crate) fn color_as(&self, format: Format, index: usize) -> [f32; 4] {
        let row = format.row();
        let size = format.texel_bytes();
        row.base
            .expand(row.encoding.decode(&self.bytes[index * size..][..size]), 0.0, 1.0)
    }

    /// The same of a texel of bytes that stand for 0 to 1, as they are: 255 stands for 1.
    #[inline(always)]
    pub(crate) fn bytes_as(&self, format: Format, index: usize) -> [f32; 4] {
        let size = format.texel_bytes();
        let mut bytes = [0.0; 4];
        for (number, byte) in bytes.iter_mut().zip(&self.bytes[index * size..][..size]) {
            *number = f32::from(*byte);
        }
        format.row().base.expand(bytes, 0.0, 255.0)
    }

    /// The texture source colour of an integer texel, or of the stencil value of one that has a depth as well; 0 in formats
    /// that do not hold integers.
    pub(crate) fn integer_color(&self, index: usize) -> [u32; 4] {
        integer_color(self.format, self.texel(index))
    }

    /// The numbers that a texel stores, as [`crate::format::Encoding::numbers`] gives them.
    pub(crate) fn numbers(&self, index: usize) -> [f64; 4] {
        self.format.row().encoding.numbers(self.texel(index))
    }

    /// Writes the numbers that a texel stores.
    pub(crate) fn set_numbers(&mut self, index: usize, numbers: [f64; 4]) {
        let size = self.format.texel_bytes();
        self.format
            .row()
            .encoding
            .store(numbers, &mut self.bytes[index * size..][..size]);
    }
}

/// The integers that lookups see in a texel of a format.
pub(crate) fn integer_color(format: Format, texel: &[u8]) -> [u32; 4] {
    let row = format.row();
    if row.base == Base::DepthStencil {
        return Base::Stencil.expand([u32::from(row.encoding.stencil(texel)); 4], 0, 1);
    }
    row.base.expand(row.encoding.decode_integer(texel), 0, 1)
}
