//! What blits copy: formats, samples, scales and rectangles, by hand.

use super::*;
use crate::framebuffer::component;
use crate::framebuffer::{DepthFormat, Pixels};
use quadrille_texture::Format;
use quadrille_texture::format::Number;

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

/// source: the definitions, for every pixel of rows that are longer than what is converted at once: x − 3, 97 − x, and a
/// quarter and three quarters of neighbours
#[test]
fn long_rows_are_copied() {
    let value = |x: i32| (x * 2) as u8;
    let from = row(Format::R8, (0..100).map(value).collect());
    let copied = |blit: &Blit| {
        let mut to = row(Format::R8, vec![255; 200]);
        to.blit(&from, blit).unwrap();
        to.color_values(0).bytes().to_vec()
    };
    let moved = copied(&across([0, 100], [3, 103]));
    let reversed = copied(&across([100, 0], [-2, 98]));
    let linear = copied(&Blit {
        linear: true,
        ..across([0, 100], [0, 200])
    });
    for x in 0..200 {
        let is_there = (3..103).contains(&x);
        assert_eq!(
            moved[x as usize],
            if is_there { value(x - 3) } else { 255 },
            "{x}"
        );
        let is_there = x < 98;
        assert_eq!(
            reversed[x as usize],
            if is_there { value(97 - x) } else { 255 },
            "{x}"
        );
        // The place is (x + 1/2) / 2, and a texel is twice its number: halves, which go up or down.
        let exact = (f64::from(x) - 0.5).clamp(0.0, 198.0);
        assert!((f64::from(linear[x as usize]) - exact).abs() <= 0.5, "{x}");
    }
}

/// source: OpenGL 4.6, 18.3.1 leaves the way to combine samples open, ARB_multisample recommends the average; here rounded
/// half up in the integers of fixed point, so that −1 and 0 come to 0; floating-point numbers are exact in binary64
#[test]
fn samples_are_resolved() {
    let extent = |samples| Extent {
        samples,
        ..Extent::new(70, 3)
    };
    let rectangle = [0, 0, 70, 3];
    for format in [Format::R8, Format::R8Snorm, Format::Rgb10A2, Format::Rgba16F] {
        let size = format.texel_bytes();
        let mut from = Framebuffer::of(extent(4), &[format], None, false).unwrap();
        let mut seed = 1u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 24
        };
        let mut byte = |at: usize| match (format == Format::Rgba16F, at % 2) {
            (false, _) => next() as u8,
            // 32, 40, 48 and 56, whose means halves hold.
            (true, 0) => 0,
            (true, _) => 0x50 | next() as u8 & 3,
        };
        let bytes = (0..70 * 3 * 4 * size).map(&mut byte).collect();
        from.set_color(0, &Pixels::new(format, bytes));
        let mut to = Framebuffer::of(extent(1), &[format], None, false).unwrap();
        let blit = Blit {
            source: rectangle,
            destination: rectangle,
            ..across([0, 70], [0, 70])
        };
        to.blit(&from, &blit).unwrap();
        let fields = format.fields();
        let samples = from.color_values(0);
        let found = to.color_values(0);
        for pixel in 0..70 * 3 {
            for (component, field) in fields
                .iter()
                .enumerate()
                .filter_map(|(at, field)| Some((at, (*field)?)))
            {
                let sum: f64 = (0..4)
                    .map(|sample| samples.numbers(pixel * 4 + sample)[component])
                    .sum();
                let most = match field.number {
                    Number::Unorm => f64::from(component::lowest(field.bits)),
                    Number::Snorm => f64::from(component::lowest(field.bits) >> 1),
                    Number::Float => 1.0,
                    Number::UnsignedFloat | Number::Srgb | Number::Signed | Number::Unsigned => {
                        unreachable!()
                    }
                };
                let half = if field.number == Number::Float { 0.0 } else { 0.5 };
                let wanted = ((sum / 4.0 * most + half) * 1024.0).round() / 1024.0;
                let wanted = wanted.floor();
                let found = (found.numbers(pixel)[component] * most).round();
                // -128 and -127 are both -1.
                let is_lowest = field.number == Number::Snorm && (wanted - found).abs() <= 1.0;
                assert!(
                    found == wanted || is_lowest,
                    "{format:?} {pixel} {component}: {found} {wanted}"
                );
            }
        }
    }
}

/// source: ARB_framebuffer_object 4.3.3: bilinear filtering at ((x + 1/2)·m/n, …), clamped to the edges, in binary64, which
/// holds these sums of quarters as binary32 does; more than 64 columns, turned around one axis or the other
#[test]
fn pixels_between_four_are_interpolated() {
    let (width, height) = (40, 5);
    let at = |x: i32, y: i32| {
        let [x, y] = [x.clamp(0, width - 1), y.clamp(0, height - 1)];
        f64::from((x * 7 + y * 13) % 32 * 16)
    };
    let rows = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let bytes = rows.flat_map(|(x, y)| (at(x, y) as f32).to_le_bytes()).collect();
    let mut from = Framebuffer::new(width as u32, height as u32, &[Format::R32F], None, false).unwrap();
    from.set_color(0, &Pixels::new(Format::R32F, bytes));
    for [turns_columns, turns_rows] in [[false, false], [true, false], [false, true]] {
        let mut to =
            Framebuffer::new(2 * width as u32, 2 * height as u32, &[Format::R32F], None, false).unwrap();
        let ends = |turns, end| if turns { [end, 0] } else { [0, end] };
        let ([x0, x1], [y0, y1]) = (ends(turns_columns, 2 * width), ends(turns_rows, 2 * height));
        let blit = Blit {
            source: [0, 0, width, height],
            destination: [x0, y0, x1, y1],
            linear: true,
            ..across([0, 1], [0, 1])
        };
        to.blit(&from, &blit).unwrap();
        let found = to.color_values(0);
        for (pixel, (y, x)) in (0..2 * height)
            .flat_map(|y| (0..2 * width).map(move |x| (y, x)))
            .enumerate()
        {
            let place = |turns, at: i32, end: i32| {
                let at = if turns { 2 * end - 1 - at } else { at };
                (f64::from(at) + 0.5) / 2.0 - 0.5
            };
            let (u, v) = (place(turns_columns, x, width), place(turns_rows, y, height));
            let (left, low) = (u.floor(), v.floor());
            let row = |y: i32| {
                let (x, weight) = (left as i32, u - left);
                (1.0 - weight) * at(x, y) + weight * at(x + 1, y)
            };
            let (low, weight) = (low as i32, v - low);
            let wanted = (1.0 - weight) * row(low) + weight * row(low + 1);
            assert_eq!(found.numbers(pixel)[0], wanted, "{x} {y}");
        }
    }
}
