//! How many texels the texture unit filters in a second on one core: sixteen elements a look-up, as a quad of a frame
//! asks for them.

use divan::Bencher;
use divan::counter::ItemsCount;
use quadrille_vc4::machine::Image;
use quadrille_vc4::machine::profile::Sampling;
use quadrille_vc4::tmu::{Coordinates, ImageFilter, LevelFilter, Parameters, Texture, TextureType};

fn main() {
    divan::main();
}

const BASE: u32 = 0x10_0000;
const SIDE: u32 = 256;

fn look_up(bencher: Bencher<'_, '_>, texture_type: TextureType, filter: ImageFilter, levels: u32) {
    let mut parameters = Parameters::decode(BASE, 0, &[]);
    (parameters.type_code, parameters.size) = (texture_type.code(), (SIDE, SIDE));
    parameters.levels = levels;
    let between = if levels > 1 {
        LevelFilter::Linear
    } else {
        LevelFilter::None
    };
    (parameters.magnify, parameters.minify) = (filter, Some((filter, between)));
    let texture = Texture::new(parameters).unwrap();
    let mut image = Image::default();
    image.zero(0, 0x20_0000).unwrap();
    let memory = image.memory();
    // Four quads in a row, a little more than a texel a pixel.
    let float = |x: f32| (x / SIDE as f32).to_bits();
    let rows: Vec<[[u32; 16]; 2]> = (0..64)
        .map(|n| {
            let left = n as f32 * 8.3;
            [
                std::array::from_fn(|i| float(left + 1.1 * ((i / 4 * 2) as f32 + (i & 1) as f32))),
                std::array::from_fn(|i| float(3.0 * n as f32 + 1.1 * (i >> 1 & 1) as f32)),
            ]
        })
        .collect();
    let zeros = [0; 16];
    let sampling = Sampling::usual();
    bencher.counter(ItemsCount::new(16 * rows.len())).bench_local(|| {
        for [s, t] in &rows {
            let at = Coordinates {
                s,
                t,
                r: &zeros,
                b: &zeros,
            };
            divan::black_box(texture.look_up(divan::black_box(&at), &sampling, &memory));
        }
    });
}

#[divan::bench]
fn nearest(bencher: Bencher<'_, '_>) {
    look_up(bencher, TextureType::Rgba8888, ImageFilter::Nearest, 1);
}

#[divan::bench]
fn linear(bencher: Bencher<'_, '_>) {
    look_up(bencher, TextureType::Rgba8888, ImageFilter::Linear, 1);
}

#[divan::bench]
fn linear_565(bencher: Bencher<'_, '_>) {
    look_up(bencher, TextureType::Rgb565, ImageFilter::Linear, 1);
}

#[divan::bench]
fn linear_etc1(bencher: Bencher<'_, '_>) {
    look_up(bencher, TextureType::Etc1, ImageFilter::Linear, 1);
}

#[divan::bench]
fn two_levels(bencher: Bencher<'_, '_>) {
    look_up(bencher, TextureType::Rgba8888, ImageFilter::Linear, 9);
}
