//! The programs of stages: bound, switched on and off.

use std::sync::Arc;

use quadrille_engine::Kernel;
use quadrille_isa::gl::Stage;
use quadrille_pipeline::{BoundProgram, Programs};

use super::{Canvas, CanvasError};
use crate::program::Loaded;

impl Canvas {
    /// Binds a program to its stage, in place of the one before. Its local parameters are 0.
    ///
    /// # Errors
    ///
    /// It is a vertex state program, which runs outside of draws.
    pub fn bind(&mut self, program: &Loaded) -> Result<(), CanvasError> {
        self.bind_kernel(program.kernel().clone())
    }

    /// The same with a kernel of the caller's.
    pub(crate) fn bind_kernel(&mut self, kernel: Arc<dyn Kernel>) -> Result<(), CanvasError> {
        let stage = kernel.program().profile().stage;
        *self.place(stage)? = Some(BoundProgram::new(kernel));
        Ok(())
    }

    /// Takes the program off a stage. The vertex and fragment stage are then fixed function, others are passed
    /// over.
    ///
    /// # Errors
    ///
    /// There is no such stage in a draw.
    pub fn unbind(&mut self, stage: Stage) -> Result<(), CanvasError> {
        *self.place(stage)? = None;
        Ok(())
    }

    /// Switches the program of a stage on or off (VERTEX_PROGRAM, GEOMETRY_PROGRAM_NV, …). One that is off stays
    /// bound, with its parameters; a stage that is on has to have a program when something is drawn.
    ///
    /// # Errors
    ///
    /// There is no such stage in a draw.
    pub fn enable_program(&mut self, stage: Stage, on: bool) -> Result<(), CanvasError> {
        if matches!(stage, Stage::Compute | Stage::VertexState) {
            return Err(CanvasError::Stage(stage));
        }
        self.switched.retain(|(other, _)| *other != stage);
        self.switched.push((stage, on));
        Ok(())
    }

    pub(super) fn place(&mut self, stage: Stage) -> Result<&mut Option<BoundProgram>, CanvasError> {
        match stage {
            Stage::Vertex => Ok(&mut self.programs.vertex),
            Stage::TessellationControl => Ok(&mut self.programs.control),
            Stage::TessellationEvaluation => Ok(&mut self.programs.evaluation),
            Stage::Geometry => Ok(&mut self.programs.geometry),
            Stage::Fragment => Ok(&mut self.programs.fragment),
            Stage::Compute => Ok(&mut self.compute),
            Stage::VertexState => Err(CanvasError::Stage(stage)),
        }
    }

    /// The programs of a draw.
    pub(super) fn enabled_programs(&self) -> Result<Programs, CanvasError> {
        let mut programs = self.programs.clone();
        for (stage, on) in &self.switched {
            let place = match stage {
                Stage::Vertex => &mut programs.vertex,
                Stage::TessellationControl => &mut programs.control,
                Stage::TessellationEvaluation => &mut programs.evaluation,
                Stage::Geometry => &mut programs.geometry,
                Stage::Fragment => &mut programs.fragment,
                Stage::VertexState | Stage::Compute => continue,
            };
            if *on && place.is_none() {
                return Err(CanvasError::Enabled(*stage));
            }
            if !on {
                *place = None;
            }
        }
        Ok(programs)
    }
}
