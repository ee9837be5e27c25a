//! Loads: the driver's own where it takes a program, a translation where it does not.

use std::sync::Arc;

use quadrille_base::{Diagnostic, Source};
use quadrille_check::{Dialect, Options, check, gl_answer};
use quadrille_isa::gl::Stage;

use super::group::Loaded;
use super::require::Requires;
use super::shader::translated;
use super::{Answer, Context, native_target};
use crate::gl::{Gl, number};

/// What the driver's object of a translated program holds.
const PLAIN_VERTEX: &str =
    "!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, vertex.color;\nEND\n";
const PLAIN_FRAGMENT: &str = "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n";

impl Context {
    /// ProgramStringARB for the program that is bound.
    pub(super) fn program_string(&mut self, gl: &dyn Gl, target: u32, format: u32, text: Option<&[u8]>) {
        let Some(text) = text else {
            return self.raise(number::INVALID_VALUE);
        };
        let native = native_target(target);
        if self.has_target(native) {
            match format {
                number::PROGRAM_FORMAT_ASCII => return self.load(gl, target, text),
                _ if self.stages.stage(native).is_some() => return self.raise(number::INVALID_ENUM),
                _ => {}
            }
        }
        self.answer = None;
        gl.program_string(native, format, text);
    }

    /// LoadProgramNV: a load by name, which binds nothing.
    pub(super) fn load_program(&mut self, gl: &dyn Gl, target: u32, program: u32, text: Option<&[u8]>) {
        let Some(text) = text.filter(|_| program != 0) else {
            return self.raise(number::INVALID_VALUE);
        };
        let native = driver_target(target);
        if !self.has_target(native) {
            return self.raise(number::INVALID_ENUM);
        }
        // A name is of the target that it was first bound to, if nothing was loaded yet.
        let is_other = match self.group.object(native, program) {
            Some(before) => native_target(before.target) != native_target(target),
            None => {
                let kept = self.group.kept_target(program);
                kept.is_some_and(|own| own != native)
                    || target == number::VERTEX_STATE_PROGRAM && gl.is_program(program)
            }
        };
        if is_other {
            return self.raise(number::INVALID_OPERATION);
        }
        let existed = self.group.kept_target(program).is_some() || gl.is_program(program);
        self.with_bound(gl, native, program, |context| context.load(gl, target, text));
        if !existed && self.group.object(native, program).is_none() {
            // A name is that of a program from its first successful load on (NV_vertex_program 2.14.1.8).
            self.group.remove(program);
            gl.delete_program(program);
        }
        self.changed();
    }

    /// Loads the program that is bound to the driver's target.
    fn load(&mut self, gl: &dyn Gl, target: u32, text: &[u8]) {
        self.group.set_has_programs();
        self.take_errors(gl);
        let native = driver_target(target);
        let name = self.binding(gl, native);
        // What the driver has no place for is ours alone.
        let kept = match target {
            number::VERTEX_STATE_PROGRAM => Some(Stage::VertexState),
            _ => self.stages.stage(native),
        };
        if kept.is_none() && !self.settings.force && self.takes(gl, native, text) {
            return self.group.native(target, name);
        }
        let stage = kept.unwrap_or(match native {
            number::VERTEX_PROGRAM => Stage::Vertex,
            _ => Stage::Fragment,
        });
        match judged(stage, text).and_then(|judged| supported(gl, judged)) {
            Ok(judged) => {
                let plain = match native {
                    number::VERTEX_PROGRAM => Some(PLAIN_VERTEX),
                    number::FRAGMENT_PROGRAM => Some(PLAIN_FRAGMENT),
                    _ => None,
                };
                if let Some(plain) = plain {
                    gl.program_string(native, number::PROGRAM_FORMAT_ASCII, plain.as_bytes());
                }
                self.answer = Some(Answer {
                    position: -1,
                    string: String::new(),
                });
                let loaded = self.group.put(target, name, |number| Loaded {
                    number,
                    given: text.to_vec(),
                    ..judged
                });
                self.subroutines.reset(native);
                self.settings.record.translated(text, loaded.number);
            }
            // With the switch, what cannot be translated may still be the driver's.
            Err(_) if kept.is_none() && self.settings.force && self.takes(gl, native, text) => {
                self.group.native(target, name);
            }
            Err(answer) => {
                self.settings.record.refused(text, &answer.string);
                self.answer = Some(answer);
                self.raise(number::INVALID_OPERATION);
            }
        }
    }

    /// Whether the driver takes a program; its answer to it is then what is asked for.
    fn takes(&mut self, gl: &dyn Gl, target: u32, text: &[u8]) -> bool {
        gl.program_string(target, number::PROGRAM_FORMAT_ASCII, text);
        let refused = gl.error() != 0 || gl.integer(number::PROGRAM_ERROR_POSITION) != -1;
        if !refused {
            self.answer = None;
            self.settings.record.native(text);
        }
        !refused
    }
}

/// The driver's target for the object of a program; vertex state programs lie in objects of vertex programs.
fn driver_target(target: u32) -> u32 {
    match native_target(target) {
        number::VERTEX_STATE_PROGRAM => number::VERTEX_PROGRAM,
        other => other,
    }
}

/// A program, if it is right and can be translated; it has no number yet.
pub(super) fn judged(stage: Stage, given: &[u8]) -> Result<Loaded, Answer> {
    // Engines count the 0 behind a text. Bytes that are not ASCII stand in comments, and keep their places.
    let end = given.iter().position(|byte| *byte == 0).unwrap_or(given.len());
    let characters = given[..end].iter().map(|byte| match byte.is_ascii() {
        true => char::from(*byte),
        false => '?',
    });
    let text: String = characters.collect();
    let options = Options {
        dialect: Dialect::Nvidia,
        target: Some(stage),
        ..Options::default()
    };
    let checked = check(&text, &options);
    let Some(program) = checked.program else {
        return Err(answer(&text, &checked.diagnostics));
    };
    let mut loaded = Loaded {
        number: 0,
        stage,
        given: Vec::new(),
        text,
        program: Arc::new(program),
        requires: Requires::default(),
        named: Default::default(),
    };
    // A state program is run here.
    if stage != Stage::VertexState {
        let shaders = translated(&[&loaded], 0)
            .map_err(|refusals| answer(&loaded.text, &quadrille_translate::diagnostics(refusals)))?;
        loaded.requires = shaders
            .first()
            .map(|one| Requires::of_shader(&one.text))
            .unwrap_or_default();
    }
    loaded.requires.add_bindings(&loaded.program);
    Ok(loaded)
}

/// The same, if the driver has what its translation requires.
fn supported(gl: &dyn Gl, loaded: Loaded) -> Result<Loaded, Answer> {
    match loaded.requires.missing(gl) {
        None => Ok(loaded),
        Some(missing) => Err(Answer {
            position: 0,
            string: format!("error: the program requires {missing}, which the driver lacks"),
        }),
    }
}

fn answer(text: &str, diagnostics: &[Diagnostic]) -> Answer {
    let answer = gl_answer(&Source::new("program", text), diagnostics);
    Answer {
        position: i32::try_from(answer.position).unwrap_or(i32::MAX).max(0),
        string: answer.string,
    }
}
