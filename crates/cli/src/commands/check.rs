//! `quadrille check`: judges programs.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use quadrille::report::{Case, Outcome, Problem, Report, Subject, Summary};
use quadrille_base::{Diagnostic, Severity, Source, Span, render};
use quadrille_check::{Options, gl_answer};
use quadrille_isa::gl::Stage;
use serde_json::json;

use crate::budget::seconds;
use crate::commands::fixing;
use crate::commands::judging::{Judging, JudgingError};
use crate::commands::on_driver::{self, DriverName, Judge, Verdict};
use crate::commands::reading::Reading;
use crate::error::Error;
use crate::exit::USAGE;
use crate::files;
use crate::out::{self, count};
use crate::programs::{Programs, Unfound};

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
    #[arg(long, value_name = "NAME", conflicts_with_all = ["dialect", "limits"], help = on_driver::help())]
    driver: Option<String>,
    /// The most time that `--driver system` takes for a program.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    driver_time_limit: Duration,
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
    /// One log of all programs, for code scanning: SARIF 2.1.0.
    Sarif,
    /// One document on all programs, for continuous integration: the XML of JUnit.
    Junit,
}

impl Args {
    /// The options that the arguments ask for.
    fn options(&self, driver: Option<DriverName>) -> Result<Options, JudgingError> {
        let options = match driver {
            Some(DriverName::Profile(driver)) => self.judging.options_on(driver)?,
            Some(DriverName::System) | None => self.judging.options()?,
        };
        let target = self.target.map(|target| match target {
            StageTarget::Vp => Stage::Vertex,
            StageTarget::Fp => Stage::Fragment,
            StageTarget::Gp => Stage::Geometry,
            StageTarget::Tcp => Stage::TessellationControl,
            StageTarget::Tep => Stage::TessellationEvaluation,
            StageTarget::Cp => Stage::Compute,
            StageTarget::Vsp => Stage::VertexState,
        });
        Ok(Options { target, ..options })
    }
}

