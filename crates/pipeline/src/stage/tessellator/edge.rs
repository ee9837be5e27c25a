//! The subdivision of an edge into segments (ARB_tessellation_shader 2.X.2).

use quadrille_program::layout::TessellationSpacing;

/// The largest MAX_TESS_GEN_LEVEL.
pub(super) const MOST: u32 = 64;

/// Coordinates are multiples of 2⁻²⁴, so that 1 − x is exact, and the two ends of an edge look alike to the bit.
const GRID: f64 = (1 << 24) as f64;

/// TESS_SPACING, and the largest level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spacing(pub(super) TessellationSpacing, pub(super) u32);

/// A level, clamped and rounded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Cut {
    /// Segments.
    pub(super) segments: usize,
    /// The level before it was rounded.
    level: f64,
    fractional: bool,
}

impl Spacing {
    /// Clamps and rounds a level. NaN, which only an inner level can be, is taken as 1.
    pub(super) fn cut(self, level: f32) -> Cut {
        let level = f64::from(if level.is_nan() { 1.0 } else { level });
        // At least 2, so that every spacing has a level.
        let most = f64::from(self.1.clamp(2, MOST));
        let (level, segments) = match self.0 {
            TessellationSpacing::Equal => {
                let level = level.clamp(1.0, most);
                (level, level.ceil())
            }
            TessellationSpacing::FractionalEven => {
                let level = level.clamp(2.0, most);
                (level, (level / 2.0).ceil() * 2.0)
            }
            TessellationSpacing::FractionalOdd => {
                let level = level.clamp(1.0, most - 1.0);
                (level, ((level - 1.0) / 2.0).ceil() * 2.0 + 1.0)
            }
        };
        Cut {
            segments: segments as usize,
            level,
            fractional: self.0 != TessellationSpacing::Equal,
        }
    }

    /// The cut of an inner level where the domain has an inside: a level of one is taken as a little more than
    /// one, which gives two segments, or three of which the first and the last have no length.
    pub(super) fn inner_cut(self, level: f32) -> Cut {
        let cut = self.cut(level);
        match self.0 {
            _ if cut.segments > 1 => cut,
            TessellationSpacing::FractionalOdd => Cut { segments: 3, ..cut },
            TessellationSpacing::Equal | TessellationSpacing::FractionalEven => Cut { segments: 2, ..cut },
        }
    }
}

impl Cut {
    /// The position of point `number` on the edge, from 0 to 1. The points from the middle on are the others' mirror
    /// images.
    pub(super) fn at(&self, number: usize) -> f64 {
        if number * 2 > self.segments {
            return 1.0 - self.at(self.segments - number);
        }
        let along = if number == 0 {
            0.0
        } else if self.fractional && self.segments > 1 {
            // n − 2 segments of length 1/f, and the rest in two: none is longer, and with f = n all are equal.
            let odd = (self.level - self.segments as f64 + 2.0) / (2.0 * self.level);
            odd + (number - 1) as f64 / self.level
        } else {
            number as f64 / self.segments as f64
        };
        on_grid(along)
    }
}

/// The nearest coordinate.
pub(super) fn on_grid(coordinate: f64) -> f64 {
    (coordinate * GRID + 0.5).floor() / GRID
}
