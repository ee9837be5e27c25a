//! `explain`, `words` and `about`: the manual, what it has pages on, and the names that other requests take.

use quadrille::ENGINES;
use quadrille::manual::{self, Chapter};
use quadrille::translate::{EMULATIONS, TARGETS};
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

/// What a program is made of, each word with the sentence of the manual's index.
pub(crate) fn words() -> Answer {
    let in_programs = [Chapter::Opcodes, Chapter::Bindings, Chapter::Options];
    let pages = manual::pages().into_iter();
    let pages = pages.filter(|page| in_programs.contains(&page.chapter));
    let words = pages
        .map(|page| json!({ "chapter": page.chapter.folder(), "name": page.name, "summary": page.summary }));
    Answer::from(json!({ "words": words.collect::<Vec<Value>>() }))
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
