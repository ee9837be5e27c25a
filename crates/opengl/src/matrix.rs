//! Matrices as GL takes them: sixteen numbers, column by column.

/// The matrix of gluLookAt, column by column.
pub(crate) fn look_at(eye: [f64; 3], center: [f64; 3], up: [f64; 3]) -> [f64; 16] {
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    let unit = |v: [f64; 3]| v.map(|part| part / dot(v, v).sqrt());
    let backward = unit(std::array::from_fn(|at| eye[at] - center[at]));
    let side = unit(cross(up, backward));
    let upward = cross(backward, side);
    let rows = [side, upward, backward];
    let mut columns = [0.0; 16];
    for (at, row) in rows.into_iter().enumerate() {
        columns[at] = row[0];
        columns[4 + at] = row[1];
        columns[8 + at] = row[2];
        columns[12 + at] = -dot(row, eye);
    }
    columns[15] = 1.0;
    columns
}
