//! What varies linearly over the screen.

/// A value that changes linearly: `at` at the anchor, `x` and `y` more with each pixel.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Plane {
    pub(crate) at: f32,
    pub(crate) x: f32,
    pub(crate) y: f32,
}

impl Plane {
    /// The same value everywhere.
    pub(crate) fn constant(at: f32) -> Plane {
        Plane { at, x: 0.0, y: 0.0 }
    }

    /// Whether it is the same everywhere.
    pub(crate) fn is_constant(&self) -> bool {
        self.x == 0.0 && self.y == 0.0
    }

    /// The plane through three values; `sides` are the vectors from the anchor to the other two places, in
    /// sixteenths of a pixel.
    pub(crate) fn through(at: f32, others: [f32; 2], sides: [(i32, i32); 2]) -> Plane {
        let [(x1, y1), (x2, y2)] = sides.map(|(x, y)| (f64::from(x), f64::from(y)));
        let [d1, d2] = others.map(|other| f64::from(other) - f64::from(at));
        let scale = 16.0 / (x1 * y2 - x2 * y1);
        Plane {
            at,
            x: ((d1 * y2 - d2 * y1) * scale) as f32,
            y: ((d2 * x1 - d1 * x2) * scale) as f32,
        }
    }

    /// The value `x` and `y` pixels from the anchor.
    #[inline(always)]
    pub(crate) fn value(&self, x: f32, y: f32) -> f32 {
        self.at + (self.x * x + self.y * y)
    }
}
