//! Lookups against exact fractions, for every wrap mode × filter × target, on coordinates of every kind: inside,
//! outside, on the seams of texels, tiny, huge, infinite and NaN.
//!
//! source of every expected number: the formulas of OpenGL 2.1 sections 3.8.6 to 3.8.9 in exact fractions
//! (`reference.rs`). Lookups are binary32 and no more is asked of them: a result may differ from the exact one by what
//! the roundings of its position and of its sums can make, which `reference::position_error` and `close` derive. Where
//! no step is rounded the texel is the exact one; levels and layers always are.

mod equal;
mod gather;
mod reference;
mod shadow;

use proptest::prelude::*;
use quadrille_isa::gl::TextureTarget;
use quadrille_texture::{
    Access, BorderColor, BoundTexture, Extent, Format, LevelOfDetail, Lookup, MagnificationFilter,
    MinificationFilter, ObjectTarget, Offset, PixelFormat, PixelType, Pixels, Sampler, Texture, Wrap,
};
use reference::{Exact, ExactImage, coordinate, levels, possible, ratio, whole};
use std::sync::Arc;

/// A coordinate of any kind, for an axis of about `size` texels.
fn any_coordinate(size: u32) -> impl Strategy<Value = f32> {
    let size = size as f32;
    prop_oneof![
        4 => -4.0_f32..4.0,
        // Seams and centres of texels, and their neighbours.
        3 => (-40_i32..40, -1_i32..=1).prop_map(move |(half_texels, ulps)| {
            let exact = half_texels as f32 / (2.0 * size);
            f32::from_bits(exact.to_bits().wrapping_add_signed(ulps))
        }),
        1 => (-9_i32..9).prop_map(|integer| integer as f32),
        1 => any::<u32>().prop_map(f32::from_bits),
        1 => prop::sample::select(vec![
            f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0, f32::MAX, f32::MIN, f32::MIN_POSITIVE, 1e-45,
            -1e-45, 33_554_431.0, 33_554_432.0, -16_777_217.0, 16_777_213.5, 8_388_607.5,
        ]),
    ]
}

fn any_wrap() -> impl Strategy<Value = Wrap> {
    prop::sample::select(Wrap::ALL.to_vec())
}

fn any_minification() -> impl Strategy<Value = MinificationFilter> {
    prop::sample::select(MinificationFilter::ALL.to_vec())
}

fn any_magnification() -> impl Strategy<Value = MagnificationFilter> {
    prop::sample::select(MagnificationFilter::ALL.to_vec())
}

/// The byte of a component of a texel: any function that tells texels, levels and layers apart.
fn byte(level: u32, texel: [i64; 3], component: usize) -> u8 {
    let mut hash = 0x9e37_79b9_u32 ^ level.wrapping_mul(0x85eb_ca6b);
    for part in texel.into_iter().chain([component as i64]) {
        hash = (hash ^ part as u32).wrapping_mul(0xc2b2_ae35).rotate_left(13);
    }
    (hash >> 16) as u8
}

/// The colour of a texel, exactly.
fn color(level: u32, texel: [i64; 3]) -> [Exact; 4] {
    [0, 1, 2, 3].map(|component| ratio(i64::from(byte(level, texel, component)), 255))
}

/// The target of a texture that an instruction's target reads, with how many axes are filtered, and which axis
/// holds layers.
const TARGETS: [(TextureTarget, ObjectTarget, usize, Option<usize>); 8] = [
    (TextureTarget::T1D, ObjectTarget::OneDimensional, 1, None),
    (TextureTarget::T2D, ObjectTarget::TwoDimensional, 2, None),
    (TextureTarget::T3D, ObjectTarget::ThreeDimensional, 3, None),
    (TextureTarget::Rect, ObjectTarget::Rectangle, 2, None),
    (
        TextureTarget::Array1D,
        ObjectTarget::OneDimensionalArray,
        1,
        Some(1),
    ),
    (
        TextureTarget::Array2D,
        ObjectTarget::TwoDimensionalArray,
        2,
        Some(2),
    ),
    (TextureTarget::Cube, ObjectTarget::Cube, 2, None),
    (TextureTarget::ArrayCube, ObjectTarget::CubeArray, 2, Some(2)),
];

/// The sizes of a level; `layers` is the axis that keeps its size.
fn level_sizes(base: [u32; 3], level: u32, layers: Option<usize>) -> [u32; 3] {
    [0, 1, 2].map(|axis| {
        if layers == Some(axis) {
            base[axis]
        } else {
            (base[axis] >> level).max(1)
        }
    })
}

