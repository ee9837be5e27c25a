//! `quadrille qpu explain`.

use std::path::PathBuf;
use std::process::ExitCode;

use quadrille_vc4::asm::{explain, words_of_text};

use super::{read_words, usage};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file with words, or the words themselves: pairs of 32 bits, low half first, or 64 bits.
    #[arg(required = true)]
    words: Vec<String>,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let are_words = args
        .words
        .iter()
        .all(|word| word.to_ascii_lowercase().starts_with("0x"));
    if are_words {
        print!("{}", explain(&words_of_text(&args.words.join(" ")).words));
        return ExitCode::SUCCESS;
    }
    for path in &args.words {
        match read_words(&PathBuf::from(path)) {
            Ok(words) => print!("{}", explain(&words)),
            Err(message) => return usage(&message),
        }
    }
    ExitCode::SUCCESS
}
