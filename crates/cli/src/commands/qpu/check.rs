//! `quadrille qpu check`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use quadrille_base::{Diagnostic, Severity, Source, Span, render};
use quadrille_vc4::asm::{Assembly, WordList, binary, disassemble, words_of_text};
use quadrille_vc4::hazard::{JudgedText, Options, apply, is_words, judge, judge_words};

use super::program::{Program, report};
use super::{binary_words, is_text};
use crate::error::Error;
use crate::{files, out};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    program: Program,
    /// Take the hexadecimal numbers of a text as words, low half first; without it, a text of which every line
    /// begins with such a number or with .word is taken so.
    #[arg(long)]
    words: bool,
    /// Whether two threads share the QPU; if not given, whether the program switches threads.
    #[arg(long)]
    threaded: Option<bool>,
    /// How breaches are written.
    #[arg(long, default_value = "text")]
    format: Format,
    /// Write the program with the remedies that are known: a text with nops on lines of their own, words as a
    /// binary.
    #[arg(long, value_name = "FILE")]
    fix: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Source lines with the problem marked, on standard error.
    Text,
    /// One JSON object a breach, on standard output.
    Json,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let bytes = files::read_bytes(&args.program.path)?;
    let options = Options {
        threaded: args.threaded,
    };
    match String::from_utf8(bytes) {
        Ok(text) if is_text(text.as_bytes()) => {
            if args.words || is_words(&text) {
                hexadecimal(args, &options, text)
            } else {
                assembly(args, &options, &text)
            }
        }
        Ok(text) => raw(args, &options, text.as_bytes()),
        Err(error) => raw(args, &options, error.as_bytes()),
    }
}

fn assembly(args: &Args, options: &Options, text: &str) -> Result<ExitCode, Error> {
    let JudgedText {
        assembly,
        report: found,
        breaches,
    } = judge(args.program.assemble_text(text)?, args.program.origin, options);
    report(&assembly);
    let Some(found) = found else {
        return Ok(ExitCode::from(1));
    };
    for diagnostic in &breaches {
        let (source, local) = assembly.in_its_text(diagnostic);
        write_one(args, source, &local);
    }
    let told: Vec<_> = assembly.diagnostics.iter().chain(&breaches).cloned().collect();
    finish(args, &told, found.is_cut, || {
        mend(&assembly, &breaches).into_bytes()
    })
}

/// The main text with the fixes in it. Fixes in included texts are left out.
fn mend(assembly: &Assembly, diagnostics: &[Diagnostic]) -> String {
    let Some(first) = assembly.texts.first() else {
        return String::new();
    };
    let (base, main) = (first.base(), first.source());
    let mut text = main.text().to_owned();
    let mut fixes: Vec<_> = diagnostics
        .iter()
        .filter_map(|diagnostic| diagnostic.fix.as_ref())
        .filter(|fix| std::ptr::eq(assembly.locate(fix.span.start).0, main))
        .map(|fix| (fix.span.start - base, fix.replacement.as_str()))
        .collect();
    // From the end, so that places stay true; of two fixes at one place the longer is enough for both.
    fixes.sort_by_key(|(at, replacement)| std::cmp::Reverse((*at, replacement.len())));
    fixes.dedup_by_key(|(at, _)| *at);
    for (at, replacement) in fixes {
        text.insert_str(at as usize, replacement);
    }
    text
}

fn hexadecimal(args: &Args, options: &Options, text: String) -> Result<ExitCode, Error> {
    let list = words_of_text(&text);
    let source = Source::new(args.program.path.display().to_string(), text);
    judged(args, options, &source, list)
}

fn raw(args: &Args, options: &Options, bytes: &[u8]) -> Result<ExitCode, Error> {
    let words = binary_words(&args.program.path, bytes)?;
    // Breaches of a binary point into its disassembly, where line n is word n - 1.
    let text = disassemble(&words);
    let mut start = 0;
    let spans = text
        .lines()
        .map(|line| {
            let span = Span::new(start, start + line.len() as u32);
            start = span.end + 1;
            span
        })
        .collect();
    let name = format!("{} (disassembled)", args.program.path.display());
    let list = WordList::new(words, spans);
    judged(args, options, &Source::new(name, text), list)
}

fn judged(args: &Args, options: &Options, source: &Source, list: WordList) -> Result<ExitCode, Error> {
    let WordList {
        words,
        spans,
        mut diagnostics,
    } = list;
    let (found, breaches) = judge_words(&words, spans, args.program.origin, options);
    diagnostics.extend(breaches);
    for diagnostic in &diagnostics {
        write_one(args, source, diagnostic);
    }
    finish(args, &diagnostics, found.is_cut, || {
        let remedies: Vec<_> = found.breaches.iter().filter_map(|breach| breach.remedy).collect();
        binary(&apply(&words, &remedies))
    })
}

fn write_one(args: &Args, source: &Source, diagnostic: &Diagnostic) {
    match args.format {
        Format::Text => eprintln!("{}\n", out::rendered(source, diagnostic, out::error_style())),
        Format::Json => println!("{}", render::json(source, diagnostic)),
    }
}

/// Writes the mended program if one is wanted, and counts what was told.
fn finish(
    args: &Args,
    told: &[Diagnostic],
    is_cut: bool,
    mended: impl FnOnce() -> Vec<u8>,
) -> Result<ExitCode, Error> {
    if let Some(path) = &args.fix {
        write(path, &mended(), &args.program.path)?;
    }
    let count = |severity| told.iter().filter(|one| one.severity == severity).count();
    if let Format::Text = args.format {
        eprintln!(
            "{}: {}, {}, {}{}",
            args.program.path.display(),
            out::count(count(Severity::Error), "error"),
            out::count(count(Severity::Warning), "warning"),
            out::count(count(Severity::Note), "note"),
            if is_cut {
                "; not every path was followed"
            } else {
                ""
            }
        );
    }
    Ok(match count(Severity::Error) {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(1),
    })
}

/// Writes what a program was mended to, which may be in its place.
fn write(path: &Path, bytes: &[u8], program: &Path) -> Result<(), files::WriteError> {
    if path == Path::new("-") {
        out::bytes(bytes);
        Ok(())
    } else if path == program {
        files::rewrite(path, bytes)
    } else {
        files::write(path, bytes)
    }
}
