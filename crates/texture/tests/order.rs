//! Lookups to the bit: what docs/textures.md writes under "How exact it is", transcribed step by step without the
//! library's code.
//!
//! source of every expected number: that text; each line here is one of its operations in binary32.

use proptest::prelude::*;
use quadrille_isa::gl::TextureTarget;
use quadrille_texture::{
    Access, BoundTexture, Extent, Format, LevelOfDetail, Lookup, MagnificationFilter, MinificationFilter,
    ObjectTarget, Offset, PixelFormat, PixelType, Pixels, Sampler, Texture, Wrap,
};
use std::sync::Arc;

/// "Position" and "Texels" with LINEAR, for the three modes that most programs use: two texels and f.
fn linear(s: f32, size: u32, wrap: Wrap) -> ([i64; 2], f32) {
    let n = size as f32;
    let p = match wrap {
        Wrap::Repeat => (s - s.floor()) * n,
        Wrap::MirroredRepeat => (s - 2.0 * (0.5 * s).floor()) * n,
        _ => s * n,
    };
    let shifted = p - 0.5;
    let i = shifted.floor() as i64;
    let f = (shifted - shifted.floor()).min(1.0 - 0.5 * f32::EPSILON);
    let size = i64::from(size);
    let texels = [i, i + 1].map(|texel| match wrap {
        Wrap::Repeat => texel.rem_euclid(size),
        Wrap::MirroredRepeat => {
            let texel = texel.rem_euclid(2 * size);
            texel.min(2 * size - 1 - texel)
        }
        _ => texel.clamp(0, size - 1),
    });
    (texels, f)
}

/// "Means", of finite values.
fn mix(a: f32, b: f32, f: f32) -> f32 {
    if f == 0.0 { a } else { a - f * (a - b) }
}

/// "Means" of bytes: m · h + m · l, where h has the first 16 bits of 1/255 and l is the rest.
fn over_255(m: f32) -> f32 {
    let h = f32::from_bits(((1.0_f32 / 255.0).to_bits() >> 8) << 8);
    let l = (1.0 / 255.0 - f64::from(h)) as f32;
    m * h + m * l
}

/// An image of a level: its sizes, and a value for each texel.
#[derive(Clone, Debug)]
struct Level {
    sizes: [u32; 3],
    values: Vec<f32>,
}

impl Level {
    fn sample(&self, point: [f32; 3], wraps: [Wrap; 3]) -> f32 {
        let [(xs, fx), (ys, fy), (zs, fz)] = [0, 1, 2].map(|n| linear(point[n], self.sizes[n], wraps[n]));
        let [width, height, _] = self.sizes.map(i64::from);
        let value = |x, y, z| self.values[((z * height + y) * width + x) as usize];
        let row = |y, z| mix(value(xs[0], y, z), value(xs[1], y, z), fx);
        let plane = |z| mix(row(ys[0], z), row(ys[1], z), fy);
        mix(plane(zs[0]), plane(zs[1]), fz)
    }
}

