//! Cube maps: from a direction to a face and a place on it.

/// A row of the selection table: the face's major axis, and the axis and sign that give `sc` and `tc`.
struct Face {
    major: usize,
    sc: (usize, f64),
    tc: (usize, f64),
}

/// OpenGL 2.1 table 3.19, in the order of the faces: +x, -x, +y, -y, +z, -z.
const FACES: [Face; 6] = [
    Face {
        major: 0,
        sc: (2, -1.0),
        tc: (1, -1.0),
    },
    Face {
        major: 0,
        sc: (2, 1.0),
        tc: (1, -1.0),
    },
    Face {
        major: 1,
        sc: (0, 1.0),
        tc: (2, 1.0),
    },
    Face {
        major: 1,
        sc: (0, 1.0),
        tc: (2, -1.0),
    },
    Face {
        major: 2,
        sc: (0, 1.0),
        tc: (1, -1.0),
    },
    Face {
        major: 2,
        sc: (0, -1.0),
        tc: (1, -1.0),
    },
];

/// The face that a direction points at, 0 to 5 in the order +x, -x, +y, -y, +z, -z.
///
/// Where magnitudes are equal, z goes before y and y before x; GL leaves the rule to the implementation (OpenGL
/// 2.1 section 3.8.6), and this is the one of Direct3D and most hardware. NaN counts as 0, and the zero vector
/// points at +z.
pub fn face(direction: [f64; 3]) -> usize {
    let [x, y, z] = direction.map(|component| if component.is_nan() { 0.0 } else { component.abs() });
    let major = if z >= x && z >= y {
        2
    } else if y >= x {
        1
    } else {
        0
    };
    2 * major + usize::from(direction[major] < 0.0)
}

/// The coordinates of a direction on a face, as fractions with one denominator: (s · d, t · d, d) with s and t
/// from 0 to 1.
///
/// They stay fractions so that the position in texels is divided once, and texel edges are met exactly. Where the
/// direction has no length, or an infinite component meets another, the quotients are NaN.
pub fn project(face: usize, direction: [f64; 3]) -> [f64; 3] {
    let row = &FACES[face];
    let major = direction[row.major].abs();
    let [s, t] = [row.sc, row.tc].map(|(axis, sign)| sign * direction[axis] + major);
    [s, t, 2.0 * major]
}

/// The change of s and t on a face, for a change of the direction: the derivative of [`project`]'s quotients.
pub fn project_change(face: usize, direction: [f64; 3], change: [f64; 3]) -> [f64; 2] {
    let row = &FACES[face];
    let major = direction[row.major].abs();
    let major_change = if direction[row.major] < 0.0 {
        -change[row.major]
    } else {
        change[row.major]
    };
    [row.sc, row.tc].map(|(axis, sign)| {
        let minor = sign * direction[axis];
        0.5 * (sign * change[axis] * major - minor * major_change) / (major * major)
    })
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
            let [s, t, divisor] = project(expected_face, direction);
            assert_eq!([s / divisor, t / divisor], expected);
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
        assert_eq!(face([f64::NAN, 1.0, 0.0]), 2);
        assert_eq!(face([f64::NEG_INFINITY, 1.0, 0.0]), 1);
    }

    #[test]
    fn change_is_the_derivative() {
        // source: a difference quotient with a step of 2⁻²⁰
        let step = 1.0 / 1_048_576.0;
        for direction in [
            [3.0, 1.0, -2.0],
            [-3.0, 0.5, 1.0],
            [0.25, 2.0, 1.0],
            [1.0, -5.0, 2.0],
            [1.0, 1.5, -2.0],
        ] {
            let change = [0.5, -0.25, 0.75];
            let moved = [0, 1, 2].map(|axis| direction[axis] + step * change[axis]);
            let face = face(direction);
            let [before, after] = [direction, moved].map(|direction| {
                let [s, t, divisor] = project(face, direction);
                [s / divisor, t / divisor]
            });
            let derivative = project_change(face, direction, change);
            for axis in 0..2 {
                assert!(((after[axis] - before[axis]) / step - derivative[axis]).abs() < 1e-5);
            }
        }
    }
}
