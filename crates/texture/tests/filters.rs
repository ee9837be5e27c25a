//! Filters beyond OpenGL 2.1: anisotropic ones, seamless cube maps, and textures that hold depths and stencil values.

use std::sync::Arc;

use quadrille_isa::gl::TextureTarget;
use quadrille_texture::{
    Access, BoundTexture, DepthStencilMode, Extent, Format, Image, LevelOfDetail, Limits, Lookup,
    MagnificationFilter, MinificationFilter, ObjectTarget, Offset, PixelFormat, PixelType, Pixels, Sampler,
    Texture,
};

fn lookup<'a>(target: TextureTarget, coordinates: &'a [f32; 4], level: LevelOfDetail<'a>) -> Lookup<'a> {
    Lookup {
        access: Access::of(target),
        coordinates: coordinates.each_ref().map(std::slice::from_ref),
        second: [&[]; 4],
        level,
        least_level: None,
        offset: Offset::Constant([0; 3]),
    }
}

fn red(bound: &BoundTexture, lookup: &Lookup<'_>) -> f32 {
    f32::from_bits(bound.sample_lane(lookup, 0)[0])
}

fn linear() -> Sampler {
    Sampler {
        minification: MinificationFilter::Linear,
        magnification: MagnificationFilter::Linear,
        ..Sampler::nearest()
    }
}

/// source: EXT_texture_filter_anisotropic section 3.8.9.1, written out in binary64: N places along the longer side, each
/// filtered in the level log2(Pmax / N). The texels of level l are (x² / 4096 + l), so nothing of it cancels.
#[test]
fn anisotropic_means_are_those_of_the_formula() {
    let texel = |x: i64, level: u32| (x * x) as f64 / 4096.0 * f64::from(4_u32.pow(level)) + f64::from(level);
    let mut texture = Texture::new(ObjectTarget::TwoDimensional);
    for level in 0..7 {
        let extent = Extent::new(64 >> level, 64 >> level, 1);
        let color = |[x, ..]: [u32; 3]| [texel(x.into(), level) as f32, 0.0, 0.0, 1.0];
        let image = Image::from_colors(Format::Rgba32F, extent, &Limits::default(), color).expect("a level");
        texture.set_image(level, 0, image).expect("it fits");
    }
    let texture = Arc::new(texture);
    // s between the centres of two texels of a level.
    let filtered = |s: f64, level: u32| {
        let size = f64::from(64 >> level);
        let place = s * size - 0.5;
        let (first, fraction) = (place.floor(), place - place.floor());
        let clamped = |x: f64| texel(x.clamp(0.0, size - 1.0) as i64, level);
        clamped(first) * (1.0 - fraction) + clamped(first + 1.0) * fraction
    };
    for maximum in [2.0, 4.0, 6.5, 16.0] {
        let sampler = Sampler {
            minification: MinificationFilter::LinearMipmapLinear,
            maximum_anisotropy: maximum,
            ..linear()
        };
        let bound = BoundTexture::new(texture.clone(), sampler);
        for (x, y) in [
            (8.0_f32, 1.0_f32),
            (8.0, 3.0),
            (6.0, 2.5),
            (1.0, 8.0),
            (12.0, 0.0),
            (3.0, 3.0),
            (0.5, 0.25),
        ] {
            let (ds, dt) = (x / 64.0, y / 64.0);
            let coordinates = [0.46875_f32, 0.5, 0.0, 0.0];
            let (right, up) = ([ds, 0.0, 0.0], [0.0, dt, 0.0]);
            let level = LevelOfDetail::Gradient {
                per_x: right.each_ref().map(std::slice::from_ref),
                per_y: up.each_ref().map(std::slice::from_ref),
            };
            let (long, short) = (f64::from(x.max(y)), f64::from(x.min(y)));
            let count = (long / short).ceil().min(f64::from(maximum).floor());
            let lambda = (long / count).log2().max(0.0);
            let (lower, weight) = (lambda.floor() as u32, lambda - lambda.floor());
            let mean: f64 = (1..=count as u32)
                .map(|i| {
                    let place = f64::from(i) / (count + 1.0) - 0.5;
                    let s = 0.46875 + if x > y { place * f64::from(ds) } else { 0.0 };
                    filtered(s, lower) * (1.0 - weight) + filtered(s, lower + 1) * weight
                })
                .sum();
            let expected = mean / count;
            let found = f64::from(red(&bound, &lookup(TextureTarget::T2D, &coordinates, level)));
            assert!(
                (found - expected).abs() < 2e-5 * expected.max(1.0),
                "{x} by {y}, at most {maximum}: {found}, expected {expected}"
            );
        }
    }
}

