//! `explain` and `about`: the manual, and the names that other requests take.

use quadrille::translate::{EMULATIONS, TARGETS};
use quadrille::{ENGINES, manual};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::RequestError;
use crate::message::Answer;
use crate::settings::DIALECTS;

#[derive(Deserialize)]
pub(crate) struct Explain {
    name: String,
}

impl Explain {
    /// The page as Markdown.
    pub(crate) fn answer(&self) -> Result<Answer, RequestError> {
        let page = manual::page(&self.name).map_err(RequestError::Unexplained)?;
        Ok(Answer::from(json!({ "markdown": page })))
    }
}

/// What there is.
pub(crate) fn about() -> Answer {
    let targets: Vec<Value> = TARGETS
        .iter()
        .map(|row| json!({ "name": row.name, "description": row.doc, "words": row.target.is_spirv() }))
        .collect();
    Answer::from(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "targets": targets,
        "emulations": EMULATIONS.iter().map(|row| row.1).collect::<Vec<_>>(),
        "dialects": DIALECTS.map(|row| row.0),
        "engines": ENGINES.iter().map(|row| row.name).collect::<Vec<_>>(),
    }))
}
