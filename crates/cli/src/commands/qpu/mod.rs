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

use quadrille_base::{Source, render};
use quadrille_vc4::asm::{WordList, strangers, words_of_binary, words_of_text};

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

/// The words of a file that is to hold a program, as [`read_words`]; refused where too many are no instructions, unless
/// they are to be taken as they are.
fn read_program(path: &Path, force: bool) -> Result<Vec<u64>, Error> {
    let words = read_words(path)?;
    match strangers(&words) {
        Some(strangers) if !force => Err(QpuError::Strangers {
            path: path.to_owned(),
            strangers,
            words: words.len(),
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

/// The words of a file: of its bytes, or of the hexadecimal numbers in it where it is a text. What is odd
/// about the text goes to standard error.
fn read_words(path: &Path) -> Result<Vec<u64>, Error> {
    let bytes = files::read_bytes(path)?;
    let is_text = !bytes.contains(&0) && bytes.windows(2).any(|two| two.eq_ignore_ascii_case(b"0x"));
    if !is_text {
        return Ok(binary_words(path, &bytes)?);
    }
    let source = Source::new(path.display().to_string(), String::from_utf8_lossy(&bytes));
    let WordList {
        words, diagnostics, ..
    } = words_of_text(source.text());
    for diagnostic in &diagnostics {
        eprintln!("{}\n", render::text(&source, diagnostic, out::error_style()));
    }
    Ok(words)
}
