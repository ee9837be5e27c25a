//! How far two framebuffers lie apart.

use quadrille::{Framebuffer, Picture};

/// How much the picture of the difference is brightened.
const AMPLIFIED: f32 = 16.0;

/// What the comparison of two framebuffers finds.
pub(super) struct Difference {
    /// Pixels of which a component differs by more than the tolerance.
    pub(super) pixels: usize,
    /// Those among them whose colour does not lie between the other picture's colours around the pixel: no
    /// displaced edge explains them.
    pub(super) inside: usize,
    /// The largest difference of a component, in 255ths.
    pub(super) steps: f32,
    /// Where that is, from the lower left.
    pub(super) at: [u32; 2],
    /// The largest difference in units of the last place, where both buffers have binary32.
    pub(super) ulps: Option<u32>,
    /// Absolute differences, brightened.
    pub(super) picture: Picture,
}

/// Compares the first colour buffers of two framebuffers of one size; `tolerance` is in 255ths.
pub(super) fn compare(first: &Framebuffer, second: &Framebuffer, tolerance: f32) -> Difference {
    let (width, height) = (first.width(), first.height());
    let fixed = |framebuffer: &Framebuffer| framebuffer.colors()[0].format().is_fixed();
    let both_fixed = [fixed(first), fixed(second)];
    // A buffer of bytes has cut what the other may still have.
    let cut = |color: [f32; 4]| match both_fixed {
        [false, false] => color,
        _ => color.map(|value| value.clamp(0.0, 1.0)),
    };
    let mut found = Difference {
        pixels: 0,
        inside: 0,
        steps: 0.0,
        at: [0, 0],
        ulps: (both_fixed == [false, false]).then_some(0),
        picture: Picture {
            width,
            height,
            rgba: Vec::with_capacity(width as usize * height as usize * 4),
        },
    };
    // Pictures have the top row first.
    for (x, y) in (0..height).rev().flat_map(|y| (0..width).map(move |x| (x, y))) {
        let (own, other) = (cut(first.color(0, x, y)), cut(second.color(0, x, y)));
        let apart: [f32; 4] = std::array::from_fn(|part| steps(own[part], other[part]));
        let most = apart.into_iter().fold(0.0, f32::max);
        if most > tolerance {
            found.pixels += 1;
            found.inside += usize::from(!between_neighbours(own, second, [x, y], tolerance, cut));
        }
        if most > found.steps {
            found.steps = most;
            found.at = [x, y];
        }
        if let Some(most) = &mut found.ulps {
            *most = (0..4).fold(*most, |most, part| most.max(ulps(own[part], other[part])));
        }
        let [red, green, blue, alpha] = apart.map(|part| (part * AMPLIFIED) as u8);
        // A difference of alpha alone is seen as grey.
        let pixel = [red.max(alpha), green.max(alpha), blue.max(alpha), 255];
        found.picture.rgba.extend(pixel);
    }
    found
}

/// The distance of two components in 255ths; that of a number from what is none is infinite.
fn steps(a: f32, b: f32) -> f32 {
    if a == b || (a.is_nan() && b.is_nan()) {
        return 0.0;
    }
    let apart = (a - b).abs() * 255.0;
    if apart.is_nan() { f32::INFINITY } else { apart }
}

/// How many numbers of binary32 lie from one to the other; zeros are one number, and so are all NaN.
fn ulps(a: f32, b: f32) -> u32 {
    if a == b || (a.is_nan() && b.is_nan()) {
        return 0;
    }
    if a.is_nan() || b.is_nan() {
        return u32::MAX;
    }
    // Bits of numbers below zero count downwards.
    let place = |value: f32| match value.to_bits() as i32 {
        bits if bits < 0 => i64::from(i32::MIN) - i64::from(bits),
        bits => i64::from(bits),
    };
    u32::try_from(place(a).abs_diff(place(b))).unwrap_or(u32::MAX)
}

/// Whether a colour lies between those of the three by three pixels around a place, to the tolerance.
fn between_neighbours(
    color: [f32; 4],
    framebuffer: &Framebuffer,
    [x, y]: [u32; 2],
    tolerance: f32,
    cut: impl Fn([f32; 4]) -> [f32; 4],
) -> bool {
    let (mut low, mut high) = ([f32::INFINITY; 4], [f32::NEG_INFINITY; 4]);
    for row in y.saturating_sub(1)..(y + 2).min(framebuffer.height()) {
        for column in x.saturating_sub(1)..(x + 2).min(framebuffer.width()) {
            let value = cut(framebuffer.color(0, column, row));
            for part in 0..4 {
                low[part] = low[part].min(value[part]);
                high[part] = high[part].max(value[part]);
            }
        }
    }
    let room = tolerance / 255.0;
    (0..4).all(|part| color[part] + room >= low[part] && color[part] <= high[part] + room)
}

#[cfg(test)]
mod tests {
    use quadrille::{ColorFormat, Pixels};

    use super::*;

    fn row(levels: [u8; 4]) -> Framebuffer {
        let mut framebuffer =
            Framebuffer::new(4, 1, &[ColorFormat::Rgba8], None, false).expect("it is small");
        framebuffer.set_color(0, Pixels::Rgba8(levels.map(|level| [level; 4]).to_vec()));
        framebuffer
    }

    #[test]
    fn a_moved_edge_is_told_from_another_colour() {
        // source: by hand: pixel 1 takes its neighbour's colour, pixel 3 one that is nowhere near
        let found = compare(&row([10, 200, 200, 90]), &row([10, 10, 201, 200]), 1.5);
        assert_eq!((found.pixels, found.inside, found.at), (2, 1, [1, 0]));
        assert!((found.steps - 190.0).abs() < 0.01);
        // One step, sixteen times, but for the rounding of 1/255.
        assert!((15..=16).contains(&found.picture.rgba[8]));
        assert_eq!(found.ulps, None);
    }

    #[test]
    fn units_of_the_last_place_are_counted_across_zero() {
        // source: IEEE 754 binary32: the neighbours of zero are ±2^-149
        assert_eq!(ulps(f32::from_bits(1), -f32::from_bits(1)), 2);
        assert_eq!(ulps(0.0, -0.0), 0);
        assert_eq!(ulps(1.0, 1.0 + f32::EPSILON), 1);
        assert_eq!(ulps(f32::NAN, f32::NAN), 0);
        assert_eq!(ulps(f32::NAN, 1.0), u32::MAX);
        assert_eq!(ulps(f32::MIN, f32::MAX), 2 * f32::MAX.to_bits());
    }
}
