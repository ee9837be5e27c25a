//! Engines by name: those of the library, and the drivers of the machine.

use std::sync::Arc;
use std::time::Duration;

use quadrille::scene::{Report, SceneOptions};
use quadrille::translate::Emulation;
use quadrille::{Differences, ENGINES, LevelError, Options, Session, run_scene};
use quadrille_drivers::{self as drivers, DRIVERS, Driver, DriverError, Launch, UnknownEngine};

use crate::commands::DRIVER_PROCESS;

/// The engine that draws scenes.
pub(crate) struct Engine {
    session: Session,
    /// A driver of the machine; without one, the library's own pipeline draws.
    driver: Option<Driver>,
}

/// The environment variable with the vector instructions that the engine `wide` uses.
const SIMD: &str = "QUADRILLE_SIMD";

/// An engine that a command cannot have.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EngineError {
    #[error("there is no engine `{0}`; there are: {names}", names = names().collect::<Vec<_>>().join(", "))]
    Name(String),
    /// The name of a driver's target that it does not take.
    #[error(transparent)]
    Target(UnknownEngine),
    #[error("{SIMD}: {0}")]
    Simd(LevelError),
    #[error(transparent)]
    Driver(#[from] DriverError),
}

/// The emulations that a translation for OpenGL may use for what the language cannot say.
const ALLOWED: &[Emulation] = &[
    Emulation::RectAs2d,
    Emulation::OneAsTwo,
    Emulation::OffsetsBySize,
    Emulation::ClipVertex,
    Emulation::InterpolateByDerivatives,
    Emulation::ClipByDiscard,
    Emulation::LongAttributesAsWords,
    Emulation::BuffersAsArrays,
    Emulation::NoPerspectiveByW,
];

/// The names of all engines, with a line on each.
fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    let own = ENGINES.iter().map(|row| (row.name, row.doc));
    own.chain(DRIVERS.iter().map(|row| (row.name, row.doc)))
}

/// The names of all engines.
fn names() -> impl Iterator<Item = &'static str> {
    rows().map(|(name, _)| name)
}

/// The help text of `--engine`.
pub(crate) fn help() -> String {
    let rows = rows().map(|(name, doc)| format!("\n- {name}: {doc}"));
    let usual = ENGINES[0].name;
    format!("The engine that runs programs; {usual} if none is named:") + &rows.collect::<String>()
}

impl Engine {
    /// The engine that is taken where none is named, which judges programs so.
    pub(crate) fn usual(judging: &Options) -> Result<Engine, EngineError> {
        let mut session = Session::with(judging.clone());
        if let Ok(level) = std::env::var(SIMD) {
            session = session.simd(&level).map_err(EngineError::Simd)?;
        }
        Ok(Engine {
            session,
            driver: None,
        })
    }

    /// The engine of a name, which judges programs so; of `gl:TARGET` for OpenGL with translated programs. A driver takes
    /// at most `limit` for each scene.
    pub(crate) fn of_name(
        name: &str,
        judging: &Options,
        limit: Option<Duration>,
    ) -> Result<Engine, EngineError> {
        let Engine { session, .. } = Engine::usual(judging)?;
        if let Ok(session) = session.clone().engine(name) {
            return Ok(Engine {
                session,
                driver: None,
            });
        }
        let engine = drivers::Engine::of_name(name, ALLOWED).map_err(|error| match error {
            UnknownEngine::Name(name) => EngineError::Name(name),
            UnknownEngine::Target(_) => EngineError::Target(error),
        })?;
        let open = |launch| Driver::open(engine, launch, limit.unwrap_or(Driver::TIME_LIMIT));
        let driver = Launch::again(DRIVER_PROCESS)
            .map_err(DriverError::from)
            .and_then(open);
        Ok(Engine {
            session,
            driver: Some(driver?),
        })
    }

    /// The engine with another beside it that its programs are measured against; `None` where one of them is a
    /// driver, whose programs nobody sees running.
    pub(crate) fn compared_with(self, name: &str) -> (Engine, Option<Arc<Differences>>) {
        if self.is_driver() {
            return (self, None);
        }
        match self.session.clone().compared_with(name) {
            Ok((session, differences)) => (Engine { session, ..self }, Some(differences)),
            Err(_) => (self, None),
        }
    }

    /// Settings under which its programs are loaded.
    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    /// Whether programs run on the machine's own driver.
    pub(crate) fn is_driver(&self) -> bool {
        self.driver.is_some()
    }

    /// Whether programs can run under the sanitizer.
    pub(crate) fn is_watchable(&self) -> bool {
        self.driver.is_none() && self.session.is_watchable()
    }

    /// Runs a scene. The error is a driver's that dies of it, or does not begin with it.
    pub(crate) fn run(
        &self,
        name: &str,
        text: &str,
        options: &SceneOptions<'_>,
    ) -> Result<Report, DriverError> {
        match &self.driver {
            None => Ok(run_scene(name, text, options)),
            Some(driver) => driver.run(name, text, options),
        }
    }
}
