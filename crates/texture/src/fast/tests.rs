//! Every path against the general one, bit by bit.

use crate::bound::reduced;
use crate::format::{FORMATS, FormatKind};
use crate::instruction::Asked;
use crate::{
    Access, Base, BorderColor, BoundTexture, CompareFunction, DepthMode, DepthStencilMode, Extent, Format,
    Image, LevelOfDetail, Limits, Lookup, MagnificationFilter, MinificationFilter, ObjectTarget, Offset,
    Sampler, Swizzle, Texture, Wrap,
};
use proptest::prelude::*;
use quadrille_isa::gl::TextureTarget;
use quadrille_isa::gl::target::TARGETS;
use quadrille_numerics::level::Level;
use std::sync::Arc;

/// A texture with its mipmaps, of bytes that have no order; if they are `special`, floats are often zeros, infinities and
/// NaN of both signs.
fn texture(target: ObjectTarget, format: Format, sizes: [u32; 3], seed: u32, special: bool) -> Texture {
    const SPECIAL: [u8; 8] = [0x00, 0x00, 0x80, 0x7c, 0x7f, 0xff, 0xfc, 0x3c];
    let mut texture = Texture::new(target);
    let mut state = seed;
    for level in 0..=levels(target, sizes) {
        let extent = reduced(target, Extent::new(sizes[0], sizes[1], sizes[2]), level);
        for face in 0..target.row().faces {
            let mut bytes = vec![0; extent.texels() as usize * format.texel_bytes()];
            for byte in &mut bytes {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *byte = if special {
                    SPECIAL[(state >> 29) as usize]
                } else {
                    (state >> 24) as u8
                };
            }
            let image =
                Image::with_bytes(format, extent, 1, &bytes, &Limits::default()).expect("a small image");
            texture.set_image(level, face, image).expect("the image fits");
        }
    }
    texture
}

/// The levels above the first that a texture of a target has.
fn levels(target: ObjectTarget, sizes: [u32; 3]) -> u32 {
    let row = target.row();
    match row.is_mipmapped() {
        true => sizes[..row.dimensions]
            .iter()
            .fold(1, |most, size| *size.max(&most))
            .ilog2(),
        false => 0,
    }
}

/// Sizes as a target has them: one for both axes of a cube map, few layers.
fn sizes_of(target: ObjectTarget, [width, height, depth]: [u32; 3]) -> [u32; 3] {
    match target {
        ObjectTarget::OneDimensional => [width, 1, 1],
        ObjectTarget::OneDimensionalArray => [width, height, 1],
        ObjectTarget::Cube => [width, width, 1],
        ObjectTarget::CubeArray => [width, width, 6 * depth.min(3)],
        ObjectTarget::ThreeDimensional | ObjectTarget::TwoDimensionalArray => [width, height, depth.min(8)],
        ObjectTarget::TwoDimensional
        | ObjectTarget::Rectangle
        | ObjectTarget::Buffer
        | ObjectTarget::TwoDimensionalMultisample
        | ObjectTarget::TwoDimensionalMultisampleArray
        | ObjectTarget::Renderbuffer => [width, height, 1],
    }
}

/// What a lookup of a case needs to know.
#[derive(Clone, Debug)]
struct Case {
    target: TextureTarget,
    format: Format,
    sizes: [u32; 3],
    sampler: Sampler,
    seed: u32,
    special: bool,
}

prop_compose! {
    fn wraps()(wrap in prop::array::uniform3(prop::sample::select(Wrap::ALL)), same in any::<bool>()) -> [Wrap; 3] {
        if same { [wrap[0]; 3] } else { wrap }
    }
}

