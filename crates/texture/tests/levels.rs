//! Which level a lookup reads: implicit derivatives over quads, biases, gradients, cube maps, completeness.

use quadrille_isa::gl::TextureTarget;
use quadrille_isa::gl::operation::{Lod, TextureOp};
use quadrille_numerics::level::Level;
use quadrille_texture::{
    Access, BoundTexture, Extent, Format, Incomplete, Instruction, LevelOfDetail, Lookup,
    MagnificationFilter, MinificationFilter, ObjectTarget, Offset, Pixels, Sampler, Texture, Units,
};
use std::sync::Arc;

/// A texture whose level n has the colour n / 255 everywhere, down to one texel.
fn numbered_levels(target: ObjectTarget, size: u32, levels: u32) -> Texture {
    let mut texture = Texture::new(target);
    for level in 0..levels {
        for face in 0..target.row().faces {
            let side = size >> level;
            let bytes = vec![level as u8; (side * side * 4) as usize];
            texture
                .define(
                    level,
                    face,
                    Format::Rgba8,
                    Extent::new(side, side, 1),
                    &Pixels::rgba8(&bytes),
                )
                .expect("the level fits");
        }
    }
    texture
}

fn mipmapped() -> Sampler {
    Sampler {
        minification: MinificationFilter::NearestMipmapNearest,
        magnification: MagnificationFilter::Nearest,
        ..Sampler::default()
    }
}

/// The levels that the lanes of a batch read, times 255.
fn levels_read(bound: &BoundTexture, lookup: &Lookup<'_>, lanes: usize) -> Vec<f32> {
    let mut planes = [(); 4].map(|()| vec![0; lanes]);
    bound.sample(lookup, &mut planes.each_mut().map(Vec::as_mut_slice));
    planes[0]
        .iter()
        .map(|&bits| f32::from_bits(bits) * 255.0)
        .collect()
}

fn lookup<'a>(target: TextureTarget, planes: [&'a [f32]; 3], level: LevelOfDetail<'a>) -> Lookup<'a> {
    let [s, t, r] = planes;
    let offset = Offset::Constant([0; 3]);
    Lookup {
        access: Access::of(target),
        coordinates: [s, t, r, &[]],
        second: [&[]; 4],
        level,
        least_level: None,
        offset,
    }
}

#[test]
fn quads_give_implicit_levels() {
    // source: OpenGL 2.1 equations 3.18, 3.21 and 3.27. Steps of 1/16, 4/16 and 8/16 over 16 texels are 1, 4 and
    // 8 texels a pixel: λ = 0, 2 and 3. In the last quad the step up is the greater one.
    let bound = BoundTexture::new(
        Arc::new(numbered_levels(ObjectTarget::TwoDimensional, 16, 5)),
        mipmapped(),
    );
    let mut s = Vec::new();
    let mut t = Vec::new();
    for (step_x, step_y) in [(0.0625, 0.0625), (0.25, 0.0625), (0.5, 0.25), (0.0, 0.5)] {
        s.extend([0.25, 0.25 + step_x, 0.25, 0.25 + step_x]);
        t.extend([0.5, 0.5, 0.5 + step_y, 0.5 + step_y]);
    }
    let expected: Vec<f32> = [0.0, 2.0, 3.0, 3.0]
        .into_iter()
        .flat_map(|level| [level; 4])
        .collect();
    let implicit = lookup(TextureTarget::T2D, [&s, &t, &[]], LevelOfDetail::Implicit);
    assert_eq!(levels_read(&bound, &implicit, 16), expected);

    let biases: Vec<f32> = (0..16)
        .map(|lane| if lane % 2 == 0 { 1.0 } else { -1.0 })
        .collect();
    let biased = Lookup {
        level: LevelOfDetail::Biased(&biases),
        ..implicit
    };
    // source: equation 3.19, clamped to the levels 0 to 4
    let with_bias: Vec<f32> = expected
        .iter()
        .zip(&biases)
        .map(|(level, bias)| (level + bias).clamp(0.0, 4.0))
        .collect();
    assert_eq!(levels_read(&bound, &biased, 16), with_bias);
}

#[test]
fn gradients_replace_differences() {
    // source: NV_gpu_program4 TXD; ∂u/∂x = 4 and ∂v/∂x = 0, so λ = 2, and with a length of 5 texels about 2.32
    let bound = BoundTexture::new(
        Arc::new(numbered_levels(ObjectTarget::TwoDimensional, 16, 5)),
        mipmapped(),
    );
    let zero = [0.0; 2];
    let level = LevelOfDetail::Gradient {
        per_x: [&[0.25, 0.1875], &[0.0, 0.25], &zero],
        per_y: [&zero, &zero, &zero],
    };
    let gradient = lookup(TextureTarget::T2D, [&[0.5, 0.5], &[0.5, 0.5], &[]], level);
    assert_eq!(levels_read(&bound, &gradient, 2), [2.0, 2.0]);
    assert_eq!(f32::from_bits(bound.query_level_lane(&gradient, 0)[1]), 2.0);
    // log2 5 = 2.321928094887362 (OEIS A020858). λ is half of log2 25, whose error is at most 2 units in the last
    // place, 2^-20: docs/textures.md.
    let found = f64::from(f32::from_bits(bound.query_level_lane(&gradient, 1)[1]));
    assert!(
        (found - 2.321_928_094_887_362).abs() <= 0.5 / 1_048_576.0,
        "{found}"
    );
}

