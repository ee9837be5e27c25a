//! Half-planes of the window at which pixels are cut, in integers.

/// Bits of a value anywhere in a framebuffer: twice 2^60 and 2^61 make no more than 2^62.
const BITS: i32 = 61;
/// Bits of a coordinate in sixteenths of pixels.
const COORDINATE_BITS: i32 = 18;
/// Sixteenths of a pixel from its corner to its centre.
const HALF: i64 = 8;

/// A half-plane: a·x + b·y + c over sixteenths of pixels is not negative inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HalfPlane {
    a: i64,
    b: i64,
    c: i64,
}

impl HalfPlane {
    /// The half-plane of window coordinates where a·x + b·y + c is not negative, as near as integers of 2^42 for a pixel's
    /// sixteenth have it. None if that is everywhere, or the numbers are no numbers and say nothing.
    pub(crate) fn new([a, b, c]: [f64; 3]) -> Option<HalfPlane> {
        let (a, b) = (a / 16.0, b / 16.0);
        let reach = f64::from(1 << (COORDINATE_BITS + 1));
        let most = (a.abs() * reach).max(b.abs() * reach).max(c.abs());
        if most == 0.0 || ![a, b, c, most].iter().all(|value| value.is_finite()) {
            return None;
        }
        // Below 2^BITS, by a power of two, so that a ratio of small integers stays one.
        let exponent = (most.to_bits() >> 52) as i32 - 1023;
        let power = (BITS - 1 - exponent).clamp(-1022, 1023);
        let scale = f64::from_bits(((power + 1023) as u64) << 52);
        let integer = |value: f64| (value * scale).round_ties_even() as i64;
        Some(HalfPlane {
            a: integer(a),
            b: integer(b),
            c: integer(c),
        })
    }

    /// Whether a place is inside that lies so many sixteenths right of and above the centre of a pixel.
    pub(crate) fn has(&self, x: i32, y: i32, [right, up]: [i8; 2]) -> bool {
        let at = |pixel: i32, part: i8| i64::from(pixel) * 16 + HALF + i64::from(part);
        self.a * at(x, right) + self.b * at(y, up) + self.c >= 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// source: arithmetic: x ≥ 2.5, on whose border the centre of pixel 2 lies, and a sixteenth beside it
    #[test]
    fn a_border_is_inside() {
        let plane = HalfPlane::new([2.0, 0.0, -5.0]).expect("cuts");
        assert!(plane.has(2, 7, [0, 0]) && plane.has(2, 7, [1, 0]));
        assert!(!plane.has(2, 7, [-1, 0]) && !plane.has(1, 7, [7, 0]));
        assert_eq!(HalfPlane::new([0.0; 3]), None);
        assert_eq!(HalfPlane::new([f64::NAN, 1.0, 0.0]), None);
        assert_eq!(HalfPlane::new([1.0, f64::INFINITY, 0.0]), None);
    }

    proptest! {
        /// source: the sum in rational arithmetic would have the same sign; binary64 has it but for the last bits
        #[test]
        fn signs(
            a in -1e3f64..1e3, b in -1e3f64..1e3, at in (0i32..16384, 0i32..16384), near in -100.0f64..100.0,
            power in -200i32..200, x in 0i32..16384, y in 0i32..16384,
        ) {
            let scale = 2f64.powi(power);
            let c = -(a * f64::from(at.0) + b * f64::from(at.1)) + near;
            let plane = HalfPlane::new([a * scale, b * scale, c * scale]);
            let value = a * (f64::from(x) + 0.5) + b * (f64::from(y) + 0.5) + c;
            let slack = 1e-6 * (a.abs() + b.abs());
            if value.abs() > slack {
                prop_assert_eq!(plane.is_none_or(|plane| plane.has(x, y, [0, 0])), value > 0.0);
            }
        }
    }
}