/// A check under way.
struct Check {
    options: Options,
    format: Format,
    /// Programs without problems are not told of.
    quiet: bool,
    judge: Judge,
    report: Report,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let driver = args.driver.as_deref().map(DriverName::of).transpose()?;
    let mut check = Check {
        options: args.options(driver)?,
        format: args.format,
        quiet: args.reading.quiet,
        judge: Judge::new(
            driver,
            args.driver_time_limit,
            !args.no_advice && args.format != Format::Gl,
        )?,
        report: Report::new(match driver {
            None => Subject::Programs,
            Some(driver) => Subject::ProgramsOn(driver.name().to_owned()),
        }),
    };
    let found = files::programs(&args.paths, &args.reading.search()?);
    let bar = progress(found.inputs.len(), args.reading.quiet);
    for input in &found.inputs {
        bar.inc(1);
        if args.fix {
            fixing::fix(input, &check.options, args.reading.quiet)?;
        }
        match input.text() {
            Ok(text) => bar.suspend(|| check.file(input.path(), text)),
            Err(error) => {
                bar.suspend(|| eprintln!("quadrille: {error}"));
                check.report.add(Case {
                    problems: vec![Problem::said(Severity::Error, error.to_string())],
                    ..Case::new(input.path().display().to_string(), Outcome::Unread)
                });
            }
        }
    }
    bar.finish_and_clear();
    let summary = check.report.summary();
    match args.format {
        Format::Text
            if driver.is_some() || !args.reading.quiet && (summary.files > 1 || summary.cases > 1) =>
        {
            println!("{summary}")
        }
        Format::Json if driver.is_some() => println!("{}", json!({ "summary": summary.json() })),
        Format::Text | Format::Json | Format::Gl => {}
        Format::Sarif => println!("{:#}", check.report.sarif()),
        Format::Junit => print!("{}", check.report.junit()),
    }
    Ok(match summary {
        _ if found.incomplete => ExitCode::from(USAGE),
        Summary { unread: 1.., .. } => ExitCode::from(USAGE),
        Summary { failed: 1.., .. } => ExitCode::from(1),
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

impl Check {
    /// Judges the programs of one file, of which so many problems are listed as the options say.
    fn file(&mut self, path: &Path, text: String) {
        let programs = match Programs::of(path, text, &self.options) {
            Ok(programs) => programs,
            Err(unfound) => {
                let Unfound { source, problems } = *unfound;
                return self.around(&source, &problems);
            }
        };
        if let Some(problem) = &programs.scene {
            self.around(&programs.source, std::slice::from_ref(problem));
        }
        for place in &programs.places {
            self.program(&programs, *place);
        }
        match (self.format, programs.unlisted()) {
            (Format::Text, Some(unlisted)) => println!("{unlisted}"),
            (Format::Text | Format::Json | Format::Gl | Format::Sarif | Format::Junit, _) => {}
        }
        if self.format == Format::Text && programs.places.is_empty() {
            println!("{}: no programs", programs.source.name());
        }
    }

    /// Tells what is wrong with a file around its programs.
    fn around(&mut self, source: &Source, problems: &[Diagnostic]) {
        file_report(source, problems, self.format);
        self.report.add(Case {
            reason: problems.first().map(|problem| problem.rule.name.to_owned()),
            problems: problems
                .iter()
                .map(|problem| Problem::of(source, problem))
                .collect(),
            ..Case::new(source.name(), Outcome::Failed)
        });
    }

    fn program(&mut self, programs: &Programs, place: Span) {
        let verdict = self.judge.judge(programs, place);
        let (name, start) = (programs.source.name(), programs.whole(place).start);
        let line = (start > 0).then(|| programs.source.position(start).line);
        let mut case = Case {
            line,
            reason: verdict.reason.clone(),
            ..Case::new(name, verdict.outcome)
        };
        match self.format {
            Format::Text => text_report(programs, &case, &verdict, self),
            Format::Json => println!("{}", json_report(programs, place, &verdict)),
            Format::Gl => {
                let one = Source::new(name, programs.text(place));
                let answer = gl_answer(&one, &verdict.judged.checked.diagnostics);
                println!("{name}: {} {} {:?}", answer.error, answer.position, answer.string);
            }
            Format::Sarif | Format::Junit => {
                let listed = programs.listed(&verdict.judged);
                let listed = listed.iter().map(|found| Problem::of(&programs.source, found));
                case.problems = listed.collect();
            }
        }
        self.report.add(case);
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
        Format::Sarif | Format::Junit => {}
    }
}

fn text_report(programs: &Programs, case: &Case, verdict: &Verdict, check: &Check) {
    let (source, style) = (&programs.source, out::output_style());
    for diagnostic in programs.listed(&verdict.judged) {
        println!("{}\n", render::text(source, &diagnostic, style));
    }
    let (name, word) = (case.name(), check.report.subject().word(case.outcome));
    let checked = &verdict.judged.checked;
    match (&checked.program, &case.reason) {
        (Some(_), _) if check.quiet => {}
        (Some(program), _) => println!(
            "{name}: {word}, {} {}",
            program.profile().header,
            count(program.counts().instructions as usize, "instruction")
        ),
        (None, Some(reason)) if verdict.driver.is_some() => println!("{name}: {word}: {reason}"),
        (None, _) => match checked.error_count() {
            0 => println!("{name}: {word}"),
            errors => println!("{name}: {word}, {}", count(errors, "error")),
        },
    }
}

fn json_report(programs: &Programs, span: Span, verdict: &Verdict) -> serde_json::Value {
    let (source, checked) = (&programs.source, &verdict.judged.checked);
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
    let mut object = json!({
        "file": source.name(),
        "start": whole.start,
        "end": whole.end,
        "header": checked.program.as_ref().map(|program| program.profile().header),
        "accepted": matches!(verdict.outcome, Outcome::Passed | Outcome::Differs),
        "gl": { "error": gl.error, "position": gl.position, "string": gl.string },
        "counts": counts,
        "diagnostics": diagnostics,
    });
    if let Some(driver) = &verdict.driver {
        object["driver"] = driver.clone();
    }
    object
}
