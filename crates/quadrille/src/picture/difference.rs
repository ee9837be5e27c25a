//! The difference of two pictures: the one measure of the command line and of tests.

use std::fmt;

use quadrille_pipeline::{ColorFormat, Framebuffer, Pixels};

use super::Picture;
use crate::ulps::ulps;

/// The factor by which the picture of the difference is brightened.
const AMPLIFIED: f32 = 16.0;

/// Room for the rounding of a tolerance: one step is 1/255, which no float is.
const ROUNDING: f32 = 0.001;

/// The difference of the first colour buffers of two framebuffers.
#[derive(Clone, PartialEq, Debug)]
pub struct PictureDifference {
    /// The most that a component may differ, in 255ths.
    pub tolerance: f32,
    /// Pixels of which a component differs by more than the tolerance.
    pub beyond: usize,
    /// Those among them whose colour lies between the other picture's colours around the pixel: a displaced edge
    /// explains them.
    pub at_edges: usize,
    /// The largest difference of a component, in 255ths; infinite between a number and what is none.
    pub steps: f32,
    /// The pixel of the largest difference, from the lower left.
    pub at: [u32; 2],
    /// The largest difference in units of the last place, where both buffers have binary32.
    pub ulps: Option<u32>,
    /// Absolute differences, sixteen times.
    pub picture: Picture,
}

impl PictureDifference {
    /// Compares two pictures; `None` where their sizes differ, or they are larger than any framebuffer. `tolerance` is in
    /// 255ths.
    pub fn between_pictures(first: &Picture, second: &Picture, tolerance: f32) -> Option<PictureDifference> {
        PictureDifference::between(&framebuffer(first)?, &framebuffer(second)?, tolerance)
    }

    /// Compares two framebuffers; `None` where their sizes differ or one has no colours. `tolerance` is in 255ths.
    pub fn between(first: &Framebuffer, second: &Framebuffer, tolerance: f32) -> Option<PictureDifference> {
        let (width, height) = (first.width(), first.height());
        if (width, height) != (second.width(), second.height()) {
            return None;
        }
        let is_fixed = |framebuffer: &Framebuffer| {
            Some(
                framebuffer
                    .color_formats()
                    .next()?
                    .row()
                    .encoding
                    .is_fixed_point(),
            )
        };
        let both_float = !is_fixed(first)? && !is_fixed(second)?;
        // A buffer of bytes has cut what the other may still have.
        let cut = |color: [f32; 4]| match both_float {
            true => color,
            false => color.map(|value| value.clamp(0.0, 1.0)),
        };
        let mut found = PictureDifference {
            tolerance,
            beyond: 0,
            at_edges: 0,
            steps: 0.0,
            at: [0, 0],
            ulps: both_float.then_some(0),
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
            if most > tolerance + ROUNDING {
                found.beyond += 1;
                found.at_edges += usize::from(is_between_neighbours(own, second, [x, y], tolerance, cut));
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
        Some(found)
    }

    /// Pixels that differ by more than the tolerance, and that no displaced edge explains.
    pub fn inside(&self) -> usize {
        self.beyond - self.at_edges
    }

    /// The largest difference in words: `3/255, 5 ulp`.
    pub fn largest(&self) -> String {
        let mut text = in_255ths(self.steps);
        match self.ulps {
            None | Some(0) => {}
            Some(u32::MAX) => text += ", one is not a number",
            Some(ulps) => text += &format!(", {ulps} ulp"),
        }
        text
    }
}

/// `equal`, or `at most 3/255, 5 ulp apart, at (8, 9); 2 of 100 pixels by more than 1/255, 1 of them at edges`.
impl fmt::Display for PictureDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.steps == 0.0 {
            return f.write_str("equal");
        }
        let [x, y] = self.at;
        write!(f, "at most {} apart, at ({x}, {y})", self.largest())?;
        if self.beyond == 0 {
            return Ok(());
        }
        let pixels = self.picture.rgba.len() / 4;
        match self.tolerance {
            0.0 => write!(f, "; {} of {pixels} pixels differ", self.beyond)?,
            tolerance => {
                let tolerance = in_255ths(tolerance);
                write!(f, "; {} of {pixels} pixels by more than {tolerance}", self.beyond)?;
            }
        }
        match self.at_edges {
            0 => Ok(()),
            edges => write!(f, ", {edges} of them at edges"),
        }
    }
}

/// A framebuffer with a picture in it; `None` where there are no such.
fn framebuffer(picture: &Picture) -> Option<Framebuffer> {
    let (width, height) = (picture.width, picture.height);
    let mut framebuffer = Framebuffer::new(width, height, &[ColorFormat::Rgba8], None, false).ok()?;
    let rows = picture.clone().bottom_up();
    framebuffer.set_color(0, &Pixels::new(ColorFormat::Rgba8, rows));
    Some(framebuffer)
}

/// A difference in 255ths in words.
fn in_255ths(steps: f32) -> String {
    if steps.is_infinite() {
        return "a number from none".to_owned();
    }
    let text = format!("{steps:.2}");
    format!("{}/255", text.trim_end_matches('0').trim_end_matches('.'))
}

/// The distance of two components in 255ths; that of a number from what is none is infinite.
fn steps(a: f32, b: f32) -> f32 {
    if a == b || (a.is_nan() && b.is_nan()) {
        return 0.0;
    }
    let apart = (a - b).abs() * 255.0;
    if apart.is_nan() { f32::INFINITY } else { apart }
}

/// Whether a colour lies between those of the three by three pixels around a place, to the tolerance.
fn is_between_neighbours(
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
    use super::*;

    fn row(levels: [u8; 4]) -> Framebuffer {
        let mut framebuffer =
            Framebuffer::new(4, 1, &[ColorFormat::Rgba8], None, false).expect("it is small");
        framebuffer.set_color(0, &Pixels::rgba8(levels.map(|level| [level; 4]).to_vec()));
        framebuffer
    }

    #[test]
    fn a_moved_edge_is_told_from_another_colour() {
        // source: by hand: pixel 1 takes its neighbour's colour, pixel 3 one that is nowhere near
        let (first, second) = (row([10, 200, 200, 90]), row([10, 10, 201, 200]));
        let found = PictureDifference::between(&first, &second, 1.0).expect("their sizes are the same");
        assert_eq!((found.beyond, found.inside(), found.at), (2, 1, [1, 0]));
        assert!((found.steps - 190.0).abs() < 0.01);
        // One step, sixteen times, but for the rounding of 1/255.
        assert!((15..=16).contains(&found.picture.rgba[8]));
        assert_eq!(found.ulps, None);
    }

    #[test]
    fn pictures_are_compared_as_what_was_drawn_is() {
        // source: by hand: one byte of the upper row, which is row 1 from the bottom
        let picture = |level| Picture {
            width: 1,
            height: 2,
            rgba: vec![0, level, 0, 255, 7, 7, 7, 255],
        };
        let found = PictureDifference::between_pictures(&picture(10), &picture(13), 2.0).expect("one size");
        assert_eq!((found.beyond, found.at), (1, [0, 1]));
        let small = Picture {
            width: 1,
            height: 1,
            rgba: vec![0; 4],
        };
        assert_eq!(
            PictureDifference::between_pictures(&small, &picture(0), 0.0),
            None
        );
    }
}
