//! The colour sum, which adds secondary colours to what fixed-function fragments make of primary ones. With a program of
//! NV_vertex_program it is always in operation, whatever COLOR_SUM is (NV_vertex_program, "Issues"). Drivers ask COLOR_SUM
//! whatever the vertex shader, so that it is enabled here for draws with such a program, and the application is told what it
//! has set itself.

use quadrille_isa::gl::Family;
use quadrille_isa::gl::profile::Variables;

use super::Context;
use super::group::Loaded;
use crate::gl::{Gl, number};

impl Context {
    /// Enable and Disable of COLOR_SUM.
    pub(super) fn enable_color_sum(&mut self, gl: &dyn Gl, enabled: bool) {
        self.leave_color_sum(gl);
        gl.set_enabled(number::COLOR_SUM, enabled);
        self.stale = true;
    }

    /// Has COLOR_SUM be what the application has set.
    pub(super) fn leave_color_sum(&mut self, gl: &dyn Gl) {
        if self.sums_colors {
            gl.set_enabled(number::COLOR_SUM, false);
            (self.sums_colors, self.stale) = (false, true);
        }
    }

    /// Has the driver sum colours where a draw with this vertex program asks for it.
    pub(super) fn sum_colors(&mut self, gl: &dyn Gl, vertex: Option<&Loaded>) {
        let wanted = vertex.is_some_and(sums) && !gl.is_enabled(number::FRAGMENT_PROGRAM);
        match wanted {
            true if !gl.is_enabled(number::COLOR_SUM) => {
                gl.set_enabled(number::COLOR_SUM, true);
                self.sums_colors = true;
            }
            true => {}
            false => self.leave_color_sum(gl),
        }
    }
}

/// Whether secondary colours of a program are always added. Those that it does not write are black.
fn sums(vertex: &Loaded) -> bool {
    let mut results = vertex.program.results().iter().map(|result| result.binding);
    vertex.program.profile().variables == Variables::Registers
        && results.any(|result| result.family == Family::ResultColor && result.index[1] == 1)
}
