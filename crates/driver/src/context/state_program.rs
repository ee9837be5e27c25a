//! Vertex state programs (NV_vertex_program 2.14.4): run by the reference engine over the driver's environment parameters.

use std::sync::Arc;

use quadrille_base::{Budget, Meter};
use quadrille_isa::gl::Stage;
use quadrille_pipeline::state_program::{StateProgramError, execute, written};
use quadrille_pipeline::{BoundProgram, TextureUnits, state};
use quadrille_reference::ReferenceKernel;

use super::Context;
use super::track::PROGRAM_PARAMETERS;
use crate::gl::{Gl, number};

impl Context {
    /// ExecuteProgramNV.
    pub(super) fn execute(&mut self, gl: &dyn Gl, target: u32, program: u32, input: [f32; 4]) {
        if target != number::VERTEX_STATE_PROGRAM {
            return self.raise(number::INVALID_ENUM);
        }
        let loaded = self.group.program(target, program);
        let Some(loaded) = loaded.filter(|loaded| loaded.stage == Stage::VertexState) else {
            return self.raise(number::INVALID_OPERATION);
        };
        let mut written = written(&loaded.program).into_iter();
        if written.any(|(_, number)| self.is_tracked(number, 1)) {
            return self.raise(number::INVALID_OPERATION);
        }
        self.update_tracked(gl);
        let parameter = |at| gl.environment_parameter(number::VERTEX_PROGRAM, at);
        let before: Vec<[f32; 4]> = (0..PROGRAM_PARAMETERS).map(parameter).collect();
        let mut context = state::Context::new(1, 1);
        *context.environment_mut(Stage::Vertex) = before.clone();
        let bound = BoundProgram::new(Arc::new(ReferenceKernel::new(Arc::clone(&loaded.program))));
        let meter = Meter::new(Budget::default());
        match execute(&mut context, &bound, input, &TextureUnits::default(), &meter) {
            Ok(()) => {
                let after = context.environment(Stage::Vertex).iter();
                for (at, (value, before)) in (0..PROGRAM_PARAMETERS).zip(after.zip(&before)) {
                    if value.map(f32::to_bits) != before.map(f32::to_bits) {
                        gl.set_environment_parameter(number::VERTEX_PROGRAM, at, *value);
                    }
                }
                self.parameters_changed();
            }
            Err(StateProgramError::Stage(_) | StateProgramError::Tracked(_) | StateProgramError::Trap(_)) => {
                self.raise(number::INVALID_OPERATION)
            }
        }
    }
}
