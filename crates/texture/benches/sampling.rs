//! Rates of lookups on one thread, in lanes a second: a filter, a format and a target each, over coordinates that
//! walk the texture as a rasterizer does.

use divan::Bencher;
use divan::counter::ItemsCount;
use quadrille_isa::gl::TextureTarget;
use quadrille_texture::{
    Access, BoundTexture, CompareFunction, Extent, Format, Gather, Image, LevelOfDetail, Limits, Lookup,
    MagnificationFilter, MinificationFilter, Offset, Sampler, Texture,
};
use std::sync::Arc;

fn main() {
    divan::main();
}

const LANES: usize = 4096;

/// The coordinates of a row of quads, `step` apart.
fn coordinates(step: f32) -> [Vec<f32>; 3] {
    let (mut s, mut t, mut r) = (Vec::new(), Vec::new(), Vec::new());
    for quad in 0..LANES / 4 {
        let (x, y) = (
            (quad % 32) as f32 * 2.0 * step + 0.01,
            (quad / 32) as f32 * 2.0 * step + 0.02,
        );
        s.extend([x, x + step, x, x + step]);
        t.extend([y, y, y + step, y + step]);
        r.extend([0.4; 4]);
    }
    [s, t, r]
}

fn texture(target: TextureTarget, format: Format, side: u32) -> Texture {
    let target = Access::of(target).target;
    let mut texture = Texture::new(target);
    let depth = if target.row().dimensions == 3 { side } else { 1 };
    let image = Image::zeroed(format, Extent::new(side, side, depth), 1, &Limits::default()).expect("small");
    for face in 0..target.row().faces {
        texture.set_image(0, face, image.clone()).expect("the image fits");
    }
    texture.generate_mipmaps(0).expect("smaller images fit");
    texture
}

fn run(bencher: Bencher<'_, '_>, target: TextureTarget, format: Format, sampler: Sampler, step: f32) {
    let side = if target == TextureTarget::T3D { 64 } else { 256 };
    let bound = BoundTexture::new(Arc::new(texture(target, format, side)), sampler);
    assert_eq!(bound.incomplete(), None);
    let [s, t, r] = coordinates(step);
    let lookup = Lookup {
        access: Access::of(target),
        coordinates: [&s, &t, &r, &r],
        second: [&[]; 4],
        level: LevelOfDetail::Implicit,
        least_level: None,
        offset: Offset::Constant([0; 3]),
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
    let [s, t, r] = coordinates(TEXEL);
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