prop_compose! {
    /// A texture of any target and format with any sampler.
    fn case()(
        target in (0..TARGETS.len())
            .prop_map(|index| &TARGETS[index])
            .prop_filter("filters", |target| target.texture.row().is_filtered()),
        // Most are of the formats that have passes of their own.
        format in prop_oneof![
            prop::sample::select(FORMATS).prop_map(|row| row.format),
            prop::sample::select(vec![
                Format::Rgba8, Format::Rgba8, Format::Rgba8Snorm, Format::Rgba16, Format::R16Snorm, Format::Rgba16F,
                Format::Rgba16F, Format::Rgba32F, Format::R32F, Format::Srgb8Alpha8, Format::R11FG11FB10F,
                Format::Rgb9E5, Format::Rgb565,
            ]),
            prop::sample::select(vec![
                Format::Depth16, Format::Depth24, Format::Depth32, Format::Depth24Stencil8, Format::Depth32F,
                Format::Depth32FStencil8,
            ]),
        ],
        sizes in prop::array::uniform3(prop::sample::select(vec![1_u32, 2, 3, 4, 5, 7, 8, 13, 16, 31, 32])),
        (minification, magnification, is_mixed) in (
            prop::sample::select(MinificationFilter::ALL),
            prop::sample::select(MagnificationFilter::ALL),
            any::<bool>(),
        ),
        wrap in wraps(),
        border in prop_oneof![
            prop::array::uniform4(prop::sample::select(vec![0.0_f32, 1.0, -1.0, 2.0])),
            prop::array::uniform4(prop::sample::select(vec![0.0_f32, -0.0, 0.2, 0.5, 65_504.0, f32::NAN, f32::INFINITY])),
        ],
        anisotropy in prop_oneof![2 => Just(1.0_f32), 1 => 2.0_f32..20.0],
        (bias, base_level, maximum_level, maximum_lod) in (
            -1.0_f32..1.0,
            0_u32..2,
            prop_oneof![Just(1000_u32), 0_u32..5],
            prop_oneof![Just(1000.0_f32), -1.0_f32..6.0],
        ),
        (compare, compare_function, depth_mode, stencil, seamless, swizzled) in (
            any::<bool>(),
            prop::sample::select(CompareFunction::ALL),
            prop::sample::select(DepthMode::ALL),
            prop::bool::weighted(0.1),
            any::<bool>(),
            any::<bool>(),
        ),
        (seed, special) in (any::<u32>(), any::<bool>()),
    ) -> Case {
        let texture = target.texture;
        let row = format.row();
        // Depths have no third dimension, and integers no filters.
        let is_flat = texture != ObjectTarget::ThreeDimensional;
        let format = if is_flat || !(format.is_depth() || format.has_stencil()) { format } else { Format::Rgba8 };
        let sees_integers = format.kind() != FormatKind::Float || stencil && row.base == Base::DepthStencil;
        let sizes = sizes_of(texture, sizes);
        let minification = match (sees_integers, texture.row().is_mipmapped()) {
            (true, true) if minification.uses_mipmap() => MinificationFilter::NearestMipmapNearest,
            (true, _) => MinificationFilter::Nearest,
            (false, true) => minification,
            (false, false) if minification.within_level() == MagnificationFilter::Nearest => MinificationFilter::Nearest,
            (false, false) => MinificationFilter::Linear,
        };
        let base_level = base_level.min(levels(texture, sizes));
        let sampler = Sampler {
            minification,
            magnification: if is_mixed && !sees_integers { magnification } else { minification.within_level() },
            wrap,
            border: match sees_integers {
                true => BorderColor::Integer(border.map(|value| match seed % 3 { 0 => value.to_bits(), _ => value as u32 })),
                false => BorderColor::Float(border),
            },
            lod_bias: bias,
            compare,
            compare_function,
            depth_mode,
            depth_stencil_mode: if stencil { DepthStencilMode::Stencil } else { DepthStencilMode::Depth },
            base_level,
            maximum_level: maximum_level.max(base_level),
            maximum_lod,
            maximum_anisotropy: anisotropy,
            seamless,
            swizzle: if swizzled {
                [Swizzle::Blue, Swizzle::One, Swizzle::Zero, Swizzle::Red]
            } else {
                Sampler::default().swizzle
            },
            ..Sampler::default()
        };
        Case { target: target.target, format, sizes, sampler, seed, special }
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

/// Whether lookups have no path, as only a few have none: repeated rectangles, which GL does not have, and stencil values
/// beside depths.
fn has_no_path(case: &Case) -> bool {
    let target = Access::of(case.target).target.row();
    let repeats = |wrap: &Wrap| matches!(wrap, Wrap::Repeat | Wrap::MirroredRepeat);
    let is_stencil = case.sampler.depth_stencil_mode == DepthStencilMode::Stencil;
    !target.is_mipmapped() && case.sampler.wrap[..target.dimensions].iter().any(repeats)
        || case.format.row().base == Base::DepthStencil && is_stencil
}

prop_compose! {
    /// Texel offsets: most lookups have none.
    fn offsets()(
        kind in 0_u8..6,
        constant in prop::array::uniform3(-9_i32..9),
        lanes in prop::array::uniform3(prop::collection::vec(-40_i32..40, 300)),
    ) -> Offsets {
        match kind {
            0 => Offsets::PerLane(lanes),
            1 => Offsets::Constant(constant),
            _ => Offsets::Constant([0; 3]),
        }
    }
}

#[derive(Clone, Debug)]
enum Offsets {
    Constant([i32; 3]),
    PerLane([Vec<i32>; 3]),
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn paths_equal_the_general_one(
        case in case(),
        [s, t, r] in [path(300), path(300), path(300)],
        ranges in (0_usize..9, 0_usize..301, 0_usize..301),
        (kind, numbers) in (0_u8..5, prop::array::uniform5(prop::collection::vec(number(), 300))),
        (lod_clamp, components) in (any::<bool>(), 0_u8..16),
        offsets in offsets(),
    ) {
        let access = Access::of(case.target);
        let texture = texture(access.target, case.format, case.sizes, case.seed, case.special);
        let bound = BoundTexture::new(Arc::new(texture), case.sampler);
        prop_assert_eq!(bound.incomplete(), None);
        prop_assert_eq!(bound.path().is_none(), has_no_path(&case));
        let (start, planes_end, end) = ranges;
        let [a, b, c, d, e] = &numbers;
        // Elements that a plane does not have are 0.
        let lookup = Lookup {
            access,
            coordinates: [&s, &t[..planes_end.min(300)], &r, d],
            second: [c, a, &[], &[]],
            level: match kind {
                0 => LevelOfDetail::Implicit,
                1 => LevelOfDetail::Biased(a),
                2 => LevelOfDetail::Explicit(a),
                3 => LevelOfDetail::Zero,
                _ => LevelOfDetail::Gradient { per_x: [a, b, c], per_y: [c, d, e] },
            },
            least_level: lod_clamp.then_some(e.as_slice()),
            offset: match &offsets {
                Offsets::Constant(offset) => Offset::Constant(*offset),
                Offsets::PerLane(offsets) => Offset::PerLane(offsets.each_ref().map(Vec::as_slice)),
            },
        };
        let lanes = start..end.max(start);
        let mut expected = [(); 4].map(|()| vec![7; 320]);
        bound.sample_each(&lookup, lanes.clone(), &mut expected.each_mut().map(Vec::as_mut_slice));
        for simd in Level::all() {
            let asked = Asked { components, simd };
            let mut found = [(); 4].map(|()| vec![7; 320]);
            bound.sample_lanes(asked, &lookup, lanes.clone(), &mut found.each_mut().map(Vec::as_mut_slice));
            for (component, (found, expected)) in found.iter().zip(&expected).enumerate() {
                if components >> component & 1 != 0 {
                    prop_assert_eq!(found, expected, "{}", simd.name());
                }
            }
        }
    }

    /// source: the general path; here lanes are the pixels of a plane, quad by quad, so most read texels side by side
    #[test]
    fn neighbouring_texels_are_those_of_the_general_path(
        case in case(),
        format in prop::sample::select(vec![
            Format::Rgba8, Format::Rgba8Snorm, Format::Srgb8Alpha8, Format::Rgb10A2, Format::Rgb9E5,
            Format::Depth24, Format::Depth32F,
        ]),
        (sizes, minification) in (
            prop::array::uniform2(prop::sample::select(vec![1_u32, 5, 16, 33, 64])),
            prop::sample::select(vec![MinificationFilter::Linear, MinificationFilter::LinearMipmapLinear]),
        ),
        corner in prop::array::uniform2(-1.5_f32..1.5),
        steps in prop::array::uniform4(-2.0_f32..2.0),
        reference in 0.0_f32..1.0,
    ) {
        let target = match format.is_depth() {
            true => TextureTarget::Shadow2D,
            false => TextureTarget::T2D,
        };
        let [width, height] = sizes;
        let sampler = Sampler {
            minification,
            magnification: MagnificationFilter::Linear,
            base_level: 0,
            depth_stencil_mode: DepthStencilMode::Depth,
            ..case.sampler
        };
        let access = Access::of(target);
        let texture = texture(access.target, format, [width, height, 1], case.seed, case.special);
        let bound = BoundTexture::new(Arc::new(texture), sampler);
        prop_assert_eq!(bound.incomplete(), None);
        let coordinate = |axis: usize, size: u32| -> Vec<f32> {
            let [across, up] = [steps[2 * axis], steps[2 * axis + 1]].map(|step| step / size as f32);
            let place = |lane: usize| {
                let (x, y) = (lane / 4 % 4 * 2 + lane % 2, lane / 16 * 2 + lane / 2 % 2);
                corner[axis] + across * x as f32 + up * y as f32
            };
            (0..256).map(place).collect()
        };
        let (s, t, references) = (coordinate(0, width), coordinate(1, height), [reference; 256]);
        let lookup = Lookup {
            access,
            coordinates: [&s, &t, &references, &[]],
            second: [&[]; 4],
            level: LevelOfDetail::Implicit,
            least_level: None,
            offset: Offset::Constant([0; 3]),
        };
        let mut expected = [(); 4].map(|()| vec![7; 256]);
        bound.sample_each(&lookup, 0..256, &mut expected.each_mut().map(Vec::as_mut_slice));
        for simd in Level::all() {
            let asked = Asked { components: 0b1111, simd };
            let mut found = [(); 4].map(|()| vec![7; 256]);
            bound.sample_lanes(asked, &lookup, 0..256, &mut found.each_mut().map(Vec::as_mut_slice));
            for (found, expected) in found.iter().zip(&expected) {
                let differs = found.iter().zip(expected).position(|(found, expected)| found != expected);
                prop_assert_eq!(differs, None, "{}", simd.name());
            }
        }
    }
}
