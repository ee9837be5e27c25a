//! Programs handed to the driver as they are, and what it says of them.

use quadrille_base::{Diagnostic, Span, Spent, rule};
use quadrille_isa::gl::Profile;
use quadrille_scene::ProgramText;

use crate::error::SceneError;
use crate::gl::Gl;
use crate::target::ProgramTarget;

rule!(
    DRIVER_REFUSES,
    "driver-refuses",
    Error,
    "the driver refuses a program or a command of a scene",
    ["docs/compare.md"],
    "program.rs"
);

/// Why a scene was not drawn to its end.
pub(crate) enum Stop {
    /// It asks for something that is not handed to the driver, or that the driver does not have.
    Missing {
        /// The line of the command that asks.
        line: Option<u32>,
        /// The part of the scene that is missing.
        error: SceneError,
    },
    /// The driver refuses a program or a command.
    Refused(Box<Diagnostic>),
    /// The scene's budget does not suffice for the command that stands there.
    Spent(Span, Spent),
}

impl From<SceneError> for Stop {
    fn from(error: SceneError) -> Stop {
        Stop::Missing { line: None, error }
    }
}

impl Stop {
    /// The driver refuses something that stands there.
    pub(crate) fn refused(span: Span, message: String) -> Stop {
        Stop::Refused(Box::new(Diagnostic::new(&DRIVER_REFUSES, span, message)))
    }
}

/// Hands a program to the driver.
pub(crate) fn load(gl: &Gl, program: &ProgramText, text: &str) -> Result<(), Stop> {
    let Some(target) = ProgramTarget::of(text) else {
        let header = Profile::of(text).map_or("a program without a header", |profile| profile.header);
        return Err(SceneError::Header(header).into());
    };
    if !gl.has(target.extension) {
        return Err(SceneError::Extension(target.extension).into());
    }
    let answer = gl
        .program(target.number, text.as_bytes())
        .map_err(SceneError::Gl)?;
    if !answer.accepted {
        let position = u32::try_from(answer.position).unwrap_or(0).min(text.len() as u32);
        let message = format!("the driver rejects the program: {}", answer.string.trim());
        return Err(Stop::refused(Span::at(program.span.start + position), message));
    }
    gl.enable(target.number);
    Ok(())
}
