//! `quadrille extract`: finds programs in other files and writes each to a file of its own.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use quadrille::extract::{Extracted, extract};

use crate::commands::reading::Reading;
use crate::error::Error;
use crate::exit::USAGE;
use crate::files::{self, WriteError};
use crate::out::count;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of any kind: program binaries, logs, traces, sources; folders and archives of such files; or - for standard input.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The folder that the programs are written to; it is made if it is not there.
    #[arg(short, long, default_value = ".")]
    output: PathBuf,
    /// Write nothing; only say what is there.
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    reading: Reading,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let search = args.reading.search()?;
    let mut seen = HashSet::new();
    let mut found = 0;
    let mut failed = None;
    let incomplete = files::contents(&args.paths, &search, &mut |path, bytes| {
        if failed.is_some() {
            return;
        }
        for program in extract(bytes) {
            found += 1;
            let is_new = seen.insert(program.text.clone());
            let told = describe(path, &program);
            let file = match is_new && !args.list {
                true => write(&args.output, path, &program, seen.len()).map(Some),
                false => Ok(None),
            };
            match file {
                Ok(_) if args.reading.quiet => {}
                Ok(_) if !is_new => println!("{told}: the same as one before"),
                Ok(None) => println!("{told}"),
                Ok(Some(file)) => println!("{told}: {}", file.display()),
                Err(error) => {
                    failed = Some(error);
                    return;
                }
            }
        }
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    if args.reading.quiet {
        return Ok(status(incomplete, found));
    }
    let programs = count(found, "program");
    match seen.len() {
        different if different == found => println!("{programs}"),
        different => println!("{programs}, {different} of them different"),
    }
    Ok(status(incomplete, found))
}

fn status(incomplete: bool, found: usize) -> ExitCode {
    match (incomplete, found) {
        (true, _) => ExitCode::from(USAGE),
        (false, 0) => ExitCode::from(1),
        (false, _) => ExitCode::SUCCESS,
    }
}

fn describe(path: &Path, program: &Extracted) -> String {
    let broken = if program.complete { "" } else { " without END" };
    format!(
        "{} at byte {}: {}{broken}",
        path.display(),
        program.offset,
        program.profile.header
    )
}

/// Writes a program to a file that is not there yet, or that has this very text.
fn write(folder: &Path, path: &Path, program: &Extracted, number: usize) -> Result<PathBuf, WriteError> {
    let stem = path
        .file_stem()
        .filter(|stem| *stem != "-")
        .unwrap_or("program".as_ref());
    let mut name = stem.to_owned();
    name.push(format!("-{number}.{}", files::ending(program.profile.stage)));
    let file = folder.join(name);
    files::write_new(&file, program.text.as_bytes())?;
    Ok(file)
}
