//! Texel fetches, sizes and samples: NV_gpu_program4 section 2.X.4.4 (table X.18) and the TXQ instruction.

use quadrille_isa::gl::TextureTarget;
use quadrille_texture::fetch::UndefinedFetch;
use quadrille_texture::{
    Access, BoundTexture, Extent, Format, Image, Limits, MinificationFilter, ObjectTarget, PixelFormat,
    PixelType, Pixels, Sampler, Texture,
};
use std::sync::Arc;

/// An R32I texture that counts its texels from 0, level after level.
fn counting(target: ObjectTarget, sizes: &[[u32; 3]]) -> BoundTexture {
    let mut texture = Texture::new(target);
    let mut next = 0_i32;
    for (level, &[width, height, depth]) in sizes.iter().enumerate() {
        let extent = Extent::new(width, height, depth);
        let count = extent.texels() as i32;
        let bytes: Vec<u8> = (next..next + count).flat_map(i32::to_ne_bytes).collect();
        next += count;
        let pixels = Pixels::new(PixelFormat::RedInteger, PixelType::Int, &bytes).expect("a GL pair");
        texture
            .define(level as u32, 0, Format::R32I, extent, &pixels)
            .expect("the image fits");
    }
    let minification = if sizes.len() > 1 {
        MinificationFilter::NearestMipmapNearest
    } else {
        MinificationFilter::Nearest
    };
    BoundTexture::new(
        Arc::new(texture),
        Sampler {
            minification,
            ..Sampler::nearest()
        },
    )
}

fn fetch(bound: &BoundTexture, target: TextureTarget, coordinate: [i32; 4]) -> Result<u32, UndefinedFetch> {
    bound
        .fetch_texel(Access::of(target), coordinate, [0; 3])
        .map(|[red, ..]| red)
}

#[test]
fn components_select_texel_layer_and_level() {
    // source: NV_gpu_program4 table X.18; texels count up along x, then y, then z, then levels
    let volume = counting(ObjectTarget::ThreeDimensional, &[[4, 2, 2], [2, 1, 1], [1, 1, 1]]);
    assert_eq!(fetch(&volume, TextureTarget::T3D, [3, 1, 1, 0]), Ok(15));
    assert_eq!(fetch(&volume, TextureTarget::T3D, [1, 0, 0, 1]), Ok(17));
    assert_eq!(fetch(&volume, TextureTarget::T3D, [0, 0, 0, 2]), Ok(18));
    let lines = counting(ObjectTarget::OneDimensionalArray, &[[4, 3, 1]]);
    assert_eq!(fetch(&lines, TextureTarget::Array1D, [1, 2, 99, 0]), Ok(9));
    let limited = BoundTexture::new(
        volume.texture().clone(),
        Sampler {
            base_level: 1,
            maximum_level: 1,
            ..*volume.sampler()
        },
    );
    for level in [-1, 1] {
        assert_eq!(
            fetch(&limited, TextureTarget::T3D, [0, 0, 0, level]),
            Err(UndefinedFetch::Level(level))
        );
    }
    assert_eq!(fetch(&limited, TextureTarget::T3D, [1, 0, 0, 0]), Ok(17));
    let sheets = counting(ObjectTarget::TwoDimensionalArray, &[[2, 2, 3]]);
    assert_eq!(fetch(&sheets, TextureTarget::Array2D, [1, 0, 2, 0]), Ok(9));
    let rectangle = counting(ObjectTarget::Rectangle, &[[3, 2, 1]]);
    assert_eq!(fetch(&rectangle, TextureTarget::Rect, [2, 1, 99, 0]), Ok(5));
}

