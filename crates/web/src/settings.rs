//! By which limits and whose habits programs are judged.

use quadrille::{Dialect, Limits, Options};
use serde::Deserialize;

use crate::error::RequestError;

/// The most problems of a text that are listed: an editor shows no more.
const MOST_PROBLEMS: usize = 200;

/// The settings of a request.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Settings {
    dialect: Option<String>,
    limits: Option<String>,
    engine: Option<String>,
}

/// The names of dialects.
pub(crate) const DIALECTS: [(&str, Dialect); 4] = [
    ("strict", Dialect::Strict),
    ("nvidia", Dialect::Nvidia),
    ("apple", Dialect::Apple),
    ("mesa", Dialect::Mesa),
];

impl Settings {
    pub(crate) fn options(&self) -> Result<Options, RequestError> {
        let mut options = Options {
            max_diagnostics: MOST_PROBLEMS,
            ..Options::default()
        };
        if let Some(name) = &self.dialect {
            let row = DIALECTS.iter().find(|row| row.0 == name);
            options.dialect = row.ok_or_else(|| RequestError::name("dialect", name))?.1;
        }
        if let Some(name) = &self.limits {
            options.limits = Limits::preset(name).ok_or_else(|| RequestError::name("limits", name))?;
        }
        Ok(options)
    }

    pub(crate) fn session(&self) -> Result<quadrille::Session, RequestError> {
        let session = quadrille::Session::with(self.options()?);
        match &self.engine {
            None => Ok(session),
            Some(name) => session
                .engine(name)
                .map_err(|_| RequestError::name("engine", name)),
        }
    }
}
