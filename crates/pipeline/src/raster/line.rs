//! Lines: the diamond-exit rule (GL 2.1, 3.4.1) and wide lines (3.4.2.1), in exact arithmetic.
//!
//! A pixel is drawn if the line leaves the diamond around its centre. Ties are decided as if the line were
//! moved by (−ε, −ε²), as the specification suggests.

use super::fixed::{Fixed, HALF, ONE, ceil, floor};
use super::quads::{Quads, inside};
use crate::framebuffer::bounds::Bounds;
use crate::state::LineStipple;

/// The pixels of a line: for each step along its major axis a run of `width` pixels along the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LineOutline {
    /// Whether x is the major axis.
    x_major: bool,
    /// First step.
    first: i32,
    /// Last step; less than `first` when nothing is drawn.
    last: i32,
    /// A point of the line: major and minor coordinate.
    through: [i64; 2],
    /// Its direction; the major component is positive.
    direction: [i64; 2],
    /// 1 where a tie goes down.
    tie: i64,
    /// Pixels across.
    width: i32,
    /// Whether it goes towards larger coordinates of the major axis.
    forward: bool,
    /// The pattern along it, and the number of its fragments before this line's.
    stipple: LineStipple,
    before: u64,
}

impl LineOutline {
    /// The outline of a line between snapped ends; `None` when it has no length.
    pub(crate) fn new(from: Fixed, to: Fixed, width: f32) -> Option<LineOutline> {
        let x_major = (to.x - from.x).abs() >= (to.y - from.y).abs();
        let width = (width + 0.5)
            .floor()
            .clamp(1.0, crate::state::point::MAX_POINT_SIZE) as i32;
        let lowered = i64::from(width - 1) * HALF;
        // From here on [0] is the major axis, [1] the minor one.
        let turn = |point: Fixed| {
            if x_major {
                [point.x, point.y - lowered]
            } else {
                [point.y, point.x - lowered]
            }
        };
        let (a, b) = (turn(from), turn(to));
        let delta = [b[0] - a[0], b[1] - a[1]];
        if delta[0] == 0 {
            return None;
        }
        let forward = delta[0] > 0;
        let direction = if forward { delta } else { delta.map(|d| -d) };
        let mut line = LineOutline {
            x_major,
            first: 0,
            last: -1,
            through: a,
            direction,
            // Along x, moving by −ε lifts a rising line; along y it always moves to the left.
            tie: i64::from(!(x_major && direction[1] > 0)),
            width,
            forward,
            stipple: LineStipple::default(),
            before: 0,
        };
        // Moved by −ε, a forward line starts before the centre it starts at, and ends before the one it ends at.
        let (start, end) = if forward {
            (ceil(a[0]), floor(b[0] - 1))
        } else {
            (floor(a[0] - 1), ceil(b[0]))
        };
        let step = if forward { 1 } else { -1 };
        let start = if line.in_diamond(a, start - step) {
            start - step
        } else {
            start
        };
        let end = if line.in_diamond(b, end) { end - step } else { end };
        (line.first, line.last) = if forward {
            (start as i32, end as i32)
        } else {
            (end as i32, start as i32)
        };
        Some(line)
    }

    /// The same with a pattern, of which so many fragments come before this line's.
    pub(crate) fn stippled(self, stipple: LineStipple, before: u64) -> LineOutline {
        LineOutline {
            stipple,
            before,
            ..self
        }
    }

    /// The steps that it makes: fragments of a line as wide as a pixel.
    pub(crate) fn steps(&self) -> u64 {
        u64::try_from(i64::from(self.last) - i64::from(self.first) + 1).unwrap_or(0)
    }

    /// Whether the pattern has a step (GL 2.1, 3.4.2): bit ⌊s / r⌋ mod 16.
    fn is_drawn(&self, step: i32) -> bool {
        // Most lines have none, and a division less.
        if self.stipple.pattern == u16::MAX {
            return true;
        }
        let from_start = if self.forward {
            step - self.first
        } else {
            self.last - step
        };
        let number = self.before + u64::from(from_start.cast_unsigned());
        let factor = u64::from(self.stipple.factor.clamp(1, 256));
        self.stipple.pattern >> (number / factor % 16) & 1 != 0
    }

    /// Whether an end lies in the diamond of the pixel that the line crosses at a step.
    fn in_diamond(&self, end: [i64; 2], step: i64) -> bool {
        let minor = (end[1] + HALF).div_euclid(ONE);
        [minor - 1, minor].into_iter().any(|minor| {
            let offset = [end[0] - step * ONE, end[1] - minor * ONE];
            let distance = offset[0].abs() + offset[1].abs();
            let x_offset = if self.x_major { offset[0] } else { offset[1] };
            distance < HALF || distance == HALF && x_offset > 0
        })
    }

