//! The messages between a driver's process and the one that started it. Types of other crates travel as plain copies
//! of what they hold.

mod content;
mod error;
mod file;
mod picture;
mod problem;
mod report;
mod scene;

use quadrille_opengl::{Answer as Judgement, Operands};
use quadrille_translate::{Emulation, Target};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

use crate::engine::Engine;

pub use self::content::ContentError;
pub use self::error::ServeError;
pub(crate) use self::file::NoFile;
pub use self::problem::rule;
pub(crate) use self::report::Report;
pub(crate) use self::scene::Scene;

/// A request to a driver's process; the answer has the same name.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) enum Question {
    /// Open a driver that draws scenes.
    Open(Opening),
    /// Draw a scene.
    Draw(Box<Scene>),
    /// A file that was asked for, or why it cannot be read.
    File(Result<ByteBuf, NoFile>),
    /// Open OpenGL for programs alone.
    Assembler,
    /// Whether OpenGL has an extension.
    Has(String),
    /// Load a program into a target.
    Program { target: u32, text: String },
    /// Run a vertex or a fragment program for each row of operands.
    Map {
        of_vertices: bool,
        text: String,
        rows: Vec<Operands>,
    },
}

/// The answer of a driver's process to a [`Question`].
#[derive(Serialize, Deserialize, Debug)]
pub(crate) enum Answer {
    /// The driver is open, or why not.
    Open(Result<(), ServeError>),
    /// The report on the scene, or why the driver could not begin with it.
    Draw(Result<Box<Report>, ServeError>),
    /// A scene names this file, of which so many bytes are wanted at most; [`Question::File`] follows.
    File {
        path: String,
        most: u64,
    },
    /// The renderer and version of the driver, or why there is none.
    Assembler(Result<String, ServeError>),
    Has(bool),
    Program(Result<Judged, ServeError>),
    Map(Result<Vec<[u32; 4]>, ServeError>),
}

/// A driver to be opened: [`Engine`] with names in place of rows of tables.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub(crate) enum Opening {
    OpenGl,
    Translated { target: String, allow: Vec<String> },
    Vulkan,
}

/// The verdict of OpenGL on a program.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) struct Judged {
    accepted: bool,
    position: i32,
    string: String,
    is_native: bool,
}

impl From<&Engine> for Opening {
    fn from(engine: &Engine) -> Opening {
        match engine {
            Engine::OpenGl => Opening::OpenGl,
            Engine::Vulkan => Opening::Vulkan,
            Engine::Translated { target, allow } => Opening::Translated {
                target: target.row().name.to_owned(),
                allow: allow
                    .iter()
                    .map(|emulation| emulation.name().to_owned())
                    .collect(),
            },
        }
    }
}

impl Opening {
    /// The engine; none if a name stands in no table.
    pub(crate) fn engine(self) -> Option<Engine> {
        Some(match self {
            Opening::OpenGl => Engine::OpenGl,
            Opening::Vulkan => Engine::Vulkan,
            Opening::Translated { target, allow } => Engine::Translated {
                target: Target::of_name(&target)?,
                allow: allow
                    .iter()
                    .map(|name| Emulation::of_name(name))
                    .collect::<Option<_>>()?,
            },
        })
    }
}

impl From<Judgement> for Judged {
    fn from(
        Judgement {
            accepted,
            position,
            string,
            is_native,
        }: Judgement,
    ) -> Judged {
        Judged {
            accepted,
            position,
            string,
            is_native,
        }
    }
}

impl From<Judged> for Judgement {
    fn from(
        Judged {
            accepted,
            position,
            string,
            is_native,
        }: Judged,
    ) -> Judgement {
        Judgement {
            accepted,
            position,
            string,
            is_native,
        }
    }
}
