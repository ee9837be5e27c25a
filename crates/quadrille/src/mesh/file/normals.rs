//! Normals of a surface that has none.

use super::Surface;

/// Normals from the faces, weighted by their areas.
pub(super) fn normals(mesh: &Surface) -> Vec<f32> {
    let mut sums = vec![0.0f32; mesh.positions.len()];
    let position = |index: u32| -> [f32; 3] {
        let at = index as usize * 3;
        [mesh.positions[at], mesh.positions[at + 1], mesh.positions[at + 2]]
    };
    for corners in mesh.indices.chunks_exact(3) {
        let [a, b, c] = [position(corners[0]), position(corners[1]), position(corners[2])];
        let u: [f32; 3] = std::array::from_fn(|at| b[at] - a[at]);
        let v: [f32; 3] = std::array::from_fn(|at| c[at] - a[at]);
        let face = [
            u[1] * v[2] - u[2] * v[1],
            u[2] * v[0] - u[0] * v[2],
            u[0] * v[1] - u[1] * v[0],
        ];
        for corner in corners {
            for (at, part) in face.iter().enumerate() {
                sums[*corner as usize * 3 + at] += part;
            }
        }
    }
    for normal in sums.chunks_exact_mut(3) {
        let length = (normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]).sqrt();
        if length > 0.0 {
            normal.iter_mut().for_each(|part| *part /= length);
        }
    }
    sums
}
