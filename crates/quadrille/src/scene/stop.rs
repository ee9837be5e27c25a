//! Why a command could not be carried out: something is wrong with it, or a program was stopped.

use std::fmt;

use quadrille_base::{Diagnostic, Span, Spent, rule};
use quadrille_engine::Trap;
use quadrille_isa::gl::Stage;
use quadrille_pipeline::{DeviceError, DrawError};
use quadrille_scene::SCENE_SYNTAX;
use quadrille_texture::TextureError;

use super::ProbeError;
use super::placed::Placed;
use super::state::StateError;
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
pub(super) enum Stop {
    /// A sentence.
    Said(String),
    /// The device that draws cannot draw this.
    Refused(DeviceError),
    /// What the scene may take is not enough.
    Spent(Spent),
    /// A program was stopped.
    Trapped {
        /// Its stage.
        stage: Stage,
        /// Where, and why.
        trap: Trap,
    },
}

impl From<String> for Stop {
    fn from(sentence: String) -> Stop {
        Stop::Said(sentence)
    }
}

impl From<&str> for Stop {
    fn from(sentence: &str) -> Stop {
        Stop::Said(sentence.to_owned())
    }
}

impl From<Spent> for Stop {
    fn from(spent: Spent) -> Stop {
        Stop::Spent(spent)
    }
}

impl From<StateError> for Stop {
    fn from(error: StateError) -> Stop {
        Stop::Said(error.to_string())
    }
}

impl From<ProbeError> for Stop {
    fn from(error: ProbeError) -> Stop {
        Stop::Said(error.to_string())
    }
}

impl From<TextureError> for Stop {
    fn from(error: TextureError) -> Stop {
        Stop::Said(error.to_string())
    }
}

impl From<CanvasError> for Stop {
    fn from(error: CanvasError) -> Stop {
        match error {
            CanvasError::Spent(spent) => Stop::Spent(spent),
            CanvasError::Trap { stage, trap } => Stop::Trapped { stage, trap },
            CanvasError::Draw(DrawError::Device(error)) => Stop::Refused(error),
            error => Stop::Said(error.to_string()),
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Said(sentence) => f.write_str(sentence),
            Stop::Refused(error) => error.fmt(f),
            Stop::Spent(spent) => spent.fmt(f),
            Stop::Trapped { stage, trap } => write!(f, "{stage:?} stage: {}", trap.kind),
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
            Stop::Said(_) | Stop::Refused(_) => return wrong(command, self.to_string()),
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
