//! `quadrille extract`: finds programs in other files and writes each to a file of its own.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use quadrille::extract::{Extracted, extract};
use quadrille_isa::gl::Stage;

use crate::error::Error;
use crate::exit::USAGE;
use crate::files::{self, Wanted, WriteError};
use crate::out::count;

/// The largest file that is searched: 1 GiB.
const LARGEST: u64 = 1 << 30;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of any kind: program binaries, logs, traces, sources; folders of such files; or - for standard input.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The folder that the programs are written to; it is made if it is not there.
    #[arg(short, long, default_value = ".")]
    output: PathBuf,
    /// Write nothing; only say what is there.
    #[arg(long)]
    list: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let inputs = files::expand(&args.paths, Wanted::Any);
    let mut seen = HashSet::new();
    let mut found = 0;
    let mut unreadable = inputs.incomplete;
    for path in &inputs.files {
        let bytes = match files::read_up_to(path, LARGEST) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("quadrille: {error}");
                unreadable = true;
                continue;
            }
        };
        for program in extract(&bytes) {
            found += 1;
            if !seen.insert(program.text.clone()) {
                println!("{}: the same as one before", describe(path, &program));
                continue;
            }
            if args.list {
                println!("{}", describe(path, &program));
                continue;
            }
            let file = write(&args.output, path, &program, seen.len())?;
            println!("{}: {}", describe(path, &program), file.display());
        }
    }
    let programs = count(found, "program");
    match seen.len() {
        different if different == found => println!("{programs}"),
        different => println!("{programs}, {different} of them different"),
    }
    Ok(match (unreadable, found) {
        (true, _) => ExitCode::from(USAGE),
        (false, 0) => ExitCode::from(1),
        (false, _) => ExitCode::SUCCESS,
    })
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
    name.push(format!("-{number}.{}", extension(program.profile.stage)));
    let file = folder.join(name);
    files::write_new(&file, program.text.as_bytes())?;
    Ok(file)
}

fn extension(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vp",
        Stage::VertexState => "vsp",
        Stage::TessellationControl => "tcp",
        Stage::TessellationEvaluation => "tep",
        Stage::Geometry => "gp",
        Stage::Fragment => "fp",
        Stage::Compute => "cp",
    }
}
