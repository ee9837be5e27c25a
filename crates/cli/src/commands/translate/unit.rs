//! The unit of translation: a program, or programs of several stages that are used together.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use quadrille::FixedFunction;
use quadrille::programs::Programs;
use quadrille::translate::{self, Options, Translation};
use quadrille_base::{Diagnostic, Span};
use quadrille_check::check;
use quadrille_isa::gl::Stage;
use quadrille_isa::gl::profile::Profile;
use quadrille_program::Program;

use super::output::{Shader, Sink};
use crate::files::OutputError;
use crate::out;

/// A program in its file.
pub(super) struct Part {
    programs: Rc<Programs>,
    span: Span,
    path: PathBuf,
}

/// One program, or the programs of a draw in the order of its stages.
pub(super) struct Unit(Vec<Part>);

/// The numbers of a unit's programs that were translated and refused.
#[derive(Default)]
pub(super) struct Done {
    pub(super) translated: usize,
    pub(super) refused: usize,
}

/// The units of a file; programs of a draw, each of another stage, are used together.
pub(super) fn units(path: &Path, programs: &Rc<Programs>) -> Vec<Unit> {
    let parts: Vec<Part> = programs
        .places
        .iter()
        .map(|span| Part {
            programs: programs.clone(),
            span: *span,
            path: path.to_owned(),
        })
        .collect();
    match together(parts) {
        Ok(unit) => vec![unit],
        Err(parts) => parts.into_iter().map(|part| Unit(vec![part])).collect(),
    }
}

/// The stages of a draw, in their order.
const STAGES: [Stage; 5] = [
    Stage::Vertex,
    Stage::TessellationControl,
    Stage::TessellationEvaluation,
    Stage::Geometry,
    Stage::Fragment,
];

/// Two programs or more, each of another stage of a draw, as one unit; the programs themselves where they are no such.
fn together(mut parts: Vec<Part>) -> Result<Unit, Vec<Part>> {
    let place = |part: &Part| {
        let stage = part.stage()?;
        STAGES.iter().position(|own| *own == stage)
    };
    let mut places: Vec<usize> = parts.iter().filter_map(place).collect();
    places.sort_unstable();
    places.dedup();
    if parts.len() < 2 || places.len() < parts.len() {
        return Err(parts);
    }
    parts.sort_by_key(place);
    Ok(Unit(parts))
}

/// Both halves of the fixed function, under the name of the file that describes it.
pub(super) fn fixed(path: &Path, fixed: &FixedFunction, judging: &quadrille::Options) -> Unit {
    let halves = [fixed.vertex(None), fixed.fragment()];
    Unit(halves.map(|half| Part::generated(path, half, judging)).into())
}

/// Programs that are to be used together and are not of one draw.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("programs of a pair are two or more, each of another stage of a draw")]
pub(crate) struct NoPair;

/// All programs as those of one draw.
pub(super) fn one_pair(units: Vec<Unit>) -> Result<Unit, NoPair> {
    together(units.into_iter().flat_map(|unit| unit.0).collect()).map_err(|_| NoPair)
}

impl Part {
    /// A program that no file has.
    fn generated(path: &Path, text: String, judging: &quadrille::Options) -> Part {
        let span = Span::new(0, text.len() as u32);
        Part {
            programs: Rc::new(Programs::generated(path, text, judging)),
            span,
            path: path.to_owned(),
        }
    }

    fn text(&self) -> &str {
        self.programs.text(self.span)
    }

    fn stage(&self) -> Option<Stage> {
        Profile::of(self.text()).map(|profile| profile.stage)
    }

    fn program(&self) -> Option<Program> {
        let judged = self.programs.check(self.span);
        out::diagnostics(&self.programs.source, &self.programs.listed(&judged));
        judged.checked.program
    }

    fn show(&self, problems: Vec<Diagnostic>) {
        let placed = problems
            .into_iter()
            .map(|problem| self.programs.placed(self.span, problem));
        out::diagnostics(&self.programs.source, &placed.collect::<Vec<_>>());
    }
}

impl Unit {
    /// The same; a program without a partner gets the fixed function's half.
    pub(super) fn with_fixed_half(mut self, fixed: &FixedFunction, judging: &quadrille::Options) -> Unit {
        let [part] = self.0.as_slice() else { return self };
        let half = match part.stage() {
            Some(Stage::Vertex) => fixed.fragment(),
            Some(Stage::Fragment) => {
                // One that is rejected says so when it is translated.
                let Some(program) = check(part.text(), judging).program else {
                    return self;
                };
                fixed.vertex(Some(&program))
            }
            _ => return self,
        };
        let half = Part::generated(&part.path, half, judging);
        self.0.push(half);
        self
    }

    /// The number of its shaders.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Checks and translates its programs and hands them on.
    pub(super) fn translate(&self, options: &Options, sink: &mut Sink) -> Result<Done, OutputError> {
        let programs: Vec<Option<Program>> = self.0.iter().map(Part::program).collect();
        let refused = Done {
            translated: 0,
            refused: self.0.len(),
        };
        let mut give = |part: &Part, translation: &Translation| {
            let words = translation.words.as_ref();
            let bytes = words.map(|words| words.iter().flat_map(|word| word.to_le_bytes()).collect());
            let shader = Shader {
                input: &part.path,
                stage: translation.shader.stage,
                bytes: bytes.unwrap_or_else(|| translation.text.clone().into_bytes()),
                reflection: translate::reflect(&translation.shader, options),
            };
            sink.write(shader, options.target)
        };
        let Some(programs) = programs
            .iter()
            .map(Option::as_ref)
            .collect::<Option<Vec<&Program>>>()
        else {
            return Ok(refused);
        };
        let texts = self.0.iter().map(Part::text);
        let programs: Vec<(&Program, &str)> = programs.into_iter().zip(texts).collect();
        match translate::translate_pipeline(&programs, options) {
            Ok(translations) => {
                for (part, translation) in self.0.iter().zip(&translations) {
                    give(part, translation)?;
                }
            }
            Err(problems) => {
                for (part, problems) in self.0.iter().zip(problems) {
                    part.show(translate::diagnostics(problems));
                }
                return Ok(refused);
            }
        }
        Ok(Done {
            translated: self.0.len(),
            refused: 0,
        })
    }
}
