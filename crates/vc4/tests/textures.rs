//! What look-ups give: types, wraps, filters, levels, cubes and windows.

use quadrille_vc4::machine::Image;
use quadrille_vc4::machine::profile::Sampling;
use quadrille_vc4::tmu::{
    Coordinates, ImageFilter, LevelFilter, Parameters, Results, Texture, TextureType, Wrap,
};

const BASE: u32 = 0x10_0000;

/// Parameters for a texture of one level that is picked from, repeated.
fn plain(texture_type: TextureType, size: (u32, u32)) -> Parameters {
    let mut parameters = Parameters::decode(BASE, 0, &[]);
    parameters.type_code = texture_type.code();
    parameters.size = size;
    parameters.etc_flip = true;
    parameters.magnify = ImageFilter::Nearest;
    parameters.minify = Some((ImageFilter::Nearest, LevelFilter::None));
    parameters
}

fn look_up(parameters: Parameters, memory: &[(u32, &[u8])], at: [[f32; 16]; 4]) -> Results {
    let mut image = Image::default();
    for (address, bytes) in memory {
        image.load(*address, bytes).unwrap();
    }
    let [s, t, r, b] = at.map(|lanes| lanes.map(f32::to_bits));
    let texture = Texture::new(parameters).unwrap();
    let coordinates = Coordinates {
        s: &s,
        t: &t,
        r: &r,
        b: &b,
    };
    texture.look_up(&coordinates, &Sampling::usual(), &image.memory())
}

/// The first word of the first element, at one place.
fn one(parameters: Parameters, memory: &[(u32, &[u8])], s: f32, t: f32) -> u32 {
    let results = look_up(parameters, memory, [[s; 16], [t; 16], [0.0; 16], [0.0; 16]]);
    assert_eq!(results.missing, None);
    results.words[0][0]
}

/// source: guide, section 4 (texture data types, red in byte 0 of r4), and the table of formats of the JayStation page
/// "Texturing". Fields of 16 bits are named from the top, as Mesa's `vc4_formats.c` pairs them with formats of OpenGL.
#[test]
fn every_type() {
    let cases: [(TextureType, &[u8], u32); 15] = [
        (TextureType::Rgba8888, &[1, 2, 3, 4], 0x0403_0201),
        (TextureType::Rgbx8888, &[1, 2, 3, 4], 0xff03_0201),
        (TextureType::Rgba32R, &[1, 2, 3, 4], 0x0403_0201),
        (TextureType::Rgba4444, &[0x34, 0x12], 0x4433_2211),
        (TextureType::Rgba5551, &[0x01, 0x80], 0xff00_0084),
        (TextureType::Rgb565, &[0x1f, 0x04], 0xffff_8200),
        (TextureType::Luminance, &[9], 0xff09_0909),
        (TextureType::Alpha, &[9], 0x0900_0000),
        (TextureType::LumAlpha, &[9, 8], 0x0809_0909),
        (TextureType::S16F, &[0, 0x3c], 0x0000_3c00),
        (TextureType::S8, &[9], 9),
        (TextureType::S16, &[9, 8], 0x0809),
        (TextureType::Bw1, &[1], u32::MAX),
        (TextureType::A4, &[0x5a], 0xaa00_0000),
        (TextureType::A1, &[1], 0xff00_0000),
    ];
    for (texture_type, texel, expected) in cases {
        let mut memory = texel.to_vec();
        memory.resize(64, 0);
        let found = one(plain(texture_type, (1, 1)), &[(BASE, &memory)], 0.5, 0.5);
        assert_eq!(found, expected, "{texture_type:?}");
    }
    // Two texels share U and V.
    let yuyv = plain(TextureType::Yuyv422R, (2, 1));
    let memory: &[u8] = &[1, 2, 3, 4];
    assert_eq!(one(yuyv, &[(BASE, memory)], 0.25, 0.5), 0xff04_0201);
    assert_eq!(one(yuyv, &[(BASE, memory)], 0.75, 0.5), 0xff04_0203);
    // The second block of the first row; differential red 16, table 0.
    let mut blocks = [0; 64];
    blocks[8..16].copy_from_slice(&[16 << 3, 0, 0, 2, 0, 0, 0, 1 << 4]);
    let etc1 = plain(TextureType::Etc1, (8, 4));
    assert_eq!(one(etc1, &[(BASE, &blocks)], 0.6, 0.1), 0xff02_0286);
    // Without the flip rows of a block are read from below: only (1, 0) has the larger step.
    let upright = one(etc1, &[(BASE, &blocks)], 5.5 / 8.0, 0.1);
    let flipped = one(
        Parameters {
            etc_flip: false,
            ..etc1
        },
        &[(BASE, &blocks)],
        5.5 / 8.0,
        0.9,
    );
    assert_eq!((upright, flipped), (0xff08_088c, 0xff08_088c));
}

