//! Mipmap generation: each level is the box-filtered level below it.
//!
//! A dimension of odd size n becomes ⌊n/2⌋, so a texel of the new level covers n / ⌊n/2⌋ texels of the old
//! one, the outer two in part; each counts by the part that is covered. Fixed-point texels are averaged as the
//! integers that they store, in double precision, so that a mean half-way between two integers is rounded up and not
//! by chance. Texels of integer formats are not averaged: the first of those covered is taken.

use crate::bound::reduced;
use crate::format::FormatKind;
use crate::{Image, Texture, TextureError};

impl Texture {
    /// Replaces the levels above `base_level` with levels derived from it, down to one texel, as
    /// GENERATE_MIPMAP does (OpenGL 2.1 section 3.8.8, "Automatic Mipmap Generation"). Faces without a base
    /// image are skipped; targets without mipmaps do not change.
    ///
    /// # Errors
    /// Those of [`Image::zeroed`] and [`Texture::set_image`]; smaller images of an allowed one are allowed.
    pub fn generate_mipmaps(&mut self, base_level: u32) -> Result<(), TextureError> {
        let row = self.target().row();
        if !row.is_mipmapped() {
            return Ok(());
        }
        for face in 0..row.faces {
            let Some(base) = self.image(base_level, face) else {
                continue;
            };
            let largest = base.extent().sizes()[..row.dimensions]
                .iter()
                .copied()
                .max()
                .unwrap_or(1);
            for level in base_level..base_level + largest.ilog2() {
                let Some(image) = self.image(level, face) else {
                    break;
                };
                let half = self.half(image)?;
                self.set_image(level + 1, face, half)?;
            }
        }
        Ok(())
    }

    fn half(&self, image: &Image) -> Result<Image, TextureError> {
        let old = image.extent().sizes();
        let extent = reduced(self.target(), image.extent(), 1);
        let new = extent.sizes();
        let mut half = Image::zeroed(image.format(), extent, 1, self.limits())?;
        let spans = [0, 1, 2].map(|axis| spans(old[axis], new[axis]));
        let integer = image.format().kind() != FormatKind::Float;
        for z in 0..new[2] {
            for y in 0..new[1] {
                for x in 0..new[0] {
                    let covered = [
                        &spans[0][x as usize],
                        &spans[1][y as usize],
                        &spans[2][z as usize],
                    ];
                    let mut sum = [0.0; 4];
                    if integer {
                        sum = image.numbers(image.index(covered.map(|span| span[0].0), 0));
                    } else {
                        for &(z, z_weight) in covered[2] {
                            for &(y, y_weight) in covered[1] {
                                for &(x, x_weight) in covered[0] {
                                    let texel = image.numbers(image.index([x, y, z], 0));
                                    for (sum, number) in sum.iter_mut().zip(texel) {
                                        *sum += x_weight * y_weight * z_weight * number;
                                    }
                                }
                            }
                        }
                    }
                    half.set_numbers(half.index([x, y, z], 0), sum);
                }
            }
        }
        Ok(half)
    }
}

/// For each texel of an axis of `new` texels, the texels of one of `old` that it covers and the part of it that
/// each fills.
fn spans(old: u32, new: u32) -> Vec<Vec<(u32, f64)>> {
    let (old, new) = (u64::from(old), u64::from(new));
    (0..new)
        .map(|texel| {
            // In units of 1 / new of an old texel, the new texel covers [texel · old, (texel + 1) · old).
            let (start, end) = (texel * old, (texel + 1) * old);
            (start / new..end.div_ceil(new))
                .map(|covered| {
                    let overlap = end.min((covered + 1) * new) - start.max(covered * new);
                    (covered as u32, overlap as f64 / old as f64)
                })
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Extent, Format, ObjectTarget, PixelFormat, PixelType, Pixels};

    #[test]
    fn spans_of_odd_sizes() {
        // source: 5 texels over 2: each new one covers 2½ old ones
        assert_eq!(
            spans(5, 2),
            [
                vec![(0, 0.4), (1, 0.4), (2, 0.2)],
                vec![(2, 0.2), (3, 0.4), (4, 0.4)]
            ]
        );
        assert_eq!(spans(4, 2), [vec![(0, 0.5), (1, 0.5)], vec![(2, 0.5), (3, 0.5)]]);
        assert_eq!(spans(3, 3), [vec![(0, 1.0)], vec![(1, 1.0)], vec![(2, 1.0)]]);
    }

    #[test]
    fn levels_are_averages_down_to_one_texel() {
        // source: the mean of 0, 3, 6, 9 is 4.5, which rounds to 5; of 12 is 12; of 5 and 12 is 8.5, to 9
        let mut texture = Texture::new(ObjectTarget::TwoDimensional);
        let bytes = [0, 3, 12, 12, 6, 9, 12, 12];
        let pixels = Pixels::new(PixelFormat::Luminance, PixelType::UnsignedByte, &bytes).expect("valid");
        texture
            .define(0, 0, Format::L8, Extent::new(4, 2, 1), &pixels)
            .expect("fits");
        texture.generate_mipmaps(0).expect("smaller levels fit");
        assert_eq!(texture.levels(), 3);
        assert_eq!(texture.image(1, 0).expect("generated").bytes(), [5, 12]);
        assert_eq!(texture.image(2, 0).expect("generated").bytes(), [9]);
    }

    #[test]
    fn means_half_way_are_rounded_up() {
        // source: OpenGL 2.1 section 2.14.9, to nearest, and ⌊(a + b + 1) / 2⌋ for two bytes
        for a in 0..=255_u8 {
            let bytes: Vec<u8> = (0..=255).flat_map(|b| [a, b]).collect();
            let pixels = Pixels::new(PixelFormat::Luminance, PixelType::UnsignedByte, &bytes).expect("valid");
            let mut texture = Texture::new(ObjectTarget::OneDimensional);
            texture
                .define(0, 0, Format::L8, Extent::new(512, 1, 1), &pixels)
                .expect("fits");
            texture.generate_mipmaps(0).expect("smaller levels fit");
            let means: Vec<u8> = (0..=255_u16)
                .map(|b| (u16::from(a) + b).div_ceil(2) as u8)
                .collect();
            assert_eq!(texture.image(1, 0).expect("generated").bytes(), means);
        }
    }
}