/// An RGBA8 texture of all its levels (one for rectangles), each face of a cube map telling itself apart by z.
fn texture(target: ObjectTarget, base: [u32; 3], layers: Option<usize>) -> Texture {
    let mut texture = Texture::new(target);
    let faces = if target == ObjectTarget::Cube { 6 } else { 1 };
    for level in 0..32 {
        let sizes = level_sizes(base, level, layers);
        for face in 0..faces {
            let mut bytes = Vec::new();
            for z in 0..sizes[2] {
                for y in 0..sizes[1] {
                    for x in 0..sizes[0] {
                        let texel = [i64::from(x), i64::from(y), i64::from(z + face)];
                        bytes.extend([0, 1, 2, 3].map(|component| byte(level, texel, component)));
                    }
                }
            }
            let [width, height, depth] = sizes;
            let pixels = Pixels::new(PixelFormat::Rgba, PixelType::UnsignedByte, &bytes).expect("a GL pair");
            texture
                .define(
                    level,
                    face,
                    Format::Rgba8,
                    Extent::new(width, height, depth),
                    &pixels,
                )
                .expect("the level fits");
        }
        let shrinks = (0..3).any(|axis| layers != Some(axis) && sizes[axis] > 1);
        if target == ObjectTarget::Rectangle || !shrinks {
            break;
        }
    }
    texture
}

/// Whether a result may come of an exact value by so many mixtures of two texels or levels, all from 0 to 1, at
/// positions with an error of `position` texels.
///
/// With u = 2^-24 a texel is rounded by at most u; `a - f (a - b)` by 2u in the product and u in the sum, and it takes
/// over no more than the greater of its operands' errors. A texel alone is rounded by half a unit in the last place.
fn close(result: u32, exact: &Exact, mixtures: usize, position: &Exact) -> bool {
    let Some(result) = Exact::from_float(f32::from_bits(result)) else {
        return false;
    };
    let error = if result > *exact {
        &result - exact
    } else {
        exact - &result
    };
    let magnitude = if mixtures == 0 {
        exact.clone()
    } else {
        whole(1 + 3 * mixtures as i64)
    };
    error <= magnitude * ratio(1, 1 << 24) * ratio(1_000_001, 1_000_000) + position
}

const BORDER: [f32; 4] = [0.125, 0.75, 1.0, 0.5];

#[derive(Clone, Debug)]
struct Case {
    target: usize,
    sizes: [u32; 3],
    sampler: Sampler,
    coordinates: [f32; 4],
    offset: [i32; 3],
    lambda: f32,
}

prop_compose! {
    fn any_case()(
        target in 0..TARGETS.len(),
        sizes in prop::array::uniform3(1_u32..9),
    )(
        target in Just(target),
        sizes in Just(sizes),
        wrap in prop::array::uniform3(any_wrap()),
        minification in any_minification(),
        magnification in any_magnification(),
        s in any_coordinate(sizes[0]),
        t in any_coordinate(sizes[1]),
        r in any_coordinate(sizes[2]),
        q in any_coordinate(1),
        direction in prop::array::uniform3((-64_i32..=64).prop_map(|n| n as f32 / 8.0)),
        offset in prop::array::uniform3(-8..8),
        lambda in prop_oneof![-2.0_f32..5.0, Just(0.5), Just(1.5), Just(0.0), Just(1.0), Just(f32::INFINITY)],
        lod_range in (-1.0_f32..2.0, 0.0_f32..4.0),
        levels in (0_u32..2, 0_u32..5),
    ) -> Case {
        let (_, kind, dimensions, layers) = TARGETS[target];
        let mut sizes = sizes;
        for (axis, size) in sizes.iter_mut().enumerate() {
            if axis >= dimensions && layers != Some(axis) {
                *size = 1;
            }
        }
        let mut sampler = Sampler { wrap, minification, magnification, ..Sampler::for_target(kind) };
        sampler.border = BorderColor::Float(BORDER);
        sampler.minimum_lod = lod_range.0;
        sampler.maximum_lod = lod_range.0 + lod_range.1;
        let mut coordinates = [s, t, r, q];
        let mut offset = offset;
        if kind == ObjectTarget::Rectangle {
            sampler.minification =
                if minification.uses_mipmap() { MinificationFilter::Linear } else { minification };
            // The modes that ARB_texture_rectangle allows; coordinates count texels.
            sampler.wrap = wrap.map(|wrap| match wrap {
                Wrap::Clamp | Wrap::ClampToBorder => wrap,
                _ => Wrap::ClampToEdge,
            });
            coordinates = [s * sizes[0] as f32, t * sizes[1] as f32, r, q];
        } else {
            // A base level needs an image: of sizes below 2 there is but level 0.
            let largest = sizes[..dimensions].iter().copied().max().unwrap_or(1);
            sampler.base_level = if largest < 2 { 0 } else { levels.0 };
            sampler.maximum_level = sampler.base_level + levels.1;
        }
        if kind.is_cube() {
            sizes[1] = sizes[0];
            sizes[2] = if kind == ObjectTarget::CubeArray { 6 * sizes[2] } else { 1 };
            sampler.base_level = 0;
            offset = [0; 3];
            coordinates = [direction[0], direction[1], direction[2], q];
        }
        Case { target, sizes, sampler, coordinates, offset, lambda }
    }
}

