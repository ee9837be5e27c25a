//! Stages of the pipeline, as C names them.

use quadrille::Stage;

use super::ffi::FfiResult;
use super::numbered::numbered;
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

numbered!(
    QuadrilleStage: Vertex, Fragment, Geometry, TessellationControl, TessellationEvaluation, Compute, VertexState, None
);

impl QuadrilleStage {
    /// The stage itself, if it is one.
    pub(crate) fn stage(self) -> Option<Stage> {
        Some(match self {
            QuadrilleStage::Vertex => Stage::Vertex,
            QuadrilleStage::Fragment => Stage::Fragment,
            QuadrilleStage::Geometry => Stage::Geometry,
            QuadrilleStage::TessellationControl => Stage::TessellationControl,
            QuadrilleStage::TessellationEvaluation => Stage::TessellationEvaluation,
            QuadrilleStage::Compute => Stage::Compute,
            QuadrilleStage::VertexState => Stage::VertexState,
            QuadrilleStage::None => return None,
        })
    }
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

/// The stage of a number of C, which must be one.
pub(crate) fn stage(number: u32) -> FfiResult<Stage> {
    let stage = QuadrilleStage::of(number)?.stage();
    stage.ok_or(QuadrilleStatus::InvalidArgument)
}
