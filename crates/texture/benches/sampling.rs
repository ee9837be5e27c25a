//! Rates of lookups on one thread, in lanes a second: a filter, a format and a target each, over coordinates that
//! walk the texture as a rasterizer does.

use divan::Bencher;
use divan::counter::ItemsCount;
use quadrille_isa::gl::TextureTarget;
use quadrille_texture::format::FormatKind;
use quadrille_texture::{
    Access, BorderColor, BoundTexture, CompareFunction, Extent, Format, Gather, Image, LevelOfDetail, Limits,
    Lookup, MagnificationFilter, MinificationFilter, Offset, Sampler, Texture, Wrap,
};
use std::sync::Arc;

fn main() {
    divan::main();
}

const LANES: usize = 4096;

/// The coordinates of rows of quads, so far apart in s and t.
fn coordinates([across, up]: [f32; 2]) -> [Vec<f32>; 3] {
    let (mut s, mut t, mut r) = (Vec::new(), Vec::new(), Vec::new());
    for quad in 0..LANES / 4 {
        let (x, y) = (
            (quad % 32) as f32 * 2.0 * across + 0.01,
            (quad / 32) as f32 * 2.0 * up + 0.02,
        );
        s.extend([x, x + across, x, x + across]);
        t.extend([y, y, y + up, y + up]);
        r.extend([0.4; 4]);
    }
    [s, t, r]
}

fn texture(target: TextureTarget, format: Format, side: u32) -> Texture {
    let target = Access::of(target).target;
    let mut texture = Texture::new(target);
    let dimensions = target.row().dimensions;
    let size = |axis: usize| if axis < dimensions { side } else { 1 };
    let extent = Extent::new(size(0), size(1), size(2));
    let image = Image::zeroed(format, extent, 1, &Limits::default()).expect("small");
    for face in 0..target.row().faces {
        texture.set_image(0, face, image.clone()).expect("the image fits");
    }
    if format.kind() == FormatKind::Float {
        texture.generate_mipmaps(0).expect("smaller images fit");
    }
    texture
}

fn run(bencher: Bencher<'_, '_>, target: TextureTarget, format: Format, sampler: Sampler, step: f32) {
    run_with(bencher, target, format, sampler, [step; 2], [0; 3]);
}

fn run_with(
    bencher: Bencher<'_, '_>,
    target: TextureTarget,
    format: Format,
    sampler: Sampler,
    steps: [f32; 2],
    offset: [i32; 3],
) {
    let side = if target == TextureTarget::T3D { 64 } else { 256 };
    let bound = BoundTexture::new(Arc::new(texture(target, format, side)), sampler);
    assert_eq!(bound.incomplete(), None);
    let [s, t, r] = coordinates(steps);
    let lookup = Lookup {
        access: Access::of(target),
        coordinates: [&s, &t, &r, &r],
        second: [&[]; 4],
        level: LevelOfDetail::Implicit,
        least_level: None,
        offset: Offset::Constant(offset),
    };
    let mut planes = [(); 4].map(|()| vec![0; LANES]);
    bencher.counter(ItemsCount::new(LANES)).bench_local(|| {
        bound.sample(&lookup, &mut planes.each_mut().map(Vec::as_mut_slice));
    });
}

fn linear() -> Sampler {
    Sampler {
        minification: MinificationFilter::Linear,
        magnification: MagnificationFilter::Linear,
        ..Sampler::default()
    }
}

fn nearest() -> Sampler {
    Sampler {
        minification: MinificationFilter::Nearest,
        magnification: MagnificationFilter::Nearest,
        ..linear()
    }
}

fn trilinear() -> Sampler {
    Sampler {
        minification: MinificationFilter::LinearMipmapLinear,
        ..linear()
    }
}

const TEXEL: f32 = 1.0 / 256.0;

#[divan::bench]
fn nearest_2d_rgba8(bencher: Bencher<'_, '_>) {
    run(bencher, TextureTarget::T2D, Format::Rgba8, nearest(), TEXEL);
}

#[divan::bench]
fn linear_2d_rgba8(bencher: Bencher<'_, '_>) {
    run(bencher, TextureTarget::T2D, Format::Rgba8, linear(), TEXEL);
}

#[divan::bench]
fn trilinear_2d_rgba8(bencher: Bencher<'_, '_>) {
    run(
        bencher,
        TextureTarget::T2D,
        Format::Rgba8,
        trilinear(),
        3.0 * TEXEL,
    );
}

#[divan::bench]
fn linear_2d_rgba16f(bencher: Bencher<'_, '_>) {
    run(bencher, TextureTarget::T2D, Format::Rgba16F, linear(), TEXEL);
}

