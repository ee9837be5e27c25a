//! Reading a program for the GeForce 3, in whatever form it lies in the file.

use std::path::{Path, PathBuf};

use quadrille_base::{Diagnostic, Source as Text};
use quadrille_gf3::function::{Access, Program};
use quadrille_gf3::lower::{lower, schedule, texture_coordinates};
use quadrille_gf3::target::Target;
use quadrille_gf3::word::{Numbering, Reason, Word, decode_any, form::Form, text};
use quadrille_isa::gl::Stage;

use super::{FormName, Gf3Error, NumberingName, TargetName};
use crate::commands::judging::Judging;
use crate::error::Error;
use crate::{files, out};

/// The file with the program.
#[derive(clap::Args)]
pub(crate) struct Gf3Program {
    /// Machine text, an OpenGL vertex program, a listing or log of xemu, or words; - for text from standard input.
    path: PathBuf,
    /// The file holds words in this form. Files that end in .bin, .hex, .c, .h, .inl or .vshinc need not say so.
    #[arg(long, value_enum)]
    from: Option<FormName>,
    /// Whose register names and constant numbers machine text uses.
    #[arg(long, value_enum, default_value = "nv2a")]
    numbering: NumberingName,
    /// The machine that runs it: what its loader would reject and what means something else there is warned of,
    /// indexed reads reach its constants, and an OpenGL program reads its attributes.
    #[arg(long, value_enum)]
    target: Option<TargetName>,
    /// Put neighbouring operations of both units of an OpenGL program into one word where they fit.
    #[arg(long)]
    pair: bool,
    #[command(flatten)]
    judging: Judging,
}

/// A program and how to write about it.
pub(super) struct Loaded {
    pub(super) words: Vec<Word>,
    pub(super) numbering: Numbering,
    /// Constants of the program itself, by the number in the word.
    pub(super) constants: Vec<(u8, [u32; 4])>,
    /// Constants that GL state and program parameters fill, by the number in the word.
    pub(super) bindings: Vec<(u8, String)>,
    /// The differences on another machine with these words.
    pub(super) elsewhere: Vec<String>,
    /// The machine, where it is named.
    pub(super) target: Option<Target>,
    /// Whether it runs for vertices; a vertex state program does not.
    vertex: bool,
    /// Whether the text is an OpenGL program: its constants are numbered from 0, and those of its own stay.
    pub(super) is_lowered: bool,
}

impl Gf3Program {
    /// What the program is called: the file.
    pub(super) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Reads the file, and tells what a reader may want to know of the words or of how they came to be.
    pub(super) fn load(&self) -> Result<Loaded, Error> {
        let mut loaded = self.read()?;
        if loaded.words.is_empty() {
            return Err(Gf3Error::Empty.into());
        }
        loaded.target = self.target.map(Target::from);
        if let Some(target) = loaded.target {
            let program = loaded.program()?;
            for finding in target.check(program.instructions(), loaded.vertex) {
                eprintln!("{}: warning: {finding}", self.path.display());
            }
        }
        Ok(loaded)
    }

    /// The program of the file, whatever its form.
    fn read(&self) -> Result<Loaded, Error> {
        let numbering = self.numbering.into();
        let path = &self.path;
        if let Some(form) = self.from.map(Form::from).or_else(|| form_of(path)) {
            let words = form.read(&files::read_bytes(path)?).map_err(Gf3Error::from)?;
            tell_odd(path, &words)?;
            return Ok(Loaded::plain(words, numbering));
        }
        let text = files::read(path)?;
        if text.starts_with("!!") {
            return self.lower(&text);
        }
        let read = text::read(&text, numbering).map_err(|errors| shown(path, &text, &errors))?;
        tell(path, &text, &read.notes);
        if read.is_listing {
            tell_odd(path, &read.words)?;
        }
        Ok(Loaded {
            constants: read.constants,
            ..Loaded::plain(read.words, numbering)
        })
    }

