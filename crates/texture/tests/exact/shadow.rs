//! Depth comparisons under every filter and wrap mode: each texel is compared, then the results are filtered
//! like colours (OpenGL 2.1 section 3.8.14: "proportional to the number of comparison passes").

use super::reference::{Exact, ExactImage, coordinate, possible, ratio, whole};
use super::{any_coordinate, any_magnification, any_wrap, byte, close};
use proptest::prelude::*;
use quadrille_isa::gl::TextureTarget;
use quadrille_texture::{
    Access, BorderColor, BoundTexture, CompareFunction, DepthMode, Extent, Format, LevelOfDetail, Lookup,
    MagnificationFilter, MinificationFilter, ObjectTarget, Offset, PixelFormat, PixelType, Pixels, Sampler,
    Texture, Wrap,
};
use std::sync::Arc;

/// OpenGL 2.1 table 3.26.
fn passes(function: CompareFunction, r: &Exact, d: &Exact) -> bool {
    match function {
        CompareFunction::Lequal => r <= d,
        CompareFunction::Gequal => r >= d,
        CompareFunction::Less => r < d,
        CompareFunction::Greater => r > d,
        CompareFunction::Equal => r == d,
        CompareFunction::Notequal => r != d,
        CompareFunction::Always => true,
        CompareFunction::Never => false,
    }
}

#[derive(Clone, Debug)]
struct Case {
    sizes: [u32; 2],
    wrap: [Wrap; 2],
    filter: MagnificationFilter,
    function: CompareFunction,
    mode: DepthMode,
    coordinates: [f32; 2],
    reference: f32,
    border: f32,
}

prop_compose! {
    fn any_case()(sizes in prop::array::uniform2(1_u32..6))(
        sizes in Just(sizes),
        wrap in prop::array::uniform2(any_wrap()),
        filter in any_magnification(),
        function in prop::sample::select(CompareFunction::ALL.to_vec()),
        mode in prop::sample::select(DepthMode::ALL.to_vec()),
        s in any_coordinate(sizes[0]),
        t in any_coordinate(sizes[1]),
        reference in prop_oneof![
            -0.5_f32..1.5,
            Just(0.0), Just(1.0), Just(f32::INFINITY), Just(f32::NEG_INFINITY),
            // Depths that texels have.
            (0_i32..=4).prop_map(|quarter| quarter as f32 / 4.0),
        ],
        border in -1.0_f32..2.0,
    ) -> Case {
        Case { sizes, wrap, filter, function, mode, coordinates: [s, t], reference, border }
    }
}

/// The depth of a texel, in quarters so that references can meet it.
fn quarters(x: i64, y: i64) -> u8 {
    byte(0, [x, y, 0], 0) % 5
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn comparisons_are_close_to_exact_fractions(case in any_case()) {
        let mut depths = Vec::new();
        for y in 0..case.sizes[1] {
            for x in 0..case.sizes[0] {
                depths.extend((f32::from(quarters(x.into(), y.into())) / 4.0).to_ne_bytes());
            }
        }
        let pixels = Pixels::new(PixelFormat::DepthComponent, PixelType::Float, &depths).expect("a GL pair");
        for format in [Format::Depth32F, Format::Depth24] {
            let mut texture = Texture::new(ObjectTarget::TwoDimensional);
            let extent = Extent::new(case.sizes[0], case.sizes[1], 1);
            texture.define(0, 0, format, extent, &pixels).expect("the image fits");
            let fixed = format == Format::Depth24;
            let sampler = Sampler {
                wrap: [case.wrap[0], case.wrap[1], Wrap::Repeat],
                minification: MinificationFilter::Nearest,
                magnification: case.filter,
                border: BorderColor::Float([case.border, 0.0, 0.0, 0.0]),
                compare: true,
                compare_function: case.function,
                depth_mode: case.mode,
                ..Sampler::default()
            };
            let bound = BoundTexture::new(Arc::new(texture), sampler);
            let planes = [case.coordinates[0], case.coordinates[1], case.reference].map(|value| [value]);
            let result = bound.sample_lane(
                &Lookup {
                    access: Access::of(TextureTarget::Shadow2D),
                    coordinates: [&planes[0], &planes[1], &planes[2], &[]],
                    second: [&[]; 4],
                    level: LevelOfDetail::Zero,
                    least_level: None,
                    offset: Offset::Constant([0; 3]),
                },
                0,
            );

            let clamped = |value: f32| if fixed { value.clamp(0.0, 1.0) } else { value.clamp(-9.0, 9.0) };
            let exact = |value: f32| Exact::from_float(clamped(value)).expect("finite");
            let compared = |depth: Exact| {
                let r = if passes(case.function, &exact(case.reference), &depth) { 1 } else { 0 };
                [0; 4].map(|_| whole(r))
            };
            let stored = |quarters: u8| {
                // OpenGL 2.1 section 2.14.9: stored as the nearest multiple of 1 / (2^24 - 1), seen as the number of
                // binary32 nearest to that (24 bits over 24 bits are rounded alike through double precision).
                let steps = (f64::from(quarters) / 4.0 * 16_777_215.0 + 0.5).floor();
                let seen = Exact::from_float((steps / 16_777_215.0) as f32).expect("finite");
                if fixed { seen } else { ratio(i64::from(quarters), 4) }
            };
            let texel = |[x, y, _]: [i64; 3]| compared(stored(quarters(x, y)));
            let image = ExactImage {
                sizes: [case.sizes[0], case.sizes[1], 1],
                dimensions: 2,
                texel: &texel,
                border: compared(exact(case.border)),
                unnormalized: false,
            };
            let point = [
                coordinate(case.coordinates[0], case.wrap[0]),
                coordinate(case.coordinates[1], case.wrap[1]),
                whole(0),
            ];
            let wraps = [case.wrap[0], case.wrap[1], Wrap::Repeat];
            let (values, position) = possible(&image, &point, [0; 3], wraps, case.filter);
            let mixtures = if case.filter == MagnificationFilter::Linear { 2 } else { 0 };
            let fits = values.into_iter().any(|[r, ..]| {
                let (zero, one) = (whole(0), whole(1));
                // OpenGL 2.1 table 3.20 and ARB_texture_rg
                let expected = match case.mode {
                    DepthMode::Luminance => [r.clone(), r.clone(), r, one],
                    DepthMode::Intensity => [r.clone(), r.clone(), r.clone(), r],
                    DepthMode::Alpha => [zero.clone(), zero.clone(), zero, r],
                    DepthMode::Red => [r, zero.clone(), zero, one],
                };
                let mut components = result.iter().zip(&expected);
                components.all(|(&result, exact)| close(result, exact, mixtures, &position))
            });
            prop_assert!(fits, "{:?}", result.map(f32::from_bits));
        }
    }
}
