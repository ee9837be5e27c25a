//! `geforce3`: a program of the GeForce 3 as words, and when each instruction is in which stage.

use quadrille::geforce3::figures;
use quadrille_base::Diagnostic;
use quadrille_gf3::function::{Access, Constants, Program};
use quadrille_gf3::lower::lower;
use quadrille_gf3::time::{Machine, Parameters, Profile, Stall, Workload, diagram};
use quadrille_gf3::word::{Numbering, Word, assemble::assemble};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::diagnostic::list;
use crate::error::RequestError;
use crate::message::Answer;
use crate::position::Positions;
use crate::settings::Settings;

/// The most vertices that are timed.
const MOST_VERTICES: usize = 1000;
/// The most instructions whose way is told.
const MOST_ROWS: usize = 2000;

#[derive(Deserialize)]
pub(crate) struct Time {
    text: String,
    #[serde(default)]
    settings: Settings,
    /// Vertices that go through; as many as there are threads where nothing is said.
    vertices: Option<usize>,
    /// `lecture`, `lecture-single`, `reverse-engineered` or `nv2a`.
    profile: Option<String>,
}

/// Words, and how their text names registers.
struct Words {
    words: Vec<Word>,
    numbering: Numbering,
    access: Access,
}

impl Time {
    pub(crate) fn answer(&self) -> Result<Answer, RequestError> {
        let positions = Positions::of(&self.text);
        match self.words()? {
            Ok(words) => self.timed(&words),
            Err(problems) => {
                let problems: Vec<Diagnostic> =
                    problems.into_iter().map(|one| one.within(&self.text)).collect();
                Ok(Answer::from(json!({ "problems": list(&positions, &problems) })))
            }
        }
    }

    /// The words of machine text, or those that an OpenGL vertex program becomes.
    fn words(&self) -> Result<Result<Words, Vec<Diagnostic>>, RequestError> {
        if !self.text.trim_start().starts_with("!!") {
            let words = assemble(&self.text, Numbering::Nv2a);
            return Ok(words.map(|words| Words {
                words,
                numbering: Numbering::Nv2a,
                access: Access::Full,
            }));
        }
        let checked = quadrille_check::check(&self.text, &self.settings.options()?);
        let Some(program) = checked.program else {
            return Ok(Err(checked.diagnostics));
        };
        let words = lower(&program).and_then(|lowered| lowered.words());
        Ok(words.map_err(|problem| vec![*problem]).map(|words| Words {
            words,
            numbering: Numbering::NvVertexProgram,
            access: Access::UserOnly,
        }))
    }

    fn timed(&self, of: &Words) -> Result<Answer, RequestError> {
        let name = self.profile.as_deref().unwrap_or("lecture");
        let profile = Profile::from_name(name).ok_or_else(|| RequestError::name("profile", name))?;
        let parameters = Parameters::of(profile);
        let vertices = self.vertices.unwrap_or(parameters.threads as usize);
        RequestError::at_most("vertices", vertices, MOST_VERTICES)?;
        let program = match Program::from_any_words(&of.words) {
            Ok((program, _)) => program,
            Err(error) => {
                let message = error.to_string();
                return Ok(Answer::from(json!({ "problems": [], "reason": message })));
            }
        };
        let workload = Workload::generated(vertices, program.inputs());
        // Some numbers everywhere, so that no operand is missing.
        let numbers = Workload::generated(192, 1).vertices;
        let constants = Constants(numbers.iter().map(|vertex| vertex[0].1).collect());
        let mut machine = Machine::new(&program, &constants, parameters.clone());
        machine.options.access = of.access;
        machine.traced = MOST_ROWS;
        let report = machine.run(&workload).map_err(RequestError::Pipeline)?;
        let mut json = figures(&of.words, of.numbering, &report, &parameters);
        json["problems"] = json!([]);
        json["threads"] = json!(parameters.threads);
        json["summary"] = json!(report.summary(&parameters));
        let named = parameters.threads > 1;
        json["diagram"] = json!(diagram::text(&program, &report.rows, named, of.numbering));
        let stages = report.rows.iter().map(|row| {
            let stages = row.stages().into_iter();
            stages
                .map(|(name, from)| json!([name, from]))
                .collect::<Vec<Value>>()
        });
        json["stages"] = json!(stages.collect::<Vec<_>>());
        json["reasons"] = Stall::ALL
            .iter()
            .map(|row| (row.0.key().to_owned(), json!(row.1)))
            .collect();
        Ok(Answer::from(json))
    }
}
