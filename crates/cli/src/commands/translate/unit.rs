//! The unit of translation: a program, or a vertex and a fragment program that are used together.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use quadrille::FixedFunction;
use quadrille::translate::{self, Options, Translation};
use quadrille_base::{Diagnostic, Span};
use quadrille_check::check;
use quadrille_isa::gl::Stage;
use quadrille_isa::gl::profile::Profile;
use quadrille_program::Program;

use super::output::{Shader, Sink};
use crate::files::OutputError;
use crate::out;
use crate::programs::Programs;

/// A program in its file.
pub(super) struct Part {
    programs: Rc<Programs>,
    span: Span,
    path: PathBuf,
}

/// One program, or a pair.
pub(super) struct Unit(Vec<Part>);

/// The numbers of a unit's programs that were translated and refused.
#[derive(Default)]
pub(super) struct Done {
    pub(super) translated: usize,
    pub(super) refused: usize,
}

/// The units of a file; a file with just one vertex and one fragment program is a pair.
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
    let stages: Vec<Option<Stage>> = parts.iter().map(Part::stage).collect();
    match stages.as_slice() {
        [Some(Stage::Vertex), Some(Stage::Fragment)] | [Some(Stage::Fragment), Some(Stage::Vertex)] => {
            vec![Unit(parts)]
        }
        _ => parts.into_iter().map(|part| Unit(vec![part])).collect(),
    }
}

/// Both halves of the fixed function, under the name of the file that describes it.
pub(super) fn fixed(path: &Path, fixed: &FixedFunction, judging: &quadrille::Options) -> Unit {
    let halves = [fixed.vertex(None), fixed.fragment()];
    Unit(halves.map(|half| Part::generated(path, half, judging)).into())
}

/// Programs that are to be a pair and are not.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("a pair is one vertex program and one fragment program")]
pub(crate) struct NoPair;

/// All programs as one pair.
pub(super) fn one_pair(units: Vec<Unit>) -> Result<Unit, NoPair> {
    let parts: Vec<Part> = units.into_iter().flat_map(|unit| unit.0).collect();
    let count = |stage| parts.iter().filter(|part| part.stage() == Some(stage)).count();
    if parts.len() == 2 && count(Stage::Vertex) == 1 && count(Stage::Fragment) == 1 {
        Ok(Unit(parts))
    } else {
        Err(NoPair)
    }
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
        match (self.0.as_slice(), programs.as_slice()) {
            ([part], [Some(program)]) => {
                let source = translate::SourceProgram {
                    program,
                    text: part.text(),
                    partner: None,
                };
                match translate::translate(source, options) {
                    Ok(translation) => give(part, &translation)?,
                    Err(problems) => {
                        part.show(problems);
                        return Ok(refused);
                    }
                }
            }
            ([one, two], [Some(first), Some(second)]) => {
                let vertex_first = first.profile().stage == Stage::Vertex;
                let (vertex, fragment) = if vertex_first {
                    ((one, first), (two, second))
                } else {
                    ((two, second), (one, first))
                };
                let programs = ((vertex.1, vertex.0.text()), (fragment.1, fragment.0.text()));
                match translate::translate_pair(programs.0, programs.1, options) {
                    Ok(pair) => {
                        give(vertex.0, &pair.vertex)?;
                        give(fragment.0, &pair.fragment)?;
                    }
                    Err(problems) => {
                        vertex.0.show(problems.vertex);
                        fragment.0.show(problems.fragment);
                        return Ok(refused);
                    }
                }
            }
            _ => return Ok(refused),
        }
        Ok(Done {
            translated: self.0.len(),
            refused: 0,
        })
    }
}
