//! Programs loaded into the machine's own OpenGL driver, its verdicts beside those of `check`.
//!
//! The driver is a cross-check, not the oracle: where the two differ, the specification says who is right.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use quadrille_base::{Source, Span};
use quadrille_check::{Options, check, gl_answer};
use quadrille_drivers::{Assembler, DriverError};
use quadrille_opengl::{ProgramTarget, TARGETS};

/// Judges programs with the driver and with Quadrille.
#[derive(Parser)]
#[command(name = "judge")]
struct Arguments {
    /// Programs, and folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
}

/// Extensions of the files that folders are searched for.
const EXTENSIONS: &[&str] = &["vp", "fp", "vfp", "arb"];

/// Runs the task. Without a driver it says so and succeeds.
pub(crate) fn run(arguments: impl Iterator<Item = String>) -> ExitCode {
    let arguments = Arguments::parse_from(arguments);
    let mut gl = match crate::assembler() {
        Ok(gl) => gl,
        Err(error) if error.is_absent() => {
            println!("judge: skipped, {error}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("judge: {error}");
            return ExitCode::from(2);
        }
    };
    println!("judge: {}", gl.describe());
    let mut paths = Vec::new();
    for path in &arguments.paths {
        walk(path, EXTENSIONS, &mut paths);
    }
    match judge(&mut gl, &paths) {
        Ok(status) => status,
        Err(error) => {
            eprintln!("judge: {error}");
            ExitCode::from(2)
        }
    }
}

/// The files below a folder with one of the extensions, in order of name; a file is itself.
fn walk(path: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(path) else {
        found.push(path.to_path_buf());
        return;
    };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for entry in entries {
        let extension = entry.extension().and_then(|extension| extension.to_str());
        if entry.is_dir() || extension.is_some_and(|extension| extensions.contains(&extension)) {
            walk(&entry, extensions, found);
        }
    }
}

/// Judges every program of the files; those in other languages are left out.
fn judge(gl: &mut Assembler, paths: &[PathBuf]) -> Result<ExitCode, DriverError> {
    let mut targets = Vec::new();
    for target in TARGETS {
        if gl.has(target.extension)? {
            targets.push(target);
        }
    }
    let (mut programs, mut verdicts, mut positions, mut failures) = (0, 0, 0, 0);
    let mut unreadable = false;
    for path in paths {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("judge: {}: {error}", path.display());
                unreadable = true;
                continue;
            }
        };
        let name = path.display().to_string();
        for (target, span) in self::programs(&targets, &text) {
            let source = Source::new(name.clone(), &text[span.range()]);
            let checked = check(source.text(), &Options::default());
            let ours = gl_answer(&source, &checked.diagnostics);
            let theirs = match gl.program(target, source.text()) {
                Ok(answer) => answer,
                Err(error) => {
                    failures += 1;
                    println!("{name}: program at byte {}: {error}", span.start);
                    continue;
                }
            };
            programs += 1;
            let position = i64::from(theirs.position);
            if checked.accepted() != theirs.accepted {
                verdicts += 1;
            } else if ours.position != position {
                positions += 1;
            } else {
                continue;
            }
            let word = |accepted: bool| if accepted { "accepts" } else { "rejects" };
            println!("{name}: program at byte {}", span.start);
            println!(
                "  quadrille {} at {}: {}",
                word(checked.accepted()),
                ours.position,
                ours.string.trim()
            );
            println!(
                "  the driver {} at {position}: {}",
                word(theirs.accepted),
                theirs.string.trim()
            );
        }
    }
    println!(
        "{programs} programs: {verdicts} verdicts differ, {positions} positions of errors differ; \
         {failures} have none from the driver"
    );
    Ok(match (unreadable, verdicts + failures) {
        (true, _) => ExitCode::from(2),
        (false, 0) => ExitCode::SUCCESS,
        (false, _) => ExitCode::from(1),
    })
}

/// The programs of a file that the driver has a language for, with their targets. A file of one program is all
/// that program's, as GL would see it.
fn programs(targets: &[&ProgramTarget], text: &str) -> Vec<(u32, Span)> {
    let headers: Vec<&str> = TARGETS.iter().map(|target| target.header).collect();
    let target = |span: Span| {
        let target = ProgramTarget::of(&text[span.range()]).filter(|target| targets.contains(target));
        target.map(|target| (target.number, span))
    };
    let mut found: Vec<(u32, Span)> = quadrille_syntax::split(text, &headers)
        .into_iter()
        .filter_map(target)
        .collect();
    if let [(_, only)] = &mut found[..] {
        *only = Span::new(0, text.len() as u32);
    }
    found
}
