//! Dispatches: a compute program that is enabled runs where the application uses no shaders of its own.

use quadrille_isa::gl::Stage;

use super::Context;
use super::draw::Key;
use crate::gl::{Gl, number};

/// What a dispatch is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dispatch {
    /// The driver dispatches as it is asked.
    Native,
    /// A compute program is used in the place of this one, which comes back afterwards.
    Ours(u32),
    /// There is nothing to run.
    Refused,
}

impl Context {
    /// Something is about to be dispatched.
    pub(crate) fn before_dispatch(&mut self, gl: &dyn Gl) -> Dispatch {
        if self.in_begin || self.stages.enabled(number::COMPUTE_PROGRAM) != Some(true) {
            return Dispatch::Native;
        }
        if self.has_shaders(gl) {
            return Dispatch::Native;
        }
        let loads = self.group.loads();
        if self.loads != loads {
            self.forget(gl, loads);
            // Draws choose anew: what they used may be gone.
            (self.stale, self.loads) = (true, loads);
        }
        let Some(program) = self.bound(gl, Stage::Compute) else {
            self.raise(number::INVALID_OPERATION);
            return Dispatch::Refused;
        };
        let key = Key::new(std::slice::from_ref(&program), 0);
        let used = gl.integer(number::CURRENT_PROGRAM).cast_unsigned();
        let own = self.linked(gl, key, &[program]);
        if own == 0 {
            gl.use_linked(used);
            self.raise(number::INVALID_OPERATION);
            return Dispatch::Refused;
        }
        gl.use_linked(own);
        self.update(gl, key);
        Dispatch::Ours(used)
    }

    /// It is dispatched.
    pub(crate) fn after_dispatch(&mut self, gl: &dyn Gl, dispatch: Dispatch) {
        if let Dispatch::Ours(used) = dispatch {
            gl.use_linked(used);
        }
    }
}
