//! `quadrille extract`: finds programs in other files and writes each to a file of its own.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use quadrille::extract::{Extracted, extract};
use quadrille_isa::gl::Stage;

use crate::exit::USAGE;
use crate::files;
use crate::out::count;

/// The largest file that is searched: 1 GiB.
const LARGEST: u64 = 1 << 30;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of any kind: program binaries, logs, traces, sources; or - for standard input.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The folder that the programs are written to; it is made if it is not there.
    #[arg(short, long, default_value = ".")]
    output: PathBuf,
    /// Write nothing; only say what is there.
    #[arg(long)]
    list: bool,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut seen = HashSet::new();
    let mut found = 0;
    for path in &args.paths {
        let bytes = match files::read_up_to(path, LARGEST) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("quadrille: {}: {error}", path.display());
                return ExitCode::from(USAGE);
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
            match write(&args.output, path, &program, seen.len()) {
                Ok(file) => println!("{}: {}", describe(path, &program), file.display()),
                Err(error) => {
                    eprintln!("quadrille: {error}");
                    return ExitCode::from(USAGE);
                }
            }
        }
    }
    let programs = count(found, "program");
    match seen.len() {
        different if different == found => println!("{programs}"),
        different => println!("{programs}, {different} of them different"),
    }
    if found == 0 {
        ExitCode::from(1)
    } else {
        ExitCode::SUCCESS
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
fn write(folder: &Path, path: &Path, program: &Extracted, number: usize) -> Result<PathBuf, String> {
    let said = |at: &Path, error: std::io::Error| format!("{}: {error}", at.display());
    fs::create_dir_all(folder).map_err(|error| said(folder, error))?;
    let stem = path
        .file_stem()
        .filter(|stem| *stem != "-")
        .unwrap_or("program".as_ref());
    let name = format!(
        "{}-{number}.{}",
        stem.to_string_lossy(),
        extension(program.profile.stage)
    );
    let file = folder.join(name);
    match fs::read(&file) {
        Ok(old) if old == program.text.as_bytes() => return Ok(file),
        Ok(_) => return Err(format!("{}: another file is there", file.display())),
        Err(_) => {}
    }
    fs::write(&file, &program.text).map_err(|error| said(&file, error))?;
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