#[divan::bench]
fn linear_2d_rgba32f(bencher: Bencher<'_, '_>) {
    run(bencher, TextureTarget::T2D, Format::Rgba32F, linear(), TEXEL);
}

#[divan::bench(args = [Format::R16F, Format::Rgba16, Format::Rgba8Snorm, Format::Rgb565, Format::Rgb9E5, Format::Depth32F])]
fn linear_2d(bencher: Bencher<'_, '_>, format: Format) {
    run(bencher, TextureTarget::T2D, format, linear(), TEXEL);
}

#[divan::bench]
fn nearest_2d_rgba8ui(bencher: Bencher<'_, '_>) {
    run(bencher, TextureTarget::T2D, Format::Rgba8Ui, nearest(), TEXEL);
}

#[divan::bench(args = Wrap::ALL)]
fn linear_2d_rgba8_gray_border(bencher: Bencher<'_, '_>, wrap: Wrap) {
    let sampler = Sampler {
        wrap: [wrap; 3],
        border: BorderColor::Float([0.5; 4]),
        ..linear()
    };
    run(bencher, TextureTarget::T2D, Format::Rgba8, sampler, TEXEL);
}

#[divan::bench]
fn trilinear_2d_rgba8_nearest_magnified(bencher: Bencher<'_, '_>) {
    let sampler = Sampler {
        magnification: MagnificationFilter::Nearest,
        ..trilinear()
    };
    run(bencher, TextureTarget::T2D, Format::Rgba8, sampler, 3.0 * TEXEL);
}

#[divan::bench(args = [1.0, 2.0, 8.0])]
fn anisotropic_2d_rgba8(bencher: Bencher<'_, '_>, length: f32) {
    let sampler = Sampler {
        maximum_anisotropy: 8.0,
        ..trilinear()
    };
    let steps = [length * TEXEL, TEXEL];
    run_with(bencher, TextureTarget::T2D, Format::Rgba8, sampler, steps, [0; 3]);
}

#[divan::bench]
fn linear_2d_rgba8_offset(bencher: Bencher<'_, '_>) {
    run_with(
        bencher,
        TextureTarget::T2D,
        Format::Rgba8,
        linear(),
        [TEXEL; 2],
        [1, -2, 0],
    );
}

#[divan::bench(args = [TextureTarget::T1D, TextureTarget::Array1D, TextureTarget::Array2D])]
fn linear_rgba8(bencher: Bencher<'_, '_>, target: TextureTarget) {
    run(bencher, target, Format::Rgba8, linear(), TEXEL);
}

#[divan::bench]
fn linear_seamless_cube_rgba8(bencher: Bencher<'_, '_>) {
    let sampler = Sampler {
        seamless: true,
        ..linear()
    };
    run(bencher, TextureTarget::Cube, Format::Rgba8, sampler, TEXEL);
}

#[divan::bench]
fn linear_3d_rgba8(bencher: Bencher<'_, '_>) {
    run(bencher, TextureTarget::T3D, Format::Rgba8, linear(), TEXEL);
}

#[divan::bench]
fn linear_cube_rgba8(bencher: Bencher<'_, '_>) {
    run(bencher, TextureTarget::Cube, Format::Rgba8, linear(), TEXEL);
}

#[divan::bench]
fn linear_shadow_2d_depth24(bencher: Bencher<'_, '_>) {
    let sampler = Sampler {
        compare: true,
        compare_function: CompareFunction::Lequal,
        ..linear()
    };
    run(bencher, TextureTarget::Shadow2D, Format::Depth24, sampler, TEXEL);
}

#[divan::bench]
fn gather_2d_rgba8(bencher: Bencher<'_, '_>) {
    let bound = BoundTexture::new(
        Arc::new(texture(TextureTarget::T2D, Format::Rgba8, 256)),
        linear(),
    );
    let [s, t, r] = coordinates([TEXEL; 2]);
    let lookup = Lookup {
        access: Access::of(TextureTarget::T2D),
        coordinates: [&s, &t, &r, &r],
        second: [&[]; 4],
        level: LevelOfDetail::Zero,
        least_level: None,
        offset: Offset::Constant([0; 3]),
    };
    let mut planes = [(); 4].map(|()| vec![0; LANES]);
    bencher.counter(ItemsCount::new(LANES)).bench_local(|| {
        bound.gather(
            &lookup,
            Gather::Footprint,
            0,
            &mut planes.each_mut().map(Vec::as_mut_slice),
        );
    });
}