    /// The lowest pixel of the run at a step.
    fn run(&self, step: i32) -> i32 {
        let along = i64::from(step) * ONE - self.through[0];
        let numerator = (self.through[1] + HALF) * self.direction[0] + along * self.direction[1] - self.tie;
        numerator.div_euclid(ONE * self.direction[0]) as i32
    }

    /// The pixels that the line can cover.
    pub(crate) fn bounds(&self) -> Bounds {
        let (a, b) = (self.run(self.first), self.run(self.last));
        let (low, high) = (a.min(b), a.max(b) + self.width);
        if self.x_major {
            Bounds {
                x0: self.first,
                y0: low,
                x1: self.last + 1,
                y1: high,
            }
        } else {
            Bounds {
                x0: low,
                y0: self.first,
                x1: high,
                y1: self.last + 1,
            }
        }
    }

    /// Appends the covered quads of `bounds`.
    pub(crate) fn cover(&self, bounds: Bounds, quads: &mut Quads) {
        let (first, last) = if self.x_major {
            (bounds.x0, bounds.x1 - 1)
        } else {
            (bounds.y0, bounds.y1 - 1)
        };
        let (first, last) = (first.max(self.first), last.min(self.last));
        let mut pair = first & !1;
        while pair <= last {
            let is_covered = |step: i32| (first..=last).contains(&step) && self.is_drawn(step);
            let run = |step: i32| is_covered(step).then(|| self.run(step));
            let runs = [run(pair), run(pair + 1)];
            let low = runs.iter().flatten().min().copied().unwrap_or(0);
            let high = runs.iter().flatten().max().copied().unwrap_or(0) + self.width;
            let (least, most) = if self.x_major {
                (bounds.y0, bounds.y1)
            } else {
                (bounds.x0, bounds.x1)
            };
            let mut across = low.max(least) & !1;
            while across < high.min(most) {
                let mut mask = 0;
                for (step, run) in runs.iter().enumerate() {
                    for side in 0..2 {
                        let minor = across + side;
                        if run.is_some_and(|low| minor >= low && minor < low + self.width) {
                            let bit = if self.x_major {
                                step as i32 + 2 * side
                            } else {
                                2 * step as i32 + side
                            };
                            mask |= 1 << bit;
                        }
                    }
                }
                let (x, y) = if self.x_major {
                    (pair, across)
                } else {
                    (across, pair)
                };
                quads.push(x, y, mask & inside(x, y, bounds));
                across += 2;
            }
            pair += 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SIZE: u32 = 32;

    fn pixels(from: Fixed, to: Fixed, width: f32) -> Vec<(i32, i32)> {
        let Some(line) = LineOutline::new(from, to, width) else {
            return Vec::new();
        };
        let mut quads = Quads::default();
        line.cover(Bounds::of(SIZE, SIZE).intersect(line.bounds()), &mut quads);
        let mut pixels = Vec::new();
        for quad in 0..quads.len() {
            for pixel in 0..4 {
                if quads.mask[quad] >> pixel & 1 != 0 {
                    pixels.push((
                        i32::from(quads.x[quad]) + pixel % 2,
                        i32::from(quads.y[quad]) + pixel / 2,
                    ));
                }
            }
        }
        pixels.sort();
        pixels
    }

    /// The rule itself, in rational arithmetic: the segment meets the open diamond, and its end is not in it.
    fn by_diamonds(from: Fixed, to: Fixed) -> Vec<(i32, i32)> {
        let mut pixels = Vec::new();
        let (dx, dy) = ((to.x - from.x) as f64, (to.y - from.y) as f64);
        for x in 0..SIZE as i32 {
            for y in 0..SIZE as i32 {
                let offset = |px: f64, py: f64| {
                    (px - f64::from(x) * ONE as f64).abs() + (py - f64::from(y) * ONE as f64).abs()
                };
                let at = |t: f64| offset(from.x as f64 + t * dx, from.y as f64 + t * dy);
                // The distance is convex along the segment: its least value is at an end or at a kink.
                let kinks = [
                    (f64::from(x) * ONE as f64 - from.x as f64) / dx,
                    (f64::from(y) * ONE as f64 - from.y as f64) / dy,
                ];
                let least = kinks
                    .into_iter()
                    .filter(|t| (0.0..=1.0).contains(t))
                    .chain([0.0, 1.0])
                    .map(at)
                    .fold(f64::INFINITY, f64::min);
                if least < HALF as f64 - 1e-6 && at(1.0) >= HALF as f64 {
                    pixels.push((x, y));
                }
            }
        }
        pixels
    }

    proptest! {
        /// Away from ties (odd coordinates, prime slopes) the outline is what the diamonds say.
        #[test]
        fn diamonds_decide(ax in 300i64..7000, ay in 300i64..7000, bx in 300i64..7000, by in 300i64..7000) {
            let from = Fixed { x: ax | 1, y: ay & !1 };
            let to = Fixed { x: bx & !1, y: by | 1 };
            let (dx, dy) = ((to.x - from.x).abs(), (to.y - from.y).abs());
            prop_assume!(dx != dy && dx > 0 && dy > 0);
            let on_a_tie = |p: Fixed| {
                let off = |v: i64| { let m = v.rem_euclid(ONE); m.min(ONE - m) };
                off(p.x) + off(p.y) == HALF
            };
            prop_assume!(!on_a_tie(from) && !on_a_tie(to));
            prop_assert_eq!(pixels(from, to, 1.0), by_diamonds(from, to));
        }

        /// A strip there and back meets each pixel of its path once on the way.
        #[test]
        fn strips_join(ax in 300i64..2000, y in 300i64..7000, mx in 2000i64..4000, bx in 4000i64..7000) {
            let at = |x| Fixed { x, y };
            let mut parts = pixels(at(ax), at(mx), 1.0);
            parts.extend(pixels(at(mx), at(bx), 1.0));
            prop_assert_eq!(parts, pixels(at(ax), at(bx), 1.0));
        }
    }

    /// source: GL 2.1, 3.4.2.1: a line of width 3 has the middle line's pixels and those on both sides.
    #[test]
    fn wide_lines_are_columns() {
        let (from, to) = (
            Fixed {
                x: 4 * ONE,
                y: 8 * ONE,
            },
            Fixed {
                x: 7 * ONE,
                y: 8 * ONE,
            },
        );
        let wanted: Vec<(i32, i32)> = (4..7).flat_map(|x| (7..10).map(move |y| (x, y))).collect();
        assert_eq!(pixels(from, to, 3.0), wanted);
        let upright = |p: Fixed| Fixed { x: p.y, y: p.x };
        assert_eq!(pixels(upright(from), upright(to), 1.0), [(8, 4), (8, 5), (8, 6)]);
    }

    /// source: recorded from Mesa 22.3.6 llvmpipe: a line of width 1 between these window coordinates, in halves
    /// of pixels, has these pixels. They hold ties between rows, columns and diamonds in all directions.
    #[test]
    fn as_llvmpipe_draws() {
        let row = |x0, x1, y| (x0..x1).map(|x| (x, y)).collect::<Vec<_>>();
        let steps = |start: (i32, i32), step: fn(i32) -> (i32, i32)| {
            let mut pixels: Vec<_> = (0..10)
                .map(|k| (start.0 + step(k).0, start.1 + step(k).1))
                .collect();
            pixels.sort();
            pixels
        };
        let flat = steps((10, 20), |k| (k, k / 2));
        let flat_down = steps((10, 24), |k| (k, -(k / 2)));
        let steep = steps((10, 20), |k| (k / 2, k));
        let steep_left = steps((14, 20), |k| (-(k / 2), k));
        let diagonal = steps((10, 20), |k| (k, k));
        let falling = steps((10, 29), |k| (k, -k));
        for (from, to, wanted) in [
            ((20, 40), (40, 40), row(10, 20, 19)),
            ((40, 40), (20, 40), row(10, 20, 19)),
            ((20, 40), (20, 60), (20..30).map(|y| (9, y)).collect()),
            ((20, 60), (20, 40), (20..30).map(|y| (9, y)).collect()),
            ((21, 40), (41, 40), row(10, 20, 19)),
            ((20, 40), (40, 50), flat.clone()),
            ((40, 50), (20, 40), flat),
            ((20, 50), (40, 40), flat_down.clone()),
            ((40, 40), (20, 50), flat_down),
            ((20, 40), (30, 60), steep.clone()),
            ((30, 60), (20, 40), steep),
            ((30, 40), (20, 60), steep_left),
            ((20, 40), (40, 60), diagonal.clone()),
            ((40, 60), (20, 40), diagonal.clone()),
            ((20, 60), (40, 40), falling.clone()),
            ((40, 40), (20, 60), falling),
            ((21, 41), (41, 41), row(10, 20, 20)),
            ((21, 41), (41, 61), diagonal),
        ] {
            let at = |(x, y): (i64, i64)| Fixed {
                x: x * HALF - HALF,
                y: y * HALF - HALF,
            };
            assert_eq!(pixels(at(from), at(to), 1.0), wanted, "{from:?} {to:?}");
        }
    }
}
