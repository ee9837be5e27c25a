//! The binary interface of libquadrille beside that of a commit: what its header declares is compiled as a library whose
//! functions do nothing, for both, and abidiff compares types, layouts and enums. That the library has what the header
//! declares is the compiler's of the crate `capi`, and of the list of symbols.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

use crate::command::{CommandError, Step};
use crate::header;

/// The commit to compare with where there is no tag of a release.
const BASELINE: &str = "docs/schema/baseline.txt";

#[derive(Parser)]
#[command(
    name = "abi",
    about = "Compares the binary interface of libquadrille with that of a commit"
)]
struct Args {
    /// The commit; without it the last tag, or the one that docs/schema/baseline.txt names.
    #[arg(long)]
    against: Option<String>,
    /// Prints the commit that is compared with, and compares nothing.
    #[arg(long)]
    baseline: bool,
    /// The header to compare; without it the repository's.
    #[arg(long)]
    header: Option<PathBuf>,
}

/// The interfaces were not compared, or differ.
#[derive(Debug, thiserror::Error)]
enum AbiError {
    #[error(transparent)]
    File(#[from] io::Error),
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error("the interface changed:\n{0}")]
    Changed(CommandError),
}

pub(crate) fn run(root: &Path, words: impl Iterator<Item = String>) -> ExitCode {
    let args = Args::parse_from(words);
    match compare(root, &args) {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("abi: {error}");
            ExitCode::FAILURE
        }
    }
}

fn compare(root: &Path, args: &Args) -> Result<String, AbiError> {
    let commit = match &args.against {
        Some(commit) => commit.clone(),
        None => baseline(root)?,
    };
    if args.baseline {
        return Ok(commit);
    }
    let git = Step::new("git", "Debian's git").within(root);
    let before = git
        .with(["show", &format!("{commit}:{}", header::PATH)])
        .output()?;
    let before = String::from_utf8_lossy(&before).into_owned();
    let own = args.header.clone().unwrap_or_else(|| root.join(header::PATH));
    let after = fs::read_to_string(own)?;
    let folder = root.join("target/abi");
    let before = library(&folder.join("before"), &before)?;
    let after = library(&folder.join("after"), &after)?;
    // Functions may come; whatever else is told is a change.
    let differ = Step::new("abidiff", "Debian's abigail-tools").with(["--no-added-syms"]);
    differ.with([&before, &after]).run().map_err(AbiError::Changed)?;
    Ok(format!("abi: nothing changed since {commit}"))
}

/// The last tag, or the commit that is recorded.
fn baseline(root: &Path) -> io::Result<String> {
    let tag = Step::new("git", "Debian's git")
        .within(root)
        .with(["describe", "--tags", "--abbrev=0"]);
    match tag.output() {
        Ok(tag) => Ok(String::from_utf8_lossy(&tag).trim().to_owned()),
        Err(_) => Ok(fs::read_to_string(root.join(BASELINE))?.trim().to_owned()),
    }
}

/// A library of the functions that a header declares, with what a debugger is told of them.
fn library(folder: &Path, header: &str) -> Result<PathBuf, AbiError> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join("quadrille.h"), header)?;
    let named = ["-E", "-P", "-x", "c", "quadrille.h"];
    let read = Step::new("cc", "Debian's gcc")
        .within(folder)
        .with(named)
        .output()?;
    let read = String::from_utf8_lossy(&read).into_owned();
    // A declaration of a function ends with `);`, and a type that points to one begins with `typedef`.
    let bodies: Vec<String> = read
        .split(';')
        .map(str::trim)
        .filter(|statement| statement.contains("quadrille_") && statement.ends_with(')'))
        .filter(|statement| !statement.starts_with("typedef"))
        .map(|statement| format!("{statement} {{ __builtin_trap(); }}"))
        .collect();
    let text = format!("#include \"quadrille.h\"\n{}\n", bodies.join("\n"));
    fs::write(folder.join("quadrille.c"), text)?;
    let library = folder.join("libquadrille.so");
    let build = ["-shared", "-fPIC", "-g", "-w", "quadrille.c", "-o"];
    let step = Step::new("cc", "Debian's gcc").within(folder).with(build);
    step.with([&library]).run()?;
    Ok(library)
}
