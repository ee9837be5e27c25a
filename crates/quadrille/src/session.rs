//! A session: the settings under which programs are loaded.

use std::fmt;
use std::sync::Arc;

use quadrille_base::{Diagnostic, Severity, Source, render};
use quadrille_check::{Dialect, Options, Unlisted, check};
use quadrille_engine::Engine;
use quadrille_reference::Reference;

use crate::compare::{Comparing, Differences, Prepared};
use crate::engines::EngineRow;
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
    /// The number of problems beyond the limit.
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

    /// The session with another of the [`ENGINES`](crate::ENGINES); `None` if there is none of that name.
    #[must_use]
    pub fn engine(mut self, name: &str) -> Option<Session> {
        self.engine = EngineRow::of_name(name)?.make();
        Some(self)
    }

    /// The session with a second engine beside its own, and what they are found to differ by; `None` if there is no
    /// engine of that name. Pictures are those of the session's own.
    #[must_use]
    pub fn compared_with(mut self, name: &str) -> Option<(Session, Arc<Differences>)> {
        let differences = Arc::<Differences>::default();
        self.compared = Some(Comparing {
            second: EngineRow::of_name(name)?.make(),
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

    /// The name of the engine.
    pub fn engine_name(&self) -> &'static str {
        self.engine.name()
    }

    /// Whether the engine can be watched: traced, or run under the sanitizer. Only the reference engine can.
    pub fn is_watchable(&self) -> bool {
        self.engine_name() == Reference.name()
    }

    /// The options by which programs are checked.
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
