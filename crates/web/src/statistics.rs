//! `statistics`: what the programs of a text cost, by counting.

use std::path::Path;

use quadrille::counts;
use quadrille::programs::Programs;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::RequestError;
use crate::message::Answer;
use crate::settings::Settings;

#[derive(Deserialize)]
pub(crate) struct Count {
    name: String,
    text: String,
    #[serde(default)]
    settings: Settings,
}

impl Count {
    /// An object for each program that is accepted, as `quadrille stats --json` prints them.
    pub(crate) fn answer(&self) -> Result<Answer, RequestError> {
        let options = self.settings.options()?;
        let Ok(programs) = Programs::of(Path::new(&self.name), self.text.clone(), &options) else {
            return Ok(Answer::from(json!({ "programs": [] })));
        };
        let counted = programs.places.iter().filter_map(|place| {
            let program = programs.check(*place).checked.program?;
            let span = programs.whole(*place);
            Some(counts::json(&self.name, span, &program, &options.limits))
        });
        Ok(Answer::from(
            json!({ "programs": counted.collect::<Vec<Value>>() }),
        ))
    }
}
