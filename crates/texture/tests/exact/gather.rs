//! Gathers against the texels of the exact linear footprint (NV_gpu_program5 sections 2.X.8.Z, TXG and TXGO).
//!
//! The texels that a gather takes are those of EXT_gpu_shader4 table X.19, where texels are wrapped: with wrapped
//! coordinates a texel of weight 0 may lie outside the image, which no filter reads but a gather would. The footprint may
//! be any that a position within `reference::position_error` of the exact one has.

use super::reference::{Exact, around, coordinate, position_error, ratio, whole};
use super::{BORDER, any_coordinate, any_wrap, byte, texture};
use proptest::prelude::*;
use quadrille_isa::gl::TextureTarget;
use quadrille_texture::{
    Access, BorderColor, BoundTexture, Gather, LevelOfDetail, Lookup, MagnificationFilter, ObjectTarget,
    Offset, Sampler, Wrap,
};
use std::sync::Arc;

#[derive(Clone, Debug)]
struct Case {
    sizes: [u32; 2],
    wrap: [Wrap; 2],
    coordinates: [f32; 2],
    offset: [i32; 2],
    offsets: [[i32; 4]; 2],
    component: usize,
}

prop_compose! {
    fn any_case()(sizes in prop::array::uniform2(1_u32..9))(
        sizes in Just(sizes),
        wrap in prop::array::uniform2(any_wrap()),
        s in any_coordinate(sizes[0]),
        t in any_coordinate(sizes[1]),
        offset in prop::array::uniform2(-8..8),
        offsets in prop::array::uniform2(prop::array::uniform4(-32..32)),
        component in 0..4_usize,
    ) -> Case {
        Case { sizes, wrap, coordinates: [s, t], offset, offsets, component }
    }
}

/// The possible i0 and i1 of an axis.
fn possible_texels(coordinate_value: f32, offset: i32, size: u32, wrap: Wrap) -> Vec<[i64; 2]> {
    let s = coordinate(coordinate_value, wrap);
    let error = position_error(&s, size, wrap, false, MagnificationFilter::Linear);
    let places = around(&s, &error, &ratio(1, size.into()));
    places.iter().map(|s| texels(s, offset, size, wrap)).collect()
}

/// i0 and i1 of EXT_gpu_shader4 section 3.8.8, with table X.19 for LINEAR filtering.
fn texels(s: &Exact, offset: i32, size: u32, wrap: Wrap) -> [i64; 2] {
    let size = i64::from(size);
    let u = s * whole(size) + whole(i64::from(offset));
    let u = match wrap {
        Wrap::Clamp => u.max(whole(0)).min(whole(size)),
        Wrap::MirrorClamp => u.max(whole(-size)).min(whole(size)),
        _ => u,
    };
    let floor = (u - ratio(1, 2)).floor();
    let mirror = |a: Exact| if a >= whole(0) { a } else { -(whole(1) + a) };
    let modulo = |a: Exact, b: i64| &a - whole(b) * (&a / whole(b)).floor();
    let apply_wrap = |coord: Exact| {
        let wrapped = match wrap {
            Wrap::ClampToEdge => coord.max(whole(0)).min(whole(size - 1)),
            Wrap::ClampToBorder | Wrap::Clamp => coord.max(whole(-1)).min(whole(size)),
            Wrap::Repeat => modulo(coord, size),
            Wrap::MirrorClampToEdge => mirror(coord).max(whole(0)).min(whole(size - 1)),
            Wrap::MirrorClampToBorder | Wrap::MirrorClamp => mirror(coord).max(whole(0)).min(whole(size)),
            Wrap::MirroredRepeat => whole(size - 1) - mirror(modulo(coord, 2 * size) - whole(size)),
        };
        wrapped.to_integer().try_into().expect("texels are small")
    };
    [apply_wrap(floor.clone()), apply_wrap(floor + whole(1))]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn gathers_take_the_texels_of_the_exact_footprint(case in any_case()) {
        let storage = texture(ObjectTarget::TwoDimensional, [case.sizes[0], case.sizes[1], 1], None);
        let sampler = Sampler {
            wrap: [case.wrap[0], case.wrap[1], Wrap::Repeat],
            border: BorderColor::Float(BORDER),
            ..Sampler::nearest()
        };
        let bound = BoundTexture::new(Arc::new(storage), sampler);
        let planes = case.coordinates.map(|value| [value]);
        let lookup = Lookup {
            access: Access::of(TextureTarget::T2D),
            coordinates: [&planes[0], &planes[1], &[], &[]],
            second: [&[]; 4],
            level: LevelOfDetail::Zero,
            least_level: None,
            offset: Offset::Constant([case.offset[0], case.offset[1], 0]),
        };
        let footprint = |offset: [i32; 2]| {
            [0, 1].map(|n| possible_texels(case.coordinates[n], offset[n], case.sizes[n], case.wrap[n]))
        };
        let value = |x: i64, y: i64| {
            let inside =
                (0..i64::from(case.sizes[0])).contains(&x) && (0..i64::from(case.sizes[1])).contains(&y);
            if inside {
                f32::from(byte(0, [x, y, 0], case.component)) / 255.0
            } else {
                BORDER[case.component]
            }
        };

        // i and j are rounded apart.
        let pairs = |[columns, rows]: [Vec<[i64; 2]>; 2]| {
            let columns = columns.into_iter();
            columns.flat_map(move |i| rows.clone().into_iter().map(move |j| (i, j))).collect::<Vec<_>>()
        };
        let expected: Vec<_> = pairs(footprint(case.offset))
            .into_iter()
            .map(|(i, j)| [value(i[0], j[1]), value(i[1], j[1]), value(i[1], j[0]), value(i[0], j[0])])
            .collect();
        let found = bound.gather_lane(&lookup, Gather::Footprint, case.component, 0).map(f32::from_bits);
        prop_assert!(expected.contains(&found), "{found:?} is none of {expected:?}");

        // With these modes TXGO is undefined.
        if case.wrap.iter().any(|wrap| matches!(wrap, Wrap::Clamp | Wrap::MirrorClamp)) {
            return Ok(());
        }
        let [s, t] = case.offsets.map(|offsets| offsets.map(|offset| [offset]));
        let gather = Gather::Offsets([&s[0], &s[1], &s[2], &s[3]], [&t[0], &t[1], &t[2], &t[3]]);
        let found = bound.gather_lane(&lookup, gather, case.component, 0).map(f32::from_bits);
        for (n, found) in found.into_iter().enumerate() {
            let places = pairs(footprint([case.offsets[0][n], case.offsets[1][n]]));
            let expected: Vec<_> = places.into_iter().map(|(i, j)| value(i[0], j[0])).collect();
            prop_assert!(expected.contains(&found), "texel {n}: {found} is none of {expected:?}");
        }
    }
}
