//! `check`: every problem of a text.

use std::collections::BTreeMap;
use std::path::Path;

use quadrille::programs::Programs;
use quadrille_base::{Diagnostic, Span};
use quadrille_gf3::word::Numbering;
use quadrille_gf3::word::assemble as gf3;
use quadrille_vc4::hazard;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::diagnostic::list;
use crate::error::RequestError;
use crate::given::{Given, Place};
use crate::kind::Kind;
use crate::message::Answer;
use crate::position::Positions;
use crate::qpu::assembled;
use crate::settings::Settings;

#[derive(Deserialize)]
pub(crate) struct Check {
    name: String,
    text: String,
    #[serde(default)]
    files: BTreeMap<String, Place>,
    #[serde(default)]
    settings: Settings,
}

impl Check {
    pub(crate) fn answer(&self, bytes: &[u8]) -> Result<Answer, RequestError> {
        let kind = Kind::of(&self.name, &self.text);
        let positions = Positions::of(&self.text);
        let (problems, programs) = match kind {
            Kind::Programs => self.programs(&positions)?,
            Kind::Geforce3 => (geforce3(&self.text), Vec::new()),
            Kind::Qpu => (self.qpu(bytes)?, Vec::new()),
        };
        let json = json!({
            "kind": kind.name(),
            "diagnostics": list(&positions, &problems),
            "programs": programs,
        });
        Ok(Answer::from(json))
    }

    fn programs(&self, positions: &Positions) -> Result<(Vec<Diagnostic>, Vec<Value>), RequestError> {
        let options = self.settings.options()?;
        let programs = match Programs::of(Path::new(&self.name), self.text.clone(), &options) {
            Ok(programs) => programs,
            Err(unfound) => return Ok((unfound.problems, Vec::new())),
        };
        let mut problems: Vec<Diagnostic> = programs.scene.iter().cloned().collect();
        let mut found = Vec::new();
        for place in &programs.places {
            let judged = programs.check_and_advise(*place);
            problems.extend(programs.listed(&judged));
            let mut program = positions.range(programs.whole(*place));
            let profile = judged.checked.program.as_ref().map(|program| program.profile());
            program["header"] = json!(profile.map(|profile| profile.header));
            program["accepted"] = json!(judged.checked.program.is_some());
            found.push(program);
        }
        let text = programs.source.text();
        let problems = problems.into_iter().map(|one| one.within(text)).collect();
        Ok((problems, found))
    }

    fn qpu(&self, bytes: &[u8]) -> Result<Vec<Diagnostic>, RequestError> {
        let assembly = assembled(&self.name, &self.text, Given::of(&self.name, &self.files, bytes)?);
        let mut problems = assembly.diagnostics.clone();
        if assembly.is_complete() {
            // What the checker says too is said once.
            let is_checked = |name| hazard::RULES.iter().any(|rule| rule.name == name);
            problems.retain(|one| !is_checked(one.rule.name));
            let program = hazard::Program::of_assembly(&assembly, 0);
            let found = hazard::check(&program, &hazard::Options::default());
            problems.extend(found.diagnostics(&program));
        }
        let own = assembly.texts.first().map(|text| text.source());
        let placed = problems.iter().map(|one| {
            let (source, local) = assembly.in_its_text(one);
            match own.is_some_and(|own| std::ptr::eq(own, source)) {
                true => local,
                false => Diagnostic {
                    span: Span::at(0),
                    fix: None,
                    labels: Vec::new(),
                    ..local.note(format!("in the included text {}", source.name()))
                },
            }
        });
        Ok(placed.collect())
    }
}

/// The problems of machine text.
fn geforce3(text: &str) -> Vec<Diagnostic> {
    let problems = match gf3::assemble(text, Numbering::Nv2a) {
        Ok(_) => gf3::warnings(text, Numbering::Nv2a),
        Err(problems) => problems,
    };
    problems.into_iter().map(|one| one.within(text)).collect()
}
