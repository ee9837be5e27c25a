//! `translate`: the programs of a text in another language. Programs that are each of another stage of a draw are
//! translated together, so that their interfaces agree.

use std::collections::BTreeMap;
use std::path::Path;

use quadrille::programs::Programs;
use quadrille::translate::{
    self, Emulation, Options, Semantics, SourceProgram, Target, Translation, translate_pipeline,
};
use quadrille::{Diagnostic, Span, Stage};
use quadrille_program::Program;
use rspirv::binary::Disassemble;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::diagnostic::list;
use crate::error::RequestError;
use crate::message::{Answer, Bytes};
use crate::position::Positions;
use crate::settings::Settings;

#[derive(Deserialize)]
pub(crate) struct Translate {
    name: String,
    text: String,
    target: String,
    #[serde(default)]
    settings: Settings,
    /// Whether special values are what the target's own operations make of them.
    #[serde(default)]
    fast: bool,
    /// Emulations that may stand in for what the target lacks.
    #[serde(default)]
    allow: Vec<String>,
    #[serde(default = "yes")]
    comments: bool,
    /// Binding numbers that the engine has given away, by the names of `--bindings`.
    #[serde(default)]
    bindings: BTreeMap<String, u32>,
}

fn yes() -> bool {
    true
}

/// A program that was accepted.
struct Part {
    place: Span,
    program: Program,
}

/// The stages of a draw, in their order.
const DRAW: [Stage; 5] = [
    Stage::Vertex,
    Stage::TessellationControl,
    Stage::TessellationEvaluation,
    Stage::Geometry,
    Stage::Fragment,
];

impl Part {
    fn stage(&self) -> Stage {
        self.program.profile().stage
    }

    fn in_draw(&self) -> Option<usize> {
        DRAW.iter().position(|stage| *stage == self.stage())
    }
}

impl Translate {
    fn options(&self) -> Result<Options, RequestError> {
        let target = Target::of_name(&self.target);
        let target = target.ok_or_else(|| RequestError::name("target", &self.target))?;
        let mut options = Options::new(target);
        options.comments = self.comments;
        if self.fast {
            options.semantics = Semantics::Fast;
        }
        let named = self.allow.iter().map(|name| {
            let emulation = Emulation::of_name(name);
            emulation.ok_or_else(|| RequestError::name("emulation", name))
        });
        options.allow = named.collect::<Result<_, _>>()?;
        for (name, binding) in &self.bindings {
            options
                .bind(name, *binding)
                .map_err(|_| RequestError::name("binding", name))?;
        }
        Ok(options)
    }

    pub(crate) fn answer(&self) -> Result<Answer, RequestError> {
        let options = self.options()?;
        let positions = Positions::of(&self.text);
        let checking = self.settings.options()?;
        let programs = match Programs::of(Path::new(&self.name), self.text.clone(), &checking) {
            Ok(programs) => programs,
            Err(unfound) => {
                let problems = list(&positions, &unfound.problems);
                return Ok(Answer::from(json!({ "shaders": [], "problems": problems })));
            }
        };
        let mut parts = Vec::new();
        let mut problems = Vec::new();
        for place in &programs.places {
            let judged = programs.check(*place);
            let listed = programs.listed(&judged);
            match judged.checked.program {
                Some(program) => parts.push(Part {
                    place: *place,
                    program,
                }),
                None => problems.extend(listed),
            }
        }
        let mut bytes = Bytes::default();
        let mut shaders = Vec::new();
        for unit in units(parts) {
            let texts = unit.iter().map(|part| programs.text(part.place));
            let sources: Vec<(&Program, &str)> = unit.iter().map(|part| &part.program).zip(texts).collect();
            match translated(&sources, &options) {
                Ok(translations) => {
                    let made = unit.iter().zip(&translations).map(|(part, translation)| {
                        let mut row = shader(&mut bytes, translation, &options);
                        let range = positions.range(programs.whole(part.place));
                        row["from"] = range["from"].clone();
                        row["to"] = range["to"].clone();
                        row
                    });
                    shaders.extend(made.collect::<Vec<_>>());
                }
                Err(refused) => {
                    for (part, refused) in unit.iter().zip(refused) {
                        problems.extend(refused.into_iter().map(|one| programs.placed(part.place, one)));
                    }
                }
            }
        }
        let problems: Vec<Diagnostic> = problems.into_iter().map(|one| one.within(&self.text)).collect();
        let json = json!({ "shaders": shaders, "problems": list(&positions, &problems) });
        Ok(Answer { json, bytes: bytes.0 })
    }
}

/// What is translated together: the programs of one draw in the order of its stages, or each program by itself.
fn units(mut parts: Vec<Part>) -> Vec<Vec<Part>> {
    let mut places: Vec<usize> = parts.iter().filter_map(Part::in_draw).collect();
    places.sort_unstable();
    places.dedup();
    if parts.len() < 2 || places.len() < parts.len() {
        return parts.into_iter().map(|part| vec![part]).collect();
    }
    parts.sort_by_key(Part::in_draw);
    vec![parts]
}

fn translated(
    sources: &[(&Program, &str)],
    options: &Options,
) -> Result<Vec<Translation>, Vec<Vec<Diagnostic>>> {
    match sources {
        [(program, text)] => {
            let source = SourceProgram {
                program,
                text,
                partner: None,
            };
            let made = translate::translate(source, options);
            made.map(|one| vec![one])
                .map_err(|refused| vec![translate::diagnostics(refused)])
        }
        several => translate_pipeline(several, options)
            .map_err(|refused| refused.into_iter().map(translate::diagnostics).collect()),
    }
}

fn shader(bytes: &mut Bytes, translation: &Translation, options: &Options) -> Value {
    let words = translation.words.as_ref().map(|words| {
        let words: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.add(&words)
    });
    let listing = translation.words.as_deref().and_then(listing);
    json!({
        "stage": translate::form::stage_word(translation.shader.stage),
        "text": listing.unwrap_or_else(|| translation.text.clone()),
        "words": words,
        "reflection": translate::reflect(&translation.shader, options),
    })
}

/// A SPIR-V module as text.
fn listing(words: &[u32]) -> Option<String> {
    rspirv::dr::load_words(words)
        .ok()
        .map(|module| module.disassemble())
}

#[cfg(test)]
mod tests {
    use super::Target;
    use quadrille::translate::TARGETS;

    /// Every target has a name by which it is found.
    #[test]
    fn targets_are_found_by_name() {
        for row in TARGETS {
            assert_eq!(Target::of_name(row.name), Some(row.target));
        }
    }
}
