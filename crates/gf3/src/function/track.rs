//! `TrackMatrixNV`: matrices that the driver keeps in constants (NV_vertex_program 2.14.5).

use super::Constants;
use quadrille_isa::nv20::limit;
use thiserror::Error;

/// A matrix of the GL, row by row.
pub type Rows = [[f32; 4]; 4];

/// Which matrix is tracked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matrix {
    /// `MODELVIEW`.
    ModelView,
    /// `PROJECTION`.
    Projection,
    /// `TEXTUREi_ARB`; `TEXTURE` is that of the active unit.
    Texture(u8),
    /// `COLOR`.
    Color,
    /// `MODELVIEW_PROJECTION_NV`, the product of projection and modelview.
    ModelViewProjection,
    /// `MATRIX0_NV` to `MATRIX7_NV`.
    Program(u8),
}

/// In which form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Transform {
    /// As it is.
    Identity,
    /// Its inverse.
    Inverse,
    /// Its transpose.
    Transpose,
    /// The transpose of its inverse.
    InverseTranspose,
}

/// `INVALID_VALUE`: the address is no multiple of four below 96.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("matrices are tracked at multiples of 4 from 0 to 92, not at {0}")]
pub struct InvalidAddress(pub usize);

/// Which constants track which matrix.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tracker {
    groups: [Option<(Matrix, Transform)>; limit::GL_CONSTANTS / 4],
}

impl Tracker {
    /// Tracks a matrix in the four constants from `c[address]` on; no matrix ends tracking, and the
    /// constants keep their last values.
    ///
    /// # Errors
    ///
    /// An address that is not a multiple of four from 0 to 92.
    pub fn track(
        &mut self,
        address: usize,
        matrix: Option<(Matrix, Transform)>,
    ) -> Result<(), InvalidAddress> {
        match self.groups.get_mut(address / 4) {
            Some(group) if address.is_multiple_of(4) => {
                *group = matrix;
                Ok(())
            }
            _ => Err(InvalidAddress(address)),
        }
    }

    /// Whether a constant, by the number in the word, follows a matrix. Such a constant cannot be written
    /// by `ProgramParameterNV` or by programs.
    pub fn is_tracked(&self, number: u8) -> bool {
        let group = number
            .checked_sub(limit::GL_FIRST_CONSTANT)
            .map(|index| usize::from(index) / 4);
        group.and_then(|group| *self.groups.get(group)?).is_some()
    }

    /// Writes every tracked matrix into its constants, top row first.
    pub fn update(&self, constants: &mut Constants, matrix: impl Fn(Matrix) -> Rows) {
        for (index, group) in self.groups.iter().enumerate() {
            let Some((name, transform)) = group else { continue };
            let rows = transformed(&matrix(*name), *transform);
            for (row, values) in rows.iter().enumerate() {
                constants.set_gl(4 * index + row, *values);
            }
        }
    }
}

/// A matrix in one of the four forms.
pub fn transformed(matrix: &Rows, transform: Transform) -> Rows {
    match transform {
        Transform::Identity => *matrix,
        Transform::Transpose => transpose(matrix),
        Transform::Inverse => inverse(matrix),
        Transform::InverseTranspose => transpose(&inverse(matrix)),
    }
}

fn transpose(matrix: &Rows) -> Rows {
    std::array::from_fn(|row| std::array::from_fn(|column| matrix[column][row]))
}

/// The inverse by cofactors in doubles, rounded once. That of a singular matrix is undefined in the GL;
/// it is all zeros here.
fn inverse(matrix: &Rows) -> Rows {
    let m: [[f64; 4]; 4] = matrix.map(|row| row.map(f64::from));
    let cofactor = |row: usize, column: usize| {
        let rest = |skip: usize| -> [usize; 3] { std::array::from_fn(|i| if i < skip { i } else { i + 1 }) };
        let ([a, b, c], [x, y, z]) = (rest(row), rest(column));
        let minor = m[a][x] * (m[b][y] * m[c][z] - m[b][z] * m[c][y])
            - m[a][y] * (m[b][x] * m[c][z] - m[b][z] * m[c][x])
            + m[a][z] * (m[b][x] * m[c][y] - m[b][y] * m[c][x]);
        if (row + column).is_multiple_of(2) {
            minor
        } else {
            -minor
        }
    };
    let determinant: f64 = (0..4).map(|column| m[0][column] * cofactor(0, column)).sum();
    if determinant == 0.0 || !determinant.is_finite() {
        return [[0.0; 4]; 4];
    }
    std::array::from_fn(|row| std::array::from_fn(|column| (cofactor(column, row) / determinant) as f32))
}
