//! `quadrille check`: judges programs.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use quadrille_base::{Diagnostic, Source, Span, render};
use quadrille_check::{Checked, Options, gl_answer};
use quadrille_isa::gl::Stage;
use serde_json::json;

use crate::commands::fixing;
use crate::commands::judging::{Judging, JudgingError};
use crate::commands::reading::Reading;
use crate::error::Error;
use crate::exit::USAGE;
use crate::files;
use crate::out::{self, count};
use crate::programs::{Judged, Programs, Unfound};

/// Files from which a progress bar is worth showing.
const MANY: usize = 20;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files with one or more programs, folders and archives of such files, or - for standard input.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The target that the programs are loaded for; a header of another target is an error.
    #[arg(long)]
    target: Option<StageTarget>,
    /// How problems are written.
    #[arg(long, default_value = "text")]
    format: Format,
    /// First applies the fixes that leave nothing open, in the files themselves.
    #[arg(long)]
    fix: bool,
    /// Says nothing of what is legal and nearly always not meant.
    #[arg(long)]
    no_advice: bool,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    judging: Judging,
}

#[derive(Clone, Copy, ValueEnum)]
enum StageTarget {
    Vp,
    Fp,
    Gp,
    Tcp,
    Tep,
    Cp,
    Vsp,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Source lines with the problem marked.
    Text,
    /// One JSON object a program.
    Json,
    /// What GL would answer: error, byte position, error string.
    Gl,
}

impl Args {
    /// The options that the arguments ask for.
    fn options(&self) -> Result<Options, JudgingError> {
        let target = self.target.map(|target| match target {
            StageTarget::Vp => Stage::Vertex,
            StageTarget::Fp => Stage::Fragment,
            StageTarget::Gp => Stage::Geometry,
            StageTarget::Tcp => Stage::TessellationControl,
            StageTarget::Tep => Stage::TessellationEvaluation,
            StageTarget::Cp => Stage::Compute,
            StageTarget::Vsp => Stage::VertexState,
        });
        Ok(Options {
            target,
            ..self.judging.options()?
        })
    }
}

/// The numbers of files, and of programs by their outcome.
#[derive(Default)]
struct Summary {
    files: usize,
    accepted: usize,
    rejected: usize,
    unreadable: usize,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let options = args.options()?;
    let found = files::programs(&args.paths, &args.reading.search()?);
    let bar = progress(found.inputs.len(), args.reading.quiet);
    let mut summary = Summary::default();
    for input in &found.inputs {
        bar.inc(1);
        summary.files += 1;
        if args.fix {
            fixing::fix(input, &options, args.reading.quiet)?;
        }
        match input.text() {
            Ok(text) => bar.suspend(|| file(input.path(), text, &options, args, &mut summary)),
            Err(error) => {
                summary.unreadable += 1;
                bar.suspend(|| eprintln!("quadrille: {error}"));
            }
        }
    }
    bar.finish_and_clear();
    if args.format == Format::Text
        && !args.reading.quiet
        && (summary.files > 1 || summary.accepted + summary.rejected > 1)
    {
        println!(
            "{}, {}: {} accepted, {} rejected",
            count(summary.files, "file"),
            count(summary.accepted + summary.rejected, "program"),
            summary.accepted,
            summary.rejected
        );
    }
    Ok(match summary {
        _ if found.incomplete => ExitCode::from(USAGE),
        Summary { unreadable: 1.., .. } => ExitCode::from(USAGE),
        Summary { rejected: 1.., .. } => ExitCode::from(1),
        _ => ExitCode::SUCCESS,
    })
}