/// Bytes, which "Means" mixes as they are, or floats.
fn level(sizes: [u32; 3], float: bool, state: &mut u32) -> (Level, Vec<u8>) {
    let (mut values, mut bytes) = (Vec::new(), Vec::new());
    for _ in 0..sizes.iter().product() {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if float {
            values.push((*state >> 8) as f32 / 1000.0 - 8000.0);
            bytes.extend(values[values.len() - 1].to_ne_bytes());
        } else {
            values.push(f32::from((*state >> 24) as u8));
            bytes.push((*state >> 24) as u8);
        }
    }
    (Level { sizes, values }, bytes)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lookups_are_the_written_operations(
        dimensions in 1_usize..=3,
        sizes in prop::array::uniform3(1_u32..9),
        wraps in prop::array::uniform3(
            prop::sample::select(vec![Wrap::Repeat, Wrap::MirroredRepeat, Wrap::ClampToEdge])
        ),
        point in prop::array::uniform3(prop_oneof![-3.0_f32..3.0, -0.001_f32..0.001, -1e6_f32..1e6]),
        lambda in -1.0_f32..4.0,
        float in any::<bool>(),
        seed in any::<u32>(),
    ) {
        let (named, target) = [
            (TextureTarget::T1D, ObjectTarget::OneDimensional),
            (TextureTarget::T2D, ObjectTarget::TwoDimensional),
            (TextureTarget::T3D, ObjectTarget::ThreeDimensional),
        ][dimensions - 1];
        let base = [0, 1, 2].map(|axis| if axis < dimensions { sizes[axis] } else { 1 });
        let format = if float { Format::R32F } else { Format::R8 };
        let kind = if float { PixelType::Float } else { PixelType::UnsignedByte };
        let last = base.iter().max().expect("three sizes").ilog2();
        let (mut texture, mut levels, mut state) = (Texture::new(target), Vec::new(), seed);
        for number in 0..=last {
            let [width, height, depth] = base.map(|size| (size >> number).max(1));
            let (level, bytes) = level([width, height, depth], float, &mut state);
            let pixels = Pixels::new(PixelFormat::Red, kind, &bytes).expect("a GL pair");
            texture
                .define(number, 0, format, Extent::new(width, height, depth), &pixels)
                .expect("the level fits");
            levels.push(level);
        }
        let sampler = Sampler {
            wrap: wraps,
            minification: MinificationFilter::LinearMipmapLinear,
            magnification: MagnificationFilter::Linear,
            ..Sampler::default()
        };
        let bound = BoundTexture::new(Arc::new(texture), sampler);
        let [s, t, r] = point.map(|coordinate| [coordinate]);
        let lookup = Lookup {
            access: Access::of(named),
            coordinates: [&s, &t, &r, &[]],
            second: [&[]; 4],
            level: LevelOfDetail::Explicit(&[lambda]),
            least_level: None,
            offset: Offset::Constant([0; 3]),
        };
        let found = f32::from_bits(bound.sample_lane(&lookup, 0)[0]);

        // On an axis of one texel both texels are that one, whatever its position.
        let at = |level: f32| levels[level as usize].sample(point, wraps);
        let expected = if lambda <= 0.0 {
            at(0.0)
        } else if lambda >= last as f32 {
            at(last as f32)
        } else {
            mix(at(lambda.floor()), at(lambda.floor() + 1.0), lambda - lambda.floor())
        };
        let expected = if float { expected } else { over_255(expected) };
        prop_assert_eq!(found.to_bits(), expected.to_bits(), "{} {}", found, expected);
    }
}

#[test]
fn copies_of_a_repeated_image_are_equally_fine() {
    // source: "Position": the place in the image is taken before the multiplication, so binary fractions of 2^-8 give the
    // same bits in every copy up to 2^15
    let bytes: Vec<u8> = (0..=255).collect();
    let pixels = Pixels::new(PixelFormat::Red, PixelType::UnsignedByte, &bytes).expect("a GL pair");
    let mut texture = Texture::new(ObjectTarget::OneDimensional);
    texture
        .define(0, 0, Format::R8, Extent::new(256, 1, 1), &pixels)
        .expect("256 texels fit");
    let sampler = Sampler {
        magnification: MagnificationFilter::Linear,
        wrap: [Wrap::Repeat; 3],
        ..Sampler::nearest()
    };
    let bound = BoundTexture::new(Arc::new(texture), sampler);
    let at = |s: f32| {
        let lookup = Lookup {
            access: Access::of(TextureTarget::T1D),
            coordinates: [&[s], &[], &[], &[]],
            second: [&[]; 4],
            level: LevelOfDetail::Zero,
            least_level: None,
            offset: Offset::Constant([0; 3]),
        };
        bound.sample_lane(&lookup, 0)
    };
    for step in 0..256_u16 {
        let s = f32::from(step) / 256.0;
        for copy in [1.0, 77.0, 1000.0, 32_767.0] {
            assert_eq!(at(copy + s), at(s), "{copy} + {s}");
            assert_eq!(at(s - copy), at(s), "{s} - {copy}");
        }
    }
}
