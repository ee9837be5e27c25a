//! Tracked matrices (NV_vertex_program 2.14.5): matrices of the state whose rows are vertex program parameters. Those are
//! the driver's environment parameters, which get the rows before each draw.

use quadrille_isa::gl::binding::MatrixModifier;
use quadrille_pipeline::state::Matrix;

use super::Context;
use crate::gl::{Gl, number};

/// Program parameters of NV_vertex_program2 and 3; the first version has 96.
pub(crate) const PROGRAM_PARAMETERS: u32 = 256;

/// Matrices that can be tracked besides those that OpenGL has (MAX_TRACK_MATRICES_NV).
pub(crate) const TRACK_MATRICES: u32 = 8;

/// A matrix that takes the place of four parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Tracked {
    /// As TrackMatrixNV takes it, but TEXTURE as that of a unit.
    matrix: u32,
    transform: u32,
    /// The rows that the parameters have.
    rows: Option<[[f32; 4]; 4]>,
}

impl Context {
    /// TrackMatrixNV.
    pub(super) fn track(&mut self, gl: &dyn Gl, target: u32, address: u32, matrix: u32, transform: u32) {
        if target != number::VERTEX_PROGRAM {
            return self.raise(number::INVALID_ENUM);
        }
        let units = gl.integer(number::MAX_TEXTURE_COORDS).cast_unsigned();
        let matrix = match matrix {
            number::TEXTURE => gl.integer(number::ACTIVE_TEXTURE).cast_unsigned(),
            other => other,
        };
        let is_matrix = match matrix {
            0 | number::MODELVIEW | number::PROJECTION | number::COLOR | number::MODELVIEW_PROJECTION_NV => {
                true
            }
            _ => {
                let of = |first: u32, count: u32| matrix.checked_sub(first).is_some_and(|at| at < count);
                of(number::TEXTURE0, units) || of(number::MATRIX0_NV, TRACK_MATRICES)
            }
        };
        // There is no colour matrix without ARB_imaging.
        let is_missing = matrix == number::COLOR && {
            let extensions = gl.text(number::EXTENSIONS);
            extensions.split(' ').all(|name| name != "GL_ARB_imaging")
        };
        if !is_matrix || is_missing || modifier(transform).is_none() {
            return self.raise(number::INVALID_ENUM);
        }
        if !address.is_multiple_of(4) || address >= PROGRAM_PARAMETERS {
            return self.raise(number::INVALID_VALUE);
        }
        // What was tracked so far stays as it is now.
        self.update_tracked(gl);
        match matrix {
            0 => drop(self.tracked.remove(&address)),
            matrix => {
                let rows = None;
                let tracked = Tracked {
                    matrix,
                    transform,
                    rows,
                };
                self.tracked.insert(address, tracked);
            }
        }
        self.parameters_changed();
    }

    /// GetTrackMatrixivNV; `None` for an error.
    pub(crate) fn tracked_matrix(&mut self, target: u32, address: u32, name: u32) -> Option<i32> {
        if !self.may() {
            return None;
        }
        let tracked = self.tracked.get(&address);
        let (matrix, transform) = tracked.map_or((0, number::IDENTITY_NV), |one| (one.matrix, one.transform));
        let value = match name {
            number::TRACK_MATRIX_NV => matrix,
            number::TRACK_MATRIX_TRANSFORM_NV => transform,
            _ => return self.refuse(number::INVALID_ENUM),
        };
        if target != number::VERTEX_PROGRAM {
            return self.refuse(number::INVALID_ENUM);
        }
        if !address.is_multiple_of(4) || address >= PROGRAM_PARAMETERS {
            return self.refuse(number::INVALID_VALUE);
        }
        Some(value.cast_signed())
    }

    /// Whether one of so many parameters is a row of a tracked matrix.
    pub(super) fn is_tracked(&self, first: u32, count: u32) -> bool {
        let mut matrices = self
            .tracked
            .range(first.saturating_sub(3)..first.saturating_add(count));
        matrices.next().is_some()
    }

    /// The same for what asks for parameters, also while a list is being made.
    pub(super) fn show_tracked(&mut self, gl: &dyn Gl) {
        if !self.tracked.is_empty() {
            self.outside(gl, |context| context.update_tracked(gl));
        }
    }

    /// Gives parameters the rows of matrices that have changed.
    pub(super) fn update_tracked(&mut self, gl: &dyn Gl) {
        let mut is_changed = false;
        for (address, tracked) in &mut self.tracked {
            let rows = tracked.now(gl);
            if tracked.rows == Some(rows) {
                continue;
            }
            tracked.rows = Some(rows);
            is_changed = true;
            for (at, row) in (*address..).zip(rows) {
                gl.set_environment_parameter(number::VERTEX_PROGRAM, at, row);
            }
        }
        if is_changed {
            self.parameters_changed();
        }
    }
}

impl Tracked {
    fn now(&self, gl: &dyn Gl) -> [[f32; 4]; 4] {
        let of_state = |name| Matrix::from_columns(gl.floats(name));
        let matrix = match self.matrix {
            number::MODELVIEW => of_state(number::MODELVIEW_MATRIX),
            number::PROJECTION => of_state(number::PROJECTION_MATRIX),
            number::COLOR => of_state(number::COLOR_MATRIX),
            number::MODELVIEW_PROJECTION_NV => {
                of_state(number::PROJECTION_MATRIX).multiply(&of_state(number::MODELVIEW_MATRIX))
            }
            other => match other.checked_sub(number::MATRIX0_NV) {
                Some(at) if at < TRACK_MATRICES => of_mode(gl, number::MATRIX0 + at),
                Some(_) | None => {
                    let before = gl.integer(number::ACTIVE_TEXTURE).cast_unsigned();
                    gl.active_texture(other);
                    let matrix = of_state(number::TEXTURE_MATRIX);
                    gl.active_texture(before);
                    matrix
                }
            },
        };
        modified(&matrix, modifier(self.transform).unwrap_or(MatrixModifier::None)).rows
    }
}

fn modifier(transform: u32) -> Option<MatrixModifier> {
    Some(match transform {
        number::IDENTITY_NV => MatrixModifier::None,
        number::INVERSE_NV => MatrixModifier::Inverse,
        number::TRANSPOSE_NV => MatrixModifier::Transpose,
        number::INVERSE_TRANSPOSE_NV => MatrixModifier::InverseTranspose,
        _ => return None,
    })
}

/// A matrix that MatrixMode has.
pub(super) fn of_mode(gl: &dyn Gl, mode: u32) -> Matrix {
    let before = gl.integer(number::MATRIX_MODE).cast_unsigned();
    gl.matrix_mode(mode);
    let matrix = Matrix::from_columns(gl.floats(number::CURRENT_MATRIX));
    gl.matrix_mode(before);
    matrix
}

/// A matrix, or its inverse, its transpose, or both.
pub(super) fn modified(matrix: &Matrix, modifier: MatrixModifier) -> Matrix {
    match modifier {
        MatrixModifier::None => *matrix,
        MatrixModifier::Inverse => matrix.inverse(),
        MatrixModifier::Transpose => matrix.transpose(),
        MatrixModifier::InverseTranspose => matrix.inverse().transpose(),
    }
}
