//! Loads: the driver's own where it takes a program, a translation where it does not.

use quadrille_base::{Diagnostic, Source};
use quadrille_check::{Dialect, Options, check, gl_answer};
use quadrille_isa::gl::Stage;
use quadrille_program::Program;

use super::group::{Loaded, locked};
use super::shader::translated;
use super::{Answer, Context, native_target};
use crate::gl::{Gl, number};

/// What the driver's object of a translated program holds.
const PLAIN_VERTEX: &str =
    "!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, vertex.color;\nEND\n";
const PLAIN_FRAGMENT: &str = "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n";

impl Context {
    /// ProgramStringARB for the program that is bound. A text that is `None` was NULL, or of negative length.
    pub(crate) fn program_string(&mut self, gl: &dyn Gl, target: u32, format: u32, text: Option<&[u8]>) {
        let Some(text) = text else {
            return self.raise(number::INVALID_VALUE);
        };
        let stage = match native_target(target) {
            number::VERTEX_PROGRAM => Stage::Vertex,
            number::FRAGMENT_PROGRAM => Stage::Fragment,
            _ => return self.native(gl, target, format, text),
        };
        if format != number::PROGRAM_FORMAT_ASCII {
            return self.native(gl, target, format, text);
        }
        self.take_errors(gl);
        let target = native_target(target);
        let name = gl
            .program_integer(target, number::PROGRAM_BINDING)
            .cast_unsigned();
        if !self.settings.force && self.takes(gl, target, text) {
            self.group.remove(name);
            return;
        }
        match judged(stage, text) {
            Ok((program, read)) => {
                let plain = match stage {
                    Stage::Vertex => PLAIN_VERTEX,
                    _ => PLAIN_FRAGMENT,
                };
                gl.program_string(target, format, plain.as_bytes());
                self.answer = Some(Answer {
                    position: -1,
                    string: String::new(),
                });
                self.group.put(name, |number| Loaded {
                    number,
                    stage,
                    given: text.to_vec(),
                    text: read,
                    program,
                    named: Default::default(),
                });
                if let Some(loaded) = self.group.program(name) {
                    self.settings.record.translated(text, loaded.number);
                }
            }
            // With the switch, what cannot be translated may still be the driver's.
            Err(_) if self.settings.force && self.takes(gl, target, text) => self.group.remove(name),
            Err(answer) => {
                self.settings.record.refused(text, &answer.string);
                self.answer = Some(answer);
                self.raise(number::INVALID_OPERATION);
            }
        }
    }

    /// LoadProgramNV: a load by name, which binds nothing.
    pub(crate) fn load_program(&mut self, gl: &dyn Gl, target: u32, program: u32, text: Option<&[u8]>) {
        if program == 0 || text.is_none() {
            return self.raise(number::INVALID_VALUE);
        }
        let native = native_target(target);
        if !matches!(native, number::VERTEX_PROGRAM | number::FRAGMENT_PROGRAM) {
            return self.raise(number::INVALID_ENUM);
        }
        self.take_errors(gl);
        let before = gl
            .program_integer(native, number::PROGRAM_BINDING)
            .cast_unsigned();
        gl.bind_program(native, program);
        match gl.error() {
            0 => self.program_string(gl, target, number::PROGRAM_FORMAT_ASCII, text),
            error => self.raise(error),
        }
        gl.bind_program(native, before);
        self.changed();
    }

    /// DeletePrograms.
    pub(crate) fn delete_programs(&mut self, gl: &dyn Gl, names: &[u32]) {
        for name in names {
            self.group.remove(*name);
            gl.delete_program(*name);
        }
        self.stale = true;
    }

    /// ProgramNamedParameterNV.
    pub(crate) fn set_named(&mut self, program: u32, name: &[u8], value: [f32; 4]) {
        let loaded = self.group.program(program);
        let declared = loaded.as_ref().and_then(|loaded| {
            let name = str::from_utf8(name).ok()?;
            let mut names = loaded.program.declared().iter();
            names.find(|one| one.settable && one.name == name)?;
            Some((loaded, name))
        });
        match declared {
            Some((loaded, name)) => {
                locked(&loaded.named).insert(name.to_owned(), value);
                self.group.set_parameters();
            }
            None => self.raise(number::INVALID_VALUE),
        }
    }

    fn native(&mut self, gl: &dyn Gl, target: u32, format: u32, text: &[u8]) {
        self.answer = None;
        gl.program_string(target, format, text);
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

/// A program and its text as it was read, if it is right and can be translated.
fn judged(stage: Stage, given: &[u8]) -> Result<(Program, String), Answer> {
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
    let refused = |problems: Vec<Diagnostic>| answer(&text, &problems);
    let loaded = std::sync::Arc::new(Loaded {
        number: 0,
        stage,
        given: Vec::new(),
        text: text.clone(),
        program,
        named: Default::default(),
    });
    translated(std::slice::from_ref(&loaded)).map_err(refused)?;
    match std::sync::Arc::try_unwrap(loaded) {
        Ok(loaded) => Ok((loaded.program, loaded.text)),
        Err(_) => Err(refused(Vec::new())),
    }
}

fn answer(text: &str, diagnostics: &[Diagnostic]) -> Answer {
    let answer = gl_answer(&Source::new("program", text), diagnostics);
    Answer {
        position: i32::try_from(answer.position).unwrap_or(i32::MAX).max(0),
        string: answer.string,
    }
}
