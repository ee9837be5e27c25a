//! Weights: none has no effect, infinite texels count by theirs.

use quadrille_isa::gl::TextureTarget;
use quadrille_texture::{
    Access, BoundTexture, Extent, Format, LevelOfDetail, Lookup, MagnificationFilter, MinificationFilter,
    ObjectTarget, Offset, PixelFormat, PixelType, Pixels, Sampler, Texture,
};
use std::sync::Arc;

fn read(texture: &Texture, sampler: Sampler, s: f32, level: LevelOfDetail<'_>) -> f32 {
    let bound = BoundTexture::new(Arc::new(texture.clone()), sampler);
    let lookup = Lookup {
        access: Access::of(TextureTarget::T1D),
        coordinates: [&[s], &[], &[], &[]],
        second: [&[]; 4],
        level,
        least_level: None,
        offset: Offset::Constant([0; 3]),
    };
    f32::from_bits(bound.sample_lane(&lookup, 0)[0])
}

#[test]
fn a_texel_of_weight_zero_does_not_spoil_its_neighbour() {
    // source: the promise of `filter`: the centre of a texel is that texel
    let bytes: Vec<u8> = [1.0_f32, f32::INFINITY]
        .into_iter()
        .flat_map(f32::to_ne_bytes)
        .collect();
    let pixels = Pixels::new(PixelFormat::Red, PixelType::Float, &bytes).expect("a GL pair");
    let mut texture = Texture::new(ObjectTarget::OneDimensional);
    texture
        .define(0, 0, Format::R32F, Extent::new(2, 1, 1), &pixels)
        .expect("fits");
    let sampler = Sampler {
        magnification: MagnificationFilter::Linear,
        ..Sampler::nearest()
    };
    assert_eq!(read(&texture, sampler, 0.25, LevelOfDetail::Zero), 1.0);
    assert_eq!(read(&texture, sampler, 0.5, LevelOfDetail::Zero), f32::INFINITY);
}

#[test]
fn infinite_and_huge_texels_count_by_their_weights() {
    // source: OpenGL 2.1 equation 3.26 with IEEE infinities: (1 - f) a + f b, though b - a has no finite value
    let (infinity, huge) = (f32::INFINITY, 2.0_f32.powi(127));
    for (left, right, quarter, half) in [
        (infinity, 1.0, infinity, infinity),
        (1.0, infinity, infinity, infinity),
        (infinity, infinity, infinity, infinity),
        (-huge, huge, -huge / 2.0, 0.0),
    ] {
        let bytes: Vec<u8> = [left, right].into_iter().flat_map(f32::to_ne_bytes).collect();
        let pixels = Pixels::new(PixelFormat::Red, PixelType::Float, &bytes).expect("a GL pair");
        let mut texture = Texture::new(ObjectTarget::OneDimensional);
        texture
            .define(0, 0, Format::R32F, Extent::new(2, 1, 1), &pixels)
            .expect("fits");
        let sampler = Sampler {
            magnification: MagnificationFilter::Linear,
            ..Sampler::nearest()
        };
        let at = |s: f32| read(&texture, sampler, s, LevelOfDetail::Zero);
        assert_eq!(
            [at(0.25), at(0.375), at(0.5)],
            [left, quarter, half],
            "{left} {right}"
        );
    }
}

#[test]
fn a_level_of_weight_zero_does_not_spoil_the_other() {
    // source: OpenGL 2.1 equations 3.28 and 3.29: λ = 1 is level 1 alone, whose neighbour may be infinite
    let mut texture = Texture::new(ObjectTarget::OneDimensional);
    for (level, value) in [0.5_f32, 2.0, f32::INFINITY].into_iter().enumerate() {
        let width = 4 >> level;
        let bytes = value.to_ne_bytes().repeat(width as usize);
        let pixels = Pixels::new(PixelFormat::Red, PixelType::Float, &bytes).expect("a GL pair");
        texture
            .define(level as u32, 0, Format::R32F, Extent::new(width, 1, 1), &pixels)
            .expect("the level fits");
    }
    let sampler = Sampler {
        minification: MinificationFilter::NearestMipmapLinear,
        ..Sampler::nearest()
    };
    for (lambda, expected) in [(0.5, 1.25), (1.0, 2.0), (1.5, f32::INFINITY)] {
        let level = LevelOfDetail::Explicit(&[lambda]);
        assert_eq!(read(&texture, sampler, 0.5, level), expected);
    }
}
