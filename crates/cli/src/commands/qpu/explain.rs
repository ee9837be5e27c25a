//! `quadrille qpu explain`.

use std::path::Path;
use std::process::ExitCode;

use quadrille_vc4::asm::{explain, words_of_text};

use super::{QpuError, read_program};
use crate::error::Error;
use crate::files;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file with words, or the words themselves: pairs of 32 bits, low half first, or 64 bits.
    #[arg(required = true)]
    words: Vec<String>,
    /// Take the words of a file that are no QPU instructions as data, however many there are.
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let numbers: Option<Vec<String>> = args.words.iter().map(|word| number(word)).collect();
    if let Some(numbers) = numbers {
        let list = words_of_text(&numbers.join(" "));
        print!("{}", explain(&list.words));
        return match list.is_whole() {
            true => Ok(ExitCode::SUCCESS),
            false => Err(QpuError::Half(numbers.last().cloned().unwrap_or_default()).into()),
        };
    }
    let is_file = |word: &&String| files::is_there(Path::new(word));
    // What is no number beside numbers is a slip, unless it is a file.
    if args.words.iter().any(|word| number(word).is_some()) {
        let missing = args.words.iter().filter(|word| !is_file(word));
        for word in missing {
            match number(word) {
                Some(number) if number.trim_start_matches("0x").len() > 8 => {
                    return Err(QpuError::Wide(word.clone()).into());
                }
                Some(_) => {}
                None => return Err(QpuError::Word(word.clone()).into()),
            }
        }
    }
    let mut are_whole = true;
    for path in &args.words {
        let read = read_program(Path::new(path), args.force)?;
        print!("{}", explain(&read.words));
        are_whole &= read.are_whole;
    }
    Ok(match are_whole {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(1),
    })
}

/// A word, or half of one, with `0x`; none if it has other than hexadecimal digits or more than a word's, or, unmarked,
/// not as many as a word or half of one, or if there is a file of that name.
fn number(word: &str) -> Option<String> {
    let lower = word.to_ascii_lowercase();
    let (digits, is_marked) = match lower.strip_prefix("0x") {
        Some(digits) => (digits, true),
        None => (&*lower, false),
    };
    let are_digits = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_number = match is_marked {
        true => (1..=16).contains(&digits.len()),
        false => matches!(digits.len(), 8 | 16) && !files::is_there(Path::new(word)),
    };
    (are_digits && is_number).then(|| format!("0x{digits}"))
}
