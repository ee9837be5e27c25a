//! Text of the fixed-function vertex stage: position, lighting, texture coordinates, fog coordinate, point
//! size (GL 2.1, 2.11 to 2.14, 3.3).

use quadrille_program::Program;

use crate::state::Context;

/// What the fragment stage reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs {}

impl Needs {
    /// What a fragment program reads.
    pub fn of(_fragment: &Program) -> Needs {
        Needs {}
    }
}

/// The instructions that compute the fixed-function position; position-invariant programs have the same.
pub const POSITION: &str = "\
DP4 result.position.x, state.matrix.mvp.row[0], vertex.position;
DP4 result.position.y, state.matrix.mvp.row[1], vertex.position;
DP4 result.position.z, state.matrix.mvp.row[2], vertex.position;
DP4 result.position.w, state.matrix.mvp.row[3], vertex.position;
";

/// The program that does what the state says.
pub fn text(_context: &Context, _needs: &Needs) -> String {
    format!("!!ARBvp1.0\n{POSITION}MOV result.color, vertex.color;\nEND\n")
}