/// A row of four grey texels, 0, 80, 160 and 240.
const GREYS: [u8; 64] = {
    let mut row = [0; 64];
    (row[1], row[2], row[3]) = (80, 160, 240);
    row
};

fn red_of(wrap: Wrap, filter: ImageFilter, s: f32) -> u8 {
    let mut parameters = plain(TextureType::Luminance, (4, 1));
    (parameters.wrap_s, parameters.wrap_t) = (wrap, Wrap::Clamp);
    (parameters.magnify, parameters.minify) = (filter, Some((filter, LevelFilter::None)));
    one(parameters, &[(BASE, &GREYS)], s, 0.5) as u8
}

/// source: OpenGL ES 2.0, sections 3.7.7 and 3.7.8, by hand. The border colour is R, here 0.
#[test]
fn wraps_and_weights() {
    use ImageFilter::{Linear, Nearest};
    let at = |texels: f32| texels / 4.0;
    assert_eq!(red_of(Wrap::Repeat, Nearest, at(-0.5)), 240);
    assert_eq!(red_of(Wrap::Clamp, Nearest, at(-9.5)), 0);
    assert_eq!(red_of(Wrap::Mirror, Nearest, at(5.5)), 160);
    assert_eq!(red_of(Wrap::Border, Nearest, at(4.5)), 0);
    for (texels, expected) in [(1.5, 80), (2.0, 120), (2.25, 140), (3.75, 180)] {
        assert_eq!(red_of(Wrap::Repeat, Linear, at(texels)), expected, "{texels}");
    }
    assert_eq!(red_of(Wrap::Clamp, Linear, at(3.75)), 240);
    assert_eq!(red_of(Wrap::Mirror, Linear, at(4.0)), 240);
    assert_eq!(red_of(Wrap::Border, Linear, at(4.0)), 120);
    let mut parameters = plain(TextureType::Luminance, (4, 1));
    parameters.wrap_s = Wrap::Border;
    let border = f32::from_bits(0x1122_3344);
    let results = look_up(
        parameters,
        &[(BASE, &GREYS)],
        [[2.0; 16], [0.5; 16], [border; 16], [0.0; 16]],
    );
    assert_eq!(results.words[0], [0x1122_3344; 16]);
}