/// A cube map whose face f is f / 8 everywhere.
fn faces(target: ObjectTarget) -> Arc<Texture> {
    let mut texture = Texture::new(target);
    let color = |face: u32| [face as f32 / 8.0, 0.0, 0.0, 1.0];
    if target == ObjectTarget::Cube {
        for face in 0..6 {
            let image = Image::from_colors(Format::Rgba32F, Extent::new(4, 4, 1), &Limits::default(), |_| {
                color(face)
            });
            texture
                .set_image(0, face, image.expect("a face"))
                .expect("it fits");
        }
    } else {
        let extent = Extent::new(4, 4, 12);
        let image = Image::from_colors(Format::Rgba32F, extent, &Limits::default(), |[.., layer]| {
            color(layer)
        });
        texture
            .set_image(0, 0, image.expect("two cubes"))
            .expect("it fits");
    }
    Arc::new(texture)
}

/// source: ARB_seamless_cube_map section 3.8.7: on an edge both faces count one half, at a corner each of three a third
#[test]
fn seamless_filters_mix_the_faces_of_an_edge() {
    let sampler = Sampler {
        seamless: true,
        ..linear()
    };
    let seamless = BoundTexture::new(faces(ObjectTarget::Cube), sampler);
    let seamed = BoundTexture::new(faces(ObjectTarget::Cube), linear());
    let at = |bound: &BoundTexture, [x, y, z]: [f32; 3]| {
        red(
            bound,
            &lookup(TextureTarget::Cube, &[x, y, z, 0.0], LevelOfDetail::Zero),
        )
    };
    // Faces 0 to 5 are +x, -x, +y, -y, +z, -z.
    for (direction, faces) in [
        ([1.0, 0.0, 1.0], [0, 4]),
        ([1.0, 0.0, -1.0], [0, 5]),
        ([-1.0, 0.0, 1.0], [1, 4]),
        ([1.0, 1.0, 0.0], [0, 2]),
        ([0.0, -1.0, -1.0], [3, 5]),
        ([-1.0, -1.0, 0.0], [1, 3]),
    ] {
        let mean = faces.into_iter().sum::<i32>() as f32 / 16.0;
        assert_eq!(at(&seamless, direction), mean, "{direction:?}");
        assert!(faces.contains(&((at(&seamed, direction) * 8.0) as i32)));
    }
    for (direction, faces) in [
        ([1.0, 1.0, 1.0], [0, 2, 4]),
        ([-1.0, -1.0, -1.0], [1, 3, 5]),
        ([1.0, -1.0, -1.0], [0, 3, 5]),
    ] {
        let mean = faces.into_iter().sum::<i32>() as f32 / 24.0;
        assert!((at(&seamless, direction) - mean).abs() < 1e-6, "{direction:?}");
    }
    // In the middle of a face nothing changes; a quarter of a texel from the edge the other face has a quarter.
    assert_eq!(at(&seamless, [0.25, 0.0, 1.0]), 0.5);
    let near = at(&seamless, [0.875, 0.0, 1.0]);
    assert!((near - (0.75 * 4.0 / 8.0)).abs() < 1e-6, "{near}");
    // The second cube of an array.
    let array = BoundTexture::new(faces(ObjectTarget::CubeArray), sampler);
    let found = red(
        &array,
        &lookup(
            TextureTarget::ArrayCube,
            &[1.0, 0.0, 1.0, 1.0],
            LevelOfDetail::Zero,
        ),
    );
    assert_eq!(found, (6.0 + 10.0) / 16.0);
}

