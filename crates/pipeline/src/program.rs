//! Programs as a draw binds them.

use std::fmt;
use std::sync::Arc;

use quadrille_base::{Diagnostic, Severity};
use quadrille_engine::Kernel;

/// A program and its local parameters.
#[derive(Clone)]
pub struct BoundProgram {
    /// The program, made ready by an engine.
    pub kernel: Arc<dyn Kernel>,
    /// Local parameters; those past the end are 0.
    pub locals: Vec<[f32; 4]>,
    /// The numbers of the functions that its subroutine parameters hold; those past the end are 0.
    pub subroutines: Vec<u32>,
}

impl BoundProgram {
    /// A program whose local parameters are 0.
    pub fn new(kernel: Arc<dyn Kernel>) -> BoundProgram {
        BoundProgram {
            kernel,
            locals: Vec::new(),
            subroutines: Vec::new(),
        }
    }
}

/// The programs of a draw. A vertex or fragment stage without one is fixed function; the others pass on what
/// comes in.
#[derive(Clone, Default)]
pub struct Programs {
    /// Vertex program.
    pub vertex: Option<BoundProgram>,
    /// Tessellation control program.
    pub control: Option<BoundProgram>,
    /// Tessellation evaluation program.
    pub evaluation: Option<BoundProgram>,
    /// Geometry program.
    pub geometry: Option<BoundProgram>,
    /// Fragment program.
    pub fragment: Option<BoundProgram>,
}

impl Programs {
    /// Those that are there.
    pub fn all(&self) -> impl Iterator<Item = &BoundProgram> {
        let Programs {
            vertex,
            control,
            evaluation,
            geometry,
            fragment,
        } = self;
        [vertex, control, evaluation, geometry, fragment]
            .into_iter()
            .flatten()
    }
}

/// Makes programs from text: the caller brings a checker and an engine.
pub trait Compiler: Send + Sync {
    /// Checks and prepares a program. The texts are our own, of fixed-function stages, so that an error is a
    /// fault of the caller's checker, and is only passed on.
    ///
    /// # Errors
    ///
    /// The checker does not accept the text.
    fn compile(&self, text: &str) -> Result<Arc<dyn Kernel>, CompileError>;
}

/// The diagnostics of the caller's checker on the program of a fixed-function stage.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CompileError(pub Vec<Diagnostic>);

impl std::error::Error for CompileError {}

impl fmt::Display for CompileError {
    /// Each error with its byte in the text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = self.0.iter().filter(|one| one.severity == Severity::Error);
        for (number, error) in errors.enumerate() {
            let before = if number > 0 { "; " } else { "" };
            write!(f, "{before}byte {}: {}", error.span.start, error.message)?;
        }
        Ok(())
    }
}
