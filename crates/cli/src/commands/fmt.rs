//! `quadrille fmt`: formats programs.

use std::path::PathBuf;
use std::process::ExitCode;

use quadrille::encoding::decode;
use quadrille::formatting::{format, line_end, rewrite};
use quadrille_base::{Diagnostic, Source};
use quadrille_check::Options;
use quadrille_check::rules::preprocessor;
use quadrille_program::print::{Unprintable, print};
use quadrille_syntax::{Preprocessed, preprocess};

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

/// Why a program is not written anew.
#[derive(Debug, thiserror::Error)]
enum CanonicalError {
    /// It is not accepted, as has been told.
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
        let formatted = if args.canonical {
            let source = Source::new(path.display().to_string(), text.as_str());
            match canonical(&source, &options) {
                Ok(formatted) => formatted,
                Err(error) => {
                    eprintln!("quadrille: {}: {error}", path.display());
                    status = ExitCode::from(1);
                    continue;
                }
            }
        } else {
            format(&text)
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

/// Every program of a text as the printer writes it; what is wrong with them goes to standard error. The text is
/// preprocessed as a whole: conditions choose between programs too.
fn canonical(source: &Source, options: &Options) -> Result<String, CanonicalError> {
    let mut options = options.clone();
    let read = match options.preprocess.take() {
        None => Preprocessed::unchanged(source.text()),
        Some(macros) => preprocess(source.text(), &macros).map_err(|problems| {
            let problems: Vec<Diagnostic> = problems.iter().map(preprocessor::at).collect();
            out::diagnostics(source, &problems);
            CanonicalError::Directives
        })?,
    };
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
            return Err(CanonicalError::Rejected { line });
        };
        Ok(print(program)?.replace('\n', end))
    })
}
