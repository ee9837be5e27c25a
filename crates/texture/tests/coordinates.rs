//! Which component of the coordinates is the layer and which the reference value: NV_gpu_program4 table X.17, and
//! NV_gpu_program5 for cube arrays.

use quadrille_isa::gl::TextureTarget;
use quadrille_isa::gl::target::TARGETS;
use quadrille_texture::{
    Access, BoundTexture, CompareFunction, Extent, Format, LayerAxis, LevelOfDetail, Lookup, ObjectTarget,
    Offset, PixelFormat, PixelType, Pixels, Sampler, Texture,
};
use std::sync::Arc;

/// source: NV_gpu_program4 table X.17, the columns "layer" and "shadow"; NV_gpu_program5 for SHADOWARRAYCUBE;
/// MESAX_texture_stack, where t or r selects the slice. The components are x, y, z, w and, as 4, x of the second
/// operand.
const ROWS: [(TextureTarget, Option<usize>, Option<usize>); 17] = [
    (TextureTarget::T1D, None, None),
    (TextureTarget::T2D, None, None),
    (TextureTarget::T3D, None, None),
    (TextureTarget::Cube, None, None),
    (TextureTarget::Rect, None, None),
    (TextureTarget::Array1D, Some(1), None),
    (TextureTarget::Array2D, Some(2), None),
    (TextureTarget::Shadow1D, None, Some(2)),
    (TextureTarget::Shadow2D, None, Some(2)),
    (TextureTarget::ShadowRect, None, Some(2)),
    (TextureTarget::ShadowCube, None, Some(3)),
    (TextureTarget::ShadowArray1D, Some(1), Some(2)),
    (TextureTarget::ShadowArray2D, Some(2), Some(3)),
    (TextureTarget::ArrayCube, Some(3), None),
    (TextureTarget::ShadowArrayCube, Some(3), Some(4)),
    (TextureTarget::Stack1D, Some(1), None),
    (TextureTarget::Stack2D, Some(2), None),
];

/// A texture of four layers (or cubes), whose texels in layer n hold the depth n / 8 + 1 / 16; without layers n is 0.
fn layered_depths(access: Access) -> Texture {
    let row = access.target.row();
    let cubes = if access.target.is_cube() { 6 } else { 1 };
    let extent = match row.layers {
        LayerAxis::None => Extent::new(1, 1, 1),
        LayerAxis::Height => Extent::new(1, 4, 1),
        LayerAxis::Depth => Extent::new(1, 1, 4 * cubes),
    };
    let depths: Vec<u8> = (0..extent.texels() as u32)
        .flat_map(|layer| ((layer / cubes) as f32 / 8.0 + 0.0625).to_ne_bytes())
        .collect();
    // Volumes have no depths: there it is red.
    let (format, kind) = match access.target == ObjectTarget::ThreeDimensional {
        true => (Format::R32F, PixelFormat::Red),
        false => (Format::Depth32F, PixelFormat::DepthComponent),
    };
    let pixels = Pixels::new(kind, PixelType::Float, &depths).expect("a GL pair");
    let mut texture = Texture::new(access.target);
    for face in 0..row.faces {
        texture
            .define(0, face, format, extent, &pixels)
            .expect("the image fits");
    }
    texture
}

fn red(bound: &BoundTexture, access: Access, components: [f32; 5]) -> f32 {
    let [x, y, z, w, second] = components.map(|component| [component]);
    let lookup = Lookup {
        access,
        coordinates: [&x, &y, &z, &w],
        second: [&second, &[], &[], &[]],
        level: LevelOfDetail::Zero,
        least_level: None,
        offset: Offset::Constant([0; 3]),
    };
    f32::from_bits(bound.sample_lane(&lookup, 0)[0])
}

#[test]
fn layers_and_references_are_where_the_table_puts_them() {
    let filtered = TARGETS.iter().filter(|row| row.texture.row().is_filtered());
    for row in filtered {
        assert!(ROWS.iter().any(|listed| listed.0 == row.target), "{}", row.name);
    }
    for (target, layer, reference) in ROWS {
        let access = Access::of(target);
        let sampler = Sampler {
            compare: reference.is_some(),
            compare_function: CompareFunction::Equal,
            ..Sampler::nearest()
        };
        let bound = BoundTexture::new(Arc::new(layered_depths(access)), sampler);
        for wanted in 0..4_u8 {
            // The other components are 0, which is the depth of no texel.
            let mut components = [0.0_f32; 5];
            if let Some(layer) = layer {
                components[layer] = f32::from(wanted);
            }
            let depth = f32::from(if layer.is_some() { wanted } else { 0 }) / 8.0 + 0.0625;
            let expected = match reference {
                Some(reference) => {
                    components[reference] = depth;
                    1.0
                }
                None => depth,
            };
            assert_eq!(
                red(&bound, access, components),
                expected,
                "{target:?} layer {wanted}"
            );
            if let Some(reference) = reference {
                components[reference] = 0.9;
                assert_eq!(red(&bound, access, components), 0.0, "{target:?} layer {wanted}");
            }
        }
    }
}

#[test]
fn layers_round_to_the_nearest() {
    // source: EXT_texture_array section 3.8.8: l = clamp(floor(t + 0.5), 0, h - 1)
    let access = Access::of(TextureTarget::Array1D);
    let bound = BoundTexture::new(Arc::new(layered_depths(access)), Sampler::nearest());
    let rows = [
        (0.49, 0.0),
        (0.5, 1.0),
        (1.5, 2.0),
        (2.49, 2.0),
        (9.0, 3.0),
        (-3.0, 0.0),
        (-0.5, 0.0),
        (f32::INFINITY, 3.0),
        (f32::NEG_INFINITY, 0.0),
        (f32::NAN, 0.0),
    ];
    for (coordinate, layer) in rows {
        let found = red(&bound, access, [0.0, coordinate, 0.0, 0.0, 0.0]);
        assert_eq!(found, layer / 8.0 + 0.0625, "layer coordinate {coordinate}");
    }
}

/// source: OpenGL 2.1 table 3.19: s = (sc / |ma| + 1) / 2 and t likewise are quotients, so the length of a direction
/// has no effect. (4, 1, 2) is on +x at (0.25, 0.375), (−1, −4, 2) on −y at (0.375, 0.25).
#[test]
fn directions_of_any_length_point_at_the_same_texel() {
    let access = Access::of(TextureTarget::Cube);
    let mut texture = Texture::new(access.target);
    for face in 0..6_u8 {
        let bytes: Vec<u8> = (0..16_u8).flat_map(|texel| [face * 16 + texel; 4]).collect();
        texture
            .define(
                0,
                face.into(),
                Format::Rgba8,
                Extent::new(4, 4, 1),
                &Pixels::rgba8(&bytes),
            )
            .expect("the image fits");
    }
    let bound = BoundTexture::new(Arc::new(texture), Sampler::nearest());
    for (direction, texel) in [([4.0, 1.0, 2.0], 4 + 1), ([-1.0, -4.0, 2.0], 3 * 16 + 4 + 1)] {
        for exponent in [-60, -1, 0, 13, 25, 60] {
            let [x, y, z] = direction.map(|component: f32| component * 2_f32.powi(exponent));
            let found = red(&bound, access, [x, y, z, 0.0, 0.0]);
            assert_eq!(found, texel as f32 / 255.0, "{direction:?} 2^{exponent}");
        }
    }
}
