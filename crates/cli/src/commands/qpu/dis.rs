//! `quadrille qpu dis`.

use std::path::PathBuf;
use std::process::ExitCode;

use quadrille_vc4::asm::disassemble;

use super::{read_program, usage};

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

pub(crate) fn run(args: &Args) -> ExitCode {
    let words = match read_program(&args.path, args.force) {
        Ok(words) => words,
        Err(message) => return usage(&message),
    };
    let text = disassemble(&words);
    if !args.words {
        print!("{text}");
        return ExitCode::SUCCESS;
    }
    for (index, (line, word)) in text.lines().zip(&words).enumerate() {
        println!(
            "{line:<60} # {:04x}: {:08x} {:08x}",
            index * 8,
            *word as u32,
            word >> 32
        );
    }
    ExitCode::SUCCESS
}