#[test]
fn instructions_raise_the_smallest_level() {
    // source: ARB_sparse_texture_clamp 8.14.1 (lod_min is the larger one, lod_max still bounds) and EXT_sparse_texture2
    // Table X.17 and TXD: the clamp is x2, y2 where x2 is taken, and w of the last derivative
    let level_of =
        |target: TextureTarget, operation: TextureOp, operands: [[f32; 4]; 3], maximum_lod: f32| {
            let row = Access::of(target).target;
            let sampler = Sampler {
                maximum_lod,
                ..mipmapped()
            };
            let mut units = Units::new();
            units.bind(
                0,
                BoundTexture::new(Arc::new(numbered_levels(row, 16, 5)), sampler),
            );
            let words = operands.map(|vector| vector.map(|word| [word.to_bits()]));
            let operands = words
                .each_ref()
                .map(|vector| vector.each_ref().map(<[u32; 1]>::as_slice));
            let given = if operation == TextureOp::Sample(Lod::Derivatives) {
                3
            } else {
                2
            };
            let instruction = Instruction {
                operation,
                target,
                gathered: 0,
                quads: false,
                lod_clamp: true,
                operands: &operands[..given],
                offset: Offset::Constant([0; 3]),
                components: 0b1111,
                simd: Level::best(),
            };
            let mut results = [[0]; 4];
            units.execute(
                &instruction,
                [0.0, 0.0, 0.0, 1.0],
                |_| 0,
                &mut results.each_mut().map(<[u32; 1]>::as_mut_slice),
            );
            f32::from_bits(results[0][0]) * 255.0
        };
    let (place, clamp, low) = ([0.5; 4], [2.0, 3.0, 0.0, 0.0], [-5.0, 0.0, 0.0, 0.0]);
    let (along, least) = ([0.25, 0.0, 0.0, 0.0], |w| [0.0, 0.0, 0.0, w]);
    let (implicit, bias, gradient) = (Lod::Implicit, Lod::Bias, Lod::Derivatives);
    let (flat, cube, shadow) = (TextureTarget::T2D, TextureTarget::Cube, TextureTarget::ShadowCube);
    // Without quads a bias is the level itself: 0.5, nearest 0. A derivative of 4 texels is level 2.
    let rows = [
        (flat, implicit, [place, clamp, low], 9.0, 2.0),
        (flat, bias, [place, clamp, low], 9.0, 2.0),
        (cube, implicit, [place, clamp, low], 9.0, 2.0),
        (shadow, implicit, [place, clamp, low], 9.0, 3.0),
        (flat, implicit, [place, clamp, low], 1.0, 1.0),
        (flat, implicit, [place, low, low], 9.0, 0.0),
        (flat, gradient, [place, along, least(1.0)], 9.0, 2.0),
        (flat, gradient, [place, along, least(3.0)], 9.0, 3.0),
    ];
    for (target, lod, operands, maximum_lod, level) in rows {
        let found = level_of(target, TextureOp::Sample(lod), operands, maximum_lod);
        assert_eq!(
            found, level,
            "{target:?} {lod:?} {operands:?} up to {maximum_lod}"
        );
    }
}

#[test]
fn rectangles_count_texels() {
    // source: ARB_texture_rectangle: u = s. One texel a pixel is λ = 0; two are minification.
    let mut texture = Texture::new(ObjectTarget::Rectangle);
    let bytes = [0, 0, 0, 0, 255, 255, 255, 255];
    texture
        .define(0, 0, Format::Rgba8, Extent::new(2, 1, 1), &Pixels::rgba8(&bytes))
        .expect("fits");
    let sampler = Sampler {
        minification: MinificationFilter::Nearest,
        magnification: MagnificationFilter::Linear,
        ..Sampler::for_target(ObjectTarget::Rectangle)
    };
    let bound = BoundTexture::new(Arc::new(texture), sampler);
    let level = |step: f32| LevelOfDetail::Gradient {
        per_x: [&[0.0], &[0.0], &[0.0]],
        per_y: {
            if step > 1.0 {
                [&[2.0], &[0.0], &[0.0]]
            } else {
                [&[1.0], &[0.0], &[0.0]]
            }
        },
    };
    let read = |step: f32| {
        levels_read(
            &bound,
            &lookup(TextureTarget::Rect, [&[1.0], &[0.5], &[]], level(step)),
            1,
        )
    };
    assert_eq!((read(1.0), read(2.0)), (vec![127.5], vec![255.0]));
}

