//! Whatever bits coordinates, levels, offsets and parameters have, lookups end without a panic and give the same
//! result again. What the results must be is in the other tests.

use proptest::prelude::*;
use quadrille_isa::gl::TextureTarget;
use quadrille_isa::gl::target::TARGETS;
use quadrille_texture::fetch::Fetch;
use quadrille_texture::{
    Access, BorderColor, BoundTexture, Extent, Format, Gather, Image, LayerAxis, LevelOfDetail, Limits,
    Lookup, MagnificationFilter, MinificationFilter, ObjectTarget, Offset, Sampler, Texture, Wrap,
};
use std::sync::Arc;

fn targets() -> Vec<TextureTarget> {
    TARGETS.iter().map(|row| row.target).collect()
}

fn extent(target: ObjectTarget) -> Extent {
    let row = target.row();
    match (row.layers, row.dimensions) {
        (LayerAxis::Depth, _) if row.cube => Extent::new(4, 4, 12),
        (LayerAxis::None, _) if row.cube => Extent::new(4, 4, 1),
        (LayerAxis::None, 1) => Extent::new(5, 1, 1),
        (LayerAxis::None, 2) | (LayerAxis::Height, _) => Extent::new(5, 3, 1),
        (LayerAxis::None, _) | (LayerAxis::Depth, _) => Extent::new(5, 3, 2),
    }
}

fn any_float() -> impl Strategy<Value = f32> {
    any::<u32>().prop_map(f32::from_bits)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lookups_end(
        (named, texture_named) in (prop::sample::select(targets()), prop::sample::select(targets())),
        same in prop::bool::weighted(0.9),
        format in prop::sample::select(vec![
            Format::Rgba8, Format::Rgba32F, Format::Depth24, Format::Depth32F, Format::Rgba32I, Format::Srgb8,
        ]),
        (minification, magnification) in (
            prop::sample::select(MinificationFilter::ALL.to_vec()),
            prop::sample::select(MagnificationFilter::ALL.to_vec()),
        ),
        wrap in prop::array::uniform3(prop::sample::select(Wrap::ALL.to_vec())),
        parameters in prop::array::uniform8(any_float()),
        levels in prop_oneof![Just((0, 1000)), any::<(u32, u32)>(), (0_u32..4, 0_u32..4)],
        coordinates in prop::array::uniform4(prop::array::uniform8(any_float())),
        integers in prop::array::uniform4(prop::array::uniform8(prop_oneof![any::<i32>(), -2..6])),
        level_choice in 0..5,
        component in any::<usize>(),
    ) {
        let access = Access::of(named);
        let target = if same { access.target } else { Access::of(texture_named).target };
        // Volumes and buffers have no depths.
        let has_depths = !matches!(target, ObjectTarget::ThreeDimensional | ObjectTarget::Buffer);
        let format = if format.is_depth() && !has_depths { Format::R32F } else { format };
        let image = Image::zeroed(format, extent(target), 1, &Limits::default()).expect("small");
        let mut texture = Texture::new(target);
        for face in 0..target.row().faces {
            texture.set_image(0, face, image.clone()).expect("the image fits the target");
        }
        texture.generate_mipmaps(0).expect("smaller images fit");
        let [b0, b1, b2, b3, minimum_lod, maximum_lod, lod_bias, maximum_lod_bias] = parameters;
        let sampler = Sampler {
            minification,
            magnification,
            wrap,
            border: BorderColor::Float([b0, b1, b2, b3]),
            minimum_lod,
            maximum_lod,
            base_level: levels.0,
            maximum_level: levels.1,
            lod_bias,
            maximum_lod_bias,
            compare: true,
            ..Sampler::default()
        };
        let bound = BoundTexture::new(Arc::new(texture), sampler);
        let planes = coordinates.each_ref().map(<[f32; 8]>::as_slice);
        let integer_planes = integers.each_ref().map(<[i32; 8]>::as_slice);
        let three = [planes[3], planes[2], planes[1]];
        let lookup = Lookup {
            access,
            coordinates: planes,
            second: planes,
            level: match level_choice {
                0 => LevelOfDetail::Implicit,
                1 => LevelOfDetail::Biased(planes[3]),
                2 => LevelOfDetail::Explicit(planes[3]),
                3 => LevelOfDetail::Gradient { per_x: three, per_y: three },
                _ => LevelOfDetail::Zero,
            },
            least_level: (component % 2 == 1).then_some(planes[2]),
            offset: Offset::PerLane([integer_planes[0], integer_planes[1], integer_planes[2]]),
        };
        let fetch = Fetch { access, coordinates: integer_planes, offset: lookup.offset };
        let run = || {
            let mut results = [[0; 8]; 16];
            let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = &mut results;
            bound.sample(&lookup, &mut [a, b, c, d]);
            bound.gather(&lookup, Gather::Footprint, component, &mut [e, f, g, h]);
            bound.gather(&lookup, Gather::Offsets(integer_planes, integer_planes), component, &mut [i, j, k, l]);
            bound.fetch(&fetch, &mut [m, n, o, p]);
            (results, [0, 1, 2].map(|lane| bound.query_level_lane(&lookup, lane)), bound.size(integers[0][0]))
        };
        prop_assert_eq!(run(), run());
    }
}
