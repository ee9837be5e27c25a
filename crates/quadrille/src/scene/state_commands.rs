//! The state of a canvas by the commands of scenes, for those who draw without a scene.

use quadrille_base::{Diagnostic, Span};
use quadrille_scene::Command;

use super::capability::{self, Switches};
use super::runner::Missing;
use super::state::{self, StateError};
use super::stop::wrong;
use crate::canvas::Canvas;

/// What a text of commands begins with, as a scene has it.
const SECTION: &str = "[test]\n";

/// A command that cannot be carried out.
#[derive(Debug, thiserror::Error)]
enum NotSet {
    #[error("this command sets no state")]
    NoState,
    #[error(transparent)]
    State(#[from] StateError),
    #[error(transparent)]
    Missing(#[from] Missing),
}

/// Sets the state of one canvas by the commands of scenes that set state: `enable GL_DEPTH_TEST`, `blend func ONE ONE`.
///
/// ```
/// use quadrille::scene::StateCommands;
/// use quadrille::Session;
///
/// let mut canvas = Session::new().canvas(8, 8)?;
/// let mut commands = StateCommands::default();
/// commands.set(&mut canvas, "enable GL_BLEND\nblend func SRC_ALPHA ONE\n").expect("both set state");
/// assert!(canvas.state.blend.enabled);
/// let problem = commands.set(&mut canvas, "depthmask 0\ndraw rect 0 0 1 1").expect_err("a draw is no state");
/// assert_eq!(problem.span.start, 12);
/// # Ok::<(), quadrille::CanvasError>(())
/// ```
#[derive(Debug, Default)]
pub struct StateCommands {
    /// What GL keeps while the capability is off.
    switches: Switches,
}

impl StateCommands {
    /// Carries the commands of a text out, one a line, until one is wrong.
    ///
    /// # Errors
    ///
    /// A line is no command, or is one that sets no state, at its place in the text. Nothing is set then if it cannot be
    /// read, and what stands before it otherwise.
    pub fn set(&mut self, canvas: &mut Canvas, text: &str) -> Result<(), Box<Diagnostic>> {
        let back = |offset: u32| offset.saturating_sub(SECTION.len() as u32);
        let back = |found: Diagnostic| {
            let found = found.mapped(|span| Span::new(back(span.start), back(span.end)));
            Box::new(found.within(text))
        };
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            if line.trim_start().starts_with('[') {
                let span = Span::new(start, start + line.trim_end().len() as u32);
                return Err(Box::new(wrong(span, "commands alone stand here, and no section")));
            }
            start += line.len() as u32;
        }
        let read = quadrille_scene::read(&format!("{SECTION}{text}"));
        let scene = read.map_err(|error| back(error.into()))?;
        let done = scene.statements.iter().try_for_each(|statement| {
            let done = self.one(canvas, &statement.command);
            done.map_err(|error| back(wrong(statement.span, error.to_string())))
        });
        self.switches.apply(canvas);
        done
    }

    fn one(&mut self, canvas: &mut Canvas, command: &Command) -> Result<(), NotSet> {
        // Texture units have state of scenes that no canvas keeps: the unit of the texture that was made last.
        const UNIT: usize = 0;
        if let Command::State(command) = command {
            return Ok(state::set(command, UNIT, &mut canvas.state, &mut self.switches)?);
        }
        let Command::Enable(name, on) = command else {
            return Err(NotSet::NoState);
        };
        match capability::set(name, *on, UNIT, canvas, &mut self.switches) {
            true => Ok(()),
            false => Err(Missing::Capability(name.clone()).into()),
        }
    }
}