#[test]
fn cube_maps_project_before_they_differ() {
    // source: OpenGL 2.1 section 3.8.6: on face +x, s = (-rz / rx + 1) / 2. A change of rz by 1/4 at rx = 1 changes
    // s by 1/8: 2 of 16 texels, λ = 1. At rx = 2 it is half of that, λ = 0.
    let bound = BoundTexture::new(Arc::new(numbered_levels(ObjectTarget::Cube, 16, 5)), mipmapped());
    let x = [1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0];
    let y = [0.0; 8];
    let z = [0.0, 0.25, 0.0, 0.25, 0.0, 0.25, 0.0, 0.25];
    let lookup = lookup(TextureTarget::Cube, [&x, &y, &z], LevelOfDetail::Implicit);
    let lambda = |lane| f32::from_bits(bound.query_level_lane(&lookup, lane)[1]);
    assert_eq!((lambda(0), lambda(4)), (1.0, 0.0));
    assert_eq!(levels_read(&bound, &lookup, 5), [1.0, 1.0, 1.0, 1.0, 0.0]);
}

#[test]
fn equal_coordinates_magnify_and_nan_is_harmless() {
    // source: OpenGL 2.1 equation 3.18 for ρ = 0: λ = -∞ is clamped to TEXTURE_MIN_LOD
    let bound = BoundTexture::new(
        Arc::new(numbered_levels(ObjectTarget::TwoDimensional, 16, 5)),
        mipmapped(),
    );
    for value in [0.5, f32::NAN, f32::INFINITY, f32::MAX] {
        let plane = [value; 4];
        let lookup = lookup(TextureTarget::T2D, [&plane, &plane, &[]], LevelOfDetail::Implicit);
        assert_eq!(levels_read(&bound, &lookup, 4), [0.0; 4]);
    }
}

#[test]
fn level_parameters_choose_the_levels() {
    // source: OpenGL 2.1 section 3.8.8: q = min(p, level_max); λ is relative to the base level
    let texture = Arc::new(numbered_levels(ObjectTarget::TwoDimensional, 16, 5));
    let read = |sampler: Sampler, lambda: f32| {
        let bound = BoundTexture::new(texture.clone(), sampler);
        let level = [lambda];
        levels_read(
            &bound,
            &lookup(
                TextureTarget::T2D,
                [&[0.5], &[0.5], &[]],
                LevelOfDetail::Explicit(&level),
            ),
            1,
        )[0]
    };
    let usual = mipmapped();
    assert_eq!(
        read(
            Sampler {
                base_level: 1,
                ..usual
            },
            1.0
        ),
        2.0
    );
    assert_eq!(
        read(
            Sampler {
                base_level: 1,
                ..usual
            },
            -4.0
        ),
        1.0
    );
    assert_eq!(
        read(
            Sampler {
                maximum_level: 2,
                ..usual
            },
            9.0
        ),
        2.0
    );
    assert_eq!(
        read(
            Sampler {
                minimum_lod: 2.0,
                ..usual
            },
            0.0
        ),
        2.0
    );
    assert_eq!(
        read(
            Sampler {
                maximum_lod: 1.0,
                ..usual
            },
            3.0
        ),
        1.0
    );
    assert_eq!(
        read(
            Sampler {
                lod_bias: 1.0,
                ..usual
            },
            1.0
        ),
        2.0
    );
}

#[test]
fn incomplete_textures_say_why_and_give_black() {
    // source: OpenGL 2.1 section 3.8.10; ARB_fragment_program section 3.11.6 for (0, 0, 0, 1)
    let cases = [
        (
            numbered_levels(ObjectTarget::TwoDimensional, 16, 5),
            mipmapped(),
            None,
        ),
        (
            numbered_levels(ObjectTarget::TwoDimensional, 16, 4),
            mipmapped(),
            Some(Incomplete::Level(4)),
        ),
        (
            numbered_levels(ObjectTarget::TwoDimensional, 16, 4),
            Sampler {
                maximum_level: 3,
                ..mipmapped()
            },
            None,
        ),
        (
            numbered_levels(ObjectTarget::TwoDimensional, 16, 1),
            Sampler::nearest(),
            None,
        ),
        (
            Texture::new(ObjectTarget::Cube),
            Sampler::nearest(),
            Some(Incomplete::NoBaseLevel(0)),
        ),
        (
            numbered_levels(ObjectTarget::TwoDimensional, 16, 5),
            Sampler {
                base_level: 3,
                maximum_level: 2,
                ..mipmapped()
            },
            Some(Incomplete::LevelRange),
        ),
    ];
    for (texture, sampler, expected) in cases {
        let target = if texture.target() == ObjectTarget::Cube {
            TextureTarget::Cube
        } else {
            TextureTarget::T2D
        };
        let bound = BoundTexture::new(Arc::new(texture), sampler);
        assert_eq!(bound.incomplete(), expected);
        if expected.is_some() {
            let plane = [0.5];
            let lookup = lookup(target, [&plane, &plane, &plane], LevelOfDetail::Zero);
            assert_eq!(
                bound.sample_lane(&lookup, 0).map(f32::from_bits),
                [0.0, 0.0, 0.0, 1.0]
            );
        }
    }
}
