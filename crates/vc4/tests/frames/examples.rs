//! The examples draw what they say.

use quadrille_vc4::frame::{FrameOutcome, FramePicture, FrameRequest, ListRange, render};
use quadrille_vc4::list::text::{Limits, Symbols, assemble};
use quadrille_vc4::machine::Image;

fn draw(text: &str) -> (FramePicture, FrameOutcome) {
    let assembly = assemble(text, 0, Symbols::default(), &Limits::default());
    assert_eq!(assembly.diagnostics, []);
    let mut image = Image::default();
    image.zero(0x10_0000, 0x4_0000).unwrap();
    image.zero(0x20_0000, 0x1_0000).unwrap();
    for piece in &assembly.pieces {
        image.load(piece.address, &piece.bytes).unwrap();
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
        ..FrameRequest::default()
    };
    let outcome = render(&mut image.memory(), &request);
    assert_eq!(
        (outcome.findings.as_slice(), outcome.end_of_frame),
        (&[][..], true)
    );
    let picture = FramePicture::read(&outcome.mode.unwrap(), &image.memory());
    (picture, outcome)
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