    /// Lowers an OpenGL program.
    fn lower(&self, text: &str) -> Result<Loaded, Error> {
        let path = &self.path;
        let rejected = |error: Box<Diagnostic>| shown(path, text, &[*error]);
        let checked = quadrille_check::check(text, &self.judging.options()?);
        let program = checked
            .program
            .ok_or_else(|| shown(path, text, &checked.diagnostics))?;
        tell(path, text, &checked.diagnostics);
        let mut lowered = lower(&program).map_err(rejected)?;
        if self.pair {
            schedule::pair(&mut lowered);
        }
        if let Some(target) = self.target.map(Target::from) {
            target.place(&mut lowered).map_err(rejected)?;
        }
        let words = lowered.words().map_err(rejected)?;
        tell(path, text, &lowered.notes);
        if self.target == Some(TargetName::Nv2a) {
            eprintln!(
                "{}: warning: the position is in clip space, and the NV2A takes it in pixels: divide by w, then scale \
                 and move to the viewport",
                path.display()
            );
        }
        Ok(Loaded {
            words,
            numbering: Numbering::NvVertexProgram,
            constants: lowered.constants,
            bindings: lowered
                .bindings
                .iter()
                .map(|bound| (bound.number, bound.binding.text(program.features())))
                .collect(),
            elsewhere: match self.target {
                None => texts(path, text, &texture_coordinates(&program)),
                Some(TargetName::Gf3 | TargetName::Nv2a) => Vec::new(),
            },
            target: None,
            vertex: program.profile().stage == Stage::Vertex,
            is_lowered: true,
        })
    }
}

impl Loaded {
    /// Words that nothing more is known of.
    fn plain(words: Vec<Word>, numbering: Numbering) -> Loaded {
        Loaded {
            words,
            numbering,
            constants: Vec::new(),
            bindings: Vec::new(),
            elsewhere: Vec::new(),
            target: None,
            vertex: true,
            is_lowered: false,
        }
    }

    /// The decoded program, with placeholders for what the machine does not have.
    pub(super) fn program(&self) -> Result<Program, Gf3Error> {
        let (program, _) = Program::from_any_words(&self.words)?;
        Ok(program)
    }

    /// Which constants indexed reads reach: a console's programs have all, those of OpenGL the user's half.
    pub(super) fn access(&self) -> Access {
        if let Some(target) = self.target {
            return target.access();
        }
        match self.numbering {
            Numbering::Nv2a => Access::Full,
            Numbering::NvVertexProgram => Access::UserOnly,
        }
    }
}

/// The form that a file's name tells.
fn form_of(path: &Path) -> Option<Form> {
    match path.extension()?.to_str()? {
        "bin" => Some(Form::Binary),
        "hex" => Some(Form::Hex),
        "c" | "h" => Some(Form::C),
        "inl" | "vshinc" => Some(Form::Inl),
        _ => None,
    }
}

/// The error of a rejected program, with its diagnostics as texts.
fn shown(path: &Path, text: &str, diagnostics: &[Diagnostic]) -> Gf3Error {
    Gf3Error::Rejected(texts(path, text, diagnostics))
}

/// Warns of words with placeholders; where most words name what the machine does not have, the file is another thing.
fn tell_odd(path: &Path, words: &[Word]) -> Result<(), Gf3Error> {
    let odd: Vec<Vec<Reason>> = words.iter().map(|word| decode_any(*word).1).collect();
    let named = |reasons: &&Vec<Reason>| reasons.iter().any(|reason| *reason != Reason::UnusedBits);
    let strange = odd.iter().filter(named).count();
    if 2 * strange > words.len() {
        return Err(Gf3Error::NoProgram {
            path: path.to_owned(),
            odd: strange,
            words: words.len(),
        });
    }
    for (index, reason) in odd
        .iter()
        .enumerate()
        .flat_map(|(index, all)| all.iter().map(move |reason| (index, reason)))
    {
        let placeholder = reason.placeholder();
        eprintln!(
            "{}: warning: word {index}: {reason}; {placeholder}",
            path.display()
        );
    }
    Ok(())
}

/// Prints warnings.
fn tell(path: &Path, text: &str, diagnostics: &[Diagnostic]) {
    texts(path, text, diagnostics)
        .iter()
        .for_each(|note| eprintln!("{note}"));
}

/// Each diagnostic as text.
fn texts(path: &Path, text: &str, diagnostics: &[Diagnostic]) -> Vec<String> {
    let source = Text::new(path.display().to_string(), text);
    let style = out::error_style();
    let all = diagnostics.iter();
    all.map(|one| out::rendered(&source, one, style)).collect()
}
