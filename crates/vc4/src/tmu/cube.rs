//! Directions to faces of a cube. source: OpenGL ES 2.0, table 3.21.

/// The face that a direction meets: +X, -X, +Y, -Y, +Z, -Z. Of equal components the first counts.
pub(super) fn face([s, t, r]: [f32; 3]) -> u32 {
    let (x, y, z) = (s.abs(), t.abs(), r.abs());
    if x >= y && x >= z {
        u32::from(s.is_sign_negative())
    } else if y >= z {
        2 + u32::from(t.is_sign_negative())
    } else {
        4 + u32::from(r.is_sign_negative())
    }
}

/// Where a direction meets the plane of a face, as coordinates that are 0 to 1 inside it.
pub(super) fn project(face: u32, [s, t, r]: [f32; 3]) -> (f32, f32) {
    let (across, down, major) = match face {
        0 => (-r, -t, s),
        1 => (r, -t, s),
        2 => (s, r, t),
        3 => (s, -r, t),
        4 => (s, -t, r),
        _ => (-s, -t, r),
    };
    let length = major.abs();
    let onto = |x: f32| (x / length + 1.0) * 0.5;
    (onto(across), onto(down))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_directions() {
        let directions = [
            [2.0, 0.0, 0.0],
            [-2.0, 0.0, 0.0],
            [0.0, 3.0, 0.0],
            [0.0, -3.0, 0.0],
            [0.0, 0.0, 1.0],
            [0.0, 0.0, -1.0],
        ];
        for (n, direction) in directions.into_iter().enumerate() {
            assert_eq!(face(direction), n as u32);
            assert_eq!(project(n as u32, direction), (0.5, 0.5));
        }
        // Row by row of the table: +X looks along -R and -T.
        assert_eq!(project(0, [1.0, -1.0, -1.0]), (1.0, 1.0));
        assert_eq!(project(2, [1.0, 1.0, -1.0]), (1.0, 0.0));
        assert_eq!(project(5, [-1.0, 1.0, -1.0]), (1.0, 0.0));
    }
}
