//! `quadrille check`: judges programs.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use quadrille_base::{Source, Span, render};
use quadrille_check::{Checked, Options, check, gl_answer};
use quadrille_isa::gl::Stage;
use quadrille_isa::gl::profile::PROFILES;
use serde_json::json;

use crate::commands::judging::Judging;
use crate::exit::USAGE;
use crate::files::{self, Wanted};
use crate::out::{self, count};

/// Files from which a progress bar is worth showing.
const MANY: usize = 20;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files with one or more programs, folders of such files, or - for standard input.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The target that the programs are loaded for; a header of another target is an error.
    #[arg(long)]
    target: Option<Target>,
    /// How problems are written.
    #[arg(long, default_value = "text")]
    format: Format,
    #[command(flatten)]
    judging: Judging,
}

#[derive(Clone, Copy, ValueEnum)]
enum Target {
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
    fn options(&self) -> Result<Options, String> {
        let target = self.target.map(|target| match target {
            Target::Vp => Stage::Vertex,
            Target::Fp => Stage::Fragment,
            Target::Gp => Stage::Geometry,
            Target::Tcp => Stage::TessellationControl,
            Target::Tep => Stage::TessellationEvaluation,
            Target::Cp => Stage::Compute,
            Target::Vsp => Stage::VertexState,
        });
        Ok(Options {
            target,
            ..self.judging.options()?
        })
    }
}

/// What became of all programs.
#[derive(Default)]
struct Summary {
    files: usize,
    accepted: usize,
    rejected: usize,
    unreadable: usize,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let options = match args.options() {
        Ok(options) => options,
        Err(message) => return usage(&message),
    };
    let inputs = files::expand(&args.paths, Wanted::Programs);
    let bar = progress(inputs.files.len());
    let mut summary = Summary::default();
    for path in &inputs.files {
        bar.inc(1);
        summary.files += 1;
        match files::read(path) {
            Ok(text) => {
                let name = if path.as_os_str() == "-" {
                    "<standard input>".into()
                } else {
                    path.display().to_string()
                };
                bar.suspend(|| file(&name, text, &options, args.format, &mut summary));
            }
            Err(error) => {
                summary.unreadable += 1;
                bar.suspend(|| eprintln!("quadrille: {}: {error}", path.display()));
            }
        }
    }
    bar.finish_and_clear();
    if args.format == Format::Text && (summary.files > 1 || summary.accepted + summary.rejected > 1) {
        println!(
            "{}, {}: {} accepted, {} rejected",
            count(summary.files, "file"),
            count(summary.accepted + summary.rejected, "program"),
            summary.accepted,
            summary.rejected
        );
    }
    match summary {
        _ if inputs.incomplete => ExitCode::from(USAGE),
        Summary { unreadable: 1.., .. } => ExitCode::from(USAGE),
        Summary { rejected: 1.., .. } => ExitCode::from(1),
        _ => ExitCode::SUCCESS,
    }
}

fn usage(message: &str) -> ExitCode {
    eprintln!("quadrille: {message}");
    ExitCode::from(USAGE)
}

fn progress(files: usize) -> ProgressBar {
    if files < MANY || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} files {eta}");
    ProgressBar::new(files as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Judges the programs of one file.
fn file(name: &str, text: String, options: &Options, format: Format, summary: &mut Summary) {
    let headers: Vec<&str> = PROFILES.iter().map(|profile| profile.header).collect();
    let mut programs: Vec<Span> = quadrille_syntax::split(&text, &headers);
    if programs.len() < 2 {
        // With one program or none, all of the text is judged: what stands around it is wrong there.
        programs = vec![Span::new(0, text.len() as u32)];
    }
    let source = Source::new(name, text);
    for span in programs {
        let mut checked = check(source.slice(span), options);
        if checked.accepted() {
            summary.accepted += 1;
        } else {
            summary.rejected += 1;
        }
        match format {
            Format::Text => text_report(&source, span, &mut checked),
            Format::Json => println!("{}", json_report(&source, span, &mut checked)),
            Format::Gl => {
                let one = Source::new(name, source.slice(span));
                let answer = gl_answer(&one, &checked.diagnostics);
                println!("{name}: {} {} {:?}", answer.error, answer.position, answer.string);
            }
        }
    }
}

/// Moves diagnostics of a program to where it lies in its file.
fn shift(checked: &mut Checked, by: u32) {
    checked.diagnostics = checked
        .diagnostics
        .drain(..)
        .map(|diagnostic| diagnostic.moved(by))
        .collect();
}

fn text_report(source: &Source, span: Span, checked: &mut Checked) {
    shift(checked, span.start);
    let style = out::output_style();
    for diagnostic in &checked.diagnostics {
        println!("{}\n", render::text(source, diagnostic, style));
    }
    let position = source.position(span.start);
    let place = if span.start == 0 {
        source.name().to_owned()
    } else {
        format!("{}:{}", source.name(), position.line)
    };
    match &checked.program {
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

fn json_report(source: &Source, span: Span, checked: &mut Checked) -> serde_json::Value {
    let one = Source::new(source.name(), source.slice(span));
    let gl = gl_answer(&one, &checked.diagnostics);
    shift(checked, span.start);
    let diagnostics: Vec<_> = checked
        .diagnostics
        .iter()
        .map(|d| render::json(source, d))
        .collect();
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
        "start": span.start,
        "end": span.end,
        "header": checked.program.as_ref().map(|program| program.profile().header),
        "accepted": checked.accepted(),
        "gl": { "error": gl.error, "position": gl.position, "string": gl.string },
        "counts": counts,
        "diagnostics": diagnostics,
    })
}
