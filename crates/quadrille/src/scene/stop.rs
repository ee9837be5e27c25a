//! Why a command could not be carried out: something is wrong with it, or a program was stopped.

use quadrille_base::{Diagnostic, Span, Spent, rule};
use quadrille_engine::Trap;
use quadrille_isa::gl::Stage;
use quadrille_pipeline::{DeviceError, DispatchError, DrawError};
use quadrille_scene::SCENE_SYNTAX;
use quadrille_texture::TextureError;

use super::ProbeError;
use super::buffer::{BufferError, NoStage};
use super::draw::DrawCommandError;
use super::fill::FillError;
use super::frame::FrameError;
use super::framebuffer::FramebufferCommandError;
use super::made::NoTexture;
use super::placed::Placed;
use super::qpu::QpuError;
use super::query::UnknownTarget;
use super::runner::Missing;
use super::state::StateError;
use super::texparameter::ParameterError;
use super::texture::MakeError;
use super::view::ViewError;
use crate::canvas::CanvasError;

rule!(
    PROGRAM_STOPPED,
    "program-stopped",
    Error,
    "a program of a scene was stopped while it ran",
    ["docs/scenes.md"],
    "stop.rs"
);

rule!(
    BUDGET_SPENT,
    "budget-spent",
    Error,
    "a scene takes more memory, work or time than it may",
    ["docs/scenes.md"],
    "stop.rs"
);

/// Why a command could not be carried out.
#[derive(Debug, thiserror::Error)]
pub(super) enum Stop {
    #[error(transparent)]
    Missing(#[from] Missing),
    #[error(transparent)]
    Draw(#[from] DrawCommandError),
    #[error(transparent)]
    State(#[from] StateError),
    #[error(transparent)]
    Stage(#[from] NoStage),
    #[error(transparent)]
    NoTexture(#[from] NoTexture),
    #[error(transparent)]
    Make(#[from] MakeError),
    #[error(transparent)]
    Fill(#[from] FillError),
    #[error(transparent)]
    Texture(#[from] TextureError),
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    #[error(transparent)]
    Buffer(#[from] BufferError),
    #[error(transparent)]
    Qpu(#[from] QpuError),
    #[error(transparent)]
    Frame(#[from] FrameError),
    #[error(transparent)]
    View(#[from] ViewError),
    #[error(transparent)]
    Probe(#[from] ProbeError),
    #[error(transparent)]
    Query(#[from] UnknownTarget),
    #[error(transparent)]
    Framebuffer(#[from] FramebufferCommandError),
    /// The canvas does not take it.
    #[error(transparent)]
    Canvas(CanvasError),
    /// The device that draws cannot draw this.
    #[error(transparent)]
    Refused(DeviceError),
    /// The budget of the scene is spent.
    #[error(transparent)]
    Spent(#[from] Spent),
    /// A program was stopped.
    #[error("{stage:?} stage: {}", trap.kind)]
    Trapped {
        /// Its stage.
        stage: Stage,
        /// The trap: its place and its reason.
        trap: Trap,
    },
}

impl From<CanvasError> for Stop {
    fn from(error: CanvasError) -> Stop {
        match error {
            CanvasError::Spent(spent) => Stop::Spent(spent),
            CanvasError::Trap { stage, trap } => Stop::Trapped { stage, trap },
            CanvasError::Draw(DrawError::Device(error))
            | CanvasError::Dispatch(DispatchError::Device(error)) => Stop::Refused(error),
            error => Stop::Canvas(error),
        }
    }
}

/// A command that cannot be carried out.
pub(super) fn wrong(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(&SCENE_SYNTAX, span, message)
}

impl Stop {
    /// The problem, at the instruction where a program was stopped if that is known, else at the command.
    pub(super) fn problem(&self, command: Span, programs: &[Placed]) -> Diagnostic {
        let (stage, trap) = match self {
            Stop::Trapped { stage, trap } => (stage, trap),
            Stop::Spent(spent) => return Diagnostic::new(&BUDGET_SPENT, command, spent.to_string()),
            Stop::Missing(_)
            | Stop::Draw(_)
            | Stop::State(_)
            | Stop::Stage(_)
            | Stop::NoTexture(_)
            | Stop::Make(_)
            | Stop::Fill(_)
            | Stop::Texture(_)
            | Stop::Parameter(_)
            | Stop::Buffer(_)
            | Stop::Qpu(_)
            | Stop::Frame(_)
            | Stop::View(_)
            | Stop::Probe(_)
            | Stop::Query(_)
            | Stop::Framebuffer(_)
            | Stop::Canvas(_)
            | Stop::Refused(_) => return wrong(command, self.to_string()),
        };
        let of_stage = |placed: &&Placed| placed.program.program().profile().stage == *stage;
        let Some(placed) = programs.iter().rev().find(of_stage) else {
            return wrong(command, self.to_string());
        };
        let span = placed.program.program().span(trap.instruction);
        Diagnostic::new(&PROGRAM_STOPPED, span, trap.kind.to_string())
            .moved(placed.span.start)
            .label(command, "in this command")
            .note(format!("invocation {} of its batch", trap.lane))
    }
}