/// source: EXT_packed_depth_stencil for the words, ARB_stencil_texturing section 3.9.2 for the modes, OpenGL 4.6 table 15.1
/// for (S, 0, 0, 1)
#[test]
fn depth_stencil_textures_show_one_of_both() {
    let words = [0x8000_0001_u32, 0xffff_ffff].map(u32::to_ne_bytes);
    let pixels = Pixels::new(
        PixelFormat::DepthStencil,
        PixelType::UnsignedInt248,
        words.as_flattened(),
    );
    let pixels = pixels.expect("a GL pair");
    for format in [Format::Depth24Stencil8, Format::Depth32FStencil8] {
        let mut texture = Texture::new(ObjectTarget::TwoDimensional);
        texture
            .define(0, 0, format, Extent::new(2, 1, 1), &pixels)
            .expect("two texels");
        let texture = Arc::new(texture);
        let at = |sampler: Sampler, target, s: f32, reference: f32| {
            let bound = BoundTexture::new(texture.clone(), sampler);
            assert_eq!(bound.incomplete(), None);
            bound.sample_lane(&lookup(target, &[s, 0.5, reference, 0.0], LevelOfDetail::Zero), 0)
        };
        let depth = Sampler::nearest();
        let half = f32::from_bits(at(depth, TextureTarget::T2D, 0.25, 0.0)[0]);
        assert_eq!(half, (0x80_0000 as f64 / 0xff_ffff as f64) as f32);
        let compared = Sampler {
            compare: true,
            ..depth
        };
        let outcome = |reference| f32::from_bits(at(compared, TextureTarget::Shadow2D, 0.25, reference)[0]);
        assert_eq!([outcome(0.25), outcome(0.75)], [1.0, 0.0]);
        let stencil = Sampler {
            depth_stencil_mode: DepthStencilMode::Stencil,
            ..depth
        };
        assert_eq!(at(stencil, TextureTarget::T2D, 0.25, 0.0), [1, 0, 0, 1]);
        assert_eq!(at(stencil, TextureTarget::T2D, 0.75, 0.0), [255, 0, 0, 1]);
        // Stencil values are not filtered.
        let filtered = Sampler {
            depth_stencil_mode: DepthStencilMode::Stencil,
            ..linear()
        };
        assert!(
            BoundTexture::new(texture.clone(), filtered)
                .incomplete()
                .is_some()
        );
    }
}

/// source: ARB_texture_view: tables of compatible targets and formats
#[test]
fn views_are_the_same_texels() {
    let mut texture = Texture::new(ObjectTarget::TwoDimensionalArray);
    let bytes: Vec<u8> = (0..24).collect();
    let image = Image::with_bytes(Format::Rgba8, Extent::new(1, 1, 6), 1, &bytes, &Limits::default());
    texture
        .set_image(0, 0, image.expect("six layers"))
        .expect("it fits");
    let cube = texture
        .view(ObjectTarget::Cube, Format::R32Ui, 0..1, 0..6)
        .expect("a cube");
    assert_eq!(cube.image(0, 5).expect("a face").bytes(), [20, 21, 22, 23]);
    let one = texture
        .view(ObjectTarget::TwoDimensional, Format::Srgb8Alpha8, 0..1, 2..3)
        .expect("a layer");
    assert_eq!(one.image(0, 0).expect("a level").bytes(), [8, 9, 10, 11]);
    let back = cube
        .view(ObjectTarget::TwoDimensionalArray, Format::Rgba8, 0..1, 1..3)
        .expect("two faces");
    assert_eq!(
        back.image(0, 0).expect("a level").bytes(),
        [4, 5, 6, 7, 8, 9, 10, 11]
    );
    for (target, format, levels, layers) in [
        (ObjectTarget::ThreeDimensional, Format::Rgba8, 0..1, 0..1),
        (ObjectTarget::TwoDimensional, Format::Rgba16, 0..1, 0..1),
        (ObjectTarget::TwoDimensional, Format::Depth32F, 0..1, 0..1),
        (ObjectTarget::TwoDimensional, Format::Rgba8, 1..2, 0..1),
        (ObjectTarget::TwoDimensional, Format::Rgba8, 0..1, 0..2),
        (ObjectTarget::TwoDimensional, Format::Rgba8, 0..1, 6..7),
        (ObjectTarget::Cube, Format::Rgba8, 0..1, 0..5),
        (ObjectTarget::CubeArray, Format::Rgba8, 0..1, 0..0),
    ] {
        let view = texture.view(target, format, levels.clone(), layers.clone());
        assert!(view.is_err(), "{target:?} {format:?} {levels:?} {layers:?}");
    }
}
