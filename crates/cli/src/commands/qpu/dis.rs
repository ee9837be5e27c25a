//! `quadrille qpu dis`.

use std::path::PathBuf;
use std::process::ExitCode;

use quadrille_vc4::asm::disassemble;

use super::read_program;
use crate::error::Error;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A binary, or a text with hexadecimal words; - for standard input.
    path: PathBuf,
    /// Write each word and its address beside its text, as a comment.
    #[arg(short, long)]
    words: bool,
    /// Take words that are no QPU instructions as data, however many there are.
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let read = read_program(&args.path, args.force)?;
    let text = disassemble(&read.words);
    if !args.words {
        print!("{text}");
        return Ok(read.status());
    }
    for (index, (line, word)) in text.lines().zip(&read.words).enumerate() {
        println!(
            "{line:<60} # {:04x}: {:08x} {:08x}",
            index * 8,
            *word as u32,
            word >> 32
        );
    }
    Ok(read.status())
}
