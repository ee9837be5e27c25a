//! Inputs of programs besides their parameters: the functions of subroutine parameters, and the vertex state
//! programs that set parameters.

use quadrille_engine::{Trap, TrapKind};
use quadrille_isa::gl::Stage;
use quadrille_pipeline::BoundProgram;
use quadrille_pipeline::state_program::{self, StateProgramError};

use super::{Canvas, CanvasError};
use crate::program::Loaded;

impl Canvas {
    /// Puts a function, given by its label, into a subroutine parameter of the program that is bound to a stage
    /// (ProgramSubroutineParametersuivNV). Parameters hold function 0 at first.
    ///
    /// # Errors
    ///
    /// No program is bound, it has no such parameter, or its type does not let the parameter hold the function.
    pub fn set_subroutine(
        &mut self,
        stage: Stage,
        parameter: usize,
        function: &str,
    ) -> Result<(), CanvasError> {
        let bound = self.place(stage)?.as_mut().ok_or(CanvasError::NoProgram)?;
        let known = bound.kernel.program().subroutines();
        let unknown = || CanvasError::Subroutine {
            parameter,
            function: function.to_owned(),
        };
        let mut parameters = known.parameters.iter();
        let own = parameters.find(|own| own.number as usize == parameter);
        let allowed = own.and_then(|own| known.types.get(own.of as usize));
        let mut functions = known.functions.iter();
        let found = functions
            .find(|found| found.name == function)
            .filter(|found| allowed.is_some_and(|of| of.functions.contains(&found.number)))
            .ok_or_else(unknown)?
            .number;
        if bound.subroutines.len() <= parameter {
            bound.subroutines.resize(parameter + 1, 0);
        }
        bound.subroutines[parameter] = found;
        Ok(())
    }

    /// Runs a vertex state program with a vector in `v[0]` (ExecuteProgramNV). What it writes to `c[n]` is then
    /// environment parameter n of vertex programs.
    ///
    /// # Errors
    ///
    /// It is no vertex state program, a matrix is tracked into what it writes, or it was stopped.
    pub fn execute(&mut self, program: &Loaded, input: [f32; 4]) -> Result<(), CanvasError> {
        let bound = BoundProgram::new(program.kernel().clone());
        let meter = self.meter();
        let done = state_program::execute(&mut self.state, &bound, input, &self.textures, &meter);
        done.map_err(|error| match error {
            StateProgramError::Trap(Trap {
                kind: TrapKind::Spent(spent),
                ..
            }) => CanvasError::Spent(spent),
            StateProgramError::Trap(trap) => CanvasError::Trap {
                stage: Stage::VertexState,
                trap,
            },
            error => CanvasError::StateProgram(error),
        })
    }
}
