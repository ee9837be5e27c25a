//! A program with its buffers and launches, before the first instruction: what `qpu run` runs and `debug` goes through.

use std::path::{Path, PathBuf};

use quadrille_debug::vc4::{Vc4Machine, listing_of_assembly, listing_of_words};
use quadrille_vc4::asm::{Assembly, Options, assemble};
use quadrille_vc4::machine::Limits;
use quadrille_vc4::machine::job::{Job, NamedBuffer};

use super::program::Includes;
use super::{QpuError, read_words};
use crate::error::Error;
use crate::setting::{SettingError, split, word};
use crate::{files, out};

/// A program, its buffers and its launches.
#[derive(clap::Args)]
pub(crate) struct JobArgs {
    /// The program: assembler text (.qasm, .asm, .s), or words.
    path: PathBuf,
    /// A buffer filled from a file: NAME=FILE, or NAME@ADDRESS=FILE.
    #[arg(short, long, value_name = "NAME=FILE")]
    input: Vec<String>,
    /// A buffer of zeros: NAME=BYTES, or NAME@ADDRESS=BYTES.
    #[arg(short, long, value_name = "NAME=BYTES")]
    zero: Vec<String>,
    /// Uniforms of a launch: integers, floats (with a point), @buffer, qpu, qpus, with + and *. Once for all
    /// launches, or once for each.
    #[arg(short, long, value_name = "LIST", allow_hyphen_values = true)]
    pub(super) uniforms: Vec<String>,
    /// How many QPUs the program is launched on.
    #[arg(short, long)]
    qpus: Option<u8>,
    /// Instructions after which the run is ended.
    #[arg(long, default_value_t = Limits::default().instructions)]
    budget: u64,
    /// Bus address of the program.
    #[arg(long, value_name = "ADDRESS", value_parser = word)]
    origin: Option<u32>,
}

/// The words of a program, and how they were assembled, if they came as text.
pub(super) struct Words {
    pub(super) words: Vec<u64>,
    assembly: Option<Assembly>,
}

impl JobArgs {
    /// The limits of the run.
    pub(super) fn limits(&self) -> Limits {
        Limits {
            instructions: self.budget,
            ..Limits::default()
        }
    }

    /// The job for the debugger; `None` if the text of its program has errors, which are then printed.
    pub(crate) fn machine(&self) -> Result<Option<Vc4Machine>, Error> {
        let Some(Words { words, assembly }) = self.program()? else {
            return Ok(None);
        };
        let name = self.path.display().to_string();
        let listing = assembly.as_ref().and_then(listing_of_assembly);
        let listing = listing.unwrap_or_else(|| listing_of_words(&name, &words));
        let machine = Vc4Machine::new(self.job(words)?, listing, self.limits());
        Ok(Some(machine.map_err(QpuError::from)?))
    }

    /// The words of the program; `None` if its text has errors, which are then printed.
    pub(super) fn program(&self) -> Result<Option<Words>, Error> {
        let is_text = self
            .path
            .extension()
            .and_then(|e| e.to_str())
            .is_some_and(|e| ["qasm", "asm", "s"].contains(&e));
        if !is_text {
            let read = read_words(&self.path)?;
            return Ok(read.are_whole.then_some(Words {
                words: read.words,
                assembly: None,
            }));
        }
        let text = files::read(&self.path)?;
        let options = Options {
            origin: self.origin.unwrap_or(0),
            ..Options::default()
        };
        let mut includes = Includes::new(&self.path, &[])?;
        let assembly = assemble(&self.path.display().to_string(), &text, &options, &mut includes);
        for diagnostic in &assembly.diagnostics {
            let (source, _) = assembly.locate(diagnostic.span.start);
            eprintln!("{}\n", out::rendered(source, diagnostic, out::error_style()));
        }
        Ok(assembly.is_complete().then(|| Words {
            words: assembly.words.clone(),
            assembly: Some(assembly),
        }))
    }

    /// The job of the program.
    pub(super) fn job(&self, program: Vec<u64>) -> Result<Job, Error> {
        let mut buffers = Vec::new();
        for setting in &self.input {
            let (name, address, file) = named(setting)?;
            let bytes = files::read_data(Path::new(file))?;
            buffers.push(NamedBuffer { name, address, bytes });
        }
        for setting in &self.zero {
            let (name, address, size) = named(setting)?;
            let bytes = word(size)? as usize;
            if bytes > 1 << 30 {
                return Err(QpuError::Buffer { name, bytes }.into());
            }
            buffers.push(NamedBuffer {
                name,
                address,
                bytes: vec![0; bytes],
            });
        }
        let count = usize::from(self.qpus.unwrap_or(1)).max(self.uniforms.len());
        let launches = match self.uniforms.as_slice() {
            [] => vec![String::new(); count],
            [one] => vec![one.clone(); count],
            each if each.len() == count => each.to_vec(),
            each => {
                let (lists, launches) = (each.len(), count);
                return Err(QpuError::Lists { lists, launches }.into());
            }
        };
        Ok(Job {
            program,
            program_address: self.origin,
            buffers,
            launches,
            stop: None,
        })
    }
}

/// `NAME=VALUE` or `NAME@ADDRESS=VALUE`.
pub(super) fn named(setting: &str) -> Result<(String, Option<u32>, &str), SettingError> {
    let (name, value) = split(setting, "NAME=VALUE")?;
    match name.split_once('@') {
        Some((name, address)) => Ok((name.to_owned(), Some(word(address)?), value)),
        None => Ok((name.to_owned(), None, value)),
    }
}
