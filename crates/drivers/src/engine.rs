//! The drivers by name, and how programs go to them.

use quadrille_translate::{Emulation, TARGETS, Target};

/// A driver by name.
#[derive(Debug)]
pub struct DriverRow {
    /// The name, as `--engine` takes it.
    pub name: &'static str,
    /// A one-line description.
    pub doc: &'static str,
}

/// All drivers.
pub static DRIVERS: &[DriverRow] = &[
    DriverRow {
        name: "vulkan",
        doc: "a Vulkan 1.3 device of the machine, with programs translated to SPIR-V",
    },
    DriverRow {
        name: "gl",
        doc: "the OpenGL driver of the machine, which takes the assembly itself",
    },
    DriverRow {
        name: "gl:TARGET",
        doc: "the OpenGL driver of the machine, with programs translated to a GLSL or GLSL ES target",
    },
];

/// A driver of the machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Engine {
    /// `gl`: OpenGL, that takes the assembly itself.
    OpenGl,
    /// `gl:TARGET`: OpenGL, that takes shaders which programs are translated to.
    Translated {
        /// The shading language.
        target: Target,
        /// The emulations that the translation may use for what the language cannot say.
        allow: Vec<Emulation>,
    },
    /// `vulkan`: a Vulkan device, that takes SPIR-V.
    Vulkan,
}

/// A name that stands for no driver.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownEngine {
    /// It does not begin as one.
    #[error("there is no driver `{0}`; there are: {names}", names = names().join(", "))]
    Name(String),
    /// A target that OpenGL does not take.
    #[error("OpenGL does not take `{0}`; it takes {languages}", languages = languages().join(", "))]
    Target(String),
}

impl Engine {
    /// The driver of a name; translations for OpenGL may do what is in `allow`.
    ///
    /// # Errors
    ///
    /// There is none of that name.
    pub fn of_name(name: &str, allow: &[Emulation]) -> Result<Engine, UnknownEngine> {
        match name.split_once(':') {
            None if name == "gl" => Ok(Engine::OpenGl),
            None if name == "vulkan" => Ok(Engine::Vulkan),
            Some(("gl", target)) => match Target::of_name(target) {
                Some(known) if languages().contains(&target) => Ok(Engine::Translated {
                    target: known,
                    allow: allow.to_vec(),
                }),
                _ => Err(UnknownEngine::Target(target.to_owned())),
            },
            _ => Err(UnknownEngine::Name(name.to_owned())),
        }
    }
}

fn names() -> Vec<&'static str> {
    DRIVERS.iter().map(|row| row.name).collect()
}

/// The names of the languages that OpenGL takes.
fn languages() -> Vec<&'static str> {
    let glsl = TARGETS.iter().filter(|row| row.target.is_glsl());
    glsl.map(|row| row.name).collect()
}