#[test]
fn undefined_fetches_are_named() {
    // source: NV_gpu_program4 section 2.X.4.4, the list at its end
    let volume = counting(ObjectTarget::ThreeDimensional, &[[4, 2, 2], [2, 1, 1], [1, 1, 1]]);
    assert_eq!(
        fetch(&volume, TextureTarget::T3D, [4, 0, 0, 0]),
        Err(UndefinedFetch::Texel(4))
    );
    assert_eq!(
        fetch(&volume, TextureTarget::T3D, [0, -1, 0, 0]),
        Err(UndefinedFetch::Texel(-1))
    );
    assert_eq!(
        fetch(&volume, TextureTarget::T3D, [0, 0, 0, 3]),
        Err(UndefinedFetch::Level(3))
    );
    assert_eq!(
        fetch(&volume, TextureTarget::T3D, [0, 0, 0, -1]),
        Err(UndefinedFetch::Level(-1))
    );
    assert_eq!(
        fetch(&volume, TextureTarget::T3D, [0, 0, 0, i32::MAX]),
        Err(UndefinedFetch::Level(i32::MAX))
    );
    assert_eq!(
        fetch(&volume, TextureTarget::T2D, [0; 4]),
        Err(UndefinedFetch::NoTexture)
    );
    let sheets = counting(ObjectTarget::TwoDimensionalArray, &[[2, 2, 3]]);
    assert_eq!(
        fetch(&sheets, TextureTarget::Array2D, [0, 0, 3, 0]),
        Err(UndefinedFetch::Layer(3))
    );
    assert_eq!(
        fetch(&sheets, TextureTarget::Array2D, [0, 0, 0, 1]),
        Err(UndefinedFetch::Unmipmapped(1))
    );
    let access = Access::of(TextureTarget::T3D);
    assert_eq!(
        volume.fetch_texel(access, [3, 0, 0, 0], [i32::MAX; 3]),
        Err(UndefinedFetch::Texel(2_147_483_650))
    );
    assert_eq!(
        volume
            .fetch_texel(access, [2, 0, 0, 0], [1, 1, 1])
            .map(|[red, ..]| red),
        Ok(15)
    );
}

#[test]
fn buffers_and_samples() {
    // source: NV_gpu_program4 table X.18 (BUFFER has no level); NV_explicit_multisample (sample in w)
    let bytes: Vec<u8> = (0..5_u32).flat_map(|n| (n * n).to_le_bytes()).collect();
    let buffer = Texture::from_buffer(Format::R32Ui, &bytes, Limits::default()).expect("five texels");
    let bound = BoundTexture::new(Arc::new(buffer), Sampler::default());
    assert_eq!(fetch(&bound, TextureTarget::Buffer, [3, 0, 0, 77]), Ok(9));
    assert_eq!(
        fetch(&bound, TextureTarget::Buffer, [5, 0, 0, 0]),
        Err(UndefinedFetch::Texel(5))
    );
    assert_eq!(bound.size(0), [5, 0, 0, 0]);

    let bytes: Vec<u8> = (0..16).collect();
    let pixels = Pixels::new(PixelFormat::RedInteger, PixelType::UnsignedByte, &bytes).expect("a GL pair");
    let extent = Extent::new(2, 2, 1);
    let image =
        Image::multisample(Format::R8Ui, extent, 4, &pixels, &Limits::default()).expect("four samples");
    let mut texture = Texture::new(ObjectTarget::TwoDimensionalMultisample);
    texture.set_image(0, 0, image).expect("the image fits");
    let bound = BoundTexture::new(Arc::new(texture), Sampler::default());
    assert_eq!(bound.samples(), 4);
    assert_eq!(fetch(&bound, TextureTarget::T2DMS, [1, 1, 0, 2]), Ok(14));
    assert_eq!(
        fetch(&bound, TextureTarget::T2DMS, [1, 1, 0, 4]),
        Err(UndefinedFetch::Sample(4))
    );
}

#[test]
fn sizes_of_levels() {
    // source: NV_gpu_program4, TXQ; ARB_texture_cube_map_array issue 12
    let volume = counting(ObjectTarget::ThreeDimensional, &[[4, 2, 2], [2, 1, 1], [1, 1, 1]]);
    assert_eq!(
        [0, 1, 2, 3].map(|level| volume.size(level)),
        [[4, 2, 2, 0], [2, 1, 1, 0], [1, 1, 1, 0], [0; 4]]
    );
    assert_eq!(
        counting(ObjectTarget::OneDimensionalArray, &[[4, 3, 1]]).size(0),
        [4, 3, 0, 0]
    );
    assert_eq!(
        counting(ObjectTarget::CubeArray, &[[2, 2, 12]]).size(0),
        [2, 2, 2, 0]
    );
}
