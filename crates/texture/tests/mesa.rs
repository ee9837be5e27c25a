//! Lookups against what Mesa's llvmpipe gave for the same texels and coordinates.
//!
//! source: `oracle/mesa/texture.txt`, recorded by `oracle/mesa/texture.c`. llvmpipe filters bytes with weights of
//! 8 bits, so filtered results may differ by 2/255; nearest texels are the same.

use quadrille_isa::gl::TextureTarget;
use quadrille_texture::{
    Access, BorderColor, BoundTexture, CompareFunction, Extent, Format, LevelOfDetail, Lookup,
    MagnificationFilter, MinificationFilter, ObjectTarget, Offset, PixelFormat, PixelType, Pixels, Sampler,
    Texture, Wrap,
};
use std::sync::Arc;

const RECORD: &str = include_str!("../../../oracle/mesa/texture.txt");

/// The lines of one kind, each as its words and its numbers before and after `=`.
fn lines(kind: &str) -> impl Iterator<Item = (Vec<&'static str>, Vec<f32>, Vec<f32>)> {
    RECORD.lines().filter_map(move |line| {
        let (before, after) = line.strip_prefix(kind)?.split_once(" = ")?;
        let (mut names, mut inputs) = (Vec::new(), Vec::new());
        for word in before.split_whitespace() {
            match word.parse() {
                Ok(number) if !names.is_empty() || kind == "level" => inputs.push(number),
                _ => names.push(word),
            }
        }
        let outputs = after
            .split_whitespace()
            .map(|word| word.parse().expect("a number"))
            .collect();
        Some((names, inputs, outputs))
    })
}

/// `texel_byte` of the recorder.
fn texel_byte(x: u32, y: u32, z: u32, component: u32) -> u8 {
    ((x * 67 + y * 131 + z * 29 + component * 83 + x * y * 17) % 256) as u8
}

/// The recorder's colour texture for a target.
fn colors(target: ObjectTarget) -> Texture {
    let [width, height, depth] = match target {
        ObjectTarget::OneDimensional => [5, 1, 1],
        ObjectTarget::ThreeDimensional => [5, 4, 3],
        ObjectTarget::Cube => [4, 4, 1],
        _ => [5, 4, 1],
    };
    let mut texture = Texture::new(target);
    for face in 0..target.row().faces {
        let mut bytes = Vec::new();
        for z in 0..depth {
            for y in 0..height {
                for x in 0..width {
                    bytes.extend([0, 1, 2, 3].map(|component| texel_byte(x, y, z + face, component)));
                }
            }
        }
        let extent = Extent::new(width, height, depth);
        texture
            .define(0, face, Format::Rgba8, extent, &Pixels::rgba8(&bytes))
            .expect("the image fits");
    }
    texture
}

fn sampler(linear: bool, wrap: Wrap) -> Sampler {
    let mut sampler = Sampler {
        wrap: [wrap; 3],
        border: BorderColor::Float([0.125, 0.75, 1.0, 0.5]),
        ..Sampler::nearest()
    };
    if linear {
        sampler.minification = MinificationFilter::Linear;
        sampler.magnification = MagnificationFilter::Linear;
    }
    sampler
}

fn look_up(
    bound: &BoundTexture,
    target: TextureTarget,
    coordinates: &[f32],
    level: LevelOfDetail<'_>,
) -> [f32; 4] {
    let [s, t, r] = [0, 1, 2].map(|axis| [coordinates[axis]]);
    let lookup = Lookup {
        access: Access::of(target),
        coordinates: [&s, &t, &r, &[]],
        second: [&[]; 4],
        level,
        least_level: None,
        offset: Offset::Constant([0; 3]),
    };
    bound.sample_lane(&lookup, 0).map(f32::from_bits)
}

fn check(line: (&[&str], &[f32]), found: [f32; 4], expected: &[f32], linear: bool) {
    let tolerance = if linear { 2.0 / 255.0 } else { 1e-6 };
    for (found, expected) in found.into_iter().zip(expected) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{line:?} gives {found}, not {expected}"
        );
    }
}

