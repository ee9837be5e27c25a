//! Formats of colour and depth buffers, and how their numbers are stored.

/// Format of a colour buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColorFormat {
    /// Four 8-bit fixed-point components.
    Rgba8,
    /// Four binary16 components.
    Rgba16F,
    /// Four binary32 components.
    Rgba32F,
}

impl ColorFormat {
    /// Bytes of a pixel.
    pub fn bytes(self) -> u64 {
        match self {
            ColorFormat::Rgba8 => 4,
            ColorFormat::Rgba16F => 8,
            ColorFormat::Rgba32F => 16,
        }
    }

    /// Whether components are fixed-point, and thus clamped to [0, 1].
    pub fn is_fixed(self) -> bool {
        matches!(self, ColorFormat::Rgba8)
    }
}

/// Format of the depth buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DepthFormat {
    /// 24-bit fixed-point.
    Depth24,
    /// binary32.
    Depth32F,
}

/// Pixels of a colour buffer.
#[derive(Clone, PartialEq, Debug)]
pub enum Pixels {
    /// 8-bit fixed-point.
    Rgba8(Vec<[u8; 4]>),
    /// The bits of binary16.
    Rgba16F(Vec<[u16; 4]>),
    /// binary32.
    Rgba32F(Vec<[f32; 4]>),
}

/// Depths of a depth buffer.
#[derive(Clone, PartialEq, Debug)]
pub enum Depths {
    /// 24-bit fixed-point.
    Fixed(Vec<u32>),
    /// binary32.
    Float(Vec<f32>),
}

impl Pixels {
    /// Its format.
    pub fn format(&self) -> ColorFormat {
        match self {
            Pixels::Rgba8(_) => ColorFormat::Rgba8,
            Pixels::Rgba16F(_) => ColorFormat::Rgba16F,
            Pixels::Rgba32F(_) => ColorFormat::Rgba32F,
        }
    }

    /// The number of values: one for each sample of a pixel.
    pub fn len(&self) -> usize {
        match self {
            Pixels::Rgba8(pixels) => pixels.len(),
            Pixels::Rgba16F(pixels) => pixels.len(),
            Pixels::Rgba32F(pixels) => pixels.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A pixel by number.
    pub fn get(&self, at: usize) -> [f32; 4] {
        match self {
            Pixels::Rgba8(pixels) => pixels[at].map(from_unorm8),
            Pixels::Rgba16F(pixels) => pixels[at].map(from_half),
            Pixels::Rgba32F(pixels) => pixels[at],
        }
    }
}

/// A component in 8-bit fixed point: clamped, times 255, rounded to nearest, halves to even (GL 2.1, 2.14.9). NaN gives 0.
pub(crate) fn to_unorm8(value: f32) -> u8 {
    nearest_level(value) as u8
}

/// The same in the lowest byte of a word whose other bits are of no value, by operations of which loops become vector
/// code: a conversion of the processor would keep them from that.
#[inline(always)]
pub(crate) fn nearest_level(value: f32) -> u32 {
    // Of NaN both comparisons are false.
    let value = if value > 0.0 { value } else { 0.0 };
    let value = if value < 1.0 { value } else { 1.0 };
    // From 2^23 on binary32 has integers only: the sum is rounded to one.
    (value * 255.0 + 8_388_608.0).to_bits()
}

/// The value of a component in 8-bit fixed point.
pub(crate) fn from_unorm8(value: u8) -> f32 {
    f32::from(value) / 255.0
}

/// The bits of the nearest binary16.
pub(crate) fn to_half(value: f32) -> u16 {
    half::f16::from_f32(value).to_bits()
}

/// The value of a binary16.
pub(crate) fn from_half(bits: u16) -> f32 {
    half::f16::from_bits(bits).to_f32()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: arithmetic; 8-bit values are k/255 and every one survives the way there and back.
    #[test]
    fn bytes_survive() {
        for byte in 0..=255 {
            assert_eq!(to_unorm8(from_unorm8(byte)), byte);
        }
        assert_eq!(to_unorm8(f32::NAN), 0);
        assert_eq!(to_unorm8(2.0), 255);
    }

    /// source: the conversion of docs/numbers.md, by another way: binary64 holds every product of binary32 as it is
    #[test]
    fn levels_are_the_nearest() {
        let halfway = (0..256u16).map(|k| ((f32::from(k) + 0.5) / 255.0).to_bits());
        let near = halfway.flat_map(|bits| bits - 1000..bits + 1000);
        for value in near.chain((0..=u32::MAX).step_by(4999)).map(f32::from_bits) {
            let within = if value.is_nan() {
                0.0
            } else {
                value.clamp(0.0, 1.0)
            };
            let product = f64::from((f64::from(within) * 255.0) as f32);
            assert_eq!(
                f64::from(to_unorm8(value)),
                product.round_ties_even(),
                "{value:e}"
            );
        }
    }
}
