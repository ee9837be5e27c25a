//! Vertex state programs: run alone, outside any vertex, to write constants.

use super::track::Tracker;
use super::{Constants, ORIGIN, Options, Program, Quad};
use thiserror::Error;

/// Why a state program does not run: `INVALID_OPERATION` (NV_vertex_program 2.14.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum StateError {
    /// It writes a constant that follows a matrix.
    #[error("constant {0} is written, and it tracks a matrix")]
    Tracked(u8),
}

/// `ExecuteProgramNV`: runs a program once, with `params` as attribute 0 (section 2.14.4).
///
/// # Errors
///
/// The first constant that the program would write while it tracks a matrix; then nothing is written.
pub fn execute(
    program: &Program,
    params: Quad,
    constants: &mut Constants,
    tracker: &Tracker,
    options: &Options,
) -> Result<(), StateError> {
    if let Some(number) = program
        .written_constants()
        .find(|number| tracker.is_tracked(*number))
    {
        return Err(StateError::Tracked(number));
    }
    let mut inputs = [ORIGIN; 16];
    inputs[0] = params;
    program.run(constants, &inputs, options);
    Ok(())
}