fn progress(files: usize, quiet: bool) -> ProgressBar {
    if quiet || files < MANY || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} files {eta}");
    ProgressBar::new(files as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Judges the programs of one file, of which so many problems are listed as the options say.
fn file(path: &Path, text: String, options: &Options, args: &Args, summary: &mut Summary) {
    let format = args.format;
    let programs = match Programs::of(path, text, options) {
        Ok(programs) => programs,
        Err(unfound) => {
            summary.rejected += 1;
            let Unfound { source, problems } = *unfound;
            return file_report(&source, &problems, format);
        }
    };
    if let Some(problem) = &programs.scene {
        summary.rejected += 1;
        file_report(&programs.source, std::slice::from_ref(problem), format);
    }
    for place in &programs.places {
        let judged = match args.no_advice || format == Format::Gl {
            true => programs.check(*place),
            false => programs.check_and_advise(*place),
        };
        let checked = &judged.checked;
        if checked.accepted() {
            summary.accepted += 1;
        } else {
            summary.rejected += 1;
        }
        match format {
            Format::Text => text_report(&programs, *place, &judged, args.reading.quiet),
            Format::Json => println!("{}", json_report(&programs, *place, checked)),
            Format::Gl => {
                let name = programs.source.name();
                let one = Source::new(name, programs.text(*place));
                let answer = gl_answer(&one, &checked.diagnostics);
                println!("{name}: {} {} {:?}", answer.error, answer.position, answer.string);
            }
        }
    }
    match (format, programs.unlisted()) {
        (Format::Text, Some(unlisted)) => println!("{unlisted}"),
        (Format::Text | Format::Json | Format::Gl, _) => {}
    }
    if format == Format::Text && programs.places.is_empty() {
        println!("{}: no programs", programs.source.name());
    }
}

/// Tells what is wrong with a file around its programs.
fn file_report(source: &Source, problems: &[Diagnostic], format: Format) {
    match format {
        Format::Text => {
            for problem in problems {
                println!("{}\n", render::text(source, problem, out::output_style()));
            }
            let errors = count(problems.len(), "error");
            println!("{}: rejected, {errors}", source.name());
        }
        Format::Json => {
            let problems: Vec<_> = problems.iter().map(|one| render::json(source, one)).collect();
            let name = source.name();
            println!(
                "{}",
                json!({ "file": name, "accepted": false, "diagnostics": problems })
            );
        }
        Format::Gl => {
            let answer = gl_answer(source, problems);
            let name = source.name();
            println!("{name}: {} {} {:?}", answer.error, answer.position, answer.string);
        }
    }
}

fn text_report(programs: &Programs, span: Span, judged: &Judged, quiet: bool) {
    let (source, style) = (&programs.source, out::output_style());
    for diagnostic in programs.listed(judged) {
        println!("{}\n", render::text(source, &diagnostic, style));
    }
    let checked = &judged.checked;
    let start = programs.whole(span).start;
    let place = if start == 0 {
        source.name().to_owned()
    } else {
        format!("{}:{}", source.name(), source.position(start).line)
    };
    match &checked.program {
        Some(_) if quiet => {}
        Some(program) => {
            println!(
                "{place}: accepted, {} {}",
                program.profile().header,
                count(program.counts().instructions as usize, "instruction")
            );
        }
        None => println!("{place}: rejected, {}", count(checked.error_count(), "error")),
    }
}

fn json_report(programs: &Programs, span: Span, checked: &Checked) -> serde_json::Value {
    let source = &programs.source;
    let one = Source::new(source.name(), programs.text(span));
    let gl = gl_answer(&one, &checked.diagnostics);
    let diagnostics: Vec<_> = checked
        .diagnostics
        .iter()
        .map(|found| render::json(source, &programs.placed(span, found.clone())))
        .collect();
    let whole = programs.whole(span);
    let counts = checked.program.as_ref().map(|program| {
        let counts = program.counts();
        json!({
            "instructions": counts.instructions,
            "alu_instructions": counts.alu_instructions,
            "texture_instructions": counts.texture_instructions,
            "texture_indirections": counts.texture_indirections,
            "temporaries": counts.temporaries,
            "parameters": counts.parameters,
            "attributes": counts.attributes,
            "address_registers": counts.address_registers,
        })
    });
    json!({
        "file": source.name(),
        "start": whole.start,
        "end": whole.end,
        "header": checked.program.as_ref().map(|program| program.profile().header),
        "accepted": checked.accepted(),
        "gl": { "error": gl.error, "position": gl.position, "string": gl.string },
        "counts": counts,
        "diagnostics": diagnostics,
    })
}
