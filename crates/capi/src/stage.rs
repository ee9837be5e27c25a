//! Stages of the pipeline, as C names them.

use quadrille::Stage;

use super::ffi::FfiResult;
use super::status::QuadrilleStatus;

/// The stage that a program is for.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuadrilleStage {
    /// Vertex programs.
    Vertex = 0,
    /// Fragment programs.
    Fragment = 1,
    /// Geometry programs.
    Geometry = 2,
    /// Tessellation control programs.
    TessellationControl = 3,
    /// Tessellation evaluation programs.
    TessellationEvaluation = 4,
    /// Compute programs.
    Compute = 5,
    /// Vertex state programs.
    VertexState = 6,
    /// A text whose header is of no language.
    None = 7,
}

impl From<Stage> for QuadrilleStage {
    fn from(stage: Stage) -> QuadrilleStage {
        match stage {
            Stage::Vertex => QuadrilleStage::Vertex,
            Stage::Fragment => QuadrilleStage::Fragment,
            Stage::Geometry => QuadrilleStage::Geometry,
            Stage::TessellationControl => QuadrilleStage::TessellationControl,
            Stage::TessellationEvaluation => QuadrilleStage::TessellationEvaluation,
            Stage::Compute => QuadrilleStage::Compute,
            Stage::VertexState => QuadrilleStage::VertexState,
        }
    }
}

/// The stage of a number of C.
pub(crate) fn stage(number: u32) -> FfiResult<Stage> {
    Ok(match number {
        0 => Stage::Vertex,
        1 => Stage::Fragment,
        2 => Stage::Geometry,
        3 => Stage::TessellationControl,
        4 => Stage::TessellationEvaluation,
        5 => Stage::Compute,
        6 => Stage::VertexState,
        _ => return Err(QuadrilleStatus::InvalidArgument),
    })
}
