//! 4×4 matrices: products, inverses and the conventional projections.

/// A matrix; `rows[r][c]` is the entry in row `r` and column `c`. Vectors are columns, to the right of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Matrix {
    /// Its rows.
    pub rows: [[f32; 4]; 4],
}

impl Default for Matrix {
    fn default() -> Matrix {
        Matrix::IDENTITY
    }
}

impl Matrix {
    /// The identity.
    pub const IDENTITY: Matrix = Matrix {
        rows: [
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
            [0.0, 0.0, 0.0, 1.0],
        ],
    };

    /// A matrix from 16 numbers in the order of LoadMatrix: column after column.
    pub fn from_columns(columns: [f32; 16]) -> Matrix {
        Matrix {
            rows: std::array::from_fn(|r| std::array::from_fn(|c| columns[c * 4 + r])),
        }
    }

    /// `self · right`. Each entry is summed in f64 and rounded once.
    #[must_use]
    pub fn multiply(&self, right: &Matrix) -> Matrix {
        Matrix {
            rows: std::array::from_fn(|r| {
                std::array::from_fn(|c| {
                    let products = (0..4).map(|k| f64::from(self.rows[r][k]) * f64::from(right.rows[k][c]));
                    products.sum::<f64>() as f32
                })
            }),
        }
    }

    /// `self · vector`.
    pub fn transform(&self, vector: [f32; 4]) -> [f32; 4] {
        self.rows.map(|row| dot4(row, vector))
    }

    /// The transpose.
    #[must_use]
    pub fn transpose(&self) -> Matrix {
        Matrix {
            rows: std::array::from_fn(|r| std::array::from_fn(|c| self.rows[c][r])),
        }
    }

    /// The inverse, by cofactors in f64; that of a singular matrix is undefined and given as 0.
    #[must_use]
    pub fn inverse(&self) -> Matrix {
        let cofactors: [[f64; 4]; 4] = std::array::from_fn(|r| std::array::from_fn(|c| self.cofactor(r, c)));
        let determinant: f64 = (0..4).map(|c| f64::from(self.rows[0][c]) * cofactors[0][c]).sum();
        if determinant == 0.0 || !determinant.is_finite() {
            return Matrix { rows: [[0.0; 4]; 4] };
        }
        Matrix {
            rows: std::array::from_fn(|r| std::array::from_fn(|c| (cofactors[c][r] / determinant) as f32)),
        }
    }

    fn cofactor(&self, row: usize, column: usize) -> f64 {
        let m = |r: usize, c: usize| {
            f64::from(self.rows[r + usize::from(r >= row)][c + usize::from(c >= column)])
        };
        let minor = m(0, 0) * (m(1, 1) * m(2, 2) - m(1, 2) * m(2, 1))
            - m(0, 1) * (m(1, 0) * m(2, 2) - m(1, 2) * m(2, 0))
            + m(0, 2) * (m(1, 0) * m(2, 1) - m(1, 1) * m(2, 0));
        if (row + column).is_multiple_of(2) {
            minor
        } else {
            -minor
        }
    }

    /// The matrix of Ortho (GL 2.1, 2.11.2).
    pub fn ortho(left: f64, right: f64, bottom: f64, top: f64, near: f64, far: f64) -> Matrix {
        let axis = |low: f64, high: f64| ((2.0 / (high - low)) as f32, (-(high + low) / (high - low)) as f32);
        let (x, y, z) = (axis(left, right), axis(bottom, top), axis(near, far));
        Matrix {
            rows: [
                [x.0, 0.0, 0.0, x.1],
                [0.0, y.0, 0.0, y.1],
                [0.0, 0.0, -z.0, z.1],
                [0.0, 0.0, 0.0, 1.0],
            ],
        }
    }

    /// The matrix of Frustum (GL 2.1, 2.11.2).
    pub fn frustum(left: f64, right: f64, bottom: f64, top: f64, near: f64, far: f64) -> Matrix {
        let scale = |low: f64, high: f64| (2.0 * near / (high - low)) as f32;
        let offset = |low: f64, high: f64| ((high + low) / (high - low)) as f32;
        Matrix {
            rows: [
                [scale(left, right), 0.0, offset(left, right), 0.0],
                [0.0, scale(bottom, top), offset(bottom, top), 0.0],
                [
                    0.0,
                    0.0,
                    (-(far + near) / (far - near)) as f32,
                    (-2.0 * far * near / (far - near)) as f32,
                ],
                [0.0, 0.0, -1.0, 0.0],
            ],
        }
    }

