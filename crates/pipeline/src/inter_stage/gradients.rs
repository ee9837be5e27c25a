//! The change of values over a primitive, from its corners.

use super::plane::{AnchoredPlane, Block, Plane};
use crate::canonical::canonical;

/// Gradients over a primitive: λ1 and λ2 are linear in window coordinates, 0 at corner 0, and 1 at corner 1
/// and 2. For a line λ1 is the way along it, λ2 is 0. For a point both are the distance from its centre in
/// sizes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Gradients {
    /// Window coordinates of corner 0.
    pub(crate) origin: [f64; 2],
    /// Change of λ1 from pixel to pixel, along x and y.
    pub(crate) first: [f64; 2],
    /// Change of λ2.
    pub(crate) second: [f64; 2],
    /// 1/w of each corner.
    pub(crate) reciprocal_w: [f32; 3],
    /// Depth of each corner, with polygon offset.
    pub(crate) depth: [f64; 3],
}

impl Gradients {
    /// The plane that takes these values at the corners.
    pub(crate) fn plane(&self, values: [f64; 3]) -> Plane {
        let (d1, d2) = (values[1] - values[0], values[2] - values[0]);
        let along = |axis: usize| self.first[axis] * d1 + self.second[axis] * d2;
        Plane {
            origin: self.origin,
            value: values[0],
            gradient: [along(0), along(1)],
        }
    }

    /// The plane of depth.
    pub(crate) fn depth(&self) -> Plane {
        self.plane(self.depth)
    }

    /// The plane of 1/w.
    pub(crate) fn reciprocal_w(&self) -> Plane {
        self.plane(self.reciprocal_w.map(f64::from))
    }

    /// The planes over a point of its sprite's coordinates: 1/2 at its centre, and 1 a size away.
    pub(crate) fn sprite(&self) -> [Plane; 2] {
        [self.first, self.second].map(|gradient| Plane {
            origin: self.origin,
            value: 0.5,
            gradient,
        })
    }

    /// Interpolation of values with perspective, if that shows.
    pub(crate) fn perspective(&self) -> Option<Perspective> {
        let [a, b, c] = self.reciprocal_w;
        if a == b && b == c {
            return None;
        }
        // Scaled by a power of two, which falls out again: the largest is in [1, 2), and no product overflows.
        let most = f64::from(a.max(b).max(c));
        let exponent = most.to_bits() >> 52 & 0x7ff;
        let scale = f64::from_bits((2046 - exponent.min(2045)) << 52);
        let weights = self.reciprocal_w.map(|value| f64::from(value) * scale);
        Some(Perspective {
            weights,
            divisor: self.plane(weights),
        })
    }

    /// The interpolation of a component that has these values at the corners, (GL 2.1, equations 3.5 and 3.6).
    pub(crate) fn interpolant(&self, perspective: Option<&Perspective>, values: [f32; 3]) -> Interpolant {
        if values[1] == values[0] && values[2] == values[0] {
            return Interpolant::Constant(values[0]);
        }
        let values = values.map(f64::from);
        let Some(perspective) = perspective else {
            return Interpolant::Linear(self.plane(values));
        };
        let weights = perspective.weights;
        Interpolant::Perspective(self.plane(std::array::from_fn(|k| values[k] * weights[k])))
    }
}

/// Interpolation with perspective: values are divided by w at the corners, go linearly over the window, and are
/// multiplied by w at the pixel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Perspective {
    /// 1/w at the corners, times a power of two.
    pub(crate) weights: [f64; 3],
    /// Their plane.
    pub(crate) divisor: Plane,
}

/// w at a place, from the plane of 1/w: the one division that a pixel has. Where that is as good as 0, mostly outside of
/// the primitive, w is 0, so that it is always finite.
#[inline(always)]
pub(crate) fn multiplier(divisor: &AnchoredPlane, right: f32, up: f32) -> f32 {
    let divisor = divisor.at(right, up);
    let quotient = 1.0 / divisor;
    if divisor.abs() >= f32::MIN_POSITIVE {
        quotient
    } else {
        0.0
    }
}

/// The interpolation of a component over a primitive.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Interpolant {
    /// All corners have this value, and all pixels have exactly it.
    Constant(f32),
    /// It is linear in window coordinates.
    Linear(Plane),
    /// Its quotient by w is: it is multiplied by w.
    Perspective(Plane),
}

impl Interpolant {
    /// The value at a distance in pixels from a block's centre, for a primitive with this perspective.
    pub(crate) fn at(&self, perspective: Option<&Perspective>, block: Block, [right, up]: [f32; 2]) -> f32 {
        match (self, perspective) {
            (Interpolant::Constant(value), _) => *value,
            (Interpolant::Linear(plane), _) | (Interpolant::Perspective(plane), None) => {
                canonical(plane.anchored(block).at(right, up))
            }
            (Interpolant::Perspective(plane), Some(perspective)) => {
                let w = multiplier(&perspective.divisor.anchored(block), right, up);
                canonical(plane.anchored(block).at(right, up) * w)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(reciprocal_w: [f32; 3]) -> Gradients {
        Gradients {
            origin: [0.0; 2],
            first: [0.25, 0.0],
            second: [0.0, 0.25],
            reciprocal_w,
            depth: [0.0; 3],
        }
    }

    /// source: GL 2.1, equation 3.6 by hand, at (1, 1) with λ = (1/2, 1/4, 1/4) and 1/w = (1, 1/2, 1/4): of values (0, 8, 0)
    /// it is (8·1/8) / (1/2 + 1/8 + 1/16) = 16/11
    #[test]
    fn perspective() {
        let gradients = triangle([1.0, 0.5, 0.25]);
        let perspective = gradients.perspective();
        let values = gradients.interpolant(perspective.as_ref(), [0.0, 8.0, 0.0]);
        let found = values.at(perspective.as_ref(), Block::of(0, 0), [-3.0, -3.0]);
        assert!((found - 16.0 / 11.0).abs() < 1e-6, "{found}");
        assert_eq!(triangle([0.3; 3]).perspective(), None);
    }

    /// source: GL 2.1, equation 3.6: 1/w counts only in proportion, however large or small it is
    #[test]
    fn w_of_any_size() {
        let value = |scale: f32| {
            let gradients = triangle([1.0, 0.5, 0.25].map(|value| value * scale));
            let perspective = gradients.perspective();
            let values = gradients.interpolant(perspective.as_ref(), [1e20, 3e20, 5e-20]);
            values.at(perspective.as_ref(), Block::of(2, 1), [0.5, -2.5])
        };
        let (small, large) = (2f32.powi(-120), 2f32.powi(99));
        assert_eq!([small, large].map(value), [value(1.0); 2]);
    }

    /// source: GL 2.1, equation 3.6 with one value at all corners: the sums of λ/w are the same above and below
    #[test]
    fn equal_corners_are_exact() {
        let gradients = triangle([1.0, 0.3, 0.7]);
        let perspective = gradients.perspective();
        let values = gradients.interpolant(perspective.as_ref(), [0.1; 3]);
        assert_eq!(values.at(perspective.as_ref(), Block::of(9, 9), [0.3, 0.7]), 0.1);
    }
}
