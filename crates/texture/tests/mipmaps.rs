//! Mipmap generation: sizes halve as OpenGL 2.1 section 3.8.8 says, and a box filter keeps the mean of an image.

use proptest::prelude::*;
use quadrille_texture::{
    BoundTexture, Extent, Format, MinificationFilter, ObjectTarget, PixelFormat, PixelType, Pixels, Sampler,
    Texture,
};
use std::sync::Arc;

/// The mean of the texels of one layer of a level.
fn mean(texture: &Texture, level: u32, layer: usize, layers: usize) -> f64 {
    let bytes = texture.image(level, 0).expect("the level exists").bytes();
    let texels = bytes.len() / 4 / layers;
    let sum: f64 = bytes.as_chunks::<4>().0[layer * texels..][..texels]
        .iter()
        .map(|&bytes| f64::from(f32::from_le_bytes(bytes)))
        .sum();
    sum / texels as f64
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_level_has_the_mean_of_the_first(
        target in prop::sample::select(vec![
            ObjectTarget::OneDimensional, ObjectTarget::TwoDimensional, ObjectTarget::ThreeDimensional, ObjectTarget::OneDimensionalArray,
            ObjectTarget::TwoDimensionalArray,
        ]),
        sizes in prop::array::uniform3(1_u32..14),
        seed in any::<u32>(),
    ) {
        let [width, height, depth] = sizes;
        let (extent, layers, halved) = match target {
            ObjectTarget::OneDimensional => (Extent::new(width, 1, 1), 1, [true, true, true]),
            ObjectTarget::TwoDimensional => (Extent::new(width, height, 1), 1, [true, true, true]),
            ObjectTarget::OneDimensionalArray => (Extent::new(width, height, 1), height, [true, false, true]),
            ObjectTarget::TwoDimensionalArray => (Extent::new(width, height, depth), depth, [true, true, false]),
            _ => (Extent::new(width, height, depth), 1, [true, true, true]),
        };
        let mut state = seed;
        let bytes: Vec<u8> = (0..extent.texels())
            .flat_map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (f32::from((state >> 16) as u16) / 1024.0).to_ne_bytes()
            })
            .collect();
        let pixels = Pixels::new(PixelFormat::Red, PixelType::Float, &bytes).expect("a GL pair");
        let mut texture = Texture::new(target);
        texture.define(0, 0, Format::R32F, extent, &pixels).expect("the image fits");
        texture.generate_mipmaps(0).expect("smaller images fit");

        let largest = (0..3).filter(|&axis| halved[axis]).map(|axis| extent.sizes()[axis]).max().unwrap_or(1);
        prop_assert_eq!(texture.levels(), largest.ilog2() + 1);
        let layers = layers as usize;
        for level in 0..texture.levels() {
            let found = texture.image(level, 0).expect("generated").extent().sizes();
            // source: max(1, ⌊w / 2^i⌋) (OpenGL 2.1 section 3.8.8); layers keep their count (EXT_texture_array)
            let expected =
                [0, 1, 2].map(|axis| if halved[axis] { (extent.sizes()[axis] >> level).max(1) } else { extent.sizes()[axis] });
            prop_assert_eq!(found, expected);
            for layer in 0..layers {
                // source: every old texel spreads over the new ones with equal weight, so the mean stays
                let first = mean(&texture, 0, layer, layers);
                let now = mean(&texture, level, layer, layers);
                prop_assert!((first - now).abs() < 1e-4, "level {level} has mean {now}, level 0 {first}");
            }
        }
        let sampler = Sampler { minification: MinificationFilter::LinearMipmapLinear, ..Sampler::default() };
        prop_assert_eq!(BoundTexture::new(Arc::new(texture), sampler).incomplete(), None);
    }
}
