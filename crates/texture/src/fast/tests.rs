//! Every path against the general one, bit by bit.

use super::Job;
use crate::{
    Access, BorderColor, BoundTexture, CompareFunction, DepthMode, Extent, Format, Image, LevelOfDetail,
    Limits, Lookup, MagnificationFilter, MinificationFilter, ObjectTarget, Offset, Sampler, Swizzle, Texture,
    Wrap,
};
use proptest::prelude::*;
use pulp::NullaryFnOnce;
use quadrille_isa::gl::TextureTarget;
use std::sync::Arc;

/// A texture with its mipmaps, of bytes that have no order.
fn texture(format: Format, sizes: [u32; 2], seed: u32) -> Texture {
    let mut texture = Texture::new(ObjectTarget::TwoDimensional);
    add_face(&mut texture, 0, format, sizes, seed);
    texture
}

/// The same as a cube map.
fn cube(format: Format, size: u32, seed: u32) -> Texture {
    let mut texture = Texture::new(ObjectTarget::Cube);
    (0..6).for_each(|face| add_face(&mut texture, face, format, [size; 2], seed ^ face));
    texture
}

fn add_face(texture: &mut Texture, face: u32, format: Format, [width, height]: [u32; 2], seed: u32) {
    let mut state = seed;
    for level in 0..=width.max(height).ilog2() {
        let extent = Extent::new((width >> level).max(1), (height >> level).max(1), 1);
        let bytes: Vec<u8> = (0..extent.texels() as usize * format.texel_bytes())
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            })
            .collect();
        let image = Image::with_bytes(format, extent, 1, &bytes, &Limits::default()).expect("a small image");
        texture.set_image(level, face, image).expect("the image fits");
    }
}

/// Coordinates in the image, on the seams of texels, far outside, and what is no number.
fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![
        8 => -2.0_f32..3.0,
        4 => (-64_i16..64, prop::sample::select(vec![1_u8, 2, 3, 5, 7, 8, 16, 32]))
            .prop_map(|(texel, size)| f32::from(texel) / f32::from(size)),
        2 => (0_u32..0x3f80_0000).prop_map(f32::from_bits),
        2 => any::<u32>().prop_map(f32::from_bits),
        2 => -1e7_f32..1e7,
        1 => prop::sample::select(vec![
            0.0, -0.0, 1.0, -1e-20, -1e-40, 1.0 - f32::EPSILON / 2.0, 8_388_607.5, -8_388_607.5, 4_194_304.5,
            8_388_608.0, f32::MAX, f32::MIN, f32::INFINITY, f32::NEG_INFINITY, f32::NAN,
        ]),
    ]
}

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![4 => -2.0_f32..8.0, 1 => (-4_i8..12).prop_map(|n| f32::from(n) / 2.0), 1 => any::<u32>().prop_map(f32::from_bits)]
}

