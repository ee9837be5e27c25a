//! A session: the settings under which programs are loaded.

use std::fmt;
use std::sync::Arc;

use quadrille_base::{Diagnostic, Severity, Source, render};
use quadrille_check::{Dialect, Options, Unlisted, check};
use quadrille_engine::Engine;
use quadrille_gf3::engine::GeForce3;
use quadrille_reference::{Reference, ReferenceNv20};

use crate::compare::{Comparing, Differences, Prepared};
use crate::program::Loaded;

/// Settings under which programs are loaded and run.
#[derive(Clone)]
pub struct Session {
    options: Options,
    engine: Arc<dyn Engine>,
    compared: Option<Comparing>,
}

/// A program that was not accepted, with its text and everything that is wrong with it.
#[derive(Clone, Debug)]
pub struct Rejected {
    /// The text.
    pub source: Source,
    /// All problems up to the limit of the options, sorted by position; at least one is an error.
    pub diagnostics: Vec<Diagnostic>,
    /// How many problems are beyond the limit.
    pub unlisted: Unlisted,
}

impl Session {
    /// A session with the limits of a desktop driver, the specifications' word, and the reference engine.
    pub fn new() -> Session {
        Session::with(Options::default())
    }

    /// A session with other limits or another dialect.
    pub fn with(options: Options) -> Session {
        Session {
            options,
            engine: Arc::new(Reference),
            compared: None,
        }
    }

    /// The names of the engines, the default first.
    pub fn engines() -> &'static [&'static str] {
        &["reference", "gf3", "reference-nv20"]
    }

    /// Takes another engine; `None` if there is none of that name.
    #[must_use]
    pub fn engine(mut self, name: &str) -> Option<Session> {
        self.engine = named(name)?;
        Some(self)
    }

    /// The session with a second engine beside its own, and what they are found to differ by; `None` if there is no
    /// engine of that name. Pictures are those of the session's own.
    #[must_use]
    pub fn compared_with(mut self, name: &str) -> Option<(Session, Arc<Differences>)> {
        let differences = Arc::<Differences>::default();
        self.compared = Some(Comparing {
            second: named(name)?,
            differences: differences.clone(),
        });
        Some((self, differences))
    }

    /// The session with another dialect.
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Session {
        self.options.dialect = dialect;
        self
    }

    /// How programs are judged.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Loads a program. `name` is what messages call it; it is not opened. A program that the engine does not take
    /// runs on the reference engine, and [`Loaded::refused`] says why.
    ///
    /// # Errors
    ///
    /// The program breaks a rule of its language, or exceeds a limit.
    pub fn load(&self, name: &str, text: &str) -> Result<Loaded, Rejected> {
        let checked = check(text, &self.options);
        let source = Source::new(name, text);
        match checked.program {
            Some(program) => {
                let program = Arc::new(program);
                let own = Prepared::new(&*self.engine, &program);
                let prepared = match &self.compared {
                    None => own,
                    Some(comparing) => comparing.beside(own),
                };
                Ok(Loaded::new(
                    source,
                    prepared,
                    checked.diagnostics,
                    checked.unlisted,
                ))
            }
            None => Err(Rejected {
                source,
                diagnostics: checked.diagnostics,
                unlisted: checked.unlisted,
            }),
        }
    }
}

/// The engine of a name.
fn named(name: &str) -> Option<Arc<dyn Engine>> {
    Some(match name {
        "reference" => Arc::new(Reference),
        "gf3" => Arc::new(GeForce3::default()),
        "reference-nv20" => Arc::new(ReferenceNv20),
        _ => return None,
    })
}

impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for diagnostic in self.diagnostics.iter().filter(|d| d.severity == Severity::Error) {
            writeln!(
                f,
                "{}",
                render::text(&self.source, diagnostic, render::Style::Plain)
            )?;
        }
        Ok(())
    }
}

impl std::error::Error for Rejected {}
