//! A session: the settings under which programs are loaded.

use std::fmt;
use std::sync::Arc;

use quadrille_base::{Diagnostic, Severity, Source, render};
use quadrille_check::{Dialect, Options, Unlisted, check};
use quadrille_engine::Engine;
use quadrille_isa::gl::Stage;
use quadrille_pipeline::Threads;
#[cfg(feature = "wide")]
use quadrille_wide::LevelError;

use crate::compare::{Comparing, Differences, Prepared};
use crate::engines::{ENGINES, EngineRow, Simd, UnknownEngine};
use crate::program::Loaded;

/// Settings under which programs are loaded and run.
///
/// ```
/// use quadrille::{Dialect, Limits, Options, Session};
///
/// let text = "!!ARBfp1.0\nMOV result.color, 1\nEND";
/// let rejected = Session::new().load("draft.fp", text).err().expect("a semicolon is missing");
/// assert_eq!(rejected.diagnostics[0].severity, quadrille::Severity::Error);
///
/// // The engine and the limits are the session's, and hold for every program that it loads.
/// let small = Session::with(Options { limits: Limits::MINIMUM, ..Options::default() });
/// let small = small.engine("reference").expect("it is always there");
/// let loaded = small.load("white.fp", "!!ARBfp1.0\nMOV result.color, 1;\nEND")?;
/// assert_eq!(loaded.engine(), "reference");
/// # Ok::<(), quadrille::Rejected>(())
/// ```
#[derive(Clone)]
pub struct Session {
    options: Options,
    row: &'static EngineRow,
    /// Whether the engine was asked for by name.
    is_named: bool,
    simd: Simd,
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
    /// A session with the limits of a desktop driver, the specifications' word, and the first of the
    /// [`ENGINES`]; a program that this one does not take runs on the reference engine, whose bits it
    /// has.
    pub fn new() -> Session {
        Session::with(Options::default())
    }

    /// A session with other limits or another dialect.
    pub fn with(options: Options) -> Session {
        Session {
            options,
            row: &ENGINES[0],
            is_named: false,
            simd: Simd::default(),
            engine: ENGINES[0].make(Simd::default()),
            compared: None,
        }
    }

    /// The session with another of the [`ENGINES`](crate::ENGINES).
    ///
    /// # Errors
    ///
    /// There is none of that name.
    pub fn engine(mut self, name: &str) -> Result<Session, UnknownEngine> {
        self.row = EngineRow::of_name(name)?;
        self.is_named = true;
        self.engine = self.row.make(self.simd);
        Ok(self)
    }

    /// Threads whose loops are made of the session's vector instructions.
    pub(crate) fn on_level(&self, threads: Threads) -> Threads {
        #[cfg(feature = "wide")]
        if let Some(level) = self.simd.level {
            return threads.with_level(level);
        }
        threads
    }

    /// The session with an instruction set for the engine `wide` and the pipeline, in place of the strongest that this machine has:
    /// `sse2`, `avx2` or `avx512` on x86-64. The bits are the same with each.
    ///
    /// # Errors
    ///
    /// There is none of that name, or the machine does not have it.
    #[cfg(feature = "wide")]
    pub fn simd(mut self, name: &str) -> Result<Session, LevelError> {
        self.simd.level = Some(quadrille_wide::Level::of_name(name)?);
        self.engine = self.row.make(self.simd);
        Ok(self)
    }

    /// The session with a second engine beside its own, and what they are found to differ by. Pictures are those of the
    /// session's own.
    ///
    /// # Errors
    ///
    /// There is no engine of that name.
    pub fn compared_with(mut self, name: &str) -> Result<(Session, Arc<Differences>), UnknownEngine> {
        let differences = Arc::<Differences>::default();
        let row = EngineRow::of_name(name)?;
        self.compared = Some(Comparing {
            row,
            second: row.make(self.simd),
            differences: differences.clone(),
        });
        Ok((self, differences))
    }

    /// The session with another dialect.
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Session {
        self.options.dialect = dialect;
        self
    }

    /// The session with a target that programs are loaded for: one of another is an error. Without, each is of its own.
    #[must_use]
    pub fn target(mut self, target: Option<Stage>) -> Session {
        self.options.target = target;
        self
    }

    /// The name of the engine.
    pub fn engine_name(&self) -> &'static str {
        self.row.name
    }

    /// Whether programs can be watched: traced, or run under the sanitizer. The reference engine does it, for itself and
    /// for the engine that gives its bits.
    pub fn is_watchable(&self) -> bool {
        self.row.is_exact
    }

    /// The options by which programs are checked.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Loads a program. `name` is what messages call it; it is not opened. A program that the engine does not take
    /// runs on the reference engine, which [`Loaded::engine`] tells; where the engine was asked for by name,
    /// [`Loaded::refused`] says why.
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
                let mut own = Prepared::new(self.row, &*self.engine, &program);
                if !self.is_named {
                    own.refused = None;
                }
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