fn path(lanes: usize) -> impl Strategy<Value = Vec<f32>> {
    // Either a walk, whose level of detail is moderate, or lanes that have nothing in common.
    prop_oneof![
        prop::collection::vec(coordinate(), lanes),
        (-2.0_f32..2.0, -0.3_f32..0.3).prop_map(move |(start, step)| {
            (0..lanes)
                .map(|lane| start + (lane as f32).sqrt() * step)
                .collect()
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn paths_equal_the_general_one(
        format in prop::sample::select(vec![
            Format::Rgba8, Format::Rgba8, Format::Rgba8, Format::Rgb8, Format::Rg8, Format::R8, Format::L8, Format::A8,
            Format::I8, Format::La8, Format::Srgb8, Format::Srgb8Alpha8, Format::Depth16, Format::Depth24,
            Format::Depth24, Format::Depth24Stencil8, Format::Depth32,
        ]),
        sizes in prop::array::uniform2(prop::sample::select(vec![1_u32, 2, 3, 4, 5, 7, 8, 13, 16, 31, 32])),
        minification in prop::sample::select(MinificationFilter::ALL),
        (wrap, border) in (
            prop::array::uniform2(prop::sample::select(vec![
                Wrap::Repeat, Wrap::ClampToEdge, Wrap::MirroredRepeat, Wrap::ClampToBorder, Wrap::Clamp,
            ])),
            prop::array::uniform4(prop::sample::select(vec![0.0_f32, 1.0, -1.0, 2.0])),
        ),
        [s, t] in [path(300), path(300)],
        ranges in (0_usize..9, 0_usize..301, 0_usize..301),
        (kind, numbers) in (0_u8..5, prop::array::uniform5(prop::collection::vec(number(), 300))),
        (lod_clamp, bias, base_level, swizzled) in (any::<bool>(), -1.0_f32..1.0, 0_u32..2, any::<bool>()),
        (is_cube, shadow, compare, compare_function, depth_mode) in (
            any::<bool>(),
            any::<bool>(),
            any::<bool>(),
            prop::sample::select(CompareFunction::ALL),
            prop::sample::select(DepthMode::ALL),
        ),
        seed in any::<u32>(),
    ) {
        let sampler = Sampler {
            minification,
            magnification: minification.within_level(),
            wrap: [wrap[0], wrap[1], Wrap::Clamp],
            border: BorderColor::Float(border),
            lod_bias: bias,
            compare,
            compare_function,
            depth_mode,
            base_level: base_level.min(sizes[0].max(if is_cube { 0 } else { sizes[1] }).ilog2()),
            swizzle: if swizzled {
                [Swizzle::Blue, Swizzle::One, Swizzle::Zero, Swizzle::Red]
            } else {
                Sampler::default().swizzle
            },
            ..Sampler::default()
        };
        let texture = if is_cube { cube(format, sizes[0], seed) } else { texture(format, sizes, seed) };
        let bound = BoundTexture::new(Arc::new(texture), sampler);
        prop_assert!(bound.path().is_some());
        let (start, planes_end, end) = ranges;
        let [a, b, c, d, e] = &numbers;
        let lookup = Lookup {
            access: Access::of(match (is_cube, shadow) {
                (false, false) => TextureTarget::T2D,
                (false, true) => TextureTarget::Shadow2D,
                (true, false) => TextureTarget::Cube,
                (true, true) => TextureTarget::ShadowCube,
            }),
            // Elements that a plane does not have are 0.
            coordinates: [&s, &t[..planes_end.min(300)], c, d],
            second: [&[]; 4],
            level: match kind {
                0 => LevelOfDetail::Implicit,
                1 => LevelOfDetail::Biased(a),
                2 => LevelOfDetail::Explicit(a),
                3 => LevelOfDetail::Zero,
                _ => LevelOfDetail::Gradient { per_x: [a, b, c], per_y: [c, d, e] },
            },
            least_level: lod_clamp.then_some(e.as_slice()),
            offset: Offset::Constant([0; 3]),
        };
        let lanes = start..end.max(start);
        let mut results = [0, 1, 2].map(|_| [(); 4].map(|()| vec![7; 320]));
        let [found, baseline, expected] = &mut results;
        bound.sample_lanes(&lookup, lanes.clone(), &mut found.each_mut().map(Vec::as_mut_slice));
        if let Some(key) = bound.path() {
            // For the instructions that every machine has.
            let job = Job {
                bound: &bound,
                key,
                lookup: &lookup,
                lanes: lanes.clone(),
                results: &mut baseline.each_mut().map(Vec::as_mut_slice),
            };
            job.call();
        }
        bound.sample_each(&lookup, lanes, &mut expected.each_mut().map(Vec::as_mut_slice));
        prop_assert_eq!(&*found, &*expected);
        prop_assert_eq!(baseline, expected);
    }
}

#[test]
fn other_textures_take_the_general_path() {
    let path = |format, sampler| BoundTexture::new(Arc::new(texture(format, [4, 4], 1)), sampler).path();
    let linear = Sampler {
        magnification: MagnificationFilter::Linear,
        minification: MinificationFilter::Linear,
        ..Sampler::default()
    };
    assert!(path(Format::Rgba8, linear).is_some());
    assert!(path(Format::Rgba16, linear).is_none());
    assert!(path(Format::Depth32F, linear).is_none());
    for &wrap in Wrap::ALL {
        let wrapped = Sampler {
            wrap: [Wrap::Repeat, wrap, Wrap::Repeat],
            ..linear
        };
        let is_there = !matches!(
            wrap,
            Wrap::MirrorClamp | Wrap::MirrorClampToEdge | Wrap::MirrorClampToBorder
        );
        assert_eq!(path(Format::Rgba8, wrapped).is_some(), is_there);
        let gray = Sampler {
            border: BorderColor::Float([0.5; 4]),
            ..wrapped
        };
        let reads_border = matches!(wrap, Wrap::Clamp | Wrap::ClampToBorder);
        assert_eq!(path(Format::Rgba8, gray).is_some(), is_there && !reads_border);
    }
    let mixed = Sampler {
        magnification: MagnificationFilter::Nearest,
        ..linear
    };
    assert!(path(Format::Rgba8, mixed).is_none());
}
