//! Facing and culling (GL 2.1, 3.5.1).

use crate::raster::fixed::Fixed;
use crate::state::Polygon;

/// Twice the signed area of a triangle in snapped window coordinates; positive if wound counter-clockwise.
#[inline(always)]
pub(crate) fn area(corners: [Fixed; 3]) -> i64 {
    let [a, b, c] = corners;
    (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
}

/// The same of corners on the subpixel grid in 32 bits, as those are that were projected: their differences have no more.
#[inline(always)]
pub(super) fn area_of_projected([a, b, c]: [[i32; 2]; 3]) -> i64 {
    let product = |left: i32, right: i32| i64::from(left) * i64::from(right);
    product(b[0] - a[0], c[1] - a[1]) - product(c[0] - a[0], b[1] - a[1])
}

/// Whether a triangle of this area faces the front.
pub(crate) fn is_front(area: i64, polygon: &Polygon) -> bool {
    (area > 0) != polygon.front_clockwise
}

/// Whether faces of this kind are dropped.
pub(crate) fn is_culled(front: bool, polygon: &Polygon) -> bool {
    polygon.cull[usize::from(!front)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: GL 2.1, 3.5.1, equation 3.8: positive area is counter-clockwise, which faces front by default.
    #[test]
    fn winding_decides() {
        let at = |x, y| Fixed { x, y };
        let counter = area([at(0, 0), at(4, 0), at(0, 4)]);
        assert_eq!(counter, 16);
        let mut polygon = Polygon::default();
        assert!(is_front(counter, &polygon));
        polygon.front_clockwise = true;
        assert!(!is_front(counter, &polygon));
        polygon.cull = [false, true];
        assert!(is_culled(false, &polygon) && !is_culled(true, &polygon));
    }
}
