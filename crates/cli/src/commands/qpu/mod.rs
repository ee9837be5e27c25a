//! `quadrille qpu`: programs of the VideoCore IV.

mod asm;
mod check;
mod dis;
mod error;
mod explain;
mod fragment;
mod job;
mod program;
mod run;
mod watch;

use std::path::Path;
use std::process::ExitCode;

use quadrille_base::Source;
use quadrille_vc4::asm::{strangers, words_of_binary, words_of_text};

use crate::error::Error;
use crate::{files, out};
pub(crate) use error::QpuError;
pub(crate) use job::JobArgs;
pub(crate) use program::Includes;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Assemble a program to bytes, hexadecimal, an object file or a listing.
    Asm(asm::Args),
    /// Judge a program by the rules of the hardware: exit status 0 without errors, 1 with.
    Check(check::Args),
    /// Disassemble words, from a binary or out of a text, to a program that assembles to them.
    Dis(dis::Args),
    /// Name every field of words and say what it means.
    Explain(explain::Args),
    /// Run a program on the emulated QPUs: exit status 1 when it breaks a rule.
    Run(Box<run::Args>),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    match &args.command {
        Command::Asm(args) => asm::run(args),
        Command::Check(args) => check::run(args),
        Command::Dis(args) => dis::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Run(args) => run::run(args),
    }
}

/// Words as a file has them.
struct Words {
    words: Vec<u64>,
    /// Whether no half of a word is missing.
    are_whole: bool,
}

impl Words {
    /// The exit status of a command that did with the words what it does.
    fn status(&self) -> ExitCode {
        match self.are_whole {
            true => ExitCode::SUCCESS,
            false => ExitCode::from(1),
        }
    }

    /// The words of a text. What is odd about it goes to standard error.
    fn of_text(source: &Source) -> Words {
        let list = words_of_text(source.text());
        for diagnostic in &list.diagnostics {
            eprintln!("{}\n", out::rendered(source, diagnostic, out::error_style()));
        }
        Words {
            are_whole: list.is_whole(),
            words: list.words,
        }
    }
}

/// The words of a file that is to hold a program, as [`read_words`]; refused where too many are no instructions, unless
/// they are to be taken as they are.
fn read_program(path: &Path, force: bool) -> Result<Words, Error> {
    let words = read_words(path)?;
    match strangers(&words.words) {
        Some(strangers) if !force => Err(QpuError::Strangers {
            path: path.to_owned(),
            strangers,
            words: words.words.len(),
        }
        .into()),
        _ => Ok(words),
    }
}

/// The words that the bytes of a file are.
fn binary_words(path: &Path, bytes: &[u8]) -> Result<Vec<u64>, QpuError> {
    words_of_binary(bytes).map_err(|error| QpuError::Words {
        path: path.to_owned(),
        error,
    })
}

/// Whether bytes can be a text: no control characters are among them but those of lines, pages, tabs and the end.
fn is_text(bytes: &[u8]) -> bool {
    bytes
        .iter()
        .all(|byte| !byte.is_ascii_control() || matches!(byte, b'\t' | b'\n' | b'\r' | b'\x0c' | b'\x1a'))
}

/// The words of a file: of its bytes, or of the hexadecimal numbers in it where it is a text.
fn read_words(path: &Path) -> Result<Words, Error> {
    let bytes = files::read_bytes(path)?;
    if is_text(&bytes) && bytes.windows(2).any(|two| two.eq_ignore_ascii_case(b"0x")) {
        let source = Source::new(path.display().to_string(), String::from_utf8_lossy(&bytes));
        return Ok(Words::of_text(&source));
    }
    Ok(Words {
        words: binary_words(path, &bytes)?,
        are_whole: true,
    })
}
