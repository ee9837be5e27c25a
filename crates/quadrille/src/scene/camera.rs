//! The matrix of `look at`.

use quadrille_pipeline::state::Matrix;

/// The matrix of gluLookAt: from object to eye coordinates.
pub(super) fn look_at(eye: [f32; 3], center: [f32; 3], up: [f32; 3]) -> Matrix {
    let minus = |a: [f32; 3], b: [f32; 3]| -> [f32; 3] { std::array::from_fn(|at| a[at] - b[at]) };
    let cross = |a: [f32; 3], b: [f32; 3]| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    let unit = |v: [f32; 3]| {
        let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
        v.map(|part| part / length)
    };
    let forward = unit(minus(center, eye));
    let side = unit(cross(forward, up));
    let upward = cross(side, forward);
    let [f, s, u] = [forward, side, upward];
    let turn = Matrix::from_columns([
        s[0], u[0], -f[0], 0.0, s[1], u[1], -f[1], 0.0, s[2], u[2], -f[2], 0.0, 0.0, 0.0, 0.0, 1.0,
    ]);
    turn.multiply(&Matrix::translate(-eye[0], -eye[1], -eye[2]))
}
