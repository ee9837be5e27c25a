//! `quadrille fmt`: formats programs.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use quadrille::encoding::decode;
use quadrille::formatting::{format, line_end, rewrite};
use quadrille::programs::FileKind;
use quadrille_base::{Diagnostic, Source};
use quadrille_check::Options;
use quadrille_check::rules::preprocessor;
use quadrille_isa::gl::profile::PROFILES;
use quadrille_program::print::{Unprintable, print};
use quadrille_syntax::{Preprocessed, preprocess, split};

use crate::commands::judging::Judging;
use crate::commands::reading::Reading;
use crate::error::Error;
use crate::exit::USAGE;
use crate::files;
use crate::out;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files with one or more programs, folders of such files, or - for standard input, which goes to standard
    /// output.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Write nothing; exit status 1 if a file is not formatted.
    #[arg(long)]
    check: bool,
    /// Write each program anew from what it means: one spelling for all that do the same, that of the specifications
    /// where they have one. Comments go.
    #[arg(long)]
    canonical: bool,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    judging: Judging,
}

/// Why a file is not formatted, or its programs are not written anew.
#[derive(Debug, thiserror::Error)]
enum FormatError {
    /// No program stands in it.
    #[error("not formatted: it holds no program: a header such as `!!ARBvp1.0` begins one")]
    Empty,
    /// A program is not accepted, as has been told.
    #[error("not formatted: the program from line {line} on is not accepted")]
    Rejected { line: u32 },
    /// The directives of its preprocessor are wrong, as has been told.
    #[error("not formatted: its directives are wrong")]
    Directives,
    #[error(transparent)]
    Unprintable(#[from] Unprintable),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let options = args.judging.options()?;
    if options.preprocess.is_some() && !args.canonical {
        return Err(Error::Preprocessed);
    }
    let found = files::programs(&args.paths, &args.reading.search()?);
    let mut status = ExitCode::SUCCESS;
    for input in &found.inputs {
        let path = input.path();
        if !input.stands_alone() && !args.check {
            eprintln!(
                "quadrille: {}: not formatted: it lies within another file",
                path.display()
            );
            continue;
        }
        let (text, encoding) = decode(input.bytes()?);
        // What the command line names is to hold a program; a scene need not.
        let needs_program = args.paths.iter().any(|named| named == path) && !is_scene(path, &text);
        let formatted = if args.canonical {
            let source = Source::new(path.display().to_string(), text.as_str());
            canonical(&source, &options, needs_program)
        } else if needs_program && !holds_program(&text) {
            Err(FormatError::Empty)
        } else {
            Ok(format(&text))
        };
        let formatted = match formatted {
            Ok(formatted) => formatted,
            Err(error) => {
                eprintln!("quadrille: {}: {error}", path.display());
                status = ExitCode::from(1);
                continue;
            }
        };
        let standard_input = path.as_os_str() == "-";
        if args.check {
            if formatted != text {
                println!("{}: not formatted", path.display());
                status = ExitCode::from(1);
            }
        } else if standard_input {
            out::bytes(&encoding.encode(formatted));
        } else if formatted != text {
            files::rewrite(path, &encoding.encode(formatted))?;
        }
    }
    if found.incomplete {
        return Ok(ExitCode::from(USAGE));
    }
    Ok(status)
}

/// Whether a program with a known header stands in a text.
fn holds_program(text: &str) -> bool {
    let headers: Vec<&str> = PROFILES.iter().map(|profile| profile.header).collect();
    !split(text, &headers).is_empty()
}

/// Whether a file is a scene: by its name, and standard input by its first section.
fn is_scene(path: &Path, text: &str) -> bool {
    FileKind::of_name(path) == Some(FileKind::Scene)
        || path.as_os_str() == "-" && text.trim_start().starts_with('[')
}

/// Every program of a text as the printer writes it; what is wrong with them goes to standard error. The text is
/// preprocessed as a whole: conditions choose between programs too.
fn canonical(source: &Source, options: &Options, needs_program: bool) -> Result<String, FormatError> {
    let mut options = options.clone();
    let read = match options.preprocess.take() {
        None => Preprocessed::unchanged(source.text()),
        Some(macros) => preprocess(source.text(), &macros).map_err(|problems| {
            let problems: Vec<Diagnostic> = problems.iter().map(preprocessor::at).collect();
            out::diagnostics(source, &problems);
            FormatError::Directives
        })?,
    };
    if needs_program && !holds_program(&read.text) {
        return Err(FormatError::Empty);
    }
    let end = line_end(source.text());
    let mut left = options.max_diagnostics;
    rewrite(&read.text, |span| {
        let checked = quadrille_check::check(&read.text[span.range()], &options);
        let found = checked.diagnostics.iter().take(left);
        let found = found.map(|one| {
            let mut one = one.clone().moved(span.start);
            one.fix = one.fix.filter(|fix| read.is_written(fix.span));
            one.mapped(|span| read.place(span))
        });
        let found: Vec<Diagnostic> = found.collect();
        left -= found.len();
        out::diagnostics(source, &found);
        let Some(program) = &checked.program else {
            let line = source.position(read.place(span).start).line;
            return Err(FormatError::Rejected { line });
        };
        Ok(print(program)?.replace('\n', end))
    })
}
