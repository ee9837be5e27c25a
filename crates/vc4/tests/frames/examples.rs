//! The examples draw what they say.

use std::collections::BTreeSet;

use quadrille_vc4::frame::{FrameOutcome, FramePicture, FrameRequest, ListRange, render};
use quadrille_vc4::list::text::{Limits, Symbols, assemble};
use quadrille_vc4::machine::Image;
use quadrille_vc4::tmu::{Parameters, Texture, TextureLevel};

fn draw(text: &str) -> (FramePicture, FrameOutcome) {
    draw_with(text, &[])
}

fn draw_with(text: &str, pieces: &[(u32, Vec<u8>)]) -> (FramePicture, FrameOutcome) {
    let assembly = assemble(text, 0, Symbols::default(), &Limits::default());
    assert_eq!(assembly.diagnostics, []);
    let mut image = Image::default();
    image.zero(0x10_0000, 0x4_0000).unwrap();
    image.zero(0x20_0000, 0x1_0000).unwrap();
    for piece in &assembly.pieces {
        image.load(piece.address, &piece.bytes).unwrap();
    }
    for (address, bytes) in pieces {
        image.load(*address, bytes).unwrap();
    }
    let list = |name: &str| {
        Some(ListRange {
            start: assembly.symbols.address(name)?,
            end: assembly.symbols.address(&format!("{name}_end")),
        })
    };
    let request = FrameRequest {
        bin: list("binning"),
        render: list("rendering"),
        threads: 2,
        events: 100_000,
        ..FrameRequest::default()
    };
    let outcome = render(&mut image.memory(), &request);
    assert_eq!(
        (outcome.findings.as_slice(), outcome.end_of_frame),
        (&[][..], true)
    );
    let picture = FramePicture::read(&outcome.mode.unwrap(), &image.memory()).unwrap();
    (picture, outcome)
}

/// The words of a texture of type rgba8888 with `levels` levels of 128 by 128 texels and less, level 0 at 0x400000: level
/// n is full of the byte `0x10 * (n + 1)`.
fn grey_levels(levels: u32) -> Vec<(u32, Vec<u8>)> {
    let texture = Texture::new(Parameters::decode(
        0x40_0000 | (levels - 1),
        128 << 20 | 128 << 8,
        &[],
    ))
    .unwrap();
    let fill =
        |(n, level): (u8, &TextureLevel)| (level.address, vec![0x10 * (n + 1); level.plane.bytes() as usize]);
    (0..).zip(texture.levels()).map(fill).collect()
}

fn pixel(picture: &FramePicture, x: u32, y: u32) -> [u8; 4] {
    let at = 4 * (y * picture.width + x) as usize;
    picture.rgba[at..at + 4].try_into().unwrap()
}

#[test]
fn a_triangle_of_one_colour() {
    let (picture, _) = draw(include_str!("../../../../examples/vc4/triangle.list"));
    assert_eq!(pixel(&picture, 64, 80), [0xff, 0x80, 0, 0xff]);
    assert_eq!(pixel(&picture, 4, 4), [0x40, 0x40, 0x40, 0xff]);
}

/// In the middle of the triangle each colour has a third.
#[test]
fn interpolated_colours() {
    let (picture, outcome) = draw(include_str!("../../../../examples/vc4/colours.list"));
    assert_eq!(outcome.program_findings, []);
    let middle = pixel(&picture, 128, 157);
    assert!(
        middle[..3].iter().all(|&byte| byte.abs_diff(85) <= 1),
        "{middle:?}"
    );
    let corners = [(128, 26), (26, 222), (229, 222)].map(|(x, y)| pixel(&picture, x, y));
    for (n, corner) in corners.into_iter().enumerate() {
        assert!(corner[n] > 245, "{corner:?}");
    }
}

/// The near cube hides the far one but where they go through each other; edges are softened.
#[test]
fn cubes_with_depth_and_samples() {
    let (picture, outcome) = draw(include_str!("../../../../examples/vc4/cubes.list"));
    assert_eq!(outcome.program_findings, []);
    let background = [0x30, 0x38, 0x40, 0xff];
    assert_eq!(pixel(&picture, 4, 4), background);
    // The corner of the near cube that looks at the eye is its white one.
    assert!(pixel(&picture, 94, 116)[..3].iter().all(|&byte| byte > 240));
    let differ = |a: [u8; 4], b: [u8; 4]| a != b;
    let edge = (0..255)
        .find(|&x| differ(pixel(&picture, x, 100), background))
        .unwrap();
    let (first, second) = (pixel(&picture, edge, 100), pixel(&picture, edge + 2, 100));
    assert!(differ(first, second), "{first:?} is partly background");
}

/// A texture of one grey is that grey wherever it is.
#[test]
fn a_texture_in_perspective() {
    let text = include_str!("../../../../examples/vc4/texture.list");
    let (picture, outcome) = draw_with(text, &grey_levels(1));
    assert_eq!(outcome.program_findings, []);
    let greys = (picture.rgba.as_chunks::<4>().0.iter())
        .filter(|pixel| **pixel == [0x10; 4])
        .count();
    // The area of the trapezoid: 112 and 224 wide, 208 high.
    assert!(greys.abs_diff((112 + 224) / 2 * 208) < 300, "{greys}");
}

/// A face of 128 texels is some 60 to 100 pixels wide, so levels 0 to 2 are read, and between them their mean; the top is
/// foreshortened by less than 4.
#[test]
fn a_crate_as_a_driver_draws_it() {
    let text = include_str!("../../../../examples/vc4/crate.list");
    let (picture, outcome) = draw_with(text, &grey_levels(8));
    assert_eq!(outcome.program_findings, []);
    let background = [0x30, 0x38, 0x40, 0xff];
    let covered: Vec<[u8; 4]> = (picture.rgba.as_chunks::<4>().0.iter())
        .copied()
        .filter(|pixel| *pixel != background)
        .collect();
    assert!(covered.len() > 12_000, "{}", covered.len());
    let greys: BTreeSet<u8> = covered.iter().map(|pixel| pixel[0]).collect();
    assert!(
        greys.first() >= Some(&0x10) && greys.last() <= Some(&0x40),
        "{greys:?}"
    );
}

/// Events follow each other, and those of a tile lie in it.
#[test]
fn a_timeline_of_a_frame() {
    use quadrille_vc4::frame::FrameEventKind as Kind;
    let text = include_str!("../../../../examples/vc4/cubes.list");
    let (_, outcome) = draw(text);
    let tiles: Vec<_> = (outcome.events.iter())
        .filter(|event| matches!(event.kind, Kind::Tile { .. }))
        .collect();
    assert_eq!(tiles.len(), 65, "64 tiles, and the store that clears");
    assert!(tiles.windows(2).all(|pair| pair[0].end == pair[1].start));
    let shaded: u64 = (outcome.events.iter())
        .map(|event| match event.kind {
            Kind::Fragments { pixels, .. } => pixels,
            _ => 0,
        })
        .sum();
    assert_eq!(shaded, outcome.counters.pixels);
    assert_eq!(outcome.clocks, tiles[64].end);
}
