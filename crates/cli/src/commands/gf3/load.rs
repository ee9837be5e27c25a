//! Reading a program for the GeForce 3, in whatever form it lies in the file.

use std::path::{Path, PathBuf};

use quadrille_base::{Diagnostic, Source as Text, render};
use quadrille_gf3::function::Program;
use quadrille_gf3::lower::{lower, schedule};
use quadrille_gf3::word::assemble::{assemble, warnings};
use quadrille_gf3::word::{Numbering, Word, form::Form};

use super::{Error, FormName, NumberingName};
use crate::{files, out};

/// The file with the program.
#[derive(clap::Args)]
pub(super) struct Source {
    /// Machine text, an OpenGL vertex program, or words; - for text from standard input.
    path: PathBuf,
    /// The file holds words in this form. Files that end in .bin, .hex, .c or .h need not say so.
    #[arg(long, value_enum)]
    from: Option<FormName>,
    /// Whose register names and constant numbers machine text uses.
    #[arg(long, value_enum, default_value = "nv2a")]
    numbering: NumberingName,
    /// Put neighbouring operations of both units of an OpenGL program into one word where they fit.
    #[arg(long)]
    pair: bool,
}

/// A program and how to write about it.
pub(super) struct Loaded {
    pub(super) words: Vec<Word>,
    pub(super) numbering: Numbering,
    /// Constants of the program itself, by the number in the word.
    pub(super) constants: Vec<(u8, [u32; 4])>,
    /// Constants that GL state and program parameters fill, by the number in the word.
    pub(super) bindings: Vec<(u8, String)>,
    /// What a reader may want to know of the words or of how they came to be.
    pub(super) notes: Vec<String>,
}

impl Source {
    /// Reads the file.
    pub(super) fn load(&self) -> Result<Loaded, Error> {
        let numbering = self.numbering.into();
        let path = &self.path;
        let unreadable = |error| Error::Usage(format!("{}: {error}", path.display()));
        if let Some(form) = self.from.map(Form::from).or_else(|| form_of(path)) {
            let bytes = files::read_bytes(path).map_err(unreadable)?;
            let words = form
                .read(&bytes)
                .map_err(|error| Error::Rejected(error.to_string()))?;
            return Ok(Loaded {
                words,
                numbering,
                constants: Vec::new(),
                bindings: Vec::new(),
                notes: Vec::new(),
            });
        }
        let text = files::read(path).map_err(unreadable)?;
        if text.starts_with("!!") {
            return self.lower(&text);
        }
        let words = assemble(&text, numbering).map_err(|errors| shown(path, &text, &errors))?;
        Ok(Loaded {
            words,
            numbering,
            constants: Vec::new(),
            bindings: Vec::new(),
            notes: texts(path, &text, &warnings(&text, numbering)),
        })
    }

    /// Lowers an OpenGL program.
    fn lower(&self, text: &str) -> Result<Loaded, Error> {
        let path = &self.path;
        let rejected = |error: Box<Diagnostic>| shown(path, text, &[*error]);
        let checked = quadrille_check::check(text, &quadrille_check::Options::default());
        let program = checked
            .program
            .ok_or_else(|| shown(path, text, &checked.diagnostics))?;
        let mut lowered = lower(&program).map_err(rejected)?;
        if self.pair {
            schedule::pair(&mut lowered);
        }
        let words = lowered.words().map_err(rejected)?;
        let notes = texts(path, text, &lowered.notes);
        Ok(Loaded {
            words,
            numbering: Numbering::NvVertexProgram,
            constants: lowered.constants,
            bindings: lowered
                .bindings
                .iter()
                .map(|bound| (bound.number, bound.binding.text(program.features())))
                .collect(),
            notes,
        })
    }
}

impl Loaded {
    /// The decoded program.
    pub(super) fn program(&self) -> Result<Program, Error> {
        Program::from_words(&self.words).map_err(|malformed| Error::Rejected(malformed.to_string()))
    }
}

/// The form that a file's name tells.
fn form_of(path: &Path) -> Option<Form> {
    match path.extension()?.to_str()? {
        "bin" => Some(Form::Binary),
        "hex" => Some(Form::Hex),
        "c" | "h" => Some(Form::C),
        _ => None,
    }
}

/// Diagnostics as text.
fn shown(path: &Path, text: &str, diagnostics: &[Diagnostic]) -> Error {
    Error::Rejected(texts(path, text, diagnostics).join("\n\n"))
}

/// Each diagnostic as text.
fn texts(path: &Path, text: &str, diagnostics: &[Diagnostic]) -> Vec<String> {
    let source = Text::new(path.display().to_string(), text);
    let style = out::error_style();
    let all = diagnostics.iter();
    all.map(|one| render::text(&source, one, style)).collect()
}
