//! Cube maps: from a direction to a face and a place on it.

use std::ops::Neg;

/// The face that a direction points at, 0 to 5 in the order +x, -x, +y, -y, +z, -z.
///
/// Where magnitudes are equal, z goes before y and y before x; GL leaves the rule to the implementation (OpenGL
/// 2.1 section 3.8.6), and this is the one of Direct3D and most hardware. NaN counts as 0, and the zero vector
/// points at +z.
#[inline(always)]
pub fn face(direction: [f32; 3]) -> u32 {
    let [x, y, z] = direction.map(|component| if component.is_nan() { 0.0 } else { component.abs() });
    let axis = if (z >= x) & (z >= y) {
        2
    } else if y >= x {
        1
    } else {
        0
    };
    let [_, _, major] = on_face(2 * axis, direction);
    2 * axis + u32::from(major < 0.0)
}

/// `sc`, `tc` and `ma` of a vector on a face: OpenGL 2.1 table 3.19. Selections without a branch, for passes over many
/// vectors.
#[inline(always)]
pub(crate) fn on_face<T: Copy + Neg<Output = T>>(face: u32, [x, y, z]: [T; 3]) -> [T; 3] {
    let (axis, is_negative) = (face / 2, face % 2 == 1);
    let of_x = if is_negative { z } else { -z };
    let of_z = if is_negative { -x } else { x };
    let of_y = if is_negative { -z } else { z };
    let sc = if axis == 0 { of_x } else { x };
    let tc = if axis == 1 { of_y } else { -y };
    let major = if axis == 0 { x } else { y };
    if axis == 2 { [of_z, tc, z] } else { [sc, tc, major] }
}

/// The direction whose `sc`, `tc` and |`ma`| on a face are these: the reverse of [`on_face`].
pub(crate) fn direction(face: u32, [sc, tc]: [i32; 2], major: i32) -> [i32; 3] {
    match face {
        0 => [major, -tc, -sc],
        1 => [-major, -tc, sc],
        2 => [sc, major, tc],
        3 => [sc, -major, -tc],
        4 => [sc, -tc, major],
        _ => [-sc, -tc, -major],
    }
}

/// The coordinates s and t of a direction on a face, from 0 to 1: `0.5 (sc / |ma|) + 0.5` and likewise for tc.
///
/// A quotient for each of them, rather than products with one reciprocal, reaches both ends of a face exactly and takes
/// directions of any length. Where the direction has no length, or two of its components are infinite, they are NaN.
#[inline(always)]
pub fn project(face: u32, direction: [f32; 3]) -> [f32; 2] {
    let [sc, tc, major] = on_face(face, direction);
    [sc, tc].map(|along| 0.5 * (along / major.abs()) + 0.5)
}

/// The change of s and t on a face, for a change of the direction: the derivative of [`project`], as
/// `0.5 ((dsc - (sc / |ma|) d|ma|) / |ma|)`, which has no square that a short or long direction could lose.
#[inline(always)]
pub fn project_change(face: u32, direction: [f32; 3], change: [f32; 3]) -> [f32; 2] {
    let [sc, tc, major] = on_face(face, direction);
    let [sc_change, tc_change, major_change] = on_face(face, change);
    let major_change = if major < 0.0 { -major_change } else { major_change };
    let major = major.abs();
    [(sc, sc_change), (tc, tc_change)]
        .map(|(along, change)| 0.5 * ((change - along / major * major_change) / major))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_of_faces() {
        // source: OpenGL 2.1 table 3.19, with s = (sc / |ma| + 1) / 2 worked out by hand for each row
        let rows = [
            ([4.0, 1.0, 2.0], 0, [0.25, 0.375]),
            ([-4.0, 1.0, 2.0], 1, [0.75, 0.375]),
            ([1.0, 4.0, 2.0], 2, [0.625, 0.75]),
            ([1.0, -4.0, 2.0], 3, [0.625, 0.25]),
            ([1.0, 2.0, 4.0], 4, [0.625, 0.25]),
            ([1.0, 2.0, -4.0], 5, [0.375, 0.25]),
        ];
        for (direction, expected_face, expected) in rows {
            assert_eq!(face(direction), expected_face);
            assert_eq!(project(expected_face, direction), expected);
        }
    }

    #[test]
    fn directions_are_the_reverse() {
        // source: OpenGL 2.1 table 3.19, read from right to left
        for face in 0..6 {
            let major = if face % 2 == 0 { 7 } else { -7 };
            assert_eq!(on_face(face, direction(face, [2, -3], 7)), [2, -3, major]);
        }
    }

    #[test]
    fn ties_prefer_z_then_y() {
        // source: the rule that `face` states
        assert_eq!(face([1.0, 1.0, 1.0]), 4);
        assert_eq!(face([-1.0, -1.0, -1.0]), 5);
        assert_eq!(face([1.0, -1.0, 0.5]), 3);
        assert_eq!(face([1.0, 0.5, -1.0]), 5);
        assert_eq!(face([0.0, 0.0, 0.0]), 4);
        assert_eq!(face([f32::NAN, 1.0, 0.0]), 2);
        assert_eq!(face([f32::NEG_INFINITY, 1.0, 0.0]), 1);
    }

    #[test]
    fn change_is_the_derivative() {
        // source: a difference quotient of table 3.19's s and t in double precision, with a step of 2⁻²⁰
        let exact = |face: u32, [x, y, z]: [f64; 3]| {
            let [sc, tc, major] = match face {
                0 => [-z, -y, x],
                1 => [z, -y, x],
                2 => [x, z, y],
                3 => [x, -z, y],
                4 => [x, -y, z],
                _ => [-x, -y, z],
            };
            [sc, tc].map(|along| (along / major.abs() + 1.0) / 2.0)
        };
        let step = 1.0 / 1_048_576.0;
        for direction in [
            [3.0, 1.0, -2.0],
            [-3.0, 0.5, 1.0],
            [0.25, 2.0, 1.0],
            [1.0, -5.0, 2.0],
            [1.0, 1.5, -2.0],
        ] {
            let change = [0.5, -0.25, 0.75];
            let moved = [0, 1, 2].map(|axis| f64::from(direction[axis]) + step * f64::from(change[axis]));
            let face = face(direction);
            let (before, after) = (exact(face, direction.map(f64::from)), exact(face, moved));
            let derivative = project_change(face, direction, change);
            for axis in 0..2 {
                assert!(((after[axis] - before[axis]) / step - f64::from(derivative[axis])).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn ends_of_a_face_are_exact_at_any_length() {
        // source: OpenGL 2.1 section 3.8.6: sc = ±|ma| gives s = 1 and 0, and the length of a direction has no effect
        for exponent in [-149, -127, -60, 0, 13, 127] {
            let one = f32::from_bits(match exponent {
                ..-126 => 1 << (exponent + 149),
                _ => ((exponent + 127) as u32) << 23,
            });
            let major = one + one / 2.0;
            assert_eq!(project(4, [major, -major, major]), [1.0, 1.0]);
            assert_eq!(project(4, [-major, major, major]), [0.0, 0.0]);
        }
    }
}
