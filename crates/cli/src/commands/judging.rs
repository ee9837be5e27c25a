//! The options by which programs are judged, shared by every command that reads programs.

use clap::ValueEnum;
use quadrille_check::{Dialect, Macros, Options};
use quadrille_isa::gl::{Driver, Limits};
use quadrille_syntax::preprocess::BadDefinition;
use serde_json::{Value, json};

use crate::setting::{SettingError, split, whole};

/// The heading of these options; each names it, as a heading of all would go on to the options that follow them.
const HEADING: &str = "How programs are judged";

/// How programs are judged.
#[derive(clap::Args)]
pub(crate) struct Judging {
    /// Whose habits beyond the specifications are admitted.
    #[arg(help_heading = HEADING, long, default_value = "strict")]
    dialect: DialectName,
    /// Whose limits hold: desktop, minimum, g80, fermi, unlimited.
    #[arg(help_heading = HEADING, long, default_value = "desktop")]
    limits: String,
    /// Sets one limit, such as fragment-temporaries=16.
    #[arg(help_heading = HEADING, long = "limit", value_name = "NAME=VALUE")]
    limit: Vec<String>,
    /// Read programs as a C preprocessor does first: `#if`, `#ifdef`, `#define` and their like, macros without
    /// arguments.
    #[arg(help_heading = HEADING, long)]
    preprocess: bool,
    /// Defines a macro, which is 1 without a value; programs are preprocessed then.
    #[arg(help_heading = HEADING, long = "define", short = 'D', value_name = "NAME=VALUE")]
    define: Vec<String>,
    /// How many problems of a program are listed; of more there is only the number.
    #[arg(help_heading = HEADING, long, value_name = "N", default_value_t = Options::default().max_diagnostics)]
    max_problems: usize,
}

#[derive(Clone, Copy, ValueEnum)]
enum DialectName {
    /// The specifications'.
    Strict,
    /// What NVIDIA's drivers let through.
    Nvidia,
    /// What Apple's drivers let through.
    Apple,
    /// What Mesa lets through.
    Mesa,
}

/// Programs cannot be judged as the command line says.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JudgingError {
    #[error("there is no set of limits named `{0}`")]
    Limits(String),
    #[error("there is no limit named `{0}`")]
    Limit(String),
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error(transparent)]
    Definition(#[from] BadDefinition),
}

impl Judging {
    /// The settings, as a record keeps them.
    pub(crate) fn json(&self) -> Value {
        let dialect = self.dialect.to_possible_value();
        json!([
            dialect.map(|value| value.get_name().to_owned()),
            self.limits,
            self.limit,
            self.preprocess,
            self.define,
            self.max_problems,
        ])
    }

    /// The macros, where programs are preprocessed.
    fn macros(&self) -> Result<Option<Macros>, JudgingError> {
        let mut macros = Macros::new();
        for definition in &self.define {
            let (name, value) = definition.split_once('=').unwrap_or((definition, "1"));
            macros.define(name, value)?;
        }
        Ok((self.preprocess || !self.define.is_empty()).then_some(macros))
    }

    /// The options that the arguments ask for.
    pub(crate) fn options(&self) -> Result<Options, JudgingError> {
        let dialect = match self.dialect {
            DialectName::Strict => Dialect::Strict,
            DialectName::Nvidia => Dialect::Nvidia,
            DialectName::Apple => Dialect::Apple,
            DialectName::Mesa => Dialect::Mesa,
        };
        let limits = Limits::preset(&self.limits).ok_or_else(|| JudgingError::Limits(self.limits.clone()))?;
        self.refined(Options {
            limits,
            dialect,
            ..Options::default()
        })
    }

    /// The options with the limits and habits of a driver.
    pub(crate) fn options_on(&self, driver: Driver) -> Result<Options, JudgingError> {
        self.refined(Options::of_driver(driver))
    }

    /// Options with the single limits and all else that the arguments ask for.
    fn refined(&self, options: Options) -> Result<Options, JudgingError> {
        let mut limits = options.limits;
        for setting in &self.limit {
            let (name, value) = split(setting, "NAME=VALUE")?;
            if !limits.set(name, whole(value)?) {
                return Err(JudgingError::Limit(name.to_owned()));
            }
        }
        Ok(Options {
            limits,
            preprocess: self.macros()?,
            max_diagnostics: self.max_problems,
            ..options
        })
    }
}
