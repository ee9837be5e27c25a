//! The native half of the Python package `quadrille_gpu`: sessions, programs, translations, scenes, canvases, and the machine words
//! of the GeForce 3 and the VideoCore IV, over arrays of numpy.
//!
//! What Python sees is described in `quadrille_gpu/__init__.pyi`; a module here is a class there. Long runs give the
//! interpreter's lock back and end at Ctrl-C.

mod arrays;
mod budget;
mod canvas;
mod diagnostic;
mod error;
mod geforce3;
mod mapping;
mod program;
mod qpu;
mod scene;
mod session;
mod translation;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::canvas::Canvas;
    #[pymodule_export]
    use super::diagnostic::Diagnostic;
    #[pymodule_export]
    use super::error::{EvaluationError, QuadrilleError, Rejected, Untranslatable};
    #[pymodule_export]
    use super::geforce3::{Gf3Program, Gf3Timing};
    #[pymodule_export]
    use super::program::{Program, Results};
    #[pymodule_export]
    use super::qpu::{QpuRun, qpu_assemble, qpu_check, qpu_disassemble, qpu_run};
    #[pymodule_export]
    use super::scene::{Report, run_scene};
    #[pymodule_export]
    use super::session::{Session, explain, split};
    #[pymodule_export]
    use super::translation::{Translation, targets};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // What `isinstance` and patterns ask; the methods are the class's own.
        let mapping = module.py().import("collections.abc")?.getattr("Mapping")?;
        mapping.call_method1("register", (module.py().get_type::<Results>(),))?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