#[test]
fn filters_and_wrap_modes() {
    let mut checked = 0;
    for (names, inputs, expected) in lines("filter") {
        let (named, target) = match names[0] {
            "1D" => (TextureTarget::T1D, ObjectTarget::OneDimensional),
            "2D" => (TextureTarget::T2D, ObjectTarget::TwoDimensional),
            "3D" => (TextureTarget::T3D, ObjectTarget::ThreeDimensional),
            "RECT" => (TextureTarget::Rect, ObjectTarget::Rectangle),
            other => {
                assert_eq!(other, "CUBE");
                (TextureTarget::Cube, ObjectTarget::Cube)
            }
        };
        let wrap = Wrap::from_name(names[1]).expect("a wrap mode");
        let linear = names[2] == "LINEAR";
        let bound = BoundTexture::new(Arc::new(colors(target)), sampler(linear, wrap));
        // Near 0 llvmpipe mixes the border in, against the max(1 / 2N, |f|) of EXT_texture_mirror_clamp.
        let sizes = bound.size(0);
        let dimensions = target.row().dimensions;
        let near_zero = (0..dimensions).any(|axis| inputs[axis].abs() * (sizes[axis] as f32) < 0.5);
        if linear && near_zero && matches!(wrap, Wrap::MirrorClamp | Wrap::MirrorClampToBorder) {
            continue;
        }
        let found = look_up(&bound, named, &inputs, LevelOfDetail::Zero);
        check((&names, &inputs), found, &expected, linear);
        checked += 1;
    }
    assert!(checked > 1200, "only {checked} lines were read");
}

#[test]
fn comparisons() {
    let mut depths = Vec::new();
    for y in 0..4 {
        for x in 0..5 {
            depths.extend((f32::from(texel_byte(x, y, 0, 0) % 5) / 4.0).to_ne_bytes());
        }
    }
    let pixels = Pixels::new(PixelFormat::DepthComponent, PixelType::Float, &depths).expect("a GL pair");
    let mut texture = Texture::new(ObjectTarget::TwoDimensional);
    texture
        .define(0, 0, Format::Depth32F, Extent::new(5, 4, 1), &pixels)
        .expect("the image fits");
    let texture = Arc::new(texture);
    let mut checked = 0;
    for (names, inputs, expected) in lines("compare") {
        let linear = names[1] == "LINEAR";
        let compare_function = CompareFunction::from_name(names[0]).expect("a function");
        let sampler = Sampler {
            compare: true,
            compare_function,
            ..sampler(linear, Wrap::ClampToEdge)
        };
        let bound = BoundTexture::new(texture.clone(), sampler);
        let found = look_up(&bound, TextureTarget::Shadow2D, &inputs, LevelOfDetail::Zero);
        check((&names, &inputs), found, &expected, linear);
        checked += 1;
    }
    assert_eq!(checked, 8 * 2 * 24);
}

#[test]
fn levels_of_detail() {
    let mut texture = Texture::new(ObjectTarget::TwoDimensional);
    for level in 0..9 {
        let size = 256 >> level;
        let bytes = vec![level as u8 * 20; (size * size * 4) as usize];
        texture
            .define(
                level,
                0,
                Format::Rgba8,
                Extent::new(size, size, 1),
                &Pixels::rgba8(&bytes),
            )
            .expect("the level fits");
    }
    let sampler = Sampler {
        minification: MinificationFilter::NearestMipmapNearest,
        ..Sampler::nearest()
    };
    let bound = BoundTexture::new(Arc::new(texture), sampler);
    let mut checked = 0;
    for (_, steps, expected) in lines("level") {
        let [s_x, t_x, s_y, t_y] = [0, 1, 2, 3].map(|step| [steps[step]]);
        let level = LevelOfDetail::Gradient {
            per_x: [&s_x, &t_x, &[]],
            per_y: [&s_y, &t_y, &[]],
        };
        let found = look_up(&bound, TextureTarget::T2D, &[0.0; 3], level);
        assert_eq!((found[0] * 255.0 / 20.0).round(), expected[0], "steps {steps:?}");
        checked += 1;
    }
    assert_eq!(checked, 60);
}
