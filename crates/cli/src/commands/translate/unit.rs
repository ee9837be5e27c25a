//! What is translated at once: a program, or a vertex and a fragment program that are used together.

use std::path::{Path, PathBuf};

use quadrille::translate::{self, Options, Translation};
use quadrille_base::{Diagnostic, Severity, Source, Span, render};
use quadrille_check::check;
use quadrille_isa::gl::Stage;
use quadrille_isa::gl::profile::{PROFILES, Profile};
use quadrille_program::Program;

use super::output::{Shader, Sink};
use crate::out;

/// A program in its file.
pub(super) struct Part {
    source: Source,
    span: Span,
    path: PathBuf,
}

/// One program, or a pair.
pub(super) struct Unit(Vec<Part>);

/// What became of a unit's programs.
#[derive(Default)]
pub(super) struct Done {
    pub(super) translated: usize,
    pub(super) refused: usize,
}

/// The units of a file; a file with just one vertex and one fragment program is a pair.
pub(super) fn units(path: &Path, text: &str) -> Vec<Unit> {
    let headers: Vec<&str> = PROFILES.iter().map(|profile| profile.header).collect();
    let mut spans = quadrille_syntax::split(text, &headers);
    if spans.len() < 2 {
        spans = vec![Span::new(0, text.len() as u32)];
    }
    let parts: Vec<Part> = spans
        .into_iter()
        .map(|span| Part {
            source: Source::new(path.display().to_string(), text),
            span,
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

/// All programs as one pair.
pub(super) fn one_pair(units: Vec<Unit>) -> Result<Unit, String> {
    let parts: Vec<Part> = units.into_iter().flat_map(|unit| unit.0).collect();
    let count = |stage| parts.iter().filter(|part| part.stage() == Some(stage)).count();
    if parts.len() == 2 && count(Stage::Vertex) == 1 && count(Stage::Fragment) == 1 {
        Ok(Unit(parts))
    } else {
        Err("a pair is one vertex program and one fragment program".to_owned())
    }
}

impl Part {
    fn text(&self) -> &str {
        self.source.slice(self.span)
    }

    fn stage(&self) -> Option<Stage> {
        Profile::of(self.text()).map(|profile| profile.stage)
    }

    fn program(&self, judging: &quadrille_check::Options) -> Option<Program> {
        let checked = check(self.text(), judging);
        let errors: Vec<Diagnostic> = checked
            .diagnostics
            .into_iter()
            .filter(|found| found.severity == Severity::Error)
            .collect();
        self.show(errors);
        checked.program
    }

    fn show(&self, problems: Vec<Diagnostic>) {
        for problem in problems {
            let problem = problem.moved(self.span.start);
            eprintln!("{}\n", render::text(&self.source, &problem, out::error_style()));
        }
    }
}

impl Unit {
    /// How many shaders it gives.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Checks and translates its programs and hands them on.
    pub(super) fn translate(
        &self,
        judging: &quadrille_check::Options,
        options: &Options,
        sink: &mut Sink,
    ) -> Result<Done, String> {
        let programs: Vec<Option<Program>> = self.0.iter().map(|part| part.program(judging)).collect();
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
                let source = translate::Source {
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
