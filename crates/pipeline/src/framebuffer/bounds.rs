//! Rectangles of pixels.

use crate::state::Rectangle;

/// A rectangle of pixels: from (x0, y0) up to, and without, (x1, y1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) x0: i32,
    pub(crate) y0: i32,
    pub(crate) x1: i32,
    pub(crate) y1: i32,
}

impl Bounds {
    pub(crate) fn of(width: u32, height: u32) -> Bounds {
        Bounds {
            x0: 0,
            y0: 0,
            x1: width as i32,
            y1: height as i32,
        }
    }

    pub(crate) fn intersect(self, other: Bounds) -> Bounds {
        Bounds {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        }
    }

    pub(crate) fn scissored(self, scissor: Option<Rectangle>) -> Bounds {
        let Some(Rectangle { x, y, width, height }) = scissor else {
            return self;
        };
        let end =
            |start: i32, size: u32| (i64::from(start) + i64::from(size)).min(i64::from(i32::MAX)) as i32;
        self.intersect(Bounds {
            x0: x,
            y0: y,
            x1: end(x, width),
            y1: end(y, height),
        })
    }

    /// The number of pixels.
    pub(crate) fn pixels(self) -> u64 {
        let side = |low: i32, high: i32| u64::try_from(i64::from(high) - i64::from(low)).unwrap_or(0);
        side(self.x0, self.x1) * side(self.y0, self.y1)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.x0 >= self.x1 || self.y0 >= self.y1
    }
}