    /// The matrix of Translate.
    pub fn translate(x: f32, y: f32, z: f32) -> Matrix {
        let mut matrix = Matrix::IDENTITY;
        for (row, offset) in matrix.rows.iter_mut().zip([x, y, z]) {
            row[3] = offset;
        }
        matrix
    }

    /// The matrix of Scale.
    pub fn scale(x: f32, y: f32, z: f32) -> Matrix {
        let mut matrix = Matrix::IDENTITY;
        for (axis, factor) in [x, y, z].into_iter().enumerate() {
            matrix.rows[axis][axis] = factor;
        }
        matrix
    }

    /// The matrix of Rotate about `axis`, by an angle given as its cosine and sine, so that no host
    /// mathematics takes part (GL 2.1, 2.11.2).
    pub fn rotate(cosine: f64, sine: f64, axis: [f64; 3]) -> Matrix {
        let length = axis.iter().map(|a| a * a).sum::<f64>().sqrt();
        if length == 0.0 {
            return Matrix::IDENTITY;
        }
        let [x, y, z] = axis.map(|a| a / length);
        let cross = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]];
        let unit = [x, y, z];
        let mut matrix = Matrix::IDENTITY;
        for r in 0..3 {
            for c in 0..3 {
                let outer = unit[r] * unit[c];
                let identity = if r == c { 1.0 } else { 0.0 };
                matrix.rows[r][c] = (outer + cosine * (identity - outer) + sine * cross[r][c]) as f32;
            }
        }
        matrix
    }
}

/// Sum of the products of the components, in order, in f32: what DP4 gives.
pub(crate) fn dot4(a: [f32; 4], b: [f32; 4]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn inverse_undoes(entries in prop::array::uniform16(-4.0f32..4.0)) {
            let matrix = Matrix::from_columns(entries);
            let product = matrix.multiply(&matrix.inverse());
            let determinant: f64 = (0..4).map(|c| f64::from(matrix.rows[0][c]) * matrix.cofactor(0, c)).sum();
            prop_assume!(determinant.abs() > 1.0);
            for r in 0..4 {
                for c in 0..4 {
                    let want = Matrix::IDENTITY.rows[r][c];
                    prop_assert!((product.rows[r][c] - want).abs() < 1e-3);
                }
            }
        }
    }

    /// source: GL 2.1, 2.11.2: Ortho maps (l, b, −n) to (−1, −1, −1) and (r, t, −f) to (1, 1, 1).
    #[test]
    fn ortho_maps_corners() {
        let ortho = Matrix::ortho(2.0, 4.0, -8.0, 8.0, 1.0, 3.0);
        assert_eq!(ortho.transform([2.0, -8.0, -1.0, 1.0]), [-1.0, -1.0, -1.0, 1.0]);
        assert_eq!(ortho.transform([4.0, 8.0, -3.0, 1.0]), [1.0, 1.0, 1.0, 1.0]);
    }

    /// source: GL 2.1, 2.11.2: Frustum maps (l, b, −n) to (−1, −1, −1), (r, t, −n) to (1, 1, −1) and what lies behind
    /// that one on the far plane to (1, 1, 1), after division.
    #[test]
    fn frustum_maps_corners() {
        let frustum = Matrix::frustum(-1.0, 3.0, -2.0, 6.0, 1.0, 3.0);
        assert_eq!(
            frustum.transform([-1.0, -2.0, -1.0, 1.0]),
            [-1.0, -1.0, -1.0, 1.0]
        );
        assert_eq!(frustum.transform([3.0, 6.0, -1.0, 1.0]), [1.0, 1.0, -1.0, 1.0]);
        assert_eq!(frustum.transform([9.0, 18.0, -3.0, 1.0]), [3.0, 3.0, 3.0, 3.0]);
    }

    #[test]
    fn quarter_turn() {
        let turn = Matrix::rotate(0.0, 1.0, [0.0, 0.0, 2.0]);
        assert_eq!(turn.transform([1.0, 0.0, 0.0, 1.0]), [0.0, 1.0, 0.0, 1.0]);
    }
}