/// OpenGL 2.1 table 3.19 and the rule for ties of `cube.rs`, in exact fractions: the face, s and t.
fn exact_face(direction: [f32; 3]) -> (i64, [Exact; 3]) {
    let [x, y, z] = direction.map(|component| Exact::from_float(component).expect("finite"));
    let absolute = |value: &Exact| {
        if *value < whole(0) {
            -value.clone()
        } else {
            value.clone()
        }
    };
    let (ax, ay, az) = (absolute(&x), absolute(&y), absolute(&z));
    let negative = |value: &Exact| i64::from(*value < whole(0));
    let (face, sc, tc, major) = if az >= ax && az >= ay {
        (4 + negative(&z), if z < whole(0) { -x } else { x }, -y, az)
    } else if ay >= ax {
        let tc = if y < whole(0) { -z } else { z };
        (2 + negative(&y), x, tc, ay)
    } else {
        (negative(&x), if x < whole(0) { z } else { -z }, -y, ax)
    };
    if major == whole(0) {
        return (face, [whole(0), whole(0), whole(0)]);
    }
    let half = ratio(1, 2);
    (
        face,
        [
            (sc / &major + whole(1)) * &half,
            (tc / &major + whole(1)) * &half,
            whole(0),
        ],
    )
}

fn check(case: &Case) -> Result<(), TestCaseError> {
    let (named, kind, dimensions, layers) = TARGETS[case.target];
    let storage = texture(kind, case.sizes, layers);
    let bound = BoundTexture::new(Arc::new(storage), case.sampler);
    prop_assert_eq!(bound.incomplete(), None);
    let planes = case.coordinates.map(|component| [component]);
    let lookup = Lookup {
        access: Access::of(named),
        coordinates: [&planes[0], &planes[1], &planes[2], &planes[3]],
        second: [&[]; 4],
        level: LevelOfDetail::Explicit(&[case.lambda]),
        least_level: None,
        offset: Offset::Constant(case.offset),
    };
    let result = bound.sample_lane(&lookup, 0);

    let sampler = &case.sampler;
    let mut point = [0, 1, 2].map(|axis| coordinate(case.coordinates[axis], sampler.wrap[axis]));
    let mut face = 0;
    if kind.is_cube() {
        (face, point) = exact_face([case.coordinates[0], case.coordinates[1], case.coordinates[2]]);
    }
    let lambda = case.lambda.min(sampler.maximum_lod).max(sampler.minimum_lod);
    let lambda = Exact::from_float(lambda).expect("the clamped λ is finite");
    let largest = level_sizes(case.sizes, sampler.base_level, layers)[..dimensions]
        .iter()
        .copied()
        .max();
    let q = (sampler.base_level + largest.unwrap_or(1).ilog2()).min(sampler.maximum_level);
    let (filter, chosen) = levels(sampler, q, &lambda);
    let mut mixtures = chosen.len() - 1;
    if filter == MagnificationFilter::Linear {
        mixtures += dimensions;
    }
    // All sums of what the levels may give.
    let (mut expected, mut position) = (vec![[0; 4].map(|_| whole(0))], whole(0));
    for (level, weight) in chosen {
        let sizes = level_sizes(case.sizes, level, layers);
        // EXT_texture_array: l = clamp(floor(t + 0.5), 0, h - 1)
        let nearest = |component: usize, layers: u32| -> i64 {
            let t = coordinate(case.coordinates[component], Wrap::ClampToEdge);
            let floor = (t + ratio(1, 2)).floor();
            let clamped = floor.max(whole(0)).min(whole(i64::from(layers) - 1));
            clamped.to_integer().try_into().expect("a layer is small")
        };
        let layer = match layers {
            // ARB_texture_cube_map_array: six faces of each cube, one cube after another
            Some(axis) if kind == ObjectTarget::CubeArray => 6 * nearest(3, sizes[axis] / 6) + face,
            Some(axis) => nearest(axis, sizes[axis]),
            None => face,
        };
        let texel = |[x, y, z]: [i64; 3]| match layers {
            Some(1) => color(level, [x, layer, 0]),
            Some(_) => color(level, [x, y, layer]),
            None => color(level, [x, y, z + layer]),
        };
        let image = ExactImage {
            sizes,
            dimensions,
            texel: &texel,
            border: BORDER.map(|value| Exact::from_float(value).expect("finite")),
            unnormalized: kind == ObjectTarget::Rectangle,
        };
        let (values, error) = possible(&image, &point, case.offset, sampler.wrap, filter);
        position += &weight * error;
        let sums = expected.iter().flat_map(|sum| {
            let weight = &weight;
            values
                .iter()
                .map(move |value| [0, 1, 2, 3].map(|n| &sum[n] + weight * &value[n]))
        });
        expected = sums.collect();
    }
    let fits = expected.iter().any(|exact| {
        let mut components = result.iter().zip(exact);
        components.all(|(&result, exact)| close(result, exact, mixtures, &position))
    });
    prop_assert!(
        fits,
        "{:?} is none of {expected:?} within {position} of a texel",
        result.map(f32::from_bits)
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lookups_are_close_to_exact_fractions(case in any_case()) {
        check(&case)?;
    }
}