/// Levels of 4, 2 and 1 texels a side, whose texels are 40, 20 and 10: in memory the smallest comes first.
fn pyramid() -> [(u32, &'static [u8]); 1] {
    const BYTES: [u8; 192] = {
        let mut bytes = [40; 192];
        let mut n = 0;
        while n < 128 {
            bytes[n] = if n < 64 { 10 } else { 20 };
            n += 1;
        }
        bytes
    };
    [(BASE - 128, &BYTES)]
}

/// source: OpenGL ES 2.0, section 3.7.7: the level is the logarithm of the texels a pixel, plus the bias; level 0 is
/// where the base points, smaller ones lie before it (Mesa's `vc4_resource.c`).
#[test]
fn levels_switch_by_themselves() {
    let mut parameters = plain(TextureType::Luminance, (4, 4));
    parameters.levels = 3;
    let red = |parameters: Parameters, step: f32, bias: f32| {
        // A quad is two by two pixels; each step to the right or down is that of S or T.
        let s = std::array::from_fn(|i| 0.5 + step / 4.0 * (i & 1) as f32);
        let t = std::array::from_fn(|i| 0.5 + step / 4.0 * (i >> 1 & 1) as f32);
        look_up(parameters, &pyramid(), [s, t, [0.0; 16], [bias; 16]]).words[0].map(|word| word as u8)
    };
    parameters.minify = Some((ImageFilter::Nearest, LevelFilter::Nearest));
    assert_eq!(red(parameters, 1.0, 0.0), [40; 16]);
    assert_eq!(red(parameters, 1.4, 0.0), [40; 16], "less than half a level");
    assert_eq!(red(parameters, 2.0, 0.0), [20; 16]);
    assert_eq!(red(parameters, 4.0, 0.0), [10; 16]);
    assert_eq!(red(parameters, 64.0, 0.0), [10; 16], "no smaller level");
    assert_eq!(red(parameters, 1.0, 2.0), [10; 16], "bias");
    assert_eq!(red(parameters, 4.0, -2.0), [40; 16]);
    parameters.minify = Some((ImageFilter::Nearest, LevelFilter::Linear));
    assert_eq!(red(parameters, 2.0, 0.5), [15; 16]);
    parameters.level_is_absolute = true;
    assert_eq!(red(parameters, 4.0, 0.5), [30; 16]);
    assert_eq!(red(parameters, 4.0, f32::NAN), [40; 16]);
}

/// source: OpenGL ES 2.0, table 3.21; faces lie at the stride of parameter 2.
#[test]
fn a_cube_has_six_faces() {
    let mut parameters = plain(TextureType::Luminance, (4, 4));
    (parameters.is_cube, parameters.cube_stride) = (true, 0x1000);
    let faces: Vec<[u8; 64]> = (0..6).map(|face| [face * 10; 64]).collect();
    let memory: Vec<(u32, &[u8])> = (0..6)
        .map(|face| (BASE + 0x1000 * face, faces[face as usize].as_slice()))
        .collect();
    let axis = |n: usize| {
        std::array::from_fn(|i| match i / 2 % 3 == n {
            true if i % 2 == 0 => 2.0,
            true => -2.0,
            false => 0.5,
        })
    };
    let results = look_up(parameters, &memory, [axis(0), axis(1), axis(2), [0.0; 16]]);
    let red: Vec<u32> = results.words[0].iter().map(|word| word & 0xff).collect();
    assert_eq!(red[..8], [0, 10, 20, 30, 40, 50, 0, 10]);
}

/// source: guide, section 4 (child images): a child's coordinates go over a window of the parent, and wrap in it.
#[test]
fn a_child_is_a_window() {
    let mut parameters = plain(TextureType::Luminance, (8, 8));
    (parameters.window.size, parameters.window.offset) = (Some((2, 3)), (4, 5));
    let texture: Vec<u8> = (0..64).collect();
    let red = |s: f32, t: f32| one(parameters, &[(BASE, &texture)], s, t) & 0xff;
    assert_eq!(
        [red(0.1, 0.1), red(0.9, 0.1), red(0.1, 0.9)],
        [5 * 8 + 4, 5 * 8 + 5, 7 * 8 + 4]
    );
    assert_eq!(red(1.1, 0.1), 5 * 8 + 4, "repeated inside the window");
}

/// Row 0 is at the lower end of T, or with bit 8 of parameter 0 at the upper.
#[test]
fn rows_may_be_flipped() {
    let mut parameters = plain(TextureType::Luminance, (1, 3));
    let texture: Vec<u8> = (0..64).collect();
    assert_eq!(one(parameters, &[(BASE, &texture)], 0.5, 0.1) & 0xff, 0);
    parameters.flip_y = true;
    assert_eq!(one(parameters, &[(BASE, &texture)], 0.5, 0.1) & 0xff, 16);
}

/// Any words and any bits are answered.
#[test]
fn anything_is_answered() {
    let noise = |n: u32| {
        n.wrapping_mul(0x9e37_79b9)
            .rotate_left(13)
            .wrapping_mul(0x85eb_ca6b)
    };
    let texture = [3; 4096];
    let mut image = Image::default();
    image.load(BASE, &texture).unwrap();
    let memory = image.memory();
    for n in 0..4000 {
        let word = |k: u32| noise(16 * n + k);
        let base = if n % 2 == 0 {
            BASE | word(0) & 0xfff
        } else {
            word(0)
        };
        let parameters = Parameters::decode(base, word(1), &[word(2), word(3)]);
        let Ok(texture) = Texture::new(parameters) else {
            continue;
        };
        let lanes: [[u32; 16]; 4] =
            std::array::from_fn(|k| std::array::from_fn(|i| noise(word(k as u32) ^ i as u32)));
        let [s, t, r, b] = &lanes;
        texture.look_up(&Coordinates { s, t, r, b }, &Sampling::usual(), &memory);
    }
}
