//! What blits copy: formats, samples, scales and rectangles, by hand.

use super::*;
use crate::framebuffer::{DepthFormat, Pixels};
use quadrille_texture::Format;

fn row(format: Format, bytes: Vec<u8>) -> Framebuffer {
    let width = bytes.len() / format.texel_bytes();
    let depth = Some(DepthFormat::Depth24);
    let mut framebuffer = Framebuffer::new(width as u32, 1, &[format], depth, true).unwrap();
    framebuffer.set_color(0, &Pixels::new(format, bytes));
    framebuffer
}

fn across(source: [i32; 2], destination: [i32; 2]) -> Blit {
    Blit {
        source: [source[0], 0, source[1], 1],
        destination: [destination[0], 0, destination[1], 1],
        linear: false,
        colors: Some((0, vec![0])),
        depth: false,
        stencil: false,
        srgb: false,
        scissor: None,
    }
}

fn reds(blit: &Blit, from: &Framebuffer) -> Vec<u8> {
    let mut to = row(Format::R8, vec![9; 8]);
    to.blit(from, blit).unwrap();
    to.color_values(0).bytes().to_vec()
}

/// source: ARB_framebuffer_object 4.3.3: the centre of pixel x of n goes to (x + 1/2)·m/n of m; a rectangle with one
/// negative side is reversed, two are not; what lies outside of the source is not written
#[test]
fn rectangles_are_stretched_and_reversed() {
    let from = row(Format::R8, vec![0, 40, 80, 120]);
    assert_eq!(
        reds(&across([0, 4], [0, 8]), &from),
        [0, 0, 40, 40, 80, 80, 120, 120]
    );
    assert_eq!(reds(&across([4, 0], [0, 4]), &from), [120, 80, 40, 0, 9, 9, 9, 9]);
    assert_eq!(reds(&across([4, 0], [8, 4]), &from), [9, 9, 9, 9, 0, 40, 80, 120]);
    assert_eq!(reds(&across([-2, 2], [0, 4]), &from), [9, 9, 0, 40, 9, 9, 9, 9]);
    assert_eq!(reds(&across([0, 4], [1, 3]), &from), [9, 40, 120, 9, 9, 9, 9, 9]);
    assert_eq!(reds(&across([i32::MIN, i32::MAX], [0, 8]), &from), [9; 8]);
    let linear = Blit {
        linear: true,
        ..across([0, 4], [0, 8])
    };
    // source: weights 3/4 and 1/4 by hand; clamped at the edges
    assert_eq!(reds(&linear, &from), [0, 10, 30, 50, 70, 90, 110, 120]);
    let scissored = Blit {
        scissor: Some(Rectangle {
            x: 2,
            y: 0,
            width: 2,
            height: 5,
        }),
        ..across([0, 4], [0, 8])
    };
    assert_eq!(reds(&scissored, &from), [9, 9, 40, 40, 9, 9, 9, 9]);
}

/// source: OpenGL 4.6, 18.3.1: colours are converted, absent components are (0, 0, 0, 1); FRAMEBUFFER_SRGB decodes and
/// encodes
#[test]
fn formats_are_converted() {
    let mut to = row(Format::Rgba16, vec![0; 8]);
    to.blit(&row(Format::R8, vec![51]), &across([0, 1], [0, 1]))
        .unwrap();
    assert_eq!(to.color(0, 0, 0), [0.2, 0.0, 0.0, 1.0]);
    let mut to = row(Format::Rgba8, vec![0; 4]);
    let srgb = row(Format::Srgb8Alpha8, vec![188, 0, 255, 7]);
    let mut blit = across([0, 1], [0, 1]);
    to.blit(&srgb, &blit).unwrap();
    assert_eq!(to.color_values(0).bytes(), [188, 0, 255, 7]);
    blit.srgb = true;
    to.blit(&srgb, &blit).unwrap();
    // source: ((188/255 + 0.055) / 1.055)^2.4 = 0.50289, · 255 = 128.2
    assert_eq!(to.color_values(0).bytes(), [128, 0, 255, 7]);
    let mut integers = row(Format::R8I, vec![0]);
    let halves = [300u16, 0].map(u16::to_le_bytes).concat();
    integers
        .blit(&row(Format::R16I, halves), &across([0, 1], [0, 1]))
        .unwrap();
    assert_eq!(integers.color(0, 0, 0), [127.0, 0.0, 0.0, 1.0]);
}

/// source: the errors of OpenGL 4.6, 18.3.1
#[test]
fn some_are_errors() {
    let mut to = row(Format::Rgba8, vec![0; 4]);
    let integers = row(Format::Rgba8Ui, vec![0; 4]);
    let mut blit = across([0, 1], [0, 1]);
    assert_eq!(to.blit(&integers, &blit), Err(BlitError::Types));
    blit.linear = true;
    let own = to.clone();
    assert_eq!(
        integers.clone().blit(&integers, &blit),
        Err(BlitError::LinearIntegers)
    );
    blit.depth = true;
    assert_eq!(to.blit(&own, &blit), Err(BlitError::LinearDepth));
    let other = Framebuffer::new(1, 1, &[Format::Rgba8], Some(DepthFormat::Depth16), false).unwrap();
    blit.linear = false;
    assert_eq!(to.blit(&other, &blit), Err(BlitError::DepthFormats));
    let sampled = |samples| {
        let extent = Extent {
            samples,
            ..Extent::new(2, 2)
        };
        Framebuffer::of(extent, &[Format::Rgba8], None, false).unwrap()
    };
    let (from, to) = (2, 4);
    assert_eq!(
        sampled(4).blit(&sampled(2), &blit),
        Err(BlitError::Samples { from, to })
    );
    blit.source[2] = 2;
    assert_eq!(own.clone().blit(&sampled(2), &blit), Err(BlitError::SampledSizes));
}
