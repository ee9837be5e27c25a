//! How programs are judged: what every command can be told that reads programs.

use clap::ValueEnum;
use quadrille_check::{Dialect, Options};
use quadrille_isa::gl::Limits;

/// How programs are judged.
#[derive(clap::Args)]
#[command(next_help_heading = "How programs are judged")]
pub(crate) struct Judging {
    /// Whose habits beyond the specifications are admitted.
    #[arg(long, default_value = "strict")]
    dialect: DialectName,
    /// Whose limits hold: desktop, minimum, g80, fermi, unlimited.
    #[arg(long, default_value = "desktop")]
    limits: String,
    /// Sets one limit, such as fragment-temporaries=16.
    #[arg(long = "limit", value_name = "NAME=VALUE")]
    limit: Vec<String>,
    /// How many problems of a program are listed; of more there is only the number.
    #[arg(long, value_name = "N", default_value_t = Options::default().max_diagnostics)]
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

impl Judging {
    /// The options that the arguments ask for.
    pub(crate) fn options(&self) -> Result<Options, String> {
        let mut limits = Limits::preset(&self.limits)
            .ok_or_else(|| format!("there is no set of limits named `{}`", self.limits))?;
        for setting in &self.limit {
            let (name, value) = setting
                .split_once('=')
                .ok_or_else(|| format!("`{setting}` is not NAME=VALUE"))?;
            let value = value
                .parse()
                .map_err(|_| format!("`{value}` is not a whole number"))?;
            if !limits.set(name, value) {
                return Err(format!("there is no limit named `{name}`"));
            }
        }
        let dialect = match self.dialect {
            DialectName::Strict => Dialect::Strict,
            DialectName::Nvidia => Dialect::Nvidia,
            DialectName::Apple => Dialect::Apple,
            DialectName::Mesa => Dialect::Mesa,
        };
        Ok(Options {
            limits,
            dialect,
            max_diagnostics: self.max_problems,
            ..Options::default()
        })
    }
}
