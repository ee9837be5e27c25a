//! Programs loaded into Mesa, its verdicts beside those of `check`.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use quadrille_base::{Source, Span};
use quadrille_check::{Options, check, gl_answer};
use quadrille_opengl::{Gl, ProgramTarget, TARGETS};

/// Judges every program of the files; those in other languages are left out.
pub(super) fn run(gl: &Gl, paths: &[PathBuf]) -> ExitCode {
    let (mut programs, mut verdicts, mut positions) = (0, 0, 0);
    let mut unreadable = false;
    for path in paths {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("mesa: {}: {error}", path.display());
                unreadable = true;
                continue;
            }
        };
        let name = path.display().to_string();
        for (target, span) in self::programs(gl, &text) {
            let source = Source::new(name.clone(), &text[span.range()]);
            let checked = check(source.text(), &Options::default());
            let ours = gl_answer(&source, &checked.diagnostics);
            let theirs = match gl.program(target, source.text().as_bytes()) {
                Ok(answer) => answer,
                Err(message) => {
                    eprintln!("mesa: {name}: {message}");
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
                "  Mesa {} at {position}: {}",
                word(theirs.accepted),
                theirs.string.trim()
            );
        }
    }
    println!("{programs} programs: {verdicts} verdicts differ, {positions} positions of errors differ");
    match (unreadable, verdicts) {
        (true, _) => ExitCode::from(2),
        (false, 0) => ExitCode::SUCCESS,
        (false, _) => ExitCode::from(1),
    }
}

/// The programs of a file that the driver has a language for, with their targets. A file of one program is all
/// that program's, as GL would see it.
fn programs(gl: &Gl, text: &str) -> Vec<(u32, Span)> {
    let headers: Vec<&str> = TARGETS.iter().map(|target| target.header).collect();
    let target = |span: Span| {
        let target = ProgramTarget::of(&text[span.range()]).filter(|target| gl.has(target.extension));
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
